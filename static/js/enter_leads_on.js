// Enter in a list of fields leads on to the next one, and from the last one to the button that sends
// the form. Whoever leaves a field empty that nobody needs to fill in has come to the end, too.

export function enterLeadsOn() {
  document.addEventListener("keydown", (event) => {
    const list = event.target.closest("input") && event.target.closest("[data-enter-leads-on]");
    if (event.key !== "Enter" || event.isComposing || !list) return;
    event.preventDefault();
    const fields = [...list.querySelectorAll("input")];
    const ends = !event.target.value.trim() && event.target.matches("[data-optional]");
    const next = ends ? null : fields[fields.indexOf(event.target) + 1];
    if (next) next.focus();
    else event.target.form.querySelector("[data-enter]").click();
  });
}
