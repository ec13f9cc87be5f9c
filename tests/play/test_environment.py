"""PettingZoo environment: PettingZoo's own tests, fixed actions, and baselines."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from scorekeeper.errors import EntryError
from scorekeeper.play.environment import CardGame, env
from scorekeeper.play.position import Phase
from scorekeeper.seating import SEATS
from tests.deep import DEEP
from tests.third_game import installed, plain_whist

__all__ = ["installed", "plain_whist"]

GAMES = [
    ("israeli-whist", "pagat", 4),
    ("israeli-whist", "vax", 4),
    ("israeli-whist", "wikipedia+elhanani", 4),
    ("bid-whist", "house", 4),
    ("oh-hell", "pagat", 2),
    ("oh-hell", "contract-whist", 5),
    ("spades", "pagat", 4),
    ("spades", "solo", 3),
    ("hearts", "classic", 4),
    ("hearts", "omnibus", 6),
    ("romanian-whist", "usual", 5),
    ("estimation", "pocket", 4),
    ("wizard", "printed", 4),
    ("plain-whist", "hoyle", 4),
]


@pytest.mark.usefixtures("plain_whist")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("game", "rules", "players"), GAMES)
@pytest.mark.slow
def test_pettingzoos_own_tests_pass(game: str, rules: str, players: int) -> None:
    api_test(env(game, rules, players), num_cycles=300 if DEEP else 80)
    seed_test(lambda: env(game, rules, players), num_cycles=60 if DEEP else 20)


def episode(environment: Any, choose: Any, seed: int) -> dict[str, float]:
    """Play one deal and return the rewards."""
    environment.reset(seed=seed)
    rewards = {}
    for agent in environment.agent_iter():
        seen, reward, over, _, _ = environment.last()
        rewards[agent] = reward
        environment.step(
            None if over else choose(environment.unwrapped, agent, seen["action_mask"])
        )
    return rewards


@pytest.mark.parametrize(("game", "rules", "players"), GAMES[:-1])
def test_a_suggestion_is_legal_and_rewards_are_the_points(
    game: str, rules: str, players: int
) -> None:
    card_game = CardGame(game, rules, players)

    def choose(_: CardGame, agent: str, mask: np.ndarray[Any, Any]) -> int:
        number = card_game.suggested("sensible")
        assert mask[number]
        return number

    for seed in range(4):
        rewards = episode(card_game, choose, seed)
        score, seating = card_game.position.score, card_game.position.seating
        assert score is not None
        sides = [seating.side_of(SEATS[place]) for place in range(players)]
        given = [rewards[agent] for agent in card_game.possible_agents]
        assert given == [float(score.points[side]) for side in sides]


@pytest.mark.parametrize(("game", "rules", "players"), GAMES[:-1])
def test_every_part_of_an_observation_has_its_place(game: str, rules: str, players: int) -> None:
    layout = CardGame(game, rules, players).layout
    places = [place for part in layout.parts for place in range(*layout[part.name].indices(9999))]
    assert places == [*range(layout.size)]
    assert len(str(layout).splitlines()) == len(layout.parts)


@pytest.mark.parametrize(
    ("game", "rules"),
    [("oh-hell", "pagat"), ("oh-hell", "nomination"), ("spades", "pagat"), ("wizard", "printed")],
)
def test_the_trumps_are_seen_while_bids_are_made(game: str, rules: str) -> None:
    card_game = CardGame(game, rules, 4)
    for number in range(1, 8):
        card_game.reset(seed=number, options={"number": number})
        trumps = []
        while card_game.position.score is None:
            seen = card_game.observe(card_game.agent_selection)
            trumps.append([*seen["observation"][card_game.layout["trump"]]])
            card_game.step(int(np.flatnonzero(seen["action_mask"])[0]))
        assert all(each == trumps[0] for each in trumps)
        trump = card_game.position.tricks[0].trump
        assert trumps[0] == [place == (4 if trump is None else trump) for place in range(5)]


def test_a_game_without_a_length_has_a_first_deal_and_later_ones() -> None:
    card_game = CardGame("spades", "home")
    phases = []
    for number in (1, 2):
        card_game.reset(seed=1, options={"number": number})
        phases.append(card_game.position.phase)
    assert phases == [Phase.CARD, Phase.SAY]


def test_an_illegal_action_is_refused_in_words() -> None:
    card_game = CardGame("oh-hell", "pagat", 3)
    card_game.reset(seed=1)
    wrong = int(np.flatnonzero(card_game.observe(card_game.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(EntryError):
        card_game.step(wrong)


@pytest.mark.parametrize("number", range(1, 19) if DEEP else (1, 14, 16, 18))
def test_what_later_hands_ask_has_an_action_too(number: int) -> None:
    """Late fast hands of Estimation may ask for trumps; the first hand does not."""
    card_game = CardGame("estimation", {"fast_change": True}, 4)
    card_game.reset(seed=number, options={"number": number})
    while card_game.position.score is None:
        mask = card_game.observe(card_game.agent_selection)["action_mask"]
        card_game.step(int(np.flatnonzero(mask)[-1]))  # the highest contract may change trumps


def test_a_card_that_is_not_held_or_was_given_is_refused_at_the_passing() -> None:
    card_game = CardGame("hearts", "classic", 4)
    card_game.reset(seed=1, options={"number": 1})
    agent = card_game.agent_selection
    mask = card_game.observe(agent)["action_mask"]
    first, others = int(np.flatnonzero(mask)[0]), np.flatnonzero(mask[:52] == 0)
    card_game.step(first)
    for wrong in (first, *map(int, others)):
        with pytest.raises(EntryError):
            card_game.step(wrong)
    no_action: Any
    for no_action in (len(mask), 9999, -1, 2.5, True, "3", None):
        with pytest.raises(
            ValueError, match=f"“action” is a whole number from 0 to {len(mask) - 1}"
        ):
            card_game.step(no_action)
    assert card_game.agent_selection == agent
    while card_game.position.score is None:
        mask = card_game.observe(card_game.agent_selection)["action_mask"]
        card_game.step(int(np.flatnonzero(mask)[0]))


EARLY: list[Callable[[Any], object]] = [
    lambda game: game.step(0),
    lambda game: game.last(),
    lambda game: game.observe("S"),
    lambda game: game.render(),
    lambda game: next(iter(game.agent_iter())),
    lambda game: game.unwrapped.suggested("sensible"),
]


@pytest.mark.parametrize("early", EARLY)
@pytest.mark.parametrize("make", [env, CardGame])
def test_before_the_reset_nothing_is_played(make: Any, early: Callable[[Any], object]) -> None:
    """The error names what to call first; those of PettingZoo's own check are assertions."""
    with pytest.raises((ValueError, AssertionError), match=r"reset\(\)"):
        early(make("oh-hell"))


@pytest.mark.parametrize(
    ("reset", "reason"),
    [
        ({"seed": 2.5}, "“seed” is a whole number from 0"),
        ({"seed": -1}, "“seed” is a whole number from 0"),
        ({"seed": True}, "“seed” is a whole number from 0"),
        ({"options": {"number": 0}}, "“number” is a whole number from 1"),
        ({"options": {"number": 1.5}}, "“number” is a whole number from 1"),
        ({"options": 3}, "“options” is a mapping"),
    ],
)
def test_a_reset_that_makes_no_sense_is_refused(reset: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        CardGame("oh-hell").reset(**reset)


def test_a_table_whose_hands_are_not_played_is_refused_when_it_is_made() -> None:
    with pytest.raises(EntryError, match=r"With 8 players .*: that needs 2 to 7 players"):
        env("oh-hell", players=8)


def test_after_the_end_the_next_reset_is_named() -> None:
    game = CardGame("oh-hell", players=3)
    game.reset(seed=1)
    while game.position.score is None:
        game.step(int(np.flatnonzero(game.observe(game.agent_selection)["action_mask"])[0]))
    with pytest.raises(ValueError, match=r"before the next reset\(\)"):
        game.suggested("sensible")
    for _ in range(3):
        game.step(None)
    with pytest.raises(ValueError, match=r"call reset\(\)"):
        game.step(None)
    with pytest.raises(ValueError, match="'Q' is no agent of this game: S, W, N"):
        game.observe("Q")


def test_without_pettingzoo_the_extra_is_named() -> None:
    program = "import sys; sys.modules['pettingzoo'] = None; import scorekeeper.play.environment"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    message = "an optional extra named “research”: pip install 'whist-scorekeeper[research]'"
    assert message in done.stderr
