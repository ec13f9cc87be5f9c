"""The walk through taps overtaken by another phone, and different answers to one question."""

from __future__ import annotations

from scorekeeper.ledger.game_log import Kind
from tests.web.walker import Walker, trick_fields, whist


def late_taps(scorer: Walker) -> None:
    """Taps on an outdated or incomplete page."""
    form = scorer.question()
    for answers in (
        {"revision": "1", "bid": "7C", "winner": "2"},
        {"revision": "77777", "bid": "7C", "winner": "2"},
        {"revision": "", "bid": "7C", "winner": "2"},
        {"csrf_token": "", "bid": "7C", "winner": "2"},
    ):
        scorer.fill(form, answers)
    for act in ("dealer", "stop"):
        late = scorer.open("/games/1/more").form(f"/{act}")
        scorer.fill(late, {"revision": "1", "dealer": "1"})
    scorer.send(scorer.open("/games/1/more").form("/dealer"), dealer="1,5")
    scorer.send(scorer.open("/games/1/").form("/undo"))
    for _ in range(3):
        page = scorer.send(scorer.open("/games/1/").form("/undo"))
    for act in ("redo", "undo", "redo"):
        page = scorer.send(page.form(f"/{act}"))


def answered_meanwhile(scorer: Walker) -> None:
    """Taps for a question that another phone has answered: superseded, undone, over."""
    number = whist(scorer)
    scorer.open(f"/games/{number}/?record=calls")
    called = scorer.question(number)
    for call in ("5C", "6C"):
        scorer.send(called, call=call)
    scorer.open(f"/games/{number}/?record=result")
    auction = scorer.question(number)
    scorer.answer(number, bid="7C", winner="2")
    contract = scorer.question(number)
    late = {"bid": "8C", "winner": "1"}
    scorer.fill(auction, late)
    page = scorer.open(f"/games/{number}/")
    scorer.send(page.form("/undo"))
    scorer.send(contract, number="2")
    scorer.answer(number, bid="7C", winner="2")
    scorer.send(scorer.open(f"/games/{number}/more").form("/stop"))
    scorer.fill(auction, late)
    _two_answers(scorer)


def _two_answers(scorer: Walker) -> None:
    """A question that two phones have answered: one of the answers holds."""
    number = whist(scorer)
    scorer.answer(number, bid="7C", winner="2")
    east = scorer.question(number)
    store = scorer.store
    store.record(1, number, key="7", revision=1, kind=Kind.ANSWER, given={"number": 0}, device="7")
    for contract in ("2", "2"):
        scorer.answer(number, number=contract)
    page = scorer.send(east, number="2")
    keep, use = (form for form in page.forms if form.action.endswith("/choice"))
    scorer.send(keep)
    scorer.send(keep, key="8", answer="7")
    scorer.send(use, key="9", answer=use.fields["instead"])
    scorer.send(use)
    scorer.open(f"/games/{number}/history")
    scorer.send(scorer.open(f"/games/{number}/").form("/undo"))
    scorer.answer(number, **trick_fields("0 3 8 2"))
    scorer.send(use, key="99")
