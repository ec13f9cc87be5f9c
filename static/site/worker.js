// The worker with Python and the score file. It answers one request after the other; what a request has
// changed is on the disk before its answer is sent.

import { loadPyodide } from "./pyodide.mjs";
import { open } from "./storage.js";
import { unzip } from "./unzip.js";

const QUIET = 2000; // milliseconds without a request, after which there is time for other work
const ROUND = 900_000; // milliseconds between two rounds of such work

let base, build, files, folder, python, answerOf, channel;
const steps = {};
let last = performance.now();

function lap(name) {
  const now = performance.now();
  steps[name] = Math.round(now - last);
  last = now;
}

onmessage = ({ data }) => {
  if (data.begin) begin(data.begin).catch(failed);
};

// What was answered is kept; after a fault nothing more is answered here.
function failed(error) {
  answerOf = null;
  postMessage({ failed: { code: error?.code ?? "failed", text: String(error?.message ?? error).slice(-600) } });
}

async function begin({ base: path, build: described, forgets }) {
  base = path;
  build = described;
  channel = new BroadcastChannel(`scorekeeper ${base}`);
  channel.onmessage = ({ data }) => data.ask && take(data);
  files = await caches.open(`scorekeeper ${base} ${build.build}`);
  const app = archive("app.zip").then((found) => found.arrayBuffer());
  const place = open(`scorekeeper ${base}`);
  place.catch(failed); // told before all has come
  const here = new URL("./", import.meta.url).href;
  const brought = { "pyodide.asm.wasm": await archive("python.wasm"), "python_stdlib.zip": await archive("stdlib.zip") };
  const plain = self.fetch; // Pyodide fetches these two: they have been brought already
  self.fetch = (address, ...more) => {
    const found = brought[String(address).split("/").at(-1)];
    return found ? Promise.resolve(found) : plain(address, ...more);
  };
  lap("files");
  python = await loadPyodide({ indexURL: here, lockFileContents: { info: build.python, packages: {} }, packageBaseUrl: here });
  self.fetch = plain;
  lap("python");
  unzip(python.FS, new Uint8Array(await app), "/app");
  lap("unpacked");
  python.runPython('import sys; sys.path.insert(0, "/app"); from scorekeeper.web import in_browser');
  const program = python.pyimport("scorekeeper.web.in_browser");
  lap("imports");
  folder = await place;
  folder.mount(python.FS, "/scores");
  lap("storage");
  program.begin.callKwargs(base, self.location.origin, { forgets });
  await folder.flush();
  answerOf = program.answer;
  idle = () => program.idle();
  lap("open");
  postMessage({ ready: steps });
  channel.postMessage({ ready: crypto.randomUUID() });
  next();
}

// An archive from the cache; at the first visit the page is still bringing it.
async function archive(name) {
  for (;;) {
    const found = await files.match(`${base}kept/${build.archives[name].digest}`);
    if (found) return found;
    await new Promise((go) => setTimeout(go, 100));
  }
}

// Requests

const known = new Set(); // the numbers of requests that were taken; they may be sent twice
const queue = [];
let busy = false;

function take(message) {
  if (known.has(message.id)) return;
  known.add(message.id);
  queue.push(message);
  next();
}

async function next() {
  if (busy || !answerOf) return;
  busy = true;
  clearTimeout(pause);
  while (queue.length) {
    const { id, ask } = queue.shift();
    const answer = await answered(ask);
    if (!answer) continue;
    channel.postMessage({ id, answer });
    if (ask.method === "POST") channel.postMessage({ changed: id }); // perhaps; the tabs look
  }
  busy = false;
  pause = setTimeout(rest, QUIET);
}

async function answered({ method, url, headers, body }) {
  try {
    await bringSeason(url);
    const given = python.toPy([...headers, ["accept-language", navigator.languages.join(",")]]);
    const done = answerOf(method, url, given, body ? python.toPy(new Uint8Array(body)) : undefined);
    given.destroy();
    const [status, fields, bytes] = done.toJs();
    done.destroy();
    await folder.flush();
    return { status, headers: fields, body: bytes.slice().buffer };
  } catch (error) {
    failed(error); // the page around says what it is, or another tab answers
    return null;
  }
}

// The season to try is fetched when it is asked for. Until it has come, the program says what is missing.
async function bringSeason(url) {
  const season = `${base}try/`;
  if (!new URL(url).pathname.startsWith(season) || python.FS.analyzePath("/try/scores.db").exists) return;
  try {
    const parts = await Promise.all(build.season.parts.map(async ([digest]) => (await fetch(`${base}parts/${digest}`)).blob()));
    const unpacked = new Blob(parts).stream().pipeThrough(new DecompressionStream("gzip"));
    const file = new Uint8Array(await new Response(unpacked).arrayBuffer());
    python.FS.mkdirTree("/try");
    python.FS.writeFile("/try/scores.db", file);
  } catch {
    return;
  }
}

// Work for which nobody waits

let pause;
let idle = () => {};

async function rest() {
  if (busy) return;
  busy = true;
  try {
    idle();
    await folder.flush();
  } catch (error) {
    failed(error);
  }
  busy = false;
  pause = setTimeout(rest, ROUND);
  next();
}
