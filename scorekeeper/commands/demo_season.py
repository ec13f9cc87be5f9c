"""The demo season: games between simulated players, recorded tap by tap as at a table."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from scorekeeper import play
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger import database, sessions, tables
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.store import Store
from scorekeeper.rules.game import Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import Seat, Seating

PEOPLE = ("Anna", "Ben", "Chaim", "Dana", "Eva", "Fadi")
PHONES = ("5e1f00d1", "ca5cade0", "0ddba110")
SEASON = timedelta(days=182)
SHORT = 200  # points: such a game is over in an hour
SEEDS = 1_000_000  # seeds reserved for each season, more than it has hands
HANDS_NOW = 3  # hands played in the game that is still going on
NAMED = {
    0: ("First evening of the season", "Chaim brought the new cards."),
    7: ("Dana's birthday", ""),
}

Hand = tuple[Fact, ...]


class Clock:
    """A clock that shows the simulated time of the season."""

    def __init__(self, now: datetime) -> None:
        self.now = now.astimezone(UTC)

    def __call__(self) -> datetime:
        return self.now


class Hands:
    """Hands played by the engine's sensible players, stored by rules and dealer until needed.

    No two hands come from the same seed, in the same game or in different ones. The same `seed`
    gives the same hands.
    """

    def __init__(self, seed: int) -> None:
        self._waiting: dict[tuple[str, str, int], list[Hand]] = defaultdict(list)
        self._seeds = count(SEEDS * seed)

    def next(self, book: Rulebook[Any], preset: str, seating: Seating) -> Hand:
        """Return the answers of a new hand, played by one of the game's presets.

        Hands of a game with a fixed length depend on their number, so they are played one by one.
        """
        rules, dealer = book.preset(preset).rules, seating.dealer
        if book.length(rules, seating.players) is not None:
            return play.recorded_deal(book, rules, seating, next(self._seeds))
        waiting = self._waiting[book.key, preset, dealer]
        while not waiting:
            hands = play.recorded_deals(book, rules, next(self._seeds))
            for number, hand in enumerate(hands or ()):
                self._waiting[book.key, preset, number % 4].append(hand)
        return waiting.pop()


@dataclass(frozen=True, slots=True)
class Season:
    """The length of a season, its end and the seed of its random numbers."""

    evenings: int = 20
    seed: int = 1
    ends: datetime = datetime(2026, 6, 30, 20, 0, tzinfo=UTC)

    def days(self) -> Iterator[datetime]:
        """Yield the start of each evening; the last one begins an hour before the season ends."""
        for number in range(self.evenings - 1):
            day = self.ends - SEASON * (self.evenings - 1 - number) / max(self.evenings - 1, 1)
            yield day.astimezone().replace(hour=19, minute=30 + number % 20)
        yield self.ends - timedelta(hours=1)


def make(path: Path, season: Season) -> None:
    """Make a score file with a season in it; raises ImportError without NumPy."""
    database.prepare(path)
    clock = Clock(next(season.days()))
    store = Store(path, clock)
    store.db.execute("pragma synchronous=off")  # a crash loses only simulated games
    play_season(store, clock, season)


def play_season(store: Store, clock: Clock, season: Season) -> None:
    """Fill an empty file with a season; its last game is unfinished."""
    luck = random.Random(season.seed)  # noqa: S311  (no secret)
    table = _Table(store, clock, Hands(season.seed), luck, tables.first(store).id)
    for number, begins in enumerate(season.days()):
        clock.now = begins.astimezone(UTC)
        last = number == season.evenings - 1
        present = luck.sample(PEOPLE, 4 if luck.random() < 0.4 else 5 if luck.random() < 0.6 else 6)
        for game in range(1 if last else luck.choice((2, 3, 3))):
            players = luck.sample(present, 4)
            table.game(*_choose_game(luck, number, game), players, most=HANDS_NOW if last else None)
            clock.now += timedelta(minutes=luck.randint(5, 15))
        if number in NAMED:
            record = sessions.newest(store, table.id, 1)[0]
            name, notes = NAMED[number]
            sessions.change(
                store, table.id, record.id, date=record.date.isoformat(), name=name, notes=notes
            )


@dataclass(frozen=True, slots=True)
class _Table:
    """A table whose players tap on their phones and make mistakes."""

    store: Store
    clock: Clock
    hands: Hands
    luck: random.Random
    id: int

    def game(
        self, book: Rulebook[Any], preset: str, players: Sequence[str], most: int | None
    ) -> None:
        """Play a game to its end, or `most` hands of it and the beginning of the next hand."""
        chosen = book.preset(preset)
        rules, ending = chosen.rules, chosen.ending or book.endings.usual
        if ending.target > SHORT:
            ending = replace(ending, target=SHORT)
        ending = book.agreed(ending, rules, len(players))
        first = Seat(self.luck.randrange(len(players)))
        setup = Setup(book, rules, ending, len(players), first)
        key = f"season-{self.luck.getrandbits(64):016x}"
        game_id = new_game(self.store, self.id, key, setup, players)
        device = self.luck.choice(PHONES)
        while True:
            game = self.store.game(self.id, game_id).game
            if game.over:
                return
            hand = self.hands.next(book, preset, game.current.seating)
            if most is not None and len(game.deals) == most:
                self._enter(game_id, hand[:2], device)
                return
            self._enter(game_id, hand, device)

    def _enter(self, game_id: int, hand: Sequence[Fact], device: str) -> None:
        """Enter a hand tap by tap; now and then undo a tap, or correct the hand."""
        number = self.store.game(self.id, game_id).game.current.number
        mistaken = _swap_two(hand[-1]) if self.luck.random() < 0.03 else None
        for fact in (*hand[:-1], mistaken or hand[-1]):
            if "tricks" in fact:
                self.clock.now += timedelta(seconds=self.luck.randint(150, 280))
            self._record(game_id, Kind.ANSWER, fact, device)
            if self.luck.random() < 0.01:
                self._record(game_id, Kind.UNDO, {}, device)
                self._record(game_id, Kind.ANSWER, fact, device)
        if mistaken:
            self._record(game_id, Kind.CORRECTION, {"facts": list(hand)}, device, number)

    def _record(
        self, game_id: int, kind: Kind, given: Fact, device: str, deal: int | None = None
    ) -> None:
        self.clock.now += timedelta(seconds=self.luck.randint(5, 25))
        self.store.record(
            self.id,
            game_id,
            key=f"{self.luck.getrandbits(96):024x}",
            revision=self.store.revision(self.id, game_id),
            kind=kind,
            given=given,
            deal=deal,
            device=device,
        )


def _choose_game(luck: random.Random, evening: int, game: int) -> tuple[Rulebook[Any], str]:
    """Choose a game and a preset: the first game, but another one on every third evening."""
    usual, *others = playable()
    if others and evening % 3 == 2 and game == 0:
        book = others[evening // 3 % len(others)]
        return book, book.presets[0].key
    presets = [preset.key for preset in usual.presets]
    return usual, luck.choice([*presets, presets[0], presets[0]])


def playable() -> list[Rulebook[Any]]:
    """Return the games for four players that the engine can simulate."""
    return [
        book
        for book in rulebooks().values()
        if 4 in book.players and play.recorded_deals(book, book.presets[0].rules, 1) is not None
    ]


def _swap_two(fact: Fact) -> Fact | None:
    """Return an answer about tricks with two players swapped; None if that changes nothing."""
    tricks = fact.get("tricks")
    if not isinstance(tricks, list) or tricks[0] == tricks[1]:
        return None
    return {"tricks": [tricks[1], tricks[0], *tricks[2:]]}
