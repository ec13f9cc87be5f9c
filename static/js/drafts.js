// Drafts of answers: a bid without a declarer, tricks of some sides only. They survive a reload, a
// locked phone and another page, as long as the same question is asked.

import { game } from "./ask_server.js";
import { keep, kept } from "./phone_storage.js";

const NAME = "half-given answer";
const ASKED = "form.question:not(:has(textarea))"; // a text would be filled in again after it was sent
const main = () => document.querySelector("main");
const fields = () => [...main().querySelectorAll("form :is(input, select, textarea)")].filter((field) => field.type !== "hidden");
export const asked = () => document.querySelector("[data-question]")?.dataset.question ?? location.pathname;

// The controls that differ from the page as it was loaded.
export function begun() {
  return fields().filter((field) =>
    field.matches("[type=radio]") ? field.checked !== field.defaultChecked : field.value !== unchanged(field),
  );
}

// The value of a field as the page was loaded; a list of choices has no property for it.
const unchanged = (field) =>
  field.defaultValue ?? [...field.options].find((option) => option.defaultSelected)?.value;

// Fills the values of a draft into a page that asks the same question.
export function fill(answers) {
  const now = new Map(fields().map((field) => [nameOf(field), field]));
  for (const [name, value, checked] of answers) {
    const same = now.get(name);
    if (!same || (same.value === value && Boolean(same.checked) === checked)) continue;
    [same.value, same.checked] = [value, checked];
    const fold = same.closest("details");
    if (fold && checked) fold.open = true;
    if (same.type !== "radio") same.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

export const given = () => begun().map((field) => [nameOf(field), field.value, Boolean(field.checked)]);
const nameOf = (field) => `${new URL(field.form.action).pathname} ${field.name} ${field.type === "radio" ? field.value : ""}`;
const place = () => `${game().game} ${asked()}`;

export function drafts() {
  for (const name of ["input", "change"])
    document.addEventListener(name, ({ target }) => {
      if (!game()?.entries || !target.closest(ASKED)) return;
      keep(NAME, target.closest("[inert]") ? "" : JSON.stringify([place(), given()])); // inert: it is answered
    });
}

// Called when an answer is stored as a tap: it is no draft any more, also if it was given before the modules
// that send it were loaded.
export const forget = () => keep(NAME, "");

// Fills in the stored draft if the page asks its question.
export function restore() {
  if (!game()?.entries || !document.querySelector("form.question")) return;
  try {
    const [of, answers] = JSON.parse(kept(NAME));
    if (of === place()) fill(answers);
  } catch {
    // there is no draft
  }
}
