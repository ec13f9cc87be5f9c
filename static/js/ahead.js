// Walks through what may be asked next, as the engine has described it: where the kept taps lead.

import * as kept from "./kept.js";
import { ask, game } from "./net.js";

const LONG = 30000; // milliseconds: the first look of a server at new rules may take a while

let looking = false;
let parsed = {}; // the description in use, and the text that it came from

export function description() {
  const id = game().game;
  if (parsed.id !== id) parsed = { id, all: kept.ahead(id) };
  return parsed.all?.[0] === version() ? parsed.all[1] : null;
}

// The same place is told in other words by another version, in another language.
const version = () => `${import.meta.url} ${document.documentElement.lang}`;

export function position() {
  const text = document.querySelector("[data-position]")?.dataset.position;
  return text ? JSON.parse(text) : null;
}

// Fetches the description when the present one does not reach far enough.
export async function lookAhead() {
  const from = position();
  const { ahead: address, game: id } = game() ?? {};
  if (!from || !address) return;
  const known = description();
  const enough =
    known &&
    known.players.join() === from.players.join() &&
    from.at in known.index &&
    `${from.dealer}.${from.deal + 2}` in known.starts;
  if (enough || looking) return;
  looking = true;
  try {
    const { answer, text } = await ask(address, {}, LONG);
    if (!answer.ok || game()?.game !== id) return;
    parsed = { id, all: [version(), JSON.parse(text)] };
    kept.keepAhead(id, JSON.stringify(parsed.all));
  } finally {
    looking = false;
  }
}

// What a form sends, as the description names it: the first field's name, then what the fields say.
export function codeOf(fields) {
  const told = fields.filter(([name]) => name !== "seat");
  return `${told[0]?.[0]}:${told.map(([, value]) => value).join()}`;
}

// Where the game stands after these taps; `place` is missing where nobody can say.
export function walk(taps) {
  const all = description();
  const from = position();
  if (!all || !from) return null;
  const place = all.places[all.index[from.at]];
  return taps.reduce((state, tap) => step(all, state, tap.code), { ...from, place });
}

// What an answer says, in words; and why it may not be given.
export function told(state, code) {
  const all = description();
  const { place } = state;
  if (place?.told !== undefined && counts(code)) {
    const numbers = code.split(":")[1].split(",");
    return all.texts[place.told].replace(/\{(\d)\}/g, (_, side) => numbers[side]);
  }
  const effect = place && all.effects[find(all, place, code)[0]];
  return effect ? all.texts[effect[0]] : null;
}

export function barred(state, code) {
  const why = state.place?.barred[code] ?? state.place?.barred[code.split(",")[0]];
  return why === undefined ? null : description().texts[why];
}

function find(all, place, code) {
  const [codes, effects, goals] = place.moves;
  const at = all.codes[codes].indexOf(code);
  return at < 0 ? [] : [effects[at], goals[at]];
}

const counts = (code) => code.startsWith("tricks-0:");

function step(all, state, code) {
  const { place } = state;
  if (place?.worth !== undefined && counts(code)) {
    const took = code.split(":")[1].split(",").map(Number);
    return ended(all, state, all.ends[place.end], worth(all, place, state, took), took);
  }
  const [effect, goal] = place ? find(all, place, code) : [];
  if (effect === undefined) return { ...state, place: null };
  const [, declarer, declared, said] = all.effects[effect];
  const after = { ...state, fresh: false, said: { ...state.said, ...said } };
  if (declared !== null) Object.assign(after, { declarer, declared: all.texts[declared] });
  if (goal === null || goal >= 0) return { ...after, place: all.places[goal] };
  const end = all.ends[-1 - goal];
  return ended(all, after, end, end.lines);
}

// The points of each side, looked up by what it said and took.
function worth(all, place, state, took) {
  const [lines, missed] = all.worths[place.worth];
  const said = all.sides.map((side) => side.reduce((sum, seat) => sum + (state.said[seat] ?? 0), 0));
  const found = took.map((taken, side) => lines[said[side]][taken]);
  if (!missed.length || found.some(([, made]) => made)) return found;
  return took.map((taken, side) => missed[said[side]][taken]);
}

// A fine of the running hand, which the page tells, comes with its points.
function ended(all, state, end, told, took) {
  const fined = end.fined ? state.fined : all.sides.map(() => [0]);
  const lines = told.map(([points, made, ...reasons], side) => [
    ...[points + fined[side][0], made],
    ...reasons.map((reason) => all.texts[reason]),
    ...fined[side].slice(1),
  ]);
  const totals = state.totals.map((total, side) => total + lines[side][0]);
  const dealer = end.stays ? state.dealer : all.next[state.dealer];
  const deal = state.deal + (end.thrownIn ? 0 : 1);
  const [high, low, deals] = state.limits;
  const over =
    !end.thrownIn &&
    (totals.some((total) => (high !== null && total >= high) || (low !== null && total <= low)) ||
      (deals !== null && deal > deals));
  return {
    ...state,
    ...{ totals, dealer, deal, over, fresh: true, fined: all.sides.map(() => [0]) },
    number: state.number + 1,
    said: {},
    declarer: null,
    declared: null,
    last: { ...state, ...end, lines, totals, took },
    place: over ? null : all.places[all.starts[`${dealer}.${deal}`]],
  };
}
