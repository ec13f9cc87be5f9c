"""A test kit for rulebooks: what every rulebook has to hold, whoever wrote it.

    from scorekeeper.testing import check_rulebook

    def test_my_game() -> None:
        check_rulebook(MY_GAME)

It plays random legal games by every preset and with every number of players, and raises
AssertionError in words for the first thing that does not hold. `check_example` holds a worked
example.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from scorekeeper.engine.analysis.look_ahead import look_ahead, name_of
from scorekeeper.engine.analysis.needs import needs
from scorekeeper.engine.analysis.statistics import cases_of
from scorekeeper.engine.analysis.turning_points import turning_points
from scorekeeper.engine.api.naming import Answer, fact_of
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.play.players import Players
from scorekeeper.engine.play.position import WholeGame
from scorekeeper.engine.play.simulation import Run, simulate
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.ending import Ending, Goal
from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.game import DealRecord, Game, Setup, read_game
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.script import read
from scorekeeper.engine.rules.steps import (
    AuctionStep,
    ChoiceStep,
    ContractStep,
    Fact,
    PlayerTricksStep,
    PointsStep,
    SharesStep,
    SideTricksStep,
    Step,
    TricksStep,
)

HANDS = 6
MOST_QUESTIONS = 200


def check_rulebook(book: Rulebook[Any], *, hands: int = HANDS, seed: int = 1) -> None:
    """Put a rulebook through everything; raises AssertionError."""
    check_words(book)
    for setup in setups(book):
        game = random_game(setup, Random(seed), hands)
        check_game(game)
        check_corrections(game, Random(seed))
    check_look_ahead(random_game(next(setups(book)), Random(seed), 2))
    check_simulation(book, seed=seed)


def check_example(
    book: Rulebook[Any],
    answers: Iterable[Answer],
    points: Sequence[int],
    rules: Any = None,
    *,
    players: int | None = None,
    dealer: int = 0,
) -> None:
    """Hold a worked example: the points of a hand from the answers to its questions."""
    chosen = book.presets[0].rules if rules is None else rules
    many = book.players[0] if players is None else players
    script = book.script(book.seated(many, Seat(dealer), chosen), chosen)
    step: Step | None = next(script)
    for answer in answers:
        assert step is not None, "there are more answers than questions"
        try:
            step = script.send(step.parse(fact_of(step, answer)))
        except StopIteration as end:
            step, score = None, end.value
    assert step is None, "there are more questions than answers"
    assert score.points == tuple(points), f"{score.points}, not {tuple(points)}"


def setups(book: Rulebook[Any]) -> Iterator[Setup]:
    """Games by every preset with every number of players; without an end, where that can be."""
    goals = book.endings.goals
    goal = next((goal for goal in (Goal.OPEN, Goal.TIME) if goal in goals), goals[0])
    for preset in book.presets:
        for players in book.players:
            ending = book.agreed(Ending(goal=goal), preset.rules, players)
            yield Setup(book, preset.rules, ending, players, Seat(0))


def check_words(book: Rulebook[Any]) -> None:
    """Name, presets, house rules and endings say something and can be written down."""
    _says(book.name, "the name of the game")
    assert book.presets, "a game has a preset at least"
    assert len({preset.key for preset in book.presets}) == len(book.presets), "a preset twice"
    for preset in book.presets:
        for text in (preset.name, preset.source, preset.description):
            _says(text, f"the preset {preset.key}")
        kept = json.loads(json.dumps(house_rules.to_json(preset.rules)))
        assert book.rules_from_json(kept) == preset.rules, f"{preset.key} cannot be read back"
        form = house_rules.to_form(preset.rules)
        assert house_rules.from_form(book.rules, form) == preset.rules, f"{preset.key} as a form"
        sections = book.describe(preset.rules)
        assert sections, f"{preset.key} has no rules in words"
        for section in sections:
            assert section.sentences, f"{preset.key}: nothing under {section.title}"
        if preset.ending is not None:
            goal = preset.ending.goal
            assert goal in book.endings.goals, f"{preset.key} ends as no game of it does"
    assert book.endings.usual.goal in book.endings.goals, "the usual ending is none of its endings"
    for question in house_rules.questions(book.rules):
        _says(question.label, f"the rule {question.path}")


def random_game(setup: Setup, rng: Random, hands: int) -> Game:
    """A game of so many hands in which every answer is legal and any is as likely."""
    records: list[DealRecord] = []
    for _ in range(hands):
        facts: list[Fact] = []
        game = read_game(setup, records)
        while (step := game.current.reading.step) is not None and not _complete(game, records):
            fact = random_answer(step, rng)
            check_step(step)
            facts.append(step.fact(step.parse(fact)))
            assert len(facts) < MOST_QUESTIONS, "a hand asks without end"
            game = read_game(setup, [*records, DealRecord(tuple(facts))])
            if len(game.complete) > len(records):
                break
        records.append(DealRecord(tuple(facts)))
    return read_game(setup, records)


def _complete(game: Game, records: Sequence[DealRecord]) -> bool:
    return len(game.complete) > len(records)


def check_game(game: Game) -> None:
    """Every hand has points with reasons, and can be written down and read back."""
    sides = len(game.sides)
    for deal in game.deals:
        assert deal.flaw is None, f"a legal hand cannot be read: {deal.flaw}"
        score = deal.score
        assert score is not None, "a hand has no points"
        assert len(score.lines) == sides, f"points of {len(score.lines)} sides, not of {sides}"
        _says(score.label, "the label of a hand")
        for lines in score.lines:
            assert lines, "a side has neither points nor a reason"
            for line in lines:
                _says(line.reason, "the reason of points")
        if score.briefs:
            assert len(score.briefs) == sides, "what the sheet says beside the points"
        kept = json.loads(json.dumps([dict(fact) for fact in deal.record.facts]))
        again = read(game.setup.script(deal.seating, deal.earlier), kept)
        assert again.score is not None, "a hand cannot be read back"
        assert again.score.lines == score.lines, "a hand read back has other points"
    wanted = [
        game.setup.ending.start + sum(d.score.points[side] for d in game.deals if d.score)
        for side in range(sides)
    ]
    assert list(game.totals) == wanted, f"totals {game.totals}, not {wanted}"
    list(cases_of(game))
    turning_points(game)
    for need in needs(game):
        _says(need.told, "what a side needs")


def check_step(step: Step) -> None:
    """A question says something, and what it bars is refused with a reason."""
    _says(step.question, "a question")
    for hint in step.hints:
        _says(hint, "a hint")
    if isinstance(step, ContractStep | SideTricksStep | PlayerTricksStep):
        for option in step.options:
            why = _refusal(step, {"number": option.value})
            barred = option.barred is not None
            assert (why is not None) == barred, f"{option.value} is barred and taken, or neither"
    if isinstance(step, ChoiceStep):
        for choice in step.choices:
            why = _refusal(step, {"choice": choice.code})
            assert (why is not None) == (choice.barred is not None), f"{choice.code}"
    for wrong in ({}, {"number": "x", "choice": "?", "bid": "?"}, {"number": 10**7}):
        assert _refusal(step, wrong), f"nonsense is taken for an answer: {wrong}"


def check_corrections(game: Game, rng: Random) -> None:
    """Another answer to an early hand gives the game that would have been played so."""
    if len(game.deals) < 2:
        return
    records = [deal.record for deal in game.deals]
    other = random_game(game.setup, rng, 1).deals[0].record
    records[0] = other
    mended = read_game(game.setup, records, known=game)
    fresh = read_game(game.setup, records)
    assert mended.totals == fresh.totals, "a correction and a fresh reading differ"
    back = read_game(game.setup, [deal.record for deal in game.deals], known=mended)
    assert back.totals == game.totals, "a correction taken back leaves something behind"


def check_look_ahead(game: Game) -> None:
    """What a phone is told of the present hand is what the engine says."""
    setup, current = game.setup, game.current
    step = current.reading.step
    assert step is not None, "nothing is asked"
    ahead = look_ahead(game)
    name = name_of(setup, current.seating, current.reading.facts, step, current.earlier)
    place = ahead.places[name]
    for code, move in place.moves.items():
        field, _, value = code.partition(":")
        fact = _fact_of_code(field, value)
        reading = read(
            setup.script(current.seating, current.earlier), [*current.reading.facts, fact]
        )
        if move.score is not None:
            assert reading.score is not None, f"{code} does not end the hand"
            assert reading.score.lines == move.score.lines, f"{code} has other points"
        else:
            assert reading.step is not None, f"{code} ends the hand"


def check_simulation(book: Rulebook[Any], *, hands: int = 2, seed: int = 1) -> None:
    """Hands of a game that is played card by card can be simulated and summed up."""
    whole = WholeGame[Any].find(book)
    if whole is None:
        return
    names = Players.of(book).names
    name = "random" if "random" in names else names[0]
    for setup in setups(book):
        run = Run(whole, setup.rules, hands, (name,) * setup.players, seed)
        summary = simulate(run)
        assert summary.deals == hands, f"{summary.deals} hands were simulated, not {hands}"
        for text in summary.lines(run.sides, run.players):
            assert isinstance(text, str), "a line of the summary"
        json.dumps(summary.json(run.sides, run.players))


def random_answer(step: Step, rng: Random) -> Fact:
    """Any legal answer to a question."""
    match step:
        case AuctionStep():
            if step.can_pass_out and rng.random() < 0.2:
                return {"bid": "pass"}
            bids = [bid for bid in step.auction.ladder.bids if step.barred(bid) is None]
            winners = [int(seat) for seat in step.auction.callers]
            return {"bid": rng.choice(bids).code, "winner": rng.choice(winners)}
        case ContractStep():
            words = [word.code for word in step.words if word.barred is None]
            return {"number": rng.choice([*step.legal, *words])}
        case SideTricksStep() | PlayerTricksStep():
            numbers = [option.value for option in step.options if option.barred is None]
            return {"number": rng.choice(numbers)}
        case ChoiceStep():
            codes = [choice.code for choice in step.choices if choice.barred is None]
            return {"choice": rng.choice(codes)}
        case TricksStep():
            return {"tricks": _shared(step.scene.total, len(step.seating.sides), rng)}
        case SharesStep():
            shares = _shared(step.total - step.peak, len(step.seating.sides), rng)
            shares[rng.randrange(len(shares))] += step.peak
            return {step.field: shares}
        case PointsStep():
            return {step.field: _points(step, rng)}
    raise AssertionError(f"the kit does not know questions of the kind {step.kind}")


def _shared(total: int, sides: int, rng: Random) -> list[int]:
    shares = [0] * sides
    for _ in range(total):
        shares[rng.randrange(sides)] += 1
    return shares


def _points(step: PointsStep, rng: Random) -> list[int]:
    sides = len(step.seating.sides)
    if step.sum is not None:
        shares = _shared(step.sum // step.multiple, sides, rng)
        return [share * step.multiple for share in shares]
    return [rng.randrange(-5, 20) * step.multiple for _ in range(sides)]


def _fact_of_code(field: str, value: str) -> Fact:
    """The answer of a form, as a place ahead names it."""
    name = field.removesuffix("-0")
    if name != field:
        return {name: value}
    if name == "bid" and "," in value:
        bid, winner = value.split(",")
        return {"bid": bid, "winner": winner}
    return {name: value}


def _refusal(step: Step, fact: Fact) -> str | None:
    try:
        step.parse(fact)
    except EntryError as error:
        why = str(error).strip()
    else:
        return None
    assert why, "a refusal without words"
    return why


def _says(sentence: object, what: str) -> None:
    assert str(sentence).strip(), f"{what} says nothing"
