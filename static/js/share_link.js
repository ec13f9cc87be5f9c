// Shares a link by the share sheet of the phone; if there is none, copies it.

import { copied } from "./clipboard.js";
import { say } from "./status_line.js";

export function share(main) {
  for (const button of main.querySelectorAll("[data-share]")) {
    button.hidden = !navigator.share;
    button.addEventListener("click", () =>
      navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => {}),
    );
  }
  for (const button of main.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", async () => {
      const link = main.querySelector(`#${button.dataset.copy}`);
      if (await copied(link.textContent)) say(button.dataset.copied);
    });
  }
}
