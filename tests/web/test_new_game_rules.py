"""House rules on the form of a new game: presets, changes, own schemes, refusals."""

from __future__ import annotations

import pytest

from scorekeeper.games.israeli_whist.house_rules import IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.israeli_whist.scoring_schemes import SCHEMES, AllMissed
from scorekeeper.games.spades.spades_rulebook import SPADES
from scorekeeper.games.spades.variants import SpadesRules
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.store import Store
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Setup
from scorekeeper.seating import SOUTH
from tests.web.new_game_sheet import AGAIN, NAMES, Rows, fresh, seats, setup_of, sheet, start
from tests.web.phone import Phone


@pytest.mark.parametrize("preset", [preset.key for preset in ISRAELI_WHIST.presets])
def test_every_preset_begins_a_game_by_its_rules(scorer: Phone, store: Store, preset: str) -> None:
    start(scorer, rules=preset)
    assert setup_of(store).rules == ISRAELI_WHIST.preset(preset).rules


def test_a_preset_played_meanwhile_still_begins_a_game_by_its_rules(
    scorer: Phone, store: Store
) -> None:
    """It leaves the list then, for “as in your last game”; a sheet opened before keeps it."""
    form = fresh(scorer)
    start(scorer, rules="pagat")
    start(scorer, rules="wikipedia")
    scorer.fill(form, NAMES)
    assert setup_of(store, 3).rules == ISRAELI_WHIST.preset("pagat").rules


def test_an_earlier_games_rules_still_begin_a_game_when_a_later_one_has_them_too(
    scorer: Phone, store: Store
) -> None:
    start(scorer, rules="vax")
    form = fresh(scorer)
    assert form.fields["rules"] == "game-1"
    start(scorer, rules="vax")
    start(scorer, rules="wikipedia")
    scorer.fill(form, NAMES)
    assert setup_of(store, 4).rules == ISRAELI_WHIST.preset("vax").rules


@pytest.mark.parametrize("rules", ["bridge", "game-9", "game-", "game-x", f"game-{'9' * 5000}"])
def test_rules_that_nobody_offers_are_asked_for_again(
    scorer: Phone, rows: Rows, rules: str
) -> None:
    page = start(scorer, rules=rules)
    assert (page.status, page.problems) == (
        422,
        [AGAIN, "These rules are not on offer any more: choose again."],
    )
    assert rows("select * from games") == []


def test_the_rules_are_changed_and_changed_back(scorer: Phone, store: Store) -> None:
    page = scorer.fill(fresh(scorer), NAMES | {"rules": "wikipedia", "change": "1"})
    form = sheet(page)
    assert "Changing: With Frisch when all pass" in page.words
    assert [form.fields[f"rules.{rule}"] for rule in ("opener", "exchanges", "scheme")] == [
        "eldest",
        "3",
        "wikipedia",
    ]
    back = scorer.send(form, keep="1")
    assert "rules.opener" not in sheet(back).fields
    page = scorer.fill(form, {"rules.lowest_bid": "6", "rules.scheme": "elhanani"})
    assert page.address == "/games/1/"
    wikipedia = ISRAELI_WHIST.preset("wikipedia").rules
    assert setup_of(store).rules == IsraeliWhistRules(
        **{
            name: getattr(wikipedia, name)
            for name in wikipedia.__dataclass_fields__
            if name not in {"lowest_bid", "scheme"}
        },
        lowest_bid=6,
        scheme=SCHEMES["elhanani"],
    )


def test_a_table_makes_its_own_scheme_and_gives_it_a_name(scorer: Phone, store: Store) -> None:
    form = sheet(scorer.fill(fresh(scorer), NAMES | {"change": "1", "dealer": "0"}))
    own = {
        "rules.scheme": "own",
        "rules.scheme.name": "דודה רחל <3",
        "rules.scheme.missed": "5",
        "rules.scheme.failed_cap": "0",
        "rules.scheme.all_missed": "doubled",
    }
    assert scorer.fill(form, own).address == "/games/1/"
    scheme = setup_of(store).rules.scheme
    assert (scheme.name, scheme.missed, scheme.failed_cap, scheme.all_missed) == (
        "דודה רחל <3",
        5,
        0,
        AllMissed.DOUBLED,
    )
    more = scorer.open("/games/1/more")
    assert "House rules, scoring דודה רחל <3." in more.words
    assert "Each trick over or under a contract costs 5." in more.words
    assert "A failed zero scores at most 0." in more.words
    offers = scorer.open("/games/new")
    like = (
        "Like “Thrown in when all pass”, but: Each trick over or under a contract costs 5, "
        "A failed zero scores 0 at most, When all four miss the points count double."
    )
    assert f"House rules, scoring דודה רחל <3. {like}" in more.words
    assert f"House rules, scoring דודה רחל <3 As in your last game. {like}" in offers.words


def test_own_numbers_under_a_ready_made_scheme_are_not_dropped(scorer: Phone, rows: Rows) -> None:
    form = sheet(scorer.fill(fresh(scorer), NAMES | {"change": "1"}))
    page = scorer.fill(form, {"rules.scheme.missed": "5"})
    assert (page.status, page.problems) == (
        422,
        [AGAIN, "Some of your own numbers differ from it: choose your own here as well."],
    )
    assert sheet(page).fields["rules.scheme.missed"] == "5"
    assert rows("select * from games") == []
    page = scorer.fill(sheet(page), {"rules.scheme": "own"})
    assert page.address == "/games/1/"


REFUSED: list[tuple[dict[str, str], str]] = [
    ({"rules.lowest_bid": "14"}, "Lowest bid: “14” is not a number from 1 to 13."),
    ({"rules.opener": "me"}, "The first call is made by: “me” is not one of the choices."),
    (
        {"rules.scheme": "own", "rules.scheme.bonus": "-"},
        "Bonus for a made contract: “-” is not a number from 0 to 200.",
    ),
    (
        {"rules.scheme": "own", "rules.scheme.name": " "},
        "Name of the scoring: give a name of 1 to 40 visible characters.",
    ),
    ({"ending.target": "0"}, "Points to reach: “0” is not a number from 1 to 10,000."),
    ({"ending.goal": "never"}, "The game ends: “never” is not one of the choices."),
    (
        {"ending.goal": "deals", "ending.deals": "0"},
        "Hands to play: “0” is not a number from 1 to 200.",
    ),
    ({"dealer": "4"}, "Who deals first?"),
]
"""Fields of the form, and the reason why each is refused."""


def test_rules_that_cannot_be_are_refused_and_kept(scorer: Phone, rows: Rows) -> None:
    form = sheet(scorer.fill(fresh(scorer), NAMES | {"change": "1"}))
    for fields, reason in REFUSED:
        page = scorer.fill(form, fields)
        assert (page.status, page.problems) == (422, [AGAIN, reason]), fields
        kept = sheet(page).fields
        typed = {name for name in fields if name not in {"dealer", "rules.opener", "ending.goal"}}
        assert {name: kept[name] for name in typed} == {name: fields[name] for name in typed}
        assert seats(sheet(page)) == ["Anna", "Ben", "Chaim", "Dana"]
    assert rows("select * from games") == []


CONTRADICT = (
    "These two rules contradict one another: “without “A bid of nil”” and “One partner bids nil, "
    "the other four or more (suicide)”. Change one of them."
)


def test_rules_that_contradict_one_another_begin_no_game(scorer: Phone, store: Store) -> None:
    page = scorer.open("/games/new?game=spades")
    page = scorer.fill(sheet(page), NAMES | {"rules": "suicide", "change": "1"})
    form = sheet(page)
    page = scorer.fill(form, {"rules.nil": "false"})
    assert (page.status, page.problems) == (422, [AGAIN, CONTRADICT])
    scorer.fill(sheet(page), {"rules.nil": "true"})
    assert setup_of(store).rules == SPADES.preset("suicide").rules


def test_a_game_that_has_such_rules_opens_but_is_not_begun_again(
    scorer: Phone, store: Store, rows: Rows
) -> None:
    """An import may bring such rules."""
    rules = SpadesRules(suicide=True, nil=False)
    setup = Setup(SPADES, rules, Ending(target=500), 4, SOUTH)
    new_game(store, 1, "an-old-game", setup, [*NAMES.values()])
    assert scorer.open("/games/1/").status == 200
    page = start(scorer, rules="game-1")
    assert (page.status, page.problems) == (422, [AGAIN, CONTRADICT])
    over = scorer.send(scorer.open("/games/1/more").form("/stop"))
    again = scorer.send(over.form("/rematch"))
    assert (again.status, CONTRADICT in again.words) == (422, True)
    assert rows("select count(*) from games") == [(1,)]


@pytest.mark.parametrize("extra", [{"rules.lowest_bid": "6"}, {"rules": "wikipedia"}])
def test_rules_of_another_game_are_refused_with_a_reason(
    scorer: Phone, extra: dict[str, str]
) -> None:
    page = scorer.fill(sheet(scorer.open("/games/new?game=spades")), NAMES | {"start": "1"} | extra)
    assert (page.status, len(page.problems)) == (422, 2)
    assert page.problems[1].startswith(("There is no house rule", "These rules are not on offer"))
    scorer.begin()
    for query in ("rules=solo", "rules=own&rules.nil=true"):
        page = scorer.open(f"/games/1/what-if?{query}")
        assert (page.status, len(page.problems)) == (422, 1), query
