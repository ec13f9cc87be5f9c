"""Romanian Whist: three to six players, hands of one to eight cards, exact bids that do not fit."""

from scorekeeper.engine.games.romanian_whist.rulebook import ROMANIAN_WHIST as ROMANIAN_WHIST
