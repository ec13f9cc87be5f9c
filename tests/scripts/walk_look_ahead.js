// Walks games of the engine with the look-ahead of the pages: compares each question, sentence and result,
// and takes each tap back and forth. Reads the games as JSON, and writes what differs and what was met.

import { readFileSync } from "node:fs";
import { modules, Storage } from "./modules.js";

const met = { answers: 0, barred: 0, ends: 0, beyond: 0, stopped: 0, wrong: [] };
const same = (actual, due) => JSON.stringify(actual) === JSON.stringify(due);

async function walk({ all, position, games }) {
  const [game, at] = [{ dataset: { game: "1" } }, { dataset: { position: JSON.stringify(position) } }];
  const document = {
    documentElement: { lang: "en" },
    querySelector: (selector) => ({ "[data-game]": game, "[data-position]": at })[selector],
  };
  const localStorage = new Storage();
  localStorage.setItem("scorekeeper.ahead.1", JSON.stringify(["look_ahead_description.js en", all]));
  const look = await modules({ document, localStorage, addEventListener() {} })("look_ahead.js");
  for (const steps of games) answer(look, steps, (state) => shown(all, state));
}

function answer(look, steps, shown) {
  const taps = [];
  for (const { code, barred, told, after, bonus } of steps) {
    const { state } = look.walk(taps);
    if (!state?.place) return (met.stopped += 1);
    const why = look.barred(state, code);
    if (barred !== null || why !== null) {
      met.barred += 1;
      differs(code, why, barred);
      continue;
    }
    const words = look.answerWords(state, code);
    if (words === null) return (met.stopped += 1); // not looked into
    differs(code, words, told);
    taps.push({ code });
    met.answers += 1;
    const next = look.walk(taps).state;
    const ends = after.label !== null;
    // Points are not known ahead if they hold a bonus, which depends on the end of the game.
    if (!next || (!next.place && (!ends || (bonus && !next.fresh)))) return (met.stopped += 1);
    met.ends += ends;
    met.beyond += Boolean(ends && next.place);
    differs(code, shown(next), next.place ? after : { ...after, asked: null });
    const undo = { code: look.UNDO };
    differs("undone", shown(look.walk([...taps, undo]).state), shown(state));
    taps.push(undo, { code: look.REDO });
    differs("redone", shown(look.walk(taps).state), shown(next));
  }
}

function differs(what, actual, due) {
  if (!same(actual, due)) met.wrong.push([what, actual, due]);
}

function shown({ texts, partials }, { place, said, answers, totals, dealer, number, fresh, last }) {
  const worded = (numbers) => Object.fromEntries(Object.entries(numbers).map(([key, text]) => [key, texts[text]]));
  const barred = place && Object.entries(place.barred).filter(([code]) => /^number:\d/.test(code));
  const asked = place && {
    ...{ key: place.key, question: texts[place.question], hints: place.hints.map((hint) => texts[hint]) },
    tiles: tiles(partials[place.partial]),
    ...{ seat: place.seat, notice: place.notice === undefined ? null : texts[place.notice], said },
    ...{ notes: worded(place.notes), barred: worded(Object.fromEntries(barred)) },
    ...{ contracts: place.contracts?.map((part, at) => (at === 2 ? texts[part] : part)) ?? null, answers },
  };
  return { asked, totals, dealer, number, label: fresh ? texts[last.label] : null, lines: fresh ? last.lines : null };
}

const NUMBER = /name="number" value="(\w+)"/g;
const CHOICE = /name="choice" value="([^"]*)"([^>]*)>(.*?)<\/button>/gs;

function tiles(html) {
  const choices = [...html.matchAll(CHOICE)].map(([, value, given, face]) => [value, face.trim(), /disabled/.test(given)]);
  // The rows stand with the small numbers last; words follow the numbers.
  const offered = [...html.matchAll(NUMBER)].map(([, value]) => value).sort((one, other) => one - other || 0);
  return [...offered, ...choices];
}

for (const described of JSON.parse(readFileSync(0, "utf-8"))) await walk(described);
console.log(JSON.stringify({ ...met, wrong: met.wrong.slice(0, 5) }));
