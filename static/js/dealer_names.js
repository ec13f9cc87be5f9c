// The tiles for the first dealer carry the names as they are typed.

export function names(main) {
  for (const shown of main.querySelectorAll("[data-name-of]")) {
    const input = main.querySelector(`[name="${shown.dataset.nameOf}"]`);
    const show = () => (shown.textContent = input.value.trim() || shown.dataset.otherwise);
    input.addEventListener("input", show);
  }
}
