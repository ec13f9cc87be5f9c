// The behaviours of the table page: taps, polling, a bad network. Loaded after the first page is shown.

import { awake } from "./screen_on.js";
import { follow, following } from "./poll_and_resend.js";
import { ask, game } from "./ask_server.js";
import { isStored, remember } from "./page_swap.js";
import { countUp } from "./next_question.js";
import { newKey } from "./tap_store.js";
import { taps, watchTaps } from "./taps.js";

export { enter, take } from "./taps.js";

export const behaviours = [keys, awake, countUp, taps, following];

// A page from the cache would use its key a second time.
function keys(main) {
  if (!game() && !isStored()) return;
  const key = newKey();
  for (const input of main.querySelectorAll("[name=key]")) input.value = key;
}

watchTaps();
follow();
const manifest = document.querySelector("[rel=manifest]"); // missing in the frame of a page that has a worker itself
if (manifest && window.isSecureContext) work().catch(() => {});

// The service worker was not yet running when this page was loaded. It takes over all pages when it starts,
// except one that is just being opened, which asks for it.
async function work() {
  const workers = navigator.serviceWorker;
  await workers?.register(new URL("sw.js", manifest.href));
  workers?.ready.then(({ active }) => workers.controller ?? active.postMessage("take over"));
  const { answer, text } = await ask(location.href);
  if (answer.ok) remember(location.href, text);
}
