"""Wizard: exact bids over hands of one card, of two, and so on, with sixty cards.

Sources: the publisher's rules as on 64ouncegames.com and goodsams-florida.org; Wikipedia.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import cast

from scorekeeper.cards import Card, Rank, Suit, pack
from scorekeeper.games.bid_scheme import BidScheme
from scorekeeper.games.exact_bids import (
    BIGGEST_BID,
    MADE,
    WORKED_BIDS,
    BidOutcome,
    ExactBids,
    ExactBidStatistics,
    describe_sizes,
    describe_sum,
    own_sizes,
    published,
)
from scorekeeper.rules import house_rules
from scorekeeper.rules.figures import Award, Figure
from scorekeeper.rules.rulebook import Preset, by_players, eldest_leads
from scorekeeper.seating import Seating
from scorekeeper.wording import Sentence, say, say_count

SCHEME = BidScheme(made=20, each=10, zero=20, missed_off=-10)
SMALL = 5  # the most cards of a small hand in the statistics


class Special(IntEnum):
    """The two ranks that Wizard adds; written `N` and `W`, because `J` is the jack."""

    JESTER = 1
    WIZARD = 15

    @property
    def letter(self) -> str:
        """The letter of the rank in text: `W` for a Wizard, `N` for a Jester."""
        return "W" if self is Special.WIZARD else "N"

    @property
    def short(self) -> Sentence:
        return say("wizard") if self is Special.WIZARD else say("jester")


# The colour of a Wizard or Jester means nothing: they belong to no suit. Written `CW` and `CN`.
PACK: tuple[Card, ...] = (
    *pack(),
    *(Card(suit, cast("Rank", special)) for special in Special for suit in Suit),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WizardRules:
    """House rules of Wizard."""

    hooked: bool = house_rules.toggle(False, say("The bids may not add up to the number of tricks"))
    bomb: bool = house_rules.toggle(False, say("A bomb leaves a trick to nobody"))
    hands: int | None = house_rules.number(
        None,
        say("Hands of a shorter game (empty: all)"),
        1,
        20,
        optional=True,
        says=lambda value: say("The number of hands is {value}", value=value),
        off=say("The game has all its hands"),
    )
    sizes: tuple[int, ...] = own_sizes(20)


class WizardStatistics(ExactBidStatistics):
    """Statistics of exact bids, by the size of the hand, and of tricks too many or too few."""

    figures = (
        *ExactBidStatistics.figures,
        Figure("made-small", say("Hands of one to five cards"), MADE),
        Figure("made-large", say("Hands of six cards or more"), MADE),
        Figure("made-no-trumps", say("The last hand, without trumps"), MADE, least=3),
        Figure("too-many", say("Took more than they bid"), MADE),
        Figure("too-few", say("Took fewer than they bid"), MADE),
    )

    def count(self, bid: BidOutcome) -> Iterator[tuple[str, int]]:
        yield from super().count(bid)
        yield "made-small" if bid.cards <= SMALL else "made-large", int(bid.made)
        yield "too-many", int(bid.taken > bid.number)
        yield "too-few", int(bid.taken < bid.number)
        yield BIGGEST_BID.key, bid.number * bid.made
        if bid.cards == len(PACK) // bid.players:
            yield "made-no-trumps", int(bid.made)


class Wizard(ExactBids[WizardRules]):
    """Wizard; see `ExactBids` for the rules that it shares."""

    key = "wizard"
    name = say("Wizard")
    summary = say("The score for Wizard: exact bids; one card in the first hand, one more in each.")
    players = range(3, 7)
    rules = WizardRules
    presets = (
        Preset(
            "printed",
            say("Bids may fit"),
            say("the publisher's rules"),
            say("The bids may add up to the number of tricks."),
            WizardRules(),
        ),
        Preset(
            "hooked",
            say("Bids may not fit"),
            say("a common variant"),
            say("The dealer bids last and may not make the bids add up to the number of tricks."),
            WizardRules(hooked=True),
        ),
    )
    examples = ("--players 3 --number 8 0 3 3 0,3,5",)
    worked = WORKED_BIDS
    play = "scorekeeper.play.wizard:WizardPlay"
    pack = PACK
    statistics = WizardStatistics()
    awards = (
        *ExactBids.awards,
        BIGGEST_BID,
        Award(
            "too-many",
            say("Trick magnet"),
            lambda number: say_count(
                "{count} hand with too many", "{count} hands with too many", number
            ),
            least=3,
        ),
    )

    def schedule(self, rules: WizardRules, players: int) -> tuple[int, ...]:
        """Return the cards of each deal: one more each time, until the pack is dealt out.

        A table may agree on other sizes.
        """
        return self.dealt(rules, players, rules.sizes or range(1, len(PACK) // players + 1))

    def wanted(self, rules: WizardRules, number: int, players: int) -> int:
        return rules.sizes[number - 1] if 0 < number <= len(rules.sizes) else 0

    def length(self, rules: WizardRules, players: int) -> int:
        """Return the number of deals: 60 / players, or fewer if agreed."""
        most = len(self.schedule(rules, players))
        return min(rules.hands or most, most)

    def scheme(self, rules: WizardRules) -> BidScheme:
        """Return the scoring: 20 and 10 a trick if made, -10 for each trick over or under."""
        return SCHEME

    def hooked(self, rules: WizardRules, seating: Seating) -> bool:
        return rules.hooked

    def unclaimed(self, rules: WizardRules, seating: Seating) -> int:
        """Return 1 if there is a bomb, which leaves its trick to nobody; otherwise 0."""
        return int(rules.bomb)

    def describe_cards(self, rules: WizardRules) -> tuple[Sentence, ...]:
        return (
            published(),
            say(
                "{least} to {most} players, each for themselves, with 60 cards: the usual 52, ace "
                "high, two low, and four Wizards and four Jesters, which belong to no suit.",
                least=self.players[0],
                most=self.players[-1],
            ),
            say("Play and deal go clockwise; the deal passes to the left."),
            *(
                describe_sizes(rules)
                if rules.sizes
                else (
                    say("Everyone gets one card in the first hand, and one more in each after it."),
                )
            ),
            say(
                "Hands of a game: {hands}.",
                hands=by_players(self.players, lambda many: self.length(rules, many)),
            ),
            say(
                "The next card is turned up, and its suit is trumps. After a Jester there are no "
                "trumps; after a Wizard the dealer looks at their cards and names a suit, before "
                "the bids."
            ),
            say("When all 60 cards are dealt, there are no trumps."),
        )

    def describe_play(self, rules: WizardRules) -> tuple[Sentence, ...]:
        return (
            eldest_leads(),
            say("A Wizard or a Jester may be played at any time."),
            say(
                "After a Wizard is led, everyone may play any card. After a Jester is led, the "
                "first card of a suit is the suit led."
            ),
            say(
                "The first Wizard wins the trick, else the highest trump, else the highest card of "
                "the suit led; if all play Jesters, the first."
            ),
            say("Whoever wins a trick leads to the next."),
            *house_rules.in_force(rules, "bomb"),
        )

    def describe_bids(self, rules: WizardRules) -> tuple[Sentence, ...]:
        return (describe_sum(hooked=rules.hooked),)


WIZARD = Wizard()
