"""A season of games played by programs, recorded as a table would, for the demo."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger import database, sessions, tables
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.store import Store
from scorekeeper.play.simulated_games import recorded, recorded_deal
from scorekeeper.rules.game import Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import Seat, Seating

PEOPLE = ("Anna", "Ben", "Chaim", "Dana", "Eva", "Fadi")
PHONES = ("5e1f00d1", "ca5cade0", "0ddba110")
SEASON = timedelta(days=182)
SHORT = 200  # points, so that a game is over in an hour
SEEDS = 1_000_000  # of the hands of a season, more than it has
HANDS_NOW = 3  # of the game that is going on
NAMED = {
    0: ("First evening of the season", "Chaim brought the new cards."),
    7: ("Dana's birthday", ""),
}

Hand = tuple[Fact, ...]


class Clock:
    """The time as the season tells it."""

    def __init__(self, now: datetime) -> None:
        self.now = now.astimezone(UTC)

    def __call__(self) -> datetime:
        """The present moment."""
        return self.now


class Hands:
    """Hands that the engine's sensible players have played, by rules and dealer.

    Every hand is played once, from cards that no other hand was dealt, whatever game it is of; the
    same seed gives the same hands.
    """

    def __init__(self, seed: int) -> None:
        self._waiting: dict[tuple[str, str, int], list[Hand]] = defaultdict(list)
        self._seeds = count(SEEDS * seed)

    def next(self, book: Rulebook[Any], preset: str, seating: Seating) -> Hand:
        """The answers of another hand by one of the game's presets.

        In a game of a fixed length hands differ by their number, and are played one by one.
        """
        rules, dealer = book.preset(preset).rules, seating.dealer
        if book.length(rules, seating.players) is not None:
            return recorded_deal(book, rules, seating, next(self._seeds))
        waiting = self._waiting[book.key, preset, dealer]
        while not waiting:
            hands = recorded(book, rules, next(self._seeds))
            for number, hand in enumerate(hands or ()):
                self._waiting[book.key, preset, number % 4].append(hand)
        return waiting.pop()


@dataclass(frozen=True, slots=True)
class Season:
    """How long a season is, when it ends, and where its luck comes from."""

    evenings: int = 20
    seed: int = 1
    ends: datetime = datetime(2026, 6, 30, 20, 0, tzinfo=UTC)

    def days(self) -> Iterator[datetime]:
        """When the evenings begin; the last one is on when the season ends."""
        for number in range(self.evenings - 1):
            day = self.ends - SEASON * (self.evenings - 1 - number) / max(self.evenings - 1, 1)
            yield day.astimezone().replace(hour=19, minute=30 + number % 20)
        yield self.ends - timedelta(hours=1)


def make(path: Path, season: Season) -> None:
    """Make a score file with a season in it; raises ImportError where NumPy is absent."""
    database.prepare(path)
    clock = Clock(next(season.days()))
    store = Store(path, clock)
    store.db.execute("pragma synchronous=off")  # nothing is lost that cannot be played again
    play_season(store, clock, season)


def play_season(store: Store, clock: Clock, season: Season) -> None:
    """Fill an empty file with a season; its last game is going on."""
    luck = random.Random(season.seed)  # noqa: S311  (no secret)
    table = _Table(store, clock, Hands(season.seed), luck, tables.first(store).id)
    for number, begins in enumerate(season.days()):
        clock.now = begins.astimezone(UTC)
        last = number == season.evenings - 1
        there = luck.sample(PEOPLE, 4 if luck.random() < 0.4 else 5 if luck.random() < 0.6 else 6)
        for game in range(1 if last else luck.choice((2, 3, 3))):
            players = luck.sample(there, 4)
            table.game(*_kind(luck, number, game), players, most=HANDS_NOW if last else None)
            clock.now += timedelta(minutes=luck.randint(5, 15))
        if number in NAMED:
            record = sessions.newest(store, table.id, 1)[0]
            name, notes = NAMED[number]
            sessions.change(
                store, table.id, record.id, date=record.date.isoformat(), name=name, notes=notes
            )


@dataclass(frozen=True, slots=True)
class _Table:
    """The people at the table, with their phones and their mistakes."""

    store: Store
    clock: Clock
    hands: Hands
    luck: random.Random
    id: int

    def game(
        self, book: Rulebook[Any], preset: str, players: Sequence[str], most: int | None
    ) -> None:
        """Play a game to its end, or some hands of it and the beginning of another."""
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
        """Enter a hand tap by tap; now and then one is taken back, or the hand put right."""
        number = self.store.game(self.id, game_id).game.current.number
        mistaken = _mistaken(hand[-1]) if self.luck.random() < 0.03 else None
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


def _kind(luck: random.Random, evening: int, game: int) -> tuple[Rulebook[Any], str]:
    """Which game, by which rules: mostly the usual one, another on every third evening."""
    usual, *others = playable()
    if others and evening % 3 == 2 and game == 0:
        book = others[evening // 3 % len(others)]
        return book, book.presets[0].key
    presets = [preset.key for preset in usual.presets]
    return usual, luck.choice([*presets, presets[0], presets[0]])


def playable() -> list[Rulebook[Any]]:
    """The games that four can play and that the engine plays."""
    return [
        book
        for book in rulebooks().values()
        if 4 in book.players and recorded(book, book.presets[0].rules, 1) is not None
    ]


def _mistaken(fact: Fact) -> Fact | None:
    """The tricks as somebody in a hurry would enter them: two players' changed over."""
    tricks = fact.get("tricks")
    if not isinstance(tricks, list) or tricks[0] == tricks[1]:
        return None
    return {"tricks": [tricks[1], tricks[0], *tricks[2:]]}
