"""The page for advice: its answers, its refusals, and when it is hidden."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, parse_qsl

import pytest
from flask import Flask

from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.play.notation import parse_hand
from scorekeeper.play.position import WholeGame
from scorekeeper.play.sampling_players import SampledAdviser
from scorekeeper.play.situations import before_a_bid
from scorekeeper.seating import SOUTH
from scorekeeper.web import advice
from scorekeeper.wording import half_up
from tests.doors import new_link
from tests.web.phone import Page, Phone
from tests.web.places import without_chances

WHOLE = WholeGame[Any].of(ISRAELI_WHIST)

HAND = "AKQ54.T98.765.32"
RUNNING = "A game is running at this table: advice is hidden until it is over."


def advised(page: Page) -> str:
    """The recommendation, with the reason and the uncertainty."""
    section = re.search(r'<section class="advised".*?</section>', page.html, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", section[0] if section else "")).split())


def test_it_says_what_to_bid_why_and_how_sure_that_is(scorer: Phone) -> None:
    """The figures are those of the engine."""
    situation = before_a_bid(
        WHOLE, ISRAELI_WHIST.preset("pagat").rules, parse_hand(HAND), dealer=SOUTH
    )
    advice = SampledAdviser().advise(situation, 500, 1)
    other = advice.next_best
    assert other is not None
    assert (advice.best.name, other.name) == ("5NT", "5S")
    assert advised(scorer.open(f"/advice/?hand={HAND}&ask=bid")) == (
        f"Advice: 5 NT 3 sure tricks: made in {advice.best.made:.0%}. "
        f"5 ♠ may be as good: it is {half_up(other.behind, 1)} ± {half_up(other.within, 1)} "
        "points behind."
    )


def test_the_tapped_cards_come_to_the_same_as_a_hand_in_text(scorer: Phone) -> None:
    """The form without scripts has a field for each card."""
    cards = ["SA", "SK", "SQ", "S5", "S4", "HT", "H9", "H8", "D7", "D6", "D5", "C3", "C2"]
    query = "&".join(f"card={card}" for card in cards)
    tapped = scorer.open(f"/advice/?{query}&ask=bid")
    assert advised(tapped) == advised(scorer.open(f"/advice/?hand={HAND}&ask=bid")) != ""


def test_a_contract_needs_the_bid_and_those_who_spoke_before(scorer: Phone) -> None:
    asked = f"/advice/?hand={HAND}&ask=contract"
    assert advised(scorer.open(asked)) == ""
    refused = scorer.open(f"{asked}&bid=6H&declarer=2")
    assert (refused.status, refused.problems) == (
        422,
        ["Right speaks before you: choose that contract, too."],
    )
    page = scorer.open(f"{asked}&bid=6H&declarer=2&said-3=3")
    assert (page.status, page.problems) == (200, [])
    assert re.fullmatch(r"Advice: \d+ 3 sure tricks: made in \d+%\. .+", advised(page))


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("ask=bid", "Choose 13 cards, not 0."),
        (f"hand={HAND}&card=HA&ask=bid", "Choose 13 cards, not 14."),
        (f"hand={HAND}&card=SA&card=nonsense&ask=bid&bid=7C", "Who made the highest bid?"),
        ("hand=nonsense&ask=contract", "Choose 13 cards, not 0."),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(scorer: Phone, query: str, why: str) -> None:
    page = scorer.open(f"/advice/?{query}")
    assert (page.status, page.problems) == (422, [why])


HELD = "card=SA&card=SK&card=H2"
LOW = "+".join(f"{suit}{rank}" for suit in "SHDC" for rank in "A23")[:29]  # ten cards
OH_HELL, SPADES = f"game=oh-hell&{HELD}&ask=contract", f"game=spades&hand={HAND}&ask=contract"


@pytest.mark.parametrize(
    ("query", "best"),
    [
        (f"{OH_HELL}&up=S5", "2"),  # the dealer sits on the right, so nobody has spoken
        (f"{OH_HELL}&up=S5&dealer=0&said-1=0&said-2=0&said-3=0", "2"),
        (f"{OH_HELL}&up=S5&players=3", "2"),
        ("game=oh-hell&hand=SA+SK+H2&ask=contract&up=S5", "2"),  # as “Change the cards” sends them
        (f"{OH_HELL}&up=", ""),  # the card turned up is not chosen yet
        (f"{OH_HELL}&up=SA", ""),  # nor can it be one of the hand
        ("game=oh-hell&hand=AKQJT98765...&ask=contract&up=S2", "10"),
        (SPADES, "3"),
        (f"{SPADES}&dealer=0&said-1=4&said-2=3&said-3=0", "4"),
        ("game=kachuful&card=SA&ask=contract", "1"),
        ("game=romanian-whist&card=SA&ask=contract&up=SK", "1"),
        ("game=wizard&card=CW&card=DW&ask=contract&up=S5", "2"),
        (f"game=bid-whist&hand=JB+JR+{LOW}&ask=bid", "4"),
    ],
)
def test_other_games_ask_what_was_bid_and_turned_up(scorer: Phone, query: str, best: str) -> None:
    page = scorer.open(f"/advice/?{query}")
    assert (page.status, page.problems) == (200, [])
    assert advised(page).removeprefix("Advice: ").partition(" ")[0] == best


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("game=oh-hell&ask=contract", "Choose 1 to 10 cards, not 0."),
        ("game=oh-hell&hand=AKQJT98765.A..&ask=contract", "Choose 1 to 10 cards, not 11."),
        (f"game=spades&{HELD}&ask=contract", "Choose 13 cards, not 3."),
        (
            f"{OH_HELL}&up=S5&dealer=0&said-1=1",
            "Across speaks before you: choose that contract, too.",
        ),
        (
            f"{OH_HELL}&up=S5&dealer=1&said-2=1&said-3=9",
            "Right speaks before you: choose that contract, too.",
        ),
        (
            f"game=oh-hell&{HELD}&ask=contract&up=S5&dealer=3&players=7&said-4=1&said-5=1",
            "Right speaks before you: choose that contract, too.",
        ),
    ],
)
def test_a_refusal_keeps_what_was_chosen(scorer: Phone, query: str, why: str) -> None:
    page = scorer.open(f"/advice/?{query}")
    assert (page.status, page.problems) == (422, [why])
    fields = [name for name, _ in parse_qsl(query) if name.startswith(("up", "said", "players"))]
    chosen = re.findall(r"<option[^>]* selected>", page.html)
    assert len(chosen) >= len(fields) - query.count("=9")
    held = [card for card in _held(query) if f'value="{card}" checked' in page.html]
    assert held == _held(query) or page.forms[0].fields["hand"] == "AK.2.."


def _held(query: str) -> list[str]:
    """The cards that a query names."""
    given = parse_qs(query)
    hand = parse_hand(given["hand"][0]) if "hand" in given else ()
    return [*given.get("card", []), *map(str, hand)]


def _played(scorer: Phone, game: str, **rules: str) -> None:
    """Begin and stop a game."""
    scorer.begin(game=game, **rules)
    scorer.send(scorer.open("/games/1/more").form("/stop"))


def test_trumps_that_go_round_are_chosen(scorer: Phone) -> None:
    """With three cards, trumps are diamonds or hearts in Contract Whist."""
    _played(scorer, "oh-hell", rules="contract-whist")
    page = scorer.open(f"/advice/?{OH_HELL}")
    assert "up" not in page.forms[0].fields
    first, second = re.findall(r'<option value="(\d+)"[^>]*>(?:hearts|diamonds)<', page.html)
    answers = [advised(scorer.open(f"/advice/?{OH_HELL}&number={n}")) for n in (first, second)]
    assert answers[0] != answers[1]


def test_the_game_is_the_one_played_last_or_the_one_asked_for(scorer: Phone) -> None:
    assert scorer.open("/advice/").forms[0].fields["game"] == "israeli-whist"
    _played(scorer, "spades")
    for query, game in (("", "spades"), ("?game=wizard", "wizard"), ("?game=hearts", "spades")):
        assert scorer.open(f"/advice/{query}").forms[0].fields["game"] == game


def test_it_is_hidden_while_a_game_is_running_and_comes_back(scorer: Phone) -> None:
    asked = f"/advice/?hand={HAND}&ask=bid"
    assert advised(scorer.open(asked)) != ""
    scorer.write_game()
    for address in ("/advice/", asked):
        page = scorer.open(address)
        assert (RUNNING in page.words, advised(page)) == (True, "")
    scorer.send(scorer.open("/games/1/more").form("/stop"))
    assert advised(scorer.open(asked)) != ""


def test_the_table_may_allow_it_and_hide_it_again(scorer: Phone) -> None:
    scorer.write_game()
    asked = f"/advice/?hand={HAND}&ask=bid"
    scorer.send(scorer.open("/advice/").form("/advice/"), during="allowed")
    assert advised(scorer.open(asked)) != ""
    form = scorer.open("/advice/").forms[-1]
    scorer.send(form, during="hidden")
    assert RUNNING in scorer.open(asked).words
    assert scorer.send(form, during="sometimes").status == 400
    journal = scorer.open("/links/journal").words
    allowed, hidden = "Advice was allowed during games.", "Advice was hidden during games."
    assert [journal.count(allowed), journal.count(hidden)] == [1, 1]
    assert journal.index(hidden) < journal.index(allowed)  # the newest first


def test_who_watches_may_ask_and_may_not_allow(app: Flask, store: Store, scorer: Phone) -> None:
    watcher = Phone(app.test_client())
    watcher.open(new_link(store, Role.WATCH))
    assert advised(watcher.open(f"/advice/?hand={HAND}&ask=bid")) != ""
    scorer.write_game()
    hidden = watcher.open("/advice/")
    assert (RUNNING in hidden.words, hidden.forms) == (True, [])


def test_the_rules_are_those_of_the_tables_last_game(scorer: Phone) -> None:
    """By the Wikipedia rules a declarer may go above the bid, and so is asked."""
    asked = f"/advice/?hand={HAND}&ask=contract&bid=6S&declarer=0"
    assert scorer.open(asked).problems == ["Your bid is your contract: nothing is left to say."]
    _played(scorer, "israeli-whist", rules="wikipedia")
    assert advised(scorer.open(asked)) != ""


def test_rules_by_which_no_card_is_chosen_give_way_to_the_usual_ones(scorer: Phone) -> None:
    """The simulated players never bid thirteen, and so no card is ever played."""
    _played(scorer, "israeli-whist", rules__lowest_bid="13")
    page = scorer.open("/advice/?game=israeli-whist")
    assert (page.status, "Israeli Whist: Thrown in when all pass" in page.words) == (200, True)


def test_without_numpy_it_says_so(scorer: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    without_chances(scorer, monkeypatch)
    page = scorer.open(f"/advice/?hand={HAND}&ask=bid")
    assert (page.status, "not offered here" in page.words) == (404, True)


def test_the_answer_alone_is_an_expensive_page(
    scorer: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The computation is limited by `expensive`; the cards page is not."""
    made: list[str] = []

    def answer() -> str:
        made.append("made")
        return "made"

    monkeypatch.setattr(advice, "_answer_page", answer)
    for query in ("", f"hand={HAND}", "ask=bid", f"hand={HAND}&ask=bid"):
        scorer.open(f"/advice/?{query}")
    assert made == ["made"]
    assert hasattr(_answer_page, "__wrapped__")


_answer_page = advice._answer_page


def test_more_help_and_players_lead_to_it(scorer: Phone) -> None:
    scorer.write_game()
    scorer.write_hand()
    for page in ("/games/1/more", "/help", "/players/"):
        assert 'href="/advice/' in scorer.open(page).html
