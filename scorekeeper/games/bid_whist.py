"""Bid Whist: partners across the table, one round of bids; two jokers and a kitty, or neither."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache

from scorekeeper.auction import AnyBid, Auction, AuctionRules, Ladder
from scorekeeper.cards import Denomination, Joker, Suit
from scorekeeper.errors import MalformedEntry
from scorekeeper.rules import house_rules
from scorekeeper.rules.bidding_steps import Choice, ChoiceStep, hold
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.ending import Ending, Endings, Goal
from scorekeeper.rules.extension_points import LookAhead, Prizes, Statistics
from scorekeeper.rules.figures import Award, Case, Figure, Measure
from scorekeeper.rules.points import Brief, DealScore, Line, PointsTable, Prize
from scorekeeper.rules.result_steps import SideTricksStep
from scorekeeper.rules.rulebook import (
    KindOfGame,
    Preset,
    Rulebook,
    Section,
    WorkedHand,
    trick_rules,
)
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Script
from scorekeeper.rules.steps import Fact, Json, Scene, Step
from scorekeeper.seating import Names, Seat, Seating
from scorekeeper.wording import Formula, Given, Points, Sentence, say, say_count

# Bids

LEVELS = range(1, 8)
BOOK = 6  # a bid of n is for BOOK + n tricks


class BidKind(IntEnum):
    """The kind of a bid; high and low are equal, no trump ranks above both."""

    HIGH = 0
    LOW = 1
    NO_TRUMP = 2

    @property
    def code(self) -> str:
        return {BidKind.HIGH: "H", BidKind.LOW: "L", BidKind.NO_TRUMP: "NT"}[self]

    @property
    def has_trump(self) -> bool:
        """Whether the bid winner names a trump suit."""
        return self is not BidKind.NO_TRUMP


_WORDS = {
    "H": BidKind.HIGH,
    "HIGH": BidKind.HIGH,
    "UPTOWN": BidKind.HIGH,
    "L": BidKind.LOW,
    "LOW": BidKind.LOW,
    "DOWNTOWN": BidKind.LOW,
    "N": BidKind.NO_TRUMP,
    "NT": BidKind.NO_TRUMP,
    "NO TRUMP": BidKind.NO_TRUMP,
}


@dataclass(frozen=True, slots=True)
class HighLowBid(AnyBid):
    """A number of tricks above six, and high, low or no trump."""

    number: int
    kind: BidKind

    @classmethod
    def parse(cls, text: str) -> HighLowBid:
        """Parse `4H`, `4 low`, `5 NT` or `5 no trump`, in either case.

        Raises MalformedEntry for anything else.
        """
        match = re.fullmatch(r"(\d{1,2})[ -]?([A-Z ]+)", text.strip().upper(), re.ASCII)
        if not match or match[2] not in _WORDS:
            raise MalformedEntry(
                "not-a-bid",
                say(
                    "“{text}” is not a bid. A bid is a number and high, low or no trump, "
                    "as in 4 high or 5 NT.",
                    text=Given(text[:20]),
                ),
                "bid",
            )
        return cls(int(match[1]), _WORDS[match[2]])

    @property
    def code(self) -> str:
        return f"{self.number}{self.kind.code}"

    @property
    def level(self) -> int:
        return self.number

    @property
    def rank(self) -> tuple[int, ...]:
        """By number; at the same number no trump ranks above high and low, which are equal."""
        return self.number, int(self.kind is BidKind.NO_TRUMP)

    @property
    def short(self) -> Sentence:
        if self.kind is BidKind.HIGH:
            return say("{number} High", number=self.number)
        if self.kind is BidKind.LOW:
            return say("{number} Low", number=self.number)
        return say("{number} {no_trump}", number=self.number, no_trump=Denomination.NO_TRUMP)

    @property
    def spoken(self) -> Sentence:
        """The bid in words, for screen readers."""
        if self.kind is BidKind.HIGH:
            return say("{number} high", number=self.number)
        if self.kind is BidKind.LOW:
            return say("{number} low", number=self.number)
        return self.short

    @property
    def aim(self) -> int:
        """The number of tricks, out of thirteen, that the bid is for."""
        return BOOK + self.number

    @property
    def worth(self) -> int:
        """The points won or lost with the bid: its number, doubled for no trump."""
        return self.number * self.each

    @property
    def each(self) -> int:
        """The points for each trick above the bid."""
        return 1 if self.kind.has_trump else 2

    def __str__(self) -> str:
        return str(self.spoken)


BIDS = tuple(HighLowBid(number, kind) for number in LEVELS for kind in BidKind)


@cache
def ladder(lowest: int) -> Ladder:
    """Return all bids from this number on."""
    bids = tuple(bid for bid in BIDS if bid.number >= lowest)
    return Ladder(bids, HighLowBid.parse)


# House rules
#
# Source: “Bid Whist (4 players)”, printed house rules of a club, with the variations that they
# name. They do not say what happens when all four pass: the deal is thrown in, or the dealer must
# bid. Without jokers: whistportal.com, “Official rules: 52 card bid whist”, with bids from one and
# a kitty of four (which goes to the winner of the first trick there); Foster's Complete Hoyle deals
# all 52 cards.


class Pack(Enum):
    """The cards, with the size of the kitty."""

    JOKERS = "54-kitty-6"
    KITTY = "52-kitty-4"
    WHOLE = "52-no-kitty"

    @property
    def jokers(self) -> bool:
        """Whether the two jokers are among the cards."""
        return self is Pack.JOKERS

    @property
    def kitty(self) -> int:
        """The number of cards left over after the deal."""
        return {Pack.JOKERS: 6, Pack.KITTY: 4, Pack.WHOLE: 0}[self]

    @property
    def each(self) -> int:
        """The number of cards in a hand, which is the number of tricks played."""
        return TRICKS if self is Pack.WHOLE else TRICKS - 1


class JokersInNoTrump(Enum):
    """When a joker may be played in no trump."""

    UNABLE = "unable"
    ANY_TIME = "any-time"
    MUST = "must"


@dataclass(frozen=True, slots=True, kw_only=True)
class BidWhistRules:
    """House rules of Bid Whist; the defaults are those of the source."""

    pack: Pack = house_rules.choice(
        Pack.JOKERS,
        say("The pack has"),
        {
            Pack.JOKERS: say("54 cards with two jokers, and a kitty of six"),
            Pack.KITTY: say("52 cards without jokers, and a kitty of four"),
            Pack.WHOLE: say("52 cards without jokers, and no kitty"),
        },
    )
    lowest: int = house_rules.number(
        3,
        say("The lowest bid"),
        LEVELS[0],
        5,
        says=lambda value: say("The lowest bid is {value}", value=value),
    )
    higher_joker: Joker = house_rules.choice(
        Joker.BLACK,
        say("The higher joker is"),
        {Joker.BLACK: say("the black one"), Joker.RED: say("the red one")},
    )
    jokers: JokersInNoTrump = house_rules.choice(
        JokersInNoTrump.UNABLE,
        say("In no trump, a joker"),
        {
            JokersInNoTrump.UNABLE: say("may be played when you cannot follow suit"),
            JokersInNoTrump.ANY_TIME: say("may be played at any time"),
            JokersInNoTrump.MUST: say("must be played when you cannot follow suit"),
        },
    )
    sport: bool = house_rules.toggle(
        False, say("“Sport” the kitty: show it after a bid with trumps")
    )
    dealer_must_bid: bool = house_rules.toggle(
        False, say("When all others pass, the dealer must bid")
    )
    same_dealer: bool = house_rules.toggle(
        False, say("After cards are thrown in, the same dealer deals")
    )

    @property
    def auction(self) -> AuctionRules:
        """The rules of the auction: one round, in which each player speaks once."""
        return AuctionRules(4, once=True, forced=self.dealer_must_bid)


_SOURCE = say("“Bid Whist (4p)”, printed rules")

PRESETS: tuple[Preset[BidWhistRules], ...] = (
    Preset(
        "house",
        say("Printed rules"),
        _SOURCE,
        say(
            "The black joker is the higher one; in no trump, jokers are played only by those who "
            "cannot follow suit. When all pass, the cards are thrown in."
        ),
        BidWhistRules(),
    ),
    Preset(
        "sport",
        say("Sport the kitty"),
        say("the same, under “Variations”"),
        say("The same; after a bid with trumps the kitty is shown before it is picked up."),
        BidWhistRules(sport=True),
    ),
    Preset(
        "free-jokers",
        say("Jokers at any time"),
        say("the same, under “Variations”"),
        say("The same; in no trump, a joker may be played even if you can follow suit."),
        BidWhistRules(jokers=JokersInNoTrump.ANY_TIME),
    ),
    Preset(
        "forced-jokers",
        say("Jokers must go"),
        say("the same, under “Variations”"),
        say(
            "The same; in no trump, a player who cannot follow suit must play a joker if they hold "
            "one."
        ),
        BidWhistRules(jokers=JokersInNoTrump.MUST),
    ),
    Preset(
        "dealer-must-bid",
        say("Dealer must bid"),
        say("tables that do not throw in the cards"),
        say("The same; when the three others pass, the dealer has to bid, so that all is played."),
        BidWhistRules(dealer_must_bid=True),
    ),
    Preset(
        "no-jokers",
        say("52 cards, bids from one"),
        say("whistportal.com, “52 card bid whist”"),
        say(
            "No jokers and a kitty of four; bids from one; when the three others pass, the dealer "
            "has to bid."
        ),
        BidWhistRules(pack=Pack.KITTY, lowest=1, dealer_must_bid=True),
    ),
)


# Scoring
#
# Source: the table of the printed house rules: a bid of n is for n + 6 tricks. It wins n points and
# one for each further trick, or loses n; in no trump everything counts double. The other side
# scores nothing.

TRICKS = 13  # with a kitty twelve are played, and the cards discarded count as the first


def line(bid: HighLowBid, tricks: int) -> Line:
    """Return the points of the side that bid, with the reason."""
    if tricks < bid.aim:
        return Line(
            -bid.worth,
            say_count(
                "{count} trick short of {aim}: {points}",
                "{count} tricks short of {aim}: {points}",
                bid.aim - tricks,
                aim=bid.aim,
                points=Points(-bid.worth),
            ),
            False,
        )
    more = tricks - bid.aim
    points = bid.worth + more * bid.each
    worth = str(bid.worth) if bid.kind.has_trump else f"2 x {bid.number}"
    formula = Formula(
        f"{worth} + {more} x {bid.each} = {points}" if more else f"{worth} = {points}"
    )
    if not more and bid.kind.has_trump:
        formula = Formula(worth)
    return Line(points, say("{bid} made: {formula}", bid=bid, formula=formula), True)


def other_line() -> Line:
    """Return the points of the side that did not bid: none, with the reason."""
    return Line(0, say("no score: the other side's bid"))


def points_tables(lowest: int) -> tuple[PointsTable, ...]:
    """Return tables of the points for each bid made and failed: with trumps, and in no trump."""
    return (
        _table(lowest, say("High or low"), BidKind.HIGH),
        _table(
            lowest,
            say("No trump"),
            BidKind.NO_TRUMP,
            say("A bid is for {count} tricks more than its number.", count=BOOK),
            say("The other side scores nothing."),
        ),
    )


def _table(lowest: int, title: Sentence, kind: BidKind, *notes: Sentence) -> PointsTable:
    return PointsTable(
        title,
        (say("bid"), say("made"), say("each more"), say("failed")),
        tuple(
            (say("{number}", number=number), _worth(HighLowBid(number, kind)))
            for number in range(lowest, LEVELS.stop)
        ),
        notes,
    )


def _worth(bid: HighLowBid) -> tuple[Points | None, ...]:
    """Return the points of a made bid, those for each trick more, and the points of a failed bid.

    The points for each trick more are None if the bid is for all tricks.
    """
    made = line(bid, bid.aim).points
    more = Points(line(bid, bid.aim + 1).points - made) if bid.aim < TRICKS else None
    return Points(made), more, Points(line(bid, bid.aim - 1).points)


def prizes(lowest: int) -> tuple[tuple[Prize, ...], ...]:
    """Return the bids that a side can make, with their points: with trumps, then in no trump."""
    trump, plain = (
        [HighLowBid(number, kind) for number in range(lowest, LEVELS.stop)]
        for kind in (BidKind.HIGH, BidKind.NO_TRUMP)
    )
    return (
        tuple(
            _prize(say("a made {number}", number=bid.number), bid)
            for bid in trump  # the same for high and low
        ),
        tuple(_prize(say("a made {bid}", bid=bid), bid) for bid in plain),
    )


def _prize(sentence: Sentence, bid: HighLowBid) -> Prize:
    return Prize(sentence, line(bid, bid.aim).points, other_line().points, bid.number)


# The script


def deal_script(seating: Seating, rules: BidWhistRules) -> Script:
    """Ask the questions of one deal and return its points."""
    scene = Scene(TRICKS)
    auction = Auction(seating.clockwise(seating.eldest), ladder(rules.lowest), rules.auction)
    won = yield from hold(auction, scene)
    if won is None:
        return DealScore.all_passed(seating.sides, scene, rules.same_dealer)
    bid, declarer = won.bid, won.winner
    assert isinstance(bid, HighLowBid)  # noqa: S101  (the ladder has no others)
    scene = scene._replace(declarer=declarer, bid=bid)
    announced = yield announcement(declarer, bid, scene)
    scene = scene._replace(announced=describe_announcement(announced)).with_contract(
        declarer, bid.aim
    )
    side = seating.side_of(declarer)
    kitty = say(
        "{side} have one trick at least: the kitty is theirs.", side=Names(seating.sides[side])
    )
    tricks: tuple[int, ...] = yield SideTricksStep(
        seating,
        scene._replace(notice=_kitty(declarer, bid, rules)),
        side,
        least=1 if rules.pack.kitty else 0,
        because=kitty if rules.pack.kitty else None,
        notes=tuple(say("{points}", points=Points(line(bid, n).points)) for n in range(TRICKS + 1)),
    )
    taken = tricks[side]
    lines = tuple((line(bid, taken) if index == side else other_line(),) for index in range(2))
    return DealScore(
        lines,
        scene.with_tricks(tricks),
        _label(taken, bid.aim),
        briefs=tuple(_brief(taken) for taken in tricks),
    )


def announcement(declarer: Seat, bid: HighLowBid, scene: Scene) -> ChoiceStep:
    """Return the question to the bid winner before the kitty is taken: trumps, or high or low."""
    if bid.kind.has_trump:
        return ChoiceStep(
            "announcement",
            declarer,
            say("{seat}'s trumps?", seat=declarer),
            tuple(_trumps(declarer, suit) for suit in reversed(Suit)),
            scene,
            label=say("trumps"),
        )
    return ChoiceStep(
        "announcement",
        declarer,
        say("{seat}'s no trump: high or low?", seat=declarer),
        tuple(_direction(declarer, kind) for kind in (BidKind.HIGH, BidKind.LOW)),
        scene,
        label=say("high or low"),
    )


def describe_announcement(announced: object) -> Sentence:
    """Return the announcement in words, to follow the bid in a sentence."""
    if isinstance(announced, Suit):
        return say("{suit}", suit=announced)
    return say("high") if announced is BidKind.HIGH else say("low")


def _trumps(declarer: Seat, suit: Suit) -> Choice:
    sentence = say("{seat} made {suit} trumps", seat=declarer, suit=suit)
    return Choice(suit.letter, suit, say("{suit}", suit=suit), sentence)


def _direction(declarer: Seat, kind: BidKind) -> Choice:
    if kind is BidKind.HIGH:
        return Choice("high", kind, say("High"), say("{seat} plays it high", seat=declarer))
    return Choice("low", kind, say("Low"), say("{seat} plays it low", seat=declarer))


def _kitty(declarer: Seat, bid: HighLowBid, rules: BidWhistRules) -> Sentence:
    if not rules.pack.kitty:
        return say("{seat} leads.", seat=declarer)
    if rules.sport and bid.kind.has_trump:
        return say(
            "{seat} shows the kitty, picks it up, discards {kitty} (they count as trick 1), and "
            "leads.",
            seat=declarer,
            kitty=rules.pack.kitty,
        )
    return say(
        "{seat} picks up the kitty, discards {kitty} (they count as trick 1), and leads.",
        seat=declarer,
        kitty=rules.pack.kitty,
    )


def _label(taken: int, aim: int) -> Sentence:
    more = taken - aim
    if more < 0:
        return say("{taken} of {aim} tricks: {count} short", taken=taken, aim=aim, count=-more)
    return say_count("{count} extra", "{count} extra", more) if more else say("just made")


def _brief(taken: int) -> Brief:
    return Brief(say("{tricks}", tricks=taken), say_count("{count} trick", "{count} tricks", taken))


# Figures of players

_BIDS = say("Bids made")
_SIZES = say("Bids made, by size")
_KINDS = say("Bids made, by kind")

_KIND_NAMES = {
    BidKind.HIGH: say("High"),
    BidKind.LOW: say("Low"),
    BidKind.NO_TRUMP: say("No trump"),
}

FIGURES: tuple[Figure, ...] = (
    Figure("made", say("As bid winner"), _BIDS),
    Figure("made-side", say("With the partner"), _BIDS),
    Figure("set", say("Bids of the other side defeated"), _BIDS),
    Figure("declared", say("Won the auction"), _BIDS),
    *(Figure(f"made-size-{size}", say("Bid of {number}", number=size), _SIZES) for size in LEVELS),
    *(Figure(f"made-{kind.code}", name, _KINDS) for kind, name in _KIND_NAMES.items()),
    Figure("extra", say("Overtricks per made bid"), _BIDS, Measure.MEAN),
)

AWARDS: tuple[Award, ...] = (
    Award(
        "made",
        say("Bid and done"),
        lambda number: say_count("{count} bid made", "{count} bids made", number),
    ),
    Award(
        "failed",
        say("Sky was the limit"),
        lambda number: say_count("{count} bid too high", "{count} bids too high", number),
    ),
)


def cases(deal: Deal) -> Iterator[Case]:
    """Yield the values of one deal that count for `FIGURES` and `AWARDS` (see `Case`).

    The size and kind of a bid are counted only for the bid winner.
    """
    score = deal.score
    if score is None or not isinstance(score.scene.bid, HighLowBid):
        return
    bid, declarer = score.scene.bid, score.scene.declarer
    assert declarer is not None  # noqa: S101  (a bid was won)
    ours = deal.seating.side_of(declarer)
    more = score.scene.tricks[ours] - bid.aim
    made = int(more >= 0)
    yield Case(declarer, "made", made)
    yield Case(declarer, "failed", 1 - made)
    yield Case(declarer, f"made-size-{bid.number}", made)
    yield Case(declarer, f"made-{bid.kind.code}", made)
    for number, side in enumerate(deal.seating.sides):
        for seat in side:
            yield Case(seat, "declared", int(seat == declarer))
            yield Case(seat, *(("made-side", made) if number == ours else ("set", 1 - made)))
            if number == ours and made:
                yield Case(seat, "extra", more)


# The rulebook


WORKED = tuple(
    WorkedHand(
        1,
        {
            "auction-0-0": {"bid": bid, "winner": 1},
            "announcement": {"choice": "S"},
            "tricks": {"number": tricks},
        },
    )
    for bid, tricks in (("4H", 11), ("7H", 13))
)
"""Example hands; the second one for tables whose lowest bid is above four."""


class BidWhistStatistics(Statistics):
    """Statistics of the side that bid and of its declarer."""

    figures = FIGURES

    def cases(self, deal: Deal, rules: BidWhistRules) -> Iterator[Case]:
        return cases(deal)


class BidWhistPrizes(Prizes):
    """The bids that a side can make."""

    def all_of(
        self, rules: BidWhistRules, seating: Seating | None = None
    ) -> tuple[tuple[Prize, ...], ...]:
        """Return the bids that a side can make; they are the same for every deal."""
        return prizes(rules.lowest)

    def fits(self, prize: Prize, side: int, seating: Seating, scene: Scene) -> bool | None:
        """Return whether the winning bid is that of a result; None before there is one."""
        if scene.declarer is None or not isinstance(scene.bid, HighLowBid):
            return None
        bid = scene.bid
        made = (bid.number, line(bid, bid.aim).points)
        return scene.declarer in seating.sides[side] and made == (prize.number, prize.points)


class BidWhistLookAhead(LookAhead):
    """Deals are alike after the auction if declarer and bid are the same."""

    def state_key(
        self, seating: Seating, rules: BidWhistRules, facts: Sequence[Fact], step: Step
    ) -> Json:
        """Return the dealer and the calls in the auction, afterwards the declarer and the bid."""
        scene = step.scene
        if step.auction is not None:
            calls = [call.code for call in step.auction.calls]
            return [step.kind, int(seating.dealer), calls]
        if scene.bid is None or scene.declarer is None:
            return super().state_key(seating, rules, facts, step)
        return [step.kind, int(scene.declarer), scene.bid.code]


class BidWhist(Rulebook[BidWhistRules]):
    """Bid Whist; `deal_script` asks the questions, `line` computes the points."""

    key = "bid-whist"
    name = say("Bid Whist")
    kind = KindOfGame.TRICKS
    summary = say("Partners bid high, low or no trump for the kitty.")
    players = range(4, 5)
    rules = BidWhistRules
    presets = PRESETS
    endings = Endings(
        (Goal.TARGET, Goal.DEALS, Goal.TIME, Goal.OPEN),
        Ending(target=21, minus=True),
        minus=True,
        multiple=4,
    )
    announced = None
    cell = say("tricks")
    auction = True
    worked = WORKED
    play = "scorekeeper.play.bid_whist:BidWhistPlay"
    examples = ("S:4H S 10",)
    statistics = BidWhistStatistics()
    awards = AWARDS
    prizes = BidWhistPrizes()
    look_ahead = BidWhistLookAhead()

    def seating(self, players: int, dealer: Seat, rules: BidWhistRules) -> Seating:
        return Seating.partners(players, dealer)

    def script(
        self, seating: Seating, rules: BidWhistRules, earlier: Earlier = NOTHING_EARLIER
    ) -> Script:
        return deal_script(seating, rules)

    def points_tables(self, rules: BidWhistRules) -> tuple[PointsTable, ...]:
        return points_tables(rules.lowest)

    def describe(self, rules: BidWhistRules) -> tuple[Section, ...]:
        return (
            Section(say("Cards and deal"), _cards(rules.pack)),
            Section(say("Bidding"), _bidding(rules)),
            *((Section(say("Kitty"), _describe_kitty(rules)),) if rules.pack.kitty else ()),
            Section(say("How the cards rank"), _ranks(rules)),
            Section(say("Play"), _play(rules)),
            Section(say("Scoring"), _scoring()),
        )


def _cards(pack: Pack) -> tuple[Sentence, ...]:
    return (
        say("Four players; those who sit across are partners and score together."),
        {
            Pack.JOKERS: say(
                "54 cards, two of them jokers. Everyone gets 12, and 6 go to the centre: the kitty."
            ),
            Pack.KITTY: say("52 cards. Everyone gets 12, and 4 go to the centre: the kitty."),
            Pack.WHOLE: say("52 cards; everyone gets 13."),
        }[pack],
        say("Play and deal go clockwise; the deal passes to the left."),
    )


def _bidding(rules: BidWhistRules) -> tuple[Sentence, ...]:
    return (
        say("The player on the dealer's left begins. Each speaks once: a higher bid or a pass."),
        say(
            "A bid is a number from {lowest} to 7 and high (uptown), low (downtown) or no trump; "
            "it is for six tricks more than its number.",
            lowest=rules.lowest,
        ),
        say(
            "A higher number outranks a lower one. At the same number high and low are equal, "
            "and no trump outranks both."
        ),
        *_all_passed(rules),
        say(
            "Whoever wins with high or low then names the trump suit; whoever wins with no trump "
            "says whether it is high or low."
        ),
    )


def _all_passed(rules: BidWhistRules) -> tuple[Sentence, ...]:
    if rules.dealer_must_bid:
        return (
            say(
                "When the three others have passed, the dealer must bid; {lowest} is enough.",
                lowest=rules.lowest,
            ),
        )
    return (
        say("When all four pass, the cards are thrown in and nobody scores."),
        say("The same dealer deals again.")
        if rules.same_dealer
        else say("The deal moves on to the left."),
    )


def _describe_kitty(rules: BidWhistRules) -> tuple[Sentence, ...]:
    return (
        *(
            (say("After a bid with trumps the kitty is shown to all before it is picked up."),)
            if rules.sport
            else ()
        ),
        say(
            "The bid winner picks up the kitty and discards any {kitty} cards face down, from the "
            "kitty or not.",
            kitty=rules.pack.kitty,
        ),
        say("They count as the first trick won by their side: 12 tricks are played, 13 counted."),
    )


def _ranks(rules: BidWhistRules) -> tuple[Sentence, ...]:
    return (
        say("High: ace, king, queen, jack, 10, down to 2."),
        say("Low: ace, 2, 3, up to 10, jack, queen, king: the ace is best here too."),
        *(_jokers(rules) if rules.pack.jokers else ()),
    )


def _jokers(rules: BidWhistRules) -> tuple[Sentence, ...]:
    return (
        say("With trumps the jokers are the two highest trumps, the black one above the red.")
        if rules.higher_joker is Joker.BLACK
        else say("With trumps the jokers are the two highest trumps, the red one above the black."),
        say("In no trump a joker never wins a trick."),
    )


def _play(rules: BidWhistRules) -> tuple[Sentence, ...]:
    return (
        say("The bid winner leads. Follow suit if you can, else play any card."),
        *trick_rules(),
        *(_jokers_in_no_trump(rules.jokers) if rules.pack.jokers else ()),
    )


def _jokers_in_no_trump(jokers: JokersInNoTrump) -> tuple[Sentence, ...]:
    return (
        {
            JokersInNoTrump.UNABLE: say(
                "In no trump, a joker may be played only when you cannot follow suit."
            ),
            JokersInNoTrump.ANY_TIME: say(
                "In no trump, a joker may be played even when you can follow suit."
            ),
            JokersInNoTrump.MUST: say(
                "In no trump, a player who cannot follow suit must play a joker, if they hold one."
            ),
        }[jokers],
        say("When a joker is led in no trump, the first card that is no joker sets the suit."),
    )


def _scoring() -> tuple[Sentence, ...]:
    return (
        say("High or low, made: the number of the bid, and 1 more for each further trick."),
        say("No trump, made: twice the number of the bid, and 2 more for each further trick."),
        say("Failed: as much is lost as the bid alone would have won."),
        say("The other side scores nothing."),
    )


BID_WHIST = BidWhist()
