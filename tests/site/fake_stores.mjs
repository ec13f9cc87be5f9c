// A browser's two stores, without a browser, for tests that cut the power.
//
// Disk       the origin's private file system, with the freedom of a real disk: what was not flushed may
//            be lost, kept, torn at any byte, or written in another order
// Databases  IndexedDB: a transaction is kept as a whole or not at all
//
// Both note what happens in `events`; `at(count, luck)` is the store after a cut behind so many events.

const SECTOR = 512;
const EMPTY = new Uint8Array(0);

class DOMError extends Error {
  constructor(name) {
    super(name);
    this.name = name;
  }
}

function resized(bytes, size) {
  if (size <= bytes.length) return bytes.slice(0, size);
  const longer = new Uint8Array(size);
  longer.set(bytes);
  return longer;
}

function written(bytes, data, at) {
  const longer = bytes.length < at + data.length ? resized(bytes, at + data.length) : bytes;
  longer.set(data, at);
  return longer;
}

// A random number generator that a seed repeats.
export function lucky(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export class Disk {
  events = [];
  counts = { write: 0, flush: 0, bytes: 0 };
  room = Infinity; // bytes that all files together may have
  refuses = false; // like a private window
  lacks = false; // like an older browser

  constructor(files = new Map()) {
    this.files = files; // path -> bytes, as a program sees them
    this.before = new Map([...files].map(([path, bytes]) => [path, bytes.slice()]));
    this.held = new Set();
  }

  get storage() {
    if (this.lacks) return {};
    return {
      getDirectory: async () => {
        if (this.refuses) throw new DOMError("SecurityError");
        return { getDirectoryHandle: async (folder) => this.#folder(folder) };
      },
    };
  }

  #folder(folder) {
    if (folder.includes("/")) throw new TypeError("no name of a folder");
    const open = (path) => {
      if (this.held.has(path)) throw new DOMError("NoModificationAllowedError");
      this.held.add(path);
      return this.#handle(path);
    };
    return {
      getFileHandle: async (name) => ({ createSyncAccessHandle: async () => open(`${folder}/${name}`) }),
    };
  }

  #handle(path) {
    const bytes = () => this.files.get(path) ?? EMPTY;
    const note = (event) => this.events.push({ path, ...event });
    const grow = (size) => {
      const others = [...this.files].reduce((sum, [other, { length }]) => sum + (other === path ? 0 : length), 0);
      if (others + size > this.room && size > bytes().length) throw new DOMError("QuotaExceededError");
    };
    return {
      getSize: () => bytes().length,
      read: (into, { at }) => {
        const found = bytes().subarray(at, at + into.length);
        into.set(found);
        return found.length;
      },
      write: (data, { at }) => {
        grow(at + data.length);
        this.counts.write += 1;
        this.counts.bytes += data.length;
        note({ write: data.slice(), at });
        this.files.set(path, written(bytes(), data, at));
        return data.length;
      },
      truncate: (size) => {
        grow(size);
        note({ truncate: size });
        this.files.set(path, resized(bytes(), size));
      },
      flush: () => {
        this.counts.flush += 1;
        note({ flush: true });
      },
      close: () => this.held.delete(path),
    };
  }

  // Go through all places of a cut: call `visit` with a maker of disks after each event.
  async cuts(visit) {
    const safe = this.before;
    const waiting = new Map(); // path -> events since its last flush
    for (let count = 0; count <= this.events.length; count++) {
      if (count) {
        const event = this.events[count - 1];
        const events = waiting.get(event.path) ?? [];
        waiting.set(event.path, events);
        if (event.flush) {
          for (const one of events.splice(0)) apply(safe, one);
        } else {
          events.push(event);
        }
      }
      await visit(count, (luck) => torn(safe, waiting, luck));
    }
  }
}

function apply(files, { path, write, at, truncate }) {
  const bytes = files.get(path) ?? EMPTY;
  files.set(path, write ? written(bytes, write, at) : resized(bytes, truncate));
}

// A disk with any part of what waits, in any order; without luck, with all of it, as after a kill.
function torn(safe, waiting, luck) {
  const files = new Map([...safe].map(([path, bytes]) => [path, bytes.slice()]));
  for (const events of waiting.values()) {
    const order = [...events];
    if (luck && luck() < 0.5) order.sort(() => luck() - 0.5);
    for (const event of order) {
      const chance = luck ? luck() : 0;
      if (chance < 0.4) apply(files, event);
      else if (event.write && chance < 0.9) for (const part of pieces(event, luck)) apply(files, part);
    }
  }
  return new Disk(files);
}

// Pieces of a write: its beginning up to any byte, its end, or any of its sectors.
function* pieces({ path, write, at }, luck) {
  const cut = Math.floor(luck() * write.length);
  const kind = luck();
  if (kind < 0.4) yield { path, write: write.slice(0, cut), at };
  else if (kind < 0.5) yield { path, write: write.slice(cut), at: at + cut };
  else {
    for (let from = 0; from < write.length; from += SECTOR) {
      if (luck() < 0.7) yield { path, write: write.slice(from, from + SECTOR), at: at + from };
    }
  }
}

export class Databases {
  events = []; // the content after each transaction that wrote
  counts = { transactions: 0, puts: 0, bytes: 0 };
  room = Infinity;
  refuses = false;

  constructor(content = new Map()) {
    this.content = content; // store -> Map of key -> value
    this.events.push(content);
    this.busy = Promise.resolve();
  }

  get indexedDB() {
    return {
      open: (name, version) => {
        const opening = {};
        setImmediate(() => {
          if (this.refuses) {
            opening.error = new DOMError("InvalidStateError");
            return opening.onerror();
          }
          opening.result = this.#connection();
          if (!this.content.size && version) opening.onupgradeneeded();
          opening.onsuccess();
        });
        return opening;
      },
    };
  }

  static KeyRange = { lowerBound: (key) => key };

  #connection() {
    return {
      createObjectStore: (name) => this.content.set(name, new Map()),
      transaction: (names, mode, options) => this.#transaction(names, mode, options),
      close() {},
    };
  }

  #transaction(names, mode, { durability }) {
    if (durability !== "strict") throw new Error("what is not strict may be lost");
    const content = new Map();
    const requests = [];
    let aborted = false, active = true;
    const transaction = {
      error: null,
      abort() {
        if (!active) throw new DOMError("InvalidStateError");
        aborted = true;
      },
      objectStore: (name) => {
        const ask = (run) => {
          if (!active) throw new DOMError("TransactionInactiveError");
          const request = { run: () => run(content.get(name)) };
          requests.push(request);
          return request;
        };
        const change = (run) => {
          if (mode !== "readwrite") throw new DOMError("ReadOnlyError");
          return ask(run);
        };
        const from = (store, least) => [...store].filter(([key]) => key >= least).sort(([one], [other]) => one - other);
        return {
          get: (key) => ask((store) => structuredClone(store.get(key))),
          getAll: (least, most) => ask((store) => structuredClone(from(store, least).slice(0, most).map(([, value]) => value))),
          getAllKeys: (least, most) => ask((store) => from(store, least).slice(0, most).map(([key]) => key)),
          put: (value, key) => {
            const clone = structuredClone(value);
            this.counts.puts += 1;
            this.counts.bytes += clone.length ?? 0;
            return change((store) => void store.set(key, clone));
          },
          clear: () => change((store) => void store.clear()),
        };
      },
    };
    this.busy = this.busy.then(async () => {
      for (const name of names) content.set(name, new Map(this.content.get(name)));
      for (;;) {
        const request = requests.shift();
        if (!request || aborted) break;
        request.result = request.run();
        request.onsuccess?.();
        await new Promise(setImmediate);
      }
      active = false;
      if (!aborted && mode === "readwrite") {
        const size = [...content.values()].flatMap((store) => [...store.values()])
          .reduce((sum, value) => sum + value.length, 0);
        if (size > this.room) {
          aborted = true;
          transaction.error = new DOMError("QuotaExceededError");
        } else {
          this.content = new Map([...this.content, ...content]);
          this.events.push(this.content);
          this.counts.transactions += 1;
        }
      }
      if (aborted) transaction.onabort();
      else transaction.oncomplete();
    });
    return transaction;
  }

  async cuts(visit) {
    for (const [count, content] of this.events.entries()) {
      await visit(count, () => new Databases(new Map([...content].map(([name, store]) => [name, new Map(store)]))));
    }
  }
}

// Let the page's own names mean these stores.
export function use(disk, databases) {
  Object.defineProperty(globalThis, "navigator", { value: { storage: disk.storage }, configurable: true });
  globalThis.indexedDB = databases.indexedDB;
  globalThis.IDBKeyRange = Databases.KeyRange;
}
