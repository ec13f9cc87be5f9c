// Starts every behaviour, and starts it again on what a swap has brought in. What a page does
// beyond that, for following and for bad Wi-Fi, comes when the page stands and the phone is idle.

import { barred } from "./barred_tiles.js";
import { drafts, restore } from "./drafts.js";
import { enterLeadsOn } from "./enter_leads_on.js";
import { focus } from "./focus_after_tap.js";
import { fetchTable, forms } from "./forms.js";
import { helpSheet } from "./key_list.js";
import { keys } from "./keyboard.js";
import { spoken } from "./live_region.js";
import { newGameForm } from "./new_game_form.js";
import { onArrival } from "./page_swap.js";
import { pair } from "./bid_and_player.js";
import { print } from "./print_button.js";
import { result } from "./share_result.js";
import { shares } from "./shares.js";
import { status } from "./status_line.js";
import { steppers } from "./steppers.js";
import { tally } from "./trick_tally.js";
import { guard } from "./tap_guard.js";
import { touch, touches } from "./vibration.js";

const behaviours = [newGameForm, pair, steppers, restore, shares, spoken, print, tally, focus, touch, result, sheet];

// Only a page with a sheet needs what a wide one does.
async function sheet(main) {
  if (main.querySelector("[data-sheet]")) (await import("./sheet_head.js")).sheetHead(main);
}

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
enterLeadsOn();
status();
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
