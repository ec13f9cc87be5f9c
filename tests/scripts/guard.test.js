// A page waits for the finger that is on the screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { modules } from "./modules.js";
import { Clock } from "./clock.js";

for (const [last, pause] of [["click", 50], ["pointerup", 99]])
  test(`a page waits for the click after the finger has gone: ${last}`, async () => {
    const clock = new Clock();
    const listeners = new Map();
    const touch = (name) => listeners.get(name)?.({ clientX: 0, clientY: 0 });
    const document = { addEventListener: (name, go) => listeners.set(name, go), documentElement: { dataset: {} } };
    const { setTimeout, clearTimeout } = clock;
    const load = modules({ document, setTimeout, clearTimeout }, { "status_line.js": { say() {} } });
    const { guard, released } = await load("tap_guard.js");
    guard();
    assert.equal(released(), null);
    touch("pointerdown");
    let freed = false;
    released().then(() => (freed = true));
    await clock.pass(9000);
    touch("pointerup");
    await clock.pass(pause);
    assert.equal(freed, false); // some browsers report the two separately
    if (last === "click") touch("click");
    await clock.pass(2); // if no click comes, it soon goes on
    assert.equal(freed, true);
    assert.equal(released(), null);
  });
