// Forms and links that are sent in the background. An entry of the game is passed to the queue of taps;
// the page of any other form or link replaces the present page.
// Without this module, the same forms and links load whole pages.

import { ask, game, LONG } from "./ask_server.js";
import { fill, given } from "./drafts.js";
import { arrive, expect, expects, remember, target } from "./page_swap.js";
import { note, say } from "./status_line.js";
import { released } from "./tap_guard.js";
import { felt } from "./vibration.js";

const SLOW = 300; // milliseconds until the page says that it waits
const UNABLE = 503; // the server answers, but cannot write the score file

let table = null; // the modules of the table page, once they are loaded
let fetching = null;
let waiting = []; // taps that were made while a page was coming, and are repeated on it
let typing = ""; // the id of the field in which somebody types in the meantime

const words = () => document.querySelector("[data-swap-target]").dataset;

// Loads the modules of the table page: after the page is shown, or with the first tap.
export const fetchTable = () =>
  (fetching ??= import("./game_behaviours.js").then(
    (module) => (table = module),
    (error) => {
      fetching = null;
      throw error;
    },
  ));

export function forms() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-swap]") || event.defaultPrevented) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    if (!isEntry(form)) load(form.action, { method: "POST", body }, asksOnly(form, event.submitter), "stays" in form.dataset);
    else if (table) table.take(form, body);
    else fetchTable().then(() => table.take(form, body), unsent);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-swap]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!table?.enter(link)) load(link.href);
  });
}

// Whether this form records an entry of the game.
function isEntry(form) {
  const { entries } = game() ?? {};
  if (!entries || !form.elements.key) return false;
  const path = new URL(form.action).pathname;
  return path.startsWith(entries) && !path.slice(entries.length).includes("/");
}

// A button that only changes its form, as one that chooses a game: nothing is saved. Undefined for others.
const asksOnly = ({ dataset }, by) => (dataset.savedBy && !dataset.savedBy.split(" ").includes(by?.name) ? by : undefined);

// Taps the same button of the page that has come.
function repeat({ name, value }) {
  const same = [...target().querySelectorAll("button:enabled")].find((button) => button.name === name && button.value === value);
  same?.click();
}

// `stays`: whether what is saved leaves the page where it was scrolled to.
async function load(address, options = {}, by = undefined, stays = false) {
  if (expects()) return void (by && waiting.push(by));
  expect(true);
  const saves = options.method && !by;
  const wait = setTimeout(() => say(saves ? words().sending : words().loading, 0), SLOW);
  const sent = given().map(String);
  note("");
  try {
    const { answer, redirected, text } = await ask(address, options, LONG);
    await released();
    if (answer.status === UNABLE) throw new Error(reason(text), { cause: UNABLE });
    const taken = answer.status !== 429; // sent too fast: the page stays, so that the user can send again
    const [typed, { id }] = [given().filter((field) => !sent.includes(String(field))), document.activeElement];
    if (!taken || !arrive(text, stays && answer.ok)) throw new Error(answer.status);
    if (typed.length) {
      fill(typed); // what was typed since then
      typing = id;
    }
    document.getElementById(typing)?.focus();
    if (answer.ok) remember(answer.url, text);
    if (redirected || !options.method) history.replaceState(null, "", answer.url);
    say("");
    if (options.method && answer.ok && redirected) note(words().saved, "saved");
  } catch (error) {
    unsent(error, saves);
    if (saves) felt(false);
    waiting = [];
  } finally {
    clearTimeout(wait);
    expect(false);
  }
  const [next] = waiting.splice(0, 1);
  if (next) repeat(next);
  else typing = "";
}

function unsent(error, saves = true) {
  say((error.cause === UNABLE && error.message) || (saves ? words().unsent : words().unreached), 8);
  if (saves) note(words().failed, "failed");
}

// The reason in an error page of the server.
const reason = (text) =>
  new DOMParser().parseFromString(text, "text/html").querySelector("[data-reason]")?.textContent ?? "";
