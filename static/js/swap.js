// Sends forms in the background and puts the answering page in place of the present one.
// Without this module the same forms and links load whole pages.

import { arrive } from "./arrive.js";
import { ask } from "./net.js";
import { note, say } from "./say.js";
import { felt } from "./touch.js";

const SLOW = 300; // milliseconds before a wait is worth a word

const UNABLE = 503; // the server is there, and cannot record: what was tapped is kept

let busy = false;
let table = null; // what keeps taps while the server is out of reach, once it is there

export const relyOn = (module) => (table = module);
export const sends = () => busy; // a tap, whose answer is on its way

export function swap() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-swap]") || event.defaultPrevented) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const waits = table?.waits(form);
    if (waits?.now) return table.hold(form, body);
    load(form.action, { method: "POST", body }, () => waits && table.hold(form, body, true));
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-swap]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!table?.lost() || !table.onward(link)) load(link.href, {}, () => table?.onward(link));
  });
}

async function load(address, options, otherwise) {
  if (busy) return;
  busy = true;
  const words = document.querySelector("[data-swap-target]").dataset;
  const wait = setTimeout(() => say(words.sending, 0), SLOW);
  note("");
  try {
    const { answer, text } = await ask(address, options);
    if (answer.status === UNABLE) throw new Error(reason(text), { cause: UNABLE });
    const taken = answer.status !== 429; // sent too fast: what the page shows stays, and is sent again
    if (!taken || !show(text, answer, options.method)) throw new Error(answer.status);
    say("");
    if (options.method && answer.ok && answer.redirected) done();
  } catch (error) {
    const held = otherwise();
    const why = error.cause === UNABLE && error.message;
    say(why || (held ? "" : words.unsent), held ? 5 : 8);
    if (!held) {
      if (options.method) felt(false);
      note(words.failed, "failed");
    }
  } finally {
    clearTimeout(wait);
    busy = false;
  }
}

// Why the server could not record, in its words.
const reason = (text) =>
  new DOMParser().parseFromString(text, "text/html").querySelector("[data-reason]")?.textContent ?? "";

function done() {
  note(document.querySelector("[data-swap-target]").dataset.saved, "saved");
}

function show(text, answer, method) {
  if (!arrive(text)) return false;
  if (answer.ok) table?.remember(answer.url, text);
  if (answer.redirected || !method) history.replaceState(null, "", answer.url);
  if (document.querySelector("main [data-focus]")) return true; // the focus is where the page says
  document.querySelector("#main").focus({ preventScroll: true });
  const problem = document.querySelector(".problem[id], [role=alert]");
  if (problem) problem.scrollIntoView({ block: "center" });
  else scrollTo(0, 0);
  return true;
}
