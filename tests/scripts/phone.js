// Phones without a browser: the scripts of the table page with a real server, a clock that the test moves, a
// network that the test may disturb, and as much of a page as they read. What they would draw is kept.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { Clock } from "./clock.js";
import { modules, Storage } from "./modules.js";

const SERVER = process.env.SCOREKEEPER_ADDRESS;
const scores = new DatabaseSync(process.env.SCOREKEEPER_FILE, { readOnly: true });
const LONGEST = 2 * 60_000; // milliseconds until a phone that is still busy will never be settled
const FRAME = 16; // milliseconds until the next frame is painted
export const NAMES = ["Sara", "Walid", "Noa", "Eli"];
export const [SOUTH, WEST, NORTH, EAST] = [0, 1, 2, 3];

// A phone with the page of a new game.
export async function table(agreed = {}) {
  const phone = new Phone();
  const tab = await phone.begin(agreed);
  await phone.settled();
  return { phone, tab, game: Number(tab.location.pathname.match(/\d+/)[0]) };
}

// Another phone with the same page, on the same clock.
export async function another({ clock }, { location }) {
  const phone = new Phone(clock);
  const tab = await phone.open(location.pathname);
  await phone.settled();
  return tab;
}

// The recorded entries of a game, oldest first.
export const entries = (game) =>
  scores
    .prepare("select fact from entries where game_id = ? order by number")
    .all(game)
    .map(({ fact }) => fact);

export class Phone {
  storage = new Storage();
  offline = false;
  requests = []; // the addresses of all requests that the pages made
  network = (request, send) => send(); // what becomes of a request of a page
  #cookies = new Map();
  #tabs = new Set();

  constructor(clock = new Clock()) {
    this.clock = clock;
  }

  // Begins a game with this phone, and shows its page.
  async begin(agreed = {}) {
    const { text } = await this.send("/games/new?game=israeli-whist");
    const names = Object.fromEntries(NAMES.map((name, seat) => [`names-${seat}`, name]));
    const csrf_token = text.match(/name="csrf_token"[^>]*value="([^"]+)"/)[1];
    const fields = { csrf_token, game: "israeli-whist", dealer: SOUTH, start: 1, "ending.goal": "target", "ending.target": 300, ...names, ...agreed };
    const { url } = await this.send("/games/new", { method: "POST", body: new URLSearchParams(fields) });
    return this.open(new URL(url).pathname);
  }

  async open(path) {
    const tab = new Tab(this, path);
    this.#tabs.add(tab);
    await tab.load();
    return tab;
  }

  close(tab) {
    this.#tabs.delete(tab);
    tab.leave();
  }

  // Lets time pass until every tap is recorded, and the page of the server has replaced each drawn one.
  async settled() {
    for (let waited = 0; ; waited += FRAME) {
      await this.clock.still();
      const busy = [...this.#tabs].map((tab) => tab.busy).filter(Boolean);
      if (!busy.length) return;
      if (waited > LONGEST) throw new Error(`never settled: ${busy.join()}`);
      await this.clock.pass(FRAME);
    }
  }

  // What one tab has stored, the others hear.
  stored(writer) {
    for (const tab of this.#tabs) if (tab !== writer) queueMicrotask(() => tab.hear("storage"));
  }

  // Changes what becomes of the next `times` requests of an address whose path ends so.
  disturb(end, becomes, times = Infinity) {
    let left = times;
    this.network = (request, send) => {
      if (!request.path.endsWith(end) || left <= 0) return send();
      left -= 1;
      return becomes(send, request);
    };
  }

  // The taps in the storage of this phone.
  get taps() {
    const names = Object.keys(this.storage).filter((name) => name.includes(".tap."));
    return names.map((name) => JSON.parse(this.storage.getItem(name))).sort((tap, other) => tap.place - other.place);
  }

  send(path, options = {}) {
    return this.clock.awaits(this.#send(new URL(path, SERVER), options));
  }

  async #send(url, { method = "GET", body, headers }) {
    const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ");
    const answer = await fetch(url, { method, body, headers: { ...headers, cookie }, redirect: "manual" });
    for (const given of answer.headers.getSetCookie()) {
      const [name, value] = given.split(";")[0].split(/=(.*)/);
      this.#cookies.set(name, value);
    }
    const text = await answer.text();
    const onward = answer.headers.get("Location");
    if (onward) return { ...(await this.#send(new URL(onward, url), {})), redirected: true };
    return { ok: answer.ok, status: answer.status, headers: answer.headers, url: url.href, redirected: false, text };
  }
}

const SCRIPTS = { polls: "poll_and_resend.js", queue: "tap_queue.js", store: "tap_store.js", taps: "taps.js" };

// A tab of a phone that shows the page of a game, or another page of it.
class Tab {
  drawn = null; // what is drawn over the page of the server: the state, and the taps for the buttons
  again = null; // the undone tap that is marked
  state = ""; // in the head of the page
  said = []; // at the foot of the page
  felt = [];
  lost = false; // whether the panel of unsent taps is told that the server is out of reach
  pages = []; // the pages of the server that were put in place
  #listeners = [];
  #loaded = 0; // the number of times that it was loaded: earlier scripts are gone
  #page;
  #modules;

  constructor(phone, path) {
    this.phone = phone;
    this.location = new URL(path, SERVER);
  }

  // Loads the page again, as if its address had been opened; its scripts begin anew.
  async load() {
    this.leave();
    const { text } = await this.phone.send(this.location.pathname);
    this.#page = elements(text);
    this.#modules = modules(this.#provided(), this.#replaced());
    for (const [name, script] of Object.entries(SCRIPTS)) this[name] = await this.#modules(script);
    this.taps.watchTaps();
    this.polls.follow();
    this.#start();
  }

  // Ends the present scripts.
  leave() {
    this.#listeners = [];
    this.#loaded += 1;
  }

  #start() {
    this.taps.taps();
    this.polls.following();
  }

  get busy() {
    return this.#document.documentElement.dataset.busy;
  }

  find(selector) {
    return this.#page.find((element) => element.matches(selector)) ?? null;
  }

  // The question that is asked, drawn or not.
  get question() {
    return this.find(".stage")?.dataset.question;
  }

  get revision() {
    return this.find("[data-game]").dataset.revision;
  }

  // The state of the game on the page.
  get game() {
    return this.queue.walked()?.state;
  }

  // The sentences on the buttons that undo and redo, without names in markup.
  get ways() {
    const worded = Object.entries(this.drawn?.ways ?? {}).filter(([, tap]) => tap);
    return Object.fromEntries(worded.map(([way, tap]) => [way, plain(tap.told)]));
  }

  // The number of taps in the panel of unsent taps; null if it is hidden.
  get waiting() {
    const taps = this.queue.unsent();
    return taps.length && (this.lost || this.queue.isStuck()) ? taps.length : null;
  }

  answer(fields, words = "an answer") {
    const [hand, question] = this.question.split(/-(.*)/);
    const { seat } = this.game?.place ?? {};
    this.#take("answers", { hand, question, ...(typeof seat === "number" && { seat }), ...fields }, words);
  }

  // Sends a form of the page, such as that of the button that undoes what was recorded.
  #take(act, fields, words) {
    const { entries, token, revision } = this.find("[data-game]").dataset;
    const form = new Element("form", { action: new URL(act, new URL(entries, SERVER)).href }, words);
    this.taps.take(form, new URLSearchParams({ csrf_token: token, key: this.store.newKey(), revision, ...fields }));
  }

  // Taps on the buttons of the server's page.
  undo = () => this.#take("undo", {}, "Undo");
  redo = () => this.#take("redo", {}, "Redo");

  win(bid, winner) {
    this.answer({ bid, winner });
  }

  contracts(...numbers) {
    for (const number of numbers) this.answer({ number });
  }

  tricks(...taken) {
    this.answer(Object.fromEntries(taken.map((number, side) => [`tricks-${side}`, number])));
  }

  // Clicks a button that the scripts have made.
  click(selector) {
    const button = new Element("button", { "data-enters": "" });
    const target = { closest: (wanted) => (wanted === selector ? button : null) };
    this.hear("click", { target, preventDefault() {} });
  }

  // Decides about a tap that was not recorded: keeps or uses an answer, sends or drops one or all.
  decide(way, tap) {
    if (way === "drop") this.queue.discard(tap?.key);
    if (way === "keep" || way === "use") this.queue.choose(tap.key, way);
    this.decided(way === "send" ? { force: true, only: tap?.key } : {});
  }

  // Puts another page in front of this one, or takes it away.
  hide(is) {
    this.#document.hidden = is;
    this.hear("visibilitychange");
  }

  hear(name, event = { type: name }) {
    for (const [wanted, go] of this.#listeners) if (wanted === name) go(event);
  }

  #document = {
    documentElement: { lang: "en", dataset: {} },
    body: {},
    activeElement: null,
    hidden: false,
    querySelector: (selector) => this.find(selector),
    querySelectorAll: () => [],
    addEventListener: (name, go) => this.#listeners.push([name, go]),
    createElement: (name) => new Element(name),
  };

  #provided() {
    const { phone } = this;
    const { clock } = phone;
    const present = this.#loaded;
    const alive = (go) => () => this.#loaded === present && go();
    const setTimeout = (go, wait) => clock.setTimeout(alive(go), wait);
    return {
      document: this.#document,
      location: this.location,
      localStorage: new Proxy(phone.storage, {
        get: (storage, name) => (...given) => {
          if (name !== "getItem") phone.stored(this);
          return storage[name](...given);
        },
      }),
      addEventListener: this.#document.addEventListener,
      history: { replaceState: (_, __, address) => (this.location.href = address) },
      navigator: {},
      Date: { now: clock.now },
      performance: { now: clock.now },
      setTimeout,
      clearTimeout: clock.clearTimeout,
      requestAnimationFrame: (go) => setTimeout(go, FRAME),
      fetch: (address, options) => this.#fetch(new URL(address, this.location), options),
      DOMParser: class {
        parseFromString = (text) => ({ querySelector: () => new Element("h1", {}, text.match(/<h1[^>]*>(.*?)</)?.[1]) });
      },
    };
  }

  // A request of the page; it may be given up.
  async #fetch(url, { signal, ...options }) {
    const { phone } = this;
    const request = { path: url.pathname, ...options };
    phone.requests.push(url.pathname);
    if (phone.offline) throw new TypeError("offline");
    const cut = new Promise((_, fail) => signal.addEventListener("abort", () => fail(new Error("given up"))));
    const { text, ...answer } = await Promise.race([phone.network(request, () => phone.send(url, options)), cut]);
    return { ok: answer.status < 400, ...answer, text: async () => text };
  }

  // The modules that draw, with what they are told to draw.
  #replaced() {
    const arrive = (html) => {
      if (!html.includes("data-swap-target")) return false;
      this.pages.push(html);
      put(elements(html));
      return true;
    };
    const put = (page) => {
      this.#page = page.copy ?? page;
      this.drawn = this.again = null;
      this.#start();
    };
    const target = () => ({ cloneNode: () => ({ copy: this.#page.map((one) => one.cloneNode()), querySelectorAll: () => [] }) });
    const questionOf = (state) => (state?.place ? `${state.number}-${state.place.key}` : undefined);
    const draw = (state, words, how, ways) => {
      this.drawn = { state, ...how, ways };
      this.find(".stage").dataset.question = questionOf(state) ?? "";
    };
    return {
      "page_swap.js": { arrive, put, target, bring() {}, expects: () => false, isStored: () => false, remember() {} },
      "next_question.js": {
        ...{ draw, questionOf, rehearse() {}, dim: () => (this.drawn = { dimmed: true }) },
        offer: (_, ways) => (this.drawn = { ways }),
        again: (_, tap) => (this.again = tap),
      },
      "status_line.js": { note: (words) => (this.state = words), say: (words) => words && this.said.push(words) },
      "unsent_panel.js": { unsent: (lost, decided) => Object.assign(this, { lost, decided }) },
      "vibration.js": { felt: (taken) => this.felt.push(taken) },
      "tap_guard.js": { hold() {}, released: () => null },
      "live_region.js": { hear() {} },
      "drafts.js": { begun: () => [], forget() {} },
    };
  }
}

// What the scripts read of an element.
class Element {
  elements = [];
  inert = false;
  isConnected = true;

  constructor(name, attributes = {}, words = "") {
    Object.assign(this, { name, attributes, textContent: words, action: attributes.action });
    const data = Object.entries(attributes).filter(([key]) => key.startsWith("data-"));
    this.dataset = Object.fromEntries(data.map(([key, value]) => [key.slice(5).replace(/-(\w)/g, (_, sign) => sign.toUpperCase()), value]));
  }

  get innerHTML() {
    return this.textContent.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  }
  set innerHTML(html) {
    this.textContent = plain(html);
  }
  get lastElementChild() {
    return this;
  }
  // A name, classes and attributes: no selector of the scripts that is tested here needs more.
  matches(selector) {
    const [, name, rest] = selector.match(/^(\w*)(.*)$/);
    const parts = rest.match(/\.[\w-]+|\[[\w-]+\]/g) ?? [];
    if (parts.join("") !== rest || (name && name !== this.name)) return false;
    const classes = (this.attributes.class ?? "").split(" ");
    return parts.every((part) => (part[0] === "." ? classes.includes(part.slice(1)) : part.slice(1, -1) in this.attributes));
  }
  cloneNode() {
    const copy = new Element(this.name, this.attributes, this.textContent);
    Object.assign(copy.dataset, this.dataset);
    return copy;
  }
  querySelector = () => null;
  querySelectorAll = () => [];
  contains = () => false;
}

// Compares values of the scripts, whose arrays are none of the test's own.
export const same = (actual, due) => assert.deepEqual(JSON.parse(JSON.stringify(actual)), due);

// A promise, and the function that fulfils it.
export function gate() {
  let open;
  const opened = new Promise((go) => (open = go));
  return { opened, open };
}

const SIGNS = { amp: "&", lt: "<", gt: ">", quot: '"', "#34": '"', "#39": "'" };
const unescaped = (text) => text.replace(/&(\w+|#\d+);/g, (all, sign) => SIGNS[sign] ?? all);
export const plain = (html) => unescaped(html.replace(/<[^>]*>/g, ""));

// The elements of a page in their order, those of templates too.
function elements(html) {
  const tags = html.matchAll(/<([a-z]\w*)((?:\s+[\w-]+(?:=(?:"[^"]*"|'[^']*'|[^\s>"']+))?)*)\s*\/?>/g);
  return [...tags].map(([, name, rest]) => {
    const given = rest.matchAll(/([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/g);
    return new Element(name, Object.fromEntries([...given].map(([, key, ...values]) => [key, unescaped(values.find((one) => one !== undefined) ?? "")])));
  });
}
