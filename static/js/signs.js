// The buttons for the sign and for a sum in the number entered last: keyboards for numbers may have neither.

const FIELDS = ".entered input";

let field; // the field that had the focus last

export function signs(main) {
  for (const input of main.querySelectorAll(`form:has([data-sign]) ${FIELDS}`)) input.inputMode = "numeric";
}

// Turns the sign of the last number of a sum: 10+15 becomes 10-15.
const turned = (sum) =>
  sum.replace(/[+-]?\d*$/, (last, at) =>
    last.startsWith("-") ? `${at ? "+" : ""}${last.slice(1)}` : `-${last.replace("+", "")}`,
  );

document.addEventListener("focusin", ({ target }) => target.matches(FIELDS) && (field = target));
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-sign], [data-plus]");
  if (!button) return;
  if (!button.form.contains(field)) field = button.form.querySelector(FIELDS);
  field.value = "plus" in button.dataset ? `${field.value}+` : turned(field.value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
});
