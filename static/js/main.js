// Starts every behaviour, and starts it again on what a swap has brought in. What a page does
// beyond that, for following and for bad Wi-Fi, comes when the page stands and the phone is idle.

import { barred } from "./barred.js";
import { drafts, restore } from "./drafts.js";
import { focus } from "./focus.js";
import { fetchTable, forms } from "./forms.js";
import { helpSheet } from "./help.js";
import { keys } from "./keys.js";
import { spoken } from "./live_region.js";
import { names } from "./names.js";
import { own } from "./own.js";
import { offeredEnding } from "./offered_ending.js";
import { onArrival } from "./page_swap.js";
import { pair } from "./pair.js";
import { print } from "./print.js";
import { result } from "./result.js";
import { sheetHead } from "./sheet_head.js";
import { steppers } from "./steppers.js";
import { tally } from "./tally.js";
import { guard } from "./tap_guard.js";
import { touch, touches } from "./touch.js";

const behaviours = [names, offeredEnding, own, pair, steppers, restore, spoken, print, tally, focus, touch, result, sheetHead];

function start() {
  const main = document.querySelector("[data-swap-target]");
  for (const behaviour of behaviours) behaviour(main);
}

document.documentElement.dataset.running = "";
onArrival(start);
barred();
keys();
helpSheet();
touches();
guard();
forms();
drafts();
start();

const idle = window.requestIdleCallback ?? setTimeout;
idle(async () => {
  const { behaviours: more } = await fetchTable();
  behaviours.push(...more);
  for (const behaviour of more) behaviour(document.querySelector("[data-swap-target]"));
});
