// Taps stored without a network, one of whose questions another phone has answered meanwhile.

import assert from "node:assert/strict";
import { test } from "node:test";
import { another, entries, gate, NORTH, plain, same, table, WEST } from "./phone.js";

// Three taps were stored; meanwhile another phone answered the first question.
async function collision() {
  const { phone, tab, game } = await table();
  tab.win("7C", NORTH);
  await phone.settled();
  phone.offline = true;
  tab.contracts(0, 2, 3);
  const second = await another(phone, tab);
  second.contracts(5);
  await second.phone.settled();
  phone.offline = false;
  await phone.settled();
  assert.equal(tab.waiting, 3);
  assert.equal(entries(game).length, 2);
  return { phone, tab, game, second, first: tab.queue.unsent()[0] };
}

const choices = (tab, { key }) => tab.queue.refusals()[key].choices.map(({ told }) => plain(told));

test("what still fits is sent at once", async () => {
  const { phone, tab, game, first } = await collision();
  tab.decide("keep", first);
  await phone.settled();
  assert.equal(tab.waiting, 2);
  tab.decide("send");
  await phone.settled();
  assert.equal(tab.waiting, null);
  assert.equal(entries(game).length, 5); // the other's 5, the choice, and both that fitted
  assert.equal(tab.question, "1-tricks");
});

test("taps that are built on the chosen answer go on", async () => {
  const { phone, tab, game, first } = await collision();
  same(choices(tab, first), ["Keep: 5 (another phone)", "Use: 0 (this phone)"]);
  assert.equal(plain(tab.queue.refusals()[first.key].asked), "Eli's contract?");
  tab.decide("use", first);
  await phone.settled();
  assert.equal(tab.waiting, null);
  same(entries(game).slice(2), [
    '{"question":"contract-3","answer":{"number":0,"seat":3},' +
      '"instead":{"number":5,"seat":3},"facts":[{"bid":"7C","winner":2},{"number":0,"seat":3}]}',
    '{"number":2,"seat":0}',
    '{"number":3,"seat":1}',
  ]);
});

test("what was built on an answer that is not used waits for a decision", async () => {
  const { phone, tab, game, first } = await collision();
  tab.decide("keep", first);
  await phone.settled();
  same([tab.waiting, tab.question, entries(game).length], [2, "1-contract-0", 3]);
  same(tab.said, []);
  tab.contracts(1);
  assert.ok(tab.said.at(-1).startsWith("First decide"));
  tab.decide("send", tab.queue.unsent()[0]); // what was built on it goes on
  await phone.settled();
  same([tab.waiting, tab.question, entries(game).length], [null, "1-tricks", 5]);
});

test("it says what was recorded after a decision", async () => {
  const { phone, tab, first } = await collision();
  const { opened, open } = gate();
  phone.disturb("/revision", (send) => opened.then(send)); // which would show the next state
  tab.decide("keep", first);
  await phone.settled();
  assert.equal(tab.find("[data-game]").dataset.latest, "Kept: Eli said 5");
  open();
});

test("what is not wanted any more is discarded", async () => {
  const { phone, tab, game, first } = await collision();
  tab.decide("keep", first);
  await phone.settled();
  tab.decide("drop");
  await phone.settled();
  same([tab.waiting, tab.question, entries(game).length], [null, "1-contract-0", 3]);
  same(phone.taps, []);
});

test("a recorded answer that changes again is offered as it is now", async () => {
  const { phone, tab, game, second, first } = await collision();
  second.undo();
  await second.phone.settled();
  second.contracts(4);
  await second.phone.settled();
  tab.decide("use", first);
  await phone.settled();
  same(choices(tab, first), ["Keep: 4 (another phone)", "Use: 0 (this phone)"]);
  assert.equal(entries(game).length, 4);
});

test("taps that are built on a superseded one stop, also if they were on their way", async () => {
  const { phone, tab, game } = await table();
  tab.win("7C", NORTH);
  await phone.settled();
  const second = await another(phone, tab);
  const { opened, open } = gate();
  phone.disturb("/answers", (send) => opened.then(send));
  tab.contracts(0, 2);
  await phone.clock.pass(500);
  second.contracts(5);
  await second.phone.settled();
  open();
  await phone.settled();
  same([tab.waiting, tab.question, entries(game).length], [2, "1-contract-0", 2]);
  assert.equal(tab.drawn, null); // nothing is drawn over the page of the server
});

test("a tap whose question was answered can be sent once it is asked again", async () => {
  const { phone, tab, game } = await table();
  const second = await another(phone, tab);
  phone.offline = true;
  tab.win("8C", WEST);
  second.win("7C", NORTH); // the questions for contracts say nothing about the later one
  second.contracts(0);
  await second.phone.settled();
  phone.offline = false;
  await phone.settled();
  const [tap] = tab.queue.unsent();
  assert.equal(plain(tab.queue.refusals()[tap.key].asked), "Who won the auction?");
  same(choices(tab, tap), [
    "Keep: Noa won the auction with 7♣ (another phone)",
    "Use: Walid won the auction with 8♣ (this phone)",
  ]);
  for (const count of [3, 4]) {
    second.undo();
    await second.phone.settled();
    assert.equal(entries(game).length, count);
  }
  await phone.clock.pass(5000);
  tab.decide("send", tap); // they agree that it was 8♣
  await phone.settled();
  assert.equal(tab.waiting, null);
  assert.equal(entries(game).at(-1), '{"bid":"8C","winner":1}');
});
