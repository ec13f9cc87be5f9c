// The form for a new game, and the fields of house rules.

export function newGameForm(main) {
  for (const behaviour of [seats, dealerNames, takenNames, offeredEnding, ownRules]) behaviour(main);
}

// Shows one more field than are filled in, and the tile of its player.
function seats(main) {
  const inputs = [...main.querySelectorAll(".seats__seat input")];
  for (const [seat, input] of inputs.entries()) {
    input.addEventListener("input", () => {
      if (!input.value.trim()) return;
      for (const part of main.querySelectorAll("[data-seat][hidden]")) part.hidden = Number(part.dataset.seat) > seat + 1;
    });
  }
}

// Shows the names on the tiles of the first dealer while they are typed.
function dealerNames(main) {
  for (const shown of main.querySelectorAll("[data-name-of]")) {
    const input = main.querySelector(`[name="${shown.dataset.nameOf}"]`);
    const show = () => (shown.textContent = input.value.trim() || shown.dataset.otherwise);
    input.addEventListener("input", show);
  }
}

// A remembered name that is typed is not offered any more.
function takenNames(main) {
  const inputs = [...main.querySelectorAll(".seats__seat input")];
  const show = () => {
    const taken = inputs.map((input) => folded(input.value));
    for (const chip of main.querySelectorAll(".chip")) chip.disabled = taken.includes(folded(chip.value));
  };
  for (const input of inputs) input.addEventListener("input", show);
  show();
}

const folded = (name) => name.normalize("NFKC").trim().toLowerCase();

// Choosing rules with an ending fills in that ending; other rules bring back the ending of the page.
function offeredEnding(main) {
  const endingOf = main.querySelector("[name='ending-of']");
  for (const offer of main.querySelectorAll("[name='rules'][type='radio']")) {
    offer.addEventListener("change", () => fill(main, endingOf, offer));
  }
}

function fill(main, endingOf, offer) {
  const ending = JSON.parse(offer.dataset.ending ?? "null");
  const shown = Object.entries(ending ?? JSON.parse(endingOf.dataset.ending));
  if (!ending && endingOf.dataset.filled === undefined) return;
  for (const [name, value] of shown) {
    const control = main.querySelector(`[name="ending.${name}"]`);
    if (control) control.value = value;
  }
  endingOf.value = offer.value;
  if (ending) endingOf.dataset.filled = "";
  else delete endingOf.dataset.filled;
}

// Changing a number of a ready-made set selects “own”; selecting “own” shows the numbers.
function ownRules(main) {
  for (const fold of main.querySelectorAll("[data-own-of]")) {
    const choice = fold.closest("form").elements[fold.dataset.ownOf];
    fold.addEventListener("input", () => (choice.value = fold.dataset.own));
    choice.addEventListener("change", () => (fold.open ||= choice.value === fold.dataset.own));
  }
}
