// A barred tile says why at once, instead of asking the server to refuse it.

import { say } from "./status_line.js";

export function barred() {
  document.addEventListener("click", (event) => {
    const tile = event.target.closest("[data-barred]");
    if (!tile) return;
    event.preventDefault();
    say(tile.dataset.barred, 6);
  });
}
