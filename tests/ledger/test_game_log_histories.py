"""Random histories of the log: folding, storing, undo, redo and correction."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.ledger.game_log import Entry, Kind, Log, checked_entry
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Game, Setup
from scorekeeper.seating import SOUTH
from tests.ledger.entry_strategies import histories, next_entries, script_of, whole_hands
from tests.ledger.short_logs import correct, log_of, play, record, redo, undo, visible_hands


def partners_log(preset: str, ending: Ending) -> Log:
    """The same for a game with sides, announcements and another kind of auction."""
    rules = BID_WHIST.preset(preset).rules
    return Log.of(Setup(BID_WHIST, rules, ending, 4, SOUTH))


GAMES = st.builds(
    log_of,
    st.sampled_from(["pagat", "wikipedia", "vax"]),
    st.sampled_from([Ending(goal=Goal.OPEN), Ending(target=30), Ending(goal=Goal.DEALS, deals=2)]),
) | st.builds(
    partners_log,
    st.sampled_from(["house", "dealer-must-bid"]),
    st.sampled_from(
        [BID_WHIST.endings.usual, Ending(goal=Goal.TIME, time="2026-03-06T22:00:00+00:00")]
    ),
)


def played(log: Log) -> list[Entry]:
    """The entries in force that are no notes: undo and redo pass over those."""
    return [entry for entry in log.done if entry.kind is not Kind.NOTE]


EXAMPLES = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@EXAMPLES
@given(st.data(), GAMES)
def test_any_history_is_folded_stored_undone_and_redone(data: st.DataObject, begin: Log) -> None:
    """One history for all of it, because drawing it takes longest."""
    log, entries = data.draw(histories(begin))
    cut = data.draw(st.integers(0, len(entries)))
    assert begin.after(entries[:cut]).after(entries[cut:]) == log
    kept = json.loads(json.dumps([[entry.kind.value, entry.deal, entry.fact] for entry in entries]))
    assert begin.after(Entry(Kind(kind), deal, fact) for kind, deal, fact in kept) == log
    before = log.answered_before
    assert before is None or checked_entry(log, Kind.ANSWER, None, before).fact == before
    entry = data.draw(next_entries(log))
    if entry.kind is Kind.NOTE:
        noted = log.after([entry])
        assert (noted.game, noted.last, noted.undone) == (log.game, log.last, log.undone)
    elif entry.kind not in {Kind.UNDO, Kind.REDO}:
        taken_back = undo(log.after([entry]))
        assert (taken_back.game, taken_back.done) == (log.game, log.done)
        assert taken_back.revision == log.revision + 2
    if log.last:
        undone = undo(log)
        back = redo(undone)
        assert undone.notes == back.notes == log.notes
        assert (back.game, played(back), back.undone) == (log.game, played(log), log.undone)
        assert back.withdrawn == log.withdrawn
        assert str(undone.redo_label) == str(log.undo_label)


@EXAMPLES
@given(st.data(), st.sampled_from(["pagat", "wikipedia", "vax"]))
@pytest.mark.slow
def test_a_corrected_game_equals_a_fresh_recording_of_the_corrected_facts(
    data: st.DataObject, preset: str
) -> None:
    begin = log_of(preset)
    hands = data.draw(st.lists(whole_hands(script_of(begin.game)), min_size=1, max_size=3))
    log, _ = data.draw(histories(play(begin, *hands), most=15))
    complete = [deal.number for deal in log.game.deals if deal.score]
    if not complete or log.game.over:
        return
    number = data.draw(st.sampled_from(complete))
    corrected = correct(log, number, data.draw(whole_hands(script_of(log.game, number))))
    assert visible_hands(corrected.game) == visible_hands(
        fresh_recording(corrected.game, log_of(preset)).game
    )
    untouched = [deal.reading.facts for deal in corrected.game.deals]
    untouched[number - 1] = log.game.deals[number - 1].reading.facts
    assert untouched == [deal.reading.facts for deal in log.game.deals]
    assert [deal.flaw for deal in corrected.game.deals] == [deal.flaw for deal in log.game.deals]


def fresh_recording(game: Game, log: Log) -> Log:
    """The same hands recorded from the start, without undo or correction."""
    for deal in game.deals:
        if log.game.current.dealer != deal.dealer:
            log = record(log, Kind.DEALER, {"dealer": int(deal.dealer)})
        log = play(log, deal.reading.facts)
        if any(deal.record.revokes):
            log = record(log, Kind.REVOKES, {"revokes": list(deal.record.revokes)}, deal.number)
    return log
