// Keyboard shortcuts: a key clicks the control with that `data-key`. Several keys of a control are
// separated by spaces. A key of several characters is typed one by one, as in “10” or “7h”. Of several
// rows of controls (`data-key-scope`), the keys are those of the row with the focus, otherwise of the
// first row.

import { asked } from "./drafts.js";
import { kept } from "./phone_storage.js";
import { say } from "./status_line.js";

const WAIT = 900; // milliseconds to wait for another character, as in 1 and 10
const TYPING = "input:not([type=radio], [type=checkbox], [readonly]), textarea, select, [contenteditable]";
const HAS_ENTER = "a, button, summary, input";

let typed = "";
let timer;

export function keys() {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    if (event.ctrlKey || event.altKey || event.metaKey || kept("keys") === "off") return;
    if (event.target.closest(TYPING) || document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && !typed && event.target.closest(HAS_ENTER)) return;
    if (signs(event).some((sign) => press(sign, event.target))) event.preventDefault();
  });
}

// The character of a key, and the Latin letter on it if the keyboard is set to another script.
function signs(event) {
  if (event.key.length > 1) return [event.key.toLowerCase()];
  const letter = event.code.startsWith("Key") ? [event.code.slice(3)] : [];
  return [event.key, ...letter].map((sign) => {
    const small = sign.toLowerCase();
    return event.shiftKey && /\p{L}/u.test(small) ? `shift+${small}` : small;
  });
}

const rowOf = (target) => target.closest("[data-key-scope]") ?? [...document.querySelectorAll("[data-key-scope]")].find(seen);
const controlsIn = (row) => [...document.querySelectorAll("[data-key]")].filter((control) => counts(control, row));

function press(sign, target) {
  const row = rowOf(target);
  const controls = controlsIn(row);
  if (sign === "enter" && typed) return settle(controls, typed);
  const named = sign.length > 1;
  if (typed && row && !controls.some((control) => begins(control, typed + sign)) && settle(controls, typed)) {
    return press(sign, document.activeElement); // 1 and 5 in a row: 1 here, 5 in the next row
  }
  for (const text of named ? [sign] : [typed + sign, sign]) {
    const begun = controls.filter((control) => (named ? keysOf(control).includes(text) : begins(control, text)));
    if (!begun.length) continue;
    wait(text);
    const longer = begun.filter((control) => !keysOf(control).includes(text) && !chosen(control));
    if (!longer.length) settle(controls, text);
    return true;
  }
  return false;
}

// The page may be replaced in the meantime, by one with the same question or with another one.
function wait(text) {
  const question = asked();
  clearTimeout(timer);
  typed = text;
  if (text.length < 6) say(`${text} …`, WAIT / 1000);
  timer = setTimeout(() => settle(asked() === question ? controlsIn(rowOf(document.activeElement)) : [], text), WAIT);
}

function settle(controls, text) {
  clearTimeout(timer);
  typed = "";
  say("");
  const control = controls.find((control) => keysOf(control).includes(text));
  if (!control) return false;
  const fold = control.closest("details:not([open])");
  if (fold) fold.open = true;
  control.click();
  goOn(control);
  return true;
}

// In rows, a number moves the focus to the next row, and from the last row to the button.
function goOn(control) {
  const row = control.closest("[data-key-scope]");
  if (!row) return;
  const rows = [...row.parentElement.querySelectorAll("[data-key-scope]")];
  const next = control.closest("[data-key-leads-on]") ? rows[rows.indexOf(row) + 1] : row;
  (next?.querySelector("input") ?? row.closest("form").querySelector("[data-key=Enter]")).focus();
}

function counts(control, row) {
  const own = control.closest("[data-key-scope]");
  if (own) return own === row && seen(own);
  const after = control.closest("[data-keys-after]")?.dataset.keysAfter;
  if (after && !control.form.querySelector(`[name="${after}"]:checked`)) return false;
  return seen(control) || seen(control.closest("details:not([open])"));
}

// Arrow keys scroll the page unless a row has the focus.
function keysOf(control) {
  const row = control.closest("[data-key-scope]");
  const focused = !row || row.contains(document.activeElement);
  return control.dataset.key.toLowerCase().split(" ").filter((key) => focused || !key.startsWith("arrow"));
}

const begins = (control, text) => keysOf(control).some((key) => key.startsWith(text));
const seen = (element) => element?.checkVisibility() ?? false;
const chosen = (control) => control.type === "radio" && control.form.querySelector(`[name="${control.name}"]:checked`);
