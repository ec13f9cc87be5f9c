// What the store promises, without Python: `node --test storage_checks.mjs` with PYODIDE in the environment.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bootSources, storage } from "./node_python.mjs";
import { Databases, Disk, lucky, use } from "./fake_stores.mjs";

const NAME = "scorekeeper /";
const KINDS = ["files", "pages"];
const DEEP = process.env.SCOREKEEPER_DEEP === "1";
const { open } = await storage();
const { FS } = await bootSources(process.env.PYODIDE, {});

let mounts = 0;

// A browser that has one of the stores, and what is in it.
function browser(kind) {
  const disk = new Disk(), databases = new Databases();
  disk.lacks = kind === "pages";
  use(disk, databases);
  return { disk, databases, store: kind === "files" ? disk : databases };
}

async function mounted() {
  const folder = await open(NAME);
  const at = `/folder-${mounts++}`;
  folder.mount(FS, at);
  return [folder, at];
}

function contents(at) {
  return Object.fromEntries(FS.readdir(at).filter((name) => !name.startsWith(".")).sort()
    .map((name) => [name, Buffer.from(FS.readFile(`${at}/${name}`)).toString("latin1")]));
}

async function reopened() {
  const [folder, at] = await mounted();
  folder.close();
  return contents(at);
}

for (const kind of KINDS) {
  test(`${kind}: what was flushed is there again, under its last name`, async () => {
    browser(kind);
    const [folder, at] = await mounted();
    assert.equal(folder.kind, kind);
    FS.writeFile(`${at}/scores.db`, "old");
    FS.writeFile(`${at}/restoring`, "new", { mode: 0o600 });
    FS.writeFile(`${at}/gone`, "gone");
    await folder.flush();
    FS.rename(`${at}/scores.db`, `${at}/kept`);
    FS.rename(`${at}/restoring`, `${at}/scores.db`);
    FS.unlink(`${at}/gone`);
    FS.writeFile(`${at}/scores.db-shm`, "shared memory");
    const due = { ...contents(at) };
    delete due["scores.db-shm"];
    await folder.flush();
    FS.writeFile(`${at}/late`, "not flushed");
    assert.deepEqual(await reopened(), due);
    const [, again] = await mounted();
    assert.equal(FS.stat(`${again}/scores.db`).mode & 0o777, 0o600);
    assert.ok(Math.abs(FS.stat(`${again}/kept`).mtime - Date.now()) < 60_000);
  });

  test(`${kind}: a file that was cut and grows again is empty in between`, async () => {
    browser(kind);
    const [folder, at] = await mounted();
    FS.writeFile(`${at}/file`, "x".repeat(20_000));
    await folder.flush();
    FS.truncate(`${at}/file`, 5000);
    FS.truncate(`${at}/file`, 9000);
    await folder.flush();
    FS.truncate(`${at}/file`, 100);
    await folder.flush();
    FS.truncate(`${at}/file`, 9000);
    await folder.flush();
    assert.deepEqual(await reopened(), { file: "x".repeat(100) + "\0".repeat(8900) });
  });

  test(`${kind}: a flush without a change writes nothing`, async () => {
    const { store } = browser(kind);
    const [folder, at] = await mounted();
    FS.writeFile(`${at}/file`, "x");
    await folder.flush();
    const events = store.events.length;
    FS.readFile(`${at}/file`);
    FS.writeFile(`${at}/file-shm`, "x");
    await folder.flush();
    assert.equal(store.events.length, events);
  });

  test(`${kind}: a replaced tab writes nothing any more`, async () => {
    const { store } = browser(kind);
    const [first, at] = await mounted();
    FS.writeFile(`${at}/file`, "first");
    await first.flush();
    const [second, beside] = await mounted();
    FS.writeFile(`${at}/file`, "too late");
    const events = store.events.length;
    await assert.rejects(first.flush(), { code: "taken" });
    assert.equal(store.events.length, events);
    FS.writeFile(`${beside}/file`, "second");
    await second.flush();
    await assert.rejects(first.flush(), { code: "taken" });
    assert.deepEqual(await reopened(), { file: "second" });
  });

  test(`${kind}: a replaced tab stays out after the log was written anew, twice`, async () => {
    const { store } = browser(kind);
    const [first, at] = await mounted();
    FS.writeFile(`${at}/file`, "first");
    await first.flush();
    const [second, beside] = await mounted();
    await overwrite(second, beside, 14);
    const due = contents(beside);
    const events = store.events.length;
    FS.writeFile(`${at}/file`, "too late");
    await assert.rejects(first.flush(), { code: "taken" });
    assert.equal(store.events.length, events);
    assert.deepEqual(await reopened(), due);
  });

  test(`${kind}: the log does not grow for ever`, async () => {
    const { disk, databases } = browser(kind);
    const [folder, at] = await mounted();
    await overwrite(folder, at, 30);
    const size = kind === "files"
      ? Math.max(...[...disk.files.values()].map(({ length }) => length))
      : [...databases.content.get("log").values()].reduce((sum, { length }) => sum + length, 0);
    assert.ok(size < 6 * 2 ** 20, `${size} bytes for a file of 0.5 MB`);
    const due = contents(at);
    assert.deepEqual(await reopened(), due);
  });

  test(`${kind}: when there is no room, nothing is half written, and the folder has ended`, async () => {
    const { store } = browser(kind);
    const [folder, at] = await mounted();
    FS.writeFile(`${at}/file`, "kept");
    await folder.flush();
    FS.writeFile(`${at}/file`, "x".repeat(3_000_000));
    store.room = 1_500_000;
    await assert.rejects(folder.flush(), { code: "full" });
    store.room = Infinity;
    FS.writeFile(`${at}/file`, "small");
    await assert.rejects(folder.flush(), { code: "full" }, "what is in memory was never kept");
    assert.deepEqual(await reopened(), { file: "kept" });
  });

  test(`${kind}: a file of 20 MB`, async () => {
    const { store } = browser(kind);
    const [folder, at] = await mounted();
    const big = new Uint8Array(20 * 2 ** 20);
    big.forEach((_, at) => { big[at] = at ^ (at >> 12); });
    FS.writeFile(`${at}/scores.db`, big);
    await folder.flush();
    const before = store.counts.bytes;
    const stream = FS.open(`${at}/scores.db`, "r+");
    for (let page = 0; page < 10; page++) FS.write(stream, big, 0, 4096, page * 400_000);
    await folder.flush();
    assert.ok(store.counts.bytes - before < 2 ** 21, "only its changed pages are written");
    const due = Buffer.from(FS.readFile(`${at}/scores.db`));
    const [, again] = await mounted();
    assert.ok(due.equals(FS.readFile(`${again}/scores.db`)));
  });

  test(`${kind}: any changes, cut anywhere, are there to the last flush or the next`, async () => {
    for (let seed = 1; seed <= (DEEP ? 20 : 1); seed++) await changedAndCut(kind, seed);
  });
}

async function overwrite(folder, at, times) {
  for (let turn = 0; turn < times; turn++) {
    FS.writeFile(`${at}/file`, String.fromCharCode(97 + (turn % 26)).repeat(500_000));
    await folder.flush();
  }
}

async function changedAndCut(kind, seed) {
  const { store } = browser(kind);
  const luck = lucky(seed);
  const [folder, at] = await mounted();
  const names = ["scores.db", "scores.db-wal", "copy", "other"];
  const any = (list) => list[Math.floor(luck() * list.length)];
  const states = [[store.events.length, contents(at)]];
  for (let turn = 0; turn < 40; turn++) {
    for (let change = 0; change < 4; change++) {
      const [one, other] = [`${at}/${any(names)}`, `${at}/${any(names)}`];
      const kindOfChange = luck();
      if (!FS.analyzePath(one).exists || kindOfChange < 0.5) {
        const stream = FS.open(one, FS.analyzePath(one).exists ? "r+" : "w+");
        const bytes = new Uint8Array(Math.floor(luck() ** 3 * 150_000) + 1).fill(luck() * 256);
        FS.write(stream, bytes, 0, bytes.length, Math.floor(luck() * 200_000));
        FS.close(stream);
      } else if (kindOfChange < 0.7) FS.truncate(one, Math.floor(luck() * 200_000));
      else if (kindOfChange < 0.85) FS.rename(one, other);
      else FS.unlink(one);
    }
    await folder.flush();
    states.push([store.events.length, contents(at)]);
  }
  assert.ok(kind === "pages" || store.events.filter(({ truncate }) => truncate === 0).length > 2, "the log was written anew");
  await store.cuts(async (events, left) => {
    for (const tear of kind === "files" ? [null, lucky(seed * 100_000 + events)] : [null]) {
      const kept = left(tear);
      const disk = kind === "files" ? kept : new Disk();
      disk.lacks = kind === "pages";
      use(disk, kind === "pages" ? kept : new Databases());
      const found = await reopened();
      FS.unmount(`/folder-${mounts - 1}`);
      const last = Math.max(0, states.findLastIndex(([count]) => count <= events));
      assert.ok(states.slice(last, last + 2).some(([, due]) => same(found, due)), `seed ${seed}, cut ${events}`);
    }
  });
}

function same(one, other) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

test("files: on a full device an entry is refused, and the folder goes on", async () => {
  const { disk } = browser("files");
  const [folder, at] = await mounted();
  FS.writeFile(`${at}/scores.db`, "kept");
  await folder.flush();
  disk.room = [...disk.files.values()].reduce((sum, { length }) => sum + length, 0);
  let refused;
  for (let turn = 0; turn < 40 && !refused; turn++) {
    try {
      FS.writeFile(`${at}/wal-${turn}`, "x".repeat(50_000));
    } catch (error) {
      refused = error;
      FS.unlink(`${at}/wal-${turn}`);
    }
    await folder.flush();
  }
  assert.equal(refused?.errno, 51, "ENOSPC");
  const due = contents(at);
  assert.ok("wal-5" in due);
  disk.room = Infinity;
  await folder.flush();
  FS.writeFile(`${at}/scores.db`, "more");
  await folder.flush();
  assert.deepEqual(await reopened(), { ...due, "scores.db": "more" });
});

test("files: the log stands still for a tab that lets go of it, and not for ever", async (context) => {
  const { disk } = browser("files");
  const [folder, at] = await mounted();
  FS.writeFile(`${at}/file`, "x");
  disk.held.add("scorekeeper%20%2F/log-0");
  setTimeout(() => disk.held.clear(), 120);
  await folder.flush();
  disk.held.add("scorekeeper%20%2F/log-0");
  const now = performance.now.bind(performance);
  context.mock.method(performance, "now", () => now() * 100);
  await assert.rejects(open(NAME), { code: "held" });
});

test("files: a page that was damaged later loses no entry after it", async () => {
  const { disk } = browser("files");
  const [folder, at] = await mounted();
  FS.writeFile(`${at}/scores.db`, "a".repeat(9000));
  await folder.flush();
  FS.writeFile(`${at}/scores.db-wal`, "later");
  await folder.flush();
  folder.close();
  const log = disk.files.get("scorekeeper%20%2F/log-0");
  log[Buffer.from(log).indexOf("aaaa") + 100] ^= 1;
  const found = await reopened();
  assert.equal(found["scores.db-wal"], "later");
  assert.equal(found["scores.db"].replaceAll("a", ""), "`");
});

test("files: a log without its beginning is refused and left alone", async () => {
  const { disk } = browser("files");
  const [folder, at] = await mounted();
  FS.writeFile(`${at}/scores.db`, "a".repeat(9000));
  await folder.flush();
  const log = disk.files.get("scorekeeper%20%2F/log-0");
  log.fill(0, 0, 100);
  const before = Buffer.from(log);
  await assert.rejects(open(NAME), { code: "damaged" });
  assert.ok(before.equals(disk.files.get("scorekeeper%20%2F/log-0")));
});

test("a device stays with the store that it began with", async () => {
  const { disk, databases } = browser("pages");
  const [folder, at] = await mounted();
  FS.writeFile(`${at}/file`, "in IndexedDB");
  await folder.flush();
  disk.lacks = false; // an update of the browser
  use(disk, databases);
  assert.deepEqual(await reopened(), { file: "in IndexedDB" });
  assert.equal(disk.files.size, 0);
});

test("a device whose files are out of reach shows no empty folder instead", async () => {
  const { disk, databases } = browser("files");
  await open(NAME);
  disk.refuses = true;
  use(disk, databases);
  await assert.rejects(open(NAME), { code: "refused" });
});

test("a private window is told from a browser that keeps nothing", async () => {
  const { disk, databases } = browser("files");
  disk.refuses = true;
  await assert.rejects(open(NAME), { code: "private" });
  const other = browser("files").databases;
  other.refuses = true;
  await assert.rejects(open(NAME), { code: "refused" });
  assert.equal(databases.refuses, false);
});

test("files cannot be mapped into memory", async () => {
  browser("files");
  const [, at] = await mounted();
  FS.writeFile(`${at}/scores.db`, "x");
  const stream = FS.open(`${at}/scores.db`, "r+");
  assert.throws(() => FS.mmap(stream, 1, 0, 3, 1), { errno: 43 });
});
