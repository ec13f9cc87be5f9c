"""A test kit for rulebooks: the checks that every rulebook must pass.

    from scorekeeper.testing import check_rulebook

    def test_my_game() -> None:
        check_rulebook(MY_GAME)

It plays random legal games with every preset, with random house rules and with every number of
players, and raises AssertionError with a sentence for the first check that fails. `check_example`
checks a worked example.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

from scorekeeper import play
from scorekeeper.api import Answer, fact_of
from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.insight.needs import needs
from scorekeeper.insight.turning_points import turning_points
from scorekeeper.insight.what_if import rescore
from scorekeeper.rules import house_rules
from scorekeeper.rules.bidding_steps import AuctionStep
from scorekeeper.rules.deal import Deal, DealRecord
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Game, Setup, read_game
from scorekeeper.rules.house_rules import Question
from scorekeeper.rules.look_ahead import Ahead, look_ahead, merged_name_of, name_of
from scorekeeper.rules.rulebook import Rulebook, check_rules
from scorekeeper.rules.script import Reading, begin, read
from scorekeeper.rules.steps import Fact, Step, legal_values, one_of
from scorekeeper.seating import SEATS, Seat

HANDS = 6
TABLES = 4  # games with random house rules
MOST_QUESTIONS = 200


def check_rulebook(
    book: Rulebook[Any], *, hands: int = HANDS, seed: int = 1, tables: int = TABLES
) -> None:
    """Run all checks on a rulebook; raises AssertionError.

    hands     the number of hands of each game
    tables    the number of games with random house rules
    """
    check_words(book)
    for setup in setups(book):
        game = random_game(setup, Random(seed), hands)
        check_game(game)
        check_seats(setup, Random(seed))
        check_corrections(game, Random(seed))
    for table in range(tables):
        rng = Random(f"{seed} {table}")
        setup = random_setup(book, rng)
        try:
            check_game(random_game(setup, rng, hands))
            check_seats(setup, rng)
            play.check_whole_deals(setup, rng)
            play.check_advice(setup, rng)
            play.check_odds(random_game(setup, rng, 1), rng)
            if not table:  # it is slower than all other checks together
                check_look_ahead(random_game(setup, rng, 1), rng)
        except AssertionError as error:
            raise AssertionError(f"{described(setup)}: {error}") from error


def check_example(
    book: Rulebook[Any],
    answers: Iterable[Answer],
    points: Sequence[int],
    rules: Any = None,
    *,
    players: int | None = None,
    dealer: int = 0,
) -> None:
    """Check a worked example: the points of a hand, from the answers to its questions."""
    chosen = book.presets[0].rules if rules is None else rules
    many = book.players[0] if players is None else players
    script = book.questions(book.seating(many, Seat(dealer), chosen), chosen)
    step, score = begin(script)
    for answer in answers:
        assert step is not None, "there are more answers than questions"
        try:
            step = script.send(step.parse(fact_of(step, answer)))
        except StopIteration as end:
            step, score = None, end.value
    assert score is not None, "there are more questions than answers"
    assert score.points == tuple(points), f"{score.points}, not {tuple(points)}"


def setups(book: Rulebook[Any]) -> Iterator[Setup]:
    """Yield setups with every preset and number of players; with an open end if possible."""
    goals = book.endings.goals
    goal = next((goal for goal in (Goal.OPEN, Goal.TIME) if goal in goals), goals[0])
    for preset in book.presets:
        for players in book.players:
            ending = book.agreed(Ending(goal=goal), preset.rules, players)
            yield Setup(book, preset.rules, ending, players, Seat(0))


def random_rules(book: Rulebook[Any], rng: Random) -> Any:
    """Return house rules that a table may choose: a preset with any number of rules changed."""
    questions = [*house_rules.questions(book.rules)]
    while True:
        form = house_rules.to_form(rng.choice(book.presets).rules)
        for part in house_rules.parts(book.rules):
            if part.ready and rng.random() < 0.5:
                scheme = house_rules.to_form(rng.choice(part.ready).value)
                form |= {f"{part.path}.{path}": value for path, value in scheme.items()}
        changed = rng.choice((0, 1, 2, 4, len(questions) // 2, len(questions)))
        for question in rng.sample(questions, min(changed, len(questions))):
            if not question.text:
                form[question.path] = _random_value(question, rng)
        try:
            rules = house_rules.from_form(book.rules, form)
            check_rules(book, rules)
        except MalformedEntry:  # the rules contradict each other
            continue
        return rules


def random_setup(book: Rulebook[Any], rng: Random) -> Setup:
    """Return a setup with random house rules, number of players, dealer and ending."""
    rules, players = random_rules(book, rng), rng.choice(book.players)
    form = {"goal": rng.choice(book.endings.goals).value}
    for question, goal in book.endings.questions():
        if goal == form["goal"] and not question.text:
            form[question.path] = _random_value(question, rng)
    if "target" in form:
        form["target"] = str(rng.choice((10, 50, 100, book.endings.usual.target)))
    if "deals" in form:
        form["deals"] = str(book.endings.multiple * rng.choice((1, 2, 3)))
    if form["goal"] == Goal.TIME.value:
        form["until"] = "2026-03-06T22:00:00+00:00"
    ending = book.agreed(book.endings.read(form, datetime(2026, 3, 6, tzinfo=UTC)), rules, players)
    return Setup(book, rules, ending, players, SEATS[rng.randrange(players)])


def described(setup: Setup) -> str:
    """Return the game with its players, house rules and ending, in words."""
    book = setup.book
    rules = book.likeness(setup.rules) or setup.title
    return f"{book.name}, {setup.players} players, {setup.ending.brief(setup.until)}. {rules}"


def _random_value(question: Question, rng: Random) -> str:
    """Return a random value of a house rule, as a form sends it; bounds of numbers are frequent."""
    if question.options:
        return house_rules.code(rng.choice(question.options)[0])
    if question.optional and rng.random() < 0.3:
        return ""
    low, high = question.low, question.high
    if question.most:
        return " ".join(str(rng.randint(low, high)) for _ in range(rng.randint(1, 6)))
    near = [value for value in (0, 1, low + 1) if low <= value <= high]
    return str(rng.choice((low, high, *near, rng.randint(low, high), rng.randint(low, high))))


def check_words(book: Rulebook[Any]) -> None:
    """Check that names, presets, house rules and endings have texts and can be stored."""
    _check_text(book.name, "the name of the game")
    assert book.presets, "a game has a preset at least"
    assert len({preset.key for preset in book.presets}) == len(book.presets), "a preset twice"
    for preset in book.presets:
        for text in (preset.name, preset.source, preset.description):
            _check_text(text, f"the preset {preset.key}")
        kept = json.loads(json.dumps(house_rules.to_json(preset.rules)))
        assert book.rules_from_json(kept) == preset.rules, f"{preset.key} cannot be read back"
        form = house_rules.to_form(preset.rules)
        assert house_rules.from_form(book.rules, form) == preset.rules, f"{preset.key} as a form"
        sections = book.describe(preset.rules)
        assert sections, f"{preset.key} has no rules in words"
        for section in sections:
            assert section.sentences, f"{preset.key}: nothing under {section.title}"
        if Goal.RULES in book.endings.goals:
            until = book.until(preset.rules)
            assert until is not None, f"{preset.key} does not say when its rules end the game"
            _check_text(until, f"the end of {preset.key}")
        if preset.ending is not None:
            goal = preset.ending.goal
            assert goal in book.endings.goals, f"{preset.key} ends as no game of it does"
    assert book.endings.usual.goal in book.endings.goals, "the usual ending is none of its endings"
    for question in house_rules.questions(book.rules):
        _check_text(question.label, f"the rule {question.path}")


def random_game(setup: Setup, rng: Random, hands: int) -> Game:
    """Play `hands` hands of a game at random, or fewer if it ends before; return the game.

    Answers are chosen uniformly among the legal ones. Some auctions are recorded call by call, and
    some hands have fines.
    """
    records: list[DealRecord] = []
    game = read_game(setup, records)
    for _ in range(hands):
        if game.over:
            break
        facts: list[Fact] = []
        calls = rng.random() < 0.3
        running = len(game.complete)
        while len(game.complete) == running:
            step = game.current.reading.step
            assert step is not None, "a hand has neither a question nor points"
            check_step(step)
            facts.append(step.fact(step.parse(random_answer(step, rng, calls=calls))))
            assert len(facts) < MOST_QUESTIONS, "a hand asks without end"
            game = read_game(setup, [*records, DealRecord(tuple(facts))], known=game)
            assert game.deals[-1].flaw is None, f"a legal answer does: {game.deals[-1].flaw}"
        revokes: tuple[int, ...] = ()
        if setup.book.fine(setup.rules) and rng.random() < 0.3:
            fined = rng.randrange(setup.players)
            revokes = tuple(rng.randint(1, 2) * (seat == fined) for seat in range(setup.players))
        records.append(DealRecord(tuple(facts), revokes))
        game = read_game(setup, records, known=game)
    return game


def check_seats(setup: Setup, rng: Random) -> None:
    """Check that hands can be played by those who are left after the first player has gone.

    Their seats are then not numbered from 0. Nothing is checked if the number of players is fixed.
    """
    players = setup.players + 1
    if not setup.is_free or players not in setup.book.players:
        return
    order = SEATS[1:players]
    game = random_game(replace(setup, players=players, order=order), rng, 2)
    for deal in game.deals:
        asked = {answered.step.asked for answered in deal.reading.trail} - {None}
        assert asked <= {*order}, "somebody is asked who does not play"
        own = deal.of_its_sides.score
        assert own is not None, "a hand has no points"
        assert len(own.lines) == len(order), "other sides than those that play have points"
        assert all(own.lines), "a side has neither points nor a reason"


def check_game(game: Game) -> None:
    """Check that every hand has points with reasons, and can be stored and read back."""
    sides, out = len(game.sides), frozenset[Seat]()
    for deal in game.deals:
        assert deal.flaw is None, f"a legal hand cannot be read: {deal.flaw}"
        score = deal.score
        assert score is not None, "a hand has no points"
        assert len(score.lines) == sides, f"points of {len(score.lines)} sides, not of {sides}"
        _check_text(score.label, "the label of a hand")
        for side, lines in zip(game.sides, score.lines, strict=True):
            assert lines or out.issuperset(side), "a side has neither points nor a reason"
            for line in lines:
                _check_text(line.reason, "the reason of points")
        out = frozenset(score.out)
        if score.briefs:
            assert len(score.briefs) == sides, "what the sheet says beside the points"
        kept = json.loads(json.dumps([dict(fact) for fact in deal.record.facts]))
        again = read(game.setup.script(deal.seating, deal.earlier), kept)
        assert again.score is not None, "a hand cannot be read back"
        assert deal.reading.score is not None, "a hand has no points"
        assert again.score.lines == deal.reading.score.lines, "a hand read back has other points"
        rules, points = game.setup.at(deal.number).rules, deal.reading.score.points
        possible = score.thrown_in or game.setup.book.can_score(deal.seating, rules, points)
        assert possible, f"a legal hand has {points}, but `can_score` is False"
        divisor = game.setup.book.divisor(rules, game.setup.players)
        assert sum(points) % divisor == 0, f"{divisor} does not divide the sum of {points}"
        unit = game.setup.book.unit(rules, game.setup.players)
        assert not any(each % unit for each in points), f"{unit} does not divide each of {points}"
    wanted = [
        game.setup.beginning.totals[side] + sum(d.score.points[side] for d in game.deals if d.score)
        for side in range(sides)
    ]
    assert list(game.totals) == wanted, f"totals {game.totals}, not {wanted}"
    fines = [(deal, seat) for deal in game.deals for seat in range(len(deal.record.revokes))]
    for deal, seat in fines:
        _check_fine(game, deal, Seat(seat))
    rescored = rescore(game, game.setup.rules)
    flaws = [str(deal.flaw) for deal in rescored.deals if deal.flaw]
    assert not flaws, f"scored again by its own rules: {flaws[0]}"
    assert rescored.totals == game.totals, f"scored again {rescored.totals}, not {game.totals}"
    assert rescored.over == game.over, "scored again, it ends at another hand"
    if game.course.met:
        first = list(game.totals).count(game.setup.ending.first(game.totals))
        assert game.over or first > 1, "the goal is met, one side is first and the game goes on"
    for deal in game.deals:
        list(game.cases_in(deal))
    turning_points(game)
    for need in needs(game):
        _check_text(need.sentence, "what a side needs")


def _check_fine(game: Game, deal: Deal, seat: Seat) -> None:
    """Check that a fine never helps the side that pays it, even if the lowest total wins."""
    if deal.score is None or not deal.record.revokes[seat]:
        return
    records = [each.record for each in game.deals[: deal.number]]
    records[-1] = replace(deal.record, revokes=())
    side = deal.seating.side_of(seat)
    more = deal.totals[side] - read_game(game.setup, records).totals[side]
    assert (more < 0) != game.setup.ending.low or not more, f"a revoke is worth {more} points"


def check_step(step: Step) -> None:
    """Check that a question has a legal answer, accepts what it lists and refuses the rest."""
    _check_text(step.question, "a question")
    for hint in step.hints:
        _check_text(hint, "a hint")
    _check_answers(step, [*_listed(step)])
    for wrong in (
        {},
        {"number": "x", "choice": "?", "bid": "?"},
        {"number": 10**7},
        {"number": -1},
        {"number": max(step.scene.total, getattr(step, "most", 0)) + 1},
    ):
        assert _refusal(step, wrong), f"nonsense is taken for an answer: {wrong}"
    right = step.random_answer(Random(0))
    assert _refusal(step, right) is None, f"{right} is refused: {_refusal(step, right)}"
    if isinstance(numbers := right.get(step.field), list):
        sides = len(numbers)
        for numbers in ([10**6] * sides, [-(10**6)] * sides, [0] * (sides + 1)):
            assert _refusal(step, {step.field: numbers}), f"{numbers} is taken"


def _check_answers(step: Step, listed: Sequence[tuple[Fact, bool]]) -> None:
    """Check that a question accepts exactly the answers that it lists as legal."""
    for fact, is_open in listed:
        why = _refusal(step, fact)
        assert (why is None) == is_open, f"{fact} is {'refused: ' + why if why else 'taken'}"
    open_answers = [fact for fact, is_open in listed if is_open]
    assert open_answers or not listed, f"no answer is legal: {step.question}"


def _listed(step: Step) -> Iterator[tuple[Fact, bool]]:
    """Yield each answer that a question lists, and some others, with whether it is legal."""
    legal = {*map(str, legal_values(step))}
    for fact in step.answers if legal else ():
        if step.field in fact:
            yield fact, str(fact[step.field]) in legal
            yield {step.field: str(fact[step.field])}, str(fact[step.field]) in legal
        elif isinstance(step, AuctionStep) and not step.auction.calls:
            bid = str(fact["bid"])
            is_open = (
                step.can_pass_out
                if bid == "pass"
                else (step.barred(step.auction.ladder.parse(bid)) is None)
            )
            yield fact, is_open


def check_corrections(game: Game, rng: Random) -> None:
    """Check that correcting an early hand gives the same game as playing it that way."""
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


def check_look_ahead(game: Game, rng: Random | None = None) -> None:
    """Check that the look-ahead, which is sent to phones, agrees with the engine.

    rng    for the answers that are followed to the end of the hand; `Random(0)` if it is None
    """
    current, rng = game.current, rng or Random(0)
    setup = game.setup.at(current.number)
    ahead, facts = look_ahead(game), [*current.reading.facts]
    reading = current.reading
    while (step := reading.step) is not None:
        situation = (setup, current.seating, facts, step, current.earlier)
        name = name_of(*situation)
        if name not in ahead.places:
            name = merged_name_of(*situation) or ""
        if name not in ahead.places:
            assert facts != [*current.reading.facts], "the present question is not among them"
            return
        _check_place(ahead, name, current, setup, facts)
        facts.append(step.fact(step.parse(random_answer(step, rng))))
        reading = read(setup.script(current.seating, current.earlier), facts)


def _check_place(ahead: Ahead, name: str, deal: Deal, setup: Setup, facts: Sequence[Fact]) -> None:
    """Check that the look-ahead and the rules agree on what follows each answer to a question."""
    place = ahead.places[name]

    def after(fact: Fact) -> Reading:
        return read(setup.script(deal.seating, deal.earlier), [*facts, fact])

    step = read(setup.script(deal.seating, deal.earlier), facts).step
    assert step is not None, "nothing is asked"
    asked = [(one.question, one.hints, one.shape, one.scene.notice) for one in (place.step, step)]
    assert str(asked[0]) == str(asked[1]), f"{step.question}: another question"
    bars = [getattr(one, "options", ()) for one in (place.step, step)]
    assert str(bars[0]) == str(bars[1]), f"{step.question}: other answers are barred"
    for code, move in place.moves.items():
        if move.score is None and move.place is None:
            continue
        field, _, value = code.partition(":")
        fact = _fact_of_code(field, value, _sides_of(step, deal))
        reading = after(fact)
        if move.score is not None:
            assert reading.score is not None, f"{code} does not end the hand"
            assert reading.score.lines == move.score.lines, f"{code} has other points"
        elif reading.score is not None:
            assert reading.score.bonus, f"{code} ends the hand"
            assert move.place is None, f"{code} leads to another question"
        else:
            assert reading.step is not None, f"{code} ends the hand"
            situation = (setup, deal.seating, reading.facts, reading.step, deal.earlier)
            names = {name_of(*situation), merged_name_of(*situation)}
            assert move.place in names, f"{code} leads to another question"
    for code in place.barred:
        field, _, value = code.partition(":")
        if "," in code or field != "bid" or value == "pass":
            fact = _fact_of_code(field, value, _sides_of(step, deal))
            assert _refusal(step, fact), f"{code} is barred and taken"
    if place.worth is not None:
        fact = random_answer(step, Random(len(facts)))
        reading, tricks = after(fact), fact["tricks"]
        assert reading.score is not None, "the tricks do not end the hand"
        assert isinstance(tricks, list), "tricks"
        said = [
            sum(dict(step.scene.contracts).get(s, 0) for s in side) for side in deal.seating.sides
        ]
        made = any(one == other for one, other in zip(said, tricks, strict=True))
        table = place.worth.lines if made or not place.worth.missed else place.worth.missed
        wanted = tuple(table[one][other] for one, other in zip(said, tricks, strict=True))
        assert wanted == reading.score.lines, f"tricks {tricks} after {said} have other points"


def random_answer(step: Step, rng: Random, *, calls: bool = False) -> Fact:
    """Return a random legal answer to a question; `calls` records an auction call by call."""
    return one_of(step, rng) if calls and step.legal else step.random_answer(rng)


def _sides_of(step: Step, deal: Deal) -> int:
    """Return how many sides a question asks; each player may be one."""
    return len(getattr(step, "seating", deal.seating).sides)


def _fact_of_code(field: str, value: str, sides: int) -> Fact:
    """Return the stored form of an answer (a fact) from its name in `Place.moves`.

    A number after those of the sides is that of the tricks that nobody took.
    """
    name = field.removesuffix("-0")
    if name != field:
        numbers = value.split(",")
        nobody = {"nobody": numbers[sides]} if len(numbers) > sides else {}
        return {name: ",".join(numbers[:sides]), **nobody}
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


def _check_text(sentence: object, what: str) -> None:
    assert str(sentence).strip(), f"{what} says nothing"
