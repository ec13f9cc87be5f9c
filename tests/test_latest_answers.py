"""The cache of latest answers for the same games."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.caches import MOST_ANSWERS, cache_latest


def test_the_same_games_are_added_up_once() -> None:
    asked: list[tuple[str, ...]] = []

    @cache_latest
    def joined(games: Sequence[str]) -> str:
        asked.append(tuple(games))
        return " ".join(games)

    games = ["one", "two"]
    assert [joined(games), joined(tuple(games))] == ["one two", "one two"]
    assert asked == [("one", "two")]
    games[1] = "three"  # a game ended otherwise: the answer is another
    assert joined(games) == "one three"
    assert joined([]) == ""
    assert asked == [("one", "two"), ("one", "three"), ()]


def test_only_the_latest_answers_are_kept() -> None:
    asked: list[int] = []

    @cache_latest
    def first(games: Sequence[int]) -> int:
        asked.append(games[0])
        return games[0]

    everything = list(range(MOST_ANSWERS + 1))
    assert [first([game]) for game in everything] == everything
    assert [first([MOST_ANSWERS]), first([0])] == [MOST_ANSWERS, 0]
    assert asked == [*everything, 0]
