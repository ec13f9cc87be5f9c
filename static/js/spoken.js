// What a page has to say to those who hear it goes into a region that outlives the pages: a screen
// reader reads only what changes in a region that was there before.

const region = () => document.querySelector("[data-hear]");

export function spoken(main) {
  const words = main.querySelector("[data-spoken]");
  region().replaceChildren(...(words?.cloneNode(true).childNodes ?? []));
}

// What is drawn without the server: what was tapped, and what comes next.
export function hear(stage) {
  const parts = stage.querySelectorAll(".result__label, .line, .question__title, .notice");
  const told = [stage.querySelector("[data-told]"), ...parts].filter(Boolean);
  region().textContent = told.map((one) => one.textContent.trim().replace(/\s+/g, " ")).join(". ");
}
