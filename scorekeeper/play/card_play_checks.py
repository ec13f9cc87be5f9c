"""The checks of a rulebook's card play; the kit for rulebooks (`scorekeeper.testing`) runs them."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

from scorekeeper.errors import EntryError
from scorekeeper.play import has_numpy
from scorekeeper.play.advice import Adviser, Reviewer, Situation, moves
from scorekeeper.play.irregularities import check
from scorekeeper.play.players import Players
from scorekeeper.play.position import Position, WholeGame
from scorekeeper.play.record import parse_record, record_of, replay
from scorekeeper.play.simulated_games import SimulatedDeals
from scorekeeper.play.simulation import Run, played, row_of
from scorekeeper.rules.game import Game, Setup
from scorekeeper.rules.script import read

WHOLE_DEALS = 3
SAMPLES = 2  # per decision, for advice and review; their figures are not checked


def check_whole_deals(setup: Setup, rng: Random, deals: int = WHOLE_DEALS) -> None:
    """Check that whole deals agree one by one, in bulk, as recorded answers and as records."""
    game = _card_play(setup)
    if game is None:
        return
    length = setup.book.length(setup.rules, setup.players)
    for name in dict.fromkeys((Players.of(setup.book).names[0], "random")):
        if name not in Players.of(setup.book).names:
            continue
        first = rng.randrange(length or 40)
        run = Run(game, setup.rules, first + deals, (name,) * setup.players, rng.randrange(1_000))
        ends = [*run.play(first, deals)]
        rows = [row_of(first + number, end) for number, end in enumerate(ends)]
        batch = played(run, first, deals)
        in_bulk = [*batch.rows()]
        different = [pair for pair in zip(rows, in_bulk, strict=True) if pair[0] != pair[1]]
        assert not different, f"one by one and in bulk: {different[0]}"
        summary, names = batch.summary(run.sides), [name] * setup.players
        for line in summary.lines(run.sides, names):
            assert isinstance(line, str), "a line of a summary"
        json.dumps(summary.json(run.sides, names))
        for end in ends:
            _check_end(setup, end)


def _card_play(setup: Setup) -> WholeGame[Any] | None:
    """Return the card play of a game; None if the hands of this many players are scored only."""
    game = WholeGame[Any].find(setup.book)
    return game if game is not None and setup.players in game.players else None


def _check_end(setup: Setup, end: Position) -> None:
    """Check that a whole deal has the same points by its answers, its record and the judge."""
    game = end.game
    assert end.score is not None, "a whole deal has no points"
    facts = json.loads(json.dumps([*map(dict, SimulatedDeals.of(setup.book).facts(end))]))
    reading = read(setup.script(end.seating), facts)
    assert reading.score is not None, "the answers of a whole deal do not end a hand"
    assert reading.score.points == end.score.points, "the table would have scored another number"
    line = record_of(end).line(setup.book)
    written = parse_record(game, line)
    verdict = check(game, written)
    assert not verdict.irregularities, f"{verdict.irregularities[0]} in {line}"
    assert verdict.points == end.score.points, f"the judge says {verdict.points}: {line}"
    assert replay(game, written) == end, f"another deal is read from {line}"


def check_advice(setup: Setup, rng: Random) -> None:
    """Check that advice works at any moment, or is refused with a reason; reviews, too."""
    game = _card_play(setup)
    if game is None:
        return
    names = Players.of(setup.book).names[:1] * setup.players
    number = rng.randrange(setup.book.length(setup.rules, setup.players) or 40)
    run = Run(game, setup.rules, number + 1, names, rng.randrange(1_000))
    end = next(run.play(number, 1))
    asked = [position for position, _ in moves(end) if position.asking is not None]
    for position in rng.sample(asked, min(2, len(asked))):
        turn, noted = position.turn, record_of(position)
        if turn is None or position.giving is not None:
            continue
        without_hands = replace(noted, hands=None, stock=())
        try:
            situation = Situation.of(
                game, position.hands[turn], turn, without_hands,
                players=setup.players, shown=position.shown,
            )  # fmt: skip
            advice = Adviser.of(setup.book).advise(situation, SAMPLES, 1)
        except EntryError as error:
            if error.code == "exchanged":
                continue
            raise AssertionError(f"hand {number + 1}: no advice: {error}") from error
        json.dumps(advice.json())
        assert "\n".join(advice.lines()).strip(), "advice says nothing"
        choices = {option.choice for option in advice.options}
        assert choices <= {*position.legal}, "advice names a choice that is not open"
    reviewer = Reviewer.find(setup.book)
    if reviewer is not None:
        review = reviewer.review(end, SAMPLES, 1)
        json.dumps(review.json())
        assert "\n".join(review.lines()).strip(), "a review says nothing"


def check_odds(game: Game, rng: Random, bank: int = 60) -> None:
    """Check that win probabilities can be computed, or are refused with a reason; needs NumPy."""
    setup = game.setup
    whole = _card_play(setup)
    if whole is None or not has_numpy():
        return
    from scorekeeper.play import deal_bank  # noqa: PLC0415  (NumPy)

    names = Players.of(setup.book).names[:1] * setup.players
    run = Run(whole, setup.rules, bank, names, rng.randrange(1_000))
    try:
        drawn = deal_bank.odds(
            game.totals, setup.ending, deal_bank.bank_of_parts(run),
            dealer=game.current.dealer, met=game.course.met,
            scored=game.deals[-1].scored if game.deals else 0,
            left=game.current.earlier.left, games=20,
        )  # fmt: skip
    except ValueError as error:
        assert str(error).strip(), "no reason why there are no chances"
        return
    assert len(drawn.chances) == len(game.sides), "chances of other sides"
    assert 0 <= sum(drawn.chances) <= 1.000001, f"chances {drawn.chances}"
