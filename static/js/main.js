// Starts every behaviour, and starts it again on what a swap has brought in. What a page does
// beyond that, for following and for bad Wi-Fi, comes when the page stands and the phone is idle.

import { onArrival } from "./arrive.js";
import { barred } from "./barred.js";
import { focus } from "./focus.js";
import { helpSheet } from "./help.js";
import { keys } from "./keys.js";
import { names } from "./names.js";
import { own } from "./own.js";
import { pair } from "./pair.js";
import { print } from "./print.js";
import { result } from "./result.js";
import { sheetHead } from "./sheet_head.js";
import { spots } from "./shield.js";
import { spoken } from "./spoken.js";
import { steppers } from "./steppers.js";
import { relyOn, swap } from "./swap.js";
import { tally } from "./tally.js";
import { touch, touches } from "./touch.js";

const behaviours = [names, own, pair, steppers, spoken, print, tally, focus, touch, result, sheetHead];

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
spots();
swap();
start();

const idle = window.requestIdleCallback ?? setTimeout;
idle(async () => {
  const table = await import("./table.js");
  behaviours.push(...table.behaviours);
  relyOn(table);
  for (const behaviour of table.behaviours) behaviour(document.querySelector("[data-swap-target]"));
});
