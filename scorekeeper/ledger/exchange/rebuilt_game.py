"""A game of another file, rebuilt answer by answer through the checks of every entry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.game import Setup
from scorekeeper.ledger.entries.entry_checks import checked_entry
from scorekeeper.ledger.entries.game_log import Kind, Log
from scorekeeper.ledger.exchange.export_document import EntryDocument, GameDocument, with_name


class RebuiltGame:
    """A game of another file, rebuilt answer by answer; its entries have keys of their own."""

    def __init__(self, setup: Setup, key: str, started: str) -> None:
        self.setup = setup
        self.key = key
        self.started = started
        self.log = Log.of(setup)
        self.entries: list[EntryDocument] = []

    @staticmethod
    def log_of(game: GameDocument) -> Log:
        """The log of a rebuilt game."""
        return Log.of(game.setup()).after(game.numbered())

    def hand(self, facts: Iterable[Any], dealer: Seat | None, at: str) -> None:
        """The answers of a hand; raises EntryError for what the rules do not allow."""
        if dealer is not None and dealer != self.log.game.current.dealer:
            self.add(Kind.DEALER, {"dealer": int(dealer)}, at)
        for fact in facts:
            self.add(Kind.ANSWER, fact, at)

    def add(self, kind: Kind, fact: Any, at: str, deal: int | None = None) -> None:
        """Add an entry; raises EntryError."""
        entry = checked_entry(self.log, kind, deal, fact)
        self.log = self.log.after([entry])
        key = f"{self.key}-{len(self.entries) + 1}"
        self.entries.append(EntryDocument.of(key, entry, "", at))

    def document(self, session: str, players: Sequence[str], people: Sequence[str]) -> GameDocument:
        """The game as a document; `people` are all names, by the numbers in changes of seats."""
        setup = self.setup
        names = dict(enumerate(people))
        return GameDocument(
            self.key,
            session,
            setup.book.key,
            house_rules.to_json(setup.rules),
            house_rules.to_json(setup.ending),
            tuple(players),
            int(setup.first_dealer),
            self.started,
            tuple(
                replace(entry, fact=with_name(entry.entry, names).fact) for entry in self.entries
            ),
        )
