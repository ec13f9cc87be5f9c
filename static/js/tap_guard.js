// A guard against hurried second taps, which must not answer the question that has come under the finger
// in the meantime. For a moment, a shield covers the page and says so. Keys are not stopped. What changes
// without a tap waits until no finger and no space bar is down, because the tap would be lost.

import { busy } from "./ask_server.js";
import { say } from "./status_line.js";

const LASTS = 350; // milliseconds
const LONGEST = 10_000; // milliseconds of a press, whose end may have been missed
const CLICK_WITHIN = 100; // milliseconds from lifting the finger to the click
const PRESSES = "button, summary, [type=button], [type=submit], [type=radio], [type=checkbox]"; // by the space bar

let spot = null; // the place of the last touch
let down = false;
let waiting = [];
let shield = null;
let timer;
let lifting;

export function guard() {
  document.addEventListener("pointerdown", ({ clientX, clientY }) => touched([clientX, clientY]), true);
  document.addEventListener("keydown", ({ key, target }) => key === " " && target.closest(PRESSES) && touched(spot), true);
  for (const name of ["pointerup", "pointercancel", "keyup"])
    document.addEventListener(name, () => down && lift(CLICK_WITHIN), true);
  document.addEventListener("click", () => ((down = false), lift(0)), true);
  document.addEventListener("toggle", ({ target }) => target.matches(".more-bids") && hold(), true); // a double tap
}

function touched(place) {
  [spot, down] = [place, true];
  lift(LONGEST);
}

// In some browsers the click comes a moment after the finger is lifted. Its own work is done before that of
// others who wait.
function lift(wait) {
  clearTimeout(lifting);
  lifting = setTimeout(lifted, wait);
}

function lifted() {
  down = false;
  for (const go of waiting.splice(0)) go();
}

// Null unless something is pressed, otherwise a promise of its end.
export const released = () => (down ? new Promise((go) => waiting.push(go)) : null);

// Raises the shield when the page has changed: around the last tap, or `anywhere` if another phone
// changed the page.
export function hold(anywhere = false) {
  if (!anywhere && !spot) return;
  shield ??= made();
  busy("shield", true);
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
  busy("shield", false);
}
