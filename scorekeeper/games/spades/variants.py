"""House rules of Spades, and its presets."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules import house_rules
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.rulebook import Preset
from scorekeeper.wording import say

# Sources: pagat.com, “Spades”; Wikipedia; dummies.com, “How to Score a Spades Game”; vipspades.com
# and onlinespades.net, “Cutthroat Spades”; spadesblitz.com; bbumgames (Suicide); OpenSpiel;
# spadesformoney.com, “Blind Six Bidding in Spades”; jokerswildspades.com (a failed blind bid costs
# double, too); osgamers.com, “When you go blind in Spades?” (tens for the tricks of a first hand).

PLAYERS = range(3, 5)
TRICKS = {3: 17, 4: 13}


@dataclass(frozen=True, slots=True, kw_only=True)
class SpadesRules:
    """House rules of Spades."""

    solo: bool = house_rules.toggle(False, say("Four players play alone too"))
    nil: bool = house_rules.toggle(True, say("A bid of nil"))
    nil_value: int = house_rules.number(
        100,
        say("A nil is worth"),
        0,
        1000,
        says=lambda value: say("A nil is worth {value}", value=value),
    )
    blind_nil: bool = house_rules.toggle(True, say("A nil before looking (blind)"))
    blind_value: int = house_rules.number(
        200,
        say("A blind nil is worth"),
        0,
        1000,
        says=lambda value: say("A blind nil is worth {value}", value=value),
    )
    blind_deficit: int = house_rules.number(
        100,
        say("Points a side must be behind to bid blind (0: none)"),
        0,
        1000,
        says=lambda value: say("A blind bid needs a side {value} behind", value=value),
        off=say("A blind bid needs no side to be behind"),
    )
    blind_bid: int = house_rules.number(
        0,
        say("Tricks that a side may bid blind, such as six (0: none)"),
        0,
        13,
        says=lambda value: say("A side may bid {value} blind", value=value),
        off=say("No side may bid a number blind"),
    )
    blind_bid_value: int = house_rules.number(
        120,
        say("Such a blind bid is worth"),
        0,
        1000,
        says=lambda value: say("A number bid blind is worth {value}", value=value),
    )
    double_nil: bool = house_rules.toggle(True, say("Both partners may bid nil"))
    suicide: bool = house_rules.toggle(
        False, say("One partner bids nil, the other four or more (suicide)")
    )
    failed_nil_helps: bool = house_rules.toggle(
        False, say("The tricks of a failed nil count for the partner's bid")
    )
    least: int = house_rules.number(
        0,
        say("A side bids at least"),
        0,
        13,
        says=lambda value: say("A side bids at least {value}", value=value),
        off=say("A side may bid any number"),
    )
    no_full: bool = house_rules.toggle(
        False, say("The bids may not add up to the number of tricks")
    )
    no_ones: bool = house_rules.toggle(False, say("Nobody bids 1"))
    first_bids_itself: bool = house_rules.toggle(
        False, say("The first hand bids itself: nobody bids, each trick scores 10")
    )
    set_penalty: int = house_rules.number(
        10,
        say("Points lost for each trick of a missed bid"),
        0,
        20,
        says=lambda value: say(
            "A missed bid loses {value} for each trick that was bid", value=value
        ),
        off=say("A missed bid loses nothing"),
    )
    bag_value: int = house_rules.number(
        1,
        say("A trick above the bid (a bag) scores"),
        -10,
        10,
        says=lambda value: say("A trick above the bid (a bag) scores {value}", value=value),
    )
    bag_limit: int = house_rules.number(
        10,
        say("Bags that cost points (0: never)"),
        0,
        20,
        says=lambda value: say("Bags cost points once there are {value}", value=value),
        off=say("Bags cost nothing"),
    )
    bag_penalty: int = house_rules.number(
        100,
        say("What these bags cost"),
        0,
        1000,
        says=lambda value: say("A full set of bags costs {value}", value=value),
    )
    bag_cancel: bool = house_rules.toggle(False, say("The points of these bags are lost too"))
    ten_for_200: bool = house_rules.toggle(False, say("A bid of exactly 10 is worth 200"))
    boston: bool = house_rules.toggle(False, say("All tricks bid and taken score 200"))


PRESETS: tuple[Preset[SpadesRules], ...] = (
    Preset(
        "pagat",
        say("Nil 100, ten bags cost 100"),
        say("pagat.com, “Spades”"),
        say("Nil 100, blind nil 200; ten bags cost 100."),
        SpadesRules(),
    ),
    Preset(
        "dummies",
        say("A failed nil helps the partner"),
        say("dummies.com, “How to Score a Spades Game”"),
        say("Nil 50, blind nil 100; a failed nil helps the partner; ten bags cost 110."),
        SpadesRules(nil_value=50, blind_value=100, failed_nil_helps=True, bag_cancel=True),
    ),
    Preset(
        "openspiel",
        say("No blind nil"),
        say("OpenSpiel"),
        say("Nil 100, no blind nil; a failed nil helps the partner; minus 350 ends it too."),
        SpadesRules(blind_nil=False, failed_nil_helps=True),
        Ending(target=500, floor=-350),
    ),
    Preset(
        "solo",
        say("Everyone alone"),
        say("vipspades.com, “Cutthroat Spades”"),
        say("Everyone alone; nil 50; the bids may not add up to 13."),
        SpadesRules(solo=True, nil_value=50, blind_nil=False, no_full=True),
    ),
    Preset(
        "blitz",
        say("Five bags"),
        say("spadesblitz.com"),
        say("Nil 50; five bags cost 50."),
        SpadesRules(nil_value=50, blind_nil=False, bag_limit=5, bag_penalty=50),
    ),
    Preset(
        "suicide",
        say("One partner bids nil"),
        say("bbumgames"),
        say("One partner of each side bids nil, the other four or more."),
        SpadesRules(suicide=True, blind_nil=False),
    ),
    Preset(
        "short",
        say("To 200"),
        say("pagat.com, “Spades”"),
        say("As in a long game, but to 200 points."),
        SpadesRules(),
        Ending(target=200),
    ),
    Preset(
        "fast",
        say("To 60"),
        say("bbumgames"),
        say("As in a long game, but to 60 points, or until a side has minus 60."),
        SpadesRules(),
        Ending(target=60, floor=-60),
    ),
    Preset(
        "home",
        say("The first hand bids itself"),
        say("spadesformoney.com, and osgamers.com"),
        say("Nobody bids in the first hand; a side 100 behind may bid six blind, for 120."),
        SpadesRules(first_bids_itself=True, blind_bid=6),
    ),
)
