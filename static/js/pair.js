// A form of two groups of tiles is sent as soon as one tile of each is chosen.

export function pair(main) {
  for (const form of main.querySelectorAll("form[data-pair]")) {
    for (const button of form.querySelectorAll("[data-needless]")) button.hidden = true;
    form.addEventListener("change", () => {
      if (form.checkValidity()) form.requestSubmit();
    });
  }
}
