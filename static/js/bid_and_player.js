// Forms with two groups of tiles, such as a bid and a player. Such a form is sent as soon as one tile of
// each group is chosen. In a correction it comes filled in and waits for its button, because both
// choices may be wrong. The button for no choice first clears the choice; its second tap sends.

import { say } from "./status_line.js";

export function pair(main) {
  for (const form of main.querySelectorAll("form[data-pair]")) {
    form.addEventListener("change", () => {
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
      });
  }
}
