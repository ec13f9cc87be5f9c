"""The check of a game file: it works out the examples and plays random hands."""

from __future__ import annotations

from functools import partial
from itertools import islice, product, repeat
from random import Random
from typing import Any

from scorekeeper.errors import EntryError
from scorekeeper.games.file_rulebook import LETTERS, FileGame, game_of, in_letters
from scorekeeper.games.game_file import GameFileError
from scorekeeper.rules.ending import places
from scorekeeper.rules.script import Bookmark, Earlier
from scorekeeper.seating import SEATS
from scorekeeper.wording import Given, Listed, say

HANDS_TRIED, SEEDS = 12, 3
MOST_TRIED = 50_000  # values that are computed for each hand of a game that is tried


def check_game_file(text: str, key: str, hands: int = HANDS_TRIED) -> FileGame:
    """Read a file and check its game; raises GameFileError."""
    book = game_of(text, key)
    check_game(book, hands)
    return book


def check_game(book: FileGame, hands: int = HANDS_TRIED) -> None:
    """Work out the examples of a game and play random hands; raises GameFileError."""
    _check_end(book)
    for example in book.file.examples:
        _, result = book.played(example)
        if result.points != example.points:
            reasons = (
                say(
                    "{side}: {reasons}",
                    side=Given(LETTERS[side]),
                    reasons=Listed(in_letters(line.reason) for line in lines),
                )
                for side, lines in enumerate(result.lines)
            )
            raise GameFileError(
                example.line,
                say(
                    "the example gives {found}, not {wanted}: {reasons}",
                    found=Listed(result.points),
                    wanted=Listed(example.points),
                    reasons=Listed(reasons),
                ),
            )
        totals = tuple(map(sum, zip(example.totals or repeat(0), result.points, strict=False)))
        ranks = places(totals, low=book.file.low_wins, first=result.first)
        winners = "".join(LETTERS[side] for side, place in enumerate(ranks) if place == 1)
        if example.winners not in {"", winners}:
            raise GameFileError(
                example.line,
                say(
                    "the winners are {found}, not {wanted}",
                    found=Given(winners),
                    wanted=Given(example.winners),
                ),
            )
    # Of games too many to try all, some of each number of players, each with another variant
    turns = product(range(SEEDS * len(book.presets)), book.players)
    games = max(1, MOST_TRIED // (book.file.work + book.file.drawn))
    for turn, players in islice(turns, games):
        seed, place = divmod(turn + players, len(book.presets))
        rng = Random(f"{players} {seed}")  # noqa: S311  (made-up hands)
        _try_hands(book, players, book.presets[place].rules, rng, hands)


def _check_end(book: FileGame) -> None:
    """Raise GameFileError if the end asks for fewer than are ever left, as `still_in == 0` does.

    This is checked when a file is added, not whenever it is read.
    """
    when = book.file.ends.when
    if when is None or not {"still_in"} <= when.names <= {"still_in", "players"}:
        return
    for players in book.players:
        sides = len(book.seating(players, SEATS[0], book.presets[0].rules).sides)
        for still_in in range(sides if book.file.out is None else 1, sides + 1):
            if when.holds({"players": players, "still_in": still_in}.__getitem__):
                return
    raise GameFileError(
        book.file.ends.line,
        say(
            "“when” never holds, because one player or side always stays in: {condition}",
            condition=Given(when.text),
        ),
    )


def _try_hands(book: FileGame, players: int, rules: Any, rng: Random, hands: int) -> None:
    """Play random hands; raises GameFileError if a question has no answer that is allowed."""
    seating = book.seating(players, SEATS[0], rules)
    target = book.usual_ending(rules).limits[0] or 0
    earlier = Earlier(target=target)
    for number in range(1, hands + 1):
        mark = Bookmark.at_start(partial(book.script, seating.numbered(number), rules, earlier))
        if number == 1 and mark.step is None:
            line = book.file.asked[0].line
            raise GameFileError(line, say("nothing is asked in the first hand"))
        while (step := mark.step) is not None:
            try:
                mark = mark.parse(step.random_answer(rng))
            except (EntryError, IndexError) as error:
                key, dot, _ = str(getattr(error, "field", "")).partition(".")
                key = key if dot else step.key.partition("-")[0]
                part = next(each for each in book.file.asked if each.key == key)
                reason = say("“{key}” may have no answer that is allowed", key=Given(key))
                if isinstance(error, EntryError):
                    refused = in_letters(error.sentence)
                    reason = say("{fault}: {reason}", fault=reason, reason=refused)
                raise GameFileError(part.line, reason) from None
        assert mark.score is not None  # noqa: S101  (no question is left)
        before = earlier.totals or (0,) * len(seating.sides)
        totals = tuple(map(sum, zip(before, mark.score.points, strict=True)))
        earlier = Earlier(totals, mark.score.left, target)
        if mark.score.ends or mark.score.final:
            return
