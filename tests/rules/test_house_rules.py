"""House rules: conversion to JSON, to a form, and back."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest
from hypothesis import given

import scorekeeper
from scorekeeper.errors import MalformedEntry
from scorekeeper.games.israeli_whist.house_rules import IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.israeli_whist.scoring_schemes import SCHEMES, Scheme
from scorekeeper.games.wizard import WizardRules
from scorekeeper.rules import house_rules
from tests import kit, strategies

FORM = house_rules.to_form(kit.EN)


@given(strategies.RULES | strategies.values(WizardRules))
def test_rules_survive_json(rules: Any) -> None:
    kept = kit.through_json(house_rules.to_json(rules))
    assert house_rules.from_json(type(rules), kept) == rules


@given(strategies.RULES | strategies.values(WizardRules))
def test_rules_survive_a_form(rules: Any) -> None:
    form = house_rules.to_form(rules)
    assert {type(value) for value in form.values()} == {str}
    assert house_rules.from_form(type(rules), form) == rules


@given(strategies.SCHEME_VALUES)
def test_a_scheme_alone_survives_json_and_a_form(scheme: Scheme) -> None:
    assert house_rules.from_json(Scheme, kit.through_json(house_rules.to_json(scheme))) == scheme
    assert house_rules.from_form(Scheme, house_rules.to_form(scheme)) == scheme


def test_a_form_asks_for_every_rule_once() -> None:
    paths = [question.path for question in house_rules.questions(IsraeliWhistRules)]
    assert paths == list(FORM)
    assert len(set(paths)) == len(paths)


def test_the_json_of_rules_is_plain() -> None:
    kept = house_rules.to_json(kit.EN)
    assert (kept["opener"], kept["passes"], kept["own_raise"]) == ("dealer", 4, True)
    assert (kept["scheme"]["all_missed"], kept["scheme"]["failed_cap"]) == ("scored", None)


@pytest.mark.parametrize(
    ("path", "given", "code", "reason"),
    [
        ("opener", "nobody", "no-such-choice", "The first call is made by: “nobody” is not one"),
        ("opener", None, "no-such-choice", "The first call is made by: “None” is not one"),
        ("passes", "5", "no-such-choice", "A bid stands after: “5” is not one"),
        ("passes", True, "no-such-choice", "A bid stands after: “True” is not one"),
        (
            "own_raise",
            "perhaps",
            "no-such-choice",
            "The highest bidder may raise their own bid: “per",
        ),
        ("lowest_bid", "0", "number-out-of-range", "Lowest bid: “0” is not a number from 1 to 13."),
        ("lowest_bid", 14, "number-out-of-range", "Lowest bid: “14” is not a number from 1 to 13."),
        ("lowest_bid", "", "number-out-of-range", "Lowest bid: “” is not a number from 1 to 13."),
        ("lowest_bid", "5.0", "number-out-of-range", "Lowest bid: “5.0” is not a number from 1"),
        ("lowest_bid", "٥", "number-out-of-range", "Lowest bid: “٥” is not a number from 1 to"),
        ("lowest_bid", "9" * 99, "number-out-of-range", f"Lowest bid: “{'9' * 20}” is not a"),
        ("scheme.failed_under", "1", "number-out-of-range", "Failed zero, first trick, under: “1”"),
        ("scheme.name", " ", "bad-name", "Name of the scoring: give a name of 1 to 40 visible"),
        ("scheme.name", "x" * 41, "bad-name", "Name of the scoring: give a name of 1 to 40"),
        ("scheme.name", "a\u202eb", "bad-name", "Name of the scoring: give a name of 1 to 40"),
    ],
)
def test_a_value_that_a_rule_cannot_have_is_refused(
    path: str, given: Any, code: str, reason: str
) -> None:
    with pytest.raises(MalformedEntry) as refusal:
        house_rules.from_form(IsraeliWhistRules, {**FORM, path: given})
    assert (refusal.value.code, refusal.value.field) == (code, path)
    assert str(refusal.value).startswith(reason)


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("1 3 5", (1, 3, 5)),
        (" 1,3 ; 5, ", (1, 3, 5)),
        ("", ()),
        (None, ()),
        ([1, 3], (1, 3)),
        ("1 21", "“21” is not a number from 1 to 20."),
        ("1-3", "“1-3” is not a number from 1 to 20."),
        ("0", "“0” is not a number from 1 to 20."),
        (3, (3,)),
        ("1 " * 61, "these are 61 numbers; 60 are the most."),
    ],
)
def test_a_list_of_numbers(given: Any, read: tuple[int, ...] | str) -> None:
    form = {**house_rules.to_form(WizardRules()), "sizes": given}
    if isinstance(read, tuple):
        assert house_rules.from_form(WizardRules, form).sizes == read
        return
    with pytest.raises(MalformedEntry, match=re.escape(read)):
        house_rules.from_form(WizardRules, form)
    assert read in str(house_rules.problems(WizardRules, form)["sizes"])


def test_a_missing_rule_is_named() -> None:
    with pytest.raises(MalformedEntry) as refusal:
        house_rules.from_form(
            IsraeliWhistRules, {path: FORM[path] for path in FORM if path != "scheme.bonus"}
        )
    assert (refusal.value.code, refusal.value.field) == ("missing-rule", "scheme.bonus")
    assert str(refusal.value) == "The rule “Bonus for a made contract” is missing."


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        ({"jokers": 2}, "jokers"),
        ({"scheme": {"joker": 2}}, "scheme.joker"),
        ({"scheme": 5}, "scheme"),  # a set of rules is no single value
    ],
)
def test_an_unknown_rule_is_refused(data: dict[str, Any], rule: str) -> None:
    with pytest.raises(MalformedEntry) as refusal:
        ISRAELI_WHIST.rules_from_json(house_rules.to_json(kit.EN) | data)
    assert (refusal.value.code, refusal.value.field) == ("unknown-rule", rule)
    assert str(refusal.value) == f"There is no house rule “{rule}”."


@pytest.mark.parametrize("name", ["בית", "Friday ♠", "😀", "a" * 40, "<b>", "{name}"])
def test_a_table_names_its_scheme_as_it_likes(name: str) -> None:
    rules = house_rules.from_form(IsraeliWhistRules, {**FORM, "scheme.name": f"  {name} "})
    assert rules.scheme.name == name
    assert str(ISRAELI_WHIST.describe(rules)[-1].title) == f"Scoring: {name}"


def test_the_five_schemes_are_offered_ready_made() -> None:
    (scheme,) = house_rules.parts(IsraeliWhistRules)
    assert scheme.path == "scheme"
    assert {ready.key: ready.value for ready in scheme.ready} == SCHEMES


def test_everything_that_is_wrong_is_told_at_once() -> None:
    form = house_rules.to_form(kit.EN) | {"lowest_bid": "99", "scheme.name": "", "passes": "4"}
    assert list(house_rules.problems(IsraeliWhistRules, form)) == ["lowest_bid", "scheme.name"]


def test_defaults_are_within_their_own_bounds() -> None:
    for question in house_rules.questions(IsraeliWhistRules):
        value = house_rules.value_at(kit.EN, question.path)
        if not question.options and isinstance(value, int):
            assert question.low <= value <= question.high


NIL = "without “A bid of nil”"
SUICIDE = "One partner bids nil, the other four or more (suicide)"
FULL = "The bids may not add up to the number of tricks"


@pytest.mark.parametrize(
    ("game", "rules", "field", "one", "other"),
    [
        ("spades", {"suicide": True, "nil": False}, "nil", NIL, SUICIDE),
        ("spades", {"preset": "suicide", "no_full": True}, "suicide", SUICIDE, FULL),
        (
            "points",
            {"sum": 26, "multiple": 5},
            "sum",
            "Every round must add up to 26",
            "Each number is a multiple of 5",
        ),
    ],
)
def test_rules_that_leave_no_legal_answer_are_refused(
    game: str, rules: dict[str, Any], field: str, one: str, other: str
) -> None:
    with pytest.raises(MalformedEntry) as refusal:
        scorekeeper.new_game(game, rules)
    assert (refusal.value.code, refusal.value.field) == ("rules-contradict", field)
    assert str(refusal.value) == (
        f"These two rules contradict one another: “{one}” and “{other}”. Change one of them."
    )


def test_rules_as_a_value_are_checked_too() -> None:
    rules = dataclasses.replace(scorekeeper.house_rules("spades", "suicide"), nil=False)
    with pytest.raises(MalformedEntry, match="contradict"):
        scorekeeper.new_game("spades", rules)


def test_rules_that_a_game_already_has_are_read_all_the_same() -> None:
    book = scorekeeper.rulebook("spades")
    rules = dataclasses.replace(scorekeeper.house_rules("spades", "suicide"), nil=False)
    kept = book.rules_from_json(kit.through_json(house_rules.to_json(rules)))
    assert (kept, book.contradictions(kept)) == (rules, (("nil", "suicide"),))


@pytest.mark.parametrize("game", scorekeeper.game_keys())
def test_no_preset_contradicts_itself(game: str) -> None:
    book = scorekeeper.rulebook(game)
    assert [preset.key for preset in book.presets if book.contradictions(preset.rules)] == []
