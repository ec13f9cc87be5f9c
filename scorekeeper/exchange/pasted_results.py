"""Pasted results: the games of a pasted table, their players, and their import.

Each becomes a game whose only entry is its result (see `FinalResult`).
"""

from __future__ import annotations

import datetime as dt
import difflib
import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, groupby, islice, pairwise
from math import gcd
from operator import itemgetter
from typing import Any, NamedTuple

from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.exchange.exporting import Progress, no_progress
from scorekeeper.exchange.importing import bare_name
from scorekeeper.exchange.pasted_cells import SHOWN
from scorekeeper.exchange.pasted_table import Flaw, Numbers
from scorekeeper.exchange.results_table import ResultRow, ResultsTable, RowNumber
from scorekeeper.games.registry import own_text
from scorekeeper.ledger.game_document import (
    EntryDocument,
    GameDocument,
    PlayerDocument,
    SessionDocument,
)
from scorekeeper.ledger.game_log import Kind, Log, checked_entry
from scorekeeper.ledger.people import clean_name, folded
from scorekeeper.ledger.store import Store
from scorekeeper.rules import house_rules
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Game, Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import SEATS, Seat
from scorekeeper.wording import Given, Sentence, Total, in_units, say

RESULT_KEY = "results-"  # begins the keys of games and evenings from a pasted table

# Names
#
# The page asks once about each unknown name: is it a known player, or a new one?

NEW = ""  # the answer for a new player


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """A name that no known player has.

    near      known players with similar names
    chosen    the known player whose name it is, or NEW; None if that has not been answered
    """

    name: str
    near: tuple[str, ...]
    chosen: str | None


def name_questions(
    names: Sequence[str],
    known: Sequence[str],
    taken: Collection[str],
    answers: Mapping[str, str],
) -> list[NameQuestion]:
    """Return a question for each unknown name.

    known      the names of the known players
    taken      the folded names, including former ones, that need no question
    answers    the answers so far, by name
    """
    bare = {name: bare_name(name) for name in known}
    questions = []
    for name in names:
        if folded(name) in taken:
            continue
        alike = bare_name(name)
        near = tuple(islice((each for each in known if _is_near(alike, bare[each])), 5))
        chosen = answers.get(name)
        if chosen is not None and chosen != NEW and chosen not in bare:
            chosen = None
        if chosen is None and not near:
            chosen = NEW
        questions.append(NameQuestion(name, near, chosen))
    return questions


def _is_near(one: str, other: str) -> bool:
    """Return whether two bare names may mean one person.

    That is so if one is the beginning of the other, if they differ in doubled letters, or if few
    letters differ.
    """
    if [letter for letter, _ in groupby(one)] == [letter for letter, _ in groupby(other)]:
        return True
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) >= 2 and longer.startswith(shorter):
        return True
    letters = len(one) + len(other)
    if len(longer) - len(shorter) > 1 or len(shorter) < 4:
        return False
    if 5 * len(set(one) ^ set(other)) > letters:  # too many differ: a hundred times as fast
        return False
    return difflib.SequenceMatcher(None, one, other).ratio() >= 0.8


# Games


class GameKind(NamedTuple):
    """A kind of game that results can be for: a rulebook with house rules."""

    book: Rulebook[Any]
    rules: Any

    @property
    def key(self) -> str:
        """The form value of this game: the rulebook's key, then `/` and the preset's, if any."""
        preset = self.book.preset_of(self.rules)
        return f"{self.book.key}/{preset.key}" if preset else self.book.key

    def unit(self, players: int) -> int:
        """Return a number that divides every total, whatever the preset; 1 if none is known."""
        return gcd(*(self.book.unit(preset.rules, players) for preset in self.book.presets))

    def setup(self, players: int) -> Setup:
        """Return the setup of a game of which only the result is known."""
        goals = self.book.endings.goals
        usual = self.book.usual_ending(self.rules)
        ending = Ending(goal=Goal.OPEN) if Goal.OPEN in goals else usual
        agreed = self.book.agreed(ending, self.rules, players)
        return Setup(self.book, self.rules, agreed, players, SEATS[0])


def kinds_of(book: Rulebook[Any]) -> list[GameKind]:
    """Return the presets of a game; of several with equal sides and winners, only the first."""
    first: dict[object, GameKind] = {}
    for preset in book.presets:
        sides = [book.seating(players, SEATS[0], preset.rules).sides for players in book.players]
        key = (book.low(preset.rules), str(sides))
        first.setdefault(key, GameKind(book, preset.rules))
    return list(first.values())


@dataclass(frozen=True, slots=True)
class Prepared:
    """The games of a pasted table, as a `Document` that is ready to be imported.

    new        the games that the table does not have yet
    lines      the line of each of them
    sessions   the evenings, by key
    known      the number of games that the table has already
    removed    the number of these that were removed from the list
    tally      the games, wins and points of each player; the points are None if places were pasted
    doubts     rows that somebody must confirm, each with the reason
    """

    new: tuple[GameDocument, ...]
    lines: tuple[int, ...]
    sessions: Mapping[str, SessionDocument]
    flaws: tuple[Flaw, ...]
    known: int
    removed: int
    tally: Mapping[str, tuple[int, int, int | None]]
    doubts: tuple[Flaw, ...] = ()

    @property
    def players(self) -> dict[str, PlayerDocument]:
        """The players by name, each as written in the first game."""
        players: dict[str, PlayerDocument] = {}
        for game in self.new:
            for name in game.players:
                players.setdefault(folded(name), PlayerDocument(name, game.started, None))
        return {player.name: player for player in players.values()}

    @property
    def table(self) -> None:
        """No table: the games come into one that is there."""

    def games(self, _: Progress = no_progress) -> Iterator[tuple[Sentence, GameDocument]]:
        """Yield the games to be imported, each with its line."""
        for line, game in zip(self.lines, self.new, strict=True):
            yield say("line {line}", line=line), game

    @property
    def first(self) -> dt.date:
        """The date of the first evening."""
        return dt.date.fromisoformat(min(one.date for one in self.sessions.values()))

    @property
    def last(self) -> dt.date:
        """The date of the last evening."""
        return dt.date.fromisoformat(max(one.date for one in self.sessions.values()))


def prepare(
    store: Store,
    table_id: int,
    results: ResultsTable,
    kind: GameKind,
    names: Mapping[str, str],
) -> Prepared:
    """Convert the rows to games; `names` has the player's name for each pasted name."""
    here = _keys_here(store, table_id)
    evenings = _evenings_here(store, table_id)
    now = store.now()
    flaws, doubts = list(results.flaws), list(results.doubts)
    games: list[GameDocument] = []
    lines: list[int] = []
    sessions: dict[str, SessionDocument] = {}
    seen: Counter[str] = Counter()
    tally: dict[str, list[int]] = {}
    known = removed = 0
    for row in results.games:
        try:
            setup, players, values = _seated(row, kind, names)
            digest = _digest(row.date, kind, players, setup, values)
            seen[digest] += 1
            key = f"{RESULT_KEY}{digest}-{seen[digest]}"
            begun = Log.of(setup)
            fact = _fact(results.numbers, values, kind.book.decimals)
            result = checked_entry(begun, Kind.STOP, None, fact)
            game = begun.after([result]).game
            if results.numbers is Numbers.POINTS:
                flaws += _contradictions(row, names, players, game)
        except EntryError as error:
            flaws.append(Flaw(row.line, error.sentence))
            continue
        divisor = kind.book.divisor(kind.rules, setup.players)
        if results.numbers is not Numbers.PLACES and sum(values) % divisor:
            reason = say(
                "The points add up to {sum}, which is no multiple of {divisor}.",
                sum=sum(values), divisor=divisor,
            )  # fmt: skip
            doubts.append(Flaw(row.line, reason))
        unit = kind.unit(setup.players)
        for share in row.shares if results.numbers is not Numbers.PLACES else ():
            if share.number % unit:
                reason = say(
                    "{number} is no multiple of {unit}, as all points of this game are.",
                    number=Total(share.number, kind.book.decimals),
                    unit=unit,
                )
                doubts.append(Flaw(row.line, reason, share.column))
        for side, seats in enumerate(game.sides):
            for seat in seats:
                mine = tally.setdefault(players[seat], [0, 0, 0])
                mine[0] += 1
                mine[1] += side in game.winners
                mine[2] += game.total(side) or 0
        if key in here:
            known += 1
            removed += here[key]
            continue
        session = _session(row.date, players, evenings, now)
        sessions.setdefault(session.key, session)
        entry = EntryDocument.of(f"{key}-1", result, "", now)
        games.append(_document(setup, key, session.key, players, entry))
        lines.append(row.line)
    places = results.numbers is Numbers.PLACES
    return Prepared(
        tuple(games),
        tuple(lines),
        sessions,
        tuple(sorted(dict.fromkeys(flaws), key=lambda flaw: flaw.line)),
        known,
        removed,
        {
            name: (count, won, None if places else points)
            for name, (count, won, points) in sorted(
                tally.items(), key=lambda pair: (-pair[1][1], -pair[1][0])
            )
        },
        tuple(dict.fromkeys(doubts)),
    )


def _document(
    setup: Setup, key: str, session: str, players: Sequence[str], result: EntryDocument
) -> GameDocument:
    """Return a game whose only entry is its result."""
    return GameDocument(
        key,
        session,
        setup.book.key,
        house_rules.to_json(setup.rules),
        house_rules.to_json(setup.ending),
        tuple(players),
        int(setup.first_dealer),
        result.at,
        (result,),
        own_text(setup.book),
    )


def _seated(
    row: ResultRow, kind: GameKind, names: Mapping[str, str]
) -> tuple[Setup, list[str], list[int]]:
    """Return the setup of a game, its players by seat, and its numbers by side.

    Raises EntryError if the game does not allow these players or numbers.
    """
    people = [[clean_name(names[name]) for name in share.names] for share in row.shares]
    everybody = [name for share in people for name in share]
    twice = [name for name, count in Counter(map(folded, everybody)).items() if count > 1]
    if twice:
        name = next(name for name in everybody if folded(name) == twice[0])
        raise MalformedEntry("twice", say("{name} plays twice in it.", name=Given(name)))
    if len(everybody) not in kind.book.players:
        raise MalformedEntry(
            "players",
            say("{game} is not played by {count}.", game=kind.book.name, count=len(everybody)),
        )
    setup = kind.setup(len(everybody))
    sides = setup.seating(setup.first_dealer).sides
    grouped = _grouped(
        [(tuple(share), row.shares[at].number) for at, share in enumerate(people)], sides
    )
    players = [""] * setup.players
    for (partners, _), seats in zip(grouped, sides, strict=True):
        for name, seat in zip(partners, seats, strict=True):
            players[seat] = name
    return setup, players, [number for _, number in grouped]


def _contradictions(
    row: ResultRow, names: Mapping[str, str], players: Sequence[str], game: Game
) -> Iterator[Flaw]:
    """Yield an error for each place, and for a winner, that the points contradict."""
    seats = {folded(name): Seat(at) for at, name in enumerate(players)}

    def points(rank: RowNumber) -> int | None:
        seat = seats.get(folded(names.get(rank.names[0], rank.names[0])))
        total = None if seat is None else game.total(game.seating.side_of(seat))
        return total if total is None or not game.setup.ending.low else -total

    ranked = sorted(((rank.number, points(rank), rank) for rank in row.ranks), key=itemgetter(0))
    wrong = [rank for _, own, rank in ranked if own is None]
    known = [(place, own, rank) for place, own, rank in ranked if own is not None]
    wrong += [
        rank
        for (place, more, _), (other, less, rank) in pairwise(known)
        if more < less or (place == other and more != less)
    ]
    for rank in wrong:
        reason = say(
            "The place {place} of {name} contradicts the points.",
            place=rank.number,
            name=Given(rank.names[0]),
        )
        yield Flaw(row.line, reason, rank.column)
    winner = seats.get(folded(names.get(row.winner, row.winner)))
    if winner is not None and game.seating.side_of(winner) not in game.winners:
        reason = say("{name} did not win by these points.", name=Given(row.winner[:SHOWN]))
        yield Flaw(row.line, reason)


def _fact(numbers: Numbers | None, values: Sequence[int], decimals: int) -> Fact:
    """Return the totals or places of a game as the fact to record; raises MalformedEntry.

    decimals    those of the game's points, with which places were read, too
    """
    if numbers is not Numbers.PLACES:
        return {"totals": list(values)}
    places = [in_units(value, decimals) for value in values]
    for place in places:
        if place != int(place):
            text = Given(place)
            raise MalformedEntry("places", say("“{text}” is not a whole number.", text=text))
    if min(places) != 1:
        raise MalformedEntry("places", say("Nobody is first."))
    return {"places": list(map(int, places))}


Group = tuple[tuple[str, ...], int]


def _grouped(shares: Sequence[Group], sides: Sequence[Sequence[object]]) -> list[Group]:
    """Return one group of players for each side, with its number.

    Partners have one share together, or one each with the same number. Raises MalformedEntry.
    """
    sizes = [len(side) for side in sides]
    if [len(names) for names, _ in shares] == sizes:
        return list(shares)
    alone = all(len(names) == 1 for names, _ in shares)
    by_number = [
        (tuple(name for names, _ in group for name in names), number)
        for number, group in (
            (number, list(run))
            for number, run in groupby(
                sorted(shares, key=lambda share: share[1]), key=lambda share: share[1]
            )
        )
    ]
    if not alone or [len(names) for names, _ in by_number] != sizes:
        raise MalformedEntry(
            "partners",
            say("Partners need the same number each, and no other pair the same; or one column "
                "for both, as in “{example}”.", example=Given("Anna & Ben")),
        )  # fmt: skip
    return by_number


def _digest(
    date: dt.date, kind: GameKind, players: Sequence[str], setup: Setup, values: Sequence[int]
) -> str:
    """Return a digest of a result, equal for the same day, game, players and numbers."""
    sides = setup.seating(setup.first_dealer).sides
    named = [
        [sorted(folded(players[seat]) for seat in side), number]
        for side, number in zip(sides, values, strict=True)
    ]
    said = json.dumps([date.isoformat(), kind.key, sorted(named)])
    return hashlib.sha256(said.encode()).hexdigest()[:24]


def _keys_here(store: Store, table_id: int) -> dict[str, bool]:
    """Return the results that a table has, by the key of the game: True if it was removed."""
    rows = store.db.execute(
        "select key, removed is not null from games where table_id = ? and key >= ? and key < ?",
        [table_id, RESULT_KEY, RESULT_KEY + "~"],
    )
    return {key: bool(gone) for key, gone in rows.fetchall()}


Evenings = dict[str, list[tuple[SessionDocument, set[str]]]]


def _evenings_here(store: Store, table_id: int) -> Evenings:
    """Return the evenings of a table by date, each with the folded names of its players."""
    rows = store.db.execute(
        "select sessions.key, date, sessions.name, notes, sessions.created, "
        "  (select json_group_array(players.folded) from games join seats on game_id = games.id "
        "    join players on players.id = player_id where session_id = sessions.id) "
        "from sessions where table_id = ?",
        [table_id],
    )
    evenings: Evenings = {}
    for key, date, name, notes, created, people in rows.fetchall():
        session = SessionDocument(key, date, name, notes, created)
        evenings.setdefault(date, []).append((session, set(json.loads(people))))
    return evenings


def _session(
    date: dt.date, players: Sequence[str], evenings: Evenings, now: str
) -> SessionDocument:
    """Return the evening of a game: one of the same day with one of its players, or a new one."""
    day, people = date.isoformat(), set(map(folded, players))
    for session, there in evenings.setdefault(day, []):
        if there & people:
            there.update(people)
            return session
    used = {session.key for several in evenings.values() for session, _ in several}
    keys = (f"{RESULT_KEY}{day}-{number}" for number in count(1))
    key = next(key for key in keys if key not in used)
    session = SessionDocument(key, day, "", "", now)
    evenings[day].append((session, people))
    return session
