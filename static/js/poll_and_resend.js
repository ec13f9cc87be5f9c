// Polls the revision of the game, and fetches the page when the revision has changed. While taps wait
// for a server that did not answer, each poll also sends them again, with growing pauses. A stored page asks
// for the present one at once, whatever its revision. Where the page around announces changes, there is one
// poll after each of them: a phone on the table has nobody else to ask, and polls use up its battery.

import { prepare } from "./look_ahead_description.js";
import { ask, game, LONG } from "./ask_server.js";
import * as queue from "./tap_queue.js";
import { isStored } from "./page_swap.js";
import { deliver, GONE, heard, lost, missed, move, refresh, show, unheard } from "./taps.js";

const EVERY = 1500; // milliseconds between two polls
const AT_THE_TABLE = 300; // the same on the screen for the room, and on a phone that scores while a hand is recorded
const WHILE = 10 * 60_000; // milliseconds of fast polls after the last change or touch
const COMING = 5000; // milliseconds after the page was loaded without fast polls
const SLOWER = 2; // number of times that the pause doubles while the server is out of reach

const began = performance.now();
let timer;
let turn = 0; // the number of the present poll: answers to earlier polls are ignored
let moved = 0; // the time of the last change of the game or touch of the phone
let seen = null; // the revision of the page

export function follow() {
  for (const name of ["visibilitychange", "pageshow", "online", "focus"])
    (name === "visibilitychange" ? document : window).addEventListener(name, (event) => {
      if (event.type !== "pageshow" || event.persisted) wake();
    });
  window.addEventListener("changed", again);
  document.addEventListener("pointerdown", () => (moved = Date.now()), true);
}

// Called for each new page: polls again after a pause.
export function following() {
  if (game()?.revision !== seen) [seen, moved] = [game()?.revision, Date.now()];
  again();
}

const isAnnounced = () => game()?.announced !== undefined;

function wake() {
  clearTimeout(timer);
  beat(++turn);
}

function pause() {
  const present = document.querySelector(game()?.entries ? "[data-question]" : ".room");
  const wanted = performance.now() - began > COMING && Date.now() - moved < WHILE;
  if (missed() ? !lost() : present && wanted) return AT_THE_TABLE;
  return EVERY * 2 ** Math.min(Math.max(0, missed() - 1), SLOWER);
}

function again() {
  clearTimeout(timer);
  const mine = ++turn;
  timer = setTimeout(() => beat(mine), isStored() && !missed() ? 0 : pause());
}

// The score sheet, the standings and "More" follow the table to the same page of the next game.
const place = () => location.pathname.match(/(sheet|board|more)$/)?.[0] ?? "";

// Goes on to the game that the table plays now, from a game that is over or removed, or from a page that
// waits for a game. A watcher, or a phone whose owner is not asked, also leaves a running game for another
// one that runs. Any other page that takes its game for a running one is fetched again first.
async function followed(on) {
  const { playing, live, entries, follow } = game();
  if (on === null || playing === undefined || on === playing || queue.unsent().length) return false;
  const next = follow.replace(/(games\/\d+|screen)\/revision$/, `games/${on}/${place()}`);
  const idle = !entries || document.querySelector("#asked.waiting");
  if (live !== undefined) (idle && (await move(next, true))) || (await refresh(false, true, LONG));
  else if (Number(on) > Number(playing)) await move(next);
  else return false;
  return true;
}

async function beat(mine) {
  const { follow } = game() ?? {};
  if (!(follow || isStored()) || document.hidden) return;
  try {
    if (isStored()) {
      await refresh();
      heard();
    }
    if (follow) await poll(mine, follow);
  } catch {
    if (mine === turn) unheard();
  }
  if (mine === turn && (!isAnnounced() || missed())) again();
}

async function poll(mine, follow) {
  const { answer, text } = await ask(follow);
  if (mine !== turn) return;
  if (GONE.includes(answer.status)) return location.reload();
  if (!answer.ok) throw new Error(answer.status);
  heard();
  if (await followed(answer.headers.get("Playing"))) show();
  else if (queue.canSend()) await deliver();
  else if (text !== game().revision && !queue.isSending()) await refresh(Number(text) <= queue.reached(), false, LONG);
  else prepare().then(show, () => {});
  show();
}
