// A tap is stored, then answered, then sent once, however bad the network is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { another, entries, gate, NORTH, same, table, WEST } from "./phone.js";

const POINTS = [-20, 19, -10, -40]; // of the hand that is worked out on pagat.com's German page
const HAND = ["7C", NORTH, [0, 2, 3], [0, 3, 8, 2]];

function tapHand(tab, [bid, winner, contracts, taken]) {
  tab.win(bid, winner);
  tab.contracts(...contracts);
  tab.tricks(...taken);
}

const never = () => new Promise(() => {});
const loses = async (send) => {
  await send(); // the request arrives, but no answer does
  throw new TypeError("lost");
};
const says = (status, type, text) => async () => ({ status, headers: new Headers({ "Content-Type": type }), text });

test("it is called saved only when it is recorded", async () => {
  const { phone, tab, game } = await table();
  const { opened, open } = gate();
  phone.disturb("/answers", (send) => opened.then(send));
  tab.win("7C", NORTH);
  tab.contracts(0);
  await phone.clock.pass(1000);
  assert.equal(tab.state, "Sending: 2 left");
  same(phone.taps.map(({ code }) => code), ["bid:7C,2", "number:0"]);
  same(entries(game), []);
  open();
  await phone.settled();
  assert.equal(tab.state, "Saved");
  assert.equal(entries(game).length, 2);
  same(phone.taps, []);
});

test("with a slow network it says how many taps are still to be sent", async () => {
  const { phone, tab } = await table();
  phone.network = (_, send) => new Promise((go) => phone.clock.setTimeout(go, 2000)).then(send);
  tab.win("7C", NORTH);
  tab.contracts(0, 2);
  const states = [tab.state];
  for (let time = 0; tab.state !== "Saved"; time += 500) {
    if (time === 1000) tab.contracts(3); // the others are still being sent
    await phone.clock.pass(500);
    if (tab.state !== states.at(-1)) states.push(tab.state);
  }
  same(states, ["", "Sending: 3 left", "Sending: 4 left", "Sending: 3 left", "Sending: 2 left", "Saving…", "Saved"]);
});

test("a tap is answered before the server has it, also right after the page has loaded", async () => {
  const { phone, tab } = await table();
  await tab.load();
  phone.disturb("/answers", never);
  tapHand(tab, HAND);
  same(tab.drawn.state.totals, POINTS);
  assert.equal(tab.question, "2-auction-0-0");
});

test("a tap that a link follows at once is sent from the next page", async () => {
  const { phone, tab, game } = await table();
  phone.disturb("/answers", never, 1);
  tab.win("7C", NORTH);
  await phone.clock.pass(100);
  assert.ok(phone.requests.includes(`/games/${game}/answers`));
  phone.close(tab);
  const sheet = await phone.open(`/games/${game}/sheet`);
  await phone.settled();
  assert.equal(entries(game).length, 1);
  assert.equal(sheet.location.pathname, `/games/${game}/sheet`);
  same(sheet.queue.unsent(), []);
});

test("what was tapped without a network is sent once each, in its order", async () => {
  const { phone, tab, game } = await table();
  phone.offline = true;
  tapHand(tab, HAND);
  tapHand(tab, ["5S", WEST, [5, 1, 1], [3, 5, 5, 0]]);
  await phone.clock.pass(60_000);
  assert.equal(tab.waiting, 10);
  assert.equal(tab.state, "Connection lost");
  same(entries(game), []);
  phone.offline = false;
  phone.requests = [];
  await phone.settled();
  assert.equal(phone.requests.filter((path) => path.endsWith("/answers")).length, 10);
  assert.equal(entries(game).length, 10);
  same(tab.game.totals, [-40, 54, 25, -50]);
  assert.equal(tab.state, "Saved");
});

test("a barred number is barred without a network, too", async () => {
  const { phone, tab, game } = await table();
  tab.win("7C", NORTH);
  await phone.settled();
  phone.offline = true;
  tab.contracts(1);
  await phone.clock.pass(1000);
  same(tab.ways, { undo: "Eli said 1" });
  tab.click("[data-undo-unsent]");
  assert.equal(tab.waiting, null);
  tab.contracts(2, 0);
  tab.contracts(4);
  same(tab.said, ["Walid can't say 4: that would make 13."]);
  same(tab.felt.slice(-2), [true, false]);
  tab.click("[data-undo-unsent]");
  assert.equal(tab.question, "1-contract-0");
  tab.contracts(1);
  phone.offline = false;
  await phone.settled();
  same(entries(game).slice(1), ['{"number":2,"seat":3}', '{"number":1,"seat":0}']);
});

test("a tap whose answer was lost is one entry, and so is an undo", async () => {
  const { phone, tab, game } = await table();
  tab.win("7C", NORTH);
  await phone.settled();
  phone.disturb("/answers", loses, 1);
  tab.contracts(2);
  assert.equal(tab.question, "1-contract-0");
  await phone.settled();
  assert.equal(entries(game).length, 2);
  tab.contracts(1);
  await phone.settled();
  assert.equal(entries(game).length, 3);
  phone.disturb("/undo", loses, 1);
  tab.undo();
  await phone.settled();
  same([entries(game).length, tab.question], [4, "1-contract-0"]);
});

test("a phone that reloads before the answer goes on", async () => {
  const { phone, tab, game } = await table();
  phone.disturb("/answers", loses, 1);
  tab.win("7C", NORTH);
  await phone.clock.pass(100);
  assert.equal(entries(game).length, 1);
  await tab.load(); // it shows the tap already; the same page again ends the wait for it
  await phone.clock.pass(2500);
  tab.contracts(2);
  await phone.settled();
  assert.equal(entries(game).length, 2);
});

test("taps that come too fast are kept, and sent again bit by bit", async () => {
  const { phone, tab, game } = await table();
  const tooFast = says(429, "text/html", "<div data-swap-target><h1>Too fast</h1></div>");
  phone.disturb("/answers", tooFast, 2); // the tap, and the first time it is sent again
  tab.win("7C", NORTH);
  await phone.clock.pass(1000);
  assert.equal(tab.waiting, 1);
  assert.equal(tab.question, "1-contract-3");
  same(tab.pages, []); // the error page replaces nothing
  await phone.settled();
  assert.equal(entries(game).length, 1);
  phone.offline = true;
  tab.contracts(0, 2, 3);
  await phone.clock.pass(1000);
  assert.equal(tab.waiting, 3);
  const [passed, turnedAway] = [[], []];
  phone.disturb("/answers", (send, { body }) => {
    const away = turnedAway.length < passed.length;
    (away ? turnedAway : passed).push(body.get("key"));
    return away ? tooFast() : send();
  });
  phone.offline = false;
  await phone.settled();
  assert.equal(entries(game).length, 4);
  assert.equal(new Set(passed).size, 3); // each tap has one key, however often it was sent
  assert.ok(turnedAway.length > 0 && turnedAway.every((key) => passed.includes(key)));
});

test("a network that hangs is not waited for for ever", async () => {
  const { phone, tab, game } = await table();
  tab.win("7C", NORTH);
  await phone.settled();
  phone.disturb("", never);
  tab.contracts(2);
  await phone.clock.pass(1000);
  assert.equal(tab.state, "Saving…");
  assert.equal(tab.waiting, null);
  await phone.clock.pass(5000);
  assert.equal(tab.waiting, 1);
  assert.equal(tab.question, "1-contract-0");
  phone.disturb("", (send) => send());
  await phone.settled();
  assert.equal(entries(game).length, 2);
});

test("a tap that cannot be recorded is kept with the reason, and sent when it can", async () => {
  const { phone, tab, game } = await table();
  tab.win("7C", NORTH);
  await phone.settled();
  const full = "The disk of the machine that keeps the score is full: make room there.";
  phone.disturb("/answers", says(503, "application/json", JSON.stringify({ problem: full })));
  tab.contracts(0);
  await phone.clock.pass(1000);
  assert.ok(tab.said.includes(full));
  same([tab.question, tab.waiting, tab.queue.trouble()], ["1-contract-0", 1, full]);
  tab.contracts(2);
  await phone.clock.pass(1000);
  assert.equal(tab.waiting, 2);
  phone.disturb("", (send) => send());
  await phone.settled();
  assert.equal(entries(game).length, 3);
  same([tab.waiting, tab.queue.trouble()], [null, ""]);
});

test("what the rules forbid is asked again, with the reason", async () => {
  const { phone, tab, game } = await table();
  tab.win("7C", NORTH);
  tab.contracts(0, 2);
  await phone.settled();
  phone.disturb("/answers", (send, { body }) => (body.set("number", 4), send()), 1);
  tab.contracts(3); // it comes to 13 on its way
  await phone.settled();
  assert.ok(tab.pages.at(-1).includes("can&#39;t say 4: that would make 13."));
  same([tab.waiting, tab.question], [null, "1-contract-1"]);
  same(phone.taps, []);
  assert.equal(entries(game).length, 3);
  tab.contracts(3);
  await phone.settled();
  assert.equal(entries(game).length, 4);
});

test("two tabs send each tap once", async () => {
  const { phone, tab, game } = await table();
  tab.win("7C", NORTH);
  await phone.settled();
  const second = await phone.open(tab.location.pathname);
  await phone.settled();
  phone.offline = true;
  tab.contracts(0);
  await phone.clock.pass(5000);
  assert.equal(second.waiting, 1);
  second.contracts(2);
  await phone.clock.pass(5000);
  assert.equal(tab.waiting, 2);
  tab.contracts(3);
  phone.offline = false;
  await phone.settled();
  assert.equal(entries(game).length, 4);
  for (const { waiting, question } of [tab, second]) same([waiting, question], [null, "1-tricks"]);
});

test("at the target the phone waits for the server", async () => {
  const { phone, tab } = await table({ "ending.target": 10 });
  phone.offline = true;
  tapHand(tab, HAND);
  same([tab.drawn.state.over, tab.question], [true, ""]);
  tab.win("7C", NORTH);
  assert.ok(tab.said.at(-1).startsWith("The game may be over"));
  phone.offline = false;
  await phone.settled();
  assert.ok(tab.pages.at(-1).includes("Walid wins"));
});

test("a hand thrown in is none of those that were agreed", async () => {
  const { phone, tab } = await table({ "ending.goal": "deals", "ending.deals": 2 });
  phone.offline = true;
  tab.answer({ bid: "pass" });
  same([tab.game.over, tab.game.last.thrownIn], [false, true]);
  tapHand(tab, HAND);
  same([tab.game.over, tab.question], [false, "3-auction-0-0"]);
});

test("a hand thrown in ends no play-off", async () => {
  const { phone, tab } = await table({ "ending.target": 10 });
  tapHand(tab, ["5S", WEST, [5, 1, 1], [3, 5, 5, 0]]); // 35 each
  await phone.settled();
  assert.ok(tab.pages.at(-1).includes("Play-off"));
  phone.offline = true;
  tab.answer({ bid: "pass" });
  same([tab.game.over, tab.question.split("-")[0]], [false, "3"]);
});

test("where the look-ahead ends, the tap is kept, and nothing else is taken", async () => {
  const { phone, tab, game } = await table();
  tab.store.keepDescription(tab.find("[data-game]").dataset.game, "");
  phone.disturb("/ahead", says(404, "text/html", ""));
  await tab.load();
  phone.offline = true;
  tab.win("7C", NORTH);
  await phone.clock.pass(5000);
  tab.win("8C", WEST); // the page still shows the answered question
  same([tab.waiting, tab.drawn.state], [1, null]); // no number is invented
  assert.ok(tab.said.at(-1).startsWith("It goes on here"));
  phone.offline = false;
  await phone.settled();
  assert.equal(tab.question, "1-contract-3");
  same(entries(game), ['{"bid":"7C","winner":2}']);
});

test("what two phones agree on is nothing to decide, and what was tapped after it goes on", async () => {
  const { phone, tab, game } = await table();
  const second = await another(phone, tab);
  phone.offline = true;
  tab.win("7C", NORTH);
  tab.contracts(2, 1);
  second.win("7C", NORTH);
  second.contracts(2);
  await second.phone.settled();
  phone.offline = false;
  await phone.settled();
  assert.equal(tab.waiting, null);
  same(entries(game), ['{"bid":"7C","winner":2}', '{"number":2,"seat":3}', '{"number":1,"seat":0}']);
});
