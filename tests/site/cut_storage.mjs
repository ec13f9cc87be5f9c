// Plays an evening in the browser's Python over one of its stores, cuts the power in many places, and
// opens what is left: `node cut_storage.mjs PYODIDE PACKAGES PROGRAM KIND HANDS TEARS IMPORTED`. Prints a report
// in JSON.
import { createHash } from "node:crypto";
import { bootSources, storage } from "./node_python.mjs";
import { Databases, Disk, lucky, use } from "./fake_stores.mjs";

const NAME = "scorekeeper /";
const CUT = "/cut";

const [pyodide, packages, sources, kind, hands, tears, imported] = process.argv.slice(2);
const { open } = await storage();
const python = await bootSources(pyodide, { packages, program: sources, imported });
const { FS } = python;

let disk = new Disk(), databases = new Databases();
disk.lacks = kind === "pages";
use(disk, databases);
const store = () => (kind === "files" ? disk : databases);

const program = python.pyimport("tests.site.evening");

// What SQLite asks of the file system.
const asked = {};
const count = (name) => { asked[name] = (asked[name] ?? 0) + 1; };

const folder = await open(NAME);
folder.mount(FS, "/scores");
watch(FS.lookupPath("/scores").node);
const states = []; // after each flush: what was answered, how many events there were, what the folder is
const flushes = [];
const unread = { digest: digest("/scores"), numbers: [0, 0], events: store().events.length };
states.push(unread);
const flush = async (numbers) => {
  const begun = performance.now();
  const before = { ...store().counts };
  await folder.flush();
  flushes.push([performance.now() - begun, store().counts.bytes - before.bytes]);
  states.push({ digest: digest("/scores"), numbers, events: store().events.length });
};
program.begin();
await flush([0, 0]);
const played = program.Evening(Number(hands), "/host/imported/scores.json");
for (let numbers; (numbers = played.step());) await flush(JSON.parse(numbers));

const report = { flushes: states.length, places: 0, cuts: 0, examined: 0, faults: [], asked, counts: store().counts };
report.milliseconds = worst(flushes.map(([time]) => time));
report.bytes = worst(flushes.map(([, bytes]) => bytes).filter(Boolean));
report.numbers = states.at(-1).numbers;
const known = new Map(states.map(({ digest: of, numbers }) => [of, numbers]));
const examined = new Map();

await store().cuts(async (events, left) => {
  report.places += 1;
  for (let seed = 0; seed <= (kind === "files" ? Number(tears) : 0); seed++) {
    report.cuts += 1;
    const after = left(seed ? lucky(events * 1000 + seed) : null);
    if (kind === "files") disk = after;
    else [disk, databases] = [new Disk(), after];
    disk.lacks = kind === "pages";
    use(disk, databases);
    const place = `cut ${events}, ${seed}`;
    try {
      const again = await open(NAME);
      again.mount(FS, CUT);
      examine(place, events);
      again.close();
    } catch (error) {
      report.faults.push(`${place}: ${error.stack}`);
    }
    if (FS.analyzePath(CUT).exists) {
      FS.unmount(CUT);
      FS.rmdir(CUT);
    }
  }
});

// The folder is as it was after the last flush that was answered, or after the next one.
function examine(place, events) {
  const found = digest(CUT);
  const last = states.findLastIndex((state) => state.events <= events);
  const due = states.slice(Math.max(last, 0), Math.max(last, 0) + 2);
  if (!due.some((state) => state.digest === found)) {
    const other = states.findIndex((state) => state.digest === found);
    report.faults.push(`${place}: after flush ${last}, the folder is ${other < 0 ? "none that was kept" : `that of flush ${other}`}`);
    return;
  }
  if (examined.has(found)) return;
  const { numbers, faults } = JSON.parse(program.check(CUT));
  examined.set(found, faults);
  report.examined += 1;
  report.faults.push(...faults.map((fault) => `${place}: ${fault}`));
  if (String(numbers) !== String(known.get(found))) report.faults.push(`${place}: ${numbers}, not ${known.get(found)}`);
}

// The names and contents of a folder, without SQLite's shared memory.
function digest(at) {
  const hash = createHash("sha256");
  for (const name of FS.readdir(at).sort()) {
    if (name.endsWith("-shm") || !FS.isFile(FS.stat(`${at}/${name}`).mode)) continue;
    const content = FS.readFile(`${at}/${name}`);
    hash.update(`${name}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function worst(figures) {
  const sorted = figures.toSorted((one, other) => one - other);
  return { median: sorted[sorted.length >> 1], worst: sorted.at(-1) };
}

// Count the calls for the files of the folder.
function watch(root) {
  const { mknod } = root.node_ops;
  root.node_ops.mknod = (...words) => {
    const node = mknod(...words);
    const name = node.name.replace(/.*?(-wal|-shm|-journal|)$/, "db$1");
    const { write } = node.stream_ops;
    node.stream_ops.write = (...more) => { count(`write ${name}`); return write(...more); };
    node.stream_ops.fsync = () => { count(`fsync ${name}`); return 0; };
    return node;
  };
}

console.log(JSON.stringify(report));
