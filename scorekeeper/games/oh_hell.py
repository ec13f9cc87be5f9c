"""Oh Hell: two to ten players, hands that shrink and grow, exact bids, a hooked dealer.

Sources: pagat.com, “Oh Hell!”; Wikipedia; The Guardian (2008), as Nomination Whist; mrpikes.com;
dkmgames.com; geisert.me; score keepers on GitHub. Blind bids as in Prospect, and points doubled by
spades: Wikipedia. Two packs of cards for larger tables: encyclopedia4u.com, psalaets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from scorekeeper.cards import Denomination
from scorekeeper.games.bid_scheme import BidScheme, describe_scheme, few_cases
from scorekeeper.games.exact_bids import (
    BIGGEST_BID,
    BLIND,
    MADE,
    WORKED_BIDS,
    BidOutcome,
    BidsBySize,
    ExactBids,
    describe_sizes,
    describe_sum,
    own_sizes,
)
from scorekeeper.rules import house_rules
from scorekeeper.rules.bidding_steps import Choice
from scorekeeper.rules.ending import Ending, Endings, Goal
from scorekeeper.rules.extension_points import Prizes
from scorekeeper.rules.figures import Award, Figure
from scorekeeper.rules.points import Prize
from scorekeeper.rules.rulebook import Preset, by_players, everyone_alone, revoke_fine
from scorekeeper.rules.script import Earlier
from scorekeeper.seating import Seat, Seating
from scorekeeper.wording import Listed, Points, Sentence, say, say_count

ONE_PACK = 7  # the most players with one pack; more play with two
MOST = {6: 8, 7: 7}  # the cards of the largest deals, by players; 10 with any other number

TITLES: dict[str, Sentence] = {
    "exact": say("Exact"),
    "basic": say("Basic"),
    "five": say("Five"),
    "reduced-zero": say("Reduced zero"),
    "adjusted-zero": say("Adjusted zero"),
    "get-fred": say("Get Fred"),
    "oy-vey": say("Oy Vey"),
    "progressive": say("Progressive"),
    "squares": say("Squares"),
    "ten-and-off": say("Ten and off"),
    "basas": say("Basas"),
    "montreal": say("Montreal"),
    "tens": say("Tens"),
    "tens-penalty": say("Tens with a penalty"),
    "minus-bid": say("Minus the bid"),
    "mirror": say("Mirror"),
    "less-five": say("Less five"),
    "progressive-penalty": say("Progressive penalty"),
    "over-counts": say("Only over counts"),
    "under-counts": say("Only under counts"),
    "binary": say("Binary"),
    "ten-a-card": say("Ten a card"),
    "golf": say("Golf"),
    "golf-squares": say("Golf, squares"),
    "golf-cards": say("Golf, cards"),
}
_GOLF: dict[str, int | bool] = {"made": 0, "each": 0, "zero": 0, "low": True}
_NUMBERS: dict[str, dict[str, int | bool]] = {
    "exact": {},  # Wikipedia; commonly given as pagat.com's
    "basic": {"missed_trick": 1},  # Wikipedia, The Guardian, dkmgames.com
    "five": {"made": 5, "zero": 5, "missed_trick": 1},  # Wikipedia, FScore
    "reduced-zero": {"zero": 5, "missed_trick": 1},  # Wikipedia, down to `progressive`
    "adjusted-zero": {"zero": 5, "zero_cards": True, "missed_trick": 1},
    "get-fred": {"missed_off": -1},
    "oy-vey": {"square": True, "missed_off": -1},
    "progressive": {"square": True, "missed_trick": 1},
    "squares": {"square": True, "missed_off": -1, "off_square": True},  # pagat.com, a variation
    "ten-and-off": {"missed": -10, "missed_off": -1},  # mrpikes.com
    "basas": {"square": True, "missed_off": -3},  # Wikipedia (Mexico), down to `minus-bid`
    "montreal": {"each": 2},
    "tens": {"made": 0, "each": 10, "zero": 5},
    "tens-penalty": {"made": 0, "each": 10, "zero": 5, "missed_bid": -10, "missed_zero": -5},
    "minus-bid": {"missed_bid": -1},
    "mirror": {"missed": -10, "missed_bid": -1},  # psalaets
    "less-five": {"missed": -5, "missed_trick": 1},  # geisert.me
    "progressive-penalty": {"missed_bid": -1, "missed_off": -10},  # Wikipedia
    "over-counts": {"missed_trick": 1, "over_only": True},  # estimationwhist
    "under-counts": {"missed_trick": 1, "under_only": True},  # house rules of score keepers
    "binary": {"each": 0},  # Wikipedia, from here on
    # “Ten times the number of the hand” at tables whose first hand has one card.
    "ten-a-card": {"made": 0, "each": 0, "zero": 0, "made_cards": 10},
    "golf": {**_GOLF, "missed_off": 1, "off_sum": True},
    "golf-squares": {**_GOLF, "missed_off": 1, "off_square": True},
    "golf-cards": {**_GOLF, "missed_cards": 1},
}
SCHEMES = {key: BidScheme(name=key, **numbers) for key, numbers in _NUMBERS.items()}  # type: ignore[arg-type]
EXACT = SCHEMES["exact"]


class Schedule(Enum):
    """The numbers of cards in the hands of a game."""

    DOWN_UP = "down-up"
    UP_DOWN = "up-down"
    DOWN = "down"
    UP = "up"
    CAPPED_DOWN = "capped-down"
    SAME = "same"


class Trumps(Enum):
    """The way in which trumps are found."""

    TURN_UP = "turn-up"
    ROTATION = "rotation"
    SPADES = "spades"


class Equals(Enum):
    """The winner of two equal cards in a trick, with two packs."""

    FIRST = "first"
    LAST = "last"


class Rotation(Enum):
    """The order in which trumps go round."""

    HCDS = "hcds"
    HDCSN = "hdcsn"
    SDCHN = "sdchn"
    CDHSN = "cdhsn"

    @property
    def denominations(self) -> tuple[Denomination, ...]:
        """The trumps of successive deals."""
        return tuple(Denomination("cdhsn".index(letter)) for letter in self.value)

    @property
    def sentence(self) -> Sentence:
        """The order of the trumps in words."""
        return say("{order}", order=Listed(self.denominations))


@dataclass(frozen=True, slots=True, kw_only=True)
class OhHellRules:
    """House rules of Oh Hell."""

    schedule: Schedule = house_rules.choice(
        Schedule.DOWN_UP,
        say("The hands go"),
        {
            Schedule.DOWN_UP: say("down to one card and up again"),
            Schedule.UP_DOWN: say("up from one card and down again"),
            Schedule.DOWN: say("down to one card"),
            Schedule.UP: say("up from one card"),
            Schedule.CAPPED_DOWN: say("down to one card, the first ones as large as can be dealt"),
            Schedule.SAME: say("on with the same number of cards"),
        },
    )
    largest: int | None = house_rules.number(
        None,
        say("Cards of the largest hand (empty: default)"),
        1,
        26,
        optional=True,
        says=lambda value: say("The number of cards in the largest hand is {value}", value=value),
        off=say("The largest hand is the usual one"),
    )
    sizes: tuple[int, ...] = own_sizes(26)
    trumps: Trumps = house_rules.choice(
        Trumps.TURN_UP,
        say("Trumps"),
        {
            Trumps.TURN_UP: say("are shown by the next card, which is turned up"),
            Trumps.ROTATION: say("go round, hand by hand"),
            Trumps.SPADES: say("are always spades"),
        },
    )
    rotation: Rotation = house_rules.choice(
        Rotation.HCDS,
        say("If they go round, trumps are"),
        {order: order.sentence for order in Rotation},
    )
    whole_pack: bool = house_rules.toggle(
        True,
        say("If a card is turned up, hands may still take all cards, without trumps"),
    )
    equals: Equals = house_rules.choice(
        Equals.FIRST,
        say("With two packs, of two equal cards in a trick"),
        {  # sources differ: the first one in encyclopedia4u.com, both among score keepers on GitHub
            Equals.FIRST: say("the first one played is higher"),
            Equals.LAST: say("the last one played is higher"),
        },
    )
    hooked: bool = house_rules.toggle(True, say("The bids may not add up to the number of tricks"))
    free_last: bool = house_rules.toggle(False, say("In the last hand they may"))
    simultaneous: bool = house_rules.toggle(
        False, say("All bid at once; the bids may add up to any number")
    )
    blind: bool = house_rules.toggle(
        False, say("Whoever is far enough behind may bid before looking (blind)")
    )
    blind_deficit: int = house_rules.number(
        20,
        say("Points behind the leader that a blind bid needs (0: none)"),
        0,
        1000,
        says=lambda value: say("A blind bid needs a player {value} behind the leader", value=value),
        off=say("A blind bid needs nobody to be behind"),
    )
    blind_bonus: int = house_rules.number(
        10,
        say("Extra points for a made blind bid"),
        0,
        100,
        says=lambda value: say("A made blind bid scores {value} more", value=value),
        off=say("A made blind bid scores nothing more"),
    )
    spades_double: bool = house_rules.toggle(False, say("With spades as trumps all counts double"))
    last_double: bool = house_rules.toggle(False, say("The last hand counts double"))
    revoke_fine: int = revoke_fine(0)
    scheme: BidScheme = house_rules.part(
        EXACT,
        say("Scoring"),
        (
            house_rules.Ready(
                key,
                scheme,
                TITLES[key],
                few_cases(scheme),
            )
            for key, scheme in SCHEMES.items()
        ),
    )


PRESETS: tuple[Preset[OhHellRules], ...] = (
    Preset(
        "pagat",
        say("Bids may not fit"),
        say("pagat.com, “Oh Hell!”"),
        say("The dealer bids last and may not make the bids add up to the number of tricks."),
        OhHellRules(),
    ),
    Preset(
        "nomination",
        say("Nomination Whist"),
        say("The Guardian, 2008"),
        say("From seven cards down to one; trumps go round; a missed bid scores its tricks."),
        OhHellRules(
            schedule=Schedule.DOWN,
            largest=7,
            trumps=Trumps.ROTATION,
            rotation=Rotation.HDCSN,
            scheme=SCHEMES["basic"],
        ),
    ),
    Preset(
        "up-and-down",
        say("Up and down the river"),
        say("Wikipedia, “Oh hell”"),
        say("From one card up and down again; a missed bid scores its tricks."),
        OhHellRules(schedule=Schedule.UP_DOWN, largest=10, scheme=SCHEMES["basic"]),
    ),
    Preset(
        "contract-whist",
        say("Contract Whist"),
        say("a score keeper on GitHub"),
        say("Trumps go round, no trump among them; a missed bid scores its tricks."),
        OhHellRules(trumps=Trumps.ROTATION, rotation=Rotation.CDHSN, scheme=SCHEMES["basic"]),
    ),
    Preset(
        "ten-a-trick",
        say("Ten a trick"),
        say("Wikipedia, “Oh hell”"),
        say("Ten for each trick bid and made, as much lost for each if missed."),
        OhHellRules(scheme=SCHEMES["tens-penalty"]),
    ),
    Preset(
        "fists",
        say("Fists"),
        say("mrpikes.com, after the Oh Hell! Club of America"),
        say("All bid at once, so that the bids may fit; a missed bid loses ten and more."),
        OhHellRules(hooked=False, simultaneous=True, scheme=SCHEMES["ten-and-off"]),
    ),
    Preset(
        "ten-cards",
        say("Ten cards, to 101"),
        say("dkmgames.com, “Oh Hell Rules”"),
        say("Ten cards in every hand, until somebody has 101 points."),
        OhHellRules(schedule=Schedule.SAME, scheme=SCHEMES["basic"]),
        Ending(goal=Goal.TARGET, target=101),
    ),
)


class OhHellStatistics(BidsBySize):
    """Statistics of exact bids, by the size of the hand, of dealers and of blind bids."""

    figures = (*BidsBySize.figures, Figure("blind", say("Blind bids"), MADE))

    def count(self, bid: BidOutcome) -> Iterator[tuple[str, int]]:
        yield from super().count(bid)
        if bid.blind:
            yield "blind", int(bid.made)


class OhHellPrizes(Prizes):
    """The bids that a player can make in a deal."""

    def all_of(
        self, rules: OhHellRules, seating: Seating | None = None
    ) -> tuple[tuple[Prize, ...], ...]:
        """Return the bids that a player can make in a deal, each with its points.

        There are two kinds: bids of 1 or more, then the bid of zero. If spades may be turned up and
        would double all points, the points of a bid are those without doubling, and `Prize.others`
        is doubled.
        """
        if seating is None:  # the deals have different prizes
            return ()
        total = OH_HELL.cards_in(rules, seating)
        trump = OH_HELL.trump_of(rules, seating.number)
        may_double = OH_HELL.asks_trumps(rules, seating)

        def points(bid: int, taken: int, *, blind: bool = False) -> int:
            lines = OH_HELL.lines(rules, seating, trump, bid, taken, blind=blind)
            return sum(line.points for line in lines)

        def most(left: int) -> int:
            best = max(
                points(bid, taken, blind=rules.blind)
                for bid in range(total + 1)
                for taken in range(left + 1)
            )
            return best * (2 if may_double and best > 0 else 1)

        made = tuple(
            Prize(say("a made {number}", number=bid), points(bid, bid), most(total - bid), bid)
            for bid in range(1, total + 1)
        )
        return made, (Prize(say("a made zero"), points(0, 0), most(total)),)


class OhHell(ExactBids[OhHellRules]):
    """Oh Hell; see `ExactBids` for the rules that it shares."""

    key = "oh-hell"
    name = say("Oh Hell")
    also = (
        "Nomination Whist",
        "Contract Whist",
        "Up and Down the River",
        "Blackout",
        "Oh Pshaw",
        "Boerenbridge",
        "Judgement",
    )
    summary = say("Exact bids over hands that shrink and grow.")
    players = range(2, 11)
    rules = OhHellRules
    presets = PRESETS
    examples = ("--number 4 2 2 1 1 2,2,1,2",)
    worked = WORKED_BIDS
    endings = Endings(
        (Goal.SCHEDULE, Goal.TARGET, Goal.TIME, Goal.OPEN),
        Ending(goal=Goal.SCHEDULE, target=100),
        ties=Goal.SCHEDULE,
        bids=True,
    )
    statistics = OhHellStatistics()
    prizes = OhHellPrizes()
    awards = (
        Award(
            "blind",
            say("Eyes shut"),
            lambda number: say_count("{count} blind bid made", "{count} blind bids made", number),
            least=1,
        ),
        *ExactBids.awards,
        BIGGEST_BID,
    )

    def schedule(self, rules: OhHellRules, players: int) -> tuple[int, ...]:
        if rules.sizes:
            return self.dealt(rules, players, rules.sizes)
        wanted = rules.largest or MOST.get(players, 10)
        if rules.schedule is Schedule.CAPPED_DOWN:
            most = (self.cards_in_play(rules, players) - 1) // players
            return tuple(min(cards, most) for cards in range(wanted, 0, -1))
        (most,) = self.dealt(rules, players, (wanted,))
        up, down = range(1, most + 1), range(most, 0, -1)
        match rules.schedule:
            case Schedule.DOWN_UP:
                return *down, *up[1:]
            case Schedule.UP_DOWN:
                return *up, *down[1:]
            case Schedule.DOWN:
                return tuple(down)
            case Schedule.UP:
                return tuple(up)
        return (most,)

    def length(self, rules: OhHellRules, players: int) -> int | None:
        """Return the number of deals in the schedule; None if all deals are alike."""
        same = rules.schedule is Schedule.SAME and not rules.sizes
        return None if same else super().length(rules, players)

    def dealt(self, rules: OhHellRules, players: int, sizes: Sequence[int]) -> tuple[int, ...]:
        room = self.cards_in_play(rules, players)
        if rules.trumps is Trumps.TURN_UP and not rules.whole_pack:
            room -= 1
        most = room // players
        return tuple([min(cards, most) for cards in sizes])

    def wanted(self, rules: OhHellRules, number: int, players: int) -> int:
        if rules.sizes:
            return rules.sizes[number - 1] if number <= len(rules.sizes) else 0
        if rules.largest is None or rules.schedule is Schedule.CAPPED_DOWN:
            return 0
        schedule = self.schedule(rules, players)
        is_largest = number > len(schedule) or schedule[number - 1] == max(schedule)
        return rules.largest if is_largest else 0

    def packs(self, players: int) -> int:
        return 1 if players <= ONE_PACK else 2

    def trump_of(self, rules: OhHellRules, number: int) -> Denomination | None:
        if rules.trumps is Trumps.TURN_UP:
            return None
        if rules.trumps is Trumps.SPADES:
            return Denomination.SPADES
        order = rules.rotation.denominations
        return order[(number - 1) % len(order)]

    def asks_trumps(self, rules: OhHellRules, seating: Seating) -> bool:
        """Return whether the suit turned up matters: spades as trumps would double the points."""
        return rules.spades_double and self.turns_up(rules, seating)

    def hooked(self, rules: OhHellRules, seating: Seating) -> bool:
        """Return whether the dealer may not make the bids add up to all tricks (is hooked).

        At some tables the dealer is free in the last deal.
        """
        return rules.hooked and not (rules.free_last and self._is_last(rules, seating))

    def simultaneous(self, rules: OhHellRules) -> bool:
        return rules.simultaneous

    def scheme(self, rules: OhHellRules) -> BidScheme:
        return rules.scheme

    def fine(self, rules: OhHellRules) -> int:
        return rules.revoke_fine

    def carries(self, rules: OhHellRules) -> bool:
        """Return whether deals depend on earlier ones: totals may decide who may bid blind."""
        return rules.blind

    def blind_word(
        self, rules: OhHellRules, seat: Seat, earlier: Earlier, side: int = 0
    ) -> Choice | None:
        """Return the choice of a blind bid, barred unless the player is far enough behind.

        Source: Wikipedia, on the variant Prospect.
        """
        if not rules.blind:
            return None
        low = rules.scheme.low
        best = (min if low else max)(earlier.totals, default=0)
        behind = (earlier.total(side) - best) * (1 if low else -1)
        reason = None
        if behind < rules.blind_deficit:
            reason = say("A blind bid needs a player {points} behind.", points=rules.blind_deficit)
        return Choice(BLIND, BLIND, say("Blind"), say("{seat} bids blind", seat=seat), reason)

    def blind_bonus(self, rules: OhHellRules) -> int:
        return rules.blind_bonus

    def doublings(
        self, rules: OhHellRules, seating: Seating, trump: Denomination | None
    ) -> tuple[Callable[[Points], Sentence], ...]:
        """Return the reasons for which points are doubled: spades as trumps, the last deal."""
        reasons: list[Callable[[Points], Sentence]] = []
        if rules.spades_double and trump is Denomination.SPADES:
            reasons.append(lambda more: say("spades: doubled, {points} more", points=more))
        if rules.last_double and self._is_last(rules, seating):
            reasons.append(lambda more: say("last hand: doubled, {points} more", points=more))
        return tuple(reasons)

    def notice(
        self, rules: OhHellRules, seating: Seating, trump: Denomination | None, earlier: Earlier
    ) -> Sentence:
        sentence = super().notice(rules, seating, trump, earlier)
        if rules.spades_double and trump is Denomination.SPADES:
            sentence = say("{notice} All counts double.", notice=sentence)
        return say("{notice} All bid at once.", notice=sentence) if rules.simultaneous else sentence

    def describe_cards(self, rules: OhHellRules) -> tuple[Sentence, ...]:
        return (
            everyone_alone(self.players),
            say(
                "With {least} to {most} players two packs are shuffled together, 104 cards.",
                least=ONE_PACK + 1,
                most=self.players[-1],
            ),
            say("Play and deal go clockwise; the deal passes to the left."),
            *(
                describe_sizes(rules)
                if rules.sizes
                else (*house_rules.in_force(rules, "schedule"), *self.describe_schedule(rules))
            ),
            say(
                "Cards of the largest hand: {cards}.",
                cards=by_players(self.players, lambda many: max(self.schedule(rules, many))),
            ),
            *house_rules.in_force(rules, "trumps"),
            *(_describe_turned(rules) if rules.trumps is Trumps.TURN_UP else ()),
            *(house_rules.in_force(rules, "rotation") if rules.trumps is Trumps.ROTATION else ()),
        )

    def describe_bids(self, rules: OhHellRules) -> tuple[Sentence, ...]:
        hooked = rules.hooked and not rules.simultaneous
        free = ("free_last",) if hooked else ()
        blind = ("blind", "blind_deficit", "blind_bonus") if rules.blind else ()
        return (describe_sum(hooked=hooked), *house_rules.in_force(rules, *free, *blind))

    def describe_play(self, rules: OhHellRules) -> tuple[Sentence, ...]:
        return *super().describe_play(rules), *house_rules.in_force(rules, "equals")

    def describe_scoring(self, rules: OhHellRules) -> tuple[Sentence, ...]:
        return (
            *describe_scheme(rules, rules.scheme, TITLES),
            *house_rules.in_force(rules, "spades_double", "last_double"),
        )

    def _is_last(self, rules: OhHellRules, seating: Seating) -> bool:
        return seating.number == self.length(rules, seating.beginners)


def _describe_turned(rules: OhHellRules) -> tuple[Sentence, ...]:
    """Return what the card turned up means, and when there is none, in words."""
    return (
        say("The suit of that card is trumps. If no card is left, there are no trumps.")
        if rules.whole_pack
        else say("The suit of that card is trumps. A card is always left over for it."),
    )


OH_HELL = OhHell()
