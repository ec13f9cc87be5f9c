// Numbers that are typed. The tap that enters a field selects its number, so that another replaces it. A button
// changes the sign of the number entered last, or of the last number of a sum: the keyboard for telephone
// numbers has a plus, but maybe no minus.

const FIELDS = ".entered input";

let field; // the field that had the focus last
let justFocused; // the field that the present tap gave the focus

export function enteredNumbers(main) {
  for (const input of main.querySelectorAll(`form:has([data-sign]) ${FIELDS}`)) input.inputMode = "tel";
}

const turned = (sum) =>
  sum.replace(/[+-]?\d*$/, (last, at) =>
    last.startsWith("-") ? `${at ? "+" : ""}${last.slice(1)}` : `-${last.replace("+", "")}`,
  );

document.addEventListener("focusin", ({ target }) => target.matches(FIELDS) && (justFocused = field = target));
document.addEventListener("click", ({ target }) => {
  if (target === justFocused) target.select();
  justFocused = undefined;
  const form = target.closest("[data-sign]")?.form;
  if (!form) return;
  if (!form.contains(field)) field = form.querySelector(FIELDS);
  field.value = turned(field.value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
});
