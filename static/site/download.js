// Brings the archives of a build into the cache of this device, in pieces: a piece that has come stays, so
// a download that was stopped goes on. The page does this at the first visit, and the service worker for
// an update. A classic script, because both load it.

const AT_ONCE = 3; // pieces that are fetched together
const PAUSES = [500, 1000, 2000, 4000, 8000]; // milliseconds before a piece is asked for again

class Gone extends Error {} // the host has another build by now
class Changed extends Error {} // a piece is not what the build says

const cacheName = (base, build) => `scorekeeper ${base} ${build}`;
const piecesName = (base) => `scorekeeper ${base} pieces`;
const keptAt = (base, { digest }) => `${base}kept/${digest}`;

// Brings one archive; `told` hears of each number of bytes that has come. With `patient`, a lost connection
// is waited for as long as the page lives, and `waiting` hears of it. `signal` ends it.
async function bring(base, build, name, archive, { told = () => {}, patient = false, waiting = () => {}, signal } = {}) {
  const cache = await caches.open(cacheName(base, build));
  const address = keptAt(base, archive);
  const lock = `${cacheName(base, build)} ${name}`; // the page and the service worker may both be at it
  await navigator.locks.request(lock, async () => {
    const whole = archive.parts.reduce((sum, [, size]) => sum + size, 0);
    const found = await caches.match(address); // in another build, too
    if (found) {
      if (!(await cache.match(address))) await cache.put(address, found);
      return told(whole);
    }
    const pieces = await caches.open(piecesName(base));
    const left = [...archive.parts];
    const fetchOn = async () => {
      for (let part = left.shift(); part; part = left.shift())
        await piece(base, pieces, part, { told, patient, waiting, signal });
    };
    await Promise.all(Array.from({ length: AT_ONCE }, fetchOn));
    const bodies = [];
    for (const [digest] of archive.parts) bodies.push(await (await pieces.match(at(base, digest))).blob());
    const unpacked = new Blob(bodies).stream().pipeThrough(new DecompressionStream("gzip"));
    const body = await new Response(unpacked).blob();
    if (body.size !== archive.size) throw new Changed(name);
    await cache.put(address, new Response(body, { headers: { "Content-Type": archive.type, "Content-Length": body.size } }));
    for (const [digest] of archive.parts) await pieces.delete(at(base, digest));
  });
}

const at = (base, digest) => `${base}parts/${digest}`;

async function piece(base, pieces, [digest, size], { told, patient, waiting, signal }) {
  const address = at(base, digest);
  if (await pieces.match(address)) return told(size);
  for (let tries = 0, damaged = 0; ; tries++) {
    let come = 0;
    try {
      const answer = await fetch(address, { signal, cache: damaged ? "reload" : "default" });
      if (answer.status === 404 || answer.status === 410) throw new Gone(address);
      if (!answer.ok) throw new TypeError(`${answer.status}`);
      const chunks = [];
      for (const reader = answer.body.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (done) break;
        chunks.push(value);
        come += value.length;
        told(value.length);
      }
      const body = new Blob(chunks);
      if ((await digestOf(body)).startsWith(digest)) return await pieces.put(address, new Response(body));
      damaged += 1;
      if (damaged > 2) throw new Changed(address);
    } catch (error) {
      if (signal?.aborted || error instanceof Gone || error instanceof Changed || isFull(error)) throw error;
      if (!patient && tries >= PAUSES.length) throw error;
      waiting(true);
    }
    told(-come);
    await new Promise((go) => {
      setTimeout(go, PAUSES[Math.min(tries, PAUSES.length - 1)]);
      self.addEventListener("online", go, { once: true });
    });
  }
}

const isFull = (error) => error?.name === "QuotaExceededError";

async function digestOf(body) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await body.arrayBuffer()));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
