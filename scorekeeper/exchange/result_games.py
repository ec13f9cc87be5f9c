"""The games of a table of results: their players, their kinds, and their import.

Each becomes a game whose only entry is its result (see `FinalResult`).
"""

from __future__ import annotations

import datetime as dt
import difflib
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, groupby, islice, pairwise
from math import gcd
from operator import itemgetter
from typing import Any, NamedTuple

from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.exchange.exporting import Progress, no_progress
from scorekeeper.exchange.importing import bare_name
from scorekeeper.exchange.remarks import Level, Remark
from scorekeeper.exchange.result_rows import ResultRow, Results, RowNumber
from scorekeeper.exchange.table_cells import SHOWN, Translations, word_of
from scorekeeper.exchange.table_columns import Numbers
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
from scorekeeper.wording import Given, Sentence, Total, say

RESULT_KEY = "results-"  # begins the keys of games and evenings from a pasted table

# Names
#
# A name that no known player has is a player's only if somebody says so.

NEW = ""  # the answer for a new player
LEFT_OUT = "-"  # the answer for a name that is no player's


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """A name that no known player has.

    near      known players with similar names
    chosen    the known player whose name it is, NEW or LEFT_OUT; None if nobody has answered
    """

    name: str
    near: tuple[str, ...]
    chosen: str | None


@dataclass(frozen=True, slots=True)
class Names:
    """The names in a table, and the players whose they are.

    known      the names of the known players
    taken      the folded names, including former ones, that need no question
    answers    the answers so far, by name: a known player, NEW or LEFT_OUT
    """

    known: Sequence[str]
    taken: Collection[str] = ()
    answers: Mapping[str, str] = field(default_factory=dict)

    def who(self, name: str) -> str | None:
        """Return the player with a name; None if it is no player's."""
        if folded(name) in self.taken:
            return name
        chosen = self.answers.get(name)
        if chosen is None or (chosen != NEW and chosen not in self.known):
            return None
        return chosen or name

    def questions(self, names: Sequence[str]) -> list[NameQuestion]:
        """Return a question for each of these names that is not known."""
        bare = {name: bare_name(name) for name in self.known}
        questions = []
        for name in names:
            if folded(name) in self.taken:
                continue
            alike = bare_name(name)
            near = tuple(islice((each for each in self.known if _is_near(alike, bare[each])), 5))
            chosen = self.answers.get(name)
            if chosen != LEFT_OUT and self.who(name) is None:
                chosen = None
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
        """Return a number that divides every total under each preset; 1 if none is known."""
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
        key = (book.low(preset.rules), tuple(sides))
        first.setdefault(key, GameKind(book, preset.rules))
    return list(first.values())


def kind_named(text: str, kinds: Iterable[GameKind], translations: Translations) -> str:
    """Return the key of the only kind of game with a word of a text; empty if there is none.

    translations  a sentence in every language
    """
    wanted = word_of(text)
    keys = [
        kind.key
        for kind in kinds
        for name in {*translations(kind.book.name), kind.book.key}
        if wanted and wanted in {word_of(name), *map(word_of, name.split())}
    ]
    return keys[0] if len(set(keys)) == 1 else ""


@dataclass(frozen=True, slots=True)
class Prepared:
    """The games of a table, as a `Document` that is ready to be imported.

    new        the games that the table does not have yet
    lines      the line of each of them
    largest    the largest number of each of them, of either sign
    sessions   the evenings, by key
    known      the number of games that the table has already
    removed    the number of these that were removed from the list
    tally      the games, wins and points of each player; the points are None for places
    remarks    what there is to say of the rows
    """

    new: tuple[GameDocument, ...]
    lines: tuple[int, ...]
    largest: tuple[int, ...]
    sessions: Mapping[str, SessionDocument]
    remarks: tuple[Remark, ...]
    known: int
    removed: int
    tally: Mapping[str, tuple[int, int, int | None]]

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

    def day_of(self, game: GameDocument) -> dt.date:
        """Return the date of a game."""
        return dt.date.fromisoformat(self.sessions[game.session].date)

    @property
    def samples(self) -> list[int]:
        """The indices of the first, a middle and the last game, and of the one with most points.

        A row of totals that was taken for a game is one of them.
        """
        last = len(self.new) - 1
        most = max(range(last + 1), key=lambda at: self.largest[at], default=0)
        return sorted({0, last // 2, most, last}) if self.new else []

    @property
    def first(self) -> dt.date:
        """The date of the first evening."""
        return dt.date.fromisoformat(min(one.date for one in self.sessions.values()))

    @property
    def last(self) -> dt.date:
        """The date of the last evening."""
        return dt.date.fromisoformat(max(one.date for one in self.sessions.values()))


def prepare(
    store: Store, table_id: int, results: Results, kinds: Callable[[str], GameKind | None]
) -> Prepared:
    """Convert the rows to games.

    kinds    the kind of game for a cell of the column of games, which is empty if there is none;
             None if such rows are left out, or while nobody has said it
    """
    here = _keys_here(store, table_id)
    evenings = _evenings_here(store, table_id)
    used = {session.key for several in evenings.values() for session, _ in several}
    now = store.now()
    remarks: list[Remark] = []
    games: list[GameDocument] = []
    lines: list[int] = []
    largest: list[int] = []
    sessions: dict[str, SessionDocument] = {}
    seen: Counter[str] = Counter()
    tally: dict[str, list[int]] = {}
    known = removed = 0
    for row in results.games:
        kind = kinds(row.game)
        if kind is None:
            continue
        try:
            setup, players, values = _seated(row, kind)
            digest = _digest(row.date, kind, players, setup, values)
            seen[digest] += 1
            key = f"{RESULT_KEY}{digest}-{seen[digest]}"
            begun = Log.of(setup)
            result = checked_entry(begun, Kind.STOP, None, _fact(results.numbers, values))
            game = begun.after([result]).game
        except EntryError as error:
            remarks.append(Remark(Level.ERROR, error.sentence, row.line))
            continue
        if results.numbers is not Numbers.PLACES:
            remarks += _impossible(row, kind, setup, values)
            remarks += _contradictions(row, players, game)
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
        session = _session(row.date, players, evenings, used, now)
        sessions.setdefault(session.key, session)
        entry = EntryDocument.of(f"{key}-1", result, "", now)
        games.append(_document(setup, key, session.key, players, entry))
        lines.append(row.line)
        largest.append(max(map(abs, values)))
    places = results.numbers is Numbers.PLACES
    by_wins = sorted(tally.items(), key=lambda pair: (-pair[1][1], -pair[1][0]))
    counted = {name: (count, won, None if places else points) for name, (count, won, points)
               in by_wins}  # fmt: skip
    return Prepared(
        tuple(games), tuple(lines), tuple(largest), sessions, tuple(dict.fromkeys(remarks)),
        known, removed, counted,
    )  # fmt: skip


def _impossible(
    row: ResultRow, kind: GameKind, setup: Setup, values: Sequence[int]
) -> Iterator[Remark]:
    """Yield a doubt for numbers that no game of this kind gives."""
    divisor = kind.book.divisor(kind.rules, setup.players)
    if sum(values) % divisor:
        reason = say(
            "The points add up to {sum}, which is no multiple of {divisor}.",
            sum=sum(values), divisor=divisor,
        )  # fmt: skip
        yield Remark(Level.DOUBT, reason, row.line)
    unit = kind.unit(setup.players)
    for share in row.shares:
        if share.number % unit:
            reason = say(
                "{number} is no multiple of {unit}, as all points of this game are.",
                number=Total(share.number, kind.book.decimals), unit=unit,
            )  # fmt: skip
            yield Remark(Level.DOUBT, reason, row.line, share.column)


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


def _seated(row: ResultRow, kind: GameKind) -> tuple[Setup, list[str], list[int]]:
    """Return the setup of a game, its players by seat, and its numbers by side.

    Raises EntryError if the game does not allow these players or numbers.
    """
    people = [list(map(clean_name, share.names)) for share in row.shares]
    everybody = [name for share in people for name in share]
    twice = [name for name, count in Counter(map(folded, everybody)).items() if count > 1]
    if twice:
        name = next(name for name in everybody if folded(name) == twice[0])
        raise MalformedEntry("twice", say("{name} plays twice in it.", name=Given(name)))
    if len(everybody) not in kind.book.players:
        raise MalformedEntry("players", _other_number(kind, len(everybody)))
    setup = kind.setup(len(everybody))
    sides = setup.seating(setup.opener).sides
    grouped = _grouped(
        [(tuple(share), row.shares[at].number) for at, share in enumerate(people)], sides
    )
    players = [""] * setup.players
    for (partners, _), seats in zip(grouped, sides, strict=True):
        for name, seat in zip(partners, seats, strict=True):
            players[seat] = name
    return setup, players, [number for _, number in grouped]


def _contradictions(row: ResultRow, players: Sequence[str], game: Game) -> Iterator[Remark]:
    """Yield an error for each place, and for a winner, that the points contradict."""
    seats = {folded(name): Seat(at) for at, name in enumerate(players)}

    def points(rank: RowNumber) -> int | None:
        seat = seats.get(folded(rank.names[0]))
        total = None if seat is None else game.total(game.side_of(seat))
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
            place=rank.number, name=Given(rank.names[0]),
        )  # fmt: skip
        yield Remark(Level.ERROR, reason, row.line, rank.column)
    winner = seats.get(folded(row.winner))
    if winner is not None and game.side_of(winner) not in game.winners:
        reason = say("{name} did not win by these points.", name=Given(row.winner[:SHOWN]))
        yield Remark(Level.ERROR, reason, row.line)


def _fact(numbers: Numbers | None, values: Sequence[int]) -> Fact:
    """Return the totals or places of a game as the fact to record; raises MalformedEntry."""
    if numbers is not Numbers.PLACES:
        return {"totals": list(values)}
    if min(values) != 1:
        raise MalformedEntry("places", say("Nobody is first."))
    return {"places": list(values)}


def _other_number(kind: GameKind, count: int) -> Sentence:
    """Return the error of a number of players or sides that the game does not have."""
    seatings = (kind.book.seating(number, SEATS[0], kind.rules) for number in kind.book.players)
    if any(len(seating.sides) == count for seating in seatings):
        return say(
            "{game} is not played by {count}: name both partners, as in “{example}”.",
            game=kind.book.name, count=count, example=Given("Anna & Ben"),
        )  # fmt: skip
    return say("{game} is not played by {count}.", game=kind.book.name, count=count)


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
    sides = setup.seating(setup.opener).sides
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
    date: dt.date, players: Sequence[str], evenings: Evenings, used: set[str], now: str
) -> SessionDocument:
    """Return the evening of a game: one of the same day with one of its players, or a new one.

    used    the keys of all evenings, which get that of a new one
    """
    day, people = date.isoformat(), set(map(folded, players))
    for session, there in evenings.setdefault(day, []):
        if there & people:
            there.update(people)
            return session
    keys = (f"{RESULT_KEY}{day}-{number}" for number in count(1))
    key = next(key for key in keys if key not in used)
    used.add(key)
    session = SessionDocument(key, day, "", "", now)
    evenings[day].append((session, people))
    return session
