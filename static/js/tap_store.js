// The parts of a game that this phone stores: unsent taps, undone taps, and the engine's description. Each
// unsent tap has its own key in the storage, so that two tabs cannot overwrite each other's taps.

const memory = new Map();
let known = null; // the stored taps, until one is written here or in another tab
const TAP = "scorekeeper.tap.";
const UNDONE = "scorekeeper.undone.";
const AHEAD = "scorekeeper.ahead.";

function attempt(action, otherwise) {
  try {
    return action();
  } catch {
    return otherwise(); // no storage, or it is full: memory lasts as long as the page
  }
}

const read = (name) => memory.get(name) ?? attempt(() => localStorage.getItem(name), () => null);
const names = () => [...new Set([...memory.keys(), ...attempt(() => Object.keys(localStorage), () => [])])];

function write(name, value) {
  known = null;
  attempt(() => localStorage.setItem(name, value), () => memory.set(name, value));
}

function remove(name) {
  known = null;
  memory.delete(name);
  attempt(() => localStorage.removeItem(name), () => null);
}

// Stores a value for one game only, because a phone has little room.
function writeAlone(prefix, game, value) {
  for (const name of names()) if (name.startsWith(prefix)) remove(name);
  if (value) write(prefix + game, value);
}

const parsed = (text) => (text ? JSON.parse(text) : null);

// The taps of a game in the order in which they were made.
export function taps(game) {
  known ??= names()
    .filter((name) => name.startsWith(TAP))
    .map((name) => JSON.parse(read(name)))
    .sort((tap, other) => tap.place - other.place || (tap.key < other.key ? -1 : 1));
  return known.filter((tap) => tap.game === game);
}

window.addEventListener("storage", () => (known = null));

export function keep(tap) {
  write(`${TAP}${tap.game}.${tap.key}`, JSON.stringify(tap));
}

// Removes a tap; taps that were based on it are then based on the revision or the tap before it.
export function drop(tap) {
  rebuild(tap, { revision: tap.revision, after: tap.after });
  remove(`${TAP}${tap.game}.${tap.key}`);
}

// Stores that a tap was recorded as revision `made`; it stays until a page shows that revision.
export function settle(tap, made) {
  rebuild(tap, { revision: made, after: undefined });
  keep({ ...tap, made, stuck: undefined });
}

export function rebuild(tap, base) {
  for (const next of taps(tap.game)) if (next.after === tap.key) keep({ ...next, ...base });
}

// The taps that were undone before they were sent, the latest last.
export const undone = (game) => parsed(read(UNDONE + game)) ?? [];
export const keepUndone = (game, list) => writeAlone(UNDONE, game, list.length && JSON.stringify(list));

export const description = (game) => parsed(read(AHEAD + game));
export const keepDescription = (game, text) => writeAlone(AHEAD, game, text);

export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(36)).join("");
}

// The keys of the taps of a page count on, so that a link that holds the game can be short. A tap has a key of
// its own, so the server need not tell the taps of a page apart by their answers.
const OWN = newKey();
let made = 0;

export const tapKey = () => `tap-${OWN}-${(made += 1)}`;
