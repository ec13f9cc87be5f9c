// Hands a link on: by the phone's own share sheet where there is one, else by copying it.

import { say } from "./say.js";

export function share(main) {
  for (const button of main.querySelectorAll("[data-share]")) {
    button.hidden = !navigator.share;
    button.addEventListener("click", () =>
      navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => {}),
    );
  }
  for (const button of main.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      if (await copied(main.querySelector(`#${button.dataset.copy}`))) say(button.dataset.copied);
    });
  }
}

// Plain http has no clipboard of its own, but what is selected can be copied.
async function copied(link) {
  getSelection().selectAllChildren(link);
  try {
    await navigator.clipboard.writeText(link.textContent);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
