// Shows a short line at the foot of the page, and says it to those who listen.

let timer;

export function say(text, seconds = 3) {
  const line = document.querySelector("[data-status]");
  line.textContent = text;
  clearTimeout(timer);
  if (seconds) timer = setTimeout(() => (line.textContent = ""), seconds * 1000);
}
