"""The rules of Estimation in words, with the points of calls."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.games.estimation.scoring import (
    FEDERATION_HIGH,
    HIGH,
    MOST_TIMES,
    PART,
    Call,
    Hand,
    counts_once,
    is_dash,
    is_high,
    points_of,
    risk_of,
)
from scorekeeper.games.estimation.variants import (
    HANDS,
    LOWEST,
    TRICKS,
    EstimationRules,
    ScoringVariant,
)
from scorekeeper.rules import house_rules
from scorekeeper.rules.rulebook import Section, trick_rules
from scorekeeper.wording import Listed, Points, Sentence, say

DESCRIBED_IF_IN_FORCE = ("zero_as_dash", "dash_only", "round_up", "lost_scores")
"""House rules that the description mentions only if they are in force."""


def describe_rules(rules: EstimationRules) -> tuple[Section, ...]:
    """Return the rules in force, in words."""
    deal = ("length", "direction", "first_bidder", "all_passed")
    fast = HANDS[rules.length][1]
    return (
        Section(
            say("Cards and deal"),
            (
                say(
                    "Four players, each for themselves, with 52 cards: ace high, two low. "
                    "Everyone gets 13."
                ),
                *house_rules.in_force(rules, *deal),
                say("A player who lacks a suit may ask for a new deal, before any call."),
            ),
        ),
        Section(say("Calls"), tuple(_described_calls(rules))),
        *((Section(say("Fast hands"), tuple(_described_fast(rules))),) if fast else ()),
        Section(
            say("Play"),
            (
                say("The caller leads to the first trick. Follow suit if you can, else play "
                    "any card."),
                *trick_rules(),
            ),
        ),
        Section(say("Scoring"), tuple(_described_scoring(rules))),
    )  # fmt: skip


def _described_calls(rules: EstimationRules) -> Iterator[Sentence]:
    if rules.dashes:
        yield say(
            "First up to two players may make a dash call: zero tricks. They stay out of the "
            "auction and of the later calls. Agree in which order you are asked."
        )
    yield say(
        "A bid is a number of tricks, from {lowest} to 13, and a suit or no trump. More tricks "
        "outrank fewer; at the same number, clubs rank lowest, then diamonds, hearts, spades "
        "and no trump.",
        lowest=LOWEST,
    )
    yield say(
        "Everyone in turn makes a bid that outranks the last one, or passes, until nobody bids "
        "any more."
    )
    yield say(
        "Whoever wins the auction is the caller, and the suit of the bid is trumps; in no trump "
        "there are none."
    )
    yield say(
        "The bid is the caller's call. The others then call in turn after the caller, from 0 to "
        "that number; the "
        "last call may not bring the calls to 13."
    )
    yield say("A call is made by taking exactly that number of tricks.")
    yield say("More than {total} in all is “over”, less is “under”.", total=TRICKS)


def _described_fast(rules: EstimationRules) -> Iterator[Sentence]:
    yield say(
        "Fast hands have no auction: trumps are fixed, and everyone calls 0 to 13, from the first "
        "player on; the last call may not bring the calls to 13."
    )
    yield say("The first player with the highest call leads to the first trick.")
    yield from house_rules.in_force(rules, "fast_order", "fast_caller", "fast_change")


def _described_scoring(rules: EstimationRules) -> Iterator[Sentence]:
    """Yield the points of calls, computed by the scoring, then the rest of the scoring."""
    yield from house_rules.in_force(rules, "scheme")

    def points(number: int, off: int, total: int = TRICKS + 1, *, dash: bool = False) -> Points:
        call = Call(number, off if number == 0 else number - off, dash=dash)
        others = Call(total - number, 0)
        return Points(points_of(Hand((call, others)), call, rules))

    def missed(number: int, total: int = TRICKS + 1, *, dash: bool = False) -> Sentence:
        one, two = (points(number, off, total, dash=dash) for off in (1, 2))
        return _per_trick(one, Points(two - one))

    yield say(
        "A call of 1 or more: made {made} and 1 for each trick called; missed {missed}.",
        made=Points(rules.base), missed=missed(1),
    )  # fmt: skip
    yield from _described_high(points(HIGH, 0), points(HIGH, 1), missed(HIGH), rules)
    zeros = {False: say("A call of 0"), True: say("A dash call")}
    for dash in (False, True) if rules.dashes else (False,):
        over, under = (
            (points(0, 0, total, dash=dash), missed(0, total, dash=dash))
            for total in (TRICKS + 1, TRICKS - 2)
        )
        if over == under:
            yield say("{call}: made {made}; missed {missed}.",
                      call=zeros[dash], made=over[0], missed=over[1])  # fmt: skip
        else:
            yield say(
                "{call}, over: made {made}, missed {missed}. Under: made {other}, missed {less}.",
                call=zeros[dash], made=over[0], missed=over[1], other=under[0], less=under[1],
            )  # fmt: skip
    yield from _described_additions(rules)
    yield from _described_doubling(rules)
    yield from house_rules.in_force(rules, *DESCRIBED_IF_IN_FORCE)


def _per_trick(first: Points, further: Points) -> Sentence:
    """Return what a missed call costs: for its first trick over or under, and for each further."""
    if not further:
        return say("{points} in all", points=first)
    if further == first:
        return say("{points} for each trick off", points=first)
    return say("{first} for the first trick off and {next} for each further one",
               first=first, next=further)  # fmt: skip


def _described_high(
    made: Points, lost: Points, missed: Sentence, rules: EstimationRules
) -> Iterator[Sentence]:
    """Describe the scoring of `_high`, with the points of a call of 8."""
    scheme = rules.scheme
    if scheme is ScoringVariant.FEDERATION:
        yield say(
            "But calls of {calls}: made {made}; missed {missed}.",
            calls=Listed(FEDERATION_HIGH),
            made=Listed(map(Points, FEDERATION_HIGH.values())),
            missed=missed,
        )
    elif scheme is ScoringVariant.HOUSE:
        yield say(
            "But a call of {high} or more: made its square; missed {missed}, and {more} for each "
            "trick called above {high}.",
            high=HIGH, missed=missed, more=Points(-PART),
        )  # fmt: skip
    elif is_high(Call(HIGH, HIGH), scheme):
        yield say(
            "But a call of {high} or more: made its square, missed half of it: {made} and {lost} "
            "for {high}.",
            high=HIGH, made=made, lost=lost,
        )  # fmt: skip


def _described_additions(rules: EstimationRules) -> Iterator[Sentence]:
    """Describe what `additions` adds to a call."""
    scheme = rules.scheme
    high = [number for number in range(TRICKS + 1) if is_high(Call(number, 0), scheme)]
    yield say(
        "To win or lose points means here: a made call adds them, a missed one takes them off."
    )
    yield say("The caller and whoever calls as many win or lose {points} more.", points=PART)
    if high:
        yield say("A call from {low} to {high} wins or loses nothing more as the caller's.",
                  low=high[0], high=high[-1])  # fmt: skip
    yield say("The only one to make it, or to miss it, wins or loses {points}.", points=PART)
    if scheme in {ScoringVariant.HOUSE, ScoringVariant.FEDERATION}:
        yield say(
            "The last to call is at risk and wins or loses {near} more if the calls are two or "
            "three from 13, {far} if they are four or more.",
            near=risk_of(Hand((Call(TRICKS + 2, 0),)), scheme),
            far=risk_of(Hand((Call(TRICKS + 4, 0),)), scheme),
        )  # fmt: skip
    else:
        yield say(
            "The last to call is at risk and wins or loses {points} more for every two tricks "
            "between the calls and 13.",
            points=PART,
        )
    if scheme is ScoringVariant.HOUSE:
        yield say("If the calls are under, a call of 0 that is no dash call is at risk, too.")
    if scheme is ScoringVariant.CLASSIC:
        yield say("The risk is {most} at most, and a call of {high} or more has none.",
                  most=risk_of(Hand((Call(2 * TRICKS, 0),)), scheme), high=HIGH)  # fmt: skip
    if is_dash(Call(0, 0), rules):
        yield say("A call of 0 counts as a dash call.")
    alone = scheme is ScoringVariant.HOUSE or rules.dash_only
    if is_dash(Call(0, 0, dash=rules.dashes), rules) and not alone:
        yield say("A dash call wins or loses nothing more.")


def _described_doubling(rules: EstimationRules) -> Iterator[Sentence]:
    """Describe the hands that count more than once."""
    scheme = rules.scheme
    most = MOST_TIMES[scheme]
    if scheme is ScoringVariant.POCKET:
        yield say("A fast hand counts double if three or more share the highest call.")
    if scheme is ScoringVariant.CLASSIC:
        yield say("A hand with an auction counts double if three or more share the highest call.")
    if not (rules.lost_scores or scheme is ScoringVariant.FEDERATION):
        yield say("A hand that nobody made scores nothing, and the next one counts double.")
    elif most > 1:
        yield say("After a hand that nobody made, the next one counts double.")
    if most > 1:
        yield say("Several such hands in a row double it again, up to {most} times.", most=most)
    if counts_once(HIGH, rules):
        yield say("A call of {high} or more never counts double.", high=HIGH)
