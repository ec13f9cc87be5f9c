// The form for a new game, and the fields of house rules.

export function newGameForm(main) {
  for (const behaviour of [gameSearch, seats, dealerNames, takenNames, offeredEnding, ownRules]) behaviour(main);
}

// Shows the games with every word of the search in one of their names, in whatever language; if there are none, what is
// for any game. Enter takes the first.
function gameSearch(main) {
  const input = main.querySelector("[data-game-search]");
  if (!input) return;
  const tiles = [...main.querySelectorAll("[data-names]")];
  const places = [...tiles, ...main.querySelectorAll("[data-kind]")].map((place) => [place, place.hidden]);
  const none = main.querySelector("[data-no-game]");
  let found = [];
  const search = () => {
    const words = input.value.split(/\s+/).map(plain).filter(Boolean);
    const fits = (name) => words.every((word) => plain(name).includes(word));
    const known = (tile) => tile.dataset.names.split("|");
    found = words.length ? tiles.filter((tile) => known(tile).some(fits)) : [];
    none.hidden = !words.length || found.length > 0;
    for (const [place, usual] of places) {
      const fallback = none.hidden ? usual : !place.closest("[data-any-game]");
      place.hidden = found.length ? !found.some((tile) => place.contains(tile)) : fallback;
    }
    for (const tile of tiles) {
      const others = fits(tile.querySelector("strong").textContent) ? [] : known(tile).filter(fits);
      tile.querySelector("[data-found-by]").textContent = others.join(" · ");
    }
  };
  input.addEventListener("input", search);
  input.addEventListener("click", () => matchMedia("(pointer: coarse)").matches && input.scrollIntoView()); // above its keyboard
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    found[0]?.click();
  });
}

// A name without case, accents, points, blanks and signs; a doubled letter counts once, so that ß is s and two vavs are one.
const plain = (name) =>
  name.normalize("NFKD").toLowerCase().replaceAll("ß", "s").replace(/[^\p{L}\p{N}]/gu, "").replace(/(\p{L})\1+/gu, "$1");

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
