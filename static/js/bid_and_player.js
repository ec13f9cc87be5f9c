// A form of two groups of tiles is sent as soon as one tile of each is chosen.
// One that comes filled in, as in a correction, waits for its button: both may want changing.

export function pair(main) {
  for (const form of main.querySelectorAll("form[data-pair]")) {
    form.addEventListener("change", () => {
      if (form.checkValidity()) form.requestSubmit();
    });
  }
}
