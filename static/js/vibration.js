// Vibration: one pattern for a recorded entry, another for a refused one.

const TAKEN = 12; // milliseconds
const REFUSED = [30, 60, 30];

let sent = false;

export function touch(main) {
  if (sent) felt(!main.querySelector("[role=alert]"));
}

// Vibrates for an entry that was taken or refused, here or by the server.
export function felt(taken) {
  sent = false;
  buzz(taken ? TAKEN : REFUSED);
}

export function touches() {
  document.addEventListener("submit", (event) => (sent = event.target.matches("[data-swap]")));
  document.addEventListener("click", (event) => {
    if (event.target.closest("a")) sent = false; // the form before it was not answered
    if (event.target.closest("[data-barred]")) buzz(REFUSED);
    else if (event.target.closest("[data-counting=running] [data-tally-side]")) buzz(TAKEN);
  });
}

function buzz(pattern) {
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(pattern);
}
