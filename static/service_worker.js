// The service worker. Static files come from the cache. Pages come from the network; if that does not
// answer soon, the last stored page is shown. Requests of scripts are not touched. Pages with links to
// join are never stored.

const FILES = `files ${NEEDED[0]}`;
const PAGES = "pages 2"; // the first version of this cache stored links to join
const PATIENCE = 3000; // milliseconds to wait for a page if an old one is stored
const MOST_PAGES = 40;
const NEVER = /^\/(join|advice|practice|links)(\/|$)|\/(revision|ahead|more)$|^\/sw\.js$|^\/manifest\.webmanifest$/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(FILES).then((cache) => cache.addAll(NEEDED)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.headers.has("Range")) return; // a part of a video
  if (request.method !== "GET" || origin !== location.origin || NEVER.test(pathname)) return;
  if (pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(event));
});

async function tidy() {
  for (const name of await caches.keys())
    if (name !== FILES && name !== PAGES) await caches.delete(name);
  await self.clients.claim();
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

async function page(event) {
  const { request } = event;
  const cache = await caches.open(PAGES);
  const fetched = fetch(request).then((answer) => kept(cache, request, answer));
  event.waitUntil(fetched.catch(() => {}));
  const old = (await cache.match(request)) ?? (await cache.match(request, { ignoreSearch: true }));
  if (!old) return fetched.catch(() => instead(cache, request));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, old));
  return Promise.race([fetched.catch(() => old), late]);
}

// For a page that is not stored, another stored page is shown, of the same game if there is one.
async function instead(cache, request) {
  const game = request.url.match(/^.*\/games\/\d+\//)?.[0];
  const seen = (await cache.keys()).map((one) => one.url).reverse();
  const known = seen.find((url) => game && url.startsWith(game)) ?? seen[0];
  return known && known !== request.url ? Response.redirect(known) : Response.error();
}

async function kept(cache, request, answer) {
  const html = answer.headers.get("Content-Type")?.startsWith("text/html");
  if (answer.ok && !answer.redirected && html) {
    await cache.delete(request);
    await cache.put(request, answer.clone());
    const all = await cache.keys();
    for (const old of all.slice(0, Math.max(0, all.length - MOST_PAGES))) await cache.delete(old);
  } else if (answer.status === 403) {
    await caches.delete(PAGES); // this phone was shut out
  }
  return answer;
}
