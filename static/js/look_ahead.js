// The look-ahead: the state of the game after taps that the server has not confirmed, from the engine's
// description. This module contains no rules of a game.

import { description, placeOf, position } from "./look_ahead_description.js";

// The codes of taps that undo and redo.
export const [UNDO, REDO] = ["undo", "redo"];

// The code of an answer in the description: the name of the first field, then the values. The fields of the sides
// stand in the order in which people sit; in a code they are in the order of their numbers.
export function codeOf(fields) {
  const answer = fields.filter(([name]) => name !== "seat");
  const stem = ([name]) => name.replace(/-\d+$/, "");
  const number = ([name]) => Number(/\d*$/.exec(name)[0]);
  const stems = answer.map(stem);
  answer.sort((one, other) => stems.indexOf(stem(one)) - stems.indexOf(stem(other)) || number(one) - number(other));
  return `${answer[0]?.[0]}:${answer.map(([, value]) => value).join()}`;
}

// The state after these taps, the taps that count, and those that were undone. The state is null if it
// is not known; its `place` is null where the look-ahead ends.
export function walk(taps) {
  const all = description();
  const from = position();
  if (!all || !from) return null;
  const states = [{ ...from, place: placeOf(all, from) }];
  const standing = [];
  let undone = [];
  for (const tap of taps) {
    const acts = tap.code === REDO ? undone.pop() : tap;
    if (tap.code === UNDO) {
      if (standing.length) undone.push(standing.pop());
      states.pop();
    } else {
      if (tap.code !== REDO) undone = [];
      const state = states.at(-1) ?? null;
      const words = state && acts && answerWords(state, acts.code); // null: the tap keeps the words of its form
      standing.push(words ? { ...acts, told: words, short: counts(acts.code) ? shortly(state) : undefined } : acts);
      states.push(step(all, state, acts?.code));
    }
  }
  return { state: states.at(-1) ?? null, standing, undone };
}

// A short text for all tricks of a hand, for buttons without room for the names.
const shortly = ({ number }) => description().shown.tricks_of.replace("{number}", number);

// The sentence of an answer.
export function answerWords(state, code) {
  const all = description();
  const { place } = state;
  if (place?.told !== undefined && counts(code)) {
    const numbers = code.split(":")[1].split(",");
    return all.texts[place.told].replace(/\{(\d)\}/g, (_, side) => numbers[side]);
  }
  const effect = place && all.effects[find(all, place, code)[0]];
  return effect ? all.texts[effect[0]] : null;
}

// The reason why an answer is barred; null if it is not.
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
  const place = state?.place;
  if (!place || !code) return null;
  if (place.worth !== undefined && counts(code)) {
    const took = code.split(":")[1].split(",").map(Number);
    const lines = worth(all, place, state, took);
    return lines.includes(undefined) ? null : ended(all, state, all.ends[place.end], lines, took);
  }
  const [effect, goal] = find(all, place, code);
  if (effect === undefined) return null;
  const [, declarer, declared, contracts, badges] = all.effects[effect];
  const after = { ...state, fresh: false, said: { ...state.said, ...contracts } };
  if (declared !== null) Object.assign(after, { declarer, declared: all.texts[declared] });
  after.badges = [...state.badges, ...badges.map(([seat, word]) => [seat, all.texts[word]])];
  const isShown = declared !== null || badges.length || code.startsWith("bid:");
  if (Object.keys(contracts).length) after.answers = [];
  else if (!isShown) after.answers = [...state.answers, answerWords(state, code)];
  if (goal === null || goal >= 0) return { ...after, place: all.places[goal] ?? null };
  const end = all.ends[-1 - goal];
  return ended(all, after, end, end.lines);
}

// The points of each side, from the table of points by contract and tricks.
function worth(all, place, state, took) {
  const [lines, missed] = all.worths[place.worth];
  const contracts = all.sides.map((side) => side.reduce((sum, seat) => sum + (state.said[seat] ?? 0), 0));
  const results = took.map((taken, side) => lines[contracts[side]]?.[taken]);
  if (!missed.length || results.some((line) => !line || line[1])) return results;
  return took.map((taken, side) => missed[contracts[side]][taken]);
}

// The state after a deal. Fines of the running deal, which the page lists, are added to its points.
function ended(all, state, end, results, took) {
  const fined = end.fined ? state.fined : all.sides.map(() => [0]);
  const lines = results.map(([points, made, ...reasons], side) => [
    ...[points + fined[side][0], made],
    ...reasons.map((reason) => all.texts[reason]),
    ...fined[side].slice(1),
  ]);
  const totals = state.totals.map((total, side) => total + lines[side][0]);
  let dealer = end.stays ? state.dealer : all.next[state.dealer];
  while (end.out.includes(dealer)) dealer = all.next[dealer];
  const deal = state.deal + (end.thrownIn ? 0 : 1);
  const [high, low, deals] = state.limits;
  const over =
    !end.thrownIn &&
    (end.final ||
      (state.byRules && end.ends) ||
      totals.some((total) => (high !== null && total >= high) || (low !== null && total <= low)) ||
      (deals !== null && deal > deals));
  return {
    ...state,
    ...{ totals, dealer, deal, over, fresh: true, fined: all.sides.map(() => [0]) },
    number: state.number + 1,
    said: {},
    badges: [],
    answers: [],
    declarer: null,
    declared: null,
    last: { ...state, ...end, lines, totals, took: took ?? end.took },
    place: over ? null : (all.places[all.starts[`${dealer}.${deal}`]] ?? null),
  };
}
