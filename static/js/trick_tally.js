// The tally of tricks during play: a tap on the side that won a trick. The page has the words for each
// side after every trick: this module contains no rules.

import { keep, kept } from "./phone_storage.js";
import { hold } from "./tap_guard.js";

export function tally(main) {
  const part = main.querySelector("[data-tally]");
  if (!part) return;
  const form = part.closest("form");
  const sides = [...part.querySelectorAll("[data-tally-side]")];
  let won = restored(part.dataset.tally, sides.length);

  const count = () => sides.map((side, index) => Number(side.dataset.start) + won.filter((winner) => winner === index).length);
  const sumOf = (taken) => taken.reduce((total, number) => total + number, 0);
  const complete = () => sumOf(count()) >= Number(part.dataset.total);

  const show = (fills = true) => {
    const on = kept("tally") === "on";
    const taken = count();
    const done = complete();
    part.hidden = !on;
    form.querySelector("[data-tally-on]").hidden = on;
    form.dataset.counting = on ? (done ? "done" : "running") : "off";
    part.querySelector("[data-tally-undo]").hidden = !won.length;
    tell(part.querySelector("[data-tally-progress]"), part.querySelector("[data-tally-words]"), sumOf(taken));
    sides.forEach((side, index) => tell(side.querySelector("[data-tally-told]"), side.querySelector("template"), taken[index]));
    const record = form.querySelector("[data-tally-record]");
    if (record) record.hidden = !(on && done);
    if (on && done && fills) fill(form, sides, taken);
  };
  const change = (next) => {
    won = next;
    keep("tricks won", JSON.stringify({ hand: part.dataset.tally, won }));
    show();
    hold();
  };
  // Switching on a complete tally begins a new one.
  const turn = (state) => () => {
    keep("tally", state);
    if (state === "on" && complete()) change([]);
    else show();
    hold();
  };

  sides.forEach((side, index) => {
    side.addEventListener("click", () => form.dataset.counting === "running" && change([...won, index]));
  });
  part.querySelector("[data-tally-undo]").addEventListener("click", () => change(won.slice(0, -1)));
  part.querySelector("[data-tally-off]").addEventListener("click", turn("off"));
  form.querySelector("[data-tally-on]").addEventListener("click", turn("on"));
  show(!form.querySelector(".problem, [data-entered-before]"));
}

function restored(hand, sides) {
  try {
    const before = JSON.parse(kept("tricks won"));
    return before.hand === hand ? before.won.filter((winner) => winner < sides) : [];
  } catch {
    return [];
  }
}

function tell(place, words, number) {
  const word = words.content.children[Math.min(number, words.content.children.length - 1)];
  place.replaceChildren(...word.cloneNode(true).childNodes);
}

function fill(form, sides, taken) {
  sides.forEach((side, index) => {
    if (!side.dataset.fills) return;
    const field = form.querySelector(side.dataset.fills);
    field.value = taken[index];
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
