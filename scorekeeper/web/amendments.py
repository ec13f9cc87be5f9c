"""Pages that change the agreements of a game: starting points, rules, end, order of seats.

A page shows a form. Once the form is filled in, the page shows what would change, with a button
that records it. Scripts work out nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import EntryError, IllegalEntry
from scorekeeper.ledger.game_log import KINDS, Kind, Log, checked_entry
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.history import Change, changed_totals, describe_effects
from scorekeeper.ledger.refit import UnfitHands
from scorekeeper.rules import house_rules
from scorekeeper.rules.ending import resolved
from scorekeeper.rules.steps import number_of
from scorekeeper.seating import SEATS, Seat
from scorekeeper.web import languages, previews, table
from scorekeeper.web.access import only_scorers, open_store
from scorekeeper.web.entry_forms import OWN_FIELDS, EntryFields, fields_under
from scorekeeper.web.new_game import OWN, Offer, ending_form, offered_rules, own_rules, rules_form
from scorekeeper.wording import Sentence, decimal_text, say

LONGEST = 200  # characters of a field that are shown again
RECORD = say("Record it")
NOW = say("As this game is played now: choose the hand from which on.")
OVERTAKEN = say("The game has moved on since this page was loaded: look at it again, then record.")

pages = Blueprint("amend", __name__, url_prefix="/games/<int:game_id>/amend")

Fields = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Preview:
    """What an entry would change: totals, the winner, and dealers."""

    told: Sentence
    totals: tuple[Change, ...]
    sentences: tuple[Sentence, ...]

    @classmethod
    def of(cls, log: Log, kind: Kind, deal: int | None, fact: Mapping[str, Any]) -> Preview:
        """Compute the changes; raises EntryError if the entry is not allowed."""
        entry = checked_entry(log, kind, deal, fact)
        after = log.after([entry])
        totals = changed_totals(log.game, after.game)
        act, *details = KINDS[kind].history(entry, log, after)
        return cls(act, totals, (*details, *describe_effects(log, after)))

    @property
    def shown(self) -> tuple[object, ...]:
        """Everything that the page shows of it."""
        return self.told, *self.totals, *self.sentences


@dataclass(slots=True)
class Asked:
    """The form of a change, with the values filled in so far.

    shown     the values that the template of the form needs
    fact      the values of the entry to record; None while something is missing
    deal      the number of the hand with which the change begins; None if it is for the whole game
    fields    the fields of the form that the change was made of
    """

    kind: Kind
    shown: dict[str, Any] = field(default_factory=dict)
    fact: dict[str, Any] | None = None
    deal: int | None = None
    fields: dict[str, str] = field(default_factory=dict)


@pages.get("/hands")
def place(game_id: int) -> ResponseReturnValue:
    """Show a list of hands, to choose where a forgotten hand is inserted."""
    only_scorers()
    return show_hands(table.load(game_id))


@pages.get("/twice")
def twice(game_id: int) -> ResponseReturnValue:
    """Show a list of hands, to choose one that is to be taken out."""
    only_scorers()
    return show_hands(table.load(game_id), out=True)


def show_hands(
    record: GameRecord, *, out: bool = False, error: EntryError | None = None
) -> ResponseReturnValue:
    """Show the hands of a game, to insert one before a hand or to take one out."""
    context = table.game_context(record) | {"out": out, "error": error}
    return render_template("amend/place.html", **context), 422 if error else 200


@pages.get("/<any(start, rules, ending, order):act>")
def ask(game_id: int, act: str) -> ResponseReturnValue:
    """Show the form of a change, with a preview if it is filled in."""
    only_scorers()
    return _page(table.load(game_id), act, request.args)


@pages.post("/<any(start, rules, ending, order):act>")
def take(game_id: int, act: str) -> ResponseReturnValue:
    """Record the change that the page showed."""
    record = table.load(game_id)
    fields: Fields = request.form
    try:
        fields = previews.posted_fields()
        seen = as_seen(record)
        asked = ACTS[act](seen, fields)
        if asked.fact is None:
            raise previews.Differs
        preview = Preview.of(seen.log, asked.kind, asked.deal, asked.fact)
        previews.check(_sealed(asked, preview))
    except previews.Differs as error:
        return _page(record, act, fields, 409, notice=error.sentence)
    except EntryError as error:
        return _page(record, act, fields, 422, error=error)
    outcome = table.record_posted(game_id, asked.kind, asked.deal, asked.fact)
    if outcome.error is not None:
        return _page(outcome.record, act, fields, 422, error=outcome.error)
    if not outcome.stands:
        return _page(outcome.record, act, fields, 409, notice=OVERTAKEN)
    return redirect(url_for("table.hand", game_id=game_id), 303)


def as_seen(record: GameRecord) -> GameRecord:
    """Return the game as the posted page showed it; raises MalformedEntry.

    A repeated tap is so judged by the same state as the first.
    """
    revision = EntryFields.posted().revision
    if revision == record.log.revision:
        return record
    return replace(record, log=open_store().log_at(record.table_id, record.id, revision))


def _sealed(asked: Asked, preview: Preview) -> str:
    """Return the value of the button that records a change."""
    return previews.sealed(asked.fields, [asked.kind.value, asked.deal, asked.fact, *preview.shown])


def _page(
    record: GameRecord, act: str, fields: Fields, status: int = 200, **context: Any
) -> ResponseReturnValue:
    """Render the form with a preview of the change, or with the reason why it is refused."""
    shown = {name: value[:LONGEST] for name, value in fields.items() if name not in OWN_FIELDS}
    shown |= {"hand": fields["hand"][:LONGEST]} if "hand" in fields else {}
    error: EntryError | None = context.pop("error", None)
    preview, buttons = None, []
    try:
        asked = ACTS[act](record, shown)
    except EntryError as reason:
        error, asked = error or reason, _as_typed(record, act, shown)
    if asked.fact is not None and error is None:
        try:
            preview = Preview.of(record.log, asked.kind, asked.deal, asked.fact)
            buttons = [(_sealed(asked, preview), RECORD)]
        except EntryError as reason:
            error = reason
    last = _last(record)
    return (
        render_template(
            f"amend/{act}.html",
            **(
                table.game_context(record)
                | {"act": act, "error": error, "preview": preview, "notice": None, "last": last}
                | {"hand": asked.deal or last, "fields": asked.fields, "typed": shown}
                | {"buttons": buttons}
                | {"unfit": error.numbers if isinstance(error, UnfitHands) else ()}
                | asked.shown
                | context
            ),
        ),
        422 if error and status == 200 and asked.fact is None else status,
    )


def _last(record: GameRecord) -> int:
    """Return the number of the last hand that a change can begin with: the next one to begin."""
    current = record.game.current
    return current.number + bool(current.record.facts)


def _likely_first_hand(record: GameRecord) -> int:
    """Return the number of the hand with which new rules probably begin.

    It is a hand just thrown in, or the next one.
    """
    game = record.game
    last = game.deals[-1] if game.deals else None
    if last and last.score and last.score.thrown_in:
        return last.number
    return _last(record)


def _hand(record: GameRecord, fields: Fields) -> int:
    number = number_of(fields, "hand")
    return _last(record) if number is None else number


def _start(record: GameRecord, fields: Fields) -> Asked:
    """Return the fields for starting points, filled with those in force."""
    setup = record.game.setup
    points = [
        decimal_text(total, setup.book.decimals, languages.point())
        for total in setup.beginning.totals
    ]
    names = [f"start-{side}" for side in range(len(points))]
    values = {name: fields.get(name, total) for name, total in zip(names, points, strict=True)}
    filled = any(name in fields for name in names)
    return Asked(Kind.START, {"values": values}, dict(values) if filled else None, None, values)


def _rules(record: GameRecord, fields: Fields) -> Asked:
    """Return the fields of a preset, of an earlier game, or of rules chosen one by one."""
    setup, book = record.game.setup, record.game.setup.book
    first = _hand(record, fields) if "hand" in fields else _likely_first_hand(record)
    chosen = fields.get("rules", "")
    offers = offered_rules(open_store(), g.table.id, book, chosen or None, None)
    shown = _rules_shown(record, offers, fields)
    rules = next((offer.rules for offer in offers if offer.key == chosen), None)
    if chosen == OWN:
        given = rules_form(setup.rules) | fields_under("rules", fields)
        rules = own_rules(book, setup.rules, given)
    if rules is None and chosen:
        raise IllegalEntry(
            "rules-of-another-game", say("These rules belong to another game."), "rules"
        )
    if rules is None:
        return Asked(Kind.RULES, shown, None, first)
    own = fields if chosen == OWN else {}  # an offer is tapped in the form of the single rules
    carried = {name: value for name, value in own.items() if name.startswith("rules.")}
    carried |= {"rules": chosen, "hand": str(first)}
    return Asked(Kind.RULES, shown, {"rules": house_rules.to_json(rules)}, first, carried)


def _rules_shown(record: GameRecord, offers: list[Offer], fields: Fields) -> dict[str, Any]:
    setup, book = record.game.setup, record.game.setup.book
    in_force = {setup.rules, *(period.rules for period in setup.periods)}
    own = f"game-{record.id}"
    offers = [replace(offer, note=NOW) if offer.key == own else offer for offer in offers]
    return {
        "offers": [offer for offer in offers if {offer.rules} != in_force],
        "rules": rules_form(record.game.setup.rules) | fields_under("rules", fields),
        "questions": list(house_rules.questions(book.rules)),
        "parts": list(house_rules.parts(book.rules)),
        "own": OWN,
        "code": house_rules.code,
    }


def _ending(record: GameRecord, fields: Fields) -> Asked:
    """Return the fields for the end of the game, filled with the present one."""
    setup = record.game.setup
    given = fields_under("ending", fields)
    values = ending_form(setup.ending) | given
    endings = list(setup.book.endings.questions())
    shown = {"values": values, "endings": endings, "code": house_rules.code}
    if not given:
        return Asked(Kind.ENDING, shown)
    ending = setup.book.endings.read(values, open_store().clock())
    fact = {"ending": house_rules.to_json(ending)}
    carried = {f"ending.{name}": value for name, value in (given | resolved(ending)).items()}
    return Asked(Kind.ENDING, shown, fact, None, carried)


def _order(record: GameRecord, fields: Fields) -> Asked:
    """Return the fields for the order of seats; each tap swaps two neighbours."""
    game = record.game
    first = _hand(record, fields)
    now = game.setup.order or SEATS[: game.setup.players]
    seats = list(_seats(fields.get("order", "")) or map(int, now))
    swapped = number_of(fields, "swap")
    if swapped is not None and 0 <= swapped < len(seats):
        other = (swapped + 1) % len(seats)
        seats[swapped], seats[other] = seats[other], seats[swapped]
    joined = ",".join(map(str, seats))
    whole = sorted(seats) == list(range(game.setup.players))
    shown = {"seats": [Seat(seat) for seat in seats] if whole else list(now), "order": joined}
    if "order" not in fields:
        return Asked(Kind.ORDER, shown, None, first)
    carried = {"order": joined, "hand": str(first)}
    return Asked(Kind.ORDER, shown, {"order": seats}, first, carried)


def _seats(text: str) -> list[int]:
    """Parse seats separated by commas; raises MalformedEntry for anything but numbers."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return [number_of({"order": part}, "order") or 0 for part in parts]


def _as_typed(record: GameRecord, act: str, fields: Fields) -> Asked:
    """Return the form to show again if its fields cannot be read."""
    known = {name: value for name, value in fields.items() if name not in {"hand", "swap", "order"}}
    setup = record.game.setup
    match act:
        case "rules":
            offers = offered_rules(open_store(), g.table.id, setup.book, None, None)
            return Asked(Kind.RULES, _rules_shown(record, offers, known))
        case "ending":
            values = ending_form(setup.ending) | fields_under("ending", known)
            endings = list(setup.book.endings.questions())
            shown = {"values": values, "endings": endings, "code": house_rules.code}
            return Asked(Kind.ENDING, shown)
    return ACTS[act](record, known)


ACTS: dict[str, Callable[[GameRecord, Fields], Asked]] = {
    "start": _start,
    "rules": _rules,
    "ending": _ending,
    "order": _order,
}
