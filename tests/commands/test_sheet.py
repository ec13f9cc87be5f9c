"""Command `sheet`: blank sheets and house rules as PDF."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.commands.main import LANGUAGES, main
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.rules import house_rules
from scorekeeper.web import languages
from tests.sheets.kit import sizes, texts


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sheet(*words: str) -> Result:
    return CliRunner().invoke(main, ["sheet", *words])


def only_page(path: Path) -> str:
    (text,) = texts(path.read_bytes())
    return text


def test_a_blank_sheet_by_default(folder: Path) -> None:
    result = sheet()
    assert (result.exit_code, result.output) == (0, "israeli-whist-blank.pdf\n")
    made = (folder / "israeli-whist-blank.pdf").read_bytes()
    assert sizes(made) == {(210, 297)}
    assert [path.name for path in folder.iterdir()] == ["israeli-whist-blank.pdf"]


def test_names_scheme_paper_and_file(folder: Path) -> None:
    options = ("--names", "Anna, Ben,Chaim,Dana", "--scheme", "elhanani", "--paper", "letter")
    result = sheet(*options, "--rules", "wikipedia", "--out", "friday.pdf")
    assert (result.exit_code, result.output) == (0, "friday.pdf\n")
    text = only_page(folder / "friday.pdf")
    assert sizes((folder / "friday.pdf").read_bytes()) == {(216, 279)}
    for words in ("Anna", "Dana", "Scoring: Elhanani", "When all four miss, nobody scores."):
        assert words in text
    assert "13 +169 \u221265" in text  # a square without a bonus, and 5 a trick


def test_the_rules_of_a_file(folder: Path) -> None:
    rules = house_rules.to_json(ISRAELI_WHIST.presets[0].rules) | {"lowest_bid": 4}
    (folder / "ours.json").write_text(json.dumps(rules))
    assert sheet("rules", "--rules", "ours.json").exit_code == 0
    text = " ".join(only_page(folder / "israeli-whist-rules.pdf").split())
    assert "A bid is a number of tricks, from 4 to 13" in text


def test_every_game_has_its_sheets(folder: Path) -> None:
    assert sheet("--game", "bid-whist", "rules").exit_code == 0
    assert "The other side scores nothing." in only_page(folder / "bid-whist-rules.pdf")
    assert sheet("--game", "oh-hell", "--players", "7").exit_code == 0
    assert "13 hands" in only_page(folder / "oh-hell-blank.pdf")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--names", "Anna,Ben"), "Israeli Whist is not played by 2."),
        (
            ("--names", "Anna,,Chaim,Dana"),
            "--names takes names of 1 to 24 visible characters each.",
        ),
        (("--names", f"{'A' * 25},B,C,D"), "--names takes names of 1 to 24 visible"),
        (("--rules", "none"), "“none” is neither a set of rules (pagat, "),
        (("--paper", "a3"), "'a3' is not one of 'a4', 'letter'."),
        (("--game", "bid-whist", "--scheme", "standard"), "“standard” is no scheme of Bid Whist"),
        (("--out", "/no/such/folder/sheet.pdf"), "there is no folder /no/such/folder; make it"),
    ],
)
def test_what_cannot_be_made_is_refused_with_its_reason(
    folder: Path, options: tuple[str, ...], reason: str
) -> None:
    result = sheet(*options)
    assert result.exit_code == 2
    assert reason in result.output
    assert list(folder.iterdir()) == []


def test_without_typst_the_extra_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    result = sheet()
    assert result.exit_code == 2
    assert "an optional extra named “pdf”: pip install 'whist-scorekeeper[pdf]'" in result.output


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "tricks made missed by"), ("de", "Stiche erfüllt daneben"), ("he", "לקיחות")],
)
def test_the_language_of_the_pages(folder: Path, language: str, word: str) -> None:
    assert sheet("--lang", language, "--out", f"{language}.pdf").exit_code == 0
    assert word in " ".join(only_page(folder / f"{language}.pdf").split())


def test_the_languages_are_those_of_the_pages() -> None:
    assert tuple(languages.BY_CODE) == LANGUAGES
    assert sheet("--lang", "fr").exit_code == 2
