// What this phone keeps of a game: taps that are not sent yet, each under a key of its own, so that
// two tabs cannot overwrite each other; and what may be asked next.

const memory = new Map();
const TAP = "scorekeeper.tap.";
const AHEAD = "scorekeeper.ahead.";

function attempt(action, otherwise) {
  try {
    return action();
  } catch {
    return otherwise(); // no storage, or none left: as long as the page lives
  }
}

const read = (name) => memory.get(name) ?? attempt(() => localStorage.getItem(name), () => null);
const names = () => [...new Set([...memory.keys(), ...attempt(() => Object.keys(localStorage), () => [])])];

function write(name, value) {
  attempt(() => localStorage.setItem(name, value), () => memory.set(name, value));
}

function remove(name) {
  memory.delete(name);
  attempt(() => localStorage.removeItem(name), () => null);
}

// The taps of a game in the order in which they were made.
export function taps(game) {
  return names()
    .filter((name) => name.startsWith(`${TAP}${game}.`))
    .map((name) => JSON.parse(read(name)))
    .sort((one, other) => one.place - other.place || (one.key < other.key ? -1 : 1));
}

export function keep(tap) {
  write(`${TAP}${tap.game}.${tap.key}`, JSON.stringify(tap));
}

// Takes a tap away; what was built on it is now built on the revision or the tap before.
export function drop(tap, base = { revision: tap.revision, after: tap.after }) {
  for (const next of taps(tap.game)) if (next.after === tap.key) keep({ ...next, ...base });
  remove(`${TAP}${tap.game}.${tap.key}`);
}

export function ahead(game) {
  const text = read(AHEAD + game);
  return text ? JSON.parse(text) : null;
}

// One game at a time, for a phone has little room.
export function keepAhead(game, text) {
  for (const name of names()) if (name.startsWith(AHEAD)) remove(name);
  write(AHEAD + game, text);
}

export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(36)).join("");
}
