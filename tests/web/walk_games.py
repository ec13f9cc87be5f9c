"""The walk through the further games: their questions, refusals, endings and rules."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.call_break import CALL_BREAK
from scorekeeper.games.estimation.estimation_rulebook import ESTIMATION
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.kachuful import KACHUFUL
from scorekeeper.games.oh_hell import OH_HELL
from scorekeeper.games.points_sheet import POINTS_SHEET
from scorekeeper.games.registry import ready_files
from scorekeeper.games.romanian_whist import ROMANIAN_WHIST
from scorekeeper.games.skull_king import SKULL_KING
from scorekeeper.games.spades.spades_rulebook import SPADES
from scorekeeper.games.wizard import WIZARD
from scorekeeper.rules.rulebook import Rulebook
from tests.ledger.example import play
from tests.web.walker import Walker, begun, name_fields, number_of, written_game


def preset(scorer: Walker, book: Rulebook[Any], key: str) -> int:
    """The number of a new game with a preset, written without its form."""
    rules = book.preset(key).rules
    return written_game(scorer, book, rules, book.usual_ending(rules))


def numbers(scorer: Walker, game: int, field: str, given: str) -> None:
    """Answer a question for a number of each side."""
    fields = {f"{field}-{side}": number for side, number in enumerate(given.split())}
    scorer.answer(game, **fields)


def every_preset(scorer: Walker, book: Rulebook[Any]) -> None:
    """The opened form of a game, the rules of every preset, and two first questions."""
    form = scorer.open(f"/games/new?game={book.key}").form("/new")
    scorer.send(form, change="1", rules=book.presets[0].key)
    for variant in book.presets:
        game = preset(scorer, book, variant.key)
        if variant in {book.presets[0], book.presets[-1]}:
            scorer.open(f"/games/{game}/?drawn=1")
        scorer.open(f"/games/{game}/more")


def visited(scorer: Walker, number: int) -> None:
    """Pages of a game beside the table page, which each answer leads to."""
    for path in ("sheet", "story", "hands/1/"):
        scorer.open(f"/games/{number}/{path}")


def points(scorer: Walker) -> None:
    """The plain sheet: all errors, and every ending."""
    every_preset(scorer, POINTS_SHEET)
    number = begun(scorer, "points", {"sum": "26", "multiple": "2", "wins": "low"}, target="50")
    wrongs = ("26 0 0", "1 1 12 12", "26 2 0 0", "28 0 0 0", "25 0 0 0", "27 -2 0 1")
    for given in (*wrongs, "24 0 0 0", "100001 0 0 0", "26 0 0 0"):
        numbers(scorer, number, "points", given)
    numbers(scorer, begun(scorer, "points", {"sum": "26"}), "points", "25 0 0 0")
    numbers(scorer, begun(scorer, "points", {"sum": "26"}), "points", "27 0 0 0")
    scorer.fill(scorer.question(number), {"points": "1,2"})
    scorer.open(f"/games/{number}/print")
    scorer.open(f"/games/{number}/")
    for given in ("0 22 4 0", "0 4 0 22", "-26 0 26 26", "0 0 26 0"):
        numbers(scorer, number, "points", given)
    visited(scorer, number)
    for ending in (
        {"goal": "deals", "deals": "1"},
        {"goal": "deals", "deals": "2"},
        {"goal": "time", "time": "2020-03-06T22:00:00+00:00"},
        {"goal": "open"},
    ):
        low = begun(scorer, "points", {"wins": "low", "sides": "own"}, **ending)
        scorer.open(f"/games/{low}/more")
        numbers(scorer, low, "points", "3 3")
        scorer.open(f"/games/{low}/")
    turned = begun(scorer, "points", {})
    numbers(scorer, turned, "points", "1 2 3 4")
    scorer.open(f"/games/{turned}/amend/rules?rules=own&rules.wins=low&hand=2")
    down = begun(scorer, "points", {"wins": "down"})
    numbers(scorer, down, "points", "501 3 0 1")
    visited(scorer, down)


def coming_and_leaving(scorer: Walker) -> None:
    """Somebody comes, leaves and comes back: looked at, refused and recorded."""
    rules = {"revoke_fine": "10"}
    number = begun(scorer, "oh-hell", rules)
    base = f"/games/{number}"

    def hand(*seats: int) -> None:
        record = scorer.store.game(1, number).game
        cards, speaks = record.current.reading.step, record.current.seating.eldest
        assert cards is not None
        order = record.current.seating.clockwise(speaks)
        bids = [{"number": 1 if seat == order[-1] else 0} for seat in order]
        taken = [cards.scene.total, *(0 for _ in seats[1:])]
        play(scorer.store, number, [*bids, {"tricks": taken}])

    def recorded(query: str) -> None:
        page = scorer.open(f"{base}/amend/{query}")
        scorer.press(next(form for form in page.forms if "key" in form.fields))

    hand(0, 1, 2, 3)
    for query in (
        "comes", "comes?name=55&after=3", "comes?name=11&after=3&start=low",
        "comes?name=55&after=&start=low", "leaves", "leaves?seat=", "leaves?seat=1",
    ):  # fmt: skip
        scorer.open(f"{base}/amend/{query}")
    recorded("comes?name=55&after=3&start=mean")
    hand(0, 1, 2, 3, 4)
    recorded("leaves?seat=1&behind=1")
    scorer.open(f"{base}/amend/comes?name=66&after=0&start=high")
    for path in ("board", "history", "more", "players"):
        scorer.open(f"{base}/{path}")
    hand(0, 2, 3, 4)
    scorer.fill(scorer.open(f"{base}/hands/3/").form("/revokes"), {"revokes-1": "1"})
    scorer.open(f"{base}/amend/comes")
    recorded("comes?name=22&after=0")
    hand(0, 1, 2, 3, 4)
    for path in ("", "sheet", "print"):
        scorer.open(f"{base}/{path}")
    fixed = begun(scorer, "israeli-whist")
    scorer.open(f"/games/{fixed}/amend/comes?name=55&after=3&start=0")
    two = begun(scorer, "points", None, "11 22", goal="target", target="100")
    scorer.open(f"/games/{two}/amend/leaves?seat=1")
    scorer.open(f"/games/{two}/amend/comes?name=55&after=0&number=100")


def more_games(scorer: Walker) -> None:
    """All of them."""
    coming_and_leaving(scorer)
    for query in ("", "game=hearts"):
        scorer.open(f"/games/new?{query}")
    points(scorer)
    hearts(scorer)
    spades(scorer)
    oh_hell(scorer)
    wizard(scorer)
    romanian_whist(scorer)
    every_preset(scorer, KACHUFUL)
    call_break(scorer)
    skull_king(scorer)
    estimation(scorer)
    game_files(scorer)
    for book in (
        ESTIMATION,
        POINTS_SHEET,
        HEARTS,
        SPADES,
        WIZARD,
        ROMANIAN_WHIST,
        KACHUFUL,
        CALL_BREAK,
        SKULL_KING,
    ):
        scorer.open(f"/players/1/?game={book.key}")
        scorer.open(f"/players/?game={book.key}")
    scorer.open("/players/season?game=hearts&by=totals&best=2&least=1")


def game_files(scorer: Walker) -> None:
    """Games that are described by files: every preset, a total that is cut, a player who is out."""
    for book in ready_files():
        if len(name_fields()) in book.players:  # not a game for two
            every_preset(scorer, book)
    number = begun(scorer, "yaniv", {"out_above": "90", "cut": "both"}, goal="rules")
    for cards in ("9 1 2 3", "5 50 60 97", "5 50 60 97", "0 5 40 -"):
        scorer.answer(number, choice="0")
        numbers(scorer, number, "points", cards)
    visited(scorer, number)
    again = scorer.open(f"/games/{number}/hands/1/correct?question=hand").form("/correct")
    scorer.fill(again, again.fields | {"points-3": "7"})
    scorer.open(f"/games/{number}/")  # a later hand does not fit any more
    for low in ("yaniv", "golf"):
        scorer.open(
            f"/games/{begun(scorer, low, goal='rules' if low == 'yaniv' else 'deals')}/more"
        )
    gin = scorer.open("/games/new?game=gin-rummy").form("/new")
    two = {**dict([*name_fields().items()][:2]), "start": "1"}
    gin_game = number_of(scorer.fill(gin, two))
    scorer.open(f"/games/{gin_game}/more")
    for ended, how, cards in (("nobody", "", ""), ("0", "gin", "0 200"), ("0", "gin", "0 99")):
        scorer.answer(gin_game, choice=ended)
        if how:
            scorer.answer(gin_game, choice=how)
            numbers(scorer, gin_game, "points", cards)
    visited(scorer, gin_game)
    order = begun(scorer, "president")
    for seat in "201":
        scorer.answer(order, choice=seat)
    visited(scorer, order)
    tichu = begun(scorer, "tichu")
    scorer.answer(tichu, choice="1")
    calls = {f"call.words-{seat}": call for seat, call in enumerate(("none", "tichu") * 2)}
    for double, cards in (("nobody", "50"), ("1", "40"), ("nobody", "40")):
        points = {"cards.points-0": "60", "cards.points-1": cards}
        scorer.answer(tichu, **{"double.choice": double}, **points, **calls)
    visited(scorer, tichu)


def said(scorer: Walker, number: int, bids: str) -> None:
    """Answer one number after another, and look at the page after each."""
    for bid in bids.split():
        scorer.answer(number, number=bid)


def all_said(scorer: Walker, number: int, bids: str) -> None:
    """Write one legal number after another into the score file, without a page."""
    play(scorer.store, number, [{"number": bid} for bid in bids.split()])


def all_taken(scorer: Walker, number: int, tricks: str) -> None:
    """Write the tricks of all sides into the score file, without a page."""
    play(scorer.store, number, [{"tricks": [int(taken) for taken in tricks.split()]}])


def hearts(scorer: Walker) -> None:
    """Every question, refusals, the moon both ways, and totals that are hit exactly."""
    every_preset(scorer, HEARTS)
    rules = {"jack_value": "10", "moon": "choice", "no_trick": "5", "exact": "50-and-100"}
    number = begun(scorer, "hearts", rules, target="200", tie="share")
    scorer.answer(number, choice="")
    for queen, jack, taken, more in (
        ("1", "2", "13 0 0 0", ("add", "no", "yes")),
        ("1", "2", "13 0 0 0", ("off", "yes", "yes")),
        ("2", "3", "1 12 0 0", ("no",)),
        ("2", "3", "1 12 0 0", ("yes",)),
    ):
        scorer.answer(number, choice=queen)
        scorer.answer(number, choice=jack)
        if more == ("add", "no", "yes"):
            for wrong in ("14 0 0 -1", "1 0 0 0", "13 1 0 0", "13 2 0 0", "11 0 0 0", "1 2 3 ,"):
                numbers(scorer, number, "shares", wrong)
        numbers(scorer, number, "shares", taken)
        for choice in more:
            scorer.answer(number, choice=choice)
    visited(scorer, number)
    by_points = begun(scorer, "hearts", {"entry": "points", "passing": "never"}, target="50")
    for wrong in ("10 9 7 0", "13 0 0 0", "25 0 0 0", "26 1 0 0", "26 2 0 0"):
        numbers(scorer, by_points, "shares", wrong)
    for taken in ("25 1 0 0", "0 0 0 26"):
        numbers(scorer, by_points, "shares", taken)
    visited(scorer, by_points)
    fresh = scorer.question(begun(scorer, "hearts", {"entry": "points"}))
    scorer.fill(fresh, {"shares-0": ""})
    for exact in ("none", "50-and-100"):
        won = begun(scorer, "hearts", {"exact": exact}, target="100")
        for queen, taken in (
            ("1", "12 0 1 0"),
            ("1", "12 1 0 0"),
            ("1", "12 1 0 0"),
            ("1", "12 1 0 0"),
            ("2", "6 7 0 0"),
        ):
            scorer.answer(won, choice=queen)
            numbers(scorer, won, "shares", taken)
            if "answers" not in {form.action.split("/")[-1] for form in scorer.kept[-1].forms}:
                break
        visited(scorer, won)


def spades(scorer: Walker) -> None:
    """Bids that are barred, nils that hold and fail, bags, both ways to sit."""
    every_preset(scorer, SPADES)
    rules = {"no_ones": "true", "double_nil": "false", "least": "4", "no_full": "true"}
    number = begun(scorer, "spades", rules, target="500", floor="-200")
    for bids in ("1", "blind", "0", "3", "0", "1", "7", "3", "x"):
        said(scorer, number, bids)
    suicide = begun(scorer, "spades", {"suicide": "true"})
    said(scorer, suicide, "2 5 0 1 0")
    none = begun(scorer, "spades", {"nil": "false", "nil_value": "1", "set_penalty": "0"})
    scorer.open(f"/games/{none}/more")
    said(scorer, none, "0")
    number = begun(scorer, "spades", {"blind_deficit": "0"}, target="5000", floor="-2000")
    for bids, tricks, nils in (
        ("0 3 5 2", "6", ("x", "9", "2")),
        ("0 3 5 2", "7", ("0",)),
        ("2 3 5 3", "13", ()),
        ("blind 3 5 3", "8", ("0",)),
        ("3 3 blind 3", "8", ("1",)),
        ("0 3 0 3", "8", ("1",)),
        ("3 3 3 3", "7", ()),
    ):
        said(scorer, number, bids)
        scorer.answer(number, number=tricks)
        said(scorer, number, " ".join(nils))
    visited(scorer, number)
    scorer.look_ahead(number)
    spades_bid_blind(scorer)
    said(scorer, begun(scorer, "spades"), "14 7 7")
    short = begun(scorer, "spades", target="60")
    said(scorer, short, "0 3 5 5")
    scorer.answer(short, number="8")
    said(scorer, short, "0")
    visited(scorer, short)


def spades_bid_blind(scorer: Walker) -> None:
    """A first hand without bids, and tricks that a side bids blind, barred and not."""
    home = preset(scorer, SPADES, "home")
    paper = scorer.open(f"/games/{home}/pasted").form("/pasted")
    scorer.send(paper, table="11,22,33,44\n3/4,3/3,3/3,3/3")
    scorer.answer(home, number="7")
    said(scorer, home, "blind-bid")
    visited(scorer, home)
    number = begun(scorer, "spades", {"blind_bid": "6", "blind_deficit": "0"})
    scorer.open(f"/games/{number}/more")
    for bids in ("blind-bid 3 4", "3 3 blind-bid 3 3"):
        said(scorer, number, bids)
        scorer.answer(number, number="8")
    visited(scorer, number)
    said(scorer, begun(scorer, "spades", {"blind_bid": "3", "least": "4"}), "blind-bid")
    alone = begun(scorer, "spades", {"blind_bid": "3", "solo": "true"})
    scorer.open(f"/games/{alone}/more")


def oh_hell(scorer: Walker) -> None:
    """Blind bids with those that are barred, trumps that double, the last hand doubled too."""
    every_preset(scorer, OH_HELL)
    rules = {"blind": "true", "spades_double": "true", "last_double": "true", "schedule": "down",
             "largest": "2"}  # fmt: skip
    number = begun(scorer, "oh-hell", rules | {"blind_deficit": "0"})
    scorer.answer(number, choice="")
    for trumps, bids, taken in (("S", "blind 2 0 0 1", "0 2 0 0"), ("H", "0 0 1 1", "0 0 0 1")):
        scorer.answer(number, choice=trumps)
        said(scorer, number, bids)
        numbers(scorer, number, "tricks", taken)
    visited(scorer, number)
    barred = begun(scorer, "oh-hell", rules | {"simultaneous": "true"})
    scorer.answer(barred, choice="S")
    said(scorer, barred, "blind 1")


def wizard(scorer: Walker) -> None:
    """A short game to its end: two are level, on points and on bids made."""
    every_preset(scorer, WIZARD)
    number = begun(scorer, "wizard", {"hands": "2"}, goal="schedule", tie="bids")
    for bids, taken in (("1 0 0 0", "0 1 0 0"), ("1 0 0 0", "1 0 1 0")):
        said(scorer, number, bids)
        numbers(scorer, number, "tricks", taken)
    visited(scorer, number)
    for path in ("?drawn=1", "more", "hands/1/insert"):
        scorer.open(f"/games/{number}/{path}")
    scorer.open(f"/games/{number}/amend/rules?rules=own&rules.sizes={'1,' * 61}")
    large = begun(scorer, "wizard", {"sizes": "17"})
    scorer.open(f"/games/{large}/")
    visited(scorer, large)
    bomb = begun(scorer, "wizard", {"bomb": "true"})
    scorer.open(f"/games/{bomb}/?drawn=1")
    said(scorer, bomb, "2 1 0 0 0")
    scorer.fill(scorer.question(bomb), {f"tricks-{side}": "0" for side in range(4)})
    scorer.fill(scorer.question(bomb), {"nobody": "1", "tricks-1": "0"})
    said(scorer, bomb, "0 0 1 0")
    numbers(scorer, bomb, "tricks", "1 0 1 0")
    asked = scorer.open(f"/games/{bomb}/hands/2/correct?question=contract-2")
    scorer.fill(asked.form("/correct"), {"number": "2"})  # one off as before
    visited(scorer, bomb)
    whole = begun(scorer, "wizard")
    for cards in range(1, 16):
        first = cards % 4
        wanted = (cards, int(cards == 1), 1, 1)
        spoken = " ".join(str(wanted[(first + place) % 4]) for place in range(4))
        all_said(scorer, whole, spoken)
        all_taken(scorer, whole, f"{cards} 0 0 0")
    scorer.open(f"/games/{whole}/")
    visited(scorer, whole)


def romanian_whist(scorer: Walker) -> None:
    """A run of five, made and missed."""
    every_preset(scorer, ROMANIAN_WHIST)
    rules = {"schedule": "short", "streak": "restart"}
    number = begun(scorer, "romanian-whist", rules)
    for cards in range(1, 7):
        bids = [(cards, 0, 1, 1)[(place + cards) % 4] for place in range(4)]
        all_said(scorer, number, " ".join(map(str, bids)))
        all_taken(scorer, number, f"{cards} 0 0 0")
        if cards == 5:  # which makes four in a row, since the first card counts for none
            scorer.open(f"/games/{number}/")
    visited(scorer, number)
    unseen = begun(scorer, "romanian-whist", {"schedule": "short", "forehead": "true"})
    for cards in (*range(1, 9), 1, 1):
        bids = [(cards, 0, 1, 1)[(place + cards) % 4] for place in range(4)]
        all_said(scorer, unseen, " ".join(map(str, bids)))
        if cards == 1:  # at the end, nobody looks at their own
            scorer.open(f"/games/{unseen}/")
        all_taken(scorer, unseen, f"{cards} 0 0 0")


def call_break(scorer: Walker) -> None:
    """Points with tenths, a call out of range, and a first hand without calls."""
    every_preset(scorer, CALL_BREAK)
    number = begun(scorer, "call-break", {"hands": "2"})
    for calls, tricks in (("0 4 5 2 2", "5 3 3 2"), ("1 1 1 1", "4 4 4 1")):
        said(scorer, number, calls)
        numbers(scorer, number, "tricks", tricks)
    visited(scorer, number)
    home = begun(scorer, "call-break", {"scoring": "call-bridge-house", "least": "2"})
    for tricks in ("13 0 0 0", "1 5 5 2"):
        numbers(scorer, home, "tricks", tricks)
    visited(scorer, home)


def skull_king(scorer: Walker) -> None:
    """A bonus, half of one, a cannonball, loot and a wager."""
    every_preset(scorer, SKULL_KING)
    number = begun(scorer, "skull-king", {"loot": "true", "wager": "true"})
    said(scorer, number, "0 0 0 1")
    numbers(scorer, number, "tricks", "1 0 0 0")
    for field, given in (
        *(("choice", "0"), ("number", "35"), ("number", "30"), ("choice", "nobody")),
        *(
            ("choice", "0"),
            ("choice", "1"),
            ("choice", "nobody"),
            ("choice", "0"),
            ("choice", "10"),
        ),
    ):
        scorer.answer(number, **{field: given})
    visited(scorer, number)
    rascal = begun(scorer, "skull-king", {"rascal": "true", "cannon": "true"})
    said(scorer, rascal, "0 0 0 0")
    numbers(scorer, rascal, "tricks", "1 0 0 0")
    for field, given in (
        *(("choice", "1"), ("choice", "nobody"), ("choice", "0")),
        *(("number", "10"), ("choice", "nobody")),
    ):
        scorer.answer(rascal, **{field: given})
    visited(scorer, rascal)


def estimation(scorer: Walker) -> None:
    """Dash calls, refusals, hands that count more, fast hands; every scoring has a caller."""
    every_preset(scorer, ESTIMATION)
    rules = {"length": "10", "all_passed": "double"}
    number = begun(scorer, "estimation", rules)
    scorer.answer(number, choice="")
    for dash, bid, calls, taken in (
        ("none", "pass", "", ""),
        ("1", "6S", "7 4 3 1", "0 1 4 8"),  # 7 is above the call, 3 would make 13
        ("12", "8H", "2", "1 0 2 10"),
        ("none", "5C", "2 2 2", "2 2 2 7"),
        ("none", "5C", "2 2 2", "2 1 3 7"),  # one made it
        ("none", "5C", "2 2 2", "3 1 3 6"),  # nobody made it
    ):
        scorer.answer(number, choice=dash)
        if dash == "1":
            scorer.answer(number, bid="6S", winner="0")
        winner = {} if bid == "pass" else {"winner": "3"}
        if bid != "pass" and dash == "12":
            winner = {"winner": "2"}
        scorer.answer(number, bid=bid, **winner)
        if calls:
            (said if dash == "1" else all_said)(scorer, number, calls)
        if taken:
            numbers(scorer, number, "tricks", taken)
    for taken in ("3 3 3 4", "3 3 3 4"):
        all_said(scorer, number, "3 3 3 5")
        numbers(scorer, number, "tricks", taken)
    visited(scorer, number)
    passed = begun(scorer, "estimation", rules)
    for _ in range(2):
        scorer.answer(passed, choice="none")
        scorer.answer(passed, bid="pass")
    over = begun(scorer, "estimation")
    scorer.answer(over, choice="none")
    scorer.answer(over, bid="6S", winner="0")
    said(scorer, over, "14 6 2")
    changed = begun(scorer, "estimation", {"length": "10", "fast_change": "true"})
    as_it_is = begun(scorer, "estimation", {"lost_scores": "true"})
    scorer.open(f"/games/{as_it_is}/more")
    for _ in range(5):
        scorer.answer(changed, choice="none")
        scorer.answer(changed, bid="6S", winner="0")
        said(scorer, changed, "1 1 1 1 2")
        numbers(scorer, changed, "tricks", "10 1 1 1")
    said(scorer, changed, "8 1 1 2")
    scorer.answer(changed, choice="H")
    visited(scorer, changed)
