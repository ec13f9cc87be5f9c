// Sends forms in the background and puts the answering page in place of the present one.
// Without this module the same forms and links load whole pages.

import { note, say } from "./say.js";

const SLOW = 300; // milliseconds before a wait is worth a word

let busy = false;

export function swap(started) {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-swap]") || event.defaultPrevented) return;
    event.preventDefault();
    const body = new FormData(form, event.submitter);
    load(form.action, { method: "POST", body: new URLSearchParams(body) }, started);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-swap]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    load(link.href, {}, started);
  });
}

async function load(address, options, started) {
  if (busy) return;
  busy = true;
  const words = document.querySelector("[data-swap-target]").dataset;
  const wait = setTimeout(() => say(words.sending, 0), SLOW);
  note("");
  try {
    const answer = await fetch(address, { ...options, credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    show(page, answer, options.method);
    started();
    say("");
    if (options.method && answer.ok && answer.redirected) done();
  } catch {
    say(words.unsent, 8);
    note(words.failed, "failed");
  } finally {
    clearTimeout(wait);
    busy = false;
  }
}

function done() {
  note(document.querySelector("[data-swap-target]").dataset.saved, "saved");
}

function show(page, answer, method) {
  document.title = page.title;
  document.body.className = page.body.className;
  document.documentElement.lang = page.documentElement.lang;
  document.documentElement.dir = page.documentElement.dir;
  document.querySelector("[data-swap-target]").replaceWith(
    document.adoptNode(page.querySelector("[data-swap-target]")),
  );
  if (answer.redirected || !method) history.replaceState(null, "", answer.url);
  document.querySelector("#main").focus({ preventScroll: true });
  const problem = document.querySelector(".problem[id], [role=alert]");
  if (problem) problem.scrollIntoView({ block: "center" });
  else scrollTo(0, 0);
}
