"""House rules on the sheet of a new game: those on offer, and those that somebody changes there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.ending import Ending
from scorekeeper.engine.rules.errors import MalformedEntry
from scorekeeper.engine.rules.game import Setup
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.wording import Sentence, say
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import Unknown, UnreadableGame
from scorekeeper.ledger.evenings import games

OWN = "own"


@dataclass(frozen=True, slots=True)
class Offer:
    """A set of house rules to choose; `key` stands for it in the form.

    ending    the ending that comes with it; None where choosing it leaves the ending alone
    source    who plays or prints these rules; None for a table's own
    """

    key: str
    name: Sentence
    note: Sentence
    rules: Any
    ending: Ending | None = None
    source: Sentence | None = None

    @property
    def ending_form(self) -> dict[str, str] | None:
        """The fields of that ending."""
        return None if self.ending is None else house_rules.to_form(self.ending)


def offered_rules(
    store: Store, table_id: int, book: Rulebook[Any], chosen: str | None, session_id: int | None
) -> list[Offer]:
    """The rules of earlier games, newest first after those of the session, then the presets.

    What was chosen on a sheet stays on it, though a game begun meanwhile may stand for it now.
    """
    offers: list[Offer] = []
    lately = games.recent_rules(store, table_id, book.key, session_id=session_id)
    for game_id, setup in setups_of(store, table_id, lately):
        rules = setup.rules
        note = _seen_before(book, rules, newest=not offers)
        offers.append(Offer(f"game-{game_id}", book.title(rules), note, rules))
    known = [offer.rules for offer in offers]
    offers += [
        Offer(
            preset.key, preset.name, preset.description, preset.rules, preset.ending, preset.source
        )
        for preset in book.presets
        if preset.key == chosen
        or (not preset.like and (preset.rules not in known or preset.ending is not None))
    ]
    number = (chosen or "").removeprefix("game-")
    if chosen not in {offer.key for offer in offers} and number.isdecimal() and number != chosen:
        with suppress(Unknown, UnreadableGame, ValueError):
            setup = store.setup(table_id, int(number))
            if setup.book is book:
                note = say("as in an earlier game")
                offers.append(Offer(f"game-{number}", book.title(setup.rules), note, setup.rules))
    return offers


def setups_of(store: Store, table_id: int, game_ids: Iterable[int]) -> Iterator[tuple[int, Setup]]:
    """What was agreed for some games, as far as they can be read."""
    for game_id in game_ids:
        with suppress(UnreadableGame):
            yield game_id, store.setup(table_id, game_id)


def _seen_before(book: Rulebook[Any], rules: Any, *, newest: bool) -> Sentence:
    """Where rules were played before, and what their preset says of itself."""
    where = say("As in your last game.") if newest else say("As in an earlier game.")
    preset = book.preset_of(rules)
    description = preset.description if preset else book.likeness(rules)
    return say("{where} {description}", where=where, description=description)


def own_rules(book: Rulebook[Any], chosen: Any, given: Mapping[str, str]) -> Any:
    """The chosen rules as changed on the sheet; a ready-made part stands for its fields.

    Raises MalformedEntry, where fields were changed although a ready-made part is chosen too.
    """
    fields = dict(given)
    offered = house_rules.to_form(chosen)
    for part in house_rules.parts(book.rules):
        picked = fields.pop(part.path, OWN)
        start = f"{part.path}."
        mine = {path: text.strip() for path, text in fields.items() if path.startswith(start)}
        for ready in part.ready:
            if ready.key != picked:
                continue
            made = {start + name: text for name, text in house_rules.to_form(ready.value).items()}
            if any(text not in (made.get(path), offered.get(path)) for path, text in mine.items()):
                raise MalformedEntry(
                    "ready-or-own",
                    say("Some of your own numbers differ from it: choose your own here as well."),
                    part.path,
                )
            fields |= made
    return house_rules.from_form(book.rules, fields)


def rules_form(rules: Any) -> dict[str, str]:
    """The fields of a form for changing these rules."""
    form = house_rules.to_form(rules)
    for part in house_rules.parts(type(rules)):
        value = house_rules.value_at(rules, part.path)
        form[part.path] = next((ready.key for ready in part.ready if ready.value == value), OWN)
    return form
