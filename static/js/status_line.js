// Messages of one line: at the foot of the page those that must be read, in its head the others.

const CONTROLS = "a, button, input, select, textarea, summary, label.tile";
const APART = 4; // pixels

let timer;

const spoken = () => document.querySelector("[data-status]");

// A tap on the line at the foot only removes the line.
export function status() {
  spoken().addEventListener("click", () => say(""));
  addEventListener("scroll", () => spoken().textContent && place(spoken()), { passive: true });
}

// Moves the line to the lowest place where it covers no control; leaves it if there is no such place.
function place(line) {
  line.style.insetBlock = "";
  const { top, left, right, height } = line.getBoundingClientRect();
  const controls = [...document.querySelectorAll(CONTROLS)].filter((control) => control.checkVisibility());
  const boxes = controls.map((control) => control.getBoundingClientRect());
  const beside = boxes.filter((box) => box.width && box.left < right && box.right > left);
  let free = top;
  for (let over; free >= 0 && (over = beside.find((box) => box.top < free + height && box.bottom > free)); )
    free = over.top - height - APART;
  if (free >= 0 && free < top) line.style.insetBlock = `${free}px auto`;
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
  place.textContent = text;
  place.dataset.state = text ? state : "";
}
