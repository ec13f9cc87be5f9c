"""Random hands of every game, written as a table that a keeper could keep, with the right answers.

    for table in random_tables(seed=1):
        read(table.text, table.setup, table.columns, table.players) == table.facts

The hands are played by the rules: each question gets a random legal answer. How the answers stand
in the table shares nothing with the program that reads them. A row is a hand, and a cell is one
of these, by the kind of question:

    auction        the bid as “6S”, “6♠” or “6 spades”, “5NT”, “5 NT” or “5 no trumps”, and in Bid
                   Whist “4 high” or “4NT”, with the name of the declarer in a cell of its own.
                   If all passed, “pass” or “all passed”, and no declarer. How many auctions of the
                   hand were passed out stands in a cell, which is empty if none was
    contract       the number of each player; a bid in a word is the word, as “blind”, and the
                   number of a blind bid follows it, as “blind 7”. The cell of a declarer whose
                   contract is the bid has the number of the bid, or is empty
    tricks         the number of each player or side; with contracts, perhaps both in one cell, as
                   “5/4” or “5-4”: contract, then tricks. Tricks of nobody have a cell
    side-tricks    the number of the side that is asked; the cell of the other side has the rest
    player-tricks  the number, in the column of the player
    choice         the names of the players of the answer, joined by “ & ”; “nobody” or “-” for
                   nobody; the word on the tile for anything else, also “yes” or “✓” and “no” or
                   “✗”
    words          the same words, in the column of each player or side
    shares, points the number of each player or side; below zero as “-7”, “−7”, “–7” or “(7)”

An empty cell is that of a question that was not asked. The points of the hand may stand in columns
of their own, unless the question is for them. The columns are named
with the words of `table_cases`, and the whole table is parted by tabs, semicolons or commas.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random

from scorekeeper.games.registry import rulebooks
from scorekeeper.rules.bidding_steps import AuctionStep, Choice, ChoiceStep, ContractStep
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.game import Game, Setup, read_game
from scorekeeper.rules.questions_step import QuestionsStep
from scorekeeper.rules.result_steps import (
    NumbersBySide,
    PlayerTricksStep,
    SideTricksStep,
    TricksStep,
    WordsStep,
)
from scorekeeper.rules.steps import Fact, Json, Step
from scorekeeper.seating import Seat, Side
from scorekeeper.testing import setups
from scorekeeper.wording import decimal_text

NAMES = ("Anna", "Ben", "Chaim", "Dana", "Eli", "Fay", "Gil", "Hadas", "Ido", "Jael")
HANDS = 5
SIGNS = ("\t", ";", ",")
MINUS: tuple[Callable[[str], str], ...] = ("-{}".format, "−{}".format, "–{}".format, "({})".format)
SUITS = (
    {"C": "C", "D": "D", "H": "H", "S": "S", "NT": "NT"},
    {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "NT": " NT"},
    {"C": " clubs", "D": " diamonds", "H": " hearts", "S": " spades", "NT": " no trumps"},
)
DIRECTIONS = {"H": " high", "L": " low", "NT": "NT"}
BID = re.compile(r"(\d+)(\D+)")
BIDS, TAKEN = "@bid ", "@taken "
AND = " & "
Cells = dict[str, str]
Answered = list[tuple[Step, Fact]]


@dataclass(frozen=True, slots=True)
class Style:
    """How a keeper writes; the same for all hands of a table."""

    sign: str
    minus: Callable[[str], str]
    bids: dict[str, str]
    passed: str
    nobody: str
    ticks: dict[str, str]
    both: str
    own_contract: bool
    points: bool

    @classmethod
    def random(cls, setup: Setup, rng: Random) -> Style:
        return cls(
            sign=rng.choice(SIGNS),
            minus=rng.choice(MINUS),
            bids=DIRECTIONS if setup.book.key == "bid-whist" else rng.choice(SUITS),
            passed=rng.choice(("pass", "all passed")),
            nobody=rng.choice(("nobody", "-")),
            ticks=rng.choice(({}, {"yes": "✓", "no": "✗"})),
            both=rng.choice(("", "/", "-")),
            own_contract=rng.random() < 0.5,
            points=rng.random() < 0.5,
        )

    def number(self, number: object) -> str:
        """Return a whole number as the keeper writes it; the empty text for one not asked for."""
        text = str(number if number is not None else "")
        return self.minus(text[1:]) if text.startswith("-") else text

    def bid(self, code: str) -> str:
        match = BID.match(code)
        assert match, code
        return f"{match[1]}{self.bids[match[2]]}"


@dataclass(frozen=True, slots=True)
class RandomTable:
    """A table of random hands with what is right for it.

    setup      the agreement of the game; the first player dealt the first hand
    columns    the meaning of each column, as in `table_cases`
    facts      the answers of each hand, as the rules store them
    points     the points of each hand by side
    """

    setup: Setup
    players: tuple[str, ...]
    columns: tuple[str, ...]
    text: str
    facts: tuple[tuple[Fact, ...], ...]
    points: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        return f"{self.setup.book.key} with {len(self.players)}"


def random_tables(seed: int, hands: int = HANDS) -> Iterator[RandomTable]:
    """Yield a table of every game, with each of its presets and numbers of players."""
    for book in rulebooks().values():
        for setup in setups(book):
            rng = Random(f"{seed} {book.key} {setup.players} {setup.rules}")
            players = tuple(rng.sample(NAMES, setup.players))
            answered, game = random_hands(setup, rng, hands)
            yield written(answered, game, players, Style.random(setup, rng))


def random_hands(setup: Setup, rng: Random, hands: int) -> tuple[list[Answered], Game]:
    """Play `hands` random hands, or fewer if the game ends before.

    Return the questions of each hand with the answers, and the game.
    """
    records: list[DealRecord] = []
    played: list[Answered] = []
    game = read_game(setup, records)
    while len(records) < hands and not game.over:
        answered: Answered = []
        running = len(game.complete)
        while len(game.complete) == running:
            step = game.current.reading.step
            assert step is not None, "a hand has neither a question nor points"
            answered.append((step, step.fact(step.parse(step.random_answer(rng)))))
            record = DealRecord(tuple(fact for _, fact in answered))
            game = read_game(setup, [*records, record], known=game)
        records.append(record)
        played.append(answered)
        game = read_game(setup, records, known=game)
    return played, game


def written(
    hands: Sequence[Answered], game: Game, players: tuple[str, ...], style: Style
) -> RandomTable:
    """Return the table in which a keeper writes the hands of a game."""
    rows = [_row(hand, players, style) for hand in hands]
    points = tuple(deal.score.points for deal in game.complete if deal.score)
    if style.points:
        for row, scored in zip(rows, points, strict=True):
            for side, number in zip(game.sides, scored, strict=True):
                shown = style.number(decimal_text(number, game.setup.book.decimals))
                row.setdefault(f"@points {_named(side, players)}", shown)
    if style.both:
        rows = _joined(rows, style.both)
    columns = _columns(rows, players)
    return RandomTable(
        game.setup,
        players,
        ("@hand", *columns),
        _text(columns, rows, style),
        tuple(tuple(fact for _, fact in hand) for hand in hands),
        points,
    )


def _row(hand: Answered, players: tuple[str, ...], style: Style) -> Cells:
    """Return the cells of a hand by column."""
    cells: Cells = {}
    for step, fact in hand:
        for name, cell in cells_of(step, fact, players, style).items():
            is_blind = isinstance(step, ContractStep) and step.blind
            cells[name] = f"{cells[name]} {cell}" if is_blind else cell
    if passed := [fact for _, fact in hand if fact.get("bid") == "pass"]:
        cells["@answer passed-out"] = str(len(passed))
    if (
        style.own_contract
        and cells.get("@declarer")
        and any(name.startswith(BIDS) for name in cells)
    ):
        level = BID.match(cells["@bid"])
        assert level, cells
        cells.setdefault(f"{BIDS}{cells['@declarer']}", level[1])
    return cells


def cells_of(step: Step, fact: Fact, players: tuple[str, ...], style: Style) -> Cells:
    """Return the cells of an answer by column."""
    match step:
        case QuestionsStep():
            parts = [(part, part.fact(answer)) for part, answer in step.trail(step.parse(fact))]
            rows = (cells_of(part, own, players, style).items() for part, own in parts)
            return dict(chain.from_iterable(rows))
        case AuctionStep() if fact["bid"] == "pass":
            return {"@bid": style.passed, "@declarer": ""}
        case AuctionStep():
            winner = players[int(str(fact["winner"]))]
            return {"@bid": style.bid(str(fact["bid"])), "@declarer": winner}
        case ContractStep():
            return {f"{BIDS}{players[step.seat]}": str(fact["number"])}
        case SideTricksStep():
            taken = int(str(fact["number"]))
            shares = [step.scene.total - taken] * 2
            shares[step.side] = taken
            return _by_side("taken", step.seating.sides, shares, players, style)
        case PlayerTricksStep():
            key, _, _ = step.key.rpartition("-")
            return {f"@answer {key} {players[step.seat]}": str(fact["number"])}
        case ChoiceStep():
            code = str(fact["choice"])
            chosen = next(choice for choice in step.choices if choice.code == code)
            return {f"@answer {step.key}": _choice(chosen, players, style)}
        case TricksStep() if step.unclaimed:
            cells = _by_side("taken", step.seating.sides, _listed(fact["tricks"]), players, style)
            return cells | {"@taken nobody": str(fact.get("nobody", 0))}
        case WordsStep():
            faces = {code: style.ticks.get(str(face), str(face)) for code, _, face in step.words}
            words = [faces.get(str(code), "") for code in _listed(fact[step.field])]
            return _by_side(f"answer {step.key}", step.seating.sides, words, players, style)
        case NumbersBySide():
            own = {"points": "points", "tricks": "taken"}
            name = own.get(step.key, f"answer {step.key}")
            numbers = _listed(fact[step.field])
            return _by_side(name, step.seating.sides, numbers, players, style)
    raise AssertionError(f"no form for the question {step.key}")


def _by_side(
    name: str, sides: Sequence[Side], values: Sequence[Json], players: tuple[str, ...], style: Style
) -> Cells:
    return {
        f"@{name} {_named(side, players)}": style.number(value)
        for side, value in zip(sides, values, strict=True)
    }


def _named(side: Sequence[Seat], players: tuple[str, ...]) -> str:
    return AND.join(players[seat] for seat in side)


def _listed(values: Json) -> Sequence[Json]:
    assert isinstance(values, list), values
    return values


def _choice(choice: Choice, players: tuple[str, ...], style: Style) -> str:
    """Return the answer to a question of the table: players, nobody, or a word."""
    if choice.seats:
        return _named(choice.seats, players)
    face = str(choice.face)
    return style.nobody if face.lower() == "nobody" else style.ticks.get(face, face)


def _joined(rows: Sequence[Cells], sign: str) -> list[Cells]:
    """Return the rows with contracts and tricks in one cell, if every player has both."""
    return [_with_both(row, sign) for row in rows] if all(map(_has_both, rows)) else [*rows]


def _has_both(row: Cells) -> bool:
    bids, taken = ({c.partition(" ")[2] for c in row if c.startswith(k)} for k in (BIDS, TAKEN))
    return bids == taken


def _with_both(row: Cells, sign: str) -> Cells:
    both = {
        f"@both {name.removeprefix(BIDS)}": f"{cell}{sign}{row[TAKEN + name.removeprefix(BIDS)]}"
        for name, cell in row.items()
        if name.startswith(BIDS)
    }
    rest = {name: cell for name, cell in row.items() if not name.startswith((BIDS, TAKEN))}
    return rest | both


def _columns(rows: Sequence[Cells], players: tuple[str, ...]) -> list[str]:
    """Return the columns of all rows: those of one kind together, in the order of the seats."""
    named = [*dict.fromkeys(name for row in rows for name in row)]
    kinds = [*dict.fromkeys(_kind_and_side(name, players)[0] for name in named)]

    def place(name: str) -> tuple[int, int]:
        kind, side = _kind_and_side(name, players)
        return kinds.index(kind), side

    return sorted(named, key=place)


def _kind_and_side(name: str, players: tuple[str, ...]) -> tuple[str, int]:
    """Return the meaning of a column without its player or side, and the first seat of these."""
    words = name.split(" ")
    for index, word in enumerate(words):
        if word in players:
            return " ".join(words[:index]), players.index(word)
    return name, len(players)


def _text(columns: Sequence[str], rows: Sequence[Cells], style: Style) -> str:
    file = io.StringIO()
    writer = csv.writer(file, delimiter=style.sign, lineterminator="\n")
    writer.writerow(["Hand", *map(_head, columns)])
    for number, row in enumerate(rows, 1):
        writer.writerow([number, *(row.get(name, "") for name in columns)])
    return file.getvalue()


def _head(column: str) -> str:
    """Return the head of a column, such as “Anna tricks” or “Caller”."""
    kind, _, who = column.removeprefix("@").removeprefix("answer ").partition(" ")
    word = {"taken": "tricks", "both": ""}.get(kind, kind).replace("-", " ")
    return f"{who} {word}".strip() if who else word.capitalize()
