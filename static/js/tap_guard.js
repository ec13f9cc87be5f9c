// A guard against hurried second taps, which must not answer the question that has come under the finger
// in the meantime. For a moment, a shield covers the page and says so. Keys are not stopped. A page that
// is fetched without a tap waits until no finger is down, because the tap would be lost.

import { say } from "./status_line.js";

const LASTS = 350; // milliseconds
const LONGEST = 1000; // milliseconds that a page waits for a finger
const CLICK_WITHIN = 100; // milliseconds from lifting the finger to the click

let spot = null; // the place of the last touch
let down = false;
let waiting = [];
let shield = null;
let timer;
let lifting;

export function guard() {
  document.addEventListener("pointerdown", touched, true);
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => lift(CLICK_WITHIN), true);
  document.addEventListener("click", () => lift(0), true);
}

function touched({ clientX, clientY }) {
  clearTimeout(lifting);
  [spot, down] = [[clientX, clientY], true];
}

// In some browsers the click comes a moment after the finger is lifted.
function lift(wait) {
  clearTimeout(lifting);
  lifting = setTimeout(lifted, wait);
}

function lifted() {
  down = false;
  for (const go of waiting.splice(0)) go();
}

export const released = () =>
  down && new Promise((go) => waiting.push(go) && setTimeout(go, LONGEST)); // a mouse may leave the window

// Raises the shield when the page has changed: around the last tap, or `anywhere` if another phone
// changed the page.
export function hold(anywhere = false) {
  if (!anywhere && !spot) return;
  shield ??= made();
  shield.className = `shield${anywhere ? "" : " shield--spot"}`;
  const [x, y] = spot ?? [0, 0];
  shield.style.setProperty("--x", `${x}px`);
  shield.style.setProperty("--y", `${y}px`);
  spot = null;
  clearTimeout(timer);
  timer = setTimeout(lower, LASTS);
}

function made() {
  const fresh = document.body.appendChild(document.createElement("div"));
  fresh.addEventListener("pointerdown", () => say(document.querySelector("[data-swap-target]").dataset.early));
  return fresh;
}

function lower() {
  shield?.remove();
  shield = null;
}
