// Taps the answers of games half a second apart while each answer of the server is two seconds late. A tap that
// is answered with words is made again, as by a person who has read them. Reads the games as JSON; writes what
// became of the taps of each.

import { readFileSync } from "node:fs";
import { entries, Phone } from "./phone.js";

const [LATE, APART] = [2000, 500]; // milliseconds
const MOST = 60; // taps of one answer

async function play({ game, answers }) {
  const phone = new Phone();
  const tab = await phone.open(`/games/${game}/`);
  phone.network = (_, send) => new Promise((go) => phone.clock.setTimeout(go, LATE)).then(send);
  const met = { refused: [], vanished: [], misplaced: [] };
  for (const { question, fields } of answers) {
    for (let count = 0, taken = false; !taken; count += 1) {
      if (count > MOST) throw new Error(`${question} of game ${game} is never answered: ${tab.question}`);
      const [asked, said] = [tab.question, tab.said.length];
      const before = phone.taps.map((tap) => tap.key);
      tab.answer(fields);
      taken = phone.taps.some((tap) => !before.includes(tap.key));
      const told = tab.said.length > said;
      if (taken && asked !== question) met.misplaced.push([question, asked]);
      if (!taken && told) met.refused.push(question);
      if (!taken && !told) met.vanished.push(question);
      await phone.clock.pass(APART);
    }
  }
  await phone.settled();
  return { ...met, facts: entries(game).map((fact) => JSON.parse(fact)), undecided: phone.taps.length };
}

const outcomes = [];
for (const game of JSON.parse(readFileSync(0, "utf-8"))) outcomes.push(await play(game));
console.log(JSON.stringify(outcomes));
