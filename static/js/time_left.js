// Counts down what is left of a game that ends by the clock, in whole minutes. The server says what was left when
// it made the page; from then on the time that passes counts, whatever time of day the phone takes it for.

import { isStored } from "./page_swap.js";

const MINUTE = 60; // seconds
const UNSURE = 30; // seconds by which a page may differ from the one before: it was on the way, or in a cache
const LATER = 50; // milliseconds after a full minute

let end = { of: null, at: 0 }; // the moment of the end by the phone's clock
let shown = [];
let timer;

export function timeLeft(main) {
  shown = [...main.querySelectorAll("[data-time-left]")];
  if (isStored()) return shown.forEach((place) => place.remove()); // nobody knows how old the page is
  const { ends, timeLeft: left } = shown[0].dataset;
  const at = Date.now() + left * 1000;
  const differs = Math.abs(at - end.at) > UNSURE * 1000;
  end = { of: ends, at: ends !== end.of || differs ? at : Math.min(at, end.at) };
  count();
}

function count() {
  clearTimeout(timer);
  if (!shown[0]?.isConnected) return;
  const seconds = (end.at - Date.now()) / 1000;
  for (const place of shown) {
    const words = inWords(Math.ceil(seconds / MINUTE), place.dataset);
    if (place.textContent.trim() !== words) place.textContent = words;
    place.classList.toggle("time-left--over", seconds <= 0);
  }
  for (const form of document.querySelectorAll("[data-at-the-end]")) form.hidden = seconds > 0;
  if (seconds > 0) timer = setTimeout(count, (seconds % MINUTE) * 1000 + LATER);
}

function inWords(left, { hours, minutes, over }) {
  if (left <= 0) return over;
  if (left < 60) return minutes.replace("{minutes}", left);
  return hours.replace("{hours}", Math.floor(left / 60)).replace("{minutes}", String(left % 60).padStart(2, "0"));
}

document.addEventListener("visibilitychange", count);
window.addEventListener("pageshow", count);
