// Starts every behaviour, and starts it again on what a swap has brought in.

import { focus } from "./focus.js";
import { follow } from "./follow.js";
import { help, helpSheet } from "./help.js";
import { keys } from "./keys.js";
import { names } from "./names.js";
import { own } from "./own.js";
import { pair } from "./pair.js";
import { spoken } from "./spoken.js";
import { print } from "./print.js";
import { share } from "./share.js";
import { steppers } from "./steppers.js";
import { swap } from "./swap.js";
import { barred } from "./barred.js";
import { tally } from "./tally.js";
import { touch, touches } from "./touch.js";

const behaviours = [names, own, pair, steppers, follow, spoken, print, tally, focus, help, touch, share];

function start() {
  const main = document.querySelector("[data-swap-target]");
  for (const behaviour of behaviours) behaviour(main);
}

barred();
keys();
helpSheet();
touches();
swap(start);
start();
