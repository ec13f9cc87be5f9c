// Keeps the page as the game is: asks for its revision, fetches the page when it has moved, and
// sends what is kept. Quiet while nobody looks; asks at once when somebody does.

import { position, lookAhead } from "./ahead.js";
import { arrive, begun, put, target } from "./arrive.js";
import { ask, game } from "./net.js";
import * as offline from "./offline.js";
import * as queue from "./queue.js";
import { remember } from "./remember.js";
import { note, say } from "./say.js";
import * as shield from "./shield.js";
import { hear } from "./spoken.js";
import { sends } from "./swap.js";
import { felt } from "./touch.js";
import { unsent } from "./unsent.js";

const EVERY = 1500; // milliseconds
const SLOWER = 2; // how often the pause doubles while the server is out of reach

let timer;
let failures = 0;
let turn = 0; // what was asked before the last arrival or awakening no longer counts
let pristine = null; // the page as the server made it, where another is drawn over it
let wanted = null; // the hand whose question was asked for while the server was out of reach
let undone = []; // the taps that were taken back, until there is another
let entering = null; // the question that this phone answers in place of its player

export const lost = () => failures > 0;
const page = () => document.querySelector("[data-swap-target]").dataset;
const words = () => document.querySelector("[data-waiting]")?.dataset ?? {};

export function watch() {
  for (const name of ["visibilitychange", "pageshow", "online", "focus"])
    (name === "visibilitychange" ? document : window).addEventListener(name, (event) => {
      if (event.type !== "pageshow" || event.persisted) wake();
    });
  window.addEventListener("storage", show);
  document.addEventListener("click", clicked);
}

// A page has come: show what is kept of its game, and ask again in a while.
export function live() {
  if (!failures) wanted = null;
  pristine = null;
  undone = [];
  show();
  again();
  look();
}

function look() {
  const idle = window.requestIdleCallback ?? setTimeout;
  if (position()) idle(() => lookAhead().then(show, () => {}));
}

export function wake() {
  clearTimeout(timer);
  beat(++turn);
}

function again() {
  clearTimeout(timer);
  const mine = ++turn;
  timer = setTimeout(() => beat(mine), EVERY * 2 ** Math.min(failures, SLOWER));
}

async function beat(mine) {
  const { follow } = game() ?? {};
  if (!follow || document.hidden) return;
  try {
    const { answer, text } = await ask(follow);
    if (mine !== turn) return;
    if (answer.status === 403 || answer.status === 404) return location.reload();
    if (!answer.ok) throw new Error(answer.status);
    heard();
    if ((await send()) || text !== game().revision) await refresh();
    else look();
  } catch {
    if (mine === turn) unheard();
  }
  if (mine === turn) again();
}

async function send(way = {}) {
  if (!queue.unsent().length) return false;
  try {
    const sending = queue.flush(way.force, way.only);
    show();
    return await sending;
  } finally {
    show();
  }
}

async function refresh() {
  const { revision, latest } = game();
  const address = new URL(location.href);
  if (begun().length) address.searchParams.set("since", revision);
  const { answer, text } = await ask(address);
  if (sends()) return; // its answer brings the page, and a tap on this one would be lost
  if (!answer.ok || game()?.revision !== revision || !arrive(text, true)) return;
  remember(location.href, text);
  if (game()?.latest !== latest) say(game().latest);
  if (!queue.unsent().length) note(page().saved, "saved");
}

function heard() {
  if (failures) note("");
  failures = 0;
  show();
}

function unheard() {
  failures += 1;
  show();
}

// Draws the state of things: what is kept, and whether the server can be reached.
export function show() {
  const taps = queue.unsent();
  const state = taps.length || wanted ? queue.state() : null;
  if (!queue.isStuck() && (taps.length || wanted)) redraw(state, taps);
  unsent(decided);
  if (taps.length) note(words().kept.replace("{count}", taps.length), "failed");
  else if (failures) note(page().lost, "failed");
}

// What is drawn already stays, with what somebody has begun to enter in it.
function redraw(state, taps) {
  const stage = document.querySelector(".stage");
  const enters = entering === asked();
  const drawn = [wanted, enters, Boolean(state), ...taps.map((tap) => tap.key)].join();
  if (!stage || stage.dataset.drawn === drawn) return;
  pristine ??= unfilled();
  stage.dataset.drawn = drawn;
  offline.draw(state, taps, words(), enters, undone);
  shield.hold();
  hear(stage);
}

function unfilled() {
  const page = target().cloneNode(true);
  for (const form of page.querySelectorAll("form")) form.reset();
  return page;
}

// Which question stands after the kept taps.
const asked = () => [game().revision, ...queue.unsent().map((tap) => tap.key)].join();

function decided(way) {
  show();
  send(way).then(refresh, unheard);
}

// Whether a form may wait until it can be sent, and has to.
export function waits(form) {
  return queue.mayWait(form) && { now: lost() || queue.unsent().length > 0 };
}

// Takes a tap that cannot be sent now; says whether it was dealt with.
export function hold(form, body, tried = false) {
  const state = queue.state();
  const why = tried ? null : queue.refused(form, body, state, words());
  if (why) {
    say(why, 6);
    felt(false);
    return true;
  }
  queue.keep(form, body, state, tried);
  wanted = null;
  undone = [];
  if (tried) failures ||= 1;
  felt(true);
  show();
  scrollTo(0, 0);
  wake();
  return true;
}

// Goes on without the server to a question that asks somebody else; says whether that can be done.
export function onward(control) {
  const state = queue.state();
  if (!state?.place) return false;
  wanted = state.number;
  if (control.matches("[data-enters]")) entering = asked();
  show();
  return true;
}

function undo() {
  const tap = queue.undoLast();
  if (!tap) return show();
  const [taken, clean] = [[...undone, tap], pristine];
  wanted = null; // what was undone is what is asked
  if (clean && !queue.unsent().length) {
    const page = clean.cloneNode(true);
    page.querySelector('form[action$="/redo"]')?.remove(); // of what was undone before
    const stage = page.querySelector(".stage");
    offline.again(page, tap);
    stage.append(offline.ways(stage, [], taken));
    put(page);
    shield.hold();
  }
  [undone, pristine] = [taken, clean]; // which hold for the page that was put in place too
  show();
}

function redo() {
  const tap = undone.pop();
  if (!tap) return;
  queue.redo(tap);
  show();
  wake();
}

function clicked(event) {
  const on = event.target.closest("button[data-enters]");
  if (on) onward(on);
  if (event.target.closest("[data-undo-unsent]") && !queue.isSending()) undo();
  if (event.target.closest("[data-redo-unsent]")) redo();
  const link = event.target.closest("a[href]:not([data-swap], [href^='#'])");
  if (link && lost() && !navigator.serviceWorker?.controller) {
    event.preventDefault();
    say(page().lost);
  }
}
