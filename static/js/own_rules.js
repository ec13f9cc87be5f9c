// Changing a number of a ready-made set makes the set one's own; choosing one's own shows the numbers.

export function own(main) {
  for (const fold of main.querySelectorAll("[data-own-of]")) {
    const choice = main.querySelector(`[name="${fold.dataset.ownOf}"]`);
    fold.addEventListener("input", () => (choice.value = fold.dataset.own));
    choice.addEventListener("change", () => (fold.open ||= choice.value === fold.dataset.own));
  }
}
