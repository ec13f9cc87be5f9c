"""Helpers for printing: random games, and the text of a PDF."""

from __future__ import annotations

import io
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from pypdf import PdfReader

from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep, ContractStep
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Game, Setup, read_game
from scorekeeper.rules.result_steps import SideTricksStep, TricksStep
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.script import read
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.seating import SOUTH, Seating
from scorekeeper.sheets.language import Speech
from scorekeeper.sheets.score_sheet import PrintedGame

NAMES = ("Anna", "Ben", "Chaim", "Dana", "Emanuel", "Friederike", "Gil")
HEBREW_NAMES = ("שרה", "וליד", "נועה", "אלי")
LONG_NAMES = (
    "W" * 24,
    "Bartholomäus Maximilian",
    "Abcdefghijklmnopqrstuvwx",
    "Wolfgang Amadeus W.",
    "Friederike-Charlotte M.",
    "Maria da Conceição Lopes",
    "Gil",
)
EXAMPLE: tuple[Fact, ...] = (  # the worked example of pagat.com's German page
    {"bid": "7C", "winner": 2},
    {"number": 0},
    {"number": 2},
    {"number": 3},
    {"tricks": [0, 3, 8, 2]},
)
HEBREW_WORDS = {
    "Hand": "יד",
    "Dealer": "מחלק",
    "Total": "סך הכול",
    "Winner: {names}": "המנצח: {names}",
    "{distance} over": "{distance} מעל",
    "{distance} under": "{distance} מתחת",
    "{page} of {pages}": "{page} מתוך {pages}",
    "revoke: {points}": "קנס: {points}",
}


def hebrew(pattern: str, plural: str | None, count: int | None) -> str:
    """Stand-in translation: the words that it has, English for the others."""
    english = pattern if plural is None or count == 1 else plural
    return HEBREW_WORDS.get(english, english)


HEBREW = Speech("he", "rtl", hebrew)


def setup_of(
    book: Rulebook[Any], preset: int = 0, ending: Ending | None = None, players: int = 4
) -> Setup:
    """A game by the rules of a preset, in which South deals first."""
    rules = book.presets[preset].rules
    agreed = book.agreed(ending or book.endings.usual, rules, players)
    return Setup(book, rules, agreed, players, SOUTH)


def game_of(setup: Setup, hands: int, seed: int = 1, stopped: bool = False) -> Game:
    """A game of `hands` hands, or a complete one, with revokes and thrown-in deals."""
    dice = random.Random(seed)
    records: list[DealRecord] = []
    game = read_game(setup, records)
    while len(records) < hands and not game.over:
        facts = tuple(_answers(setup, game.current.seating, dice))
        fined = setup.book.fine(setup.rules) and dice.random() < 0.2
        revokes = [0] * setup.players
        if fined:
            revokes[dice.randrange(setup.players)] = 1
        records.append(DealRecord(facts, tuple(revokes) if fined else ()))
        game = read_game(setup, records, known=game)
    return read_game(setup, records, stopped)


def played(game: Game, names: Sequence[str] = NAMES, when: str = "2026-11-20 20:15") -> PrintedGame:
    """The game with the names of its players."""
    return PrintedGame(game, tuple(names[: game.setup.players]), when)


def example_of(book: Rulebook[Any]) -> Game:
    """The worked example as a game of one hand, by the German page's rules."""
    return read_game(setup_of(book, 1), [DealRecord(EXAMPLE)])


def _answers(setup: Setup, seating: Seating, dice: random.Random) -> Iterator[Fact]:
    facts: list[Fact] = []
    while step := read(setup.script(seating), facts).step:
        facts.append(_answer(step, setup.players, dice))
        yield facts[-1]


def _answer(step: Step, players: int, dice: random.Random) -> Fact:
    match step:
        case AuctionStep() if step.can_pass_out and dice.random() < 0.15:
            return {"bid": "pass"}
        case AuctionStep():
            bids = [bid for bid in step.auction.ladder.bids if step.barred(bid) is None]
            return {"bid": dice.choice(bids[:12]).code, "winner": dice.randrange(players)}
        case ContractStep():
            return {"number": dice.choice([n for n in step.numbers if n < 5] or step.numbers)}
        case ChoiceStep():
            return {"choice": dice.choice(step.choices).code}
        case SideTricksStep():
            allowed = [option.value for option in step.options if not option.barred]
            return {"number": dice.choice(allowed)}
        case TricksStep():
            tricks = [0] * len(step.seating.sides)
            for _ in range(step.scene.total):
                tricks[dice.randrange(len(tricks))] += 1
            return {"tricks": tricks}
    raise AssertionError(f"no answer to {step.kind}")


def texts(pdf: bytes) -> list[str]:
    """The text of each page, without direction marks and word breaks.

    The reader reports a gap after the wide minus of some fonts; it is removed.
    """
    unseen = dict.fromkeys(map(ord, "\u200b\u202a\u202b\u202c\u2066\u2068\u2069"))
    pages = PdfReader(io.BytesIO(pdf)).pages
    return [page.extract_text().translate(unseen).replace("\u2212 ", "\u2212") for page in pages]


def sizes(pdf: bytes) -> set[tuple[int, ...]]:
    """The sizes of the pages in millimetres."""
    boxes = [page.mediabox for page in PdfReader(io.BytesIO(pdf)).pages]
    return {
        tuple(round(float(side) / 72 * 25.4) for side in (box.width, box.height)) for box in boxes
    }


def words(text: str) -> Counter[str]:
    """The words of a text with their counts."""
    return Counter(text.split())


def places(pdf: bytes, page: int = 0) -> list[tuple[str, float, float]]:
    """Every piece of text of a page with its place from left and bottom, in points."""
    pieces: list[tuple[str, float, float]] = []

    def note(text: str, user: list[float], matrix: list[float], *_: object) -> None:
        if text.strip():
            x, y = matrix[4], matrix[5]
            pieces.append(
                (
                    text.strip(),
                    user[0] * x + user[2] * y + user[4],
                    user[1] * x + user[3] * y + user[5],
                )
            )

    PdfReader(io.BytesIO(pdf)).pages[page].extract_text(visitor_text=note)
    return pieces


def font_sizes(pdf: bytes, word: str) -> set[float]:
    """The sizes, in points, of a word on the first page; its letters may be separate pieces."""
    found: set[float] = set()

    def note(text: str, user: list[float], _: list[float], __: object, size: float) -> None:
        if text.strip() and word.startswith(text.strip()):
            found.add(round(size * abs(user[0]), 1))

    PdfReader(io.BytesIO(pdf)).pages[0].extract_text(visitor_text=note)
    return found
