"""Arguments of every public function: what no game could use is refused in a sentence."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

import scorekeeper
from scorekeeper.api import ScoredGame
from scorekeeper.play.batch_environment import BatchGame
from scorekeeper.play.environment import CardGame
from scorekeeper.play.position import WholeGame

NUMBERS: tuple[Any, ...] = (2.5, True, "3", b"3", [], {}, object(), 10**30, np.float64(3))
COUNTS = (*NUMBERS, None, 0, -1)
SEEDS = (*NUMBERS, None, -1)
TRUTHS = (0, 1, None, "yes", object())
TEXTS: tuple[Any, ...] = (0, 2.5, True, None, [], {}, object(), b"SA")
NAMED: tuple[Any, ...] = (0, 2.5, True, [], object(), b"pagat", "nobody")
MANY = (*NUMBERS, 0, -1, 1)
LISTS: tuple[Any, ...] = (
    5,
    320.5,
    True,
    "12",
    b"12",
    {},
    object(),
    [1.5, 2],
    [True, 0],
    ["1", 2],
    [1, None],
)
SIDES = ([1, 2, 3], [5])
KEYS = "there is no game “.*”: israeli-whist, "
RULES = (
    r"“rules” is one of pagat, .* a mapping by key, .*, not |“nobody” is no set of rules of .*: "
)
WHOLE = "“{}” is a whole number from {} to [0-9,]+, not "
PLAYERS = r"is no player.*: sensible, random, sampling\."
TABLE = "Spades is for 3 to 4 players, not "
SEAT = r"is not a seat.*(S, W, N, E|East)"
POSITION = "“position” is a position, as `deal` and `load` return it, not "

GAME: dict[str, Any] = {"game": (KEYS, (*TEXTS, "chess"))}
SEED: dict[str, Any] = {"seed": (WHOLE.format("seed", 0), SEEDS)}
SEATED: dict[str, Any] = {
    "rules": (RULES, NAMED),
    "players": (TABLE, MANY),
    "dealer": (SEAT, (*NUMBERS, None, -1, 4)),
}
END: dict[str, Any] = {
    "target": (WHOLE.format("target", 1), COUNTS),
    "deals": (WHOLE.format("deals", 1), COUNTS),
}
PLACED: dict[str, Any] = {"position": (POSITION, TEXTS)}
TOTALS = r"“totals(\[.\])?” is a (sequence of )?whole number"
LEFT = r"“left(\[.\])?” is a (sequence of )?whole number|2 numbers, one for each side"


@dataclass(frozen=True)
class Called:
    """A public function with good arguments, and the wrong values of each with the sentence.

    free    the arguments of which any value has a meaning, or is refused by the rules of the game
    """

    call: Callable[..., Any]
    good: dict[str, Any]
    wrong: dict[str, tuple[str, tuple[Any, ...]]]
    free: tuple[str, ...] = field(default=())


def calls() -> dict[str, Called]:
    position = scorekeeper.deal("spades")
    line = scorekeeper.write(position)
    scored = scorekeeper.new_game("spades")
    spades = {"game": "spades"}
    return {
        "game_keys": Called(scorekeeper.game_keys, {}, {}),
        "rulebook": Called(scorekeeper.rulebook, spades, GAME),
        "presets": Called(scorekeeper.presets, spades, GAME),
        "house_rules": Called(
            scorekeeper.house_rules, spades, GAME | {"name": (RULES, NAMED)}, ("changed",)
        ),
        "parse_cards": Called(
            scorekeeper.parse_cards, {}, {"text": ("“text” is a text, such as “SA 10H JB”", TEXTS)}
        ),
        "new_game": Called(
            scorekeeper.new_game,
            spades,
            GAME | SEATED | {name: (words, wrong[:-3]) for name, (words, wrong) in END.items()},
        ),
        "score": Called(
            scorekeeper.score,
            spades | {"answers": [3, 3, 3, 3, 7]},
            GAME
            | SEATED
            | {
                "answers": ("“answers” is a sequence of answers, in order", (5, None, "333", {})),
                "number": (WHOLE.format("number", 1), COUNTS),
                "earlier": ("“earlier” is an `Earlier`", (None, 5, (1, 2))),
            },
        ),
        "deal": Called(
            scorekeeper.deal,
            spades,
            GAME
            | SEATED
            | SEED
            | {
                "number": (WHOLE.format("number", 1), COUNTS),
                "hands": ("“hands” is a sequence of hands, or one text in PBN", (5, True, {})),
                "totals": (TOTALS + "|there are 2 totals", (*LISTS, *SIDES, None)),
                "left": (LEFT, (*LISTS, *SIDES)),
            },
        ),
        "action": Called(
            scorekeeper.action,
            {"position": position, "text": "3"},
            PLACED | {"text": ("“text” is a text, such as “AS”", TEXTS)},
        ),
        "why_not": Called(
            scorekeeper.why_not, {"position": position, "decision": 3}, PLACED, ("decision",)
        ),
        "play_deal": Called(
            scorekeeper.play_deal,
            {"position": position, "players": "random"},
            PLACED | SEED | {"players": (PLAYERS + "|4 players", (*NAMED[:3], None, "x", ["x"]))},
        ),
        "player": Called(
            scorekeeper.player,
            spades,
            GAME
            | SEED
            | {
                "name": (PLAYERS, ("x", 5, None, {})),
                "samples": (WHOLE.format("samples", 1), COUNTS),
            },
        ),
        "write": Called(scorekeeper.write, {"position": position}, PLACED),
        "load": Called(
            scorekeeper.load,
            spades | {"line": line},
            GAME | {"line": ("“line” is a record, as `write`", TEXTS)},
        ),
        "check": Called(
            scorekeeper.check,
            spades | {"line": line},
            GAME | {"line": ("“line” is a record, as `write`", TEXTS)},
        ),
        "simulate": Called(
            scorekeeper.simulate,
            spades | {"deals": 2, "players": "random"},
            GAME
            | SEED
            | {
                "rules": SEATED["rules"],
                "deals": (WHOLE.format("deals", 1), COUNTS),
                "players": (PLAYERS + "|4 players", (*NAMED[:3], None, "x", ["x"])),
                "seats": (TABLE, MANY),
                "processes": (WHOLE.format("processes", 1), (*COUNTS, 61)),
                "rows": ("“rows” is True or False, not ", TRUTHS),
            },
        ),
        "odds": Called(
            scorekeeper.odds,
            {"game": scored, "totals": [100, 200], "bank": 100, "games": 10, "players": "random"},
            SEED
            | {
                "game": ("“game” is a game, as `new_game` returns it, not ", ("spades", None, 1)),
                "totals": (
                    TOTALS + "|there are 2 totals, one for each side",
                    (*LISTS, [], [1] * 5),
                ),
                "played": (WHOLE.format("played", 0), (*NUMBERS, -1)),
                "left": (LEFT, (*LISTS, *SIDES)),
                "players": (PLAYERS + "|4 players", (*NAMED[:3], None, "x", ["x"])),
                "bank": (WHOLE.format("bank", 1), (*NUMBERS, 0, -1)),
                "games": (WHOLE.format("games", 1), COUNTS),
            },
        ),
        "advise": Called(
            scorekeeper.advise,
            {"position": position, "samples": 2},
            PLACED | SEED | {"samples": (WHOLE.format("samples", 1), COUNTS)},
        ),
        "ScoredGame.answer": Called(
            scored.answer, {"answer": 3}, {"answer": ("number", (2.5, True, None, object(), b"3"))}
        ),
        "ScoredGame.why_not": Called(scored.why_not, {"answer": 3}, {}, ("answer",)),
        "ScoredGame.undo": Called(scored.undo, {}, {}),
        "ScoredGame.fined": Called(
            scored.fined,
            {"seat": "S"},
            {"seat": SEATED["dealer"], "revokes": (WHOLE.format("revokes", 0), SEEDS)},
        ),
    }


@pytest.mark.parametrize("name", [*calls()])
def test_wrong_arguments_are_refused_with_what_is_allowed(name: str) -> None:
    called = calls()[name]
    if not {"text", "answer"} & {*called.wrong}:
        called.call(**called.good)
    for argument, (allowed, values) in called.wrong.items():
        for value in values:
            with pytest.raises(ValueError, match=allowed) as refused:
                called.call(**called.good | {argument: value})
            assert len(str(refused.value)) < 400, refused.value


def test_every_argument_of_every_public_function_is_tried() -> None:
    tried = calls()
    public = {
        name for name in scorekeeper.__all__ if inspect.isfunction(getattr(scorekeeper, name))
    } | {
        f"ScoredGame.{name}"
        for name in vars(ScoredGame)
        if re.match("[a-z]", name) and inspect.isfunction(vars(ScoredGame)[name])
    }
    assert {*tried} == public
    for name, called in tried.items():
        arguments = {*inspect.signature(called.call).parameters}
        assert {*called.wrong, *called.free} == arguments, name


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: scorekeeper.house_rules("spades", nope=1),
            "“nope”. Those of Spades are: .*nil_value",
        ),
        (
            lambda: scorekeeper.house_rules("spades", nil="maybe"),
            "the choices. They are: true, false",
        ),
        (lambda: scorekeeper.deal("spades", {"nope": 1}), "There is no house rule “nope”"),
        (lambda: scorekeeper.deal("spades", scorekeeper.house_rules("hearts")), "for Spades, not"),
        (lambda: scorekeeper.new_game("spades", target=9, deals=9), "give one of them, not both"),
        (lambda: scorekeeper.action(scorekeeper.deal("hearts", number=4), "2C 3C"), "A card is"),
        (lambda: scorekeeper.action(scorekeeper.deal("hearts", number=4), ""), "A card is asked"),
    ],
)
def test_what_contradicts_itself_or_is_unknown_is_refused(
    call: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        call()


UNPLAYED: list[Callable[[str], object]] = [
    scorekeeper.deal,
    scorekeeper.player,
    lambda game: scorekeeper.simulate(game, 1),
    lambda game: scorekeeper.odds(scorekeeper.new_game(game)),
    lambda game: scorekeeper.load(game, "x"),
    lambda game: scorekeeper.check(game, "x"),
    BatchGame,
    CardGame,
]


@pytest.mark.parametrize("call", UNPLAYED)
def test_a_game_without_card_play_is_refused_with_those_that_have_it(
    call: Callable[[str], object],
) -> None:
    books = [scorekeeper.rulebook(key) for key in scorekeeper.game_keys()]
    played = [book.key for book in books if WholeGame[Any].find(book)]
    assert {"spades", "kachuful"} < {*played}
    for book in books:
        if book.key not in played:
            with pytest.raises(ValueError, match="played card by card; .*: " + ", ".join(played)):
                call(book.key)


def test_an_unknown_part_card_or_action_is_refused_with_those_there_are() -> None:
    game = BatchGame("oh-hell", tables=1)
    with pytest.raises(
        KeyError, match=r"'nope' is no part of an observation: hand, shown, .*trick"
    ):
        game.layout["nope"]
    with pytest.raises(ValueError, match="'RJ' is no card of Oh Hell: C2 to SA"):
        game.actions.of_card("RJ")
    for wrong in (-1, len(game.actions), 1.5, True):
        with pytest.raises(ValueError, match=f"from 0 to {len(game.actions) - 1}, not {wrong}"):
            game.actions.name(wrong)  # type: ignore[arg-type]


def test_whole_numbers_of_numpy_are_numbers() -> None:
    two: Any = np.int64(2)
    seed: Any = np.uint8(1)
    totals: Any = np.array([490, 10])
    assert scorekeeper.simulate("spades", two, "random", seed=seed).deals == 2
    spades = scorekeeper.new_game("spades")
    odds = scorekeeper.odds(spades, totals, bank=two * 100, games=two * 50)
    assert odds == scorekeeper.odds(spades, [490, 10], bank=200, games=100)
    assert scorekeeper.deal("spades", players=two * 2, dealer=two).seating.dealer == 2
