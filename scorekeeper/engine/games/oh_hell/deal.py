"""The questions of a deal of Oh Hell, and what its points come to besides the scoring's own."""

from __future__ import annotations

from scorekeeper.engine.cards.cards import Denomination, Suit
from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.games.oh_hell.house_rules import OhHellRules, Trumps
from scorekeeper.engine.rules.earlier import Earlier
from scorekeeper.engine.rules.points import Line
from scorekeeper.engine.rules.steps import Announced, Choice, ChoiceStep, ContractStep, Scene
from scorekeeper.engine.rules.wording import Points, Sentence, say, say_count

BLIND = "blind"


def trumps_step(scene: Scene) -> ChoiceStep:
    """The question for the suit that is turned up, where points depend on it."""
    choices = tuple(
        Choice(
            suit.letter,
            Denomination(suit),
            say("{suit}", suit=suit),
            say("trumps: {suit}", suit=suit),
        )
        for suit in reversed(Suit)
    )
    return ChoiceStep("trumps", None, say("Trumps?"), choices, scene)


def bid_step(seat: Seat, scene: Scene, seating: Seating, rules: OhHellRules) -> ContractStep:
    """The question for a bid; the dealer, who is the last, may not make the bids fit."""
    last = seat == seating.dealer and not rules.simultaneous
    free_hand = rules.free_last and is_last(seating, rules)
    free = scene.total - scene.said if last and rules.hooked and not free_hand else -1
    return ContractStep(
        seat,
        scene,
        barred=free if free >= 0 else None,
        others=scene.said if last else None,
        called=Announced.BID,
    )


def blind_word(seat: Seat, rules: OhHellRules, earlier: Earlier) -> Choice:
    """What a player says who bids before looking, who must be far behind.

    Source: Wikipedia, of Prospect.
    """
    low = rules.scheme.low
    best = (min if low else max)(earlier.totals, default=0)
    behind = (earlier.total(seat) - best) * (1 if low else -1)
    reason = None
    if behind < rules.blind_deficit:
        reason = say("A blind bid needs a player {points} behind.", points=rules.blind_deficit)
    return Choice(BLIND, BLIND, say("Blind"), say("{seat} bids blind", seat=seat), reason)


def notice(rules: OhHellRules, seating: Seating, trump: Denomination | None) -> Sentence:
    """How many cards there are, what is trumps, and what that means."""
    cards = rules.cards_of(seating.number, seating.players)
    sentence = say_count("Everyone gets one card.", "Everyone gets {count} cards.", cards)
    if trump is not None:
        sentence = say("{cards} Trumps: {trump}.", cards=sentence, trump=trump)
    elif rules.trumps is Trumps.TURN_UP and not rules.turns_up(seating.number, seating.players):
        sentence = say("{cards} No trumps.", cards=sentence)
    if doubled(rules, trump):
        sentence = say("{notice} All counts double.", notice=sentence)
    return say("{notice} All bid at once.", notice=sentence) if rules.simultaneous else sentence


def doubled(rules: OhHellRules, trump: Denomination | None) -> bool:
    """Whether the trumps make all points of the hand count twice."""
    return rules.spades_double and trump is Denomination.SPADES


def is_last(seating: Seating, rules: OhHellRules) -> bool:
    """Whether it is the last hand of the schedule."""
    return seating.number == rules.length(seating.players)


def points_lines(
    line: Line, rules: OhHellRules, seating: Seating, trump: Denomination | None, *, blind: bool
) -> tuple[Line, ...]:
    """All points of one player: those of the scoring, and what a blind bid and doubling add."""
    lines = [line]
    if blind and line.made and rules.blind_bonus:
        more = -rules.blind_bonus if rules.scheme.low else rules.blind_bonus
        lines.append(Line(more, say("bid blind: {points}", points=Points(more))))
    if doubled(rules, trump):
        more = sum(part.points for part in lines)
        lines.append(Line(more, say("spades: doubled, {points} more", points=Points(more))))
    if rules.last_double and is_last(seating, rules):
        more = sum(part.points for part in lines)
        lines.append(Line(more, say("last hand: doubled, {points} more", points=Points(more))))
    return tuple(lines)
