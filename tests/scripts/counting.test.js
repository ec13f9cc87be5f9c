// The totals of a game that has just ended count up for the eye: never beyond the right ones, and not for long.

import assert from "node:assert/strict";
import { test } from "node:test";
import { modules } from "./modules.js";

const LONGEST = 1000; // milliseconds
const FRAME = 16;

// What a total shows in each frame, as long as it counts.
async function shown({ ended = true, calm = false, counts = [249, 1308, 1] }) {
  const dataset = { counts: JSON.stringify(counts) };
  const main = { dataset: ended ? { answered: "" } : {}, isConnected: true, querySelectorAll: () => [{ dataset }] };
  let [now, next] = [5000, null];
  const provided = {
    document: { documentElement: { lang: "en" }, querySelector: () => null, addEventListener() {} },
    matchMedia: () => ({ matches: calm }),
    performance: { now: () => now },
    requestAnimationFrame: (go) => (next = go),
    addEventListener() {},
  };
  const { countUp } = await modules(provided)("next_question.js");
  countUp(main);
  const frames = [dataset.counted];
  for (now -= FRAME / 2; next && now < 9000; now += FRAME) {
    const go = next;
    next = null;
    go(now); // the first frame may have begun before the call
    frames.push(dataset.counted);
  }
  return frames;
}

test("it counts from the total before the last hand to the right one, and stops", async () => {
  const frames = await shown({});
  assert.ok(frames.length * FRAME < LONGEST);
  assert.equal(frames.pop(), undefined); // the right one, which the page has, is seen
  assert.equal(frames[0], "24.9");
  const numbers = frames.map(Number);
  assert.deepEqual(numbers, numbers.toSorted((one, other) => one - other));
  assert.ok(Math.max(...numbers) <= 130.8 && new Set(numbers).size > 20);
  assert.equal((await shown({ counts: [-1150, -1200, 0] }))[0], "\u22121,150");
});

test("nothing counts on a page opened later, or for who asks for less motion", async () => {
  assert.deepEqual(await shown({ ended: false }), [undefined]);
  assert.deepEqual(await shown({ calm: true }), [undefined]);
});
