"""The dictionary of limited length under the caches."""

from __future__ import annotations

from scorekeeper.caches import LimitedDict


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
