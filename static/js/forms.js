// Forms and links that are sent in the background. An entry of the game is passed to the queue of taps;
// the page of any other form or link replaces the present page.
// Without this module, the same forms and links load whole pages.

import { ask, game, LONG } from "./ask_server.js";
import { fill, given } from "./drafts.js";
import { arrive, expect, expects, remember } from "./page_swap.js";
import { note, say } from "./status_line.js";
import { released } from "./tap_guard.js";
import { felt } from "./vibration.js";

const SLOW = 300; // milliseconds until the page says that it waits
const UNABLE = 503; // the server answers, but cannot write the score file

let table = null; // the modules of the table page, once they are loaded
let fetching = null;

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
    if (!isEntry(form)) load(form.action, { method: "POST", body });
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

async function load(address, options = {}) {
  if (expects()) return;
  expect(true);
  const wait = setTimeout(() => say(words().sending, 0), SLOW);
  const sent = given().map(String);
  note("");
  try {
    const { answer, text } = await ask(address, options, LONG);
    await released();
    if (answer.status === UNABLE) throw new Error(reason(text), { cause: UNABLE });
    const taken = answer.status !== 429; // sent too fast: the page stays, so that the user can send again
    const [typed, { id }] = [given().filter((field) => !sent.includes(String(field))), document.activeElement];
    if (!taken || !arrive(text)) throw new Error(answer.status);
    if (typed.length) {
      fill(typed); // what was typed since then
      document.getElementById(id)?.focus();
    }
    if (answer.ok) remember(answer.url, text);
    if (answer.redirected || !options.method) history.replaceState(null, "", answer.url);
    say("");
    if (options.method && answer.ok && answer.redirected) note(words().saved, "saved");
  } catch (error) {
    unsent(error);
    if (options.method) felt(false);
  } finally {
    clearTimeout(wait);
    expect(false);
  }
}

function unsent(error) {
  say((error.cause === UNABLE && error.message) || words().unsent, 8);
  note(words().failed, "failed");
}

// The reason in an error page of the server.
const reason = (text) =>
  new DOMParser().parseFromString(text, "text/html").querySelector("[data-reason]")?.textContent ?? "";
