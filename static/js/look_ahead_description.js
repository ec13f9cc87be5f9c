// The engine's description of what may be asked next: fetched once for a game, then stored.

import { ask, game } from "./ask_server.js";
import * as store from "./tap_store.js";

const LONG = 30000; // milliseconds: a server needs a while to look ahead by new rules

let fetching = false;
let parsed = {}; // the description in use, and the game that it is of

export function description() {
  const id = game()?.game;
  if (parsed.id !== id) parsed = { id, all: store.description(id) };
  return parsed.all?.[0] === version() ? parsed.all[1] : null;
}

// Another version, or another language, describes the same place in other words.
const version = () => `${import.meta.url} ${document.documentElement.lang}`;

// Where the game stands on the page that the server has made.
export function position() {
  const text = document.querySelector("[data-position]")?.dataset.position;
  return text ? JSON.parse(text) : null;
}

// Fetches the description where the stored one does not reach far enough.
export async function prepare() {
  const from = position();
  const { ahead: address, game: id } = game() ?? {};
  if (!from || !address || fetching || reaches(description(), from)) return;
  fetching = true;
  try {
    const { answer, text } = await ask(address, {}, LONG);
    if (!answer.ok || game()?.game !== id) return;
    parsed = { id, all: [version(), JSON.parse(text)] };
    store.keepDescription(id, JSON.stringify(parsed.all));
  } finally {
    fetching = false;
  }
}

const reaches = (all, from) =>
  all &&
  all.players.join() === from.players.join() &&
  from.at in all.index &&
  `${from.dealer}.${from.deal + 2}` in all.starts;
