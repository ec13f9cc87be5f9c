// What phones at one table need of each other and of a bad network; fetched after the first page.

import { awake } from "./awake.js";
import { newKey } from "./kept.js";
import { live, watch } from "./live.js";
import { ask, game } from "./net.js";
import { remember } from "./remember.js";
import { share } from "./share.js";

export { hold, lost, onward, waits } from "./live.js";
export { remember } from "./remember.js";

export const behaviours = [keys, share, awake, live];

// A page that comes out of a cache would use its key a second time.
function keys(main) {
  if (!game()) return;
  const key = newKey();
  for (const input of main.querySelectorAll("[name=key]")) input.value = key;
}

watch();
if (window.isSecureContext) work().catch(() => {});

// The service worker has not seen the page that brought it.
async function work() {
  await navigator.serviceWorker?.register("/sw.js");
  const { answer, text } = await ask(location.href);
  if (answer.ok) remember(location.href, text);
}
