// The folder of the score file, kept in the browser.
//
// Python and SQLite work on files in memory. `flush()` writes all changes since the last one as one
// record: after a cut the browser has either all of it or nothing, renamed and deleted files included. So
// the folder is always as it was after a flush. SQLite's own syncs would not do: it calls fdatasync, which
// does nothing in Emscripten.
//
// The records are a log: a first one with the whole folder, then one for each flush. It lies in the
// origin's private file system ("files"), or in IndexedDB ("pages") where that is missing. Each opening
// appends a record; a tab that opened the folder earlier finds it and cannot write any more.
//
// After a rejected flush the files in memory are ahead of what is kept. Such a folder never writes
// again: the worker answers that the last entry was not saved, and starts anew from what is kept.

// The reason why the folder cannot be opened or written; the page around knows each `code`:
//
// refused   the browser keeps nothing for this page, or no longer gives what it kept
// private   it offers the private file system and refuses it: what a private window keeps goes with it
// held      another tab holds the folder, and did not let go of it for some seconds
// taken     another tab has opened the folder since; this one may not write any more
// full      there is no room; nothing of this flush was kept
// damaged   what is kept cannot be read; it stays as it is
class StorageError extends Error {
  constructor(code, cause) {
    super(`${code}${cause ? `: ${cause.name}: ${cause.message ?? cause}` : ""}`, { cause });
    this.name = "StorageError";
    this.code = code;
  }
}

const PAGE = 4096; // bytes
const PART = 512 * PAGE; // bytes of pages in one part of a record: a browser limits one value
const SLACK = 1024 * 1024; // bytes that the log may grow beyond the folder before it is written anew
const MARGIN = 16 * 1024; // bytes that a record may take beside its pages
const PATIENCE = 6000; // milliseconds to wait for another tab
const MOMENT = 50; // milliseconds between two attempts
const IN_MEMORY = /-shm$/; // SQLite's shared memory: of no use after the worker
const ENODEV = 43, ENOSPC = 51; // as WASI numbers them

// Open the folder `name`. Throws a StorageError that is refused, private, held or damaged.
export async function open(name) {
  const database = await openDatabase(name).catch((error) => { throw new StorageError("refused", error); });
  let log;
  try {
    const kind = await choose(database, () => FileLog.works(name));
    log = kind === "files" ? await FileLog.at(name) : new DatabaseLog(database);
  } finally {
    if (!(log instanceof DatabaseLog)) database.close();
  }
  const folder = new Folder(log);
  await folder.load();
  return folder;
}

// Return the store of this device, "files" or "pages". The first opening chooses it; IndexedDB keeps the
// choice. Otherwise a browser that gains or loses the private file system would show an empty folder.
async function choose(database, works) {
  const chosen = await within(database, "readonly", ({ meta }) => asked(meta.get("kind")));
  if (chosen) return chosen;
  const kind = (await works()) ? "files" : "pages";
  return within(database, "readwrite", async ({ meta }) => {
    const other = await asked(meta.get("kind"));
    if (!other) meta.put(kind, "kind");
    return other ?? kind;
  });
}

// A folder of files in memory, and the log that keeps it.
class Folder {
  #log;
  #files = new Map(); // id -> {name, size, mode, mtime, bytes}, until they are mounted
  #root = null; // the node of the folder
  #FS = null;
  #table = "[]"; // names and sizes, as last kept
  #next = 1; // the id of the next file
  #unsaved = 0; // bytes of changed pages
  #turn = Promise.resolve();
  #ended = null;

  constructor(log) {
    this.#log = log;
  }

  get kind() {
    return this.#log.kind;
  }

  async load() {
    await this.#log.load((part) => this.#apply(part));
  }

  #apply(part) {
    const { table, pages, bytes } = decode(part);
    pages.forEach(([id, page], index) => {
      const at = page * PAGE;
      const file = this.#files.get(id) ?? { bytes: new Uint8Array(0) };
      this.#files.set(id, file);
      if (file.bytes.length < at + PAGE) {
        const more = new Uint8Array(Math.max(at + PAGE, file.bytes.length * 2));
        more.set(file.bytes);
        file.bytes = more;
      }
      file.bytes.set(bytes.subarray(index * PAGE, (index + 1) * PAGE), at);
      this.#next = Math.max(this.#next, id + 1);
    });
    if (!table) return;
    const known = new Map(table.map(([id, ...file]) => [id, file]));
    for (const id of this.#files.keys()) if (!known.has(id)) this.#files.delete(id);
    for (const [id, [name, size, mode, mtime]] of known) {
      const { bytes } = this.#files.get(id) ?? { bytes: new Uint8Array(0) };
      bytes.fill(0, size); // a shorter file that grows again is empty there
      this.#files.set(id, { name, size, mode, mtime, bytes });
      this.#next = Math.max(this.#next, id + 1);
    }
    this.#table = JSON.stringify(table);
  }

  // Mount the folder in Emscripten's file system; once.
  mount(FS, at) {
    const { MEMFS } = FS.filesystems;
    this.#FS = FS;
    FS.mkdirTree(at);
    const root = FS.mount(MEMFS, {}, at);
    const { mknod } = root.node_ops;
    root.node_ops = {
      ...root.node_ops,
      mknod: (parent, name, mode, device) => {
        const node = mknod(parent, name, mode, device);
        return FS.isFile(mode) ? this.#watch(node, this.#next++) : node;
      },
    };
    for (const [id, { name, size, mode, mtime, bytes }] of this.#files) {
      const node = this.#watch(mknod(root, name, mode, 0), id);
      node.contents = bytes.length < size ? widened(bytes, size) : bytes;
      node.usedBytes = size;
      node.mtime = node.ctime = mtime;
    }
    this.#files.clear();
    this.#root = root;
  }

  // Note which pages of a file change.
  #watch(node, id) {
    const { node_ops, stream_ops } = node;
    const changed = new Set();
    node.kept = { id, changed };
    const note = (from, to) => {
      for (let page = Math.floor(from / PAGE); page * PAGE < to; page++) {
        if (changed.has(page)) continue;
        changed.add(page);
        this.#unsaved += PAGE;
      }
    };
    node.node_ops = {
      ...node_ops,
      setattr(_, attributes) {
        const before = node.usedBytes;
        node_ops.setattr(node, attributes);
        note(node.usedBytes, before); // should the file grow again, these pages are empty
      },
    };
    node.stream_ops = {
      ...stream_ops,
      write: (stream, buffer, offset, length, position, owned) => {
        if (!IN_MEMORY.test(node.name) && this.#unsaved + length + MARGIN > this.#log.room) {
          throw new this.#FS.ErrnoError(ENOSPC);
        }
        const before = node.usedBytes;
        const written = stream_ops.write(stream, buffer, offset, length, position, owned);
        note(position, position + written);
        note(node.usedBytes, before); // the buffer may have become the file
        return written;
      },
      mmap: (stream, ...rest) => {
        if (!IN_MEMORY.test(node.name)) throw new this.#FS.ErrnoError(ENODEV);
        return stream_ops.mmap(stream, ...rest);
      },
    };
    return node;
  }

  // Keep all changes; nothing of them is kept if it rejects. Throws a StorageError that is full, taken or
  // held, or the browser's own error.
  flush() {
    this.#turn = this.#turn.then(() => this.#keep());
    const done = this.#turn;
    this.#turn = done.catch(() => {});
    return done;
  }

  async #keep() {
    if (this.#ended) throw this.#ended;
    const nodes = Object.values(this.#root.contents)
      .filter((node) => this.#FS.isFile(node.mode) && !IN_MEMORY.test(node.name))
      .sort((one, other) => one.kept.id - other.kept.id);
    const table = nodes.map((node) => [node.kept.id, node.name, node.usedBytes, node.mode, Number(node.mtime)]);
    const pages = nodes.flatMap((node) => [...node.kept.changed]
      .filter((page) => page * PAGE < node.usedBytes).map((page) => [node, page]));
    if (!pages.length && JSON.stringify(table) === this.#table) return;
    const size = nodes.reduce((sum, node) => sum + node.usedBytes, 0);
    try {
      const anew = this.#log.length > 2 * size + SLACK && await this.#shorten(nodes, table);
      if (!anew) await this.#log.append(encode(table, pages));
    } catch (error) {
      this.#ended = error;
      throw error;
    }
    for (const node of nodes) node.kept.changed.clear();
    this.#unsaved = 0;
    this.#table = JSON.stringify(table);
  }

  // Replace the log by one record; return false if there is no room for both.
  async #shorten(nodes, table) {
    const pages = nodes.flatMap((node) =>
      Array.from({ length: Math.ceil(node.usedBytes / PAGE) }, (_, page) => [node, page]));
    try {
      await this.#log.replace(encode(table, pages));
      return true;
    } catch (error) {
      if (error.code === "full") return false;
      throw error;
    }
  }

  // Let go of the store; later flushes reject.
  close() {
    this.#ended ??= new StorageError("taken");
    this.#log.close();
  }
}

function widened(bytes, size) {
  const wider = new Uint8Array(size);
  wider.set(bytes);
  return wider;
}

// Parts of a record: two lengths (of the part, of its JSON), JSON, and the pages' bytes. Each length is a
// multiple of 8. The last part has the table of all files; pages of unknown files are ignored.

function* encode(table, pages) {
  const most = PART / PAGE;
  for (let from = 0; from < pages.length || from === 0; from += most) {
    const some = pages.slice(from, from + most);
    const head = { pages: some.map(([node, page]) => [node.kept.id, page]) };
    if (from + most >= pages.length) head.table = table;
    const json = new TextEncoder().encode(JSON.stringify(head));
    const begin = 8 + Math.ceil(json.length / 8) * 8;
    const part = new Uint8Array(begin + some.length * PAGE);
    new Uint32Array(part.buffer, 0, 2).set([part.length, json.length]);
    part.set(json, 8);
    some.forEach(([node, page], index) => {
      const end = Math.min((page + 1) * PAGE, node.usedBytes);
      part.set(node.contents.subarray(page * PAGE, end), begin + index * PAGE);
    });
    yield part;
  }
}

function decode(part) {
  const length = new DataView(part.buffer, part.byteOffset).getUint32(4, true);
  const { table, pages } = JSON.parse(new TextDecoder().decode(part.subarray(8, 8 + length)));
  return { table, pages, bytes: part.subarray(8 + Math.ceil(length / 8) * 8) };
}

// The log in the private file system: two files, of which one is the log; the other is empty, or older, or
// not finished. A record is a head and its parts. The head has checksums of the parts, of itself and of the
// head before, so a torn record, or one left over from an earlier log, is seen. A record is appended after
// the one before was flushed; if a record follows, it had been whole, and is read even if it was damaged since.
//
// The files are open only while they are read or written: a tab that the phone has frozen holds nothing.

const MAGIC = 0x676c4b53; // "SKlg"
const HEAD = 32; // bytes: magic, generation, number, length, two sums of the parts, two of the head
const BEGUN = [0x9e3779b9, 0x85ebca6b]; // the sums before the first byte
const SPARE = 1024 * 1024; // bytes kept ready behind the log, so that entries find room on a full device
const BARELY = 4096; // bytes of a log that was cut off when it was created

class FileLog {
  kind = "files";
  room = Infinity; // bytes that a record may have; less once the device is full
  length = 0; // bytes of the log
  #folder;
  #current = 0; // the number of the file that is the log
  #generation = 0;
  #last = null; // the last record: {at, number, sums, end}

  constructor(folder) {
    this.#folder = folder;
  }

  static async at(name) {
    try {
      const root = await navigator.storage.getDirectory();
      return new FileLog(await root.getDirectoryHandle(encodeURIComponent(name), { create: true }));
    } catch (error) {
      throw new StorageError("refused", error);
    }
  }

  // Return whether this browser has files that a worker may write and flush at once.
  static async works(name) {
    if (!navigator.storage?.getDirectory) return false;
    const log = await FileLog.at(name).catch(({ cause }) => { throw new StorageError("private", cause); });
    try {
      const { handles: [handle] } = await log.#take(0);
      const ready = handle.getSize() >= 0; // in the first Safari that has it, a promise
      await handle.close();
      return ready;
    } catch (error) {
      return error.code === "held";
    }
  }

  async load(apply) {
    const taken = await this.#take(0, 1);
    try {
      const found = taken.handles.map((handle) => beginning(handle));
      const [first, second] = found.map((one) => one?.generation ?? 0);
      if (!first && !second) {
        const size = Math.max(...taken.handles.map((handle) => handle.getSize()));
        if (size > BARELY) throw new StorageError("damaged");
        this.#begin(taken.handles[0], 0, 1, encode([], []));
      } else {
        this.#current = second > first ? 1 : 0;
        const handle = taken.handles[this.#current];
        this.#generation = found[this.#current].generation;
        this.#last = readLog(handle, this.#generation, apply);
        this.#write(handle, this.#last.end, this.#last.number + 1, this.#last.sums, []);
        handle.flush();
      }
      taken.handles[1 - this.#current].truncate(0);
      this.#reserve(taken.handles[this.#current]);
    } catch (error) {
      throw known(error);
    } finally {
      taken.close();
    }
  }

  async append(parts) {
    const taken = await this.#take(this.#current);
    const [handle] = taken.handles;
    try {
      this.#check(handle);
      this.#write(handle, this.#last.end, this.#last.number + 1, this.#last.sums, parts);
      handle.flush();
      this.#reserve(handle);
    } catch (error) {
      throw known(error);
    } finally {
      taken.close();
    }
  }

  async replace(parts) {
    const taken = await this.#take(this.#current, 1 - this.#current);
    const [handle, other] = taken.handles;
    try {
      this.#check(handle);
      try {
        this.#begin(other, 1 - this.#current, this.#generation + 1, parts);
      } catch (error) {
        other.truncate(0);
        throw error;
      }
      handle.truncate(0);
      this.#reserve(other);
    } catch (error) {
      throw known(error);
    } finally {
      taken.close();
    }
  }

  close() {}

  // Write a new log; it is the log as soon as it is flushed.
  #begin(handle, current, generation, parts) {
    handle.truncate(0);
    const before = [this.#generation, this.#last];
    this.#generation = generation;
    try {
      this.#write(handle, 0, 0, BEGUN, parts);
      handle.flush();
    } catch (error) {
      [this.#generation, this.#last] = before;
      throw error;
    }
    this.#current = current;
  }

  // Write a record at `at`; `sums` are those of the head before.
  #write(handle, at, number, sums, parts) {
    let end = at + HEAD, of = BEGUN;
    for (const part of parts) {
      put(handle, part, end);
      of = summed(of, part);
      end += part.length;
    }
    const head = headOf(this.#generation, number, end - at - HEAD, of, sums);
    put(handle, new Uint8Array(head.buffer), at);
    this.#last = { at, number, sums: [head[6], head[7]], end };
    this.length = end;
  }

  // Throw a StorageError unless the last record is ours.
  #check(handle) {
    const { at, number, sums, end } = this.#last;
    const ours = headAt(handle, at);
    const next = headAt(handle, end);
    const same = ours?.[6] === sums[0] && ours[7] === sums[1] && ours[1] === this.#generation;
    if (!same || (next && follows(next, this.#generation, number + 1, sums))) throw new StorageError("taken");
  }

  // Keep some room behind the log. If the device has none, writing ends when the rest is used up.
  #reserve(handle) {
    const { end } = this.#last;
    const size = handle.getSize();
    this.room = Infinity;
    if (size - end >= SPARE / 2) return;
    try {
      put(handle, new Uint8Array(end + SPARE - size), size);
    } catch {
      this.room = handle.getSize() - end;
    }
  }

  // Open files of the log; wait for another tab that has them open.
  async #take(...numbers) {
    const handles = [];
    const close = () => handles.forEach((handle) => handle.close());
    const until = performance.now() + PATIENCE;
    for (const number of numbers) {
      for (;;) {
        try {
          const file = await this.#folder.getFileHandle(`log-${number}`, { create: true });
          handles.push(await file.createSyncAccessHandle());
          break;
        } catch (error) {
          const held = ["NoModificationAllowedError", "InvalidStateError"].includes(error.name);
          if (held && performance.now() < until) {
            await new Promise((resume) => { setTimeout(resume, MOMENT); });
            continue;
          }
          close();
          throw held ? new StorageError("held", error) : known(error);
        }
      }
    }
    return { handles, close };
  }
}

function put(handle, bytes, at) {
  if (handle.write(bytes, { at }) !== bytes.length) throw new StorageError("full");
}

// Continue two sums of 32 bits over bytes whose number is a multiple of 8, as SQLite does in its WAL.
function summed([one, two], bytes) {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  for (let index = 0; index < words.length; index += 2) {
    one = (one + words[index] + two) | 0;
    two = (two + words[index + 1] + one) | 0;
  }
  return [one >>> 0, two >>> 0];
}

function headOf(generation, number, length, of, before) {
  const head = new Uint32Array(HEAD / 4);
  head.set([MAGIC, generation, number, length, ...of]);
  head.set(summed(before, new Uint8Array(head.buffer, 0, HEAD - 8)), 6);
  return head;
}

function headAt(handle, at) {
  const head = new Uint32Array(HEAD / 4);
  return handle.read(new Uint8Array(head.buffer), { at }) === HEAD && head[0] === MAGIC ? head : null;
}

// Return whether a head is the one of record `number`, after a head with the sums `before`.
function follows(head, generation, number, before) {
  const [one, two] = summed(before, new Uint8Array(head.buffer, 0, HEAD - 8));
  return head[1] === generation && head[2] === number && head[6] === one && head[7] === two;
}

// Return the generation of a log whose first record is whole; null for any other file.
function beginning(handle) {
  const head = headAt(handle, 0);
  if (!head || !follows(head, head[1], 0, BEGUN)) return null;
  return bodyOf(handle, 0, head) ? { generation: head[1] } : null;
}

// Return the parts of a record; null if they are torn.
function bodyOf(handle, at, head) {
  const end = at + HEAD + head[3];
  const body = new Uint8Array(Math.min(head[3], Math.max(0, handle.getSize() - at - HEAD)));
  handle.read(body, { at: at + HEAD });
  if (body.length === head[3]) {
    const [one, two] = summed(BEGUN, body);
    if (one === head[4] && two === head[5]) return body;
  }
  const next = headAt(handle, end);
  return next && follows(next, head[1], head[2] + 1, [head[6], head[7]]) ? body : null;
}

// Pass the parts of all records to `apply`; return the last record.
function readLog(handle, generation, apply) {
  let last = { at: 0, number: -1, sums: BEGUN, end: 0 };
  for (;;) {
    const head = headAt(handle, last.end);
    if (!head || !follows(head, generation, last.number + 1, last.sums)) return last;
    const body = bodyOf(handle, last.end, head);
    if (!body) return last;
    try {
      for (let at = 0, length; at < body.length; at += length) {
        length = new Uint32Array(body.buffer, at, 1)[0] || body.length;
        apply(body.subarray(at, at + length));
      }
    } catch {} // a damaged record: the program checks what can be read
    last = { at: last.end, number: last.number + 1, sums: [head[6], head[7]], end: last.end + HEAD + head[3] };
  }
}

// The log in IndexedDB: "log" has the parts by number; "meta" has the choice of the store, and the owner,
// who is asked for in the same transaction as each write.

class DatabaseLog {
  kind = "pages";
  room = Infinity;
  length = 0;
  #database;
  #owner = crypto.randomUUID();
  #next = 0;

  constructor(database) {
    this.#database = database;
  }

  async load(apply) {
    await within(this.#database, "readwrite", async ({ meta, log }) => {
      meta.put(this.#owner, "owner");
      for (;;) {
        const parts = await asked(log.getAll(IDBKeyRange.lowerBound(this.#next), 8));
        for (const part of parts) {
          this.length += part.length;
          apply(part);
        }
        if (!parts.length) return;
        this.#next = (await asked(log.getAllKeys(IDBKeyRange.lowerBound(this.#next), parts.length))).at(-1) + 1;
      }
    });
  }

  async append(parts) {
    await this.#write(parts, () => {});
  }

  async replace(parts) {
    await this.#write(parts, (log) => {
      log.clear();
      this.length = 0;
    });
  }

  async #write(parts, prepare) {
    const before = this.length;
    let next = this.#next;
    try {
      await within(this.#database, "readwrite", async ({ meta, log }) => {
        if (await asked(meta.get("owner")) !== this.#owner) throw new StorageError("taken");
        prepare(log);
        for (const part of parts) {
          log.put(part, next++);
          this.length += part.length;
        }
      });
      this.#next = next;
    } catch (error) {
      this.length = before;
      throw known(error);
    }
  }

  close() {
    this.#database.close();
  }
}

function openDatabase(name) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("meta");
      opening.result.createObjectStore("log");
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

// Run `work` in one transaction; it is on the disk afterwards, or nothing of it.
function within(database, mode, work) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(["meta", "log"], mode, { durability: "strict" });
    let result, failure;
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = () => reject(failure ?? transaction.error);
    const stores = { meta: transaction.objectStore("meta"), log: transaction.objectStore("log") };
    const stop = (error) => {
      failure = error;
      try {
        transaction.abort();
      } catch {} // a failed request has aborted it already
    };
    work(stores).then((value) => { result = value; }, stop);
  });
}

// Return the result of a request; its transaction stays open until the next step has been taken.
function asked(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// Return a full StorageError for the errors by which browsers say so, else the error itself.
function known(error) {
  const full = /quota|no.?space|disk.*full|device.*space/i;
  if (error instanceof StorageError || !full.test(`${error?.name} ${error?.message}`)) return error;
  return new StorageError("full", error);
}
