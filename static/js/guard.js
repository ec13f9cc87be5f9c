// A hurried second tap is not an answer to the question that has come under the finger meanwhile.

const HURRIED = 400; // milliseconds
const NEAR = 24; // pixels

let last = null;
let page = null;

export function guard() {
  document.addEventListener("click", check, true);
}

function check(event) {
  if (!event.detail) return; // made by a key, or by a script
  const now = document.querySelector("[data-swap-target]").firstElementChild;
  const stage = document.querySelector(".stage")?.lastElementChild ?? now;
  const { timeStamp: time, clientX: x, clientY: y } = event;
  const hurried = last && time - last.time < HURRIED && Math.hypot(x - last.x, y - last.y) < NEAR;
  if (hurried && page !== stage) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  last = { time, x, y };
  page = stage;
}
