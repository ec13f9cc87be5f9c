// The engine's description of all questions that may come next: fetched once for a game, then stored.

import { ask, busy, game } from "./ask_server.js";
import * as store from "./tap_store.js";

const LONG = 30000; // milliseconds: the first look-ahead for a set of rules takes the server a while

let fetching = false;
let parsed = {}; // the description in use, and the id of its game

export function description() {
  const id = game()?.game;
  if (parsed.id !== id) parsed = { id, all: store.description(id) };
  return parsed.all?.[0] === version() ? parsed.all[1] : null;
}

// The version of the scripts and the language: another one needs another description.
const version = () => `${import.meta.url} ${document.documentElement.lang}`;

// The place and the state of the game on the page that the server made.
export function position() {
  const text = document.querySelector("[data-position]")?.dataset.position;
  return text ? JSON.parse(text) : null;
}

// The place in a description: of exactly this position, or one that asks the same questions without points.
export const placeOf = (all, { at, merged }) => all.places[all.index[at] ?? all.index[merged]] ?? null;

// Fetches the description unless the stored one reaches far enough.
export async function prepare() {
  const from = position();
  const { ahead: address, game: id } = game() ?? {};
  if (!from || !address || fetching || reaches(description(), from)) return;
  busy("ahead", (fetching = true));
  try {
    const { answer, text } = await ask(address, {}, LONG);
    if (!answer.ok || game()?.game !== id) return;
    parsed = { id, all: [version(), JSON.parse(text)] };
    store.keepDescription(id, JSON.stringify(parsed.all));
  } finally {
    busy("ahead", (fetching = false));
  }
}

const reaches = (all, from) =>
  all &&
  all.players.join() === from.players.join() &&
  placeOf(all, from) &&
  (from.at === all.at || !placeOf(all, from).open) &&
  `${from.dealer}.${from.deal + 2}` in all.starts;
