"""The rules of Spades in words, with the points of bids."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.games.spades.bidding import needs_deficit
from scorekeeper.games.spades.scoring import TEN, cost_of_bags
from scorekeeper.games.spades.variants import PLAYERS, SpadesRules
from scorekeeper.rules import house_rules
from scorekeeper.rules.rulebook import Section, eldest_leads, everyone_alone, trick_rules
from scorekeeper.wording import Points, Sentence, say


def describe_rules(rules: SpadesRules) -> tuple[Section, ...]:
    """Return the rules in force, in words."""
    nil = ("double_nil", "suicide") if rules.nil and not rules.solo else ()
    least = () if rules.solo else ("least",)
    bids = house_rules.in_force(rules, *nil, *least, "no_full", "no_ones", "first_bids_itself")
    return (
        Section(
            say("Cards and deal"),
            (
                everyone_alone(PLAYERS)
                if rules.solo
                else say(
                    "52 cards: ace high, two low. Four players are partners across the table; "
                    "three play alone."
                ),
                say(
                    "Four players get 13 cards each. Three get 17, and one card is left out of "
                    "the pack: agree which."
                ),
                say("Play and deal go clockwise; the deal passes to the left."),
                say("Spades are always trumps."),
            ),
        ),
        Section(
            say("Bids"),
            (
                say(
                    "Everyone bids a number of tricks, from the dealer's left; the bids of "
                    "partners are added up."
                ),
                say("A bid is made by taking that many tricks or more."),
                *_describe_nil_bids(rules),
                *_describe_blind_bids(rules),
                *bids,
            ),
        ),
        Section(
            say("Play"),
            (
                eldest_leads(),
                say(
                    "Spades may be led only after one has been played, or by a player who has "
                    "nothing else."
                ),
                *trick_rules(),
            ),
        ),
        Section(
            say("Scoring"),
            tuple(_describe_scoring(rules)),
        ),
    )


def _describe_nil_bids(rules: SpadesRules) -> Iterator[Sentence]:
    if not rules.nil:
        yield say("Nil is not played.")
        return
    yield say("Nil is a bid of no trick.")
    if rules.blind_nil:
        yield say("Blind nil is bid before looking at the cards.")
        if rules.blind_deficit:
            yield say("Blind nil needs a side {points} behind.", points=rules.blind_deficit)


def _describe_blind_bids(rules: SpadesRules) -> Iterator[Sentence]:
    if not rules.blind_bid:
        return
    yield (
        say("A player may bid {number} blind: before looking at the cards.", number=rules.blind_bid)
        if rules.solo
        else say(
            "A side may bid {number} blind: one partner says it for both, before either looks at "
            "the cards.",
            number=rules.blind_bid,
        )
    )
    if rules.blind_deficit:
        yield needs_deficit(rules)


def _describe_scoring(rules: SpadesRules) -> Iterator[Sentence]:
    yield say("A made bid scores {points} for each trick that was bid.", points=TEN)
    if rules.set_penalty:
        yield say(
            "A missed bid loses {points} for each trick that was bid.", points=rules.set_penalty
        )
    else:
        yield say("A missed bid scores nothing.")
    yield say(
        "Each trick above a made bid is a bag and scores {points}.", points=Points(rules.bag_value)
    )
    if rules.bag_limit:
        yield say(
            "Bags are counted from hand to hand: {limit} of them cost {points} points, and the "
            "count goes back by {limit}.",
            limit=rules.bag_limit,
            points=cost_of_bags(rules),
        )
    if rules.blind_bid:
        yield say(
            "A blind {number} scores {points}, or costs as much if the side takes fewer tricks.",
            number=rules.blind_bid,
            points=rules.blind_bid_value,
        )
    if rules.nil:
        yield say(
            "Nil scores {points}, or costs as much if the bidder takes a trick.",
            points=rules.nil_value,
        )
        if rules.blind_nil:
            yield say("Blind nil scores or costs {points}.", points=rules.blind_value)
        yield from _describe_failed_nil(rules)
    yield from house_rules.in_force(rules, "ten_for_200", "boston")


def _describe_failed_nil(rules: SpadesRules) -> Iterator[Sentence]:
    if rules.solo:
        yield say("The tricks of a failed nil are bags.")
    elif rules.failed_nil_helps:
        yield from house_rules.in_force(rules, "failed_nil_helps")
    else:
        yield say("The tricks of a failed nil are bags; they do not help the partner's bid.")
