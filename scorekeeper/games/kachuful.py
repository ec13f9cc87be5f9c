"""Kachuful, or Judgement: exact bids of two to ten players, with trumps that go round.

Sources: Wikipedia, “Kachufool” and older copies of it; jatinst.com, “Judgement score pad”; ba.net;
score keepers on GitHub.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scorekeeper.cards import Denomination
from scorekeeper.games.bid_scheme import BidScheme, describe_scheme, few_cases
from scorekeeper.games.exact_bids import (
    BIGGEST_BID,
    WORKED_BIDS,
    BidsBySize,
    ExactBids,
    describe_sum,
)
from scorekeeper.rules import house_rules
from scorekeeper.rules.rulebook import Preset, by_players, everyone_alone, revoke_fine
from scorekeeper.rules.script import Earlier
from scorekeeper.seating import Seating
from scorekeeper.wording import Listed, Sentence, say

MOST = 26  # the cards of the largest deals, with two players

TITLES: dict[str, Sentence] = {
    "plus-ten": say("Ten and the bid"),
    "times-ten": say("Ten a trick"),
    "plus-five-each": say("Ten, and five a trick"),
    "tens-off": say("Tens with a penalty"),
}
SCHEMES = {
    "plus-ten": BidScheme(name="plus-ten"),  # Wikipedia; “put a 1 before the bid”
    "times-ten": BidScheme(name="times-ten", made=0, each=10),  # jatinst.com; “add a zero”
    "plus-five-each": BidScheme(name="plus-five-each", each=5, missed_off=-5),  # an app on GitHub
    "tens-off": BidScheme(name="tens-off", made=0, each=10, zero=0, missed_off=-10),  # the same
}


class Schedule(Enum):
    """The numbers of cards in the hands of a game."""

    UP = "up"
    DOWN = "down"
    DOWN_UP = "down-up"


class TrumpOrder(Enum):
    """The way in which trumps are found: the order in which they go round, or a card."""

    SDCH = "sdch"  # Kari, Chukat, Falli, Lal: the game's name
    SDCHN = "sdchn"  # older copies of Wikipedia
    TURN_UP = "turn-up"

    @property
    def order(self) -> tuple[Denomination, ...]:
        """The trumps of successive deals; empty if a card is turned up."""
        letters = "" if self is TrumpOrder.TURN_UP else self.value
        return tuple(Denomination("cdhsn".index(letter)) for letter in letters)


@dataclass(frozen=True, slots=True, kw_only=True)
class KachufulRules:
    """House rules of Kachuful."""

    schedule: Schedule = house_rules.choice(
        Schedule.UP,
        say("The hands go"),
        {
            Schedule.UP: say("up from one card"),
            Schedule.DOWN: say("down to one card"),
            Schedule.DOWN_UP: say("down to one card and up again"),
        },
    )
    largest: int = house_rules.number(
        8,
        say("Cards of the largest hand"),
        1,
        MOST,
        says=lambda value: say("The number of cards in the largest hand is {value}", value=value),
    )
    trumps: TrumpOrder = house_rules.choice(
        TrumpOrder.SDCH,
        say("Trumps"),
        {
            **{
                order: say("are {order} in turn", order=Listed(order.order)) for order in TrumpOrder
            },
            TrumpOrder.TURN_UP: say("are shown by the next card, which is turned up"),
        },
    )
    hooked: bool = house_rules.toggle(True, say("The bids may not add up to the number of tricks"))
    simultaneous: bool = house_rules.toggle(
        False, say("All bid at once; the bids may add up to any number")
    )
    revoke_fine: int = revoke_fine(0)
    scheme: BidScheme = house_rules.part(
        SCHEMES["plus-ten"],
        say("Scoring"),
        (
            house_rules.Ready(key, scheme, TITLES[key], few_cases(scheme))
            for key, scheme in SCHEMES.items()
        ),
    )


PRESETS: tuple[Preset[KachufulRules], ...] = (
    Preset(
        "usual",
        say("Ten and the bid"),
        say("Wikipedia, “Kachufool”"),
        say("From one card to eight; a made bid scores ten and its tricks."),
        KachufulRules(),
    ),
    Preset(
        "ten-a-trick",
        say("Ten a trick"),
        say("jatinst.com, “Judgement score pad”"),
        say("From one card to eight; a made bid scores ten a trick, a made zero ten."),
        KachufulRules(scheme=SCHEMES["times-ten"]),
    ),
    Preset(
        "five-each",
        say("Misses cost five a trick"),
        say("an app on GitHub"),
        say("Ten and five a trick if made; five lost for each trick over or under."),
        KachufulRules(scheme=SCHEMES["plus-five-each"]),
    ),
    Preset(
        "from-ten",
        say("From ten cards down"),
        say("ba.net"),
        say("From ten cards down to one; a made bid scores ten and its tricks."),
        KachufulRules(schedule=Schedule.DOWN, largest=10),
    ),
    Preset(
        "down-and-up",
        say("Down and up again"),
        say("score keepers on GitHub"),
        say("From eight cards down to one and up again."),
        KachufulRules(schedule=Schedule.DOWN_UP),
    ),
    Preset(
        "fingers",
        say("All bid at once"),
        say("score keepers on GitHub"),
        say("Everyone shows the bid with fingers at once, so that the bids may fit."),
        KachufulRules(hooked=False, simultaneous=True),
    ),
)


class Kachuful(ExactBids[KachufulRules]):
    """Kachuful; see `ExactBids` for the rules that it shares."""

    key = "kachuful"
    name = say("Kachuful")
    also = ("Judgement", "Kachufool")
    summary = say("Also Judgement: exact bids, and trumps that go round.")
    players = range(2, 11)
    rules = KachufulRules
    presets = PRESETS
    examples = ("--number 6 2 2 0 1 2,3,0,1",)
    worked = WORKED_BIDS
    statistics = BidsBySize()
    awards = (*ExactBids.awards, BIGGEST_BID)

    def schedule(self, rules: KachufulRules, players: int) -> tuple[int, ...]:
        (most,) = self.dealt(rules, players, (rules.largest,))
        up = tuple(range(1, most + 1))
        match rules.schedule:
            case Schedule.UP:
                return up
            case Schedule.DOWN:
                return up[::-1]
        return *up[::-1], *up[1:]

    def trump_of(self, rules: KachufulRules, number: int) -> Denomination | None:
        order = rules.trumps.order
        return order[(number - 1) % len(order)] if order else None

    def hooked(self, rules: KachufulRules, seating: Seating) -> bool:
        return rules.hooked

    def simultaneous(self, rules: KachufulRules) -> bool:
        return rules.simultaneous

    def scheme(self, rules: KachufulRules) -> BidScheme:
        return rules.scheme

    def fine(self, rules: KachufulRules) -> int:
        return rules.revoke_fine

    def notice(
        self, rules: KachufulRules, seating: Seating, trump: Denomination | None, earlier: Earlier
    ) -> Sentence:
        sentence = super().notice(rules, seating, trump, earlier)
        return say("{notice} All bid at once.", notice=sentence) if rules.simultaneous else sentence

    def describe_cards(self, rules: KachufulRules) -> tuple[Sentence, ...]:
        turned = (say("The suit of that card is trumps. If no card is left, there are no trumps."),)
        return (
            everyone_alone(self.players),
            say("Play and deal go clockwise; the deal passes to the left."),
            *house_rules.in_force(rules, "schedule"),
            *self.describe_schedule(rules),
            say(
                "Cards of the largest hand: {cards}.",
                cards=by_players(self.players, lambda many: max(self.schedule(rules, many))),
            ),
            *house_rules.in_force(rules, "trumps"),
            *(() if rules.trumps.order else turned),
        )

    def describe_bids(self, rules: KachufulRules) -> tuple[Sentence, ...]:
        return (describe_sum(hooked=rules.hooked and not rules.simultaneous),)

    def describe_scoring(self, rules: KachufulRules) -> tuple[Sentence, ...]:
        return describe_scheme(rules, rules.scheme, TITLES)


KACHUFUL = Kachuful()
