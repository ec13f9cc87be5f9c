"""Games of a table's own: made from a text, a file or a form, tried, shared and removed."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    g,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.errors import EntryError
from scorekeeper.games.file_hand import sentence_of
from scorekeeper.games.file_rulebook import LETTERS, FileGame
from scorekeeper.games.game_file import FileQuestion, Form, ForWhom, GameFileError
from scorekeeper.games.game_file_check import check_game
from scorekeeper.games.game_file_reader import MOST_BYTES
from scorekeeper.games.registry import is_own, own_game, ready_files, rulebooks, titles
from scorekeeper.ledger import game_files, own_games
from scorekeeper.ledger.own_games import GameNameTaken
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.expressions import Expression
from scorekeeper.rules.game import Game, Setup, read_game
from scorekeeper.rules.script import Bookmark
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import SOUTH
from scorekeeper.web import access, languages
from scorekeeper.web.access import only_scorers, open_store
from scorekeeper.web.formatting import Teller
from scorekeeper.wording import Given, Sentence, say

HANDS_TRIED, HANDS_SHOWN = 3, 3
FILE_FIELD, TEXT_FIELD = "file", "text"
CARRIAGE_RETURN = "\r"  # forms send line breaks as CR LF

# One file is tried at a time, so that taps beside it wait for one thread at most.
BEING_TRIED = threading.Lock()
_BUSY = say("Another game is being tried. Nothing of yours is lost: try it again in a few seconds.")

pages = Blueprint("own_games", __name__, url_prefix="/own-games")


@pages.get("/")
def index() -> ResponseReturnValue:
    """Show the games of this table, and the forms to make one."""
    only_scorers()
    ready = {book.key: book for book in ready_files()}.get(request.args.get("from", ""))
    return _page(ready.file.text if ready else "")


@pages.post("/")
def make() -> ResponseReturnValue:
    """Show what a file does, with made-up hands, or add it to the games of this table."""
    text = str(request.form.get(TEXT_FIELD, ""))
    try:
        text = _simple(request.form) if "simple" in request.form else _posted_text(text)
    except GameFileError as error:
        return _page(text, 422, error=error)
    if not BEING_TRIED.acquire(blocking=False):
        return _page(text, 503, problem=_BUSY)
    try:
        return _tried(text)
    finally:
        BEING_TRIED.release()


def _tried(text: str) -> ResponseReturnValue:
    """Check a file; then add its game, or show it."""
    form = request.form
    try:
        book = own_game(text)
        check_game(book, HANDS_TRIED)
        if "add" in form or "replace" in form:
            own_games.add(
                open_store(),
                g.table.id,
                text,
                access.author(),
                replace="replace" in form,
                taken=_translated_names(),
            )
            return redirect(url_for("new_game.sheet", game=book.key), 303)
        own_games.check_name(open_store().db, g.table.id, book, taken=_translated_names())
    except GameNameTaken as error:
        return _page(text, 422, error=error, book=book)
    except GameFileError as error:
        return _page(text, 422, error=error)
    except EntryError as error:
        return _page(text, 422, problem=error.sentence)
    return _page(text, book=book)


@pages.get("/<key>")
def show(key: str) -> ResponseReturnValue:
    """Show what a game does. Scorers of any table may add it by its link."""
    book = _shared(key)
    here = {own.key for own in game_files.own_games(open_store().db, g.table.id)}
    return render_template("table/own_game.html", **_described(book), is_here=book.key in here)


@pages.post("/<key>")
def change(key: str) -> ResponseReturnValue:
    """Add a game of a link to this table, or take one off its list."""
    book = _shared(key)
    if "remove" in request.form:
        own_games.remove(open_store(), g.table.id, key, access.author())
        return redirect(url_for("own_games.index"), 303)
    try:
        own_games.add(
            open_store(), g.table.id, book.file.text, access.author(), taken=_translated_names()
        )
    except GameFileError as error:
        return _page(book.file.text, 422, error=error, book=book)
    except EntryError as error:
        return _page(book.file.text, 422, problem=error.sentence)
    return redirect(url_for("new_game.sheet", game=key), 303)


@pages.get("/<key>.toml")
def download(key: str) -> ResponseReturnValue:
    """Return the file of a game."""
    response = Response(_shared(key).file.text, content_type="application/toml; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{key}.toml"'
    return response


def _shared(key: str) -> FileGame:
    """Return the game of a link, which any table may have; answer 404 if there is none."""
    book = game_files.book_of(open_store().db, key) if is_own(key) else None
    if not isinstance(book, FileGame):
        abort(404)
    return book


def _translated_names() -> Iterator[str]:
    """Yield the names of the games that come with the program, in every language of the pages."""
    for book in rulebooks().values():
        yield from titles(languages.in_every_language(book.name))


# The forms


def _posted_text(typed: str) -> str:
    """Return the typed text, or that of a posted file; raises GameFileError."""
    received = request.files.get(FILE_FIELD)
    if received is None or not received.filename:
        return typed.replace(CARRIAGE_RETURN, "")
    content: bytes = received.read(MOST_BYTES + 1)
    try:
        return content.decode("utf-8-sig").replace(CARRIAGE_RETURN, "")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise GameFileError(line, say("this is not text in UTF-8")) from None


def _simple(form: Mapping[str, str]) -> str:
    """Return the file of a simple game from its form: the points of each player, and the end."""
    asked = say("How many points did each player get?")
    texts = ", ".join(
        f"{code} = {_quoted(languages.in_language(code, asked.pattern, None, None))}"
        for code in languages.BY_CODE
    )
    lines = [
        f"name = {_quoted(' '.join(form.get('name', '').split()))}",
        f"players = [{_number(form, 'least', 2)}, {_number(form, 'most', 8)}]",
        f'wins = "{"low" if form.get("wins") == "low" else "high"}"',
        "",
        "[[ask]]",
        'key = "hand"',
        'each = "player"',
        f"number = [{_number(form, 'from', 0)}, {_number(form, 'to', 500)}]",
        *([f"sum = {_number(form, 'sum', 0)}"] if form.get("sum", "").strip() else []),
        f"ask = {{ {texts} }}",
        "",
        "[[points]]",
        'value = "hand"',
        *(["", "[end]", f"target = {_number(form, 'target', 100)}"]
          if form.get("target", "").strip() else []),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _number(form: Mapping[str, str], name: str, usual: int) -> str:
    """Return a number as it was typed, as TOML: what is no number becomes a text."""
    typed = str(form.get(name, "")).strip() or str(usual)
    return typed if typed.removeprefix("-").isdecimal() and typed.isascii() else _quoted(typed)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


# The pages


def _page(
    text: str,
    status: int = 200,
    *,
    error: GameFileError | None = None,
    problem: Sentence | None = None,
    book: FileGame | None = None,
) -> ResponseReturnValue:
    """Show the text with its error, or with a description of its game."""
    lines = text.splitlines()
    place = error.line - 1 if error else 0
    shown: dict[str, Any] = _described(book) if book else {"book": None}
    return render_template(
        "table/own_games.html",
        **shown,
        text=text,
        error=error,
        wrong_line=lines[place].strip()[:200] if error and 0 <= place < len(lines) else "",
        problem=problem,
        is_taken=isinstance(error, GameNameTaken),
        form=request.form,
        own=game_files.own_games(open_store().db, g.table.id),
        ready=ready_files(),
    ), status


def _described(book: FileGame) -> dict[str, Any]:
    """Return what a page says of a game: questions, rules, end, and made-up hands."""
    rules = book.presets[0].rules
    players = min(4, book.players[-1])
    players = players if players in book.players else book.players[0]
    setup = Setup(
        book, rules, book.agreed(book.usual_ending(rules), rules, players), players, SOUTH
    )
    game = made_up_game(setup, Random(book.file.digest), HANDS_SHOWN)  # noqa: S311  (no secret)
    return {
        "book": book,
        "questions": [
            (sentence_of(asked.ask), _form_of(book, asked))
            for asked in book.file.asked
            if asked.value is None
        ],
        "sections": book.describe(rules),
        "options": tuple(_options(book)),
        "game": game,
        "teller": Teller(LETTERS[:players]),
    }


def made_up_game(setup: Setup, rng: Random, hands: int) -> Game:
    """Return a game of some hands with random answers.

    There are fewer if the goal is met, even if a tie would be played off, or if no answer that is
    allowed is found to a question.
    """
    records: list[DealRecord] = []
    game = read_game(setup, records)
    while len(records) < hands and not (game.over or game.course.met):
        facts = _random_facts(game, rng)
        if facts is None:
            break
        records.append(DealRecord(facts))
        game = read_game(setup, records, known=game)
    return game


def _random_facts(game: Game, rng: Random) -> tuple[Fact, ...] | None:
    """Return random answers to all questions of the next hand; None if none is allowed."""
    deal = game.current
    setup = game.setup.at(deal.number)
    mark = Bookmark.at_start(partial(setup.script, deal.seating, deal.earlier))
    facts: list[Fact] = []
    while (step := mark.step) is not None:
        try:
            answer = step.parse(step.random_answer(rng))
        except (EntryError, IndexError):
            return None
        facts.append(step.fact(answer))
        mark = mark.answer(answer)
    return tuple(facts)


def _form_of(book: FileGame, asked: FileQuestion) -> Sentence:
    """Return what the answer to a question is, in words."""
    each = asked.each is not ForWhom.HAND
    match asked.form:
        case Form.CHOICE:
            alone = book.file.alone or asked.each is ForWhom.PLAYER
            who = say("a player") if alone else say("a side")
            return say("{who}, or nobody", who=who) if asked.nobody else who
        case Form.PLACES:
            return say("the order of the players")
        case Form.TICK:
            return say("yes or no, for each") if each else say("yes or no")
        case Form.WORDS:
            return say("a word, for each") if each else say("a word")
    number = _number_within(asked.low, asked.high)
    if not each:
        return number
    if asked.sum is not None and not asked.sum.names:
        return say("{number} for each, {sum} in all", number=number, sum=Given(asked.sum.text))
    return say("{number} for each", number=number)


def _number_within(low: Expression | None, high: Expression | None) -> Sentence:
    """Return the range of a number in words, without a bound that depends on something."""
    least, most = (None if bound is None or bound.names else bound.text for bound in (low, high))
    if least is None:
        return say("a number") if most is None else say("a number up to {high}", high=Given(most))
    if most is None:
        return say("a number from {low} on", low=Given(least))
    return say("a number from {low} to {high}", low=Given(least), high=Given(most))


def _options(book: FileGame) -> Iterator[Sentence]:
    """Yield the house rules with their usual values."""
    for option in book.file.options:
        value: object = option.default
        if isinstance(value, bool):
            value = say("yes") if value else say("no")
        words = {word.key: sentence_of(word.name) for word in option.words}
        value = words.get(str(value), value)
        yield say("{what}: {answer}", what=sentence_of(option.name), answer=value)
