// The button that opens the browser's own print dialogue, in place of the words that point to it.

export function print(main) {
  for (const button of main.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
    for (const words of main.querySelectorAll("[data-print-by-hand]")) words.hidden = true;
  }
}
