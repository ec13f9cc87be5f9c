"""Corrections of one hand: its answers, and their consequences."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

from tests.web.corrected_hand import HAND, Rows, change, entries, points, table, trail
from tests.web.phone import Page, Phone, addresses

__all__ = ["table"]  # fixtures


def test_the_page_of_a_hand_tells_everything_that_was_recorded(table: Phone) -> None:
    page = table.open(HAND)
    assert points(page) == ["−20", "+19", "−10", "−40"]
    assert [line for line in trail(page) if "won" not in line] == [
        "Anna dealt",
        "Dana said 0",
        "Anna said 2",
        "Ben said 3",
        "tricks: Anna 0, Ben 3, Chaim 8, Dana 2",
    ]
    assert page.words.count("Change") == 6


def test_the_question_asked_again_shows_what_was_answered(table: Phone) -> None:
    auction = table.open(f"{HAND}correct?question=auction-0-0").form("/correct").fields
    tricks = table.open(f"{HAND}correct?question=tricks").form("/correct").fields
    contract = table.open(f"{HAND}correct?question=contract-0")
    assert (auction["bid"], auction["winner"]) == ("7C", "2")
    assert [tricks[f"tricks-{side}"] for side in range(4)] == ["0", "3", "8", "2"]
    assert re.findall(r'tile--chosen" name="number" value="(\d+)"', contract.html) == ["2"]
    assert "You are correcting hand 1. It counts as soon as" in contract.words
    # A half-given answer is stored under this name, not only under the path.
    assert 'data-question="correct-1-contract-0"' in contract.html


def test_the_tricks_are_corrected_in_one_answer(table: Phone, rows: Rows) -> None:
    page = change(table, "tricks", tricks_0="2", tricks_3="0")
    assert (page.address, points(page)) == (HAND, ["+14", "+19", "−10", "+50"])
    assert rows("select kind, deal from entries where number > 5") == [("correction", 1)]
    assert "Undo: correction of hand 1" in table.open("/games/1/").words


def test_the_table_reads_who_gained_what_until_somebody_records_more(table: Phone) -> None:
    def moved(page: Page) -> list[str]:
        told = re.findall(r'<p class="notice moved"[^>]*>(.*?)</p>', page.html, re.DOTALL)
        return [" ".join(re.sub(r"<[^>]*>", "", words).split()) for words in told]

    gained = "Anna +34: 14 (was −20) · Dana +90: 50 (was −40)"
    page = change(table, "tricks", tricks_0="2", tricks_3="0")
    assert moved(page) == [f"Correction of hand 1 · {gained}"]
    table.send(table.open("/games/1/").form("/undo"))
    undone = "Anna −34: −20 (was 14) · Dana −90: −40 (was 50)"
    assert moved(table.open("/games/1/")) == [f"Undone: correction of hand 1 · {undone}"]
    table.send(table.open("/games/1/").form("/redo"))
    assert moved(table.open("/games/1/")) == [f"Correction of hand 1 · {gained}"]
    assert moved(table.answer(bid="7C", winner="2")) == []


def test_a_contract_that_makes_another_illegal_asks_for_that_too(table: Phone, rows: Rows) -> None:
    """With Anna's 3 instead of 2, Ben's 3 would make 13."""
    page = change(table, "contract-0", number="3")
    assert ("Ben's contract?" in page.words, entries(rows)) == (True, 5)
    assert points(table.open(HAND)) == ["−20", "+19", "−10", "−40"]
    page = table.send(page.form("/correct"), number="4")
    assert (page.address, points(page), entries(rows)) == (HAND, ["−30", "−10", "−10", "−40"], 6)


def test_another_declarer_is_asked_for_no_contract_and_the_old_one_is(
    table: Phone, rows: Rows
) -> None:
    """Ben declared 8 spades, not Chaim 7 clubs: Chaim had not announced a contract."""
    page = change(table, "auction-0-0", bid="8S", winner="1")
    assert "Chaim's contract?" in page.words
    page = table.send(page.form("/correct"), number="1")
    assert "Another player declares now." in page.words
    assert [line for line in trail(page) if line.endswith("kept")] == [
        "Dana said 0 kept",
        "Anna said 2 kept",
        "tricks: Anna 0, Ben 3, Chaim 8, Dana 2 kept",
    ]
    assert entries(rows) == 5
    page = table.press(page.form("/correct"))
    assert (page.address, points(page), entries(rows)) == (HAND, ["−20", "−50", "−70", "−40"], 6)
    assert trail(page)[2:] == [
        "Chaim said 1",
        "Dana said 0",
        "Anna said 2",
        "tricks: Anna 0, Ben 3, Chaim 8, Dana 2",
    ]


def test_all_passed_becomes_a_real_hand(scorer: Phone, rows: Rows) -> None:
    scorer.write_game()
    page = scorer.answer(bid="pass")
    assert "Next hand: Anna deals" in page.words
    scorer.write_hand("0 2 3", "0 3 8 2")
    page = change(scorer, "auction-0-0", bid="6H", winner="3")
    for number in ("1", "2", "5"):
        page = scorer.send(page.form("/correct"), number=number)
    assert ("How many tricks did each take?" in page.words, entries(rows)) == (True, 6)
    page = scorer.fill(
        page.form("/correct"),
        {f"tricks-{side}": str(took) for side, took in enumerate((1, 2, 4, 6))},
    )
    assert (page.address, points(page)) == (HAND, ["+11", "+14", "−10", "+46"])
    second = scorer.open("/games/1/hands/2/")
    assert trail(second)[0] == "Anna dealt"
    assert points(second) == ["−20", "+19", "−10", "−40"]
    assert "Total −9 33 −20 6" in spaced(scorer.open("/games/1/sheet"))


def test_a_real_hand_becomes_all_passed(table: Phone) -> None:
    page = change(table, "auction-0-0", bid="pass")
    assert (page.address, "thrown in" in page.words) == (HAND, True)
    assert "Total 0 0 0 0" in spaced(table.open("/games/1/sheet"))


def spaced(page: Page) -> str:
    """The words of a page, with every cell of a table apart."""
    return Page(
        200, "", page.html.replace("<td", " <td").replace("<th", " <th"), page.headers
    ).words


def test_one_call_of_a_whole_auction_is_corrected(scorer: Phone) -> None:
    scorer.write_game()
    scorer.open("/games/1/?record=calls")
    for call in ("5C", "5D", "pass", "pass", "pass", "pass"):
        scorer.answer(call=call)
    for number in ("0", "2", "3"):
        scorer.answer(number=number)
    scorer.fill(scorer.question(), {f"tricks-{side}": took for side, took in enumerate("0382")})
    page = change(scorer, "auction-0-1", call="5H")
    assert trail(page)[1:3] == ["Anna bid 5♣", "Ben bid 5♥"]


def test_a_refused_correction_keeps_what_was_given(table: Phone, rows: Rows) -> None:
    page = change(table, "tricks", tricks_0="1", tricks_1="12")
    assert (page.status, page.problems, entries(rows)) == (422, ["10 tricks too many"], 5)
    kept = page.form("/correct").fields
    assert [kept[f"tricks-{side}"] for side in range(4)] == ["1", "12", "8", "2"]


def test_the_same_correction_twice_is_recorded_once(table: Phone, rows: Rows) -> None:
    form = table.open(f"{HAND}correct?question=contract-3").form("/correct")
    first = table.send(form, number="2", follow=False)
    second = table.send(form, number="2", follow=False)
    assert (first.status, first.headers["Location"]) == (303, HAND)
    assert (second.status, second.headers["Location"]) == (303, HAND)
    assert entries(rows) == 6


def test_a_correction_on_an_old_view_is_offered_again_over_the_hand_as_it_stands(
    table: Phone, rows: Rows
) -> None:
    """Another phone corrects Dana's contract meanwhile; the tricks here do not undo that."""
    form = table.open(f"{HAND}correct?question=tricks").form("/correct")
    change(table, "contract-3", number="2")
    page = table.fill(form, {"tricks-0": "2", "tricks-3": "0"})
    assert (page.status, page.notices, entries(rows)) == (
        409,
        ["The game has moved on since this page was loaded: check and correct again."],
        6,
    )
    again = page.form("/correct")
    assert [again.fields[f"tricks-{side}"] for side in range(4)] == ["2", "3", "8", "0"]
    page = table.send(again)
    assert (page.address, points(page)) == (HAND, ["+14", "+19", "−10", "−20"])
    assert trail(page)[2] == "Dana said 2"


def test_a_correction_of_several_questions_overwrites_no_other(table: Phone, rows: Rows) -> None:
    """Another phone corrects the hand between the first question and the second."""
    second = change(table, "contract-0", number="3").form("/correct")
    change(table, "contract-3", number="2")
    page = table.send(second, number="2")
    assert (page.status, page.notices, entries(rows)) == (
        409,
        ["The game has moved on since this page was loaded: check and correct again."],
        6,
    )
    assert trail(page)[2:5] == ["Dana said 2", "Anna said 2", "Ben said 3"]  # none of these alone
    assert trail(table.open(HAND))[2:5] == ["Dana said 2", "Anna said 2", "Ben said 3"]


def test_what_is_recorded_in_another_hand_meanwhile_is_no_matter(table: Phone, rows: Rows) -> None:
    """Between two questions, and during the counting of revokes."""
    second = change(table, "contract-0", number="3").form("/correct")
    table.answer(bid="8C", winner="1")
    page = table.send(second, number="2")
    assert (page.address, entries(rows)) == (HAND, 7)
    assert trail(page)[2:5] == ["Dana said 0", "Anna said 3", "Ben said 2"]
    revokes = page.form("/revokes")
    table.answer(number="2")
    page = table.fill(revokes, {"revokes-1": "1"})
    assert (page.address, entries(rows)) == (HAND, 9)


def test_a_page_from_before_a_restore_corrects_nothing(table: Phone, rows: Rows) -> None:
    """Its revision is higher than that of the file."""
    form = table.open(f"{HAND}correct?question=tricks").form("/correct")
    page = table.fill(form, {"tricks-0": "2", "tricks-3": "0", "revision": "9"})
    assert (page.status, entries(rows)) == (409, 5)


def test_the_running_hand_is_not_corrected_but_undone(table: Phone) -> None:
    table.answer(bid="7C", winner="2")
    page = table.open("/games/1/hands/2/")
    assert "This hand is still running" in page.words
    assert "Change" not in page.words


NO_PAGE_SENDS = (
    "",
    "{",
    "[]",
    "{}",
    "null",
    '[["auction-0-0"]]',
    '[[1,{}],["tricks",7]]',
    "[" * 20_000,
    '[["auction-0-0",{"bid":["7C"],"winner":{}}]]',
    '[["auction-0-0",{"bid":"7C","winner":2.5}]]',
    '[["auction-0-0",{"bid":"7C","winner":NaN}]]',
    '[["auction-0-0",{"bid":"7C","winner":true}]]',
    json.dumps([["auction-0-0", {"bid": "7C", "winner": 10**4000}]]),
    '[["auction-0-0",{"bid":"\\ud800","winner":2}]]',
    json.dumps([["tricks", {"tricks": [[], {}, None, "x"]}]] * 3),
    json.dumps([["x", {}]] * 300),
)


def test_answers_that_no_page_sends_only_start_the_correction_afresh(
    table: Phone, rows: Rows
) -> None:
    form = table.open(f"{HAND}correct?question=tricks").form("/correct")
    wrong = []
    for answers in NO_PAGE_SENDS:
        opened = table.open(f"{HAND}correct?answers={quote(answers)}").status
        sent = {"answers": answers, "number": "3", "bid": "7C", "winner": "2"}
        if opened != 200 or table.fill(form, sent).status not in {200, 422}:
            wrong.append(answers[:80])
    assert wrong == []
    assert (entries(rows), points(table.open(HAND))) == (5, ["−20", "+19", "−10", "−40"])


def test_there_is_nothing_to_ask_of_a_whole_hand(table: Phone) -> None:
    page = table.open(f"{HAND}correct?question=contract-2", follow=False)  # the declarer's
    assert (page.status, page.headers["Location"]) == (303, HAND)


def another_declarer(phone: Phone) -> Page:
    """The page that asks to confirm Ben with 8 spades in place of Chaim with 7 clubs."""
    page = change(phone, "auction-0-0", bid="8S", winner="1")
    return phone.send(page.form("/correct"), number="1")


def test_what_a_correction_keeps_can_be_changed_before_it_is_recorded(
    table: Phone, rows: Rows
) -> None:
    page = another_declarer(table)
    asked = next(
        link.replace("&amp;", "&") for link in addresses(page) if "question=tricks" in link
    )
    page = table.fill(
        table.open(asked).form("/correct"),
        {f"tricks-{side}": took for side, took in enumerate(("0", "8", "3", "2"))},
    )
    kept = [line.rsplit(" ", 1)[1] for line in trail(page)]
    assert (kept, entries(rows)) == (["new", "new", "kept", "kept", "new"], 5)
    page = table.press(page.form("/correct"))
    assert (page.address, points(page)) == (HAND, ["−20", "+74", "−20", "−40"])


def test_a_correction_is_recorded_as_its_preview_showed_it(table: Phone, rows: Rows) -> None:
    """Neither other answers are, nor the same under rules that another phone changed meanwhile."""
    page = another_declarer(table)
    form = page.form("/correct")
    value = form.buttons[0][1]
    for other in ("", "x []", f"{value.partition(' ')[0]} []", value.replace("8S", "9S")):
        sent = table.fill(form, {"previewed": other})
        assert (sent.status, len(sent.notices), entries(rows)) == (409, 1, 5), other
    table.press(
        table.open("/games/1/amend/rules?rules=own&rules.scheme=elhanani&hand=1").form("/rules")
    )
    assert (table.press(form).status, entries(rows)) == (409, 6)
