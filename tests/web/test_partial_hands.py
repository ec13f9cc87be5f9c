"""The page for a partly known hand."""

from __future__ import annotations

from tests.web.phone import Phone

CONTRACTS = {f"contracts-{seat}": number for seat, number in enumerate(("2", "3", "7", "0"))}
TRICKS = {f"tricks-{seat}": number for seat, number in enumerate(("0", "3", "8", "2"))}


def test_contracts_and_tricks_are_recorded_and_marked(scorer: Phone) -> None:
    scorer.write_game()
    form = scorer.open("/games/1/partial").form("/partial")
    page = scorer.fill(form, CONTRACTS | TRICKS)
    assert (page.status, page.address) == (200, "/games/1/")
    assert "1 under, auction not recorded" in page.words
    sheet = scorer.open("/games/1/sheet").words
    assert "auction not recorded" in sheet
    assert "no auction recorded; contracts: Anna 2" in scorer.open("/games/1/hands/1/").words


def test_a_bid_without_its_declarer_is_kept_shown_and_put_right(scorer: Phone) -> None:
    scorer.write_game()
    form = scorer.open("/games/1/partial").form("/partial")
    bid = {"bid-number": "7", "bid-trumps": "C"}
    page = scorer.fill(form, CONTRACTS | TRICKS | bid)
    assert "7♣ · 1 under, declarer not recorded" in " ".join(page.words.split())
    ask = scorer.open("/games/1/hands/1/correct?question=partial").form("/correct")
    assert (ask.fields["bid-number"], ask.fields["bid-trumps"]) == ("7", "C")
    page = scorer.fill(ask, {"bid-number": "", "declarer": "2"})
    assert "number of the bid not recorded" in page.words
    whole = scorer.open("/games/1/hands/1/correct?question=partial").form("/correct")
    assert (whole.fields["bid-number"], whole.fields["declarer"]) == ("", "2")
    refused = scorer.fill(whole, {"bid-number": "7"})
    assert refused.problems == [
        "Nothing is missing: answer the questions of this hand as of any other."
    ]


def test_a_refused_hand_keeps_what_was_typed(scorer: Phone) -> None:
    scorer.write_game()
    form = scorer.open("/games/1/partial").form("/partial")
    page = scorer.fill(form, CONTRACTS | TRICKS | {"tricks-3": "1"})
    assert (page.status, page.problems) == (422, ["1 trick still to assign"])
    assert page.form("/partial").fields["contracts-2"] == "7"
    assert page.form("/partial").fields["tricks-2"] == "8"


def test_the_points_alone_can_be_put_right(scorer: Phone) -> None:
    scorer.write_game()
    form = scorer.open("/games/1/partial").form("/partial")
    points = {f"points-{seat}": number for seat, number in enumerate(("1", "2", "-3", "0"))}
    assert "points only" in scorer.fill(form, points).words
    ask = scorer.open("/games/1/hands/1/correct?question=partial").form("/correct")
    assert ask.fields["points-2"] == "-3"
    page = scorer.fill(ask, {"points-2": "-4"})
    assert (page.status, page.address) == (200, "/games/1/hands/1/")
    assert "−4" in page.words


def test_a_hand_on_an_old_page_is_not_recorded_twice(scorer: Phone) -> None:
    scorer.write_game()
    form = scorer.open("/games/1/partial").form("/partial")
    scorer.fill(form, CONTRACTS | TRICKS)
    again = scorer.fill(form, CONTRACTS | TRICKS)
    assert (again.status, again.address) == (200, "/games/1/")  # the same tap
    other = scorer.fill(form, CONTRACTS | TRICKS | {"tricks-0": "1", "tricks-1": "2"})
    assert other.status in {409, 422}
    assert "Hand 3" not in scorer.open("/games/1/").words
