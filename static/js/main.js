// Starts every behaviour, and starts it again on what a swap has brought in.

import { follow } from "./follow.js";
import { names } from "./names.js";
import { own } from "./own.js";
import { pair } from "./pair.js";
import { share } from "./share.js";
import { steppers } from "./steppers.js";
import { swap } from "./swap.js";
import { barred } from "./barred.js";

const behaviours = [names, own, pair, steppers, follow, share];

function start() {
  const main = document.querySelector("[data-swap-target]");
  for (const behaviour of behaviours) behaviour(main);
}

barred();
swap(start);
start();
