// The service worker. Static files come from the cache. Pages come from the network; if that does not
// answer soon, the page that was stored for exactly this address is shown, marked as a stored one, until
// the answer is there. Requests of scripts are not touched. Pages with links to join are never stored.

const BASE = new URL(".", location).pathname; // the path under which the score keeper stands
const FILES = `files ${NEEDED[0]}`;
const PAGES = "pages";
const PATIENCE = 3000; // milliseconds to wait for a page if an old one is stored
// The query of these pages only adds a notice or opens a part: the first page, and the table of a game.
const SAME_WITHOUT_QUERY = /^(games\/\d+\/)?$/;
const WHOLE = { ignoreVary: true }; // an address has one stored page, whatever the headers of the request
const INSTEAD = "#instead"; // the end of an address that was redirected to, so that its page says so
const MOST_PAGES = 40;
const TOO_FAST = 429; // the status of an answer to a phone that asks too often
const NEVER = /^(join|advice|practice|links)(\/|$)|\/(revision|ahead)$|^sw\.js$|^manifest\.webmanifest$/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(FILES).then((cache) => cache.addAll(NEEDED)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy());
});

self.addEventListener("message", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin } = new URL(request.url);
  const path = inside(request.url);
  if (request.headers.has("Range")) return; // a part of a video
  if (request.method !== "GET" || origin !== location.origin || path.startsWith("join/")) return;
  if (path.startsWith("static/")) event.respondWith(file(request));
  else if (NEVER.test(path)) request.mode === "navigate" && event.respondWith(unstored(request));
  else if (request.mode === "navigate") event.respondWith(page(event));
  else if (awaited.has(plain(request.url))) event.respondWith(taken(plain(request.url)));
});

// The path of an address below that of the score keeper.
function inside(address) {
  return new URL(address).pathname.slice(BASE.length);
}

async function tidy() {
  for (const name of await caches.keys())
    if (name !== FILES && name !== PAGES) await caches.delete(name);
  await self.clients.claim();
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

// Answers in place of which a stored page was shown, by address: the stored page asks for its answer.
const awaited = new Map();

function taken(address) {
  const answer = awaited.get(address);
  awaited.delete(address);
  return answer;
}

async function page(event) {
  const { request } = event;
  const address = plain(request.url);
  const cache = await caches.open(PAGES);
  const fetched = fetch(request).then((answer) => kept(cache, address, answer));
  event.waitUntil(fetched.catch(() => {}));
  const stored = await cache.match(address, WHOLE);
  try {
    const answer = await (stored ? Promise.race([fetched, pause()]) : fetched);
    if (answer) return answer;
  } catch {
    return instead(cache, address, stored);
  }
  awaited.set(address, fetched);
  fetched.catch(() => awaited.delete(address));
  return marked(stored);
}

async function unstored(request) {
  try {
    return await fetch(request);
  } catch {
    return instead(await caches.open(PAGES), plain(request.url));
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PATIENCE));
const plain = (address) => address.split("#")[0];

// A stored page says so, and asks for the present one.
async function marked(stored) {
  const html = await stored.text();
  return new Response(html.replace("<html ", "<html data-stored "), { headers: stored.headers });
}

// Without a network: the stored page. If there is none, another stored page under its own address, of the
// same game if possible. A form with another query would be taken for the wanted one.
async function instead(cache, address, stored) {
  const path = inside(address);
  const same = SAME_WITHOUT_QUERY.test(path);
  const found = stored ?? (same && (await cache.match(address, { ...WHOLE, ignoreSearch: true })));
  if (found) return marked(found);
  const game = address.match(/^.*\/games\/\d+\//)?.[0];
  const pages = (await cache.keys()).map((one) => one.url).reverse();
  const others = pages.filter((url) => inside(url) !== path);
  const known = others.find((url) => game && url.startsWith(game)) ?? others[0];
  return known ? Response.redirect(known + INSTEAD) : Response.error();
}

async function kept(cache, address, answer) {
  const html = answer.headers.get("Content-Type")?.startsWith("text/html");
  if (answer.ok && answer.headers.has("Refresh")) return answer; // it asks to wait for the page
  if (answer.ok && !answer.redirected && html) {
    await cache.delete(address, WHOLE);
    await cache.put(address, answer.clone());
    const all = await cache.keys();
    for (const old of all.slice(0, Math.max(0, all.length - MOST_PAGES))) await cache.delete(old);
  } else if (answer.status === 403) {
    await caches.delete(PAGES); // this phone was shut out
  } else if (answer.status < 500 && answer.status !== TOO_FAST) {
    await cache.delete(address, WHOLE); // the address leads elsewhere now, or nowhere
  }
  return answer;
}
