"""The rules page of every game, under every preset and every house rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.games.file_rulebook import FileGame
from scorekeeper.games.registry import BUNDLED, rulebooks
from scorekeeper.play.position import WholeGame
from scorekeeper.rules import house_rules
from scorekeeper.rules.game import Setup
from scorekeeper.rules.house_rules import Question
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import SOUTH
from scorekeeper.wording import Written

GAMES = list(rulebooks().values())
OURS = {book.key for book in BUNDLED}


def values(question: Question) -> Iterator[Any]:
    """Yield some values of a house rule; of a number, those whose wording may differ."""
    if question.options:
        yield from (value for value, _ in question.options)
    elif question.most:
        yield from ((), (1, 3), (2,))
    elif not question.text:
        yield from ([None] if question.optional else [])
        yield from sorted({question.low, question.low + 1, max(question.low, 0)})


def changed(rules: Any, path: str, value: Any) -> Any:
    part, _, field = path.rpartition(".")
    if part:
        return replace(rules, **{part: replace(getattr(rules, part), **{field: value})})
    return replace(rules, **{field: value})


def variants(book: Rulebook[Any]) -> Iterator[Any]:
    """Yield the rules of every preset, and those of the first with one rule changed."""
    yield from (preset.rules for preset in book.presets)
    first = book.presets[0].rules
    for question in house_rules.questions(book.rules):
        yield from (changed(first, question.path, value) for value in values(question))


def page(book: Rulebook[Any], rules: Any) -> list[str]:
    return [str(line) for section in book.describe(rules) for line in section.sentences]


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_every_house_rule_changes_the_rules_page(book: Rulebook[Any]) -> None:
    # A rule may depend on another one, so the change is tried on all variants.
    bases = list(variants(book))
    for question in house_rules.questions(book.rules):
        first, *others = [*values(question), None]
        for value in others[:-1]:
            assert any(
                page(book, changed(base, question.path, first))
                != page(book, changed(base, question.path, value))
                for base in bases
            ), f"{question.path}: {first} and {value} read the same"


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_the_rules_page_is_made_of_whole_sentences(book: Rulebook[Any]) -> None:
    lines = {line for rules in variants(book) for line in page(book, rules)}
    assert sorted(line for line in lines if not line.endswith(".")) == []


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_no_rule_of_a_bundled_game_reads_like_a_form(book: Rulebook[Any]) -> None:
    rules, asked = book.presets[0].rules, list(house_rules.questions(book.rules))
    told = [
        (question.label, house_rules.describe(changed(rules, question.path, value))[question.path])
        for question in asked
        if book.key in OURS and not question.text
        for value in values(question)
    ]
    assert [str(line) for label, line in told if str(line).startswith(f"{label}: ")] == []


FILES = [book for book in GAMES if isinstance(book, FileGame)]


@pytest.mark.parametrize("book", FILES, ids=lambda book: book.key)
@pytest.mark.parametrize("language", ["en", "he", "de"])
def test_the_page_of_a_game_file_has_every_number_of_its_points(
    book: FileGame, language: str
) -> None:
    lines = [
        line.pattern.into(language)
        for rules in variants(book)
        for section in book.describe(rules)
        for line in section.sentences
        if isinstance(line.pattern, Written)
    ]
    assert [line for line in lines if not line.endswith((".", "!"))] == []
    numbers = set(re.findall(r"\d+", " ".join(lines)))
    points = " ".join(rule.value.text for rule in book.file.points if rule.value)
    assert set(re.findall(r"\d{2,}", points)) - numbers == set()


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_a_game_is_called_by_its_own_preset(book: Rulebook[Any]) -> None:
    for preset in book.presets:
        ending = preset.ending or book.endings.usual
        setup = Setup(book, preset.rules, ending, book.players[0], SOUTH)
        assert setup.title == preset.name


TO_BE_ANSWERED = {
    "who plays": r"[Pp]layers",
    "which cards": r"\b(52|54|60) cards|pack has eight cards|suits from 1 to 1[34]",
    "how they rank": r"ace high|High: ace|from the ace down|highest black card|highest trump",
    "which way it goes": r"clockwise|Deal and turn pass",
    "who leads": r"\bleads\b",
    "what may be played": r"Follow suit if you can",
    "what wins a trick": r"wins the trick|Mermaids beat",
    "who leads next": r"Whoever wins a trick leads to the next",
}
"""What a page of a game of tricks says, in any of these words."""


@pytest.mark.parametrize("book", [book for book in GAMES if book.play], ids=lambda book: book.key)
def test_the_page_of_a_game_of_tricks_says_how_to_play_them(book: Rulebook[Any]) -> None:
    for rules in variants(book):
        text = " ".join(page(book, rules))
        open_ = [asked for asked, words in TO_BE_ANSWERED.items() if not re.search(words, text)]
        assert open_ == []


@pytest.mark.parametrize("book", [book for book in GAMES if book.play], ids=lambda book: book.key)
def test_the_page_says_how_many_cards_are_dealt_to_any_number_of_players(
    book: Rulebook[Any],
) -> None:
    play: WholeGame[Any] = WholeGame.of(book)
    for preset in book.presets:
        text = " ".join(page(book, preset.rules))
        for players in play.players:
            seating = book.seating(players, SOUTH, preset.rules)
            deals = range(1, (book.length(preset.rules, players) or 1) + 1)
            most = max(play.cards_each(seating.numbered(deal), preset.rules) for deal in deals)
            assert re.search(rf"\b{most}\b", text), (preset.key, players, most)
