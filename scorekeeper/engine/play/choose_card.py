"""Which card the sensible player plays; in lanes, so that the bulk simulator can do the same.

The player wants a number of tricks more. While short of it they take what they can as cheaply as
they can, and lead what cannot be beaten. With the number reached they duck: they throw the highest
card that still loses, and get rid of dangerous ones when they cannot follow. With too many tricks,
or too few left, they take tricks only from a player who wants them.
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
    """What bears on a card.

    own       the lanes of the hand
    unseen    the lanes of the cards that others may hold: neither in the hand nor played
    trump     0 to 3; -1 for none
    led       the suit led, 0 to 3; -1 for a lead
    best      the best card so far: its bit, and `TRUMPED` more for a trump
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

    `want` is the tricks that the player is short of, `left` those still to be played, this one
    included; `holder` is how many the player wants who has the trick so far (0 for a lead).
    """
    if want == 0:
        return False
    if 0 < want <= left:
        return True
    return holder > 0


def sure_cards(own: Lanes, unseen: Lanes) -> int:
    """How many cards a player holds that no unseen card of their suit beats."""
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
    """The highest card; among equals, of the suit whose further cards are higher."""
    keys = [lane << 2 | suit if lane else -1 for suit, lane in enumerate(lanes)]
    suit = keys.index(max(keys))
    return suit, highest(lanes[suit])


def _lowest_of(lanes: list[int]) -> tuple[int, int]:
    """The lowest card; among equals, of the lowest suit."""
    keys = [lowest(lane) << 2 | suit if lane else TRUMPED << 2 for suit, lane in enumerate(lanes)]
    suit = keys.index(min(keys))
    return suit, lowest(lanes[suit])
