"""Players of somebody else: objects with `decide(view)`, in every game and every tool."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import scorekeeper
from scorekeeper.cards import Suit
from scorekeeper.commands.main import main
from scorekeeper.games.registry import BUNDLED
from scorekeeper.play.api import card_play_of
from scorekeeper.play.players import View, players_named
from scorekeeper.play.position import Phase, Position, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.simulation import Run, dealt
from scorekeeper.rules.script import Earlier
from scorekeeper.seating import Seat
from tests.deep import DEEP

PLAYED = [book.key for book in BUNDLED if WholeGame[Any].find(book) is not None]


@dataclass
class Watcher:
    """Plays at random and remembers what it saw; lists are as good as tuples."""

    rng: random.Random = field(default_factory=lambda: random.Random(1))
    views: list[View] = field(default_factory=list)

    def decide(self, view: View) -> Any:
        self.views.append(view)
        if view.exchange is not None:
            return self.rng.sample(view.hand, view.exchange.cards)
        return self.rng.choice(view.legal)


class First:
    """The lowest legal action."""

    name = "first"

    def decide(self, view: View) -> object:
        return view.hand[: view.exchange.cards] if view.exchange else view.legal[0]


def positions(game: str, rules: str, seed: int, earlier: Earlier) -> Iterator[Position]:
    """Every position of a deal that is played at random."""
    whole = card_play_of(scorekeeper.rulebook(game))
    seats = whole.players[seed % len(whole.players)]
    seating = whole.book.seating(seats, Seat(seed % seats), scorekeeper.house_rules(game, rules))
    draws, player = Draws.of(seed, 0), players_named(whole.book, ["random"] * seats)[0]
    chosen = scorekeeper.house_rules(game, rules)
    position = dealt(whole, chosen, seating.numbered(seed + 1), draws, earlier)
    yield position
    while (turn := position.turn) is not None:
        position = position.apply(player.decide(View.of(position, turn), draws))
        yield position


@pytest.mark.parametrize("game", PLAYED)
def test_a_player_of_somebody_else_plays_every_game(game: str) -> None:
    watcher = Watcher()
    start = scorekeeper.deal(game)
    end = scorekeeper.play_deal(start, watcher)
    assert end.score is not None
    cards = sum(len(trick.cards) for trick in end.tricks)
    assert sum(view.phase is Phase.CARD for view in watcher.views) == cards
    assert scorekeeper.load(game, scorekeeper.write(end)) == end


@pytest.mark.parametrize("game", PLAYED)
def test_the_usual_player_plays_the_same_as_an_object(game: str) -> None:
    usual = scorekeeper.player(game)
    start = scorekeeper.deal(game, seed=4)
    assert scorekeeper.play_deal(start, usual) == scorekeeper.play_deal(start)
    names, own = (
        [*scorekeeper.simulate(game, 3, [player, "random", "random", "random"], rows=True)]
        for player in ("sensible", usual)
    )
    assert names == own


def test_a_simulation_sums_up_and_gives_rows_also_with_two_processes() -> None:
    players: list[Any] = [First(), "random", "random", "random"]
    summary = scorekeeper.simulate("spades", 40, players, seed=3)
    rows = [*scorekeeper.simulate("spades", 40, players, seed=3, rows=True, processes=2)]
    assert [row.deal for row in rows] == [*range(40)]
    assert sum(row.points[0] for row in rows) == summary.sides[0].points
    bulk = [*scorekeeper.simulate("spades", 40, "random", seed=3, rows=True)]
    assert sum(row.points[0] for row in bulk) != summary.sides[0].points
    whole = card_play_of(scorekeeper.rulebook("spades"))
    run = Run(whole, whole.book.presets[0].rules, 1, (First(), "random", "random", "random"))
    assert run.names == ("first", "random", "random", "random")


def test_what_cannot_be_sent_to_another_process_is_refused() -> None:
    class Local(First):
        pass

    with pytest.raises(ValueError, match="first cannot be sent to another process"):
        scorekeeper.simulate("spades", 40, Local(), processes=2)


@pytest.mark.parametrize(("game", "seats"), [("hearts", 4), ("oh-hell", 4), ("spades", 2)])
def test_odds_are_of_the_players_who_play(game: str, seats: int) -> None:
    """The weak side wins less than half of its share, wherever it sits and whoever deals first."""
    partners = 4 // seats
    for side in range(0, seats, 3 // partners):
        players: list[Any] = ["sensible"] * 4
        players[side::seats] = [First()] * partners
        begun = scorekeeper.new_game(game, dealer="W")
        own = scorekeeper.odds(begun, [30] * seats, players=players, games=2_000, bank=160)
        assert own.chances[side] < 0.5 / seats
        assert sum(own.chances) == pytest.approx(1 - own.unfinished)


class TooMuch:
    def decide(self, view: View, draws: object) -> object:
        raise AssertionError


class NoMethod:
    decide = "SA"


NO_PLAYERS = [
    ("clever", "“clever” is no player of Oh Hell: sensible, random."),
    (None, "“None” is no player: a player is an object with decide"),
    (7, "“7” is no player"),
    (First, "“First” is a class"),
    (NoMethod(), "is no player"),
    (TooMuch(), "“TooMuch” is no player: its decide must take the view alone."),
    (lambda view: view.legal[0], "is no player"),
]


@pytest.mark.parametrize(("player", "reason"), NO_PLAYERS)
def test_what_is_no_player_is_refused_in_words(player: Any, reason: str) -> None:
    start = scorekeeper.deal("oh-hell")
    for refused in (player, [player, *["random"] * 3]):
        with pytest.raises(ValueError, match=reason.replace("(", r"\(")):
            scorekeeper.play_deal(start, refused)
        with pytest.raises(ValueError, match=reason):
            scorekeeper.simulate("oh-hell", 1, refused)
        with pytest.raises(ValueError, match=reason):
            scorekeeper.odds(scorekeeper.new_game("oh-hell"), players=refused, bank=10)


@pytest.mark.parametrize("players", [["random"] * 3, ["random"] * 5, []])
def test_a_table_needs_a_player_for_each_seat(players: list[str]) -> None:
    with pytest.raises(ValueError, match=r"players"):
        scorekeeper.play_deal(scorekeeper.deal("oh-hell", players=4), players)
    with pytest.raises(ValueError, match=r"seats|players"):
        scorekeeper.simulate("oh-hell", 1, players, seats=4)


@dataclass
class Wrong:
    """Decides the same in a phase, whatever is legal; otherwise the lowest legal action."""

    phase: Phase
    decision: object

    def decide(self, view: View) -> object:
        return self.decision if view.phase is self.phase else First().decide(view)


@pytest.mark.parametrize(
    ("phase", "decision"),
    [
        (Phase.GIVE, ()),
        (Phase.GIVE, None),
        (Phase.GIVE, ["SA", "SK", "SQ"]),
        (Phase.GIVE, [7, 7, 7]),
        (Phase.CARD, "SA"),
        (Phase.CARD, None),
        (Phase.CARD, [1, 2]),
    ],
)
def test_a_decision_that_is_not_legal_is_refused_in_words(phase: Phase, decision: object) -> None:
    with pytest.raises(ValueError, match=r"is no legal decision of Wrong \((West|South)\): "):
        scorekeeper.play_deal(scorekeeper.deal("hearts"), Wrong(phase, decision))
    with pytest.raises(ValueError, match="is no legal decision of Wrong") as refused:
        scorekeeper.simulate("hearts", 1, Wrong(phase, decision))
    assert refused.value.__notes__ == ["It happened in deal 1 with seed 1."]


def test_given_hands_are_dealt() -> None:
    shuffled = scorekeeper.deal("spades", seed=9)
    written = scorekeeper.write(shuffled).partition("deal ")[2].partition(";")[0]
    pbn = "S:" + " ".join(_pbn(hand) for hand in shuffled.hands)
    for hands in (shuffled.hands, written.split(" / "), pbn, pbn[2:].split()):
        assert scorekeeper.deal("spades", hands=hands) == shuffled
    some = scorekeeper.deal("oh-hell", players=3, number=2)
    lots = [*some.dealt, some.stock]
    assert scorekeeper.deal("oh-hell", hands=lots, number=2) == some
    assert scorekeeper.deal("oh-hell", hands=lots, number=2, players=3) == some


def _pbn(hand: Any) -> str:
    return ".".join(
        "".join(card.rank.letter for card in hand if card.suit is suit) for suit in reversed(Suit)
    )


@pytest.mark.parametrize("hands", [[], ["SA", "SK", "SQ", "SJ"], "SA SK", [["SA"]] * 4, ["XX"] * 4])
def test_hands_that_are_not_the_pack_are_refused(hands: Any) -> None:
    with pytest.raises((scorekeeper.EntryError, ValueError)):
        scorekeeper.deal("spades", hands=hands)


def test_totals_and_bags_before_a_deal_are_seen_and_count() -> None:
    watcher = Watcher()
    alone = scorekeeper.deal("spades", seed=2)
    late = scorekeeper.deal("spades", seed=2, totals=[450, 460], left=[9, 9])
    end = scorekeeper.play_deal(late, [watcher, "sensible", "sensible", "sensible"])
    assert {(view.totals, view.left) for view in watcher.views} == {((450, 460), (9, 9))}
    first, second = (scorekeeper.play_deal(start, "sensible").score for start in (alone, late))
    assert first is not None
    assert second is not None
    assert sum(first.points) - sum(second.points) in {100, 200}  # bags
    assert scorekeeper.load("spades", scorekeeper.write(end)) == end
    with pytest.raises(ValueError, match="2 totals, one for each side"):
        scorekeeper.deal("spades", totals=[1])
    for field_ in ("totals 1", "totals 1 x", "left 1 2 3", "left -1 0"):
        line = scorekeeper.write(alone).replace("; deal", f"; {field_}; deal")
        with pytest.raises(scorekeeper.EntryError, match="whole numbers"):
            scorekeeper.load("spades", line)


@pytest.mark.parametrize("game", PLAYED)
def test_every_position_has_a_text_form_and_one_short_line(game: str) -> None:
    for seed, rules in enumerate(scorekeeper.presets(game)[: None if DEEP else 1]):
        for place, position in enumerate(positions(game, rules, seed, Earlier())):
            line = repr(position)
            assert (len(line) < 120, "\n" in line) == (True, False), line
            if position.turn is not None:
                line = repr(View.of(position, position.turn))
                assert (len(line) < 160, "\n" in line) == (True, False), line
            if place % 7 == seed % 7:
                assert scorekeeper.load(game, scorekeeper.write(position)) == position


def test_a_file_with_a_player_is_loaded_by_the_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "strange_bots.py").write_text(
        "class Lowest:\n    def decide(self, view):\n        return view.legal[0]\n"
        "class Asks:\n    def __init__(self, more): ...\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke
    words = ["simulate", "--game", "oh-hell", "--hands", "4", "--players"]
    done = run(main, [*words, "strange_bots:Lowest,random,random,random"])
    assert (done.exit_code, "Lowest" in done.output) == (0, True)
    for name in ("strange_bots:Asks", "strange_bots:Nobody", "no_such_file:Lowest", ":", "os:path"):
        refused = run(main, [*words, name])
        assert refused.exit_code == 2
        assert f"“{name}” cannot be loaded" in refused.output or "is no player" in refused.output
