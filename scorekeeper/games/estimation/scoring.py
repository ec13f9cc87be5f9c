"""The points of calls in Estimation under each scheme, and hands that count several times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.games.estimation.variants import TRICKS, DashRule, EstimationRules, ScoringVariant
from scorekeeper.rules.points import Line
from scorekeeper.wording import Points, Sentence, say

# The sources disagree on nearly every number; each scheme is named after its score keeper.

HIGH = 8
PART = 10
MOST_TIMES = {
    ScoringVariant.JAWAKER: 8,
    ScoringVariant.POCKET: 8,
    ScoringVariant.CLASSIC: 4,
    ScoringVariant.HOUSE: 4,
    ScoringVariant.FEDERATION: 1,
}
FEDERATION_HIGH = {8: 41, 9: 42, 10: 43}


@dataclass(frozen=True, slots=True)
class Call:
    """The call and the tricks of one player.

    dash      whether it was a zero called before the auction
    caller    whether the player won the auction or called the same number; in a fast hand, whether
              the player made the highest call, unless the house rules name no caller
    risk      whether it was the last call
    """

    number: int
    taken: int
    dash: bool = False
    caller: bool = False
    risk: bool = False

    @property
    def made(self) -> bool:
        return self.number == self.taken

    @property
    def off(self) -> int:
        """The difference between call and tricks."""
        return abs(self.number - self.taken)


@dataclass(frozen=True, slots=True)
class Hand:
    """All calls of a hand; `times` is the multiplier that earlier hands gave it."""

    calls: tuple[Call, ...]
    times: int = 1
    fast: bool = False

    @property
    def total(self) -> int:
        """The sum of the calls."""
        return sum(call.number for call in self.calls)

    @property
    def under(self) -> bool:
        """Whether the calls total less than the tricks."""
        return self.total < TRICKS

    @property
    def makers(self) -> int:
        """The number of players who made their call."""
        return sum(call.made for call in self.calls)

    def only(self, call: Call) -> bool:
        """Return whether `call` is the only call that was made, or the only one that was missed."""
        return (self.makers if call.made else len(self.calls) - self.makers) == 1


def lines(hand: Hand, rules: EstimationRules) -> tuple[tuple[Line, ...], ...]:
    """Return the points of each player with their reasons, by seat."""
    if is_void(hand, rules):
        return tuple((Line(0, say("nobody made it: 0"), False),) for _ in hand.calls)
    return tuple(_counted(hand, call, rules) for call in hand.calls)


def is_void(hand: Hand, rules: EstimationRules) -> bool:
    """Return whether nobody scores in a hand, because nobody made a call."""
    return not (hand.makers or rules.lost_scores or rules.scheme is ScoringVariant.FEDERATION)


def times_after(hand: Hand, rules: EstimationRules) -> int:
    """Return the multiplier of the next hand."""
    return 1 if hand.makers else doubled(hand.times, rules)


def doubled(times: int, rules: EstimationRules) -> int:
    """Return twice the multiplier, but no more than the limit of the scheme."""
    return min(2 * times, MOST_TIMES[rules.scheme])


def counts_once(number: int, rules: EstimationRules) -> bool:
    """Return whether a call of this number ignores the multiplier."""
    return rules.scheme is ScoringVariant.HOUSE and number >= HIGH


def _counted(hand: Hand, call: Call, rules: EstimationRules) -> tuple[Line, ...]:
    parts = [_own(hand, call, rules), *additions(hand, call, rules)]
    times = hand.times * shared_top(hand, rules.scheme)
    if counts_once(call.number, rules):
        times = 1
    if times > 1:
        more = (times - 1) * sum(line.points for line in parts)
        reason = say("counts {multiple}: {points}", multiple=multiple(times), points=Points(more))
        parts.append(Line(more, reason))
    return tuple(parts)


def multiple(times: int) -> Sentence:
    """Return how often a hand counts, to follow “counts”."""
    return say("double") if times == 2 else say("{times} times", times=times)


def shared_top(hand: Hand, scheme: ScoringVariant) -> int:
    """Return 2 if enough players share the highest call for a hand to count double, otherwise 1."""
    top = max(call.number for call in hand.calls)
    sharing = sum(call.number == top for call in hand.calls)
    wanted = {ScoringVariant.POCKET: hand.fast, ScoringVariant.CLASSIC: not hand.fast}.get(
        scheme, False
    )
    return 2 if wanted and sharing > 2 else 1


def _own(hand: Hand, call: Call, rules: EstimationRules) -> Line:
    points = points_of(hand, call, rules)
    return Line(points, _describe(call, Points(points)), call.made)


def _describe(call: Call, points: Points) -> Sentence:
    if call.dash:
        return say("dash call, took {taken}: {points}", taken=call.taken, points=points)
    return say(
        "said {contract}, took {tricks}: {points}",
        contract=call.number,
        tricks=call.taken,
        points=points,
    )


def points_of(hand: Hand, call: Call, rules: EstimationRules) -> int:
    """Return the points for a call alone, without its `additions`."""
    scheme, off = rules.scheme, call.off
    if is_dash(call, rules):
        return _dash(hand, call, rules)
    if call.number == 0:
        return _zero(hand, call, rules)
    if is_high(call, scheme):
        return _high(call, rules)
    if call.made:
        return rules.base + call.number
    return -off - PART if scheme is ScoringVariant.POCKET else -off


def is_dash(call: Call, rules: EstimationRules) -> bool:
    """Return whether a call scores as a dash call."""
    if rules.dash_rule is not DashRule.SCHEME:
        return call.dash
    if rules.scheme is ScoringVariant.CLASSIC:
        return call.number == 0
    return call.dash and rules.scheme is not ScoringVariant.FEDERATION


def is_high(call: Call, scheme: ScoringVariant) -> bool:
    """Return whether a call is high enough to score by `_high`."""
    if scheme is ScoringVariant.FEDERATION:
        return call.number in FEDERATION_HIGH
    return call.number >= HIGH and scheme is not ScoringVariant.JAWAKER


def _dash(hand: Hand, call: Call, rules: EstimationRules) -> int:
    if rules.dash_rule is DashRule.EGYPT:
        return 33 if call.made else -23
    if rules.dash_rule is DashRule.TENS:
        return -20 if not call.made else 30 if hand.under else 20
    if rules.scheme is ScoringVariant.HOUSE:
        return 35 if call.made else -call.taken - 25
    worth = (30 if rules.scheme is ScoringVariant.CLASSIC else 33) if hand.under else 25
    return worth if call.made else -worth


def _zero(hand: Hand, call: Call, rules: EstimationRules) -> int:
    scheme, taken = rules.scheme, call.taken
    if rules.zero_as_dash and call.made:
        return _dash(hand, call, rules)
    if rules.dash_rule is DashRule.TENS:
        return -PART if not call.made else 20 if hand.under else 10
    if call.made:
        more = scheme in {ScoringVariant.JAWAKER, ScoringVariant.FEDERATION} and hand.under
        return rules.base + (PART if more else 0)
    if scheme is ScoringVariant.POCKET:
        return -PART - taken
    more = scheme in {ScoringVariant.HOUSE, ScoringVariant.FEDERATION} and hand.under
    return -taken - (PART if more else 0)


def _high(call: Call, rules: EstimationRules) -> int:
    number, square = call.number, call.number**2
    if rules.scheme is ScoringVariant.FEDERATION:
        return FEDERATION_HIGH[number] if call.made else -20 - call.off
    if call.made:
        return square
    if rules.scheme is ScoringVariant.HOUSE:
        return -call.off - 30 - PART * (number - HIGH)
    return -((square + rules.round_up) // 2)


def additions(hand: Hand, call: Call, rules: EstimationRules) -> Iterator[Line]:
    """Yield the additions for the caller, for risk, and for the only player to make or miss a call.

    Each is won if the call is made and lost if it is missed.
    """
    scheme = rules.scheme
    dash, high = is_dash(call, rules), is_high(call, scheme)
    sign = 1 if call.made else -1
    if call.caller and not dash and not high:
        yield Line(sign * PART, say("as caller: {points}", points=Points(sign * PART)))
    level = risk_of(hand, scheme)
    takes = call.risk or (scheme is ScoringVariant.HOUSE and hand.under and call.number == 0)
    if takes and level and not dash and not (high and scheme is ScoringVariant.CLASSIC):
        yield Line(sign * level, say("risk: {points}", points=Points(sign * level)))
    if hand.only(call) and (not dash or scheme is ScoringVariant.HOUSE or rules.dash_only):
        sentence = _only(call.made, Points(sign * PART))
        yield Line(sign * PART, sentence)


def _only(made: bool, points: Points) -> Sentence:
    if made:
        return say("the only one to make it: {points}", points=points)
    return say("the only one to miss it: {points}", points=points)


def risk_of(hand: Hand, scheme: ScoringVariant) -> int:
    """Return the points that the last player to call wins or loses in addition."""
    distance = abs(hand.total - TRICKS)
    if scheme in {ScoringVariant.HOUSE, ScoringVariant.FEDERATION}:
        return 2 * PART if distance > 3 else PART if distance > 1 else 0
    level = distance // 2
    return PART * (min(level, 4) if scheme is ScoringVariant.CLASSIC else level)


def calls_of(
    numbers: Sequence[int], tricks: Sequence[int], dashes: Sequence[int], top: int | None, last: int
) -> tuple[Call, ...]:
    """Return the calls of a hand, by seat.

    top     the number called by the caller; other players who called it count as callers, too;
            None if the hand has no caller
    last    the seat that called last
    """
    return tuple(
        Call(
            number,
            taken,
            dash=seat in dashes,
            caller=number == top and seat not in dashes,
            risk=seat == last,
        )
        for seat, (number, taken) in enumerate(zip(numbers, tricks, strict=True))
    )
