// The way of a tap: it is stored, the next question is drawn, then the tap is sent, and the page of the
// server confirms it. The way is the same without a network, except that the tap is sent later.

import { prepare } from "./look_ahead_description.js";
import { begun, forget } from "./drafts.js";
import { hear } from "./live_region.js";
import { ask, busy, game, LONG } from "./ask_server.js";
import * as next from "./next_question.js";
import { arrive, bring, expects, isStored, put, remember, target } from "./page_swap.js";
import { note, say } from "./status_line.js";
import { REDO, UNDO } from "./look_ahead.js";
import { hold, released } from "./tap_guard.js";
import * as queue from "./tap_queue.js";
import { keepUndone, undone } from "./tap_store.js";
import { felt } from "./vibration.js";
import { unsent } from "./unsent_panel.js";

const SLOW = 300; // milliseconds until the page says that it is sending
const QUIET = 500; // milliseconds without a tap until the page of the server replaces the drawn one
const LATE = 3000; // milliseconds without an answer until the page says that it waits
export const GONE = [403, 404]; // the answer if the page is not for this phone any more
const LOST = 2; // requests in a row without an answer until the page says so
const UNSEEN = 100; // milliseconds until a page that is not painted, as in the background, goes on

let failures = 0; // the number of requests in a row without an answer
let delivering = null;
let isSlow = false; // whether the taps that are being sent have taken longer than `SLOW`
let fetching = 0; // the number of pages that are being fetched
let tapped = () => {}; // ends the wait of the server page for a moment without taps
let pristine = null; // the page of the server, if another page is drawn over it
let decidedAt = 0; // when the user last decided about taps that were not recorded
let entering = null; // the question that this phone answers for another player
let undrawn = null; // the form and the key of a tap whose next question only the server knows

export const lost = () => failures >= LOST;
export const missed = () => failures;
const page = () => document.querySelector("[data-swap-target]").dataset;
const words = () => document.querySelector("[data-waiting]")?.dataset ?? {};
const stage = () => document.querySelector(".stage[data-begun]"); // on the table page, not in a correction

export function watchTaps() {
  window.addEventListener("storage", show);
  document.addEventListener("click", clicked);
  document.addEventListener("pointerup", lifted);
}

// Called for each new page: draws the taps that it does not show yet.
export function taps() {
  queue.arrived();
  pristine = undrawn = null;
  show();
  if (queue.canSend()) deliver();
  const idle = window.requestIdleCallback ?? setTimeout;
  prepare().then(() => (show(), idle(next.rehearse)), () => {});
  if (stage()) idle(() => (pristine ??= unfilled()));
}

// Takes a tap that sends a form.
export function take(form, body) {
  const reached = queue.walked();
  const code = queue.codeFor(form, body);
  const why = queue.refused(form, code, reached, words()) || (isBehind(body, code, reached) && tooSoon());
  if (why) return refuse(form, why);
  const tap = queue.keep(form, body, reached);
  forget();
  if (![UNDO, REDO].includes(code)) keepUndone(game().game, []);
  undrawn = draws() ? null : { form, key: tap.key };
  note("");
  felt(true);
  answered();
}

// Whether a tap was made on a question that is answered already: what is asked now is not known yet, or it
// is another question, as when two taps were made before this module was loaded.
function isBehind(body, code, reached) {
  const { state } = reached ?? {};
  if (undrawn) return true;
  if (!stage() || !queue.pending().length || (code === UNDO && state)) return false;
  const asked = body.get("question") && `${body.get("hand")}-${body.get("question")}`;
  return !state?.place || Boolean(asked && asked !== next.questionOf(state));
}

// Why a tap on an answered question does not count.
const tooSoon = () => (lost() ? words().waits : page().early);

// Shows why a tap is not taken; if the tricks do not add up, in the line with their sum.
function refuse(form, why) {
  felt(false);
  const left = form.querySelector("[data-left]");
  if (left?.textContent.trim() !== why) return say(why, 6);
  left.classList.add("problem");
  left.replaceChildren(...left.childNodes); // a screen reader reads it again
}

const draws = () => stage() && queue.walked()?.state;

// Draws the next question, and starts sending after the browser has painted it.
function answered() {
  const drawn = draws();
  say("");
  show();
  if (!drawn?.place) setTimeout(show, LATE);
  tapped();
  afterPaint(() => {
    if (drawn) focusQuestion();
    deliver();
  });
  if (drawn?.place) requestAnimationFrame(bring);
}

// Focuses the page, unless a fast typist has already focused a row of the new question.
function focusQuestion() {
  if (document.activeElement === document.body) document.querySelector("#main").focus({ preventScroll: true });
}

function afterPaint(go) {
  const late = setTimeout(go, UNSEEN);
  requestAnimationFrame(() => {
    clearTimeout(late);
    setTimeout(go);
  });
}

// Sends the stored taps; then the page of the server replaces the drawn one. A decision of the user waits
// until the present request is answered.
export function deliver(way) {
  if (delivering && way) return delivering.then(() => deliver(way));
  delivering ??= send(way).finally(() => {
    delivering = null;
    show();
  });
  return delivering;
}

async function send(decision) {
  let slow;
  let way = decision;
  try {
    do {
      slow = setTimeout(() => ((isSlow = true), show()), SLOW);
      const before = queue.isStuck();
      await queue.flush(way, oneLess);
      way = {};
      inTime(slow);
      heard();
      const stops = queue.isStuck() && !before;
      if (stops && (await stop())) return;
      if (!stops) show(); // otherwise with the page of the server, so that all moves at once
      if (refusedHere() || (queue.unsent().length && !queue.isStuck())) return; // the rest is sent later
      if (!undrawn && !queue.isStuck()) {
        note(page().saved, "saved");
        await quiet();
        if (queue.canSend()) continue;
      }
      await refresh(true);
    } while (queue.canSend());
  } catch {
    inTime(slow);
    unheard(queue.unsent().length > 0);
    if (queue.trouble()) say(queue.trouble(), 5);
  } finally {
    inTime(slow);
    if (queue.isStuck() && pristine && stage()?.dataset.drawn) bringBack();
  }
}

function inTime(slow) {
  clearTimeout(slow);
  isSlow = false;
}

// Called when one of the stored taps is recorded.
function oneLess() {
  heard();
  show();
}

// Says that taps are being sent, and how many if there are several.
function sending() {
  const { length } = queue.unsent();
  note(length > 1 ? words().sending.replace("{count}", length) : page().sending, "sending");
}

// Shows the last page of the server, because the drawn numbers are wrong and the present page did not come.
function bringBack() {
  put(pristine);
  hold(true);
}

// If the rules forbid the answer to the present question and nothing was built on it, the page of the server
// asks again, with the reason and what was entered; returns whether it does.
async function stop() {
  felt(false);
  await released();
  const [tap, next] = queue.unsent();
  const { page } = queue.refusals()[tap.key] ?? {};
  const asksAgain = Boolean(stage() && page && !next);
  if (asksAgain) queue.discard(tap.key);
  return asksAgain && (note(""), arrive(page));
}

const quiet = () => new Promise((go) => (tapped = go) && setTimeout(go, QUIET));

// Shows the reason if the rules forbid a tap whose form is still on the page.
function refusedHere() {
  const { form, key } = undrawn ?? {};
  const { status, problem } = queue.refusals()[key] ?? {};
  if (status !== 422 || !problem || !form.isConnected) return false;
  undrawn = null;
  form.inert = false;
  queue.discard(key);
  note("");
  const plain = document.createElement("p");
  plain.innerHTML = problem;
  refuse(form, plain.textContent);
  return true;
}

function underWay() {
  const stuck = queue.isStuck();
  busy("taps", !stuck && queue.unsent().length > 0);
  busy("page", Boolean(delivering || fetching || undrawn || (!stuck && queue.pending().length)));
}

// Counts a page of the server until it is put in place of the present one.
async function counted(coming) {
  fetching += 1;
  underWay();
  try {
    return await coming;
  } finally {
    fetching -= 1;
    underWay();
  }
}

// Goes to the page of another game; with `live`, only if that game is running. Returns whether it went there.
export const move = (address, live = false) => counted(go(address, live));

async function go(address, live) {
  const { answer, text } = await ask(address);
  await released();
  if (expects() || !answer.ok || (live && !text.includes(" data-live")) || !arrive(text)) return false;
  hold(true);
  history.replaceState(null, "", answer.url);
  remember(answer.url, text);
  return true;
}

// Fetches the page again. With `own`, after an entry of this phone, the table page replaces the page of a
// form. With `anew`, the page is replaced even at the same revision, as when another game began.
export const refresh = (own = false, anew = false, patience) => counted(replace(own, anew, patience));

async function replace(own, anew, patience) {
  const { latest, entries } = game() ?? {};
  const stored = isStored(); // the service worker may have the answer for exactly this address
  const address = new URL(own && (undrawn || stage()) ? entries : location.href, location);
  const asked = new URL(address);
  if (!stored && (begun().length || queue.isStuck())) asked.searchParams.set("since", queue.reached());
  const { answer, redirected, text } = await ask(asked, {}, stored ? LONG : patience);
  if (stored && !isStored()) return; // another page has come in the meantime, as after a tap on a stored form
  if (stored && (redirected || GONE.includes(answer.status))) return location.reload();
  await released();
  if (expects() || !answer.ok || (queue.unsent().length && !queue.isStuck())) return;
  const asksNothing = stage()?.dataset.drawn && !stage().querySelector(":scope > .question");
  const waited = Boolean(undrawn || asksNothing); // then the fetched page is shown at its question
  if (older(text) || (!anew && isShown(text)) || !arrive(text, !waited, queue.unsent().length > 0)) return;
  if (waited) hold(true); // a finger may be on its way to the answered question
  if (own) history.replaceState(null, "", address);
  remember(address.href, text);
  if (!queue.unsent().length) note(!own && game() && game().latest !== latest ? game().latest : page().saved, "saved");
}

const revisionOf = (text) => Number(text.match(/data-revision="(\d+)"/)?.[1] ?? Infinity);

// Whether a page was made before an entry that this phone has recorded.
const older = (text) => game() && revisionOf(text) < queue.reached();

// Whether the page is shown already: a tap and the poll may both have fetched it.
const isShown = (text) =>
  revisionOf(text) === Number(game()?.revision) && !isStored() && !stage()?.dataset.drawn && !undrawn && !queue.isStuck();

export function heard() {
  if (lost()) note("");
  failures = 0;
}

// Called if there was no answer. A single one may be late while the server or this phone is busy; one to a tap
// is said at once.
export function unheard(toTap = false) {
  failures = Math.max(failures + 1, toTap ? LOST : 0);
  show();
}

// Shows the stored taps, and whether the server can be reached.
export function show() {
  const reached = queue.walked();
  if (!queue.isStuck()) redraw(reached);
  underWay();
  unsent(lost(), decided);
  for (const older of document.querySelectorAll("[data-older]")) older.hidden = !lost();
  if (queue.isStuck()) note(page().failed, "failed");
  else if (lost()) note(page().lost, "failed");
  else if (isSlow) sending();
}

// Draws the state after the stored taps, unless it is drawn already: a draft in it must stay.
function redraw(reached) {
  const pending = queue.pending();
  const state = reached?.state ?? null;
  const enters = entering !== null && entering === next.questionOf(state);
  const back = redoable(reached);
  if (!stage() || !(pending.length || enters || back)) return;
  const since = Math.max(decidedAt, ...pending.map((tap) => tap.at));
  const waits = pending.length > 0 && Date.now() - since < LATE && !state?.place; // waits for the server
  if (waits && !state) {
    next.dim(stage());
    stage().dataset.drawn = "dimmed"; // so that the page of the server replaces it even if it is the same
    return;
  }
  const drawn = [enters, Boolean(state), waits, game().revision, ...pending.map((tap) => tap.key)].join();
  if (stage().dataset.drawn === drawn) return;
  const press = released(); // it is drawn because of a poll, another tab or time
  if (press) return press.then(show);
  if (pending.length || enters) {
    pristine ??= unfilled();
    next.draw(state, words(), { entering: enters, waits }, ways(reached, back));
  } else next.offer(stage(), ways(reached, back));
  const isLate = Boolean(state && undrawn); // the description was loaded only now
  if (isLate) {
    undrawn = null;
    focusQuestion();
    requestAnimationFrame(bring);
  }
  stage().dataset.drawn = drawn;
  if (back && state) next.again(stage(), back);
  hold(isLate);
  if (pending.length) hear(stage());
}

function unfilled() {
  const page = target().cloneNode(true);
  for (const form of page.querySelectorAll("form")) form.reset();
  return page;
}

// The taps that the next undo and the next redo are about.
function ways(reached, back) {
  const last = queue.pending().at(-1);
  if (last?.code === UNDO && !reached?.state) return { redo: queue.isHere(last) && { told: last.undoes } };
  return { undo: reached?.standing.at(-1), redo: back };
}

// The tap that was undone last, with `here` if it was unsent and its question is asked now.
function redoable(reached) {
  const last = game()?.game && undone(game().game).at(-1);
  const here = last && next.questionOf(reached?.state) === `${last.hand}-${last.question}`;
  return here ? { ...last, here } : reached?.undone.at(-1);
}

function undo() {
  const last = queue.walked()?.standing.at(-1);
  if (!last) return;
  if (!queue.isHere(last)) queue.keepAct(UNDO, last, wordsOf("undo"));
  else {
    queue.drop(last);
    keepUndone(game().game, [...undone(game().game), last]);
  }
  goBack();
}

const wordsOf = (way) => document.querySelector(`[data-${way}-unsent]`).lastElementChild.textContent;

// Shows the page of the server again if no tap is left, as it was opened.
function goBack() {
  if (pristine && !queue.pending().length) {
    put(pristine);
    bring();
  }
  if (queue.unsent().length) answered();
  else show();
}

function redo() {
  const last = queue.pending().at(-1);
  const back = redoable(queue.walked());
  if (!back?.here && last?.code === UNDO && queue.isHere(last)) {
    queue.drop(last);
    return goBack();
  }
  if (!back) return;
  if (back.here) {
    queue.add(back);
    keepUndone(game().game, undone(game().game).slice(0, -1));
  } else queue.keepAct(REDO, back, wordsOf("redo"));
  answered();
}

// Called when the user has decided about a tap: sends it, and says what was recorded last.
function decided(way) {
  const { latest } = game();
  decidedAt = Date.now();
  setTimeout(show, LATE);
  show();
  bring();
  deliver(way).then(() => game()?.latest !== latest && note(game().latest, "saved"));
}

// Shows a question for another player on this phone; returns whether it could be drawn.
export function enter(control) {
  const state = queue.walked()?.state;
  if (!control.matches("[data-enters]") || !state?.place) return false;
  entering = next.questionOf(state);
  show();
  return true;
}

// A browser passes a tap on the dimmed question to the part around it.
function lifted({ target }) {
  if (!target.matches?.(".stage") || !target.querySelector(".question[inert]")) return;
  felt(false);
  say(tooSoon());
}

function clicked(event) {
  const on = event.target.closest("button[data-enters]");
  if (on) enter(on);
  if (event.target.closest("[data-undo-unsent]")) undo();
  if (event.target.closest("[data-redo-unsent]")) redo();
  const link = event.target.closest("a[href]:not([data-swap], [href^='#'])");
  if (link && lost() && !navigator.serviceWorker?.controller) {
    event.preventDefault();
    say(page().lost);
  }
}
