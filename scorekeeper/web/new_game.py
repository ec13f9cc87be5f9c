"""The form for a new game: the players by seat, the dealer, the house rules, the ending."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask import session as cookie
from flask.typing import ResponseReturnValue

from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.exchange.hand_answers import same_points
from scorekeeper.games.registry import names_of
from scorekeeper.ledger import game_list, sessions
from scorekeeper.ledger.errors import Unknown, UnreadableGame
from scorekeeper.ledger.game_files import books_of, newest_of
from scorekeeper.ledger.game_log import Entry, Kind, Log, checked_entry
from scorekeeper.ledger.identifiers import rematch_key
from scorekeeper.ledger.people import check_distinct, clean_name, folded
from scorekeeper.ledger.sessions import SessionRecord
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import names_at
from scorekeeper.rules import house_rules
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Setup
from scorekeeper.rules.rulebook import Rulebook, check_rules
from scorekeeper.seating import SEATS, Seat, Side
from scorekeeper.web import table
from scorekeeper.web.access import only_scorers, open_store
from scorekeeper.web.entry_forms import NewGameForm, fields_under
from scorekeeper.web.languages import in_every_language
from scorekeeper.wording import Sentence, say

# House rules on offer

OWN = "own"


@dataclass(frozen=True, slots=True)
class Offer:
    """A set of house rules to choose.

    key       the value of the choice in the form
    ending    the ending that belongs to the rules; None if they leave the ending as it is
    source    the people or the book that the rules come from; None for a table's own rules
    """

    key: str
    name: Sentence
    note: Sentence
    rules: Any
    ending: Ending | None = None
    source: Sentence | None = None

    @property
    def ending_form(self) -> dict[str, str] | None:
        """The form fields of the ending that belongs to the rules; None if there is none."""
        return None if self.ending is None else ending_form(self.ending)


def offered_rules(
    store: Store, table_id: int, book: Rulebook[Any], chosen: str | None, session_id: int | None
) -> list[Offer]:
    """Return the rules of the session's games, then of others, newest first, then the presets.

    The chosen rules are always among them, even if another game with the same rules was begun
    since the form was loaded.
    """
    offers: list[Offer] = []
    recent = game_list.recent_rules(store, table_id, book.key, session_id=session_id)
    for game_id, setup in setups_of(store, table_id, recent):
        rules = setup.rules
        note = _describe_earlier(book, rules, newest=not offers)
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
            setup = store.game(table_id, int(number)).game.setup
            if setup.book is book:
                note = say("as in an earlier game")
                offers.append(Offer(f"game-{number}", setup.title, note, setup.rules))
    return offers


def setups_of(store: Store, table_id: int, game_ids: Iterable[int]) -> Iterator[tuple[int, Setup]]:
    """Yield the ids and setups of those games that can be read."""
    for game_id in game_ids:
        with suppress(UnreadableGame):
            yield game_id, store.game(table_id, game_id).game.setup


def _describe_earlier(book: Rulebook[Any], rules: Any, *, newest: bool) -> Sentence:
    """Say in which game rules were played before, with the description of their preset."""
    where = say("As in your last game.") if newest else say("As in an earlier game.")
    preset = book.preset_of(rules)
    description = preset.description if preset else book.likeness(rules)
    return say("{where} {description}", where=where, description=description)


def own_rules(book: Rulebook[Any], chosen: Any, form: Mapping[str, str]) -> Any:
    """Return the chosen rules with the changes in the form.

    A ready-made part, such as a scoring, replaces all fields of that part. Raises MalformedEntry
    if some of these fields were changed as well.
    """
    fields = dict(form)
    offered = house_rules.to_form(chosen)
    for part in house_rules.parts(book.rules):
        picked = fields.pop(part.path, OWN)
        start = f"{part.path}."
        own = {path: text.strip() for path, text in fields.items() if path.startswith(start)}
        for ready in part.ready:
            if ready.key != picked:
                continue
            preset = {start + name: text for name, text in house_rules.to_form(ready.value).items()}
            if any(text not in (preset.get(path), offered.get(path)) for path, text in own.items()):
                raise MalformedEntry(
                    "ready-or-own",
                    say("Some of your own numbers differ from it: choose your own here as well."),
                    part.path,
                )
            fields |= preset
    return house_rules.from_form(book.rules, fields)


def ending_form(ending: Ending) -> dict[str, str]:
    """Return the form fields that show this ending, for a game that begins now."""
    return ending.form(open_store().clock())


def rules_form(rules: Any) -> dict[str, str]:
    """Return the form fields that show these rules."""
    form = house_rules.to_form(rules)
    for part in house_rules.parts(type(rules)):
        value = house_rules.value_at(rules, part.path)
        form[part.path] = next((ready.key for ready in part.ready if ready.value == value), OWN)
    return form


# The form

LOT = "lot"
MOST_RECENT = 3  # games at the top of the form
MOST_NAMES = 12  # remembered names on offer
STARTS = re.compile(r"start-\d{1,2}")  # the fields of starting points

pages = Blueprint("new_game", __name__, url_prefix="/games")


@dataclass
class Sheet:
    """The form for a new game as it is filled in so far.

    last_players    the players of the last game; empty if the chosen game is not for that number
    ending          the fields of the ending
    fresh_ending    the fields of the ending before any change
    rules           the fields of the table's own house rules
    start           the fields of the starting points, by seat: partners may fill in one or both
    errors          what is wrong, by field
    focus           the id of the control that gets the focus
    """

    book: Rulebook[Any]
    form: NewGameForm
    offers: list[Offer]
    remembered: list[str]
    last_players: tuple[str, ...]
    ending: dict[str, str]
    fresh_ending: dict[str, str]
    rules: dict[str, str]
    start: dict[str, str] = field(default_factory=dict)
    session: SessionRecord | None = None
    errors: dict[str, Sentence] = field(default_factory=dict)
    focus: str = ""

    @property
    def chosen(self) -> Offer:
        """The chosen house rules; the first offer if the choice is unknown."""
        return next(
            (offer for offer in self.offers if offer.key == self.form.rules.data), self.offers[0]
        )

    @property
    def names(self) -> list[str]:
        """The contents of the fields for names."""
        return [entry.data or "" for entry in self.form.names]

    @names.setter
    def names(self, names: list[str]) -> None:
        for entry, name in zip(self.form.names, names, strict=True):
            entry.data = name

    @property
    def seats(self) -> int:
        """The number of fields for names to show: one more than are filled in or needed.

        The last one says that it may stay empty, so that nobody has to guess that more can play.
        """
        if _partners(self.book, self.chosen.rules):
            return len(self.names)  # the form names the partners of each seat
        filled = [seat for seat, name in enumerate(self.names, 1) if name.strip()]
        wanted = request.form.get("more", default=0, type=int)
        most = max([*filled, self.book.players[0]]) + 1
        return min(max(most, wanted), len(self.names))

    @property
    def offered_names(self) -> list[tuple[str, bool]]:
        """Remembered names, each with whether it is free.

        A name that is in a field stays in the list, so that the other names keep their places.
        """
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
    """Show the form, change it, or begin the game."""
    only_scorers()
    filled = _read_sheet()
    if request.method != "POST":
        return _show(filled)
    if _change(filled, request.form):
        return _show(filled)
    if "same" in request.form:
        empty = len(filled.names) - len(filled.last_players)
        filled.names = [*filled.last_players, *[""] * empty]
    setup, players = _read_setup(filled)
    first_entries = _first_entries(filled, setup) if setup else None
    if setup is None or first_entries is None:
        return _show(filled, 422)
    store = open_store()
    session_id = filled.session.id if filled.session else None
    try:
        game_id = game_list.new_game(
            store,
            g.table.id,
            filled.form.game_key(),
            setup,
            players,
            session_id=session_id,
            entries=first_entries,
            device=cookie.get("device", ""),
        )
    except EntryError as error:
        filled.errors[error.field or "names"] = error.sentence
        return _show(filled, 422)
    drawn = 1 if (filled.form.dealer.data or LOT) == LOT else None
    address = url_for("table.hand", game_id=game_id, drawn=drawn, _anchor=table.ASKED)
    return redirect(address, 303)


@pages.post("/<int:game_id>/rematch")
def rematch(game_id: int) -> ResponseReturnValue:
    """Begin another game with the same players and rules; the next dealer deals first."""
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
    here = old.present  # who has left does not play again
    dealer = Seat(here.index(record.game.current.dealer))
    ending = old.book.agreed(old.ending.again(store.clock()), old.rules, len(here))
    setup = Setup(old.book, old.rules, ending, len(here), dealer)
    order = [here.index(seat) for seat in old.clockwise]
    moved = order != [*range(len(here))]
    entries = [Entry(Kind.ORDER, 1, {"order": order})] if moved else []
    session = sessions.session_of_game(store, g.table.id, game_id)
    same = session.id if sessions.after_the_fact(store, session) else None
    key = rematch_key(record.key)
    new_id = game_list.new_game(
        store,
        g.table.id,
        key,
        setup,
        [record.players[seat] for seat in here],
        session_id=same,
        entries=entries,
    )
    return redirect(url_for("table.hand", game_id=new_id), 303)


def _read_sheet() -> Sheet:
    """Return the posted form; a fresh form begins with the choices of the last game."""
    store = open_store()
    chosen = request.values.get("session", type=int)
    session = None if chosen is None else sessions.session(store, g.table.id, chosen)
    of_session = None if session is None else session.id
    recent = setups_of(store, g.table.id, _recent_games(of_session))
    last_id, last = next(recent, (None, None))
    books = books_of(store.db, g.table.id, offered=True)
    book = _chosen_book(books, last)
    form = NewGameForm()
    posted: Mapping[str, str] = request.form
    other = books.get(request.form.get("play", ""), book)
    if other is not book:
        book, posted, form.rules.data = other, {}, None  # the names stay, the rules go
    _fit_names(form, book)
    offers = offered_rules(store, g.table.id, book, form.rules.data, of_session)
    fresh_ending = ending_form(_last_ending(book, last, of_session))
    filled = Sheet(
        book,
        form,
        offers,
        remembered=names_at(store, g.table.id),
        last_players=() if last_id is None else _players_of(last_id, book),
        ending=fresh_ending | fields_under("ending", posted),
        fresh_ending=fresh_ending,
        rules=fields_under("rules", posted),
        start={
            name: text for name, text in posted.items() if STARTS.fullmatch(name) and text.strip()
        },
        session=session,
    )
    if posted and posted.get("ending-of") != filled.chosen.key and filled.ending == fresh_ending:
        # Without scripts, choosing other rules does not change the fields of the ending.
        filled.ending = filled.chosen.ending_form or filled.ending
    if form.rules.data and form.rules.data != filled.chosen.key:
        filled.errors["rules"] = say("These rules are not on offer any more: choose again.")
    form.rules.data = filled.chosen.key
    return filled


def _is_start(field: str, text: str) -> bool:
    return bool(STARTS.fullmatch(field) and text.strip())


def _recent_games(session_id: int | None) -> list[int]:
    """Return the games of a session, or of the table with the one it plays first."""
    store = open_store()
    recent = game_list.game_ids(store, g.table.id, session_id=session_id)
    if session_id is None:
        latest = game_list.current(store, g.table.id)
        recent.sort(key=lambda game_id: game_id != latest)  # also one in an older evening
    return recent


def _chosen_book(books: Mapping[str, Rulebook[Any]], last: Setup | None) -> Rulebook[Any]:
    """Return the game that the request names; else that of the last setup, or the first."""
    usual = newest_of(books.values(), last.book.key) if last else None
    chosen = newest_of(books.values(), request.values.get("game", ""))
    return chosen or usual or next(iter(books.values()))


def _fit_names(form: NewGameForm, book: Rulebook[Any]) -> None:
    """Add fields for names up to the most players of the game."""
    while len(form.names) < book.players[-1]:
        form.names.append_entry("")
    while len(form.names) > book.players[-1] and not (form.names[-1].data or "").strip():
        form.names.pop_entry()


def _last_ending(book: Rulebook[Any], last: Setup | None, session_id: int | None) -> Ending:
    """Return the ending of the last game if it was of this kind; otherwise the usual one."""
    ending = book.endings.usual
    if last is None or last.book is not book:
        return ending
    store = open_store()
    played = game_list.recent_rules(store, g.table.id, book.key, 1, session_id=session_id)
    return next((setup.ending for _, setup in setups_of(store, g.table.id, played)), ending)


def _players_of(game_id: int, book: Rulebook[Any]) -> tuple[str, ...]:
    """Return the players of a game; empty if it is unreadable or `book` needs another number."""
    with suppress(UnreadableGame):
        players = open_store().game(g.table.id, game_id).players
        return players if len(players) in book.players else ()
    return ()


def _change(filled: Sheet, posted: Mapping[str, str]) -> bool:
    """Change the form as the pressed button says; return False if it begins the game."""
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
        filled.focus = "play"  # `_read_sheet` has changed the game
    else:
        return False
    return True


def _add(filled: Sheet, name: str) -> None:
    """Write a remembered name into the first empty field; focus the next free name."""
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


def _read_setup(filled: Sheet) -> tuple[Setup | None, list[str]]:
    """Return the setup and the players; the setup is None, and errors are set, if it is wrong."""
    players = _read_players(filled)
    rules, ending, dealer = filled.chosen.rules, filled.book.endings.usual, Seat(0)
    errors = filled.errors
    try:
        if filled.rules:
            rules = own_rules(filled.book, filled.chosen.rules, filled.rules)
        check_rules(filled.book, rules)
    except EntryError as error:
        known = error.field in house_rules.to_form(rules) or error.field in rules_form(rules)
        errors[f"rules.{error.field}" if filled.rules and known else "rules"] = error.sentence
        problems = house_rules.problems(filled.book.rules, filled.rules)
        errors |= {f"rules.{path}": sentence for path, sentence in problems.items()}
    try:
        ending = filled.book.endings.read(filled.ending, open_store().clock())
    except EntryError as error:
        errors[f"ending.{error.field}"] = error.sentence
    try:
        dealer = _read_dealer(filled, len(players))
    except EntryError as error:
        errors["dealer"] = error.sentence
    if not filled.form.validate():
        errors.setdefault("form", say("The page is incomplete: load it again."))
    if errors:
        return None, players
    ending = filled.book.agreed(ending, rules, len(players))
    return Setup(filled.book, rules, ending, len(players), dealer), players


def _first_entries(filled: Sheet, setup: Setup) -> list[Entry] | None:
    """Return the entries that the game begins with; None, with the error noted, if illegal."""
    if not filled.start:
        return []
    fields = {}
    for index, side in enumerate(setup.seating(setup.opener).sides):
        given = [name for seat in side if (name := f"start-{int(seat)}") in filled.start]
        fields[f"start-{index}"] = given[0] if given else f"start-{int(side[0])}"
        try:
            same_points(filled.start[name].strip() for name in given)
        except EntryError as error:
            filled.errors[given[0]] = error.sentence
            return None
    start = {name: filled.start.get(own, "") for name, own in fields.items()}
    try:
        return [checked_entry(Log.of(setup), Kind.START, None, start)]
    except EntryError as error:
        if error.code == "unchanged":
            return []
        filled.errors[fields.get(error.field or "", "start-0")] = error.sentence
        return None


def _read_players(filled: Sheet) -> list[str]:
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


def _read_dealer(filled: Sheet, players: int) -> Seat:
    choice = filled.form.dealer.data or LOT
    if choice == LOT:
        return Seat(secrets.randbelow(max(players, 1)))
    if choice in map(str, range(max(players, 1))):
        return Seat(int(choice))
    if choice in map(str, range(len(filled.names))):
        asked = say("There is no player {number}. Who deals first?", number=int(choice) + 1)
    else:
        asked = say("Who deals first?")
    raise MalformedEntry("no-dealer", asked, "dealer")


def _games(chosen: Rulebook[Any]) -> dict[str, Any]:
    """Return the games to choose from: those played last with the chosen one, and all."""
    store = open_store()
    books = books_of(store.db, g.table.id, offered=True)
    kinds = game_list.kinds(store, g.table.id)
    played = [book for key in kinds if (book := newest_of(books.values(), key)) is not None]
    first = list(dict.fromkeys(played))[:MOST_RECENT]
    if chosen not in first:
        first.insert(0, chosen)  # where it is seen, however long the names of the others are
    for book in books.values():
        if len(first) < MOST_RECENT and book not in first:
            first.append(book)
    return {"recent": first, "books": list(books.values())}


def _names(book: Rulebook[Any]) -> list[str]:
    """Return the names by which a search finds a game, in every language."""
    return list(dict.fromkeys([*in_every_language(book.name), *names_of(book), *book.also]))


def _partners(book: Rulebook[Any], rules: Any) -> tuple[Side, ...]:
    """Return the sides of a game of partners; empty for other games."""
    sides = book.seating(book.players[-1], Seat(0), rules).sides
    return sides if any(len(side) > 1 for side in sides) else ()


def _starting_sides(filled: Sheet) -> tuple[Side, ...]:
    """Return the players who share a field for starting points: sides, if they are known."""
    book = filled.book
    if len(book.players) == 1:
        return book.seating(book.players[0], Seat(0), filled.chosen.rules).sides
    return tuple((seat,) for seat in SEATS[: len(filled.names)])


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
            names=_names,
            partners=_partners(filled.book, filled.chosen.rules),
            sides=_starting_sides(filled),
            code=house_rules.code,
            own=OWN,
            lot=LOT,
        ),
        status,
    )
