"""The house rules of Israeli Whist, with the presets of four sources and of Vax's Gulash.

Sources: EN is pagat.com's English page, DE its German page, WP the Wikipedia article, HT a web page
derived from that article. Each difference between them is a field below.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scorekeeper.auction import AuctionRules
from scorekeeper.games.israeli_whist.scoring_schemes import (
    NOTES,
    PAGAT_GERMAN,
    SCHEMES,
    STANDARD,
    WIKIPEDIA,
    Scheme,
)
from scorekeeper.rules import house_rules
from scorekeeper.rules.rulebook import Preset, revoke_fine
from scorekeeper.wording import say

PLAYERS = 4
HIGHEST_BID = 13
EXCHANGED = 3
BONUS_ROUND_EACH = -10
BONUS_ROUND_NONE = 50


class Opener(Enum):
    """The player who makes the first call."""

    DEALER = "dealer"
    ELDEST = "eldest"


class Direction(Enum):
    """The direction in which the three cards of an exchange go."""

    LEFT = "left"
    ROUND = "round"


class AfterAllPass(Enum):
    """The rule for a deal in which all have passed and no exchange is left."""

    REDEAL = "redeal"
    BONUS = "bonus"


class Redealer(Enum):
    """The dealer after a deal that was thrown in."""

    SAME = "same"
    NEXT = "next"


class DeclarerContract(Enum):
    """Whether the declarer's contract equals the bid or may be higher."""

    FIXED = "fixed"
    AT_LEAST = "at-least"


class FirstSpeaker(Enum):
    """The player who announces a contract first."""

    LEFT = "left"
    DECLARER = "declarer"


@dataclass(frozen=True, slots=True, kw_only=True)
class IsraeliWhistRules:
    """House rules of Israeli Whist; the defaults are those of pagat.com's English page."""

    opener: Opener = house_rules.choice(
        Opener.DEALER,
        say("The first call is made by"),
        {Opener.DEALER: say("the dealer"), Opener.ELDEST: say("the player on the dealer's left")},
    )
    passes: int = house_rules.choice(
        4,
        say("A bid stands after"),
        {4: say("four passes"), 3: say("three passes")},
    )
    own_raise: bool = house_rules.toggle(True, say("The highest bidder may raise their own bid"))
    reentry: bool = house_rules.toggle(True, say("A player who passed may bid later"))
    lowest_bid: int = house_rules.number(
        5,
        say("Lowest bid"),
        1,
        13,
        says=lambda value: say("The lowest bid is {value}", value=value),
    )
    exchanges: int = house_rules.number(
        0,
        say("Exchanges of cards when all pass, at most"),
        0,
        5,
        says=lambda value: say(
            "The number of exchanges when all pass is at most {value}", value=value
        ),
        off=say("When all pass, no cards are exchanged"),
    )
    exchange_raise: int = house_rules.number(
        0,
        say("The lowest bid goes up with each exchange by"),
        0,
        3,
        says=lambda value: say("The lowest bid goes up by {value} with each exchange", value=value),
        off=say("The lowest bid does not go up with an exchange"),
    )
    exchange_direction: Direction = house_rules.choice(
        Direction.LEFT,
        say("The three cards go"),
        {Direction.LEFT: say("to the left"), Direction.ROUND: say("left, then across, then right")},
    )
    passed_out: AfterAllPass = house_rules.choice(
        AfterAllPass.REDEAL,
        say("When all still pass"),
        {
            AfterAllPass.REDEAL: say("the cards are thrown in"),
            AfterAllPass.BONUS: say("a bonus round is played"),
        },
    )
    redealer: Redealer = house_rules.choice(
        Redealer.SAME,
        say("After cards are thrown in"),
        {
            Redealer.SAME: say("the same dealer deals again"),
            Redealer.NEXT: say("the deal moves on"),
        },
    )
    declarer_contract: DeclarerContract = house_rules.choice(
        DeclarerContract.FIXED,
        say("The declarer's contract is"),
        {
            DeclarerContract.FIXED: say("the winning bid"),
            DeclarerContract.AT_LEAST: say("the winning bid or more"),
        },
    )
    first_speaker: FirstSpeaker = house_rules.choice(
        FirstSpeaker.LEFT,
        say("The first contract is named by"),
        {
            FirstSpeaker.LEFT: say("the player on the declarer's left"),
            FirstSpeaker.DECLARER: say("the declarer"),
        },
    )
    revoke_fine: int = revoke_fine(100)
    scheme: Scheme = house_rules.part(
        STANDARD,
        say("Scoring"),
        (
            house_rules.Ready(key, scheme, scheme.title, NOTES[key])
            for key, scheme in SCHEMES.items()
        ),
    )

    @property
    def auction(self) -> AuctionRules:
        return AuctionRules(self.passes, self.own_raise, self.reentry)

    def lowest(self, exchange: int) -> int:
        """Return the lowest number of tricks that may be bid after `exchange` exchanges."""
        return min(self.lowest_bid + exchange * self.exchange_raise, HIGHEST_BID)

    def exchange_steps(self, exchange: int) -> int:
        """Return how many places clockwise the cards of an exchange go, counted from exchange 1."""
        if self.exchange_direction is Direction.LEFT:
            return 1
        return 1 + (exchange - 1) % (PLAYERS - 1)


PRESETS: tuple[Preset[IsraeliWhistRules], ...] = (
    Preset(
        "pagat",
        say("Thrown in when all pass"),
        say("pagat.com, “Israeli Whist”, English page"),
        say(
            "The dealer opens, a bid stands after four passes, the declarer is held to the bid. "
            "When all pass, the cards are thrown in."
        ),
        IsraeliWhistRules(),
    ),
    Preset(
        "pagat-german",
        say("Thrown in when all pass, German page"),
        say("pagat.com, “Israelisches Whist”, German page"),
        say(
            "As “Thrown in when all pass”, in the words of the German page: a failed zero loses "
            "60, less 10 for each trick."
        ),
        IsraeliWhistRules(scheme=PAGAT_GERMAN),
        like="pagat",
    ),
    Preset(
        "wikipedia",
        say("With Frisch when all pass"),
        say("Wikipedia, “Israeli whist”"),
        say(
            "The dealer's left opens, a bid stands after three passes, the declarer may go above "
            "the bid and speaks first. When all pass, three cards go to the left, up to three "
            "times, and the lowest bid rises to 6, 7 and 8."
        ),
        IsraeliWhistRules(
            opener=Opener.ELDEST,
            passes=3,
            exchanges=3,
            exchange_raise=1,
            declarer_contract=DeclarerContract.AT_LEAST,
            first_speaker=FirstSpeaker.DECLARER,
            scheme=WIKIPEDIA,
        ),
    ),
    Preset(
        "wikipedia-web",
        say("Declarer may go above the bid"),
        say("“Israeli whist”, a web page derived from the Wikipedia article"),
        say("As with Frisch, but when all pass, the cards are thrown in."),
        IsraeliWhistRules(
            opener=Opener.ELDEST,
            passes=3,
            declarer_contract=DeclarerContract.AT_LEAST,
            first_speaker=FirstSpeaker.DECLARER,
            scheme=WIKIPEDIA,
        ),
    ),
    Preset(
        "vax",
        say("With Gulash when all pass"),
        say("Eran Vax, reported on both of pagat.com's pages"),
        say(
            "The dealer opens, a bid stands after four passes, the declarer is held to the bid. "
            "When all pass, three cards go to the left, up to three times, and the lowest bid "
            "rises to 6, 7 and 8."
        ),
        IsraeliWhistRules(exchanges=3, exchange_raise=1),
    ),
)
