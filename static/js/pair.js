// A form of two groups of tiles is sent as soon as one tile of each is chosen.
// One that comes filled in, as in a correction, waits for its button: both may want changing.

export function pair(main) {
  for (const form of main.querySelectorAll("form[data-pair]")) {
    if (form.querySelector(":checked")) continue;
    for (const button of form.querySelectorAll("[data-needless]")) button.hidden = true;
    form.addEventListener("change", () => {
      if (form.checkValidity()) form.requestSubmit();
    });
  }
}
