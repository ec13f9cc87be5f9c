// Taps that could not be sent are kept, in order, and sent once each when the server is back.

import * as kept from "./kept.js";
import { barred, codeOf, told, walk } from "./ahead.js";
import { ask, game } from "./net.js";

const JSON_ONLY = { Accept: "application/json" };
const ASKED = ["hand", "question"]; // which question a tap answers
const CARRIED = ["csrf_token", "key", "revision", ...ASKED];

const reached = new Map(); // the revision to which this phone has brought each game
let sending = null;
let unable = ""; // why the server could not record what was sent last, in its words
let stuck = {}; // what came back for the taps of a game that were refused, by key

export const unsent = () => (game()?.entries ? kept.taps(game().game) : []);
export const refusals = () => stuck;
// Whether the game is still as it was when it had no place for this tap.
export const isUnfit = ({ key }) => stuck[key]?.unfit && stuck[key].revision === Number(game().revision);
export const trouble = () => unable;
export const isStuck = () => unsent().some((tap) => tap.stuck);

// Whether this form records an entry of the game, as which it may wait.
export function mayWait(form) {
  const { entries } = game() ?? {};
  if (!form.elements.key) return false;
  const path = new URL(form.action).pathname;
  return Boolean(entries && path.startsWith(entries) && !path.slice(entries.length).includes("/"));
}

// Why a tap cannot be taken while the server is out of reach: the reason in words, or nothing.
export function refused(form, body, state, words) {
  if (isStuck()) return words.decide;
  if (state?.over) return words.over;
  if (!state?.place) return words.waits;
  const left = form.querySelector("[data-left]")?.textContent.trim();
  return left || barred(state, codeOf(fieldsOf(body)));
}

// Keeps a tap: one that was tried belongs to the page that it was made on, any other to the last kept.
export function keep(form, body, state, tried) {
  const before = unsent();
  const last = before.at(-1);
  const fields = fieldsOf(body);
  const code = codeOf(fields);
  kept.keep({
    ...{ game: game().game, action: form.action, fields, code },
    ...Object.fromEntries(ASKED.map((name) => [name, body.get(name)])),
    key: body.get("key"),
    place: (last?.place ?? 0) + 1,
    told: (state && told(state, code)) ?? escaped(wordsOf(form)),
    ...(last && !tried ? { after: last.key } : { revision: Number(body.get("revision")) }),
  });
}

// The first line of a form, or of its buttons that stand elsewhere.
const wordsOf = (form) =>
  [form, ...form.elements].map((one) => one.textContent.trim().split("\n")[0]).find(Boolean) ?? "";

// Words of the page, as markup that says the same.
function escaped(words) {
  const holder = document.createElement("p");
  holder.textContent = words;
  return holder.innerHTML;
}

const fieldsOf = (body) => [...body].filter(([name]) => !CARRIED.includes(name));

// Where the game stands after the kept taps; null where the page shows another revision than theirs.
export function state() {
  const taps = unsent();
  if (taps.length && taps[0].revision !== Number(game().revision)) return null;
  return walk(taps);
}

// Sends what is kept, and says whether anything was sent. Throws where the server is out of reach.
export function flush(force = false, only = null) {
  sending ??= sendAll(force, only).finally(() => (sending = null));
  return sending;
}

export const isSending = () => sending !== null;

async function sendAll(force, only) {
  let sent = false;
  const done = new Set();
  for (;;) {
    const tap = unsent().find((one) => !done.has(one.key) && (!only || one.key === only));
    if (!tap || (tap.stuck && tap.key in stuck && !force)) return sent;
    done.add(tap.key);
    const revision = force ? await present() : baseOf(tap);
    if (revision === null) return sent; // built on a tap that another tab is sending
    const { status, ...said } = await send(tap, revision);
    if (status === 200) {
      reached.set(tap.game, said.revision);
      kept.drop(tap, { revision: said.revision, after: undefined });
      sent = true;
    } else if (status === 429) {
      if (sent) return sent; // too fast: the others wait for the next time
      throw new Error(status);
    } else {
      const unfit = status !== 400 && Boolean(said.problem); // until the game goes on
      stuck = { ...stuck, [tap.key]: { ...said, unfit }, meanwhile: said.meanwhile ?? stuck.meanwhile };
      kept.keep({ ...tap, stuck: true });
      if (!force) return sent;
    }
  }
}

// A tap whose forerunner is nowhere is built on nothing: the server will ask for a decision.
function baseOf(tap) {
  return tap.revision ?? (unsent().some((one) => one.key === tap.after) ? null : -1);
}

async function present() {
  const { answer, text } = await ask(game().follow);
  if (!answer.ok) throw new Error(answer.status);
  return Number(text);
}

async function send(tap, revision) {
  const carried = [["csrf_token", game().token], ["key", tap.key], ["revision", revision]];
  for (const name of ASKED) if (tap[name]) carried.push([name, tap[name]]);
  const body = new URLSearchParams([...carried, ...tap.fields]);
  const { answer, text } = await ask(tap.action, { method: "POST", body, headers: JSON_ONLY });
  const said = answer.headers.get("Content-Type")?.startsWith("application/json") && JSON.parse(text);
  unable = answer.status >= 500 ? (said.problem ?? "") : "";
  if (answer.status >= 500) throw new Error(answer.status);
  if (answer.status === 429) return { status: 429 };
  if (said) return { status: answer.status, ...said };
  const page = new DOMParser().parseFromString(text, "text/html");
  return { status: 400, problem: page.querySelector("h1")?.textContent ?? answer.status };
}

export function undoLast() {
  const last = unsent().at(-1);
  if (last) kept.drop(last);
  return last;
}

// Keeps a tap again that was undone, as the last one; the page may be older than what was sent.
export function redo(tap) {
  const last = unsent().at(-1);
  const revision = Math.max(game().revision, reached.get(tap.game) ?? 0);
  const base = last ? { after: last.key, revision: undefined } : { after: undefined, revision };
  kept.keep({ ...tap, ...base, place: (last?.place ?? 0) + 1 });
}

export function discard(key) {
  for (const tap of unsent().reverse()) if (!key || tap.key === key) kept.drop(tap);
}
