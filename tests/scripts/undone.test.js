// Taps undone and redone while the network is away.

import assert from "node:assert/strict";
import { test } from "node:test";
import { entries, NORTH, plain, same, table, WEST } from "./phone.js";

const [UNDO, REDO] = ["[data-undo-unsent]", "[data-redo-unsent]"];

test("what is taken back stands in its question again", async () => {
  const { phone, tab } = await table();
  tab.win("7C", NORTH);
  await phone.settled();
  phone.offline = true;
  tab.contracts(0, 2, 3);
  tab.tricks(0, 3, 8, 2);
  await phone.clock.pass(5000);
  tab.click(UNDO);
  assert.equal(tab.question, "1-tricks");
  same(tab.again.fields.map(([, number]) => number), [..."0382"]);
  for (const number of "320") {
    tab.click(UNDO);
    same([...tab.again.fields].filter(([name]) => name === "number").map(String), [`number,${number}`]);
  }
  assert.equal(tab.waiting, null);
  assert.equal(tab.question, "1-contract-3");
});

test("what was undone is redone, until another answer is given", async () => {
  const { phone, tab, game } = await table();
  phone.offline = true;
  tab.win("7C", NORTH);
  tab.contracts(0);
  await phone.clock.pass(5000);
  assert.equal(tab.ways.redo, undefined);
  for (const redo of ["Eli said 0", "Noa won the auction with 7♣"]) {
    tab.click(UNDO);
    assert.equal(tab.ways.redo, redo);
  }
  assert.equal(tab.waiting, null);
  tab.click(REDO);
  assert.equal(tab.ways.redo, "Eli said 0");
  tab.click(REDO);
  assert.equal(tab.ways.redo, undefined);
  assert.equal(tab.question, "1-contract-0");
  tab.click(UNDO);
  tab.contracts(2);
  assert.equal(tab.ways.redo, undefined);
  phone.offline = false;
  await phone.settled();
  same(entries(game), ['{"bid":"7C","winner":2}', '{"number":2,"seat":3}']);
});

for (const sent of [false, true])
  test(`undo of what was not sent, and then of what was, keeps every redo${sent ? " when it is sent meanwhile" : ""}`, async () => {
    const { phone, tab, game } = await table();
    tab.win("7C", NORTH);
    tab.contracts(0);
    await phone.clock.pass(300); // recorded, but not yet on the page
    phone.offline = true;
    tab.contracts(2);
    await phone.clock.pass(5000);
    assert.equal(entries(game).length, 2);
    assert.equal(tab.ways.undo, "Sara said 2");
    tab.click(UNDO);
    assert.equal(tab.ways.undo, "Eli said 0");
    tab.click(UNDO);
    assert.equal(tab.ways.redo, "Eli said 0");
    if (sent) {
      phone.offline = false;
      await phone.settled();
      assert.equal(entries(game).length, 3);
      tab.redo();
    } else tab.click(REDO);
    await phone.clock.pass(sent ? 2000 : 0);
    assert.equal(tab.question, "1-contract-0");
    assert.equal(tab.ways.redo, "Sara said 2");
    tab.click(REDO);
    assert.equal(tab.question, "1-contract-1");
    phone.offline = false;
    await phone.settled();
    same(entries(game).slice(2), [...(sent ? ["{}", "{}"] : []), '{"number":2,"seat":0}']);
  });

test("an answer after the undo of a recorded tap leaves nothing to redo", async () => {
  const { phone, tab, game } = await table();
  tab.win("7C", NORTH);
  tab.contracts(0);
  await phone.clock.pass(300); // recorded, but not yet on the page
  phone.offline = true;
  tab.click(UNDO);
  assert.equal(tab.ways.redo, "Eli said 0");
  tab.contracts(2);
  assert.equal(tab.ways.redo, undefined);
  phone.offline = false;
  await phone.settled();
  same(entries(game).slice(1), ['{"number":0,"seat":3}', "{}", '{"number":2,"seat":3}']);
});

test("only what was undone here is brought back, not an entry undone before", async () => {
  const { phone, tab, game } = await table();
  tab.win("7C", NORTH);
  await phone.settled();
  tab.undo();
  await phone.settled();
  phone.offline = true;
  tab.win("6H", WEST);
  await phone.clock.pass(5000);
  tab.click(UNDO);
  assert.equal(tab.ways.redo, "Walid won the auction with 6♥");
  same(tab.again.fields.map(String), ["bid,6H", "winner,1"]);
  tab.click(REDO);
  assert.equal(tab.question, "1-contract-2");
  phone.offline = false;
  await phone.settled();
  same(entries(game), ['{"bid":"7C","winner":2}', "{}", '{"bid":"6H","winner":1}']);
});

test("an undo on a phone that enters for another loses nothing", async () => {
  const { phone, tab } = await table();
  phone.offline = true;
  tab.win("7C", NORTH);
  assert.equal(tab.drawn.entering, false);
  tab.click("button[data-enters]");
  assert.equal(tab.drawn.entering, true);
  tab.click(UNDO);
  assert.equal(tab.ways.redo, "Noa won the auction with 7♣");
  assert.equal(plain(tab.again.told), "Noa won the auction with 7♣");
});

test("a tap has the words of its form where nothing is known ahead", async () => {
  const { phone, tab } = await table();
  tab.store.keepDescription(tab.find("[data-game]").dataset.game, "");
  phone.disturb("/ahead", async () => ({ status: 404, headers: new Headers(), text: "" }));
  await tab.load();
  phone.offline = true;
  tab.answer({ bid: "7C", winner: NORTH }, "As before: Noa won the auction with 7♣");
  same(phone.taps.map(({ told }) => told), ["As before: Noa won the auction with 7♣"]);
});
