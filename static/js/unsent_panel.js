// The panel of unsent taps, where the user decides about taps that the server did not record.

import * as queue from "./tap_queue.js";

const CONFLICT = 409; // the status of the answer if the game has moved on

const panel = () => document.querySelector("[data-waiting]");

export function unsent(lost, decided) {
  const place = panel();
  if (!place) return;
  const taps = queue.unsent();
  const stuck = queue.isStuck();
  place.hidden = !taps.length || !(lost || stuck);
  if (place.hidden) return;
  if (!place.querySelector("details")) place.append(place.querySelector("[data-panel]").content.cloneNode(true));
  const refusals = queue.refusals();
  const hasMovedOn = taps.some(({ key }) => refusals[key]?.status === CONFLICT);
  const state = stuck ? (hasMovedOn ? "stuck" : "refused") : queue.isSending() ? "sending" : "kept";
  place.querySelector("[data-title]").textContent = place.dataset[state].replace("{count}", taps.length);
  place.classList.toggle("unsent--stuck", stuck);
  const shownTrouble = place.dataset.trouble ?? "";
  if (stuck || (queue.trouble() && queue.trouble() !== shownTrouble)) place.querySelector("details").open = true;
  place.dataset.trouble = queue.trouble(); // opened once for each reason: a user who folds it has read it
  fill(place.querySelector("[data-meanwhile]"), refusals.meanwhile ?? [], (line, sentence) => (line.innerHTML = sentence));
  const choosing = Boolean(refusals[taps[0].key]?.choices); // the taps based on it are shown after the choice
  place.classList.toggle("unsent--choice", choosing);
  const shape = place.querySelector("[data-item]").content.firstElementChild;
  place.querySelector("[data-list]").replaceChildren(
    ...taps.slice(0, choosing ? 1 : undefined).map((tap, number) => {
      const line = shape.cloneNode(true);
      line.dataset.tap = tap.key;
      const { choices = [], asked, problem } = refusals[tap.key] ?? {};
      const chooses = choices.length > 0;
      line.querySelector("[data-told]").innerHTML = chooses ? asked : tap.told;
      line.querySelector("[data-way=send]").hidden = chooses || Boolean(queue.isUnfit(tap));
      line.querySelector("[data-way=drop]").hidden = chooses;
      line.querySelector("[data-why]").innerHTML = chooses ? "" : (problem ?? (number ? "" : queue.trouble()));
      for (const { way, told: words } of choices)
        Object.assign(line.querySelector(`[data-way=${way}]`), { hidden: false, innerHTML: `<span>${words}</span>` });
      return line;
    }),
  );
  for (const part of place.querySelectorAll("[data-stuck-only]")) part.hidden = !stuck;
  for (const part of place.querySelectorAll("[data-kept-only]")) part.hidden = stuck;
  place.querySelector(".unsent__meanwhile").hidden ||= !refusals.meanwhile?.length;
  place.onclick = (event) => {
    const way = event.target.closest("[data-way]")?.dataset.way;
    if (!way) return;
    const key = event.target.closest("[data-tap]")?.dataset.tap;
    if (way === "drop") queue.discard(key);
    if (way === "keep" || way === "use") queue.choose(key, way);
    decided(way === "send" ? { force: true, only: key } : {});
  };
}

function fill(list, items, tell) {
  list.replaceChildren(
    ...items.map((item) => {
      const line = document.createElement("li");
      tell(line, item);
      return line;
    }),
  );
}
