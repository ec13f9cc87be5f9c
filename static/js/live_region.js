// What a page has to say to those who hear it goes into a region that outlives the pages: a screen
// reader reads only what changes in a region that was there before.

let announced = null; // the question that was announced when it was drawn

const region = () => document.querySelector("[data-hear]");
const asked = () => document.querySelector("[data-question]")?.dataset.question;

export function spoken(main) {
  const words = main.querySelector("[data-spoken]");
  const before = announced;
  announced = null;
  if (before === null || before !== asked()) region().replaceChildren(...(words?.cloneNode(true).childNodes ?? []));
}

// What is drawn without the server: what was tapped, and what comes next.
export function hear(stage) {
  const next = stage.querySelectorAll(".result__label, .line, .question__title, .notice");
  const parts = [stage.querySelector("[data-told]"), ...next].filter(Boolean);
  region().textContent = parts.map((part) => part.textContent.trim().replace(/\s+/g, " ")).join(". ");
  announced = stage.querySelector(".result") ? null : asked();
}
