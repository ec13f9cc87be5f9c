// The service worker of the site. It answers the files of the shell from the cache; everything else below
// its path is answered by the program, which runs in a worker of the tab that leads.

const BASE = new URL("./", self.location).pathname;
const FILES = cacheName(BASE, BUILD.build);
const OWN = ["", "app.webmanifest", ...BUILD.icons, ...Object.values(BUILD.files)].map((name) => BASE + name);
const LATE = 3000; // milliseconds without an answer, after which the leader is asked whether it lives
const SILENT = 2000; // milliseconds after which a leader that says nothing is replaced
const GIVEN_UP = 90_000; // milliseconds after which the page hears that nobody answers
const BODILESS = [101, 204, 205, 304];

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data === "use the new build") self.skipWaiting();
  if (event.data === "claim") event.waitUntil(self.clients.claim()); // a page that was loaded past the cache
});

async function install() {
  const cache = await caches.open(FILES);
  for (const address of OWN) {
    const same = address.startsWith(`${BASE}files/`) && (await caches.match(address)); // named by its contents
    if (same) await cache.put(address, same);
    else await cache.add(new Request(address, { cache: "no-cache" }));
  }
  for (const [name, archive] of Object.entries(BUILD.archives)) await bring(BASE, BUILD.build, name, archive);
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith(`scorekeeper ${BASE} `) && name !== FILES) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin || !pathname.startsWith(BASE)) return;
  const path = pathname.slice(BASE.length);
  if (request.mode === "navigate" && request.destination === "document" && request.method === "GET")
    event.respondWith(["", "index.html"].includes(path) ? kept(request, BASE) : Response.redirect(`${BASE}#/${path}${search}`));
  else if (path && OWN.includes(pathname)) event.respondWith(kept(request, pathname));
  else if (path.startsWith("parts/") || path === "sw.js") return;
  else event.respondWith(/^(\w+\/)?static\//.test(path) ? still(request) : ask(request));
});

const kept = async (request, path) => (await caches.match(path, { cacheName: FILES })) ?? fetch(request);

// The files of the pages: their addresses name their version, so one answer lasts as long as the build.
async function still(request) {
  const found = await caches.match(request, { cacheName: FILES });
  if (found) return found;
  const answer = await ask(request);
  if (answer.status === 200) await (await caches.open(FILES)).put(request, answer.clone());
  return answer;
}

// The requests that wait for their answer, by number. A leader that takes over gets all of them again.
const channel = new BroadcastChannel(`scorekeeper ${BASE}`);
const waiting = new Map();
let lastSign = 0; // when the leader last said something
let looking = null;

channel.onmessage = ({ data }) => {
  lastSign = Date.now();
  if (data.answer) waiting.get(data.id)?.done(data.answer);
  if (data.ready) for (const { message } of waiting.values()) channel.postMessage(message);
};

async function ask(request) {
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const headers = [...request.headers];
  if (request.referrer.startsWith("http")) headers.push(["referer", request.referrer]);
  const id = crypto.randomUUID();
  const message = { id, ask: { method: request.method, url: request.url, headers, body } };
  const answer = await new Promise((done) => {
    waiting.set(id, { message, done, since: Date.now() });
    channel.postMessage(message);
    looking ??= setInterval(look, 500);
  });
  waiting.delete(id);
  if (!answer) return Response.error();
  const { status } = answer;
  const to = answer.headers.find(([name]) => name.toLowerCase() === "location")?.[1];
  if (to && status >= 300 && status < 400) return Response.redirect(new URL(to, request.url), status);
  return new Response(BODILESS.includes(status) ? null : answer.body, { status, headers: answer.headers });
}

// While requests wait: a leader that was closed or frozen says nothing, and is replaced.
let pinged = 0;

function look() {
  const now = Date.now();
  if (!waiting.size) {
    clearInterval(looking);
    looking = null;
    pinged = 0;
    return;
  }
  for (const { since, done } of waiting.values()) if (now - since > GIVEN_UP) done(null);
  const oldest = Math.min(...[...waiting.values()].map(({ since }) => since));
  if (now - Math.max(oldest, lastSign) < LATE) return;
  if (pinged && lastSign < pinged && now - pinged > SILENT) {
    channel.postMessage({ take: crypto.randomUUID() });
    pinged = 0;
    lastSign = now;
  } else if (!pinged || lastSign >= pinged) {
    pinged = now;
    channel.postMessage({ ping: now });
  }
}
