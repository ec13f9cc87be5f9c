// Short lines: one at the foot of the page for what must be read, one in its head for what is well.

let timer;

export function say(text, seconds = 3) {
  const line = document.querySelector("[data-status]");
  line.textContent = text;
  clearTimeout(timer);
  if (text && seconds) timer = setTimeout(() => (line.textContent = ""), seconds * 1000);
}

export function note(text, state = "") {
  const place = document.querySelector("[data-state]");
  if (!place) return;
  place.textContent = text;
  place.dataset.state = text ? state : "";
}
