// Draws a game from a link before Python has come.

export function drawn(place) {
  place.hidden = true;
}
