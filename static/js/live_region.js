// Announcements for screen readers. The live region stays when pages are swapped, because a screen
// reader reads only changes of a region that was there before.

let announced = null; // the question that was drawn and announced without the server

const region = () => document.querySelector("[data-hear]");
const asked = () => document.querySelector("[data-question]")?.dataset.question;

export function spoken(main) {
  const words = main.querySelector("[data-spoken]");
  const before = announced;
  announced = null;
  if (before === null || before !== asked()) region().replaceChildren(...(words?.cloneNode(true).childNodes ?? []));
}

// Announces what is drawn without the server: the tap and the next question, or the tap alone if the question
// before is still there, dimmed.
export function hear(stage) {
  const isDimmed = stage.querySelector("form.question[inert]");
  const next = isDimmed ? [] : stage.querySelectorAll(".result__label, .result .line, .question__title, .notice");
  const parts = [stage.querySelector("[data-told]"), ...next].filter(Boolean);
  region().textContent = parts.map((part) => part.textContent.trim().replace(/\s+/g, " ").replace(/\.$/, "")).join(". ");
  announced = stage.querySelector(".result") || !stage.querySelector("form.question") ? null : asked();
}
