"""Messages of the pages: all are marked, translated and used, with the same blanks."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.support import Translations
from flask import Flask

from scorekeeper.ledger.store import Store
from scorekeeper.web import languages
from scorekeeper.web.formatting import ems
from scorekeeper.wording import Written
from tests.deep import DEEP
from tests.tools import messages
from tests.tools.messages import (
    Found,
    gathered,
    read,
    untranslated,
    updated,
)
from tests.web.parsed_pages import Told, ToldAndInline
from tests.web.phone import Page
from tests.web.walk import PARTS, every_page
from tests.web.walker import MARKED

FOREIGN = [one.code for one in languages.LANGUAGES if one is not languages.ENGLISH]
BLANK = re.compile(r"\{\w+\}|%\(\w+\)s")
WORD = re.compile(r"[^\W\d_]{2,}")
CARRIED = re.compile(r'name="(?:csrf_token|key|revision)" value="[^"]*"|data-token="[^"]*"')
"""What differs between two answers with the same page."""
ALWAYS = {"NT", "JB", "JR", "JSON", "CSV", "Letter"}  # the same in every language
UNSEEN = {
    "an entry that cannot be shown",  # the program has a fault
    "Then the game would be over: stop it instead.",  # only where all others are out
    "left early",  # only once a game that somebody left is over
    # refusals of input that no page can send
    "{count} answers are needed, with “/” between them, not {given}.",
    "How many revokes, for each player?",
    "A note is a line of text.",
    "{rule}: “{text}” is not a time in UTC, as in {example}.",
    "“{text}” is not a seat. Seats are S, W, N, E (and 5–10 with more players).",
    "Bids decide no tie in this game.",
    "The auction is over.",
    "A correction needs the answers of the hand.",
    "The corrected hand is not complete.",
    "A result is a number for each side.",
    "This game has entries: its result follows from its hands.",
    "There is no such hand.",
    "This hand is complete.",
    "The hand is not complete.",
    "this change does not fit the game.",
    "Choose first.",
    "A hand can be put in at one of the places from 1 to {last}.",
    "With how many points does each side begin?",
    "There is no hand to put in.",
    # a damaged game file in an export, and more of them than any table plays: see test_game_files
    "the game file in it: {reason}",
    "the game file in it is another than the one it was played by.",
    "A table takes {most} game files, with their older versions.",
    # single rules that no preset has: tests/games/test_rules_pages.py makes each
    "A zero bid and made scores {value} under",
    "The cost of a failed zero has no bound",
    "A blind nil is worth {value}",
    "A made blind bid scores nothing more",
    "A made contract scores {value} a trick, unless its tricks are squared",
    "In Call Break tricks over the call score nothing",
    "A player without a trick has {value} taken off",
    "A made blind bid scores {value} more",
    "The hands have the usual numbers of cards",
    "Bags cost points once there are {value}",
    "A missed bid loses {value} for each trick that was bid",
    "Each trick of a made bid scores {value}",
    "The game has all its hands",
    "A failed zero scores {value} for its first trick, under",
    "{points} for each card of the hand",
    "A made contract scores {value} more",
    "The lowest call is {value}",
    "Bags cost nothing",
    "A made zero scores {value}",
    "A blind bid needs a player {value} behind the leader",
    "The suit of that card is trumps. A card is always left over for it.",
    "A missed bid scores {value} for each card of the hand",
    "A made bid scores {value} for each card of the hand",
    "A missed zero scores {value} in addition",
    "A missed bid scores {value} for each trick taken",
    "{points} for the first trick over or under, twice that for the second, and so on",
    "A revoke costs nothing",
    "In Call Break the tenths of a point for each trick over the call are {value}",
    "There is no Kraken and no White Whale",
    "A side may bid any number",
    "A zero bid and made scores {value} over",
    "A missed bid scores {value} for each trick over or under",
    "{points} times the square of the tricks over or under",
    "A round may add up to anything",
    "The hands have these numbers of cards: {value}",
    "No side may bid a number blind",
    "none",
    "A trick above the bid (a bag) scores {value}",
    "A blind bid needs a side {value} behind",
    "A missed bid scores {value} for each trick bid",
    "A missed bid scores {value}",
    "A number bid blind is worth {value}",
    "A player without a trick has nothing taken off",
    "When all pass, no cards are exchanged",
    "A made call scores {value}, and 1 a trick",
    "The lowest bid does not go up with an exchange",
    "Each trick over or under a contract costs {value}",
    "A made bid scores {value}",
    "The highest call is {value}",
    "The jack of diamonds takes nothing off",
    "A full set of bags costs {value}",
    # the name of a file, which only the terminal takes; and for words of a later `tomllib`
    "“{key}” is no key of a game: small letters, digits and hyphens are allowed",
    "this cannot be read",
    # for games from elsewhere, and for rules that such a game does not hold apart
    "Like “{preset}”.",
    *("6th", "7th", "{place}th"),  # in games with more sides than ours
    # a corrected bid: the walk corrects a contract, test_words_of_games says the others
    "bid of {seat}: {number} (was {old})",
    "call of {seat}: {number} (was {old})",
    # for a zero that is sure to be over
    "a made zero (over)",
}


@pytest.fixture(scope="module")
def messages_of_code() -> list[Found]:
    """Every message of the project; finding them takes more than a second."""
    return gathered()


@pytest.mark.parametrize("code", FOREIGN)
def test_the_file_of_a_language_is_what_make_messages_writes(
    code: str, messages_of_code: list[Found]
) -> None:
    """No message is missing, unused or misplaced."""
    kept = messages.path_of(code).read_text("utf-8")
    assert kept == messages.written(updated(code, messages_of_code), code)


@pytest.mark.parametrize("code", FOREIGN)
def test_every_message_is_translated_by_a_person(code: str) -> None:
    catalog = read(code)
    assert untranslated(catalog) == []
    assert [message.id for message in catalog if message.id and message.fuzzy] == []
    assert catalog.obsolete == {}


@pytest.mark.parametrize("code", FOREIGN)
def test_every_translation_has_the_blanks_of_its_message(code: str) -> None:
    """Only the forms for one and two may omit the number, as in “one trick”."""
    wrong = []
    for message in read(code):
        if not message.id:
            continue
        first = message.id if isinstance(message.id, str) else message.id[-1]
        for index, text in enumerate(forms(message)):
            spare = {"{count}", "%(count)s"} if index < len(forms(message)) - 1 else set()
            asked, given = set(BLANK.findall(first)), set(BLANK.findall(text))
            if given - asked or asked - given - spare or ends(first) != ends(text):
                wrong.append((first, text))
    assert wrong == []


ODD = [
    ("de", r"[\"'’”]|„[^“]*$|^[^„]*“", "quotation marks „…“"),
    ("he", r"[\"'“”„’‘]", "quotation marks ״…״"),
    ("he", r"(?<!ת)מיד[ \u2068]*[{%]", "“from hand 5” is “החל ביד 5”; “מיד” reads “at once”"),
    ("he", "קליעה", "the moon is taken, not shot"),
    ("he", "ביד ויסט", "reads “in a hand, whist”"),
    ("de", r"\b(Berichtigt|Gebt|Haltet|Nehmt|Prüft|Schließt|Tippt|Tragt|Trennt|Verschiebt|Wählt)\b"
     r"|führt beide|speichert die", "the person at the phone is “du”; “ihr” are all at the table"),
    ("de", r"\b(Tippe|Trage|Wähle|Füge|Prüfe|Mache)\b", "short, as everywhere else: “Tipp”"),
]  # fmt: skip
"""A language, words that its file must not have, and the reason."""


@pytest.mark.parametrize(("code", "pattern", "reason"), ODD)
def test_a_language_has_its_own_marks_and_words(code: str, pattern: str, reason: str) -> None:
    texts = [text for message in read(code) if message.id for text in forms(message)]
    assert [text for text in texts if re.search(pattern, text)] == [], reason


def test_what_english_calls_a_hand_is_not_a_game_in_german() -> None:
    wrong = [
        (told, text)
        for message in read("de")
        if message.id
        for told in [message.id if isinstance(message.id, str) else message.id[-1]]
        for text in forms(message)
        if re.search(r"\b[Hh]ands?\b", told)
        and not re.search(r"\b[Gg]ames?\b|\bplay", told)
        and re.search(r"\bSpiel(e|en|s)?\b(?! sie)", text)
    ]
    assert wrong == []


@pytest.mark.parametrize("code", FOREIGN)
def test_the_line_about_the_leader_fits_a_phone(code: str) -> None:
    """At 390 pixels it is one line of 360, in letters of 13, and what does not fit is cut."""
    catalog = read(code)

    def told(pattern: str, **blanks: object) -> str:
        return forms(catalog[pattern])[0].format(**blanks)

    ahead = told("{points} ahead", points=124)
    pattern = "{standing}; the game ends with {points} more for {side}"
    line = "Amit: " + told(pattern, standing=ahead, points=156, side="Sara")
    assert ems(line) * 13 <= 360, line


@pytest.mark.parametrize("code", FOREIGN)
def test_one_english_sentence_is_one_message_whether_it_counts_or_not(
    code: str, messages_of_code: list[Found]
) -> None:
    """A catalogue cannot hold a sentence alone and the same as the first of a pair."""
    alone = {message.one for message in messages_of_code if message.many is None}
    assert alone & {message.one for message in messages_of_code if message.many} == set()
    assert len(read(code)) == len({message.one for message in messages_of_code})


@pytest.fixture(scope="session")
def of_all_workers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of a run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_every_page_has_nothing_inline_and_every_word_is_a_message(
    app: Flask,
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    of_all_workers: Path,
    part: str,
) -> None:
    """With every message in brackets, no letter is outside of them, and names are escaped.

    Messages that no page shows are listed, so that the test cannot grow blind: the part that ends
    last compares. `make deep` also walks in the other languages and looks for English.
    """
    bracketing = Bracketing(every_message())
    with monkeypatch.context() as bracketed:
        bracketed.setattr(languages, "words_of", lambda _: bracketing)
        bracketed.setattr(Written, "into", lambda pattern, _: in_brackets(pattern))
        walked = every_page(app, store, monkeypatch, "en", part)
    fresh = {CARRIED.sub("", page.html): page for page in walked}
    for page in fresh.values():
        told = ToldAndInline(page.html)
        unescaped = MARKED in page.html
        wrong = page.status, page.address, list(unbracketed(told)), told.inline, unescaped
        assert wrong == (page.status, page.address, [], [], False)
    unseen = unseen_in_all_parts(of_all_workers, part, bracketing.unseen)
    if unseen is None:
        return  # the other part is still on its way
    of_shell = {
        message.one for message in messages.in_template(messages.ROOT / "templates/site/words.json")
    }
    new, seen = unseen - UNSEEN - of_shell, UNSEEN - unseen
    assert (new, seen) == (set(), set()), (
        f"no page of tests/web/walk*.py shows {new}: walk there, or add them to UNSEEN; "
        f"shown by now, take out of UNSEEN: {seen}"
    )


def every_message() -> set[str]:
    """The English of every message: another test sees that the file of a language has them all."""
    ids = (message.id for message in read(FOREIGN[0]) if message.id)
    return {one if isinstance(one, str) else one[0] for one in ids}


def unseen_in_all_parts(folder: Path, part: str, unseen: Collection[str]) -> set[str] | None:
    """The messages that no part of the walk has shown; None until all have ended."""
    files = {each: folder / f"unseen-{each}.json" for each in PARTS}
    begun = files[part].with_suffix(".part")
    begun.write_text(json.dumps([*unseen]), "utf-8")
    begun.replace(files[part])
    if not all(file.exists() for file in files.values()):
        return None
    return set.intersection(*(set(json.loads(file.read_text("utf-8"))) for file in files.values()))


if DEEP:

    @pytest.mark.parametrize("part", PARTS)
    @pytest.mark.parametrize("code", FOREIGN)
    def test_no_english_is_left_on_any_page(
        app: Flask, store: Store, monkeypatch: pytest.MonkeyPatch, code: str, part: str
    ) -> None:
        of_files: set[str] = set()  # `tests/games/test_game_files.py` sees that all are translated
        into = Written.into

        def noted(pattern: Written, language: str) -> str:
            text = into(pattern, language)
            of_files.update(words(text))
            return text

        monkeypatch.setattr(Written, "into", noted)
        pages = every_page(app, store, monkeypatch, code, part)
        assert english_left(pages, code, of_files) == []


def english_left(
    pages: list[Page], code: str, of_files: Collection[str] = ()
) -> list[tuple[str, set[str]]]:
    """Words on pages that are not in the file of their language, with the address of the page.

    of_files    words of games that are described by files
    """
    known = {word for message in read(code) for text in forms(message) for word in words(text)}
    known |= {*of_files, *(word[:1].upper() + word[1:] for word in of_files)}  # at the beginning
    left = []
    for page in pages:
        told = {word for piece in Told(page.html).pieces for word in words(piece)}
        if unknown := told - known - ALWAYS:
            left.append((page.address, unknown))
    return left


def forms(message: Message) -> tuple[str, ...]:
    strings = message.string if isinstance(message.string, tuple) else (message.string,)
    return tuple(str(string) for string in strings)


def ends(text: str) -> tuple[bool, bool]:
    """Whether a text begins and ends with a blank space."""
    return text[:1].isspace(), text[-1:].isspace()


def words(text: str) -> list[str]:
    return WORD.findall(BLANK.sub(" ", text))


class Bracketing(Translations):
    """A language that puts everything but the blanks of a message in brackets."""

    def __init__(self, known: set[str]) -> None:
        super().__init__()
        self.known = known
        self.unseen = set(known)

    def ugettext(self, message: str) -> str:
        return self._shown(message, message)

    def ungettext(self, one: str, many: str, count: int) -> str:
        return self._shown(one, one if count == 1 else many)

    def _shown(self, message: str, form: str) -> str:
        self.unseen.discard(message)
        if message not in self.known:
            return form
        return in_brackets(form)


@cache
def in_brackets(pattern: str) -> str:
    parts, blanks = BLANK.split(pattern), [*BLANK.findall(pattern), ""]
    return "".join(f"[[{part}]]{blank}" for part, blank in zip(parts, blanks, strict=True))


def unbracketed(page: Told) -> Iterator[str]:
    """The words of a page that stand outside of brackets."""
    for piece in page.pieces:
        outside = re.sub(r"\[\[.*?\]\]", " ", piece, flags=re.DOTALL)
        yield from set(words(outside)) - ALWAYS
