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
from scorekeeper.ledger.amendments import LEVELS
from scorekeeper.ledger.game_log import KINDS, Kind, Log, checked_entry
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.history import Change, changed_totals, describe_effects
from scorekeeper.ledger.people import clean_name, folded
from scorekeeper.ledger.refit import UnfitHands
from scorekeeper.ledger.tables import names_at
from scorekeeper.rules import house_rules
from scorekeeper.rules.ending import resolved
from scorekeeper.rules.game import Level
from scorekeeper.rules.steps import number_of
from scorekeeper.seating import Seat
from scorekeeper.web import languages, previews, table
from scorekeeper.web.access import only_scorers, open_store
from scorekeeper.web.entry_forms import OWN_FIELDS, EntryFields, fields_under
from scorekeeper.web.formatting import Teller
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
    checked   the values to preview, if the entry names somebody who is not in the file yet
    deal      the number of the hand with which the change begins; None if it is for the whole game
    fields    the fields of the form that the change was made of
    """

    kind: Kind
    shown: dict[str, Any] = field(default_factory=dict)
    fact: dict[str, Any] | None = None
    deal: int | None = None
    fields: dict[str, str] = field(default_factory=dict)
    checked: dict[str, Any] | None = None

    def preview(self, log: Log) -> Preview:
        """Compute what the entry would change; raises EntryError if it is not allowed."""
        fact = self.fact if self.checked is None else self.checked
        return Preview.of(log, self.kind, self.deal, fact or {})


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


@pages.get("/<any(start, rules, ending, order, comes, leaves):act>")
def ask(game_id: int, act: str) -> ResponseReturnValue:
    """Show the form of a change, with a preview if it is filled in."""
    only_scorers()
    return _page(table.load(game_id), act, request.args)


@pages.post("/<any(start, rules, ending, order, comes, leaves):act>")
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
        preview = asked.preview(seen.log)
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
            preview = asked.preview(record.log)
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
        for total in setup.beginning.totals[: len(setup.first_sides)]
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
    now = game.setup.at(first).clockwise
    seats = list(_seats(fields.get("order", "")) or map(int, now))
    swapped = number_of(fields, "swap")
    if swapped is not None and 0 <= swapped < len(seats):
        other = (swapped + 1) % len(seats)
        seats[swapped], seats[other] = seats[other], seats[swapped]
    joined = ",".join(map(str, seats))
    whole = sorted(seats) == sorted(now)
    shown = {"seats": [Seat(seat) for seat in seats] if whole else list(now), "order": joined}
    if "order" not in fields:
        return Asked(Kind.ORDER, shown, None, first)
    carried = {"order": joined, "hand": str(first)}
    return Asked(Kind.ORDER, shown, {"order": seats}, first, carried)


def _comes(record: GameRecord, fields: Fields) -> Asked:
    """Return the fields for somebody who comes late: the name, the seat and the total at the start.

    A name that is not in the file yet gets a number for the preview alone.
    """
    game, people = record.game, record.people
    setup = game.setup
    names = {people.name(record.log.sitting.at(_last(record))[seat]) for seat in setup.present}
    totals = [game.totals[seat] for seat in setup.present]
    shown: dict[str, Any] = {
        "offered": [name for name in names_at(open_store(), g.table.id) if name not in names],
        "seats": setup.clockwise,
        "levels": [(level.value, LEVELS[level], level.of(totals)) for level in Level],
    }
    if fields.get("number"):
        fields = {**fields, "start": "number"}
    fields = {name: fields[name] for name in ("name", "after", "start", "number") if name in fields}
    if "name" not in fields:
        return Asked(Kind.COMES, shown)
    name = clean_name(fields["name"], "name")
    known = {folded(each): number for number, each in people.names.items()}
    player = known.get(folded(name), max(people.names, default=0) + 1)
    with_name = replace(people, names={**people.names, player: name})
    person = with_name.person(player)
    same = (each for each in record.log.sitting.everyone if with_name.person(each) == person)
    checked = {key: value for key, value in fields.items() if key != "name"}
    shown["tell"] = Teller((*record.players, name), replace(record, people=with_name))
    return Asked(
        Kind.COMES, shown, {**fields}, None, fields, checked | {"player": next(same, player)}
    )


def _leaves(record: GameRecord, fields: Fields) -> Asked:
    """Return the fields for somebody who leaves: who it is, and how the player ranks."""
    fields = {name: fields[name] for name in ("seat", "behind") if name in fields}
    shown = {"seats": record.game.setup.clockwise}
    return Asked(Kind.LEAVES, shown, {**fields} if "seat" in fields else None, None, fields)


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
        case "comes":
            return _comes(record, {})
    return ACTS[act](record, known)


ACTS: dict[str, Callable[[GameRecord, Fields], Asked]] = {
    "start": _start,
    "rules": _rules,
    "ending": _ending,
    "order": _order,
    "comes": _comes,
    "leaves": _leaves,
}
