// Starts every behaviour, and starts it again on what a swap has brought in. What a page does
// beyond that, for following and for bad Wi-Fi, comes when the page stands and the phone is idle.

import { drafts, restore } from "./drafts.js";
import { fetchTable, forms } from "./forms.js";
import { helpSheet } from "./key_list.js";
import { keys } from "./keyboard.js";
import { spoken } from "./live_region.js";
import { newGameForm } from "./new_game_form.js";
import { bring, onArrival } from "./page_swap.js";
import { pair } from "./bid_and_player.js";
import { shares } from "./shares.js";
import { say, status } from "./status_line.js";
import { steppers } from "./steppers.js";
import { tally } from "./trick_tally.js";
import { guard } from "./tap_guard.js";
import { touch, touches } from "./vibration.js";

const behaviours = [newGameForm, pair, steppers, restore, shares, spoken, print, tally, focus, touch, rare];

// What few pages need is fetched with them.
async function rare(main) {
  if (main.querySelector("[data-sheet]")) (await import("./sheet_head.js")).sheetHead(main);
  if (main.querySelector("[data-result], [data-picture]")) (await import("./share_result.js")).result(main);
}

// The button that opens the browser's own print dialogue.
function print(main) {
  for (const button of main.querySelectorAll("[data-print]")) {
    button.addEventListener("click", () => window.print());
  }
}

// After a tap that changes a sheet the focus stays where the page says, and the page where it was.
function focus(main) {
  const place = main.querySelector("[data-focus]");
  if (!place) return;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: "nearest" });
}

// A barred tile says why at once, instead of asking the server to refuse it.
function barred() {
  document.addEventListener("click", (event) => {
    const tile = event.target.closest("[data-barred]");
    if (!tile) return;
    event.preventDefault();
    say(tile.dataset.barred, 6);
  });
}

// Enter in a list of fields leads on to the next one, and from the last one to the button that sends
// the form. Whoever leaves a field empty that nobody needs to fill in has come to the end, too.
function enterLeadsOn() {
  document.addEventListener("keydown", (event) => {
    const list = event.target.closest("input") && event.target.closest("[data-enter-leads-on]");
    if (event.key !== "Enter" || event.isComposing || !list) return;
    event.preventDefault();
    const fields = [...list.querySelectorAll("input")];
    const ends = !event.target.value.trim() && event.target.matches("[data-optional]");
    const next = ends ? null : fields[fields.indexOf(event.target) + 1];
    if (next) next.focus();
    else event.target.form.querySelector("[data-enter]").click();
  });
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
if (!scrollY) bring();

const idle = window.requestIdleCallback ?? setTimeout;
idle(async () => {
  const { behaviours: more } = await fetchTable();
  behaviours.push(...more);
  for (const behaviour of more) behaviour(document.querySelector("[data-swap-target]"));
});
