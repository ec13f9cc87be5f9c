"""Notes on hands and games: they stay with their hands, and no undo or other phone is disturbed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper.errors import EntryError
from scorekeeper.ledger import tables
from scorekeeper.ledger.conflicts import Became
from scorekeeper.ledger.game_list import new_game, remove
from scorekeeper.ledger.game_log import LONGEST_NOTE, Kind, Log
from scorekeeper.ledger.history import acts_of, history
from scorekeeper.ledger.sessions import Wanted, find_sessions
from scorekeeper.ledger.store import Store
from tests.conftest import PLAYERS, setup_of
from tests.ledger.example import HAND, play
from tests.ledger.short_logs import log_of, record, redo, undo
from tests.ledger.short_logs import play as played
from tests.ledger.test_conflicts import submit

Rows = Callable[[str], list[tuple[object, ...]]]


def note(log: Log, number: int, text: str) -> Log:
    return record(log, Kind.NOTE, {"note": text}, number)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Dana's\tfirst nil \n", "Dana's first nil"),  # one line
        ("a\u202eb\u0007c\u200b", "abc"),  # a right-to-left override, a bell, nothing to see
        ("=1+1 <b>דנה</b>", "=1+1 <b>דנה</b>"),  # each page and file guards itself
        ("x" * LONGEST_NOTE, "x" * LONGEST_NOTE),
        ("\u200b ", None),
        ("", None),
    ],
)
def test_a_note_is_a_line_and_changes_no_points(typed: str, kept: str | None) -> None:
    before = note(played(log_of(), HAND), 1, "earlier")
    for number in (0, 1):
        after = note(before, number, typed)
        assert after.notes.get(number) == kept
        assert after.game == before.game


@pytest.mark.parametrize(
    ("given", "number", "code"),
    [
        ({"note": "x" * (LONGEST_NOTE + 1)}, 1, "text-too-long"),
        ({"note": ["x"]}, 1, "no-note"),
        ({}, 0, "no-note"),
        ({"note": "x"}, 2, "no-such-hand"),
        ({"note": "x"}, -1, "no-such-hand"),
    ],
)
def test_what_is_no_note_is_refused(given: dict[str, object], number: int, code: str) -> None:
    with pytest.raises(EntryError) as refused:
        record(played(log_of(), HAND), Kind.NOTE, given, number)
    assert refused.value.code == code


def test_a_note_waits_while_its_hand_is_undone() -> None:
    log = note(note(played(log_of(), HAND, HAND), 2, "misdealt"), 0, "final")
    assert str(log.undo_label).startswith("hand 2, ")
    for _ in HAND:
        log = undo(log)
    assert (len(log.game.deals), log.notes) == (1, {2: "misdealt", 0: "final"})
    log = note(log, 1, "meanwhile")
    assert redo(log).game.current.number == 2  # a note makes no undo final
    again = played(log, HAND)
    assert (len(again.game.complete), again.notes[2]) == (2, "misdealt")
    for _ in range(2 * len(HAND)):
        again = undo(again)
    assert (again.undo_label, len(again.notes)) == (None, 3)


def test_a_note_moves_with_its_hand_and_back() -> None:
    log = note(played(log_of(), HAND, HAND), 2, "second")
    put_in = record(log, Kind.HANDS, {"new": [{"facts": list(HAND)}], "stay": "1"}, 1)
    later = note(put_in, 3, "third")
    assert (put_in.notes, undo(put_in).notes) == ({3: "second"}, {2: "second"})
    # Its number is right only as long as the hand is put in, so it is taken back first.
    assert (str(later.undo_label), undo(later).notes) == ("note on hand 3", {3: "second"})
    assert undo(undo(later)).notes == {2: "second"}
    assert redo(undo(put_in)).notes == {3: "second"}
    out = record(note(put_in, 1, "gone"), Kind.REMOVAL, {}, 1)
    assert out.notes == {2: "second"}


@pytest.fixture
def game(store: Store) -> int:
    return new_game(store, tables.first(store).id, "key", setup_of(), PLAYERS)


def test_a_note_does_not_disturb_another_phone(store: Store, game: int) -> None:
    """Answers, undo and redo of a page without the note count as if it were not there."""
    play(store, game, HAND[:1])

    def noted(text: str, revision: int, number: int = 1) -> Became:
        given = {"kind": "note", "deal": number, "question": None, "key": text}
        return submit(store, game, {"note": text}, revision, **given).became

    assert noted("one", 1) is Became.RECORDED
    assert submit(store, game, HAND[1], 1).became is Became.RECORDED
    assert noted("two", 2) is Became.SUPERSEDED  # the hand has gone on
    assert noted("game", 1, 0) is Became.RECORDED
    assert noted("other", 1, 0) is Became.SUPERSEDED  # that note would be lost
    back = submit(store, game, {}, 3, kind="undo", key="undo", deal=None)
    assert (back.became, back.record.log.revision) == (Became.RECORDED, 5)
    assert noted("more", 5, 0) is Became.RECORDED
    again = submit(store, game, {}, 5, kind="redo", key="redo", deal=None)
    assert (again.became, again.record.log.notes) == (Became.RECORDED, {1: "one", 0: "more"})
    told = [str(line) for each in history(setup_of(), acts_of(store, 1, game)) for line in
            each.sentences]  # fmt: skip
    assert [line for line in told if "ote" in line] == ["Note: one", "Note: game", "Note: more"]


def test_evenings_are_found_by_notes_in_force(store: Store, game: int) -> None:
    play(store, game, HAND)

    def found(text: str) -> int:
        return find_sessions(store, 1, Wanted(text=text), 9).count

    def noted(text: str, number: int) -> None:
        revision = store.revision(1, game)
        given = {"note": text}
        store.record(1, game, key=f"{revision}", revision=revision, kind=Kind.NOTE, given=given,
                     deal=number)  # fmt: skip

    noted("Great Crossruff", 1)
    noted("משחק הגמר", 0)
    assert [found(text) for text in ("crossruff", "הגמר great", "ruff 2020")] == [1, 1, 0]
    noted("", 1)
    assert [found("crossruff"), found("הגמר")] == [0, 1]
    remove(store, 1, game)
    assert found("הגמר") == 0
