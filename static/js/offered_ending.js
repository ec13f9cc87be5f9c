// Choosing rules that bring an ending of their own fills it in; others leave it as the page had it.

export function offeredEnding(main) {
  const told = main.querySelector("[name='ending-of']");
  for (const offer of main.querySelectorAll("[name='rules'][type='radio']")) {
    offer.addEventListener("change", () => fill(main, told, offer));
  }
}

function fill(main, told, offer) {
  const ending = JSON.parse(offer.dataset.ending ?? "null");
  const shown = Object.entries(ending ?? JSON.parse(told.dataset.ending));
  if (!ending && told.dataset.filled === undefined) return;
  for (const [name, value] of shown) {
    const control = main.querySelector(`[name="ending.${name}"]`);
    if (control) control.value = value;
  }
  told.value = offer.value;
  if (ending) told.dataset.filled = "";
  else delete told.dataset.filled;
}
