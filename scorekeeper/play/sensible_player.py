"""The sensible player: rules of thumb for any trick-taking game with at most one trump suit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple, cast

from scorekeeper.cards import AnyCard, Card, Rank, Suit
from scorekeeper.play.players import View

# A hand as four lanes
#
# A lane is the cards of one suit as 13 bits, from the two in bit 0 to the ace in bit 12. The
# sensible player works on lanes so that the bulk simulator can do the same on arrays: one number
# here is a column of thousands there, with the same arithmetic.

Lanes = tuple[int, int, int, int]
RANKS = 13
FULL = 2**RANKS - 1
_BITS = (0, 0, *(1 << place for place in range(len(Rank))))  # by rank; the two is 2


def lanes_of(cards: Iterable[AnyCard]) -> Lanes:
    """Return the lane (13 bits) of each suit, clubs first; the cards must not contain jokers."""
    lanes = [0, 0, 0, 0]
    for suit, rank in cast("Iterable[Card]", cards):
        lanes[suit] |= _BITS[rank]
    return lanes[0], lanes[1], lanes[2], lanes[3]


def card_of(suit: int, bit: int) -> Card:
    """Return the card that one bit of a lane stands for."""
    return Card(Suit(suit), Rank(bit.bit_length() + 1))


def lowest(lane: int) -> int:
    """Return the lowest card of a lane (one suit as 13 bits), as a bit; 0 for an empty lane."""
    return lane & -lane


def smear(lane: int) -> int:
    """Set every bit of a lane up to its highest: the card and all lower ranks of its suit."""
    return (1 << lane.bit_length()) - 1


def highest(lane: int) -> int:
    """Return the highest card of a lane (one suit as 13 bits), as a bit; 0 for an empty lane."""
    return smear(lane) & ~(smear(lane) >> 1)


# When to go for a trick

WANTS, HOLDERS, LEFT, SPARE = range(-1, 6), range(-1, 2), range(1, 14), range(-2, 3)
PLACES, KINDS = 3, 2
_LETTERS = 32


class Aim(NamedTuple):
    """The inputs of the decision whether to go for a trick.

    place     0 for the leader, 2 for the last player, 1 for the others
    plain     whether there are no trumps
    want      the number of tricks that the player still needs; negative for too many
    holder    the number that the player who is winning the trick still needs; 0 for a lead
    left      the number of tricks to be played, this one included
    sure      the number of the player's cards that no unseen card of their suit beats
    """

    place: int
    plain: bool
    want: int
    holder: int
    left: int
    sure: int


@dataclass(frozen=True, slots=True)
class Goals:
    """A table that says for each `Aim` whether to go for the trick.

    rows    a byte for each place, trumps or none, want, holder and number of tricks left, in this
            order; bit n is for `sure - want` equal to n - 2, limited to -2 to 2
    """

    rows: bytes

    @classmethod
    def parse(cls, text: str) -> Goals:
        """Read words of thirteen letters, 0 to V; each letter is a row.

        Raises ValueError if the number of rows is wrong.
        """
        rows = bytes(int(letter, _LETTERS) for letter in "".join(text.split()))
        if len(rows) != PLACES * KINDS * len(WANTS) * len(HOLDERS) * len(LEFT):
            raise ValueError(f"{len(rows)} rows")
        return cls(rows)

    def goes(self, aim: Aim) -> bool:
        want = min(max(aim.want, WANTS[0]), WANTS[-1]) - WANTS[0]
        holder = (aim.holder > 0) - (aim.holder < 0) - HOLDERS[0]
        row = (aim.place * KINDS + aim.plain) * len(WANTS) + want
        row = (row * len(HOLDERS) + holder) * len(LEFT) + aim.left - 1
        spare = min(max(aim.sure - aim.want, SPARE[0]), SPARE[-1]) - SPARE[0]
        return bool(self.rows[row] >> spare & 1)


# Which card to play
#
# The player aims for a number of tricks. Below it they win as cheaply as they can, and lead cards
# that cannot be beaten. Once they have it they duck: they play the highest card that still loses,
# and discard dangerous cards when they cannot follow. If they have too many tricks, or too few left
# to reach the number, they take tricks only from a player who needs them.
#
# A player who counts the unseen cards leads the card that is most likely to win, and wins with a
# high card while others have yet to play: a low one is often beaten. The most dangerous card to
# keep is not the highest one, but the one with the most unseen cards below it.

TRUMPED = 2**13
TRUMP_LEAD = 4
"""A lead of trumps is as good as that of a plain card which so many fewer unseen cards beat."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The inputs for choosing a card.

    own       the lanes of the hand
    unseen    the lanes of the cards that others may hold: neither in the hand nor played
    trump     0 to 3; -1 for no trumps
    led       the suit led, 0 to 3; -1 for a lead
    best      the best card so far: its bit, plus `TRUMPED` for a trump
    last      whether the player is the last to play to the trick
    wins      whether the player goes for the trick (see `wants_trick`)
    counts    whether the player counts the unseen cards
    """

    own: Lanes
    unseen: Lanes
    trump: int
    led: int
    best: int
    last: bool
    wins: bool
    counts: bool = False


def wants_trick(want: int, left: int, holder: int) -> bool:
    """Return whether to go for a trick.

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
    """Return the number of the player's cards that no unseen card of their suit beats."""
    return sum(
        [(lane & ~smear(others)).bit_count() for lane, others in zip(own, unseen, strict=True)]
    )


def choose_card(turn: Turn) -> tuple[int, int]:
    """Return the card to play: its suit (0 to 3) and its bit in the mask of that suit."""
    if turn.led < 0:
        return _lead_to_win(turn) if turn.wins else _lead_to_lose(turn)
    if turn.own[turn.led]:
        return turn.led, _follow(turn)
    return _cannot_follow(turn)


def _lead_to_win(turn: Turn) -> tuple[int, int]:
    """Return a card that cannot be beaten in its suit, trumps first.

    If there is none, it is a low card of the longest suit.
    """
    if turn.counts:
        return _likely_lead(turn)
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


def _likely_lead(turn: Turn) -> tuple[int, int]:
    """Return the card that the fewest unseen cards of its suit beat; see `TRUMP_LEAD`."""
    keys = []
    for suit, own in enumerate(turn.own):
        beating = (turn.unseen[suit] & ~smear(own)).bit_count()
        key = RANKS - beating + TRUMP_LEAD * (suit == turn.trump)
        keys.append((key << 2 | suit) if own else -1)
    suit = keys.index(max(keys))
    return suit, highest(turn.own[suit])


def _lead_to_lose(turn: Turn) -> tuple[int, int]:
    """Return the low card that the most unseen cards beat."""
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
        if turn.counts and not (turn.last or sure):
            return highest(above)
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
    if not any(plain):
        return turn.trump, lowest(trumps)
    return _most_dangerous(plain, turn.unseen) if turn.counts else _highest_of(plain)


def _most_dangerous(lanes: list[int], unseen: Lanes) -> tuple[int, int]:
    """Return the highest card of the suit in which the most unseen cards are below it.

    Of two such suits it is the shorter one, which is void sooner.
    """
    keys = []
    for suit, lane in enumerate(lanes):
        below = (unseen[suit] & smear(lane)).bit_count()
        keys.append((4 * below - lane.bit_count() + RANKS << 2 | suit) if lane else -1)
    suit = keys.index(max(keys))
    return suit, highest(lanes[suit])


def _highest_of(lanes: list[int]) -> tuple[int, int]:
    """Return the highest card; if several suits have it, from the one with the best next cards."""
    keys = [lane << 2 | suit if lane else -1 for suit, lane in enumerate(lanes)]
    suit = keys.index(max(keys))
    return suit, highest(lanes[suit])


def _lowest_of(lanes: list[int]) -> tuple[int, int]:
    """Return the lowest card; if several suits have it, from the lowest suit."""
    keys = [lowest(lane) << 2 | suit if lane else TRUMPED << 2 for suit, lane in enumerate(lanes)]
    suit = keys.index(min(keys))
    return suit, lowest(lanes[suit])


# Bids and cards
#
# Sensible players estimate the worth of their hand in tricks, announce the nearest number, and play
# to take exactly that many (see `choose_card`). All sums are integers, so that the bulk simulator
# can compute the same in columns.

TRICK = 64
"""One trick, in the unit of a hand's worth."""
PACK = 52


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights that give the worth of a suit, in 64ths of a trick.

    lengths    by the number of cards in it; the last is for that many or more
    honours    for the ace, king, queen, jack and ten, if guarded
    lows       for the lowest card, the second lowest and so on, each times its rank (0 for a two)
    """

    lengths: tuple[int, ...]
    honours: tuple[int, ...]
    lows: tuple[int, ...] = ()

    @lru_cache(maxsize=1 << 16)  # noqa: B019  (there are a dozen weights)
    def value(self, lane: int) -> int:
        """Return the worth of the cards in a lane (one suit as 13 bits), in 64ths of a trick."""
        count = lane.bit_count()
        ranks = [rank for rank in range(RANKS) if lane >> rank & 1]
        return (
            self.lengths[min(count, len(self.lengths) - 1)]
            + sum(
                weight
                for place, weight in enumerate(self.honours)
                if lane >> RANKS - 1 - place & 1 and count > place
            )
            + sum(weight * rank for weight, rank in zip(self.lows, ranks, strict=False))
        )


def turn_of(
    view: View, greedy: bool = False, goals: Goals | None = None, counts: bool = False
) -> Turn:
    """Return the inputs of `choose_card`, computed from the player's view.

    A greedy player goes for every trick; others follow `goals`, or the rule `wants_trick` if it is
    None.
    """
    trick = view.trick
    assert trick is not None  # noqa: S101  (a card is due)
    own = lanes_of(view.hand)
    out = [card for old in (*view.tricks, trick) for card in old.cards]
    seen = lanes_of([*out, *view.shown])
    clubs, diamonds, hearts, spades = [FULL & ~(a | b) for a, b in zip(own, seen, strict=True)]
    contracts, taken = dict(view.scene.contracts), view.taken
    holder, best = 0, 0
    if trick.cards:
        winner = trick.winner
        holder = contracts.get(winner, 0) - taken[winner]
        place = trick.step * (winner - trick.leader) % trick.players
        best = _strength(trick.cards[place], trick.trump)
    left, want = view.scene.total - len(view.tricks), contracts.get(view.seat, 0) - taken[view.seat]
    unseen = clubs, diamonds, hearts, spades
    last = len(trick.cards) == trick.players - 1
    if greedy or goals is None:
        wins = greedy or wants_trick(want, left, holder)
    else:
        place = 0 if trick.led is None else 2 if last else 1
        aim = Aim(place, trick.trump is None, want, holder, left, sure_cards(own, unseen))
        wins = goals.goes(aim)
    return Turn(
        own,
        unseen,
        -1 if trick.trump is None else trick.trump,
        -1 if trick.led is None else trick.led,
        best,
        last,
        wins,
        counts,
    )


def sensible_card(view: View, greedy: bool = False, counts: bool = False) -> Card:
    """Return the card that the sensible player plays."""
    return card_of(*choose_card(turn_of(view, greedy, counts=counts)))


def nearest_number(numbers: Iterable[int], worth: int) -> int:
    """Return the number nearest to a hand's worth; the lower one if two are equally near."""
    return min(numbers, key=lambda number: (abs(TRICK * number - worth), number))


class Trust(NamedTuple):
    """How often a card that nobody beats in its suit takes a trick, if its suit is led at all.

    side     a plain card in a deal with trumps
    plain    a card in a deal without trumps
    ruff     a low trump
    """

    side: float = 0.78
    plain: float = 0.92
    ruff: float = 0.5


USUAL = Trust()

# In games with exact bids. Found with four such players at a table, one of whom bids otherwise
# (`make strength` measures the result). Players who aim for exact numbers push their tricks on to
# others: bids are rather low.

TRUST = Trust(side=0.5, plain=0.92, ruff=0.75)
"""Plain cards take fewer tricks than their rank says: nobody leads to them, and some are ruffed."""
MODESTY = 20
"""Taken off the worth of a hand, in 64ths of a trick, for the tricks that others push on to it."""
LISTENING = 28
"""Taken off, in 64ths of a trick, for each trick that others have bid beyond their share."""
HEARD = 32
"""The most that is taken off or added for bids: wilder ones are not worth believing."""


def worth_of(  # noqa: PLR0917
    cards: tuple[AnyCard, ...],
    trump: Suit | None,
    players: int,
    each: int,
    pack: int = PACK,
    trust: Trust = USUAL,
) -> int:
    """Return the expected tricks of a hand, in 64ths; `pack` is the number of cards in play."""
    side, trumps = shares(players, each, trump is not None, pack, trust)
    return sum(
        _lane_worth(lane, trumps if suit == trump else side)
        for suit, lane in enumerate(lanes_of(cards))
    )


@cache
def shares(
    players: int, each: int, trumps: bool, pack: int, trust: Trust
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the worth of a plain card and of a trump, by how many higher cards others have.

    A card wins if nobody has a higher one. Plain cards may be ruffed, and with short hands their
    suit may never be led; a low trump may win by ruffing.
    """
    dealt = (players - 1) * each / (pack - each)
    led = each / (each + 1)
    safe = led * (trust.side if trumps else trust.plain)
    ruffs = trust.ruff * led if each > 1 else 1 / (1 + dealt * RANKS / 4)
    plain = [round(TRICK * safe * (1 - dealt) ** higher) for higher in range(RANKS)]
    high = [round(TRICK * max((1 - dealt) ** higher, ruffs)) for higher in range(RANKS)]
    return tuple(plain), tuple(high)


@lru_cache(maxsize=1 << 16)
def _lane_worth(lane: int, each_card: tuple[int, ...]) -> int:
    worth = 0
    for bit in range(RANKS):
        if lane >> bit & 1:
            above = lane >> bit + 1
            worth += each_card[RANKS - 1 - bit - above.bit_count()]
    return worth


def _strength(card: AnyCard, trump: Suit | None) -> int:
    assert isinstance(card, Card)  # noqa: S101  (there are no jokers)
    return 1 << card.rank - Rank.TWO | (TRUMPED if card.suit is trump else 0)
