"""The walk through games of a table's own: refused, tried, added, replaced, shared and removed."""

from __future__ import annotations

from collections.abc import Iterator

from werkzeug.datastructures import Headers

from scorekeeper.games.game_file import GameFileError
from scorekeeper.games.game_file_check import check_game_file
from scorekeeper.games.registry import check_name
from scorekeeper.rules.expressions import ExpressionError, ValueKind, parse
from scorekeeper.web import making_games
from scorekeeper.web.formatting import Teller
from scorekeeper.wording import Sentence
from tests.games.test_game_files import WRONG_FILES, WRONG_NAMES, named
from tests.own_yaniv import YANIV
from tests.rules.test_expressions import NAMES as EXPRESSION_NAMES
from tests.rules.test_expressions import WRONG as WRONG_EXPRESSIONS
from tests.web.phone import Page
from tests.web.walker import NAMES, Walker, number_of

NUMBERED = YANIV.replace("My Yaniv", "77").replace("Who said Yaniv?", "7?")
"""The game with a name of numbers, so that every letter on a page is ours."""
WORDY = """\
name = "8"
players = [4, 4]
sides = "pairs"
ask = [
  { key = "who", choice = "side or nobody", ask = "1?" },
  { key = "by", choice = "player", ask = "1?" },
  { key = "rank", places = true, ask = "1?" },
  { key = "tick", tick = true, ask = "1?" },
  { key = "ticks", each = "side", tick = true, ask = "1?" },
  { key = "word", words = { a = "7", b = "8" }, ask = "1?" },
  { key = "words_of", each = "side", words = { a = "7", b = "8" }, ask = "1?" },
  { key = "few", number = [0, 7], ask = "1?" },
  { key = "most", each = "side", number = ["few", 7], ask = "1?" },
  { key = "least", each = "side", number = [0, "few"], ask = "1?" },
  { key = "cards", each = "side", number = [0, 9], sum = 9, ask = "1?" },
]
points = "cards"
"""


def own_games(scorer: Walker) -> None:
    """Every state of the pages."""
    taken = NUMBERED.replace('"77"', '"Hearts"')
    for text in ("", "7", NUMBERED.replace("hand + 30", "hnd"), taken, NUMBERED, WORDY):
        _sent(scorer, "/own-games/", text=text, **{"try": "1"})
    with making_games.BEING_TRIED:
        _sent(scorer, "/own-games/", text=NUMBERED, **{"try": "1"})
    scorer.open("/own-games/?from=yaniv")
    _sent(scorer, "/own-games/", simple="1", name="78", sum="26", target="100")
    _sent(scorer, "/own-games/", simple="1", name="78", least="many")
    for content in ("77", "\udc80"):
        scorer.upload(content, address="/own-games/")
    scorer.upload("7" * 600_000, address="/own-games/")
    _sent(scorer, "/own-games/", text=WORDY, add="1")
    _sent(scorer, "/own-games/", text=NUMBERED, add="1")
    later = NUMBERED.replace("99", "90")
    _sent(scorer, "/own-games/", text=later, add="1")
    page = _sent(scorer, "/own-games/", text=later, replace="1")
    form = page.form("/new")
    fields = {f"names-{seat}": name for seat, name in enumerate(NAMES.split())}
    game = number_of(scorer.fill(form, fields | {"dealer": "0", "start": "1"}))
    for path in ("", "more", "sheet", "print?what=rules"):
        scorer.open(f"/games/{game}/{path}")
    key = form.fields["game"]
    shown = scorer.open(f"/own-games/{key}")
    scorer.send(shown.form(f"/own-games/{key}"), remove="1")
    shared = scorer.open(f"/own-games/{key}")
    scorer.send(shared.form(f"/own-games/{key}"), add="1")
    scorer.open("/own-games/")
    _refusals(scorer)


def _refusals(scorer: Walker) -> None:
    """Show why files are refused, in the words of the page but without the page around them."""
    language = scorer.client.environ_base["HTTP_ACCEPT_LANGUAGE"]
    with scorer.client.application.test_request_context(headers={"Accept-Language": language}):
        for reason in _reasons():
            html = f"<p>{Teller()(reason)}</p>"
            scorer.kept.append(Page(422, "/own-games/", html, Headers()))


def _reasons() -> Iterator[Sentence]:
    """Yield the reason of each wrong file, each kind of wrong name and each wrong expression."""
    for text, _, _ in WRONG_FILES:
        try:
            check_game_file(text, "small")
        except GameFileError as error:
            yield error.sentence
    for names, _ in WRONG_NAMES:
        try:
            check_name(named(names[0]))
        except GameFileError as error:
            yield error.sentence
    for text, _ in WRONG_EXPRESSIONS:
        try:
            parse(text, EXPRESSION_NAMES, ValueKind.NUMBER)
        except ExpressionError as error:
            yield error.sentence


def _sent(scorer: Walker, address: str, **fields: str) -> Page:
    forms = [form for form in scorer.open(address).forms if form.action.endswith(address)]
    return scorer.fill(forms[0], fields)
