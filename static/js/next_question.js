// The next question after the taps that the server has not confirmed, drawn from the engine's
// description: the players, the points of the last hand, and the form. And the totals at the end of a game.

import { description, placeOf, position } from "./look_ahead_description.js";
import { game } from "./ask_server.js";
import { pair } from "./bid_and_player.js";
import { shares } from "./shares.js";
import { steppers } from "./steppers.js";
import { newKey } from "./tap_store.js";

const MINUS = "\u2212";
const MOST_DIGITS = 9; // with separators and sign
const COUNTING = 800; // milliseconds
const MOST_SIGNS = 30; // the longest text on a button that undoes a tap

let rehearsed; // the words of the description that was laid out in advance

// The name of the question of a state, the same as on the page of the server.
export const questionOf = (state) => (state?.place ? `${state.number}-${state.place.key}` : undefined);

// A phone with an owner asks only its owner, unless the owner is `entering` for the player who is asked.
// The page `waits` for the server where the look-ahead ends.
export function draw(state, words, { entering, waits }, ways) {
  const all = description();
  const stage = document.querySelector(".stage");
  // Remove the focus first: removing a focused control would make the browser lay out the page twice.
  if (stage.contains(document.activeElement)) document.activeElement.blur();
  if (!state) return pause(stage, words.waits, ways);
  title(all.shown, state);
  players(all, state);
  if (waits) return dim(stage, back(stage, ways));
  const before = state.fresh ? [result(all, state.last)] : [];
  const needed = stage.querySelector(".so-far__needed");
  const playOff = stage.querySelector("template[data-play-off]");
  if (playOff && !state.fresh && !state.over) before.push(playOff.content.cloneNode(true));
  let form = null;
  let wait = "";
  if (state.place) {
    const owner = stage.querySelector(":scope > template[data-wait]")?.dataset.mine;
    const mine = owner === String(state.place.seat);
    const others = owner !== undefined && !mine && state.place.seat !== null && !entering;
    if (mine) before.push(stage.querySelector("template[data-yours]").content.cloneNode(true));
    if (others) wait = waiting(all, stage, state.place);
    else form = question(all, stage, state, before);
  }
  if (state.over || !state.place) before.push(notice(state.over ? words.over : words.waits));
  for (const part of stage.querySelectorAll(":scope > :not(.players, template)"))
    if (part !== form) part.remove();
  const between = state.place ? [soFar(all, state, before[0], needed)] : [];
  const above = [holder("news", ...before), ...between];
  if (form?.parentNode === stage) {
    form.before(...above);
    form.after(back(stage, ways));
  } else {
    stage.append(...above, form ?? wait, back(stage, ways));
    for (const behaviour of [pair, steppers, shares]) behaviour(stage);
  }
  stage.dataset.question = questionOf(state) ?? "";
  stage.dataset.partial = form ? state.place.partial : "";
  if (state.last) document.querySelector(".under")?.remove();
}

function holder(name, ...parts) {
  const part = document.createElement("div");
  part.className = name;
  part.append(...parts);
  return part;
}

// What is shown above the question, as in `so_far.html`. What a side needs to win is right until it has spoken.
function soFar(all, { answers, fresh, last, place, said, declarer }, fold, needed) {
  const part = holder("so-far");
  if (answers.length) part.innerHTML = `<ul class="so-far__answers">${answers.map((answer) => `<li>${answer}</li>`).join("")}</ul>`;
  else if (fresh) part.append(...(last.thrownIn ? [] : [fold.querySelector("ul").cloneNode(true)]));
  else if (place.contracts) part.innerHTML = cards(all, place.contracts, said, declarer);
  if (needed && !last && !needed.dataset.of.split(" ").some((seat) => seat in said)) part.append(needed);
  return part;
}

function cards(all, [sum, total, distance], said, declarer) {
  const cards = Object.entries(said).flatMap(([seat, number]) => Array(number).fill(seat));
  const marks = Array.from({ length: sum }, (_, at) => markOf(cards[at] ?? declarer));
  const shown = Array.from({ length: Math.max(sum, total) }, (_, at) => `<i${at < total ? "" : ' class="over"'}>${marks[at] ?? ""}</i>`);
  return `<div class="so-far__contracts" aria-hidden="true"><span class="so-far__cards">${shown.join("")}</span><b>${all.texts[distance]}</b></div>`;
}

const markOf = (seat) => document.querySelector(`[data-seat="${seat}"]`).closest(".side, .player").querySelector(".player-mark").outerHTML;

// Dims the question until the server has answered; without a row of buttons, nothing can be tapped.
export function dim(stage, row) {
  const form = stage.querySelector(":scope > form.question");
  if (form) form.inert = true;
  const present = stage.querySelector(":scope > .back");
  if (!row) {
    if (present) present.inert = true;
  } else if (present) present.replaceWith(row);
  else stage.append(row);
}

// Adds a button to the page of the server, which redoes the tap that was undone before it was sent.
export function offer(stage, ways) {
  stage.querySelector('form[action$="/redo"]')?.remove(); // it would redo an earlier tap
  for (const old of stage.querySelectorAll("[data-redo-unsent], .back__room, [data-at-the-end]")) old.remove();
  const row = back(stage, ways);
  const present = stage.querySelector(".back");
  if (!present) return stage.append(row);
  present.append(...row.childNodes);
}

// Marks the answer that was undone, to be tapped again: nothing is sent by accident.
export function again(root, { fields }) {
  const form = root.querySelector("form.question");
  const [seat] = fields.filter(([name]) => name === "seat");
  if (!form || (seat && form.elements.seat?.value !== seat[1])) return;
  for (const tile of form.querySelectorAll(".tile--chosen")) tile.classList.remove("tile--chosen");
  for (const old of form.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
  for (const [name, value] of fields) {
    const input = form.querySelector(`input:not([type])[name="${name}"]`);
    if (input && input.value !== value) {
      input.value = value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const tile = form.querySelector(`:is(button, [type=radio])[name="${name}"][value="${value}"]`);
    // A form with a button is not sent by the choice itself, but by that button.
    if (tile?.type === "radio" && !form.matches("[data-pair]")) tile.checked = true;
    tile?.closest(".tile")?.classList.add("tile--chosen");
    tile?.setAttribute("aria-current", "true");
  }
}

// Lays out the parts of later questions unseen, because the first layout takes several times as long.
export function rehearse() {
  const { shown, partials } = description() ?? {};
  if (!shown || rehearsed === shown) return;
  rehearsed = shown;
  const holder = document.createElement("div");
  holder.className = "unseen";
  holder.inert = true;
  holder.append(...[shown.result, ...shown.signs, ...Object.values(partials)].map(made));
  for (const fold of holder.querySelectorAll("details")) fold.open = true;
  document.body.append(holder);
  holder.getBoundingClientRect();
  holder.remove();
}

// A number of points with the game's decimals, which are the last digits of a whole number.
function units({ decimals }, number) {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const size = (Math.abs(number) / 10 ** decimals).toLocaleString(document.documentElement.lang, digits);
  return `<bdi dir="ltr" class="figure">${number < 0 ? MINUS : ""}${size}</bdi>`;
}

const signed = (all, points) => (points > 0 ? units(all, points).replace(">", ">+") : units(all, points));

function made(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content;
}

function notice(text) {
  const line = document.createElement("p");
  line.className = "notice";
  line.textContent = text;
  return line;
}

// If the next question is not known, nothing is asked, and no number is shown that may be old.
function pause(stage, why, ways) {
  for (const part of stage.querySelectorAll(":scope > :not(.players, template)")) part.remove();
  for (const number of document.querySelectorAll("[data-total], .player__last")) number.textContent = "…";
  for (const place of document.querySelectorAll(".player__place")) place.textContent = "";
  document.querySelector(".under")?.remove();
  stage.append(notice(why), back(stage, ways));
}

// Replaces the content unless it is the same, which would lay it out again.
function put(place, html) {
  if (place.innerHTML.trim() !== html.trim()) place.innerHTML = html;
}

function title(shown, state) {
  const begun = state.declarer !== null || Object.keys(state.said).length > 0;
  const words = begun || state.over ? shown.hand : shown.deals[state.dealer];
  put(document.querySelector(".top__title"), words.replace("{number}", state.number - (state.over ? 1 : 0)));
}

function players(all, state) {
  const { shown } = all;
  const turn = state.place?.seat;
  const spoken = state.declarer !== null || Object.keys(state.said).length > 0;
  all.sides.flat().forEach((seat) => {
    const contract = state.said[seat];
    const marks = seat === state.dealer && !state.over ? shown.dealer : "";
    const declares = seat === state.declarer && state.declared;
    put(slot("marks", seat), marks + (declares ? shown.declarer.replace("{declared}", state.declared) : ""));
    put(
      slot("said", seat),
      contract !== undefined ? shown.said.replace("{number}", contract) : !spoken ? "" : seat === turn ? shown.turn : shown.silent,
    );
    const words = state.badges.filter(([owner]) => owner === seat);
    put(slot("badges", seat), words.map(([, word]) => shown.badge.replace("{word}", word)).join(""));
    const place = document.querySelector(`[data-seat="${seat}"]`);
    place.classList.toggle("player--turn", seat === turn);
    if (seat === turn) place.setAttribute("aria-current", "true");
    else place.removeAttribute("aria-current");
  });
  for (const total of document.querySelectorAll("[data-total]"))
    put(total, units(all, state.totals[total.dataset.total]));
  if (state.last) for (const past of document.querySelectorAll(".player__place, .player__fined, .carried")) past.remove();
  all.sides.forEach((side, index) => {
    const sum = side.reduce((all, seat) => all + (state.said[seat] ?? 0), 0);
    if (side.length > 1) put(slot("sum", index), sum ? shown.sum.replace("{number}", sum) : "");
    put(slot("last", index), state.fresh && !state.last.thrownIn ? lastHand(all, state.last, side, index) : "");
  });
  const list = document.querySelector(".players");
  const shows = state.fresh && !state.last.thrownIn && !list.matches(".players--sides");
  list.classList.toggle("players--scored", Boolean(shows));
  makeRoom(list);
}

// For the longest number of the players.
function makeRoom(list) {
  const [before, digits] = list.className.match(/digits--(\d)/);
  const lengths = [...list.querySelectorAll("[data-total], .player__points .figure")].map((number) => number.textContent.trim().length);
  list.classList.replace(before, `digits--${Math.min(Math.max(digits, ...lengths), MOST_DIGITS)}`);
}

function lastHand(all, { said: contracts, took, lines }, side, index) {
  const [points, good] = lines[index];
  const { shown } = all;
  const number = side.length > 1 ? undefined : contracts[side[0]];
  const words = took?.length ? shown.took[number === undefined ? 0 : 1].replace("{said}", number).replace("{took}", took[index]) : "";
  return `<span class="player__last">${shape(all, "player__points", points, good)}${words}</span>`;
}

function shape(all, name, points, good) {
  const { shown, low } = all;
  const kind = points === 0 ? "" : points > 0 !== low ? " won" : " lost";
  return `<span class="${name}${kind}">${good === null ? "" : shown.signs[Number(good)]}${signed(all, points)}</span>`;
}

function waiting(all, stage, { seat, question }) {
  const shape = stage.querySelector("template[data-wait]").content.cloneNode(true);
  shape.querySelector("[data-waiting-for]").innerHTML = all.shown.waiting[seat];
  shape.querySelector("[data-asked]").innerHTML = all.texts[question];
  shape.querySelector("[data-enters]").innerHTML = all.shown.enter_for[seat];
  return shape;
}

const slot = (name, seat) => document.querySelector(`[data-${name}="${seat}"].slot`);

// The form of a question; the present form is used again if it has the same tiles.
function question(all, stage, state, before) {
  const { place } = state;
  const text = (number) => all.texts[number];
  const form = standing(all, stage, place) ?? made(all.partials[place.partial]);
  put(form.querySelector(".question__title"), text(place.question));
  const seat = form.querySelector("[name=seat]");
  if (seat) seat.value = place.seat;
  for (const old of form.querySelectorAll(".question__title ~ :is(.question__hint, .problem)")) old.remove();
  const lines = place.hints.map((hint, index) => `<p class="question__hint${index ? " question__hint--strong" : ""}">${text(hint)}</p>`);
  form.querySelector(".question__title").after(made(lines.join("")));
  for (const tile of form.querySelectorAll("[name=number]")) number(tile, place, text);
  for (const input of form.querySelectorAll("[name=bid][type=radio]")) {
    const why = place.barred[`bid:${input.value}`];
    input.parentElement.classList.toggle("tile--barred", why !== undefined);
    if (why !== undefined) input.parentElement.dataset.barred = text(why);
  }
  for (const input of form.querySelectorAll("[name^=tricks-]")) expected(all, state, input);
  // The words of the tally are for other contracts: the page of the server has the right ones.
  for (const part of form.querySelectorAll("[data-tally], [data-tally-record]")) part.remove();
  const count = form.querySelector("[data-tally-on]");
  if (count) count.disabled = true;
  const carried = { revision: game().revision, hand: state.number, question: place.key };
  for (const [name, value] of Object.entries(carried))
    for (const input of form.querySelectorAll(`[name=${name}]`)) input.value = value;
  for (const input of form.querySelectorAll("[name=key]")) input.value = newKey();
  if (place.notice !== undefined) before.push(made(`<p class="notice">${text(place.notice)}</p>`));
  return form;
}

function standing(all, stage, place) {
  const { partial } = stage.dataset.drawn ? stage.dataset : (placeOf(all, position()) ?? {});
  const form = stage.querySelector(":scope > form.question:has(> .numbers):not(:has([data-tally-on]))");
  return partial === place.partial ? form : null;
}

function number(tile, place, text) {
  const why = place.barred[`number:${tile.value}`];
  const note = why === undefined ? place.notes[tile.value] : tile.closest(".choices") ? why : undefined;
  tile.classList.remove("tile--chosen");
  tile.removeAttribute("aria-current");
  tile.classList.toggle("tile--barred", why !== undefined);
  if (why === undefined) {
    tile.removeAttribute("aria-disabled");
    delete tile.dataset.barred;
  } else {
    tile.setAttribute("aria-disabled", "true");
    tile.dataset.barred = text(why);
  }
  const present = tile.querySelector(".tile__note");
  const html = note === undefined ? "" : text(note);
  if (present && html) put(present, html);
  else present?.remove();
  if (html && !present) tile.append(made(`<span class="tile__note" dir="${document.documentElement.dir}">${html}</span>`));
}

// The numbers of tricks start from the contract of each side.
function expected(all, state, input) {
  const side = all.sides[Number(input.name.split("-")[1])];
  const contract = side.reduce((sum, seat) => sum + (state.said[seat] ?? 0), 0);
  input.setAttribute("value", contract);
  const row = input.closest("li");
  const label = row.querySelector(".tricks__said .unseen");
  if (!label) return;
  label.textContent = label.textContent.replace(/\d+/, contract);
  row.querySelector("[data-off]").dataset.off = contract;
}

function result(all, last) {
  const fold = made(all.shown.result);
  const bid = last.declared ? `${last.declared}, ${all.names[last.declarer]} · ` : "";
  fold.querySelector(".result__hand").innerHTML = all.shown.hand.replace("{number}", last.number);
  fold.querySelector(".result__label").innerHTML = `${bid}<span class="figure">${all.texts[last.label]}</span>`;
  last.lines.forEach(([points, good, ...reasons], side) => {
    const line = fold.querySelector(`[data-line="${side}"]`);
    line.querySelector(".line__points").outerHTML = shape(all, "line__points", points, good);
    line.querySelector(".line__reason").innerHTML = reasons.map((reason) => `<span>${reason}</span>`).join(" ");
    line.querySelector(".line__total").lastElementChild.outerHTML = units(all, last.totals[side]);
  });
  if (last.thrownIn) {
    const [, , why] = last.lines[0];
    fold.querySelector(".result__lines").replaceWith(made(`<p class="question__hint">${why}</p>`));
  }
  return fold;
}

// The buttons that undo the last tap, and redo the tap that was undone last.
function back(stage, ways) {
  const row = document.createElement("div");
  row.className = "back";
  for (const [way, tap] of Object.entries(ways)) {
    if (!tap) continue;
    const button = stage.querySelector(`template[data-${way}]`).content.cloneNode(true);
    const told = button.querySelector("[data-told]");
    told.innerHTML = tap.told;
    if (tap.short && told.textContent.length > MOST_SIGNS) told.innerHTML = tap.short;
    row.append(button);
  }
  return row.hasChildNodes() ? row : "";
}

// Lets the totals of a game that has just ended count up from those before its last hand. It is for the eye alone:
// the page has the right totals from the start.
export function countUp(main) {
  if (!("answered" in main.dataset) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const totals = [...main.querySelectorAll("[data-counts]")];
  const start = performance.now();
  const step = (now) => {
    const left = 1 - (now - start) / COUNTING;
    for (const { dataset } of totals) {
      const [from, to, decimals] = JSON.parse(dataset.counts);
      const number = Math.round(to - (to - from) * Math.min(left, 1) ** 3);
      if (left > 0) dataset.counted = units({ decimals }, number).replace(/<.*?>/g, "");
      else delete dataset.counted;
    }
    if (left > 0 && main.isConnected) requestAnimationFrame(step);
  };
  step(start);
}
