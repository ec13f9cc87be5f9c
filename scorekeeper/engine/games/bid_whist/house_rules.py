"""The house rules of Bid Whist, with presets.

Source: “Bid Whist (4 players)”, printed house rules of a club, with the variations that they name.
They do not say what happens when all four pass: the deal is thrown in, or the dealer must bid.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scorekeeper.engine.cards.auction import AuctionRules
from scorekeeper.engine.cards.cards import Joker
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.rulebook import Preset
from scorekeeper.engine.rules.wording import say


class JokersInNoTrump(Enum):
    """When a joker may be played in no trump."""

    UNABLE = "unable"
    ANY_TIME = "any-time"
    MUST = "must"


@dataclass(frozen=True, slots=True, kw_only=True)
class BidWhistRules:
    """House rules; the defaults are the source's."""

    higher_joker: Joker = house_rules.choice(
        Joker.BLACK,
        say("The higher joker"),
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
        """One round: each player speaks once."""
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
)
