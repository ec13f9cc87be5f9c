"""The form for a new game: players in the order of the seats, the dealer, the house rules."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger import game_list, sessions
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.errors import Unknown, UnreadableGame
from scorekeeper.ledger.identifiers import rematch_key
from scorekeeper.ledger.people import check_distinct, clean_name, folded
from scorekeeper.ledger.sessions import SessionRecord
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import names_at
from scorekeeper.rules import house_rules
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Setup
from scorekeeper.rules.rulebook import Rulebook, check_rules
from scorekeeper.seating import Seat, Side
from scorekeeper.web import table
from scorekeeper.web.access import open_store
from scorekeeper.web.formatting import Teller
from scorekeeper.web.table import NewGameForm, under
from scorekeeper.wording import Sentence, say

# House rules on offer

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
    lately = game_list.recent_rules(store, table_id, book.key, session_id=session_id)
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


# The form

LOT = "lot"
MOST_RECENT = 3  # games on top of the sheet
MOST_NAMES = 12  # to choose from

pages = Blueprint("new_game", __name__, url_prefix="/games")


@dataclass
class Sheet:
    """The form as it is filled in so far, with what is wrong in it by field.

    same            those who played last, if this game is for that number of players
    fresh_ending    the ending on it before anybody changes it
    focus           the control that stands where the one just tapped did
    """

    book: Rulebook[Any]
    form: NewGameForm
    offers: list[Offer]
    remembered: list[str]
    same: tuple[str, ...]
    ending: dict[str, str]
    fresh_ending: dict[str, str]
    rules: dict[str, str]
    session: SessionRecord | None = None
    errors: dict[str, Sentence] = field(default_factory=dict)
    focus: str = ""

    @property
    def chosen(self) -> Offer:
        """The house rules that are chosen."""
        return next(
            (offer for offer in self.offers if offer.key == self.form.rules.data), self.offers[0]
        )

    @property
    def names(self) -> list[str]:
        """What stands in the fields for names."""
        return [entry.data or "" for entry in self.form.names]

    @names.setter
    def names(self, names: list[str]) -> None:
        for entry, name in zip(self.form.names, names, strict=True):
            entry.data = name

    @property
    def seats(self) -> int:
        """How many fields for names are shown: one more than are filled in, as far as they go.

        All of them in a game of partners, who are named by their seats.
        """
        if _partners(self.book, self.chosen.rules):
            return len(self.names)
        filled = [seat for seat, name in enumerate(self.names, 1) if name.strip()]
        asked = request.form.get("more", default=0, type=int)
        most = max([*filled, self.book.players[0] - 1]) + 1
        return min(max(most, asked), len(self.names))

    @property
    def offered_names(self) -> list[tuple[str, bool]]:
        """Remembered names with whether each is free; one that is in a field keeps its place."""
        taken = {folded(name.strip()) for name in self.names}
        offered, free = [], 0
        for name in self.remembered:
            is_free = folded(name) not in taken
            free += is_free
            if free > MOST_NAMES:
                break
            offered.append((name, is_free))
        return offered


@pages.route("/new", methods=["GET", "POST"])
def sheet() -> ResponseReturnValue:
    """Show the sheet, change it, or begin the game."""
    if g.role is not Role.SCORE:
        abort(403)
    filled = _sheet()
    if request.method != "POST":
        return _show(filled)
    if _changed(filled, request.form):
        return _show(filled)
    if "same" in request.form:
        filled.names = [*filled.same, *[""] * (len(filled.names) - len(filled.same))]
    setup, players = _setup(filled)
    if setup is None:
        return _show(filled, 422)
    store = open_store()
    session_id = filled.session.id if filled.session else None
    try:
        game_id = game_list.new_game(
            store, g.table.id, filled.form.game_key(), setup, players, session_id=session_id
        )
    except EntryError as error:
        filled.errors[error.field or "names"] = error.sentence
        return _show(filled, 422)
    drawn = 1 if (filled.form.dealer.data or LOT) == LOT else None
    address = url_for("play.hand", game_id=game_id, drawn=drawn, _anchor=table.ASKED)
    return redirect(address, 303)


@pages.post("/<int:game_id>/rematch")
def rematch(game_id: int) -> ResponseReturnValue:
    """Begin another game with the same people and rules, the deal moving on."""
    store = open_store()
    record = store.game(g.table.id, game_id)
    if not record.game.over:
        return table.page(
            record, 409, notice=say("This game is not over: a rematch comes after its last hand.")
        )
    old = record.game.setup
    try:
        check_rules(old.book, old.rules)
    except EntryError as error:
        return table.page(record, 422, notice=error.sentence)
    setup = Setup(old.book, old.rules, old.ending, old.players, record.game.current.dealer)
    session = sessions.session_of_game(store, g.table.id, game_id)
    same = session.id if sessions.after_the_fact(store, session) else None
    key = rematch_key(record.key)
    new_id = game_list.new_game(store, g.table.id, key, setup, record.players, session_id=same)
    return redirect(url_for("play.hand", game_id=new_id), 303)


def _sheet() -> Sheet:
    """The sheet as posted; a fresh one takes the last game's habits."""
    store = open_store()
    books = rulebooks()
    chosen = request.values.get("session", type=int)
    session = None if chosen is None else sessions.session(store, g.table.id, chosen)
    of_session = None if session is None else session.id
    lately = game_list.game_ids(store, g.table.id, session_id=of_session)
    last_id, last = next(setups_of(store, g.table.id, lately), (None, None))
    usual = last.book if last else next(iter(books.values()))
    book = books.get(request.values.get("game", ""), usual)
    form = NewGameForm()
    posted: Mapping[str, str] = request.form
    other = books.get(request.form.get("play", ""), book)
    if other is not book:
        book, posted, form.rules.data = other, {}, None  # the names stay, the rules go
    while len(form.names) < book.players[-1]:
        form.names.append_entry("")
    while len(form.names) > book.players[-1] and not (form.names[-1].data or "").strip():
        form.names.pop_entry()
    offers = offered_rules(store, g.table.id, book, form.rules.data, of_session)
    ending = last.ending if last and last.book is book else book.endings.usual
    fresh_ending, posted_ending = house_rules.to_form(ending), under("ending", posted)
    rules = under("rules", posted)
    names = names_at(store, g.table.id)
    given_ending = fresh_ending | posted_ending
    same = () if last_id is None else _players_of(last_id, book)
    filled = Sheet(book, form, offers, names, same, given_ending, fresh_ending, rules, session)
    if posted and posted.get("ending-of") != filled.chosen.key and given_ending == fresh_ending:
        filled.ending = filled.chosen.ending_form or given_ending  # chosen without scripts
    if form.rules.data and form.rules.data != filled.chosen.key:
        filled.errors["rules"] = say("These rules are not on offer any more: choose again.")
    form.rules.data = filled.chosen.key
    return filled


def _players_of(game_id: int, book: Rulebook[Any]) -> tuple[str, ...]:
    """Those who play a game; nobody if the number does not fit the other game."""
    with suppress(UnreadableGame):
        players = open_store().game(g.table.id, game_id).players
        return players if len(players) in book.players else ()
    return ()


def _changed(filled: Sheet, posted: Mapping[str, str]) -> bool:
    """Carry out a tap that changes the sheet; False for the tap that begins the game."""
    names = filled.names
    seats = [str(seat) for seat in range(len(names))]
    missing = [seat for seat in seats[: filled.book.players[0]] if not names[int(seat)].strip()]
    if "add" in posted:
        _add(filled, posted["add"])
    elif "next" in posted and missing:
        filled.focus = f"names-{missing[0]}"
    elif posted.get("swap") in seats:
        seat = int(posted["swap"])
        other = (seat + 1) % len(names)
        names[seat], names[other] = names[other], names[seat]
        filled.names, filled.focus = names, f"swap-{seat}"
    elif "more" in posted:
        filled.focus = "more"
    elif "change" in posted:
        filled.rules, filled.focus = rules_form(filled.chosen.rules), "rules"
    elif "keep" in posted:
        filled.rules, filled.focus = {}, "change"
    elif "play" in posted:
        filled.focus = "play"  # the sheet is already that of the other game
    else:
        return False
    return True


def _add(filled: Sheet, name: str) -> None:
    """Write a remembered name into the first empty place; the next such name is then at hand."""
    names = filled.names
    empty = next((index for index, typed in enumerate(names) if not typed.strip()), None)
    if empty is not None:
        names[empty] = name
    filled.names = names
    offered = filled.offered_names
    added = next((index for index, (other, _) in enumerate(offered) if other == name), 0)
    free = [index for index, (_, is_free) in enumerate(offered) if is_free]
    chip = next((index for index in free if index > added), free[-1] if free else None)
    full = chip is None or all(typed.strip() for typed in names)
    filled.focus = "start" if full else f"add-{chip}"


def _setup(filled: Sheet) -> tuple[Setup | None, list[str]]:
    """What the sheet agrees on; None, with the errors noted, where something is wrong."""
    players = _players(filled)
    rules, ending, dealer = filled.chosen.rules, filled.book.endings.usual, Seat(0)
    with_errors = filled.errors
    try:
        if filled.rules:
            rules = own_rules(filled.book, filled.chosen.rules, filled.rules)
        check_rules(filled.book, rules)
    except EntryError as error:
        with_errors[f"rules.{error.field}" if filled.rules else "rules"] = error.sentence
        problems = house_rules.problems(filled.book.rules, filled.rules)
        with_errors |= {f"rules.{path}": sentence for path, sentence in problems.items()}
    try:
        ending = filled.book.endings.read(filled.ending)
    except EntryError as error:
        with_errors[f"ending.{error.field}"] = error.sentence
    try:
        dealer = _dealer(filled, len(players))
    except EntryError as error:
        with_errors["dealer"] = error.sentence
    if not filled.form.validate():
        with_errors.setdefault("form", say("The page is incomplete: load it again."))
    if with_errors:
        return None, players
    ending = filled.book.agreed(ending, rules, len(players))
    return Setup(filled.book, rules, ending, len(players), dealer), players


def _players(filled: Sheet) -> list[str]:
    typed = filled.names
    while len(typed) > filled.book.players[0] and not typed[-1].strip():
        typed.pop()
    if len(typed) > filled.book.players[-1]:
        most = filled.book.players[-1]
        filled.errors["names"] = say("At most {most} players can play.", most=most)
    names, fields = [], []
    for index, text in enumerate(typed):
        try:
            names.append(clean_name(text))
            fields.append(f"names-{index}")
        except EntryError as error:
            filled.errors[f"names-{index}"] = error.sentence
    try:
        check_distinct(names, fields)
    except EntryError as error:
        filled.errors[error.field or "names"] = error.sentence
    return names


def _dealer(filled: Sheet, players: int) -> Seat:
    given = filled.form.dealer.data or LOT
    if given == LOT:
        return Seat(secrets.randbelow(max(players, 1)))
    if given in map(str, range(max(players, 1))):
        return Seat(int(given))
    raise MalformedEntry("no-dealer", say("Who deals first?"), "dealer")


def _games(chosen: Rulebook[Any]) -> dict[str, Any]:
    """The games to choose from: the chosen one and those played last, then the others by name."""
    store = open_store()
    books = rulebooks()
    played = [books[key] for key in game_list.kinds(store, g.table.id) if key in books]
    first = list(dict.fromkeys([*played[:MOST_RECENT], chosen]))
    for book in books.values():
        if len(first) < MOST_RECENT and book not in first:
            first.append(book)
    tell = Teller()
    by_name = sorted(books.values(), key=lambda book: folded(tell.plain(book.name)))
    return {"recent": first, "others": [book for book in by_name if book not in first]}


def _partners(book: Rulebook[Any], rules: Any) -> tuple[Side, ...]:
    """The sides, where more than one player plays for a side."""
    sides = book.seating(book.players[-1], Seat(0), rules).sides
    return sides if any(len(side) > 1 for side in sides) else ()


def _show(filled: Sheet, status: int = 200) -> ResponseReturnValue:
    return (
        render_template(
            "table/new_game.html",
            sheet=filled,
            form=filled.form,
            questions=list(house_rules.questions(filled.book.rules)),
            parts=list(house_rules.parts(filled.book.rules)),
            endings=list(filled.book.endings.questions()),
            **_games(filled.book),
            partners=_partners(filled.book, filled.chosen.rules),
            code=house_rules.code,
            own=OWN,
            lot=LOT,
        ),
        status,
    )
