// Plays an evening in the browser's Python over both of its stores, cuts the power in many places, and opens
// what is left: `node cut_storage.mjs PYODIDE PACKAGES PROGRAM IMPORTED HANDS TEARS`. Prints reports in JSON.
import { createHash } from "node:crypto";
import { bootSources, storage } from "./node_python.mjs";
import { Databases, Disk, lucky, use } from "./fake_stores.mjs";

const NAME = "scorekeeper /";
const SCORES = "/scores", CUT = "/cut";

const [pyodide, packages, sources, imported, hands, tears] = process.argv.slice(2);
const { open } = await storage();
const python = await bootSources(pyodide, { packages, program: sources, imported });
const { FS } = python;
const program = python.pyimport("tests.site.evening");
const reports = {};
for (const kind of ["files", "pages"]) reports[kind] = await played(kind);
console.log(JSON.stringify(reports));

async function played(kind) {
  const disk = new Disk(), databases = new Databases();
  const store = kind === "files" ? disk : databases;
  const place = (kept) => {
    const [files, pages] = kind === "files" ? [kept, new Databases()] : [new Disk(), kept];
    files.lacks = kind === "pages";
    use(files, pages);
  };
  place(store);
  const asked = {}; // what SQLite asks of the file system
  const folder = await open(NAME);
  folder.mount(FS, SCORES);
  watch(FS.lookupPath(SCORES).node, (what) => { asked[what] = (asked[what] ?? 0) + 1; });
  // After each flush: what was answered, the number of events, and the folder.
  const states = [{ digest: digest(SCORES), numbers: [0, 0], events: store.events.length }];
  const times = [], sizes = [];
  const flush = async (numbers) => {
    const begun = performance.now(), before = store.counts.bytes;
    await folder.flush();
    times.push(performance.now() - begun);
    if (store.counts.bytes > before) sizes.push(store.counts.bytes - before);
    states.push({ digest: digest(SCORES), numbers, events: store.events.length });
  };
  program.begin();
  await flush([0, 0]);
  const evening = program.Evening(Number(hands), "/host/imported/scores.json");
  for (let numbers; (numbers = evening.step());) await flush(JSON.parse(numbers));
  program.end();
  unmount(SCORES);

  const report = {
    kind: folder.kind, flushes: states.length - 1, numbers: states.at(-1).numbers, asked, counts: store.counts,
    milliseconds: worst(times), bytes: worst(sizes), places: 0, cuts: 0, examined: 0, faults: [],
  };
  const examined = new Set();
  await store.cuts(async (events, left) => {
    report.places += 1;
    for (let seed = 0; seed <= (kind === "files" ? Number(tears) : 0); seed++) {
      report.cuts += 1;
      place(left(seed ? lucky(events * 1000 + seed) : null));
      try {
        const again = await open(NAME);
        again.mount(FS, CUT);
        for (const fault of examine(states, events, examined)) report.faults.push(`cut ${events}.${seed}: ${fault}`);
        again.close();
      } catch (error) {
        report.faults.push(`cut ${events}.${seed}: ${error.stack}`);
      }
      if (FS.analyzePath(CUT).exists) unmount(CUT);
    }
  });
  report.examined = examined.size;
  return report;
}

// The folder is as it was after the last flush that was answered, or after the next one.
function examine(states, events, examined) {
  const found = digest(CUT);
  const last = Math.max(0, states.findLastIndex((state) => state.events <= events));
  const due = states.slice(last, last + 2).find((state) => state.digest === found);
  if (!due) {
    const other = states.findIndex((state) => state.digest === found);
    return [`after flush ${last}, the folder is ${other < 0 ? "none that was kept" : `that of flush ${other}`}`];
  }
  if (examined.has(found)) return [];
  examined.add(found);
  const { numbers, faults } = JSON.parse(program.check(CUT));
  if (String(numbers) !== String(due.numbers)) faults.push(`${numbers}, not ${due.numbers} games and entries`);
  return faults;
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

function unmount(at) {
  FS.unmount(at);
  FS.rmdir(at);
}

function worst(figures) {
  const sorted = figures.toSorted((one, other) => one - other);
  return { median: sorted[sorted.length >> 1], worst: sorted.at(-1) };
}

// Count the calls for the files of the folder.
function watch(root, count) {
  const { mknod } = root.node_ops;
  root.node_ops.mknod = (...words) => {
    const node = mknod(...words);
    const name = node.name.replace(/.*?(-wal|-shm|-journal|)$/, "db$1");
    const { write } = node.stream_ops;
    node.stream_ops.write = (...more) => {
      count(`write ${name}`);
      return write(...more);
    };
    node.stream_ops.fsync = () => {
      count(`fsync ${name}`);
      return 0;
    };
    return node;
  };
}
