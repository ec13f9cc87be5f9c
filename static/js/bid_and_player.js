// Forms with two groups of tiles, such as a bid and a player. Such a form is sent as soon as one tile of
// each group is chosen; until then the title says which one is missing. In a correction it comes filled
// in and waits for its button, because both choices may be wrong. The button for no choice first clears
// the choice; its next tap sends, but not the second of a double tap.

import { say } from "./status_line.js";
import { hold } from "./tap_guard.js";

export function pair(main) {
  for (const form of main.querySelectorAll("form[data-pair]")) {
    const title = form.querySelector(".question__title");
    let question;
    form.addEventListener("change", () => {
      question ??= title.innerHTML;
      const missing = form.querySelectorAll("[data-missing]:not(:has(:checked))");
      title.innerHTML = missing.length === 1 ? missing[0].dataset.missing : question;
      for (const tile of form.querySelectorAll(".tile--chosen")) tile.classList.remove("tile--chosen"); // of before
      if (form.checkValidity()) form.requestSubmit();
    });
    for (const button of form.querySelectorAll("[data-chosen]"))
      button.addEventListener("click", (event) => {
        const chosen = [...form.querySelectorAll("[type=radio]:checked")];
        if (!chosen.length) return;
        event.preventDefault();
        for (const tile of chosen) tile.checked = false;
        chosen[0].dispatchEvent(new Event("change", { bubbles: true }));
        say(button.dataset.chosen);
        hold(); // a double tap must not send
      });
  }
}
