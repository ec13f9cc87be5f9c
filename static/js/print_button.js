// The button that opens the browser's own print dialogue.

export function print(main) {
  for (const button of main.querySelectorAll("[data-print]")) {
    button.addEventListener("click", () => window.print());
  }
}
