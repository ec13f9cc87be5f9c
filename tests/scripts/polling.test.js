// How often a phone asks for the revision, and which pages replace the present one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { another, gate, NORTH, same, table } from "./phone.js";

const polls = ({ requests }) => requests.filter((path) => path.endsWith("/revision")).length;

// Lets time pass until the phone has just polled.
async function polled(phone) {
  phone.requests = [];
  while (!polls(phone)) await phone.clock.pass(10);
  phone.requests = [];
}

// The milliseconds until the next poll, in steps of ten.
async function pause(phone) {
  await polled(phone);
  const begun = phone.clock.now();
  while (!polls(phone)) await phone.clock.pass(10);
  return phone.clock.now() - begun;
}

test("a phone that scores asks often, and is not told what it recorded itself", async () => {
  const { phone, tab } = await table();
  assert.equal(await pause(phone), 1500); // while the first page is loaded
  tab.win("7C", NORTH);
  tab.contracts(0, 2);
  await phone.settled();
  await phone.clock.pass(6000);
  for (let time = 0; time < 3; time += 1) assert.equal(await pause(phone), 300);
  same(tab.said, []);
  assert.equal(tab.state, "Saved");
});

test("a phone that nobody has touched for long asks less often", async () => {
  const { phone, tab } = await table();
  phone.disturb("/revision", async () => ({ status: 200, headers: new Headers(), text: "0" }));
  await phone.clock.pass(9 * 60_000);
  assert.equal(await pause(phone), 300);
  await phone.clock.pass(2 * 60_000);
  assert.equal(await pause(phone), 1500);
  tab.hear("pointerdown");
  assert.equal(await pause(phone), 300);
});

test("pauses grow while the server is out of reach, and a phone that is looked at asks at once", async () => {
  const { phone, tab } = await table();
  await phone.clock.pass(6000);
  phone.offline = true;
  const pauses = [];
  for (let time = 0; time < 3; time += 1) pauses.push(await pause(phone));
  same(pauses, [300, 6000, 6000]); // a single answer may be late
  assert.equal(tab.state, "Connection lost");
  phone.offline = false;
  await polled(phone);
  same([tab.state, await pause(phone)], ["", 300]);
  phone.offline = true;
  await phone.clock.pass(10_000);
  phone.requests = [];
  phone.offline = false;
  tab.hear("online");
  await phone.clock.still();
  assert.equal(polls(phone), 1);
});

test("where changes are announced, a phone asks once after each of them", async () => {
  const { phone, tab } = await table();
  tab.find("[data-game]").dataset.announced = "";
  await polled(phone);
  await phone.clock.pass(60_000);
  assert.equal(polls(phone), 0);
  tab.hear("changed");
  await phone.clock.pass(60_000);
  assert.equal(polls(phone), 1);
  phone.offline = true;
  phone.requests = [];
  tab.hear("changed");
  await phone.clock.pass(60_000);
  assert.ok(polls(phone) > 5); // nothing is announced by a score keeper that cannot be reached
});

test("a page that another phone has changed is fetched, and the entry is named", async () => {
  const { phone, tab } = await table();
  const second = await another(phone, tab);
  second.win("7C", NORTH);
  await second.phone.settled();
  await phone.clock.pass(3000);
  same([tab.revision, tab.pages.length, tab.question], ["1", 1, "1-contract-3"]);
  assert.equal(tab.state, "Noa won the auction with 7 clubs");
});

test("a page that was asked for twice is put in place once", async () => {
  const { phone, tab, game } = await table();
  const { opened, open } = gate();
  phone.disturb(`/games/${game}/`, (send) => opened.then(send));
  phone.requests = [];
  tab.win("7C", NORTH);
  await phone.clock.pass(2100); // its page is fetched, and that of the poll
  assert.equal(phone.requests.filter((path) => path === `/games/${game}/`).length, 2);
  open();
  await phone.settled();
  await phone.clock.pass(5000);
  assert.equal(tab.pages.length, 1);
  tab.contracts(0);
  await phone.settled();
  assert.equal(tab.pages.length, 2); // one for each tap
});

test("a page from before a recorded tap replaces nothing", async () => {
  const { phone, tab, game } = await table();
  tab.win("7C", NORTH);
  await phone.settled();
  const { opened, open } = gate();
  const late = async (send) => {
    const page = await send();
    await opened;
    return page;
  };
  phone.disturb(`/games/${game}/`, late, 1);
  tab.taps.refresh(false, true);
  await phone.clock.pass(50);
  tab.contracts(2);
  await phone.clock.pass(1200); // its page is fetched after a quiet moment
  same([tab.revision, tab.pages.length], ["2", 2]);
  open();
  await phone.settled();
  same([tab.revision, tab.pages.length], ["2", 2]);
});

test("a game that is gone, or not for this phone any more, is opened anew", async () => {
  const { phone, tab } = await table();
  let opened = 0;
  tab.location.reload = () => (opened += 1);
  for (const status of [403, 404]) {
    phone.disturb("/revision", async () => ({ status, headers: new Headers(), text: "" }), 1);
    await polled(phone);
  }
  assert.equal(opened, 2);
});

test("a hidden page is quiet, and asks at once when it is seen", async () => {
  const { phone, tab } = await table();
  const second = await another(phone, tab);
  tab.hide(true);
  await phone.clock.pass(2000);
  phone.requests = [];
  await phone.clock.pass(60_000);
  same(phone.requests, []);
  second.win("7C", NORTH);
  await second.phone.settled();
  tab.hide(false);
  await phone.clock.still();
  same([tab.revision, tab.question], ["1", "1-contract-3"]);
});

test("a page that slept an hour is not stale", async () => {
  const { phone, tab } = await table();
  const second = await another(phone, tab);
  second.win("7C", NORTH);
  await second.phone.settled();
  phone.requests = [];
  phone.clock.sleep(60 * 60_000);
  tab.hear("focus");
  await phone.clock.still();
  same([tab.revision, tab.question], ["1", "1-contract-3"]);
});
