// The button that changes the sign of the number entered last: keyboards for numbers may have no minus.

const FIELDS = ".entered input";

let field; // the field that had the focus last

export function signs(main) {
  for (const input of main.querySelectorAll(`form:has([data-sign]) ${FIELDS}`)) input.inputMode = "numeric";
}

document.addEventListener("focusin", ({ target }) => target.matches(FIELDS) && (field = target));
document.addEventListener("click", ({ target }) => {
  const form = target.closest("[data-sign]")?.form;
  if (!form) return;
  if (!form.contains(field)) field = form.querySelector(FIELDS);
  field.value = field.value.startsWith("-") ? field.value.slice(1) : `-${field.value}`;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
});
