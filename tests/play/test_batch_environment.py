"""Batch environment: every table has the numbers of the plain engine, step by step."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import scorekeeper
from scorekeeper.api import ending_named, rules_from
from scorekeeper.play.batch_environment import BatchGame, Seen
from scorekeeper.play.environment import CardGame
from scorekeeper.play.observation import Actions, Heard, observation
from scorekeeper.play.position import Position, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.simulated_games import SimulatedDeals
from scorekeeper.play.simulation import dealt
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.game import Setup, read_game
from scorekeeper.rules.script import Earlier
from scorekeeper.seating import SEATS
from scorekeeper.testing import random_rules
from tests.deep import DEEP

GAMES = [
    ("oh-hell", "pagat", 4),
    ("oh-hell", "nomination", 3),
    ("oh-hell", "fists", 7),
    ("spades", "pagat", 4),
    ("spades", "solo", 3),
    ("spades", "suicide", 4),
    ("israeli-whist", "pagat", 4),
    ("israeli-whist", "wikipedia", 4),
    ("israeli-whist", "vax", 4),
    ("hearts", "classic", 4),
    ("hearts", "omnibus", 6),
    ("romanian-whist", "usual", 5),
    ("estimation", "jawaker", 4),
    ("estimation", "pocket", 4),
    ("bid-whist", "house", 4),
    ("bid-whist", "no-jokers", 4),
    ("wizard", "printed", 3),
    ("wizard", "hooked", 6),
]
ALL = [
    game
    for game in scorekeeper.game_keys()
    if WholeGame[Any].find(scorekeeper.rulebook(game)) is not None
]
RULES, STEPS = (30, 250) if DEEP else (2, 75)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(RULES))
@pytest.mark.parametrize("game", ALL)
def test_every_table_is_one_of_the_plain_engine(game: str, number: int) -> None:
    """Under any house rules, all is as in the environment of one table: what is seen, masks, ends.

    The seeds differ, so that every deal of a game is played, the last ones included.
    """
    rng, draw = np.random.default_rng(number), Random(f"{game} {number}")
    batch, singles, first = random_tables(game, draw)
    seen = batch.reset(range(first, first + len(singles)))
    for seed, single in enumerate(singles, first):
        single.reset(seed=seed)
    for _ in range(STEPS):
        for table, single in enumerate(singles):
            agent = single.agent_selection
            alone = single.observe(agent)
            assert seen.turn[table] == single.possible_agents.index(agent)
            assert (alone["action_mask"] == seen.mask[table]).all()
            assert differences(batch, alone["observation"], seen.observation[table]) == set()
        actions = batch.sample(rng)
        seen = batch.step(actions)
        for table, single in enumerate(singles):
            single.step(int(actions[table]))
            over = single.position.score is not None
            assert seen.done[table] == over
            rewards = [single.rewards[agent] for agent in single.possible_agents] if over else 0
            assert (seen.rewards[table] == rewards).all()
            assert (seen.tricks[table] == (single.position.taken if over else 0)).all()
            if over:
                single.reset()
    assert all(single._episode or single.position.exchanges for single in singles)


def random_tables(game: str, draw: Random) -> tuple[BatchGame, list[CardGame], int]:
    """Two tables of a game under random house rules, one of each kind, and their first seed."""
    book = scorekeeper.rulebook(game)
    while True:
        rules, players = random_rules(book, draw), draw.choice(WholeGame[Any].of(book).players)
        first = draw.choice((draw.randrange(100), 2**31 - 2))
        try:
            batch = BatchGame(game, rules, players, tables=2)
        except ValueError:  # these rules are played one by one
            continue
        return batch, [CardGame(game, rules, players) for _ in range(2)], first


def differences(batch: BatchGame, one: Any, other: Any) -> set[str]:
    """The names of the parts in which two observations differ."""
    return {
        part.name
        for part in batch.layout.parts
        if (one[batch.layout[part.name]] != other[batch.layout[part.name]]).any()
    }


WHOLE = [
    ("romanian-whist", {"schedule": "short", "streak": "restart"}, 3, {}),
    ("spades", "pagat", 4, {"deals": 4}),
    ("spades", "solo", 4, {"deals": 4}),
    ("israeli-whist", "wikipedia", 4, {"deals": 4}),
    ("israeli-whist", "pagat", 4, {"deals": 4}),
    ("hearts", "classic", 3, {"target": 50}),
    ("estimation", {"length": "5", "scheme": "pocket", "all_passed": "double"}, 4, {}),
    ("bid-whist", "house", 4, {"target": 12}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "rules", "players", "end"), WHOLE)
def test_whole_games_are_those_of_the_rule_book(
    game: str, rules: Any, players: int, end: dict[str, int]
) -> None:
    """Dealers, totals, bags and the end are those of a game that is read from its records."""
    tables = 6 if DEEP else 2
    batch = BatchGame(game, rules, players, tables=tables, whole=True, **end)
    rng = np.random.default_rng(2)
    seen = batch.reset(range(tables))
    games = [oracle(game, rules, players, seed, end) for seed in range(tables)]
    positions = [next(each) for each in games]
    heard: list[list[Heard]] = [[] for _ in games]
    given: list[tuple[Any, ...]] = [()] * tables
    ended = 0
    for step in range(3_000):
        for table, position in enumerate(positions if DEEP or not step % 3 else ()):
            assert position.turn is not None
            alone = observation(position, position.turn, batch.layout, heard[table], given[table])
            assert differences(batch, np.array(alone), seen.observation[table]) == set()
        actions = batch.sample(rng)
        seen = batch.step(actions)
        for table, position in enumerate(positions):
            after, given[table] = taken(
                batch.actions, position, int(actions[table]), given[table], heard[table]
            )
            over = after.score is not None
            positions[table] = games[table].send(after) if over else after
            if over:
                heard[table] = []
                points = after.score.points if after.score else ()
                own = [points[after.seating.side_of(seat)] for seat in SEATS[:players]]
                counts = after.score is not None and not after.score.thrown_in
                assert (seen.rewards[table] == (own if counts else 0)).all()
                first = positions[table].earlier.totals
                assert seen.done[table] == (positions[table].seating.number == 1 and counts)
                assert not (seen.done[table] and any(first))
                ended += bool(seen.done[table])
        if ended > tables:
            return
    raise AssertionError("too few games came to their end")


def oracle(
    game: str, rules: Any, players: int, seed: int, end: dict[str, int]
) -> Generator[Position, Position, None]:
    """Yield the first position of each deal of a seed's games; the last ones are sent in."""
    book = scorekeeper.rulebook(game)
    chosen, whole = rules_from(book, rules), WholeGame[Any].of(book)
    ending = ending_named(book, rules, players, end.get("target"), end.get("deals"))
    setup = Setup(book, chosen, ending, players, SEATS[seed % players])
    deal = 0
    while True:
        records: list[DealRecord] = []
        now = read_game(setup, records)
        while not now.over:
            current = now.current
            draws = Draws.of(seed, deal)
            last = yield dealt(whole, chosen, current.seating, draws, current.earlier)
            records.append(DealRecord(SimulatedDeals.of(book).facts(last)))
            now = read_game(setup, records)
            deal += 1


def taken(
    actions: Actions, position: Position, number: int, given: tuple[Any, ...], heard: list[Heard]
) -> tuple[Position, tuple[Any, ...]]:
    """The position after an action, and the cards chosen to be passed on so far."""
    pack, turn = position.game.pack, position.turn
    assert turn is not None
    if position.exchange is not None:
        chosen = (*given, pack[number])
        if len(chosen) < position.exchange.cards:
            return position, chosen
        return position.apply(chosen), ()
    if number < len(pack):
        return position.apply(pack[number]), ()
    step = position.asking
    assert step is not None
    heard.append(Heard(turn, number - len(pack)))
    return position.apply(step.parse({step.field: actions.words[number - len(pack)][1]})), ()


def left_out(actions: Actions, rules: Any, players: int) -> set[str]:
    """The cards of the pack that are not dealt at this table."""
    seating = actions.game.book.seating(players, SEATS[0], rules)
    return {*map(str, actions.game.pack)} - {*map(str, actions.game.cards(seating, rules))}


def barred(game: str, rules: Any, players: int) -> set[str]:
    """The words that a game has for another reason than that they are legal some time."""
    # Numbers run from 0; a partner's bid is nil, or 4 and more.
    if game == "spades" and rules.suicide and players == 4:
        return {f"contract {number}" for number in range(1, 4)}
    return set()


PRESETS = [
    (game, preset, players)
    for game in ALL
    for preset in scorekeeper.presets(game)
    for players in WholeGame[Any].of(scorekeeper.rulebook(game)).players
    if DEEP or players == 4 or preset == scorekeeper.presets(game)[0]
]


@pytest.mark.parametrize(("game", "preset", "players"), PRESETS)
def test_every_action_is_legal_some_time_or_named_with_the_reason(
    game: str, preset: str, players: int
) -> None:
    """In random hands, whole games, as blind bids need totals, or one by one."""
    rules = scorekeeper.house_rules(game, preset)
    actions = CardGame(game, preset, players).actions
    names = [actions.name(number) for number in range(len(actions))]
    never = left_out(actions, rules, players) | barred(game, rules, players)
    assert never < {*names}
    seen_legal: set[str] = set()
    for legal in legal_actions(game, preset, players):
        seen_legal |= {names[number] for number in legal}
        if seen_legal == {*names} - never:
            return
    assert (seen_legal & never, {*names} - never - seen_legal) == (set(), set())


def legal_actions(game: str, preset: str, players: int) -> Iterator[Any]:
    """Yield the numbers of actions that are legal at some table, step by step."""
    for whole, steps in ((False, 250), (True, 3_000)):
        try:
            batch = BatchGame(game, preset, players, tables=300, whole=whole)
        except ValueError:
            continue
        rng, seen = np.random.default_rng(1), batch.reset(range(300))
        for _ in range(steps):
            yield np.flatnonzero(seen.mask.any(axis=0))
            seen = batch.step(batch.sample(rng))
    alone = CardGame(game, preset, players)
    for number in range(1, 13):
        alone.reset(seed=number, options={"number": number})
        sides = len(alone.position.seating.sides)
        behind, draws = Earlier((500,) + (0,) * (sides - 1)), Draws.of(number, 0)
        alone.position = dealt(alone.game, alone.rules, alone.position.seating, draws, behind)
        while alone.position.score is None:
            yield alone._legal()
            alone.step(Random(number).choice(alone._legal()))


@pytest.mark.parametrize(("game", "rules", "players"), GAMES)
def test_hidden_cards_change_neither_mask_nor_observation(
    game: str, rules: str, players: int
) -> None:
    """The other players change their hands and gifts; the kitty and what was put away change."""
    batch, rng = BatchGame(game, rules, players, tables=64), np.random.default_rng(3)
    batch.reset(range(64))
    changed = 0
    for _ in range(80):
        before = batch.step(batch.sample(rng))
        tables = batch._tables
        others = np.array([[seat for seat in range(players) if seat != own] for own in before.turn])
        every, swapped = tables.all[:, None], others[:, ::-1]
        hidden = (tables.hands, tables.gifts, tables.kitty, tables.away)
        stored = [words.copy() for words in hidden]
        tables.hands[every, others] = tables.hands[every, swapped]
        tables.gifts[every, others] = tables.gifts[every, swapped]
        tables.kitty[:] = tables.hands[tables.all, others[:, 0]]
        unseen = before.turn != tables.declarer
        tables.away[unseen] = tables.kitty[unseen]
        tables.find_legal()
        assert (tables.observe() == before.observation).all()
        assert (tables.mask() == before.mask).all()
        changed += int((tables.hands != stored[0]).any(axis=1).sum())
        for words, old in zip(hidden, stored, strict=True):
            words[:] = old
        tables.find_legal()
    assert changed > 64 * 40


def test_the_same_seeds_give_the_same_deals_and_others_do_not() -> None:
    batch, rng = BatchGame("spades", tables=8), np.random.default_rng(4)
    first = batch.reset(range(8))
    played = [batch.step(batch.sample(rng)) for _ in range(20)]
    again = batch.reset(range(8))
    assert same(first, again)
    assert not same(again, batch.reset(range(8, 16)))
    assert not same(played[0], played[1])
    one = BatchGame("spades", tables=1)
    assert (one.reset([3]).observation[0] == first.observation[3]).all()


def same(one: Seen, other: Seen) -> bool:
    arrays: list[Any] = [*zip(one, other, strict=True)]
    return all(np.array_equal(a, b) for a, b in arrays)


def test_what_is_wrong_is_refused_in_words_and_changes_nothing() -> None:
    batch = BatchGame("oh-hell", tables=3)
    before = batch.reset([1, 2, 3])
    legal = before.mask.argmax(axis=1)
    wrong = legal.copy()
    wrong[1] = before.mask[1].argmin()
    with pytest.raises(scorekeeper.IllegalEntry, match=r"Table 1: \w+ is not legal now\."):
        batch.step(wrong)
    bad: Any
    for bad in (legal[:2], legal * 1.0, [999, 0, 0], [-1, 0, 0], None):
        with pytest.raises(ValueError, match="action"):
            batch.step(bad)
    for bad in ([1, 2], [1, 2, -3], [1.0, 2.0, 3.0], [2**40, 1, 1], [True] * 3, None, [1, [2], 3]):
        with pytest.raises(ValueError, match="seed"):
            batch.reset(bad)
    for bad in (None, 3, np.random):
        with pytest.raises(ValueError, match="“rng” is a generator of NumPy, such as"):
            batch.sample(bad)
    batch.reset([1, 2, 3])
    assert same(batch.step(legal), one_step(legal))


def test_before_the_reset_nothing_is_played() -> None:
    batch, rng = BatchGame("oh-hell", tables=3), np.random.default_rng(1)
    for early in (lambda: batch.sample(rng), lambda: batch.step([0, 0, 0]), lambda: batch.totals):
        with pytest.raises(ValueError, match=r"call reset\(seeds\) first"):
            early()
    with pytest.raises(ValueError, match="one seed for each of 3 tables"):
        batch.reset([1])
    with pytest.raises(ValueError, match=r"call reset\(seeds\) first"):
        batch.sample(rng)
    assert batch.reset([1, 2, 3]).mask.any(axis=1).all()


def one_step(actions: Any) -> Seen:
    batch = BatchGame("oh-hell", tables=3)
    batch.reset([1, 2, 3])
    return batch.step(actions)


@pytest.mark.parametrize(
    ("game", "rules", "more", "reason"),
    [
        ("estimation", {"first_bidder": "caller"}, {"whole": True}, "Estimation: whole games by"),
        ("spades", "home", {}, "Spades: hands by these rules are not played at many tables"),
        ("spades", {"blind_bid": 6}, {"whole": True}, "Spades: whole games by these rules are not"),
        ("oh-hell", {"blind": True}, {}, "Oh Hell: hands by these rules"),
        ("hearts", {"exact": "zero"}, {"whole": True}, "Hearts: whole games by these rules|exact"),
        ("points", None, {}, "Points cannot be played card by card"),
        ("oh-hell", None, {"tables": 0}, "“tables” is a whole number from 1 to .*, not 0"),
        ("oh-hell", None, {"tables": 2.5}, "“tables” is a whole number from 1 to .*, not 2.5"),
        ("oh-hell", None, {"tables": True}, "“tables” is a whole number from 1 to .*, not True"),
        ("spades", None, {"players": 4.0}, "Spades is for 3 to 4 players, not 4.0"),
        ("spades", None, {"whole": "no"}, "“whole” is True or False, not 'no'"),
        ("spades", None, {"whole": True, "target": 0}, "“target” is a whole number from 1 to"),
        ("spades", None, {"whole": True, "deals": -1}, "“deals” is a whole number from 1 to"),
        ("spades", None, {"target": 100}, "“target” and “deals” end whole games"),
        ("spades", 5, {}, "“rules” is one of pagat, "),
        ("chess", None, {}, "no game"),
    ],
)
def test_what_is_not_played_at_many_tables_is_refused_in_words(
    game: str, rules: Any, more: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        BatchGame(game, rules, **more)


def test_an_action_is_uniform_among_the_legal_ones() -> None:
    batch = BatchGame("spades", tables=2_000)
    seen, rng = batch.reset([7] * 2_000), np.random.default_rng(5)
    for _ in range(6):
        actions = batch.sample(rng)
        counts = np.bincount(actions, minlength=len(batch.actions))
        assert (counts[seen.mask[0] == 0] == 0).all()
        share = 2_000 / seen.mask[0].sum()
        assert (np.abs(counts[seen.mask[0] == 1] - share) < 6 * share**0.5 + 1).all()
        seen = batch.step(np.full(2_000, actions[0]))


EXAMPLE = Path(__file__).parents[2] / "docs" / "research.md"


if DEEP:  # it learns for a minute or two

    def test_the_bids_learnt_in_the_manual_beat_the_sensible_ones() -> None:
        (program,) = re.findall(
            r"^    # Learn to bid.*?(?=^\S)", EXAMPLE.read_text("utf-8"), re.MULTILINE | re.DOTALL
        )
        names: dict[str, Any] = {}
        exec(  # noqa: S102  (the manual's own program)
            re.sub("^    ", "", program, flags=re.MULTILINE), names
        )
        lead, half = names["lead"], names["half"]
        assert lead > half, f"{lead:+.2f} ± {half:.2f}"
