// The page around the app. It is never left while its tab lives, because the worker with Python would end
// with it; the app stands in a frame. Of several tabs one leads: it holds a lock, and its worker the file.

import { drawn } from "./shown.js";

const BUILD = JSON.parse(document.querySelector("#build").textContent);
const WORDS = chosenWords(JSON.parse(document.querySelector("#words").textContent));
const BASE = new URL("./", location.href).pathname;
const NAME = `scorekeeper ${BASE}`;
const SHOWN = "#show=";
const GAME = /^games\/\d+\//;
const LONG = 45_000; // milliseconds of a start, after which a button to try again is shown
const AT_ONCE_ACTIVE = 3000; // milliseconds in which an update begins to work, or else at a later start
const MIRROR = 400; // milliseconds between two looks at the address in the frame
const MB = 1_000_000;

const part = (id) => document.querySelector(`#${id}`);
const frame = part("app");
let channel = null; // older browsers have none
let worker = null;
let failed = false;
const failure = new AbortController(); // nothing more is brought after it
let slow = 0; // the timer of a start
let asking = null; // gives up the place in the queue for the lead
let letGo = () => {};
let shown = null; // the text of a link that shows a game, which may be empty

// Words

function chosenWords(all) {
  const wanted = navigator.languages.map((tag) => tag.split("-")[0].replace("iw", "he"));
  const code = [lastLook().lang, ...wanted].find((one) => one in all) ?? "en";
  document.documentElement.lang = code;
  document.documentElement.dir = all[code].direction;
  return all[code];
}

// A screen reader says each change, so the same text is not written again.
function tell(doing) {
  if (part("doing").textContent !== doing) part("doing").textContent = doing;
}

// What went wrong, with a button that tries again. Nothing that is kept is touched.
function fail(code, detail = "") {
  failed = true;
  failure.abort();
  release();
  frame.hidden = true;
  part("start").hidden = false;
  part("coming").hidden = true;
  part("wrong").hidden = false;
  part("what").textContent = WORDS[code] ?? WORDS.failed;
  part("detail").textContent = detail;
  offerAgain();
  part("again").focus();
}

// What a browser must have, in the order in which it is best said.
function lacking() {
  if (!isSecureContext) return "insecure";
  if (!("DecompressionStream" in self && "WebAssembly" in self && "BroadcastChannel" in self && navigator.locks)) return "old";
  return "serviceWorker" in navigator ? "" : "private";
}

// The start

async function start() {
  part("unstarted").remove();
  document.querySelector("title").textContent = WORDS.name;
  if (!takeShown()) takeShownAgain();
  const missing = lacking();
  if (missing) return fail(missing);
  channel = new BroadcastChannel(NAME);
  channel.onmessage = hear;
  tell(WORDS.starting);
  reloadIfReplaced();
  sayIfSlow();
  try {
    if (await updated()) return location.reload();
    lead();
    await download();
    await controlled();
  } catch (error) {
    if (!failed) fail(codeOf(error), String(error.message ?? error));
  }
  if (failed) return;
  show(await firstAddress());
  setInterval(mirror, MIRROR);
}

// A build that is replaced before its page is there has lost its files: the page of the new one begins.
function reloadIfReplaced() {
  if (!navigator.serviceWorker.controller) return; // at the first visit, it comes in the course of the start
  navigator.serviceWorker.addEventListener("controllerchange", () => part("app").hidden && location.reload());
}

// Nobody waits without a way out.
function sayIfSlow() {
  clearTimeout(slow);
  slow = setTimeout(() => {
    if (failed || !frame.hidden) return;
    part("wrong").hidden = false;
    part("what").textContent = WORDS.slow;
    offerAgain();
  }, LONG);
}

function offerAgain() {
  part("again").textContent = WORDS.again;
  part("again").onclick = () => location.reload();
}

// An update that has come in the background is used if no other tab is at work.
async function updated() {
  const registration = await navigator.serviceWorker.getRegistration(BASE);
  if (!registration?.waiting || !navigator.serviceWorker.controller) return false;
  const { held } = await navigator.locks.query();
  if (held.some(({ name }) => name === NAME)) return false;
  const changed = new Promise((go) => navigator.serviceWorker.addEventListener("controllerchange", () => go(true), { once: true }));
  registration.waiting.postMessage("use the new build");
  return Promise.race([changed, new Promise((go) => setTimeout(go, AT_ONCE_ACTIVE, false))]);
}

// Resolves when the service worker answers for this page. It finds all archives in the cache.
async function controlled() {
  const registration = await navigator.serviceWorker.register(`${BASE}sw.js`, { scope: BASE, updateViaCache: "none" });
  if (navigator.serviceWorker.controller) return;
  await new Promise((go, stop) => {
    navigator.serviceWorker.addEventListener("controllerchange", go, { once: true });
    const coming = registration.installing;
    coming?.addEventListener("statechange", () => coming.state === "redundant" && stop(new Error("service worker")));
    registration.active?.postMessage("claim");
  });
}

// The leader

// Asks for the lead, and keeps it until this page ends, is frozen, or another tab takes it. To take it from
// a tab that does not answer, the place in the queue is given up first.
function lead({ steal = false } = {}) {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const held = () => {
    begin();
    return new Promise((go) => (letGo = go));
  };
  navigator.locks.request(NAME, steal ? { steal } : { signal }, held).catch(() => {
    if (signal.aborted) return;
    replaced();
  });
}

function begin() {
  worker = new Worker(BUILD.files["worker.js"], { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    if (data.ready) performance.mark("ready", { detail: data.ready });
    if (data.failed?.code === "taken") replaced();
    else if (data.failed) fail(data.failed.code, data.failed.text);
  });
  worker.addEventListener("error", (event) => fail("failed", event.message));
  // Only iPhones and iPads know this value. They delete what a page keeps if nobody opens it for a
  // week, but not what an app of the home screen keeps.
  const forgets = navigator.standalone === false;
  worker.postMessage({ begin: { base: BASE, build: BUILD, forgets } });
}

function stop() {
  worker?.terminate();
  worker = null;
}

// Gives the lead away, as at the end of the page. The worker ends at once, and with it its hold on the file.
function release() {
  stop();
  letGo();
}

// Another tab has opened the file since, so this one hands its requests to it.
function replaced() {
  release();
  lead();
}

async function download() {
  const archives = Object.entries(BUILD.archives);
  const all = archives.flatMap(([, { parts }]) => parts).reduce((sum, [, size]) => sum + size, 0);
  const cache = await caches.open(cacheName(BASE, BUILD.build));
  const missing = [];
  for (const [name, archive] of archives) if (!(await cache.match(keptAt(BASE, archive)))) missing.push(name);
  if (!missing.length) return;
  let come = 0;
  const told = (size) => {
    if (failed) return;
    sayIfSlow();
    part("wrong").hidden = true;
    come += size;
    part("bar").value = Math.min(1, come / all);
    part("much").textContent = filled(WORDS.much, { come: megabytes(come), all: megabytes(all) });
    tell(WORDS.bringing);
  };
  tell(WORDS.bringing);
  part("later").textContent = WORDS.later;
  for (const [name, archive] of archives)
    await bring(BASE, BUILD.build, name, archive, { told, patient: true, waiting: () => tell(WORDS.waiting), signal: failure.signal });
  part("much").textContent = "";
  part("bar").removeAttribute("value"); // it moves until the app is there
  tell(WORDS.starting);
}

const megabytes = (size) => (size / MB).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function codeOf(error) {
  if (error instanceof Gone || error instanceof Changed) return "changed";
  return isFull(error) ? "full" : "failed";
}

function hear({ data }) {
  if (data.ping && worker) channel.postMessage({ pong: data.ping });
  if (data.changed) frame.contentWindow.dispatchEvent(new Event("changed"));
  if (data.take && !worker && !failed && document.visibilityState === "visible") lead({ steal: true });
}

// A page that the phone freezes cannot answer for the file: it gives the lead away, and asks for it again
// when it wakes.
document.addEventListener("freeze", release);
document.addEventListener("resume", () => worker || failed || lead());
addEventListener("pagehide", release);
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

// The frame, and its address and title

function show(address) {
  frame.addEventListener("load", arrived);
  frame.contentWindow.location.replace(address);
}

function arrived() {
  const { href } = frame.contentWindow.location;
  if (href === "about:blank" || failed) return;
  part("start").hidden = true;
  frame.hidden = false;
  frame.contentWindow.focus();
  mirror();
}

// The page that the top address names; only pages below the path of the site.
function wanted() {
  if (!location.hash.startsWith("#/")) return BASE;
  const { origin, pathname, search } = new URL(BASE + location.hash.slice(2), location.origin);
  return origin === location.origin && pathname.startsWith(BASE) ? pathname + search : BASE;
}

async function firstAddress() {
  return shown === null ? wanted() : openShown(shown);
}

// The app swaps pages without loading them, so its address is looked at.
function mirror() {
  const inside = frame.contentDocument;
  if (!inside?.documentElement || inside.URL === "about:blank") return; // it is being loaded
  const { pathname, search } = frame.contentWindow.location;
  if (!pathname.startsWith(BASE)) return;
  const path = pathname.slice(BASE.length);
  const hash = path || search ? `#/${path}${search}` : "";
  if (!location.hash.startsWith(SHOWN) && hash !== location.hash) history.replaceState(null, "", BASE + hash);
  if (document.title !== inside.title) document.title = inside.title;
  takeLook(inside.documentElement);
  if (GAME.test(path)) keepForGood();
}

// The page around has the language and the colours of the app, also at the next start.
function takeLook({ lang, dir, dataset: { theme } }) {
  const own = document.documentElement;
  if (!theme || (own.lang === lang && own.dataset.theme === theme)) return;
  [own.lang, own.dir, own.dataset.theme] = [lang, dir, theme];
  keepLook({ lang, theme });
}

addEventListener("hashchange", async () => {
  if (takeShown()) return frame.contentWindow.location.assign(await openShown(shown));
  const { pathname, search } = frame.contentWindow.location;
  if (wanted() !== pathname + search) frame.contentWindow.location.assign(wanted());
});

// When the first game begins, the browser is asked not to delete what is kept.
let asked = false;

function keepForGood() {
  if (asked) return;
  asked = true;
  navigator.storage?.persist?.();
}

// A game that a link shows stands in the address, which is cleared at once.
function takeShown() {
  if (!location.hash.startsWith(SHOWN)) return false;
  shown = location.hash.slice(SHOWN.length);
  history.replaceState(null, "", BASE);
  sessionStorage.setItem(NAME, shown);
  drawn(part("picture"), shown, WORDS);
  return true;
}

// A tab that is loaded again shows its game again: the text is kept as long as the tab.
function takeShownAgain() {
  shown = location.hash.startsWith("#/shown/") ? sessionStorage.getItem(NAME) : null;
  if (shown !== null) drawn(part("picture"), shown, WORDS);
}

async function openShown(text) {
  const form = { method: "POST", body: text, headers: { "Content-Type": "text/plain" } };
  const answer = await fetch(`${BASE}shown/open`, form);
  shown = null;
  return answer.url;
}

// Later: a newer build is fetched in the background by its service worker.
setInterval(async () => (await navigator.serviceWorker?.getRegistration(BASE))?.update(), 3_600_000);

start();
