// A page that only shows asks for the revision of the game and loads itself again when it moves.

import { note } from "./say.js";

const EVERY = 2000; // milliseconds

let timer;

export function follow(main) {
  clearInterval(timer);
  const part = main.querySelector("[data-follow]");
  if (!part) return;
  timer = setInterval(async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(part.dataset.follow, { cache: "no-store" });
      if (answer.ok && (await answer.text()) !== part.dataset.revision) location.reload();
      else note("");
    } catch {
      note(document.querySelector("[data-swap-target]").dataset.lost, "failed");
    }
  }, EVERY);
}
