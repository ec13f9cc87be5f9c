"""Names: cleaned and accepted, or refused with a reason."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.ledger import people, sessions
from scorekeeper.ledger.people import LONGEST, check_distinct, clean_name, folded

FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna  Lea ", "Anna Lea"),  # extra blanks
        ("Anna\tLea\nZ", "Anna Lea Z"),  # every kind of blank
        ("Anna \u200f Lea", "Anna Lea"),  # a direction mark between two blanks
        ("\u202eannA\u202c", "annA"),  # a direction override
        ("\u2067חיים\u2069", "חיים"),  # isolates; the Hebrew stays
        ("Ze\u0301", "Z\u00e9"),  # composed
        (FAMILY, FAMILY),  # an emoji of several parts stays whole
        ("Anna \u200d", "Anna"),  # a joiner that joins nothing
        ("An\u034fna\u17b4", "Anna"),  # marks that show nothing
        ("\u2764\ufe0f", "\u2764\ufe0f"),  # an emoji with its selector
        ("\U0001f3b4", "\U0001f3b4"),  # an emoji
        ("<b>Bo</b>", "<b>Bo</b>"),  # markup is text
        ("A\x00n\x1bna", "Anna"),  # control characters
        ("\ud800Anna", "Anna"),  # half of a surrogate pair
        ("\ue000Anna", "Anna"),  # a private-use character has no defined shape
        ("7", "7"),
        ("x" * LONGEST, "x" * LONGEST),
    ],
)
def test_a_name_is_kept_without_what_cannot_be_seen(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "\u200b\u200e",  # a zero-width blank and a direction mark
        "\u200d",  # a joiner alone
        "\u3164",  # Hangul filler: an invisible letter
        "\u2800",  # Braille without dots
        "\u0301",  # an accent without a letter
        "\ufe0f",  # an emoji selector alone
        "\x07",
    ],
)
def test_a_name_that_nobody_could_see_is_refused(typed: str) -> None:
    with pytest.raises(MalformedEntry) as refusal:
        clean_name(typed, "names-2")
    error = refusal.value
    assert (error.code, error.field, str(error)) == (
        "no-name",
        "names-2",
        "Every player needs a name.",
    )


def test_a_name_of_500_characters_is_refused_with_its_length() -> None:
    with pytest.raises(IllegalEntry) as refusal:
        clean_name("x" * 500)
    assert (refusal.value.code, str(refusal.value)) == (
        "name-too-long",
        "A name has at most 24 characters; this one has 500.",
    )


@pytest.mark.parametrize(
    ("name", "other", "same"),
    [
        ("Anna", "ANNA", True),
        ("Anna", "\uff21nna", True),  # a wide A
        ("Stra\u00dfe", "STRASSE", True),
        ("An\u200dna", "Anna", True),  # an invisible joiner
        ("An\u034fna", "Anna", True),  # a joiner of marks
        ("Anna\ufe0f", "Anna", True),  # a selector of emoji without one
        ("\u2764\ufe0f", "\u2764", True),  # a selector behind its emoji
        ("Anna\u3164", "Anna", True),  # Hangul filler
        ("Anna", "Hanna", False),
        ("חיים", "חים", False),
    ],
)
def test_names_are_the_same_whatever_their_capitals_and_widths(
    name: str, other: str, same: bool
) -> None:
    assert (folded(name) == folded(other)) == same


def test_the_second_of_two_equal_names_is_refused_at_its_own_field() -> None:
    check_distinct(["Anna", "Ben"], ["names-0", "names-1"])
    with pytest.raises(IllegalEntry) as refusal:
        check_distinct(["Anna", "Ben", "anna"], ["names-0", "names-1", "names-2"])
    error = refusal.value
    assert (error.code, error.field, str(error)) == (
        "names-alike",
        "names-2",
        "Two players are called anna: make the names different.",
    )


@given(st.text(max_size=40))
def test_cleaning_a_clean_name_changes_nothing(typed: str) -> None:
    try:
        name = clean_name(typed)
    except EntryError:
        return
    assert clean_name(name) == name
    assert len(name) <= LONGEST
    assert name == name.strip()
    assert {unicodedata.category(sign)[0] for sign in name.replace("\u200d", "")}.isdisjoint("C")
    name.encode()


ACCENTS = "a" + "\u0301" * 60_000 + "\u0327" * 60_000  # normalising it whole takes a minute


@pytest.mark.parametrize(
    "use",
    [
        lambda: clean_name(ACCENTS),
        lambda: sessions.clean_name(ACCENTS),
        lambda: sessions.clean_notes(ACCENTS),
        lambda: sessions.clean_notes("\n" * 240_000),
    ],
)
def test_what_is_far_too_long_is_refused_unread(use: Callable[[], str]) -> None:
    with time_limit(0.05), pytest.raises(IllegalEntry) as refusal:
        use()
    assert refusal.value.code in {"name-too-long", "text-too-long"}


@pytest.mark.parametrize("text", [ACCENTS, f"Anna {ACCENTS}", ACCENTS * 4])
def test_a_long_text_is_folded_in_time_that_grows_with_its_length(text: str) -> None:
    with time_limit(0.5 * len(text) / 60_000):
        folded(text)


def test_a_long_text_is_folded_as_its_words_are() -> None:
    words = ["Ze\u0301", "ＡＮＮＡ", "x" * 90] * 20
    assert folded(" ".join(words)) == " ".join(map(folded, words))


def test_text_is_normalised_in_one_place() -> None:
    """Normalising a run of marks takes quadratic time; one place guards against that."""
    package = Path(people.__file__).parents[1]
    places = [
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if "unicodedata.normalize" in path.read_text("utf-8")
    ]
    assert places == ["wording.py"]


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Fail if the processor time of this thread exceeds the limit."""
    begun = time.thread_time()
    yield
    assert time.thread_time() - begun < seconds
