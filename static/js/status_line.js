// Messages of one line: at the foot of the page those that must be read, in its head the others.

const CONTROLS = "a, button, input, select, textarea, summary, label.tile";
const QUESTION = ".question__title, .question__hint, .problem, .notice, .calls";
const NUMBERS = ".player__total, .player__points, .player__took, .player__contract, .line__points, .line__total";
const below = (parts) => `:is(main, .unsent) :is(${parts})`; // below the head of the page
const APART = 2; // pixels

let timer;

const spoken = () => document.querySelector("[data-status]");

// A tap on the line at the foot only removes the line.
export function status() {
  spoken().addEventListener("click", () => say(""));
  const again = () => spoken().textContent && place(spoken());
  addEventListener("scroll", again, { passive: true });
  new MutationObserver(again).observe(document.body, { childList: true, subtree: true });
}

// Moves the line to the lowest place where it covers no control, neither the question nor a number; if there
// is none, over the head of the page, or over as little of them as it can.
function place(line) {
  line.style.insetBlock = "";
  const box = line.getBoundingClientRect();
  const all = `${CONTROLS}, ${QUESTION}, ${NUMBERS}`;
  const covered = [all, below(all), below(CONTROLS)];
  const free = covered.map((places) => lowest(box, places)).find((free) => free >= 0);
  if (free < box.top) line.style.insetBlock = `${free}px auto`;
}

function lowest({ top, left, right, height }, places) {
  const parts = [...document.querySelectorAll(places)].filter((part) => part.checkVisibility());
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const beside = boxes.filter((box) => box.width && box.left < right && box.right > left);
  let free = top;
  for (let over; free >= 0 && (over = beside.find((box) => box.top < free + height && box.bottom > free + 1)); )
    free = over.top - height - APART;
  return free;
}

export function say(text, seconds = 3) {
  const line = spoken();
  line.textContent = text;
  if (text) place(line);
  clearTimeout(timer);
  if (text && seconds) timer = setTimeout(() => (line.textContent = ""), seconds * 1000);
}

export function note(text, state = "") {
  const place = document.querySelector("[data-state]");
  if (!place) return;
  if (place.textContent !== text) place.textContent = text;
  place.dataset.state = text ? state : "";
}
