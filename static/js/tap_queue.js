// The queue of taps: each tap is stored before anything is shown, and sent once, in order.

import { answerWords, barred, codeOf, UNDO, walk } from "./look_ahead.js";
import { ask, game } from "./ask_server.js";
import * as store from "./tap_store.js";

const LONG = 60_000; // milliseconds after which no tab still shows an older page
const JSON_ONLY = { Accept: "application/json" };
const ASKED = ["hand", "question"]; // the fields that name the question of a tap
const CARRIED = ["csrf_token", "key", "revision", ...ASKED];

const NOTHING = { revision: -1, after: undefined }; // the base of a tap whose base is lost

const mine = new Set(); // the keys of the taps of this tab
let sending = null;
let inFlight = null; // the key of the tap that is being sent
let unable = ""; // the reason of the server, if it could not write the score file
let stuck = {}; // the answers of the server to taps that it did not record, by key

// The taps that the page does not show yet: recorded ones and unsent ones.
export const pending = () =>
  game()?.entries ? store.taps(game().game).filter((tap) => !(tap.made <= Number(game().revision))) : [];
export const unsent = () => pending().filter((tap) => tap.made === undefined);
export const isSending = () => sending !== null;
export const isStuck = () => unsent().some((tap) => tap.stuck);
export const refusals = () => stuck;
export const trouble = () => unable;
// Whether a tap was refused, and the game is still the same.
export const isUnfit = ({ key }) => stuck[key]?.unfit && stuck[key].revision === Number(game().revision);
// Whether a tap can be removed here, because it was never sent.
export const isHere = ({ key }) => key !== inFlight && unsent().some((tap) => tap.key === key);

// The latest revision that this phone knows: that of the page, or of a recorded tap.
export const reached = () => Math.max(Number(game().revision), ...pending().map((tap) => tap.made ?? 0));

// Called for each new page: drops the taps that it shows, once other tabs show them too.
export function arrived() {
  if (!game()?.entries) return;
  for (const tap of store.taps(game().game))
    if (tap.made <= Number(game().revision) && (mine.has(tap.key) || Date.now() - tap.at > LONG)) store.drop(tap);
}

// The state after all pending taps; null if the page shows another revision than theirs.
export function walked() {
  const taps = pending();
  return taps.length && taps[0].revision !== Number(game().revision) ? null : walk(taps);
}

// The reason why a tap cannot be taken; empty if it can.
export function refused(form, code, reached, words) {
  if (isStuck()) return words.decide;
  if (code === UNDO) return null;
  if (reached?.state?.over) return words.over;
  return form.querySelector("[data-left]")?.textContent.trim() || (reached?.state && barred(reached.state, code));
}

const fieldsOf = (body) => [...body].filter(([name]) => !CARRIED.includes(name));
const actOf = (form) => new URL(form.action).pathname.split("/").at(-1);
export const codeFor = (form, body) => (actOf(form) === "answers" ? codeOf(fieldsOf(body)) : actOf(form));

export function keep(form, body, reached) {
  const code = codeFor(form, body);
  return add({
    ...{ action: form.action, fields: fieldsOf(body), code },
    ...Object.fromEntries(ASKED.map((name) => [name, body.get(name)])),
    told: (code !== UNDO && reached?.state && answerWords(reached.state, code)) || escaped(wordsOf(form)),
    ...(code === UNDO && { undoes: escaped(game().latest) }),
  });
}

// Adds an undo or a redo of a tap that was sent, or may have been.
export const keepAct = (code, tap, words) =>
  add({ action: new URL(code, new URL(game().entries, location)).href, fields: [], code, told: escaped(words), undoes: tap.told });

// Adds a tap to the end of the queue.
export function add(tap) {
  const last = pending().at(-1);
  const base = last && last.made === undefined ? { after: last.key, revision: undefined } : { after: undefined, revision: reached() };
  const kept = { ...tap, here: undefined, at: Date.now(), game: game().game, key: store.tapKey(), place: (last?.place ?? 0) + 1, ...base };
  store.keep(kept);
  mine.add(kept.key);
  return kept;
}

export const drop = (tap) => store.drop(tap);

export function discard(key) {
  for (const tap of unsent().reverse()) if (!key || tap.key === key) store.drop(tap);
}

// Stores the choice between two answers to a question, in place of the tap that came too late. The taps
// that were built on a rejected answer then need a decision, too.
export function choose(key, way) {
  const tap = unsent().find((tap) => tap.key === key);
  const chosen = stuck[key].choices.find((choice) => choice.way === way);
  if (way === "keep") store.rebuild(tap, NOTHING);
  store.keep({ ...tap, chosen, stuck: undefined });
}

// The first line of text of a form, or of its buttons outside the form.
function wordsOf(form) {
  const parts = [form, ...form.elements].map((part) => part.cloneNode(true));
  for (const part of parts) for (const sign of part.querySelectorAll("[aria-hidden]")) sign.remove();
  return parts.map((part) => part.textContent.trim().split("\n")[0]).find(Boolean) ?? "";
}

// Plain text as HTML.
function escaped(words) {
  const holder = document.createElement("p");
  holder.textContent = words;
  return holder.innerHTML;
}

// Whether there is a tap to send that needs no decision first.
export function canSend() {
  const [tap] = unsent();
  return Boolean(tap) && !waits(tap);
}

// Whether a tap waits for a decision, because it was not recorded. When the game has changed, the tap is
// sent again, to ask for the choices that there are now.
const waits = (tap) => tap.stuck && tap.key in stuck && !(stuck[tap.key].revision < Number(game().revision));

// Sends the stored taps, and calls `recorded` after each that was; returns whether any was. Throws if the server
// is out of reach.
export function flush({ force = false, only = null } = {}, recorded = () => {}) {
  sending ??= sendAll(force, only, recorded).finally(() => (sending = inFlight = null));
  return sending;
}

async function sendAll(force, only, recorded) {
  let sent = false;
  const done = new Set();
  for (;;) {
    const tap = unsent().find((tap) => !done.has(tap.key) && (!only || tap.key === only));
    if (!tap || (waits(tap) && !force)) return sent;
    done.add(tap.key);
    inFlight = tap.key;
    const revision = force ? await present() : baseOf(tap);
    if (revision === null) return sent; // its base is a tap that another tab is sending
    const { status, ...reply } = await send(tap, revision);
    if (status === 200) {
      store.settle({ ...tap, revision, after: undefined }, reply.revision);
      sent = true;
      recorded();
    } else if (status === 429) {
      if (sent) return sent; // too fast: the rest waits for the next time
      throw new Error(status);
    } else if (tap.chosen) {
      store.keep({ ...tap, chosen: undefined }); // the recorded answer has changed again
      done.delete(tap.key);
    } else {
      const unfit = status !== 400 && Boolean(reply.problem); // as long as the game is the same
      stuck = { ...stuck, [tap.key]: { ...reply, status, unfit }, meanwhile: reply.meanwhile ?? stuck.meanwhile };
      store.keep({ ...tap, told: reply.tapped ?? tap.told, stuck: true });
      if (!force) return sent;
    }
  }
}

// The revision that a tap is based on. If the tap before it is lost, the server will ask for a decision.
function baseOf(tap) {
  return tap.revision ?? (unsent().some((other) => other.key === tap.after) ? null : NOTHING.revision);
}

async function present() {
  const { answer, text } = await ask(game().follow);
  if (!answer.ok) throw new Error(answer.status);
  return Number(text);
}

async function send(tap, revision) {
  const carried = [["csrf_token", game().token], ["key", tap.key], ["revision", revision]];
  for (const name of ASKED) if (tap[name]) carried.push([name, tap[name]]);
  const body = new URLSearchParams([...carried, ...(tap.chosen ?? tap).fields]);
  const { answer, text } = await ask(tap.chosen?.address ?? tap.action, { method: "POST", body, headers: JSON_ONLY });
  const reply = answer.headers.get("Content-Type")?.startsWith("application/json") && JSON.parse(text);
  unable = answer.status >= 500 ? (reply.problem ?? "") : "";
  if (answer.status >= 500) throw new Error(answer.status);
  if (answer.status === 429) return { status: 429 };
  if (reply) return { status: answer.status, ...reply };
  const page = new DOMParser().parseFromString(text, "text/html");
  return { status: 400, problem: page.querySelector("h1")?.textContent ?? answer.status };
}
