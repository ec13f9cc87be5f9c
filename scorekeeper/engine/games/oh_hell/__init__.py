"""Oh Hell: two to seven players, hands that shrink and grow, exact bids, a hooked dealer."""

from scorekeeper.engine.games.oh_hell.rulebook import OH_HELL as OH_HELL
