"""Tables from paper read as hands; the game's own script checks every row."""

from __future__ import annotations

import pytest

from scorekeeper.exchange.game_columns import GameColumns
from scorekeeper.exchange.hand_entries import CheckedTable, HandOfRow, judge
from scorekeeper.exchange.remarks import Level, Remark
from scorekeeper.exchange.table_columns import UNUSED, Meaning, Use
from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.games.registry import rulebooks
from scorekeeper.games.spades.spades_rulebook import SPADES
from scorekeeper.games.spades.variants import SpadesRules
from scorekeeper.ledger.game_log import Kind, Log, checked_entry
from scorekeeper.rules.game import Setup
from scorekeeper.rules.result_steps import TricksStep
from scorekeeper.rules.rulebook import rules_given, rules_named
from scorekeeper.seating import NORTH, SOUTH, WEST
from tests.conftest import setup_of
from tests.exchange.pasted_tables import TABLES, Pasted

SEATS = ("South", "West", "North", "East")
DE = (-20, 19, -10, -40)  # the example of pagat.com's German page


def told(read: CheckedTable, level: Level = Level.ERROR) -> list[str]:
    """What is said of the rows, and of the table as a whole."""
    problems = [str(read.problem)] if read.problem and level is Level.ERROR else []
    return problems + [str(each.sentence) for each in read.remarks if each.level is level]


def error_of(read: CheckedTable) -> Remark:
    """The only error in the rows."""
    [error] = (each for each in read.remarks if each.level is Level.ERROR)
    return error


def only_row(read: CheckedTable) -> HandOfRow:
    assert told(read) == []
    [row] = read.rows
    return row


def paper(text: str, preset: str = "pagat", players: tuple[str, ...] = SEATS) -> CheckedTable:
    return judge(Log.of(setup_of(preset)), players, text)


@pytest.mark.parametrize(
    "text",
    [
        "hand,dealer,bid,declarer,South,West,North,East\n1,South,7C,North,2/0,3/3,7/8,0/2",
        "hand,dealer,bid,declarer,South,West,North,East\n1,South,7C,North,2-0,3–3,7 - 8,0-2",
        "hand,dealer,bid,declarer,South,West,North,East\n1,South,7C,North,2 0,3 3,7  8,0 2",
        "hand\tbid\tdeclarer\tSouth\tWest\tNorth\tEast\n1\t7♣\tNorth\t2/0\t3/3\t7/8\t0/2",
        "Bid; By; SOUTH; west; North; East\n\n7 clubs; nor; 2 / 0; 3/3; 7/8; 0/2\n"
        "Total;;-20;19;-10;-40",
        "|#|Gebot|Trumpfmacher|Ansagen|Stiche|\n|1|7 Kreuz|North|2-3-7-0|0-3-8-2|",
        "bid declarer contracts tricks\n7c N 2,3,7,0 0,3,8,2",
        "hand  winning bid  bidder  contracts  taken\n1  7♣️  North  2 3 7 0  0 3 8 2",
        "bid,trump,declarer,South,West,North,East\n7,♣,North,2/0,3/3,7/8,0/2",
        'bid,declarer,contracts,tricks\n7C,North,"2,3,7,0","0,3,8,2"',
        "bid,declarer,South c,South t,West said,West took,North contract,North tricks,East c,East t"
        "\n7C,North,2,0,3,3,7,8,0,2",
        "bid,declarer,contracts,South,West,North,East\n7C,North,2 3 7 0,0,3,8,2",
        "auction,South,West,North,East\n"
        "pass 5H 6C pass 6D 6H 7C pass pass pass pass,2/0,3/3,7/8,0/2",
    ],
)
def test_the_example_of_the_german_page_in_many_forms(text: str) -> None:
    read = paper(text)
    assert (told(read), [row.totals for row in read.rows]) == ([], [DE])
    assert read.is_ready
    log = Log.of(setup_of()).after(read.entries)
    assert log.game.totals == DE
    assert all(entry.kind is Kind.ANSWER for entry in read.entries)


@pytest.mark.parametrize(
    ("game", "bid", "row", "written"),
    [
        *(
            ("israeli-whist", "7NT", "2/0,3/3,7/8,0/2", written)
            for written in ("7NT", "NT7", "7 OT", "OT7", "7 ohne", "7 ohne Trumpf", "7 SA")
        ),
        *(
            ("israeli-whist", "7NT", "2/0,3/3,7/8,0/2", f"7 {word}")
            for word in ("ללא שליט", "ללא", "ל״ש", "סאנס")
        ),
        *(("bid-whist", "4H", "H,11", f"4 {word}") for word in ("high", "hoch", "גבוה")),
        *(("bid-whist", "4L", "H,11", f"4 {word}") for word in ("low", "tief", "נמוך")),
        *(("bid-whist", "4NT", "low,11", f"4 {word}") for word in ("NT", "OT", "ohne Trumpf")),
    ],
)
def test_a_bid_is_written_as_people_say_it(game: str, bid: str, row: str, written: str) -> None:
    setup, head = setup_of(), "South,West,North,East"
    if game == "bid-whist":
        rules, ending = BID_WHIST.presets[0].rules, BID_WHIST.endings.usual
        setup, head = Setup(BID_WHIST, rules, ending, 4, SOUTH), "trumps,tricks"
    read = judge(Log.of(setup), SEATS, f"bid,declarer,{head}\n{written},North,{row}")
    assert told(read) == []
    assert read.entries[0].fact == {"bid": bid, "winner": int(NORTH)}


HEAD = "bid,declarer,South,West,North,East\n"
RIGHT = "7C,North,2/0,3/3,7/8,0/2"


@pytest.mark.parametrize(
    ("row", "problem", "allowed"),
    [
        (
            "7C,North,2/0,4/3,7/8,0/2",
            "West can't say 4: that would make 13.",
            "Allowed: 0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13.",
        ),
        ("7C,North,2/0,3/3,7/8,0/1", "1 trick still to assign", "The tricks come to 13."),
        ("7C,North,2/0,3/3,7/8,0/x", "“0/x” is not a whole number.", None),
        ("7C,North,2/0,3/3,7/8", "East's contract?", None),
        ("7C,North,2/0,3/3,6/8,0/2", "North said 7, not 6.", None),
        ("7C,Nora,2/0,3/3,7/8,0/2", "“Nora” is not one of the players: South, West, North, East.",
         None),
        ("7C,,2/0,3/3,6/8,0/2", "The winning bid was 7, and that is not the contract.", None),
        ("4,North,2/0,3/3,4/8,0/2",
         "4 cannot be bid: the lowest bid is 5 clubs and the highest 13 no trump.", None),
        (",East,2/0,3/3,7/8,0/2", "Whoever wins the auction contracts for 5 at least.", None),
        (",,1/1,2/2,3/3,4/7", "Whoever wins the auction contracts for 5 at least.", None),
        ("X,North,2/0,3/3,7/8,0/2", "“X” is no part of a bid, such as 7 or C.", None),
        ("4C,North,2/0,3/3,7/8,0/2",
         "4 clubs cannot be bid: the lowest bid is 5 clubs and the highest 13 no trump.", None),
        ("7X,North,2/0,3/3,7/8,0/2",
         "“7X” is not a bid. A bid is a number and a suit, as in 7C or 6NT.", None),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_row_is_said_with_what_is_allowed(
    row: str, problem: str, allowed: str | None
) -> None:
    read = paper(f"{HEAD}{RIGHT}\n{row}\n{RIGHT}")
    assert not read.is_ready
    wrong = error_of(read)
    assert (str(wrong.reason), wrong.line) == (problem, 3)
    if allowed is not None:
        assert str(wrong.allowed) == allowed
    assert [row.totals for row in read.rows] == [DE]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "Paste a table: a header line, then one row per hand."),
        ("  \n\t\n", "Paste a table: a header line, then one row per hand."),
        ("1,2,3\n4,5,6",
         "The first line must name the columns, as in: "
         "hand, bid, declarer, South, West, North, East."),
        (HEAD, "There is no hand under the header line."),
        (HEAD + f"{RIGHT}\n" * 301,
         "At most 300 hands at once, and these are 301: paste them in parts."),
    ],
)  # fmt: skip
def test_a_table_that_is_none_is_said(text: str, problem: str) -> None:
    read = paper(text)
    assert (str(read.problem), read.is_ready) == (problem, False)


def test_the_deal_moves_on_unless_the_row_says_who_dealt() -> None:
    read = paper(f"dealer,{HEAD},{RIGHT}\nNorth,{RIGHT}\n,{RIGHT}\n,pass\n,{RIGHT}")
    assert [int(row.dealer) for row in read.rows] == [0, 2, 3, 0, 0]  # who threw in deals again
    assert [entry.kind for entry in read.entries].count(Kind.DEALER) == 1
    assert [int(deal.dealer) for deal in Log.of(setup_of()).after(read.entries).game.deals] == [
        *(0, 2, 3, 0, 0)
    ]


def test_exchanges_are_passes_before_the_bid() -> None:
    read = paper(f"gulash,{HEAD}2,{RIGHT}", "vax")
    assert [entry.fact for entry in read.entries][:2] == [{"bid": "pass"}] * 2
    assert read.is_ready


def test_hands_after_the_end_are_refused() -> None:
    made = "10H,South,10/10,1/1,1/1,0/1"
    setup = setup_of()
    target = Setup(setup.book, setup.rules, type(setup.ending)(target=100), 4, SOUTH)
    read = judge(Log.of(target), SEATS, f"{HEAD}{made}\n{RIGHT}")
    assert (told(read), len(read.rows)) == (["line 3: The game is over."], 1)


def test_a_running_hand_comes_first() -> None:
    log = Log.of(setup_of())
    log = log.after([checked_entry(log, Kind.ANSWER, None, {"bid": "7C", "winner": 2})])
    assert str(judge(log, SEATS, HEAD + RIGHT).problem) == (
        "A hand is running: finish it or undo its entries, then paste."
    )


def test_columns_that_say_nothing_are_named() -> None:
    table = paper(f"weather,{HEAD}rain,{RIGHT}").table
    assert table is not None
    assert [each.title for each in table.columns if each.use == UNUSED] == ["weather"]


def test_names_that_begin_alike_are_told_apart() -> None:
    players = ("Ann", "Anna", "Ann B", "T")
    read = paper("bid,declarer,Ann,Anna,Ann B,T\n7C,Ann B,2/0,3/3,7/8,0/2", players=players)
    assert (read.is_ready, read.rows[0].totals) == (True, DE)


def test_bid_whist_asks_for_what_it_needs() -> None:
    setup = Setup(BID_WHIST, BID_WHIST.presets[0].rules, BID_WHIST.endings.usual, 4, SOUTH)
    assert tuple(map(str, GameColumns.of(setup, SEATS).usual_head())) == (
        *("hand", "dealer", "bid", "declarer", "trumps", "tricks"),
    )
    read = judge(
        Log.of(setup),
        SEATS,
        "bid,declarer,trumps,tricks\n4 high,West,♠,11\n4NT,North,low,9\n3L,East,x,9",
    )
    assert [row.totals for row in read.rows] == [(0, 5), (-8, 5)]
    error = error_of(read)
    assert (str(error.reason), str(error.allowed)) == (
        "“x” is not one of the choices.",
        "Allowed: spades, hearts, diamonds, clubs.",
    )
    by_player = judge(Log.of(setup), SEATS, "bid,declarer,trumps,West\n4H,West,spades,11")
    assert by_player.rows[0].totals == (0, 5)


@pytest.mark.parametrize(
    ("game", "table"),
    [
        # Nobody has points, as in the sum of the rows above; and contracts are no sums.
        ("oh-hell", "Ann points,Bo points,Ann,Bo\n0,0,1/2,1/5\n0,0,0/2,0/5\n0,0,1/2,1/5"),
        ("oh-hell", "Ann points,Bo points,Ann,Bo\n11,0,1/1,1/5\n0,11,0/2,1/1\n11,11,1/1,1/1"),
        # A dash answers the question who went out.
        ("gin-rummy", "ended,how,Ann points,Bo points\n-,,0,0\n-,,0,0"),
    ],
)
def test_a_row_with_answers_is_a_hand(game: str, table: str) -> None:
    book = rulebooks()[game]
    setup = Setup(book, book.presets[0].rules, book.endings.usual, 2, SOUTH)
    remarks = judge(Log.of(setup), ("Ann", "Bo"), table).remarks
    assert not any(each.level is Level.QUESTION for each in remarks), remarks
    assert not any("leaves more than points" in str(each.reason) for each in remarks), remarks


@pytest.mark.parametrize(
    ("game", "title", "key"),
    [
        ("israeli-whist", "Suit", "trumps"),  # beside the number of the bid
        ("bid-whist", "Trump", "announcement"),
        ("bid-whist", "high or low", "announcement"),
        ("estimation", "suit", "trumps"),
        ("estimation", "dash calls", "dash"),
        ("schieber", "Trumpf", "contract"),
        ("euchre", "tricks", "tricks"),
    ],
)
def test_a_question_has_the_title_that_the_game_gives_it(game: str, title: str, key: str) -> None:
    book = rulebooks()[game]
    setup = Setup(book, book.presets[0].rules, book.endings.usual, 4, SOUTH)
    table = judge(Log.of(setup), SEATS, f"hand,{title}\n1,x").table
    assert table is not None
    assert [column.use for column in table.columns] == [Use(Meaning.NUMBER), Use(key)]


@pytest.mark.parametrize(
    ("game", "table"),
    [
        ("bid-whist", "bid,declarer,trumps,tricks\npass,,,7"),
        ("israeli-whist", "bid,declarer,South,West,North,East\npass,,2/0,3/3,7/8,0/2"),
        ("rummikub", "out,South tiles,West tiles,North tiles,East tiles\nWest,20,30,5,7"),
    ],
)
def test_a_number_that_nobody_asks_for_is_not_passed_over(game: str, table: str) -> None:
    book = rulebooks()[game]
    setup = Setup(book, book.presets[0].rules, book.endings.usual, 4, SOUTH)
    error = error_of(judge(Log.of(setup), SEATS, table))
    assert "needs no number in this hand" in str(error.reason)


def test_players_who_may_be_named_are_told_by_name() -> None:
    book = rulebooks()["estimation"]
    setup = Setup(book, book.presets[0].rules, book.endings.usual, 4, SOUTH)
    head = "dash calls,bid,declarer,South,West,North,East"
    wrong, right = (
        judge(Log.of(setup), SEATS, f"{head}\n{dash},7C,South,7/7,3/3,2/2,0/1")
        for dash in ("x", "none")
    )
    assert (error_of(wrong).column, told(right)) == ("dash calls", [])
    assert str(error_of(wrong).allowed).startswith(
        "Allowed: Nobody, South, West, North, East, South and W"
    )


def test_a_wrong_number_is_shown_with_every_legal_answer() -> None:
    rules = SpadesRules(blind_deficit=0)
    setup = Setup(SPADES, rules, SPADES.endings.usual, 4, SOUTH)
    head = "West said,West took,North said,North took,East said,East took,South said,South took"
    error = error_of(judge(Log.of(setup), SEATS, f"{head}\n14,3,4,4,3,3,3,3"))
    assert str(error.allowed).endswith("12, 13, blind.")


@pytest.mark.parametrize(
    ("row", "totals", "problem"),
    [
        ("3/3,4/3,4/4,2/3", None, "South has no bid in this hand, but here 2."),
        ("3/3,4/4,4/4,2/2", (60, 70), None),
        (",,,,7,6,7,6", (60, 70), None),
        ("7/7,6/6,7/7,6/6", (60, 70), None),
    ],
)
def test_bids_of_a_first_hand_that_bids_itself(
    row: str, totals: tuple[int, int] | None, problem: str | None
) -> None:
    """Bids that nobody asks for are not passed over."""
    rules = SpadesRules(first_bids_itself=True)
    setup = Setup(SPADES, rules, SPADES.endings.usual, 4, SOUTH)
    players = "West,North,East,South"
    head = players if "/" in row else f"{players.replace(',', ' said,')} said,{players}"
    read = judge(Log.of(setup), SEATS, f"{head}\n{row}")
    if totals is None:
        assert str(error_of(read).reason) == problem
    else:
        assert only_row(read).totals == totals


def test_any_game_can_be_pasted() -> None:
    """The game defines nothing of its own for pasting."""
    book = rulebooks()["oh-hell"]
    setup = Setup(book, book.presets[0].rules, book.endings.usual, 3, SOUTH)
    names = ("Ann", "Bo", "Cy")
    head = GameColumns.of(setup, names).usual_head()
    assert tuple(map(str, head)) == ("hand", "dealer", *names)
    read = judge(Log.of(setup), names, "Ann,Bo,Cy\n1/10,0/0,0/0\n0/0,9/9,1/0")
    assert told(read) == []
    assert [int(row.dealer) for row in read.rows] == [SOUTH, WEST]
    assert NORTH in {entry.fact.get("seat") for entry in read.entries}
    assert isinstance(Log.of(setup).after(read.entries[:3]).game.step, TricksStep)


@pytest.mark.parametrize("title", ["Start", "Brought forward:", "Übertrag", "התחלה"])
@pytest.mark.parametrize("numbers", ["-20 60 -40", "0 70 -70"])
def test_the_points_from_before_are_left_out(title: str, numbers: str) -> None:
    """They are in the game as its starting points."""
    log = Log.of(setup_of())
    log = log.after([checked_entry(log, Kind.START, None, {"start": [10, 0, 46, -20]})])
    one, other, third = numbers.split()
    text = f"hand,{','.join(SEATS)}\n{title},10,0,46,-20\n1,{one},{other},{third},5"
    read = judge(log, SEATS, text, as_written=True)
    assert read.is_ready
    assert told(read, Level.LEFT_OUT) == ["line 2: the points before the first hand"]
    points = [int(number) for number in (one, other, third, "5")]
    after = log.after(read.entries).game.totals
    assert after == tuple(map(sum, zip((10, 0, 46, -20), points, strict=True)))


@pytest.mark.parametrize("sums", ["-20,19,-10,-50", "80,119,90,-50"])
def test_a_sum_that_the_hands_do_not_give_must_be_confirmed(sums: str) -> None:
    """The sums may contain the starting points or not."""
    log = Log.of(setup_of())
    log = log.after([checked_entry(log, Kind.START, None, {"start": [100, 100, 100, 0]})])
    text = f"hand,{','.join(SEATS)}\n1,-20,19,-10,-40\nTotal,{sums}"
    read = judge(log, SEATS, text)
    doubts = ["line 3, column “East”: The rows give -40 here, not -50."]
    assert told(read, Level.DOUBT) == doubts
    assert (read.is_ready, judge(log, SEATS, text, as_written=True).is_ready) == (False, True)


def test_a_sum_beside_a_hand_that_is_wrong_must_be_confirmed() -> None:
    rows = ["-20,19,-10,-40,-51", "-20,19,-10,-40,-51", "-20,19,-10,-40,-50"]
    read = paper("\n".join([f"{','.join(SEATS)},Sum", *rows]))
    reason = "line 4, column “Sum”: The row adds up to -51, not -50."
    assert told(read, Level.DOUBT) == [reason]


@pytest.mark.parametrize("scheme", ["pagat+elhanani", "vax+elhanani"])
@pytest.mark.parametrize(
    ("row", "doubtful"),
    [("13,14,-10,-10", 1), ("-60,-20,-20,-20", 0), ("-10,-10,-10,-11", 1)],
)
def test_every_scoring_knows_points_that_a_hand_cannot_have(
    scheme: str, row: str, doubtful: int
) -> None:
    book = rulebooks()["israeli-whist"]
    setup = Setup(book, rules_named(book, scheme), book.endings.usual, 4, SOUTH)
    read = judge(Log.of(setup), SEATS, f"{','.join(SEATS)}\n{row}")
    assert len(told(read, Level.DOUBT)) == doubtful


@pytest.mark.parametrize(("lowest", "is_ready"), [(5, False), (4, True)])
def test_hands_without_an_auction_know_the_lowest_bid(lowest: int, is_ready: bool) -> None:
    book = rulebooks()["israeli-whist"]
    rules = rules_given(book, {"lowest_bid": lowest})
    setup = Setup(book, rules, book.endings.usual, 4, SOUTH)
    table = f"{','.join(SEATS)}\n1/1,2/2,3/3,4/7"
    assert judge(Log.of(setup), SEATS, table).is_ready is is_ready


@pytest.mark.parametrize(
    ("game", "row", "doubtful"),
    [
        ("skull-king", "84,85,-20", 1),
        ("skull-king", "80,30,-20", 0),
        ("skull-king/rascal", "85,30,-20", 0),
        ("skull-king/rascal", "84,30,-20", 1),
    ],
)
def test_points_that_are_no_multiple_of_the_least_number_are_doubtful(
    game: str, row: str, doubtful: int
) -> None:
    key, _, preset = game.partition("/")
    book = rulebooks()[key]
    rules = rules_named(book, preset or book.presets[0].key)
    setup = Setup(book, rules, book.endings.usual, 3, SOUTH)
    read = judge(Log.of(setup), SEATS[:3], f"South,West,North\n{row}")
    assert len(told(read, Level.DOUBT)) == doubtful


def test_titles_in_hebrew_as_the_guide_has_them() -> None:
    head = "סיבוב,הכרזה,זוכה,South,West,North,East"
    assert paper(f"{head}\n1,7C,North,2/0,3/3,7/8,0/2").rows[0].totals == DE


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("7C,North,2/0,4/3,7/8,0/2", "West"),
        ("7C,North,2/0,3/3,7/8,0/1", ""),
        ("7C,North,2/0,3/3,7/8,0/x", "East"),
        ("7C,North,2/0,3/3,7/8", "East"),
        ("7C,Nora,2/0,3/3,7/8,0/2", "declarer"),
        ("7X,North,2/0,3/3,7/8,0/2", "bid"),
        ("X,North,2/0,3/3,7/8,0/2", "bid"),
        ("7C,,-20,,-10,-40", "West"),
        ("7C,,-20,19,-10,x", "East"),
        ("7C,North,2/0,3/-,7/8,0/2", "West"),
    ],
)
def test_the_column_of_a_wrong_cell_is_named(row: str, column: str) -> None:
    assert error_of(paper(f"{HEAD}{row}")).column == column


@pytest.mark.parametrize("joiner", [" & ", "/", " and ", " und ", " + "])
@pytest.mark.parametrize("order", ["South{}North", "North{}South"])
def test_partners_may_have_one_column(joiner: str, order: str) -> None:
    book = rulebooks()["bid-whist"]
    setup = Setup(book, book.presets[0].rules, book.endings.usual, 4, SOUTH)
    text = f"hand;{order.format(joiner)};East{joiner}West\n1;4;0\n2;-5;0\nTotal;-1;0"
    read = judge(Log.of(setup), SEATS, text, as_written=True)
    assert read.is_ready
    assert Log.of(setup).after(read.entries).game.totals == (-1, 0)


def test_a_column_of_partners_does_not_hold_the_bids_of_both() -> None:
    setup = Setup(SPADES, SpadesRules(), SPADES.endings.usual, 4, SOUTH)
    read = judge(Log.of(setup), SEATS, "hand;South & North;East & West\n1;5/6;7/7")
    assert str(error_of(read).reason) == "North's bid?"


def test_opponents_have_no_column_together() -> None:
    setup = Setup(SPADES, SpadesRules(), SPADES.endings.usual, 4, SOUTH)
    read = judge(Log.of(setup), SEATS, "hand;South & West;North & East\n1;62;-40")
    assert not read.is_ready


@pytest.mark.parametrize("pasted", TABLES, ids=lambda pasted: pasted.name)
def test_tables_as_people_paste_them(pasted: Pasted) -> None:
    """Each is read as it was meant, or refused with the true reason; none is read wrongly."""
    book = rulebooks()[pasted.game]
    preset = book.presets[0]
    ending = book.agreed(preset.ending or book.endings.usual, preset.rules, len(pasted.players))
    setup = Setup(book, preset.rules, ending, len(pasted.players), SOUTH)
    read = judge(Log.of(setup), pasted.players, pasted.text)
    if isinstance(pasted.result, tuple):
        assert told(read) == []
        assert read.is_ready
        assert Log.of(setup).after(read.entries).game.totals == pasted.result
        return
    assert not read.is_ready
    if pasted.result == "doubtful":
        assert told(read, Level.DOUBT) == ["line 2: The game cannot give these points."]
        assert judge(Log.of(setup), pasted.players, pasted.text, as_written=True).is_ready
    elif pasted.result == "unclear":
        assert any(each.level in {Level.DOUBT, Level.QUESTION} for each in read.remarks)
    else:
        said = told(read) + told(read, Level.DOUBT) + told(read, Level.QUESTION)
        assert any(pasted.result in one for one in said), said
