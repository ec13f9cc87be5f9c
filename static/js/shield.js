// A hurried second tap is no answer to the question that has come under the finger meanwhile: for
// a moment nothing lies there but a shield. Keys are not held up.

const LASTS = 350; // milliseconds

let spot = null; // where this phone was touched last
let shield = null;
let timer;

export function spots() {
  document.addEventListener("pointerdown", ({ clientX, clientY }) => (spot = [clientX, clientY]), true);
}

// Something else lies under the finger than before: by the last tap here, or by another phone and so
// `anywhere`.
export function hold(anywhere = false) {
  if (!anywhere && !spot) return;
  shield ??= document.body.appendChild(document.createElement("div"));
  shield.className = `shield${anywhere ? "" : " shield--spot"}`;
  const [x, y] = spot ?? [0, 0];
  shield.style.setProperty("--x", `${x}px`);
  shield.style.setProperty("--y", `${y}px`);
  spot = null;
  clearTimeout(timer);
  timer = setTimeout(lower, LASTS);
}

function lower() {
  shield?.remove();
  shield = null;
}
