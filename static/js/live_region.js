// What a page has to say to those who hear it goes into a region that outlives the pages: a screen
// reader reads only what changes in a region that was there before.

let said = null; // the question that was said when it was drawn

const region = () => document.querySelector("[data-hear]");
const asked = () => document.querySelector("[data-question]")?.dataset.question;

export function spoken(main) {
  const words = main.querySelector("[data-spoken]");
  const before = said;
  said = null;
  if (before === null || before !== asked()) region().replaceChildren(...(words?.cloneNode(true).childNodes ?? []));
}

// What is drawn without the server: what was tapped, and what comes next.
export function hear(stage) {
  const parts = stage.querySelectorAll(".result__label, .line, .question__title, .notice");
  const told = [stage.querySelector("[data-told]"), ...parts].filter(Boolean);
  region().textContent = told.map((one) => one.textContent.trim().replace(/\s+/g, " ")).join(". ");
  said = stage.querySelector(".result") ? null : asked();
}
