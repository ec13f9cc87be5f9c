// A form of two groups of tiles is sent as soon as one tile of each is chosen.
// One that comes filled in, as in a correction, waits for its button: both may want changing. A button
// that stands for no choice takes the choice back first, and counts with the next tap.

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
