// Replaces the present page by a fetched one. If the page was fetched because another phone has written,
// scroll position, focus, open folds and drafts stay as they are. A draft that does not fit is named, unless it
// is kept as a tap that was not sent.

import { busy } from "./ask_server.js";
import { asked, begun, fill, given } from "./drafts.js";
import { say } from "./status_line.js";
import { hold } from "./tap_guard.js";

let started;
let expected = false; // whether a form is being sent or a link followed

// Whether the service worker has shown a stored page, because the server has not answered yet.
export const isStored = () => "stored" in document.documentElement.dataset;
export const expects = () => expected;
export const expect = (coming) => busy("form", (expected = coming));
export const onArrival = (start) => (started = start);
export const target = () => document.querySelector("[data-swap-target]");
const TILES = ".question :is(.tile, .stepper, .entered__number)";
const firstTile = () => [...target().querySelectorAll(TILES)].find((tile) => tile.checkVisibility());
const tiles = () => (firstTile() ?? target().querySelector(".question"))?.getBoundingClientRect().top;

export function arrive(text, keeping = false, isKept = false) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.querySelector("[data-swap-target]");
  if (!fresh) return false;
  const old = keeping && present();
  if (isStored()) say("");
  delete document.documentElement.dataset.stored;
  const before = [asked(), tiles()];
  if (document.querySelector("[data-question]")) fresh.dataset.answered = "";
  document.title = page.title;
  document.body.className = page.body.className;
  for (const name of ["lang", "dir"]) document.documentElement[name] = page.documentElement[name];
  put(document.adoptNode(fresh));
  if (old) restore(old, isKept);
  else top();
  if (asked() !== before[0]) say("");
  else if (keeping) scrollBy(0, tiles() - before[1] || 0); // the tiles stay under the finger
  if (!keeping || asked() !== before[0] || tiles() !== before[1]) hold(keeping);
  return true;
}

export function put(fresh) {
  target().replaceWith(fresh);
  started();
}

// Shows another page at its question, and its error message.
function top() {
  if (document.querySelector("main [data-focus]")) return;
  document.querySelector("#main").focus({ preventScroll: true });
  const problem = document.querySelector(".problem[id], [role=alert]");
  bring();
  problem?.scrollIntoView({ block: "nearest" });
}

// Scrolls to the top of the page, or as far down as the question needs.
export function bring() {
  scrollTo(0, 0);
  const question = target().querySelector(".stage > .question");
  question?.scrollIntoView({ block: "nearest" });
}

const CONTROLS = "button, input, textarea, a, summary, select";
const controls = () => [...target().querySelectorAll(CONTROLS)];

// What a control does, the same on the next page.
const deed = (control) =>
  [
    ...[control.tagName, control.id, control.form?.action, control.name, control.getAttribute("href")],
    ...[control.dataset.way, control.closest("[data-tap]")?.dataset.tap],
    control.matches("button, [type=radio], [type=checkbox]") && control.value,
  ].join(" ");

function inWords(control) {
  const label = (control.labels[0]?.textContent ?? control.name).trim().replace(/\s+/g, " ");
  return control.type === "radio" ? label : `${label} ${control.value}`;
}

function present() {
  const active = document.activeElement;
  const same = controls().filter((control) => deed(control) === deed(active));
  return {
    question: asked(),
    given: given(),
    begun: begun().map(inWords).join(", "),
    scroll: [scrollX, scrollY],
    focus: target().contains(active) && { deed: deed(active), number: same.indexOf(active), caret: caretOf(active) },
    selected: selected(),
    open: new Map(folds().map((fold, index, all) => [nth(fold, index, all), fold.open])),
    pads: pads().map((pad) => pad.hidden),
    sideways: document.querySelector(".sheet")?.scrollLeft,
  };
}

// The caret in a text field, or the selected part of its text.
const caretOf = ({ selectionStart, selectionEnd, selectionDirection }) =>
  Number.isInteger(selectionStart) && [selectionStart, selectionEnd, selectionDirection];

// The selected text of the page, by the places of its ends.
function selected() {
  const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = getSelection();
  if (isCollapsed || ![anchorNode, focusNode].every((node) => target().contains(node))) return null;
  return { text: String(getSelection()), ends: [wayTo(anchorNode), anchorOffset, wayTo(focusNode), focusOffset] };
}

function select(before) {
  if (!before) return;
  const [anchor, from, focus, to] = before.ends;
  const ends = [nodeAt(anchor), nodeAt(focus)];
  if (!ends.every(Boolean)) return;
  try {
    getSelection().setBaseAndExtent(ends[0], from, ends[1], to);
  } catch {
    return; // the text is shorter now
  }
  if (String(getSelection()) !== before.text) getSelection().removeAllRanges();
}

const wayTo = (node) => (node === target() ? [] : [...wayTo(node.parentNode), [...node.parentNode.childNodes].indexOf(node)]);
const nodeAt = (way) => way.reduce((node, index) => node?.childNodes[index], target());

const folds = () => [...document.querySelectorAll("main details")];

// A fold by its kind and its number among its kind: another kind may have come or gone meanwhile.
const nth = ({ className }, index, all) =>
  `${className} ${all.slice(0, index).filter((other) => other.className === className).length}`;

const pads = () => [...document.querySelectorAll("main .pad")];

function restore(old, isKept) {
  if (old.question === asked()) {
    fill(old.given);
    folds().forEach((fold, index, all) => (fold.open = old.open.get(nth(fold, index, all)) ?? fold.open));
    pads().forEach((pad, index) => (pad.hidden = old.pads[index] ?? true));
  } else if (old.begun && !isKept) lament(old.begun);
  if (old.focus) {
    const again = controls().filter((control) => deed(control) === old.focus.deed)[old.focus.number];
    (again ?? document.querySelector("#main")).focus({ preventScroll: true });
    if (again && old.focus.caret) again.setSelectionRange(...old.focus.caret);
  }
  select(old.selected);
  const sheet = document.querySelector(".sheet");
  if (sheet) sheet.scrollLeft = old.sideways ?? 0;
  scrollTo(...old.scroll);
}

// Says which entered values are lost.
function lament(words) {
  const stage = document.querySelector(".stage");
  const line = document.createElement("p");
  line.textContent = `${stage?.dataset.begun} ${words}`;
  stage?.querySelector("[data-meanwhile]")?.append(line);
}

// Stores a page in the cache of the service worker; there is none without https, or without a manifest. A link
// to join holds a key.
export async function remember(address, text) {
  if (text.includes("/join/") || !document.querySelector("[rel=manifest]")) return;
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  const pages = await window.caches?.open("pages");
  await pages?.put(address, new Response(text, { headers }));
}
