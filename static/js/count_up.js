// Lets the totals of a game that has just ended count up from those before its last hand. It is for the eye alone:
// the page has the right totals from the start.

const LONG = 800; // milliseconds
const still = matchMedia("(prefers-reduced-motion: reduce)");

export function countUp(main) {
  if (!("answered" in main.dataset) || still.matches) return;
  const totals = [...main.querySelectorAll("[data-counts]")];
  const start = performance.now();
  const step = (now) => {
    const part = Math.min(Math.max(now - start, 0) / LONG, 1);
    for (const total of totals) show(total, 1 - (1 - part) ** 3);
    if (part < 1 && main.isConnected) requestAnimationFrame(step);
    else for (const total of totals) delete total.dataset.counted;
  };
  step(start);
}

function show(total, part) {
  const [from, to, decimals] = JSON.parse(total.dataset.counts);
  const number = Math.round(from + (to - from) * part) / 10 ** decimals;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  total.dataset.counted = number.toLocaleString(document.documentElement.lang, digits).replace(/[^\d]*-/, "\u2212");
}
