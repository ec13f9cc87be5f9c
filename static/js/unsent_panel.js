// The panel of unsent taps, where the user decides about taps that the server did not record. It is shown
// again with every poll: what has not changed stays, and with it the finger and the focus on it.

import * as queue from "./tap_queue.js";

const CONFLICT = 409; // the status of the answer if the game has moved on

const panel = () => document.querySelector("[data-waiting]");
const written = new WeakMap(); // the text of each part, as it was written
let deciding = false; // whether the focus was in the panel when it was last shown or hidden

export function unsent(lost, decided) {
  const place = panel();
  if (!place) return;
  const taps = queue.unsent();
  const stuck = queue.isStuck();
  const focused = place.contains(document.activeElement) && document.activeElement;
  place.hidden = !taps.length || !(lost || stuck);
  if (place.hidden) return leave(focused, taps.length > 0);
  if (!place.querySelector("details")) place.append(place.querySelector("[data-panel]").content.cloneNode(true));
  const refusals = queue.refusals();
  const hasMovedOn = taps.some(({ key }) => refusals[key]?.status === CONFLICT);
  const state = stuck ? (hasMovedOn ? "stuck" : "refused") : queue.isSending() ? "sending" : "kept";
  write(place.querySelector("[data-title]"), place.dataset[state].replace("{count}", taps.length));
  place.classList.toggle("unsent--stuck", stuck);
  const trouble = stuck ? state : queue.trouble();
  if (trouble && trouble !== place.dataset.trouble) place.querySelector("details").open = true;
  place.dataset.trouble = trouble; // opened once for each reason: a user who folds it has read it
  const lines = (refusals.meanwhile ?? []).map((sentence, number) => [number, sentence]);
  list(place.querySelector("[data-meanwhile]"), lines, () => document.createElement("li"), write);
  const choosing = Boolean(refusals[taps[0].key]?.choices); // the taps based on it are shown after the choice
  place.classList.toggle("unsent--choice", choosing);
  const shape = place.querySelector("[data-item]").content.firstElementChild;
  const items = taps.slice(0, choosing ? 1 : undefined).map((tap, number) => [tap.key, { tap, number }]);
  list(place.querySelector("[data-list]"), items, () => shape.cloneNode(true), (line, { tap, number }) => {
    const { choices = [], asked, problem } = refusals[tap.key] ?? {};
    const chooses = choices.length > 0;
    write(line.querySelector("[data-told]"), chooses ? asked : tap.told);
    line.querySelector("[data-way=send]").hidden = chooses || Boolean(queue.isUnfit(tap));
    line.querySelector("[data-way=drop]").hidden = chooses;
    write(line.querySelector("[data-why]"), chooses ? "" : (problem ?? (number ? "" : queue.trouble())));
    for (const way of ["keep", "use"]) {
      const words = choices.find((choice) => choice.way === way)?.told;
      line.querySelector(`[data-way=${way}]`).hidden = words === undefined;
      if (words !== undefined) write(line.querySelector(`[data-way=${way}]`), `<span>${words}</span>`);
    }
  });
  for (const part of place.querySelectorAll("[data-stuck-only]")) part.hidden = !stuck;
  for (const part of place.querySelectorAll("[data-kept-only]")) part.hidden = stuck;
  place.querySelector(".unsent__fold > .aside-row").hidden ||= items.length < 2; // it is for all of them
  place.querySelector(".unsent__meanwhile").hidden ||= !refusals.meanwhile?.length;
  place.onclick = (event) => {
    const way = event.target.closest("[data-way]")?.dataset.way;
    if (!way) return;
    const key = event.target.closest("[data-tap]")?.dataset.tap;
    if (way === "drop") queue.discard(key);
    if (way === "keep" || way === "use") queue.choose(key, way);
    decided(way === "send" ? { force: true, only: key } : {});
  };
  keepFocus(focused, place);
}

// Writes HTML, unless it is there already.
function write(part, html) {
  if (written.get(part) !== html) part.innerHTML = html;
  written.set(part, html);
}

// Shows a line for each pair of a key and a value; the line of a key stays as long as the key does.
function list(place, items, make, fill) {
  const lines = new Map([...place.children].map((line) => [line.dataset.tap, line]));
  const wanted = items.map(([key, value]) => {
    const line = lines.get(String(key)) ?? make();
    line.dataset.tap = key;
    fill(line, value);
    return line;
  });
  for (const line of lines.values()) if (!wanted.includes(line)) line.remove();
  wanted.forEach((line, number) => place.children[number] === line || place.insertBefore(line, place.children[number] ?? null));
}

const main = () => document.querySelector("#main");

// The panel may be back in a moment, with the next decision.
function leave(focused, goesOn) {
  deciding = goesOn && (deciding || Boolean(focused));
  if (focused) main().focus({ preventScroll: true });
}

// If the control with the focus is gone, the focus goes to the title of the panel, or to the next question of
// two answers: Enter, pressed once more, must not decide it.
function keepFocus(focused, place) {
  const isLost = focused ? !focused.checkVisibility() : deciding && [document.body, main()].includes(document.activeElement);
  const next = isLost && [...place.querySelectorAll("summary, [data-tap]")].find((part) => part.checkVisibility());
  if (next) next.focus({ preventScroll: true });
  deciding = place.contains(document.activeElement); // another page may take the focus away
}
