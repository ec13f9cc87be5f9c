// Puts a page that has come in place of the present one. One that was fetched because somebody
// else has written leaves everything as it was: scroll, focus, what is open and what was begun.

import { hold } from "./shield.js";

let started;

export const onArrival = (start) => (started = start);
export const target = () => document.querySelector("[data-swap-target]");

export function arrive(text, keeping = false) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.querySelector("[data-swap-target]");
  if (!fresh) return false;
  const old = keeping && present();
  const before = asked();
  document.title = page.title;
  document.body.className = page.body.className;
  for (const name of ["lang", "dir"]) document.documentElement[name] = page.documentElement[name];
  put(document.adoptNode(fresh));
  if (asked() !== before) hold(keeping);
  if (old) restore(old);
  return true;
}

export function put(fresh) {
  target().replaceWith(fresh);
  started();
}

// What somebody has begun to enter: the controls that are no longer as the page brought them.
export function begun() {
  return [...target().querySelectorAll("main form :is(input, select)")].filter(
    (one) =>
      one.type !== "hidden" &&
      (one.matches("[type=radio]") ? one.checked !== one.defaultChecked : one.value !== one.defaultValue),
  );
}

const asked = () => document.querySelector("[data-question]")?.dataset.question ?? location.pathname;
const named = (one) => one.id || `${one.form?.action} ${one.name} ${one.value}`;
const typed = (one) => `${one.form.action} ${one.name} ${one.type === "radio" ? one.value : ""}`;

function told(one) {
  const words = (one.labels[0]?.textContent ?? one.name).trim().replace(/\s+/g, " ");
  return one.type === "radio" ? words : `${words} ${one.value}`;
}

function present() {
  const active = document.activeElement;
  return {
    question: asked(),
    begun: begun(),
    told: begun().map(told).join(", "),
    scroll: [scrollX, scrollY],
    focus: target().contains(active) && active,
    open: folds().map((fold) => fold.open),
    sideways: document.querySelector(".sheet")?.scrollLeft,
  };
}

const folds = () => [...document.querySelectorAll("main details")];

function restore(old) {
  if (old.question === asked()) {
    const now = new Map([...target().querySelectorAll("main form :is(input, select)")].map((one) => [typed(one), one]));
    for (const one of old.begun) {
      const same = now.get(typed(one));
      if (!same) continue;
      [same.value, same.checked] = [one.value, one.checked];
      if (one.type !== "radio") same.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const fresh = folds();
    if (fresh.length === old.open.length) fresh.forEach((fold, index) => (fold.open = old.open[index]));
  } else if (old.begun.length) lament(old.told);
  const again =
    old.focus && [...target().querySelectorAll("button, input, a, summary, select")].find((one) => named(one) === named(old.focus));
  (again || (old.focus ? document.querySelector("#main") : null))?.focus({ preventScroll: true });
  const sheet = document.querySelector(".sheet");
  if (sheet) sheet.scrollLeft = old.sideways ?? 0;
  scrollTo(...old.scroll);
}

// Nothing that was entered goes without a word.
function lament(told) {
  const stage = document.querySelector(".stage");
  const line = document.createElement("p");
  line.textContent = `${stage?.dataset.begun} ${told}`;
  stage?.querySelector("[data-meanwhile]")?.append(line);
}
