"""The walk through results of games: stories, charts, printing, evenings, figures."""

from __future__ import annotations

import pytest

from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.oh_hell import OH_HELL
from scorekeeper.ledger import sessions
from scorekeeper.ledger.player_figures import FigureCounter
from scorekeeper.play import deal_bank
from scorekeeper.web import evenings as evening_pages
from tests.deep import DEEP
from tests.web.phone import dashed
from tests.web.places import without_chances, without_pdf
from tests.web.walker import (
    Walker,
    begun,
    name_fields,
    number_of,
    own_game,
    team_of,
    trick_fields,
    whist,
)


def story(scorer: Walker, watcher: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """The story of a game: charts, chances, needs, history, other rules; results."""
    ahead = whist(scorer, target="200")
    for contracts, tricks, bid in (
        ("0 2 3", "2 3 8 0", "7C 2"),
        ("3 3 3", "4 3 3 3", "5C 0"),
        ("9 2 2", "2 9 1 1", "5D 0"),
        ("2 2 2", "2 2 2 7", "6S 0"),
    ):
        scorer.hand(contracts, tricks, game=ahead, bid=bid)
        scorer.open(f"/games/{ahead}/board")
    counted = whist(scorer, goal="deals", deals="4")
    last = whist(scorer, goal="deals", deals="2")
    scorer.hand("0 2 3", "2 3 8 0", game=last)
    scorer.open(f"/games/{last}/board")
    far = whist(scorer, goal="deals", deals="2")
    scorer.hand("0 0 2", "0 0 12 1", game=far, bid="12C 2")
    scorer.open(f"/games/{far}/board")
    form = scorer.open(f"/games/{far}/hands/1/correct?question=tricks").form("/correct")
    scorer.fill(form, {f"tricks-{seat}": took for seat, took in enumerate(("0", "1", "12", "0"))})
    scorer.open(f"/games/{far}/history")
    level = whist(scorer, goal="deals", deals="1")
    scorer.open(f"/games/{level}/board")
    partners = own_game(scorer, "bid-whist", {})
    for game in (counted, partners):
        scorer.open(f"/games/{game}/board")
    for bid, choice, took in (("4H", "C", "12"), ("3L", "D", "1"), ("5NT", "low", "13")):
        scorer.answer(partners, bid=bid, winner="2")
        scorer.answer(partners, choice=choice)
        scorer.answer(partners, number=took)
        scorer.open(f"/games/{partners}/board")
    for _ in range(4):
        scorer.hand("0 2 3", "2 3 8 0", game=counted)
        scorer.open(f"/games/{counted}/board")
    scorer.send(scorer.open(f"/games/{ahead}/more").form("/dealer"), dealer="2")
    for revokes in "10":
        form = scorer.open(f"/games/{ahead}/hands/1/").form("/revokes")
        scorer.fill(form, {"revokes-0": revokes})
    example = whist(scorer, goal="deals", deals="3")
    for _ in range(3):
        scorer.hand(game=example)
    fined = scorer.open(f"/games/{example}/hands/1/").form("/revokes")
    scorer.fill(fined, {"revokes-2": "3"})
    team = team_of(scorer)
    for game in (1, ahead, counted, partners, example, team):
        for path in (
            "board",
            "story",
            "history",
            "what-if",
            "result.txt",
            "result.svg?names=no",
        ):
            scorer.open(f"/games/{game}/{path}")
        watcher.open(f"/games/{game}/history")
        watcher.open(f"/games/{game}/history?show=changes")
    for game in (ahead, team):
        offered = scorer.open(f"/games/{game}/what-if").html.partition("<select")[2]
        for part in offered.partition("</select>")[0].split('value="')[1:]:
            scorer.open(f"/games/{game}/what-if?rules={part.partition(chr(34))[0]}")
        scorer.open(f"/games/{game}/what-if?rules=own&rules.exchanges=77")
    scorer.open(f"/games/{ahead}/what-if?rules=own&rules.lowest_bid=6")
    _otherwise(scorer)
    _put_right(scorer)
    _chances(scorer, monkeypatch)


def _put_right(scorer: Walker) -> None:
    """Games put right: looked at, refused, recorded, undone; hands put in and taken out."""
    game = whist(scorer, target="100")
    scorer.hand("0 2 3", "2 3 8 0", game=game)
    scorer.hand("3 3 3", "4 3 3 3", game=game, bid="5C 0")
    base = f"/games/{game}"
    for path in (
        "amend/start", "amend/start?start-0=1000000", "amend/start?start-0=100",
        "amend/start?start-0=0",
        "amend/start?start-1=30", "amend/start?start-3=60", "amend/rules",
        "amend/rules?rules=own&rules.lowest_bid=6&hand=1",
        "amend/ending?ending.target=20", "amend/order", "amend/order?order=0,1,1,3&hand=1",
        "amend/order?order=0,2,1,3&hand=9", "amend/order?order=0,2,1,3&hand=1", "amend/hands",
        "amend/twice", "amend/rules?rules=jawaker",
        "hands/1/take-out", "hands/1/insert", "hands/1/dealer", "hands/1/dealer?dealer=0",
        "hands/1/dealer?dealer=2",
    ):  # fmt: skip
        scorer.open(f"{base}/{path}")

    def record(path: str, button: int = 0) -> None:
        page = scorer.open(f"{base}/{path}")
        forms = [form for form in page.forms if "key" in form.fields]
        ways = [(form, number) for form in forms for number in range(len(form.buttons))]
        scorer.press(*ways[button])

    late = scorer.open(f"{base}/amend/start?start-0=5").form("/start")
    record("amend/start?start-0=12&start-1=-7")
    scorer.press(late)
    scorer.send(late)  # without the preview
    record("amend/order?order=0,2,1,3&hand=2")
    record("hands/1/dealer?dealer=2", 1)
    record("hands/1/take-out", 1)
    question = scorer.open(f"{base}/hands/1/insert").form("/insert")
    page = scorer.send(question, bid="7C", winner="2")
    for number in ("0", "2", "3"):
        page = scorer.send(page.form("/insert"), number=number)
    page = scorer.fill(page.form("/insert"), dashed(trick_fields("2 3 8 0")))
    scorer.press(page.form("/insert"))
    scorer.answer(game, bid="7C", winner="2")
    scorer.answer(game, number="0")
    for path in (
        "hands/3/take-out",
        "amend/rules?rules=own&rules.lowest_bid=8&hand=3",
        "amend/order?order=0,1,3,2&hand=1",
        "amend/rules?rules=own&rules.first_speaker=declarer&hand=1",
    ):
        scorer.open(f"{base}/{path}")
    record("amend/order?order=0,1,3,2&hand=1")
    record("amend/rules?rules=own&rules.lowest_bid=6&hand=4")
    _other_rules(scorer, base)
    scorer.open(f"{base}/amend/ending?ending.goal=target&ending.target=10")
    record("amend/ending?ending.goal=target&ending.target=500")
    for path in ("", "sheet", "history", "more"):
        scorer.open(f"{base}/{path}")
    over = whist(scorer, target="15")
    scorer.hand("0 2 3", "0 3 8 2", game=over)
    scorer.open(f"/games/{over}/")
    scorer.open(f"/games/{over}/amend/hands")
    base = f"/games/{over}"
    record("amend/ending?ending.goal=target&ending.target=500")
    record("amend/rules?rules=own&rules.lowest_bid=6&hand=2")
    scorer.answer(over, bid="7C", winner="2")
    scorer.open(f"/games/{over}/sheet")
    passed = whist(scorer)
    scorer.answer(passed, bid="pass")
    scorer.open(f"/games/{passed}/amend/rules?rules=own&rules.exchanges=2&hand=1")
    partners = own_game(scorer, "bid-whist", {})
    scorer.open(f"/games/{partners}/amend/start?start-0=5")
    base = f"/games/{partners}"
    record("amend/start?start-0=5")
    scorer.open(f"/games/{partners}/amend/order?order=0,2,1,3&hand=1")


def _other_rules(scorer: Walker, base: str) -> None:
    """A preset, and too many single rules to name, for a part of a game and for all of it."""
    three = "rules=own&rules.revoke_fine=7&rules.scheme=elhanani&rules.exchanges=1"
    for query in ("", "?rules=vax&hand=4", f"?{three}&hand=4"):
        scorer.open(f"{base}/amend/rules{query}")
    scorer.open(f"/games/{whist(scorer)}/amend/rules?{three}")


def _chances(scorer: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chances that are hidden, or out of reach."""
    boards_without_chances(scorer)
    scorer.open("/games/1/story")
    scorer.send(scorer.open("/games/1/board").form("/chances"), chances="shown")
    with monkeypatch.context() as bare:
        without_chances(scorer, bare)
        scorer.open("/games/1/more")
    endless = whist(scorer, target="7777")
    with monkeypatch.context() as short:
        short.setattr(deal_bank, "MOST_DEALS", 1)
        scorer.open(f"/games/{endless}/board")


def boards_without_chances(scorer: Walker) -> None:
    """The games of three hands and more, with their turning points."""
    scorer.send(scorer.open("/games/1/board").form("/chances"), chances="hidden")
    long = "select game_id from entries group by game_id having max(deal) > 2 order by game_id"
    for (game,) in scorer.store.db.execute(long).fetchall():
        scorer.open(f"/games/{game}/board")


def _otherwise(scorer: Walker) -> None:
    """Games that other rules would have changed: another end, other winners, no hand."""
    seven = {"contracts": "2 2 1", "tricks": "7 2 2 2", "bid": "7C 0"}  # 59, or 49 by Elhanani
    early = whist(scorer, target="55")
    scorer.hand(**seven, game=early)
    late = own_game(scorer, "israeli-whist", {"scheme": "elhanani"}, target="55")
    for _ in range(2):
        scorer.hand(**seven, game=late)
    surplus = whist(scorer, target="100")
    scorer.hand("2 2 1", "6 3 2 2", game=surplus, bid="7C 0")
    for _ in range(2):
        scorer.hand(**seven, game=surplus)
    question = scorer.open(f"/games/{surplus}/hands/1/correct?question=tricks").form("/correct")
    scorer.fill(question, {f"tricks-{seat}": took for seat, took in enumerate("7222")})
    close = whist(scorer, goal="deals", deals="2")
    scorer.hand("0 2 3", "1 3 9 0", game=close)
    scorer.hand(**seven, game=close)
    near = whist(scorer, target="140")
    for _ in range(3):
        scorer.hand("0 2 3", "2 3 8 0", game=near)
        scorer.open(f"/games/{near}/board")
    second = whist(scorer, target="100")
    scorer.hand(**seven, game=second)
    scorer.answer(second, bid="7C", winner="0")
    scorer.answer(second, number="9")  # reaches the target, where South may have more
    scorer.open(f"/games/{second}/board")
    close_by = whist(scorer, target="60")
    scorer.hand("0 2 3", "2 3 8 0", game=close_by)
    scorer.open(f"/games/{close_by}/board")
    passed = own_game(scorer, "israeli-whist", {"exchanges": "3", "declarer_contract": "at-least"})
    scorer.answer(passed, bid="pass")
    scorer.answer(passed, bid="7C", winner="2")
    for number in ("0", "2", "1", "8"):
        scorer.answer(passed, number=number)
    scorer.answer(passed, **trick_fields("1 2 8 2"))
    thrown = whist(scorer)
    scorer.answer(thrown, bid="pass")
    scorer.hand(game=thrown)
    for game in (early, late, surplus, close, near, passed, thrown):
        for rules in ("pagat", "wikipedia", "vax", "scheme.standard", "scheme.elhanani"):
            scorer.open(f"/games/{game}/what-if?rules={rules}")


def printed(scorer: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything printable, with and without the extra for PDF."""
    last = whist(scorer, target="10")
    shared = whist(scorer, goal="open")
    scorer.hand("3 3 3", "4 3 3 3", game=shared, bid="5C 0")
    scorer.send(scorer.open(f"/games/{shared}/more").form("/stop"))
    scorer.open(f"/games/{shared}/result.txt")
    scorer.open(f"/games/{last}/history")
    scorer.open(f"/games/{last}/story")
    for _ in range(2):
        scorer.hand("3 3 3", "4 3 3 3", game=last, bid="5C 0")
    for game in (*range(1, 13), *range(13, last + 1, 1 if DEEP else 16)):
        scorer.open(f"/games/{game}/print?what=rules")
        scorer.open(f"/games/{game}/print")
        scorer.open(f"/games/{game}/result.txt")
    for what in ("blank", "rules"):
        scorer.open(f"/games/1/print?what={what}&names=yes")
        for book in (ISRAELI_WHIST, BID_WHIST, OH_HELL):
            scorer.open(f"/print?what={what}&game={book.key}")
    scorer.open("/print?what=rules&game=israeli-whist&rules=vax")
    with monkeypatch.context() as bare:
        without_pdf(scorer, bare)
        scorer.open("/print")


def pasted(scorer: Walker) -> None:
    """Tables from paper, refused and accepted."""
    number = whist(scorer, goal="open")
    head = "bid,declarer,11,22,33,44,55\n"
    right = "7C,33,2/0,3/3,7/8,0/2,1"
    late = scorer.open(f"/games/{number}/pasted").form("/pasted")
    for table in (
        *("", "7,8", head, head + f"{right}\n" * 301, "7" * 3_000_000),
        *(head + row for row in ("4C,33,2/0", "7C,55,2/0", "7C,33,2/0,4/3,7/8,0/2")),
        *(head + row for row in ("7C,33,2/0,3/3,7/8,0/1", "7C,33,2/0,3/3,6/8,0/2")),
        head + "7C,33,2/0,3/3,7/8,0/7,7",
        f"{head}{right}\n4C,33\n4C,33",
        "auction,11,22,33,44\n7C pass pass pass pass 8C,2/0,3/3,7/8,0/2",
        head + right,
        f"{head}{right}\n{right}",
        "7\n#,11,22,33,44\n1,7,77,-7,0\n1,0,7,7,-7\n3,0,7,7,-7\n,7,7,7,7\ntotal,7,77,-7,0",
        "#,11,22,33,44\n,0,0,0,0\n1,7,77,-7,0",
        "#,11,22,33,44\nstart,7777,0,0,0\n1,7,77,-7,0",
        "11,22,33,44\n70,77,-7,0\n71,77,-7,0\n72,78,-7,1",
        "11 points,11 total,22 points,33 points,44 points\n7,8,7,7,7",
        "11,22,33,44\n2/0,3-May,4-Feb,6-Jun",
        "11,22,33,44\n7,77,-7,0,7",
        "11,22,33,44\n7,77,-7,0",
        "11 22 33 44\n7 7 7",
        ",11,22,33,44,11\n" + ",-20,19,-10,-40,7\n" * 2 + "z,19,-20,-10,-40",
    ):
        scorer.send(late, table=table)
    late = scorer.send(late, table=head + right).form("/pasted")
    scorer.hand(game=number)
    scorer.send(late, table=head + right, record="1")
    scorer.send(late, table=head + right, record="1", key="7", revision="0")
    paper = scorer.open(f"/games/{number}/pasted").form("/pasted")
    many = f"{head}{right}\n" + f"{right}\n" * 60
    scorer.send(scorer.send(paper, table=many).form("/pasted"), table=many, record="1")
    scorer.open(f"/games/{number}/print")
    scorer.answer(number, bid="7C", winner="1")
    scorer.send(scorer.open(f"/games/{number}/pasted").form("/pasted"), table=head + right)
    number = own_game(scorer, "bid-whist", {})
    empty = scorer.open(f"/games/{number}/pasted").form("/pasted")
    head = "bid,declarer,trumps,tricks\n"
    for row in ("3L,22,7,9", "3L,22,,9", "3L,22,C,77", "3L,22,C,9"):
        scorer.send(empty, table=head + row)
    scorer.send(empty, table="11,22,33,44\n4,0,5,0")
    scorer.send(empty, table=head + "pass,,,7")
    for game, rules, table in (
        ("israeli-whist", {"exchanges": "3"}, "7"),
        ("hearts", {"jack_value": "7"}, "7"),
        ("tichu", {}, "7"),
        ("rummy-500", {}, "11,22,33,44\n7,7,7,7"),
        ("skull-king", {}, "announced,11,22,33,44\n11,1/1,0/0,0/0,0/0"),
        ("spades", {}, "11,22,33,44\n0/7,3/6,3/7,3/6"),
        ("schieber", {}, "contract,stock\nrosen,-"),
        (
            "canasta",
            {},
            "out,concealed,11 natural,22 natural,11 mixed,22 mixed,11 threes,22 threes,"
            "11 table,22 table,11 left,22 left\n-,yes,0,0,0,0,0,0,75,80,0,5",
        ),
        ("canasta", {}, "concealed,11 table,22 table,11 left,22 left\nyes,75,80,0,5"),
        ("schieber", {}, "contract,11 cards,22 cards,11 weis\nrosen,77,80,20\nrosen,77,80,7"),
        (
            "rummikub",
            {},
            "out,11 tiles,22 tiles,33 tiles,44 tiles\n11,,7,7,7\n77,7,7,7,7\n,7,7,7,7",
        ),
        ("skull-king", {}, "11,22,33,44,bonus 1\n1/1,0/0,0/0,0/0,22\n1/1,0/0,0/0,0/0,77"),
    ):
        number = begun(scorer, game, rules)
        scorer.send(scorer.open(f"/games/{number}/pasted").form("/pasted"), table=table)
    number = whist(scorer, goal="open")
    both = "bid,declarer,11,22,33,44,11 points\n7C,33,2/0,3/3,7/8,0/2,7"
    scorer.send(scorer.open(f"/games/{number}/pasted").form("/pasted"), table=both)
    known_in_part(scorer)


def known_in_part(scorer: Walker) -> None:
    """Hands with only contracts and tricks, or only points."""
    number = whist(scorer, goal="open")
    for path in ("more", "partial"):
        scorer.open(f"/games/{number}/{path}")
    form = scorer.open(f"/games/{number}/partial").form("/partial")
    right = {"contracts": "2 3 7 0", "tricks": "0 3 8 2"}
    for known in (
        *({}, {"tricks": "0 3 8 2"}, {"tricks": "0 3 8 1"}, {"points": "1 2 3"}),
        *({"points": "1,5 2 3 4"}, {"points": "1 2 3 777777"}),
        *({"contracts": "2 3 8 0", "tricks": "0 3 8 2"}, right | {"points": "1 2 3 4"}),
    ):
        scorer.fill(form, numbered(known))
    scorer.fill(form, numbered(right))
    scorer.fill(form, numbered({"points": "7 7 7 7"}))  # on a page that is not the latest
    scorer.fill(
        scorer.open(f"/games/{number}/partial").form("/partial"), numbered({"points": "7 -7 0 1"})
    )
    auction_in_part(scorer, number)
    for path in ("", "hands/1/", "hands/2/", "history", "sheet", "story", "board", "what-if"):
        scorer.open(f"/games/{number}/{path}")
    scorer.open(f"/games/{number}/what-if?rules=scheme.elhanani")
    scorer.open(f"/games/{number}/hands/2/correct?question=partial")
    paper = scorer.open(f"/games/{number}/pasted").form("/pasted")
    scorer.send(paper, table="11,22,33,44\n2/0,3/3,8/8,0/2\n2/0,3/3,7/8,0/2")
    scorer.answer(number, bid="7C", winner="1")
    scorer.open(f"/games/{number}/partial")
    stopped = whist(scorer, goal="open")
    scorer.send(scorer.open(f"/games/{stopped}/more").form("/stop"))
    scorer.open(f"/games/{stopped}/partial")
    scorer.open(f"/games/{stopped}/pasted")
    for game in ("spades", "bid-whist"):
        other = own_game(scorer, game, {})
        form = scorer.open(f"/games/{other}/partial").form("/partial")
        scorer.fill(form, numbered({"contracts": "1 1 1 1", "tricks": "6 7"}))
        scorer.fill(form, numbered({"points": "7 8"}))
    bonus = own_game(scorer, "israeli-whist", {"passed_out": "bonus"})
    form = scorer.open(f"/games/{bonus}/partial").form("/partial")
    scorer.fill(form, numbered({"tricks": "0 3 8 2"}))
    scorer.open(f"/games/{bonus}/hands/1/")


def auction_in_part(scorer: Walker, number: int) -> None:
    """Hands with only the bid, its trumps, its number or the declarer."""
    right = numbered({"contracts": "2 3 7 0", "tricks": "0 3 8 2"})
    for noted in (
        *({"bid": "7X"}, {"bid": "X"}, {"bid-number": "8"}, {"declarer": "0"}),
        *({"bid": "7C", "declarer": "2"}, {"bid": "7C"}, {"bid": "C"}, {"declarer": "2"}),
        *({"bid": "7", "declarer": "2"}, {"bid": "C", "declarer": "2"}),
    ):
        form = scorer.open(f"/games/{number}/partial").form("/partial")
        scorer.fill(form, right | noted)
        scorer.open(f"/games/{number}/hands/3/correct?question=partial")


def numbered(known: dict[str, str]) -> dict[str, str]:
    """Numbers in a row as the fields of a form."""
    return {
        f"{name}-{index}": number
        for name, row in known.items()
        for index, number in enumerate(row.split())
    }


def evenings(scorer: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Evenings: the list and the search, a new one, its words, its games moved, removed."""
    for asked in ("", "?text=11", "?text=77777", "?player=1&game=bid-whist&from=2026-01-01"):
        scorer.open(f"/sessions/{asked}")
    form = scorer.open("/sessions/new").form("/sessions/new")
    for wrong in ({"date": "7"}, {"date": "2999-03-06"}, {"date": "2026-03-06", "name": "7" * 99}):
        scorer.fill(form, wrong)
    page = scorer.fill(form, {"date": "2026-03-06", "name": "77"})
    scorer.fill(page.forms[0], {"date": "2026-03-07", "name": "77", "notes": "8\n9"})
    scorer.fill(page.forms[0], {"date": "", "name": "77", "notes": "8\n9"})
    scorer.open(f"/games/new?session={page.address.split('/')[2]}")
    with monkeypatch.context() as paged:
        paged.setattr(evening_pages, "PAGE", 1)
        for number in (1, 2):
            scorer.open(f"/sessions/?page={number}")
    scorer.open("/")
    scorer.post("/sessions/1/move", {"csrf_token": scorer.token()})
    scorer.post("/sessions/1/remove", {"csrf_token": scorer.token()})
    apart = scorer.send(scorer.open("/sessions/1/").form("/move"), games="1")
    scorer.send(apart.form("/move"), games="1", to="1")
    scorer.post(f"{page.address}remove", {"csrf_token": scorer.token()})


def figures(scorer: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures of players: too few cases, enough, of two, of an evening, of a span of days."""
    with monkeypatch.context() as slow:
        slow.setattr(FigureCounter, "refresh", lambda *_: 1)
        whist(scorer, "11 22 33 55")
        scorer.open("/players/")
    passed = whist(scorer, goal="open")
    scorer.answer(passed, bid="pass")  # other rules would ask for an exchange
    scorer.hand(game=passed)
    scorer.send(scorer.open(f"/games/{passed}/more").form("/stop"))
    for contracts in ("9 2 3", *["0 2 3"] * 5):
        number = whist(scorer, goal="deals", deals="1")
        scorer.hand(contracts, "2 3 8 0", game=number)
    for game in ("israeli-whist", "bid-whist"):
        for path in ("", "1/", "2/", "1/with/2/", "1/with/3/", "1/with/5/", "4/", "5/"):
            scorer.open(f"/players/{path}?game={game}")
    for asked in ("session=1", "first=2026-01-01&last=7", "first=1999-01-01&last=1999-01-02"):
        scorer.open(f"/players/?{asked}")
        scorer.open(f"/players/1/?{asked}")
    for _ in range(6):  # so that somebody reaches a round number of games
        number = whist(scorer, goal="deals", deals="1")
        scorer.hand("0 2 3", "2 3 8 0", game=number)
    for asked in (
        "",
        "rules=scheme.elhanani",
        "rules=vax&game=israeli-whist",
        "rules=vax&first=1999-01-01&last=1999-01-02",
    ):
        scorer.open(f"/players/what-if?{asked}")
    year = sessions.newest(scorer.store, 1, 1)[0].date.year  # it may turn during the walk
    for date in ("1998-03-06", f"{year}-01-01"):
        _more_points(scorer, date)
    _seasons(scorer, monkeypatch, year)
    with monkeypatch.context() as few:
        few.setattr("scorekeeper.web.statistics.FEWEST_EVENINGS", 1)
        for player in "1234":
            scorer.open(f"/players/{player}/?game=israeli-whist")
        few.setattr("scorekeeper.web.statistics.MOST_AGAIN", 1)
        scorer.open("/players/what-if?rules=scheme.elhanani")
        few.setattr("scorekeeper.web.statistics.MOST_AGAIN", 2)
        scorer.open("/players/what-if?rules=scheme.elhanani")
    scorer.open("/sessions/1/print")


def _seasons(scorer: Walker, monkeypatch: pytest.MonkeyPatch, year: int) -> None:
    """Seasons by every order, of one game and of all, with all that can be wrong; years."""
    usual = "game=israeli-whist"
    for asked in ("", "by=wins&best=1", "by=totals&best=2", "names=no", "first=1999-01-01"):
        scorer.open(f"/players/season?{usual}&{asked}")
    for asked in ("by=place-points&best=1&least=2", "by=place-points&points=7-x"):
        scorer.open(f"/players/season?game=all&{asked}")
    with monkeypatch.context() as few:
        few.setattr("scorekeeper.web.statistics.FEWEST_EVENINGS", 1)
        few.setattr("scorekeeper.web.statistics.YEARS_IN_SIGHT", 0)
        few.setattr("scorekeeper.web.statistics.MOST_LISTED_EVENINGS", 1)
        scorer.open("/players/season?first=1999-01-01&last=1999-12-31")
        scorer.open("/players/season?game=all")
    newcomer = whist(scorer, "11 22 33 66", goal="deals", deals="1")
    scorer.hand("0 2 3", "2 3 8 0", game=newcomer)
    for path in ("1999", f"{year}", f"{year}?names=no", f"{year}.svg"):
        scorer.open(f"/players/year/{path}")


def _more_points(scorer: Walker, date: str) -> None:
    """A past evening with a zero made over, for which other rules give more points."""
    form = scorer.open("/sessions/new").form("/sessions/new")
    evening = scorer.fill(form, {"date": date, "name": "77"}).address.split("/")[2]
    form = scorer.open(f"/games/new?game=israeli-whist&session={evening}").form("/new")
    agreed = {"rules": "wikipedia", "dealer": "0", "ending.goal": "deals", "ending.deals": "1"}
    page = scorer.fill(form, name_fields() | agreed | {"start": "1"})
    scorer.hand("5 4 0 5", "5 4 0 4", game=number_of(page), bid="5C 0")
    scorer.open(f"/players/what-if?session={evening}&rules=scheme.standard")


def settings(scorer: Walker) -> None:
    """Help and settings of a phone."""
    scorer.open("/help")
    form = scorer.open("/settings/").form("/settings/")
    for answers in ({"theme": "7"}, {"theme": "contrast"}, {"suits": "four"}):
        scorer.fill(form, answers)
