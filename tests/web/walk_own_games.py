"""The walk through games of a table's own: refused, tried, added, replaced, shared and removed."""

from __future__ import annotations

from tests.own_yaniv import YANIV
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
  { key = "cards", each = "side", number = [0, 9], sum = 9, ask = "1?" },
]
points = "cards"
"""


def own_games(scorer: Walker) -> None:
    """Every state of the pages."""
    for text in ("", "7", NUMBERED.replace("hand + 30", "hnd"), NUMBERED, WORDY):
        _sent(scorer, "/own-games/", text=text, **{"try": "1"})
    scorer.open("/own-games/?from=yaniv")
    _sent(scorer, "/own-games/", simple="1", name="78", sum="26", target="100")
    _sent(scorer, "/own-games/", simple="1", name="78", least="many")
    scorer.upload("77", address="/own-games/")
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


def _sent(scorer: Walker, address: str, **fields: str) -> Page:
    forms = [form for form in scorer.open(address).forms if form.action.endswith(address)]
    return scorer.fill(forms[0], fields)
