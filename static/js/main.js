// Starts every behaviour, and again after each swap of the page. The modules for polling and bad Wi-Fi
// are loaded when the page is shown and the phone is idle.

import { busy } from "./ask_server.js";
import { drafts, restore } from "./drafts.js";
import { fetchTable, forms } from "./forms.js";
import { keys } from "./keyboard.js";
import { spoken } from "./live_region.js";
import { bring, isStored, onArrival } from "./page_swap.js";
import { pair } from "./bid_and_player.js";
import { shares } from "./shares.js";
import { say, status } from "./status_line.js";
import { steppers } from "./steppers.js";
import { tally } from "./trick_tally.js";
import { guard } from "./tap_guard.js";
import { touch, touches } from "./vibration.js";

const AGAIN = 2000; // milliseconds until modules that could not be fetched are fetched again
const behaviours = [pair, steppers, restore, shares, spoken, print, tally, focus, touch, rare];

// Modules that only few pages need are loaded with those pages: where, how, and what they begin with.
const RARE = [
  [".new-game, [data-own-of]", () => import("./new_game_form.js"), "newGameForm"],
  ["[data-time-left]", () => import("./time_left.js"), "timeLeft"],
  [".entered", () => import("./entered_numbers.js"), "enteredNumbers"],
  ["[data-sheet]", () => import("./sheet_head.js"), "sheetHead"],
  ["[data-result], [data-picture]", () => import("./share_result.js"), "result"],
  ["[data-making] a[download]:not([data-picture])", () => import("./downloads.js"), "downloads"],
  ["[data-share], [data-copy]", () => import("./share_link.js"), "share"],
];
const RARE_CONTROLS = "[data-making] a[download], [data-picture], [data-result], [data-share], [data-copy]";

// Without a connection they begin as soon as they can be fetched. A tap on a control of theirs waits for them.
async function rare(main, tapped = null) {
  busy("rare", true);
  const keep = (event) => {
    tapped = event.target.closest(RARE_CONTROLS);
    if (tapped) event.preventDefault();
  };
  main.addEventListener("click", keep);
  const needed = RARE.filter(([where]) => main.querySelector(where));
  let modules;
  try {
    modules = await Promise.all(needed.map(([, load]) => load()));
  } catch {
    main.removeEventListener("click", keep);
    return setTimeout(() => main.isConnected && rare(main, tapped), AGAIN);
  }
  if (!main.isConnected) return; // the page that replaced it has called this, too
  main.removeEventListener("click", keep);
  modules.forEach((module, at) => module[needed[at][2]](main));
  busy("rare", false);
  tapped?.click();
}

// The button that opens the print dialogue of the browser.
function print(main) {
  for (const button of main.querySelectorAll("[data-print]")) {
    button.addEventListener("click", () => window.print());
  }
}

// After a tap that changes a form, focuses the control that the page names; scrolls only if needed.
function focus(main) {
  const place = main.querySelector("[data-focus]");
  if (!place) return;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: "nearest" });
}

// A tap on a barred tile shows the reason at once, without a request to the server.
function barred() {
  document.addEventListener("click", (event) => {
    const tile = event.target.closest("[data-barred]");
    if (!tile) return;
    event.preventDefault();
    say(tile.dataset.barred, 6);
  });
}

// A fold that is opened shows what is in it, as far as the window has room.
function folds() {
  document.addEventListener("click", ({ target }) => {
    const fold = target.closest("main .fold > summary")?.parentElement;
    if (fold?.open === false) fold.addEventListener("toggle", () => fold.scrollIntoView({ block: "nearest" }), { once: true });
  });
}

// The list of shortcuts is shown by a button or its key.
function help() {
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-help]")) return;
    import("./key_list.js").then(
      ({ showKeys }) => showKeys(),
      () => say(document.querySelector("[data-swap-target]").dataset.lost),
    );
  });
}

// Enter in a list of fields moves the focus to the next field, and from the last one to the button that
// sends the form; from an empty optional field, too.
function enterLeadsOn() {
  document.addEventListener("keydown", (event) => {
    const list = event.target.closest("input") && event.target.closest("[data-enter-leads-on]");
    if (event.key !== "Enter" || event.isComposing || !list || event.target.type === "radio") return;
    event.preventDefault();
    const fields = [...list.querySelectorAll("input:not([type=hidden], [type=radio])")];
    const ends = !event.target.value.trim() && event.target.matches("[data-optional]");
    const next = ends ? null : fields[fields.indexOf(event.target) + 1];
    if (next) next.focus();
    else event.target.form.querySelector("[data-enter]").click();
  });
}

// A page that is shown in place of another one says so once.
function whyStored({ kept, instead }) {
  if (location.hash !== "#instead") return kept;
  history.replaceState(null, "", location.pathname + location.search);
  return instead;
}

// “Back” to a preview that was recorded loads its address: the answer to a form cannot be shown again.
function leavePreviews() {
  document.addEventListener("submit", ({ submitter }) => {
    if (submitter?.matches("[data-records-preview]")) history.replaceState(null, "", location.href);
  });
}

function start() {
  const main = document.querySelector("[data-swap-target]");
  for (const behaviour of behaviours) behaviour(main);
}

busy("scripts", true);
document.documentElement.dataset.running = "";
onArrival(start);
barred();
folds();
keys();
help();
touches();
enterLeadsOn();
leavePreviews();
status();
guard();
forms();
drafts();
start();
if (!scrollY) bring();
if (isStored()) say(whyStored(document.querySelector("[data-swap-target]").dataset), 0);

// Starts the behaviours of the table page; without a connection, as soon as their modules can be fetched.
async function startTable() {
  let more;
  try {
    ({ behaviours: more } = await fetchTable());
  } catch {
    return setTimeout(startTable, AGAIN);
  }
  behaviours.push(...more);
  for (const behaviour of more) behaviour(document.querySelector("[data-swap-target]"));
  busy("scripts", false);
}

const idle = window.requestIdleCallback ?? setTimeout;
idle(startTable);
