"""The caches: latest answers for the same games, and the dictionary of limited length below."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.caches import MOST_ANSWERS, LimitedDict, cache_latest


def test_the_oldest_assignment_is_dropped_first() -> None:
    newest = LimitedDict[str, int](2)
    for number, key in enumerate("abac"):  # b is the oldest when c comes
        newest[key] = number
    assert dict(newest) == {"a": 2, "c": 3}


def test_an_entry_that_was_moved_to_the_end_is_new_again() -> None:
    newest = LimitedDict[str, int](2)
    newest["a"], newest["b"] = 1, 2
    newest.move_to_end("a")
    newest["c"] = 3
    assert list(newest) == ["a", "c"]


def test_reading_makes_nothing_new() -> None:
    newest = LimitedDict[str, int](1)
    newest["a"] = 1
    assert (newest.get("a"), newest.get("b"), len(newest)) == (1, None, 1)


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
