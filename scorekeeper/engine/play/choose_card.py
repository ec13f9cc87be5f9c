"""The sensible player's choice of a card; in lanes, so that the bulk simulator does the same.

The player aims for a number of tricks. Below it they win as cheaply as they can, and lead cards
that cannot be beaten. Once they have it they duck: they play the highest card that still loses,
and discard dangerous cards when they cannot follow. If they have too many tricks, or too few left
to reach the number, they take tricks only from a player who needs them.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.play.lanes import (
    Lanes,
    highest,
    lowest,
    smear,
)

TRUMPED = 2**13


@dataclass(frozen=True, slots=True)
class Turn:
    """The inputs of the decision.

    own       the lanes of the hand
    unseen    the lanes of the cards that others may hold: neither in the hand nor played
    trump     0 to 3; -1 for no trumps
    led       the suit led, 0 to 3; -1 for a lead
    best      the best card so far: its bit, plus `TRUMPED` for a trump
    last      whether the player is the last to play to the trick
    wins      whether the player goes for the trick (see `wants_trick`)
    """

    own: Lanes
    unseen: Lanes
    trump: int
    led: int
    best: int
    last: bool
    wins: bool


def wants_trick(want: int, left: int, holder: int) -> bool:
    """Whether to go for a trick.

    want      the number of tricks that the player still needs
    left      the number of tricks still to be played, this one included
    holder    the number that the player who is winning the trick still needs; 0 for a lead
    """
    if want == 0:
        return False
    if 0 < want <= left:
        return True
    return holder > 0


def sure_cards(own: Lanes, unseen: Lanes) -> int:
    """The number of the player's cards that no unseen card of their suit beats."""
    return sum(
        [(lane & ~smear(others)).bit_count() for lane, others in zip(own, unseen, strict=True)]
    )


def choose_card(turn: Turn) -> tuple[int, int]:
    """The suit and the bit of the card to play."""
    if turn.led < 0:
        return _lead_to_win(turn) if turn.wins else _lead_to_lose(turn)
    if turn.own[turn.led]:
        return turn.led, _follow(turn)
    return _cannot_follow(turn)


def _lead_to_win(turn: Turn) -> tuple[int, int]:
    """A card that cannot be beaten in its suit, trumps first; else low from the longest suit."""
    keys = []
    for suit in range(4):
        own, plain = turn.own[suit], suit != turn.trump
        sure = bool(own & ~smear(turn.unseen[suit]))
        long = own.bit_count() + 16 * plain
        key = 64 + 16 * (not plain) if sure else long
        keys.append((key << 2 | suit) if own else -1)
    suit = keys.index(max(keys))
    top = highest(turn.own[suit])
    return suit, top if keys[suit] >= 64 << 2 else lowest(turn.own[suit])


def _lead_to_lose(turn: Turn) -> tuple[int, int]:
    """The low card that the most unseen cards beat."""
    keys = [
        ((turn.unseen[suit] & ~smear(lowest(own))).bit_count() << 2 | suit) if own else -1
        for suit, own in enumerate(turn.own)
    ]
    suit = keys.index(max(keys))
    return suit, lowest(turn.own[suit])


def _follow(turn: Turn) -> int:
    own = turn.own[turn.led]
    ruffed = turn.best >= TRUMPED and turn.led != turn.trump
    above = 0 if ruffed else own & ~smear(turn.best & ~TRUMPED)
    below = own & ~above
    if turn.wins:
        if not above:
            return lowest(own)
        sure = above & ~smear(turn.unseen[turn.led])
        return lowest(above if turn.last else sure or above)
    if below:
        return highest(below)
    return highest(above) if turn.last else lowest(above)


def _cannot_follow(turn: Turn) -> tuple[int, int]:
    trumps = turn.own[turn.trump] if turn.trump >= 0 else 0
    over = trumps & ~smear(turn.best & ~TRUMPED) if turn.best >= TRUMPED else trumps
    if turn.wins and over:
        return turn.trump, lowest(over)
    under = trumps & ~over
    plain = [0 if suit == turn.trump else own for suit, own in enumerate(turn.own)]
    if turn.wins:
        return _lowest_of(plain) if any(plain) else (turn.trump, lowest(trumps))
    if under:
        return turn.trump, highest(under)
    return _highest_of(plain) if any(plain) else (turn.trump, lowest(trumps))


def _highest_of(lanes: list[int]) -> tuple[int, int]:
    """The highest card; if several suits have it, from the one with the best next cards."""
    keys = [lane << 2 | suit if lane else -1 for suit, lane in enumerate(lanes)]
    suit = keys.index(max(keys))
    return suit, highest(lanes[suit])


def _lowest_of(lanes: list[int]) -> tuple[int, int]:
    """The lowest card; if several suits have it, from the lowest suit."""
    keys = [lowest(lane) << 2 | suit if lane else TRUMPED << 2 for suit, lane in enumerate(lanes)]
    suit = keys.index(min(keys))
    return suit, lowest(lanes[suit])
