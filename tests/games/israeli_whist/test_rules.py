"""Presets against the table of differences, and rules in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from scorekeeper.games.israeli_whist.house_rules import (
    AfterAllPass,
    DeclarerContract,
    Direction,
    FirstSpeaker,
    IsraeliWhistRules,
    Redealer,
)
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.israeli_whist.scoring_schemes import NOTES, SCHEMES, Made, Scheme
from tests import kit, strategies


def described(rules: IsraeliWhistRules) -> dict[str, list[str]]:
    return {
        str(section.title): [str(sentence) for sentence in section.sentences]
        for section in ISRAELI_WHIST.describe(rules)
    }


LIKE = "Like “Thrown in when all pass”"


@pytest.mark.parametrize(
    ("preset", "opener", "passes", "lowest", "contract", "first"),
    [
        ("pagat", "dealer", 4, [5], "fixed", "left"),
        ("pagat-german", "dealer", 4, [5], "fixed", "left"),
        ("wikipedia", "eldest", 3, [5, 6, 7, 8], "at-least", "declarer"),
        ("wikipedia-web", "eldest", 3, [5], "at-least", "declarer"),
        ("vax", "dealer", 4, [5, 6, 7, 8], "fixed", "left"),
    ],
)
def test_the_presets_are_what_their_sources_say(
    preset: str, opener: str, passes: int, *, lowest: list[int], contract: str, first: str
) -> None:
    rules = ISRAELI_WHIST.preset(preset).rules
    assert (rules.opener.value, rules.passes) == (opener, passes)
    assert [rules.lowest(number) for number in range(rules.exchanges + 1)] == lowest
    assert (rules.declarer_contract.value, rules.first_speaker.value) == (contract, first)
    assert (rules.exchange_direction, rules.passed_out) == (Direction.LEFT, AfterAllPass.REDEAL)
    assert (rules.redealer, rules.revoke_fine) == (Redealer.SAME, 100)


@pytest.mark.parametrize(
    ("preset", "scheme"),
    [
        ("pagat", "standard"),
        ("pagat-german", "pagat-german"),
        ("wikipedia", "wikipedia"),
        ("wikipedia-web", "wikipedia"),
        ("vax", "standard"),
    ],
)
def test_each_preset_scores_as_its_source(preset: str, scheme: str) -> None:
    assert ISRAELI_WHIST.preset(preset).rules.scheme == SCHEMES[scheme]


def test_a_preset_is_known_by_its_rules() -> None:
    for preset in ISRAELI_WHIST.presets:
        assert ISRAELI_WHIST.preset_of(preset.rules) == preset
        assert ISRAELI_WHIST.title(preset.rules) == preset.name


def test_rules_of_a_tables_own_are_called_by_their_scoring() -> None:
    rules = replace(kit.EN, passes=3)
    assert ISRAELI_WHIST.preset_of(rules) is None
    assert str(ISRAELI_WHIST.title(rules)) == "House rules, scoring Standard"


def test_an_unknown_preset_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        ISRAELI_WHIST.preset("bridge")


def test_presets_have_keys_names_and_sources_of_their_own() -> None:
    presets = ISRAELI_WHIST.presets
    assert len({preset.key for preset in presets}) == len(presets)
    assert len({str(preset.name) for preset in presets}) == len(presets)
    assert len({str(preset.source) for preset in presets}) == len(presets)


def test_the_rules_of_the_english_page_in_words() -> None:
    assert described(kit.EN) == {
        "Cards and deal": [
            "Four players, each for themselves, with 52 cards: ace high, two low. "
            "Everyone gets 13.",
            "Play and deal go clockwise; the deal passes to the left.",
        ],
        "Auction": [
            "The dealer makes the first call.",
            "A bid is a number of tricks, from 5 to 13, and a suit or no trump. More tricks "
            "outrank fewer; at the same number, clubs rank lowest, then diamonds, hearts, spades "
            "and no trump.",
            "Calls go clockwise: a bid that outranks the last one, or a pass.",
            "A bid stands when all four have passed after it.",
            "The highest bidder may raise their own bid.",
            "A player who has passed may bid later.",
            "The highest bidder is the declarer, and the suit of the bid is trumps; in no trump "
            "there are none.",
        ],
        "When all pass": [
            "The cards are thrown in and nobody scores.",
            "The same dealer deals again.",
        ],
        "Contracts": [
            "A contract is the number of tricks that a player has to take, no more and no fewer.",
            "The declarer's contract is the winning bid.",
            "Each of the others names a contract from 0 to 13.",
            "The player on the declarer's left speaks first, then clockwise.",
            "The player on the declarer's right may not make the four contracts add up to 13.",
            "More than 13 in all is “over”, less is “under”.",
        ],
        "Play": [
            "The declarer leads to the first trick. Follow suit if you can, else play any card.",
            "The highest trump wins the trick, else the highest card of the suit led.",
            "Whoever wins a trick leads to the next.",
            "A player who could follow suit but plays another suit has revoked, and loses 100 "
            "points.",
        ],
        "Scoring: Standard": [
            "A made contract scores the square of its tricks and 10 more: 3 made is +19, "
            "8 made is +74.",
            "Each trick over or under a contract costs 10.",
            "Zero bid and made: +50 under, +30 over.",
            "Zero bid and failed: -50 for the first trick, +10 for each further one.",
            "When all four miss, the points count as usual.",
            str(NOTES["standard"]),
        ],
    }


EXCHANGE = (
    "Everyone chooses three cards, passes them face down, then takes up the three received and "
    "the auction begins again: at most {times}."
)


@pytest.mark.parametrize(
    ("rules", "sentences"),
    [
        (
            ISRAELI_WHIST.preset("wikipedia").rules,
            [
                EXCHANGE.format(times="3 times"),
                "The cards go to the left.",
                "The lowest bid after each exchange: 6, 7, 8.",
                "When all pass after the last exchange, the cards are thrown in: nobody scores.",
                "The same dealer deals again.",
            ],
        ),
        (
            replace(
                kit.EN,
                exchanges=1,
                exchange_direction=Direction.ROUND,
                redealer=Redealer.NEXT,
            ),
            [
                EXCHANGE.format(times="once"),
                "The cards go to the left the first time, then across, then to the right.",
                "The lowest bid after each exchange: 5.",
                "When all pass after the last exchange, the cards are thrown in: nobody scores.",
                "The deal moves on to the left.",
            ],
        ),
        (
            replace(kit.EN, passed_out=AfterAllPass.BONUS),
            [
                "A bonus round is played without trumps or contracts: +50 for no trick, "
                "else -10 for each trick. Agree who leads to the first.",
            ],
        ),
    ],
)
def test_when_all_pass_in_words(rules: IsraeliWhistRules, sentences: list[str]) -> None:
    assert described(rules)["When all pass"] == sentences


def test_a_declarer_who_speaks_last_in_words() -> None:
    rules = replace(
        kit.EN,
        declarer_contract=DeclarerContract.AT_LEAST,
        first_speaker=FirstSpeaker.LEFT,
    )
    assert described(rules)["Contracts"] == [
        "A contract is the number of tricks that a player has to take, no more and no fewer.",
        "The declarer contracts for the winning bid or more.",
        "Each of the others names a contract from 0 to 13.",
        "The player on the declarer's left speaks first, then clockwise.",
        "The player on the declarer's right may not make the four contracts add up to 13.",
        "Until the declarer speaks, last of all, the winning bid counts as their contract; they "
        "may not make 13 either.",
        "More than 13 in all is “over”, less is “under”.",
    ]


@pytest.mark.parametrize(
    ("scheme", "sentence"),
    [
        (
            SCHEMES["elhanani"],  # no bonus, so none is mentioned
            "A made contract scores the square of its tricks: 3 made is +9, 8 made is +64.",
        ),
        (
            Scheme(made=Made.LINEAR),
            "A made contract scores 10 a trick and 10 more: 3 made is +40.",
        ),
        (
            Scheme(made=Made.LINEAR, bonus=0),
            "A made contract scores 10 a trick: 3 made is +30.",
        ),
    ],
)
def test_made_contracts_in_words(scheme: Scheme, sentence: str) -> None:
    assert str(scheme.describe()[0]) == sentence


def test_a_failed_zero_that_differs_over_and_under_in_words() -> None:
    scheme = Scheme(failed_over=-25, failed_next=0, failed_cap=0)
    assert [str(sentence) for sentence in scheme.describe()[3:5]] == [
        "Zero bid and failed: -50 under or -25 over for the first trick, 0 for each further one.",
        "A failed zero scores at most 0.",
    ]


@given(strategies.RULES)
def test_any_rules_can_be_told_in_words(rules: IsraeliWhistRules) -> None:
    """No blank stays unfilled, and every sentence ends with a full stop."""
    for sentences in described(rules).values():
        for sentence in sentences:
            assert (sentence[-1], "{" in sentence) == (".", False)


PAGAT = ISRAELI_WHIST.preset("pagat").rules
OURS = replace(SCHEMES["standard"], name="Ours")


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (PAGAT, None),  # a preset's own rules need no comparison
        (
            replace(PAGAT, revoke_fine=50),
            f"{LIKE}, but: A revoke costs 50.",
        ),
        (
            replace(PAGAT, scheme=SCHEMES["elhanani"]),
            f"{LIKE}, but: The scoring is called “Elhanani”.",
        ),
        (
            replace(PAGAT, revoke_fine=0, scheme=replace(OURS, bonus=20)),
            f"{LIKE}, but: A revoke costs nothing, A made contract scores 20 more.",
        ),
        (
            replace(PAGAT, scheme=OURS),
            f"{LIKE}.",
        ),  # another name alone is no difference
        (
            replace(ISRAELI_WHIST.preset("vax").rules, revoke_fine=50),
            "Like “With Gulash when all pass”, but: A revoke costs 50.",
        ),
    ],
)
def test_rules_of_ones_own_say_how_they_differ(
    rules: IsraeliWhistRules, sentence: str | None
) -> None:
    likeness = ISRAELI_WHIST.likeness(rules)
    assert (likeness and str(likeness)) == sentence
