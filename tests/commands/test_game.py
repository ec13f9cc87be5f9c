"""Command `game`: files of games are checked, shown and listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper.games.registry import ready_files
from tests.terminal import run

ROOT = Path(__file__).parents[2]
TOLD = (ROOT / "docs" / "own-games.md").read_text("utf-8")


def example_of_the_page() -> str:
    """The first indented block of the page: a whole game."""
    block = TOLD.partition("It is a whole game:\n\n")[2].partition("\n    $ ")[0]
    return "".join(f"{line.removeprefix('    ')}\n" for line in block.splitlines())


def test_it_lists_every_game_that_comes_as_a_file() -> None:
    lines = run("game", "list").output.splitlines()
    assert [line.split()[0] for line in lines] == [book.key for book in ready_files()]
    assert {"gin-rummy        2 players     Gin Rummy",
            "yaniv            2–8 players   Yaniv"} < set(lines)  # fmt: skip


def test_it_shows_questions_and_rules_of_a_game_or_a_file(tmp_path: Path) -> None:
    shown = run("game", "show", "yaniv")
    assert (shown.exit_code, "caller: Who said Yaniv?" in shown.output) == (0, True)
    file = tmp_path / "mine.toml"
    file.write_text(example_of_the_page(), "utf-8")
    assert "0 if me.caller else hand" in run("game", "show", str(file)).output


def test_the_walk_of_the_page_leads_to_a_game(tmp_path: Path) -> None:
    """The first file of the page, and then each of its numbered steps put in."""
    text = example_of_the_page()
    file = tmp_path / "my_yaniv.toml"
    file.write_text(text, "utf-8")
    assert "My Yaniv: in order. 0 examples" in run("game", "check", str(file)).output
    steps = [
        "".join(f"{line.strip()}\n" for line in part.splitlines())
        for part in TOLD.partition("Now the rules")[2].partition("## The fields")[0].split("\n\n")
        if part.startswith("        ")
    ]
    asaf, cards, cut, out, end, option, example = steps
    changes = (
        ('[[points]]\nvalue = "0 if me.caller else hand"\n', f"{asaf}\n{cards}\n{cut}\n{out}"),
        ("[end]\ntarget = 200\n", f"{end}\n{option}\n{example}"),
        ("[0, 99]", '[0, "limit if me.caller else 99"]'),
    )
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, "utf-8")
    checked = run("game", "check", str(file))
    assert checked.output.startswith("My Yaniv: in order. 1 example,"), checked.output


TAKEN = """\
name = "YANIV"
players = [2, 3]
points = "1"
[[ask]]
key = "over"
tick = true
ask = "Over?"
"""


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b'name = "A"\nplayers = [2]\n', "line 2: “players” must be two values"),
        (TAKEN.encode(), "line 1: there is a game “YANIV” already; give yours another name"),
        (b"\xff\xfe", "line 1: this is not text in UTF-8"),
        (b"#" * 2_000_000, "line 1: the file has more than 64 KB"),
    ],
)
def test_it_refuses_a_file_with_its_line(tmp_path: Path, content: bytes, says: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(content)
    refused = run("game", "check", str(file))
    assert (refused.exit_code, says in refused.output) == (2, True)


def test_it_says_which_games_there_are_if_there_is_no_such_file() -> None:
    refused = run("game", "check", "nothing.toml")
    assert (refused.exit_code, "games that come as files: belote" in refused.output) == (2, True)
