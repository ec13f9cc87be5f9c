"""Whole deals of all games but the first: played, simulated, recorded and judged."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import scorekeeper
from scorekeeper.cards import Joker, Suit
from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.games.bid_whist import BID_WHIST, BidWhistRules, HighLowBid
from scorekeeper.games.oh_hell import OH_HELL, OhHellRules, Schedule, Trumps
from scorekeeper.games.registry import rulebooks
from scorekeeper.games.romanian_whist import ROMANIAN_WHIST
from scorekeeper.play import simulated_games
from scorekeeper.play.deal_bank import odds
from scorekeeper.play.irregularities import Verdict, check
from scorekeeper.play.players import AnyPlayer, OwnPlayer, play_out, players_named
from scorekeeper.play.position import Phase, Position
from scorekeeper.play.record import parse_record, record_of
from scorekeeper.play.simulation import ListedDeals, Run, simulate
from scorekeeper.play.simulation import played as batch_of
from scorekeeper.rules.script import read
from tests.deep import DEEP
from tests.play.simulated_runs import MUST_BID, played, run_of, whole
from tests.third_game import installed, plain_whist
from tests.tools.benchmarks.bots import Hearts, OhHell

__all__ = ["installed", "plain_whist"]

PRESET_DOWN = OH_HELL.preset("nomination").rules
RULES = BidWhistRules()
DEALS = 40 if DEEP else 24  # more than the hands of a game


@pytest.mark.parametrize("players", [("sensible",) * 4, ("random",) * 4])
def test_every_card_is_dealt_and_played_once(players: tuple[str, ...]) -> None:
    for start, end in played(run_of(players=players)):
        pack = Counter(map(str, whole().pack))
        assert Counter(str(c) for hand in (*start.hands, start.stock) for c in hand) == pack
        gone = [*end.away, *(card for trick in end.tricks for card in trick.cards)]
        assert Counter(map(str, gone)) == pack
        assert (len(end.tricks), len(end.away)) == (12, 6)


def test_the_points_are_those_of_the_recorded_answers() -> None:
    """The score keeper reaches the same points from the answers that the cards gave."""
    for _, end in played(run_of(players=("random", "sensible") * 2)):
        assert (
            end.score == read(BID_WHIST.script(end.seating, MUST_BID), end.bookmark.facts()).score
        )
        assert end.score is not None
        declarer, bid = end.scene.declarer, end.scene.bid
        assert declarer is not None
        assert isinstance(bid, HighLowBid)
        tricks = 1 + sum(trick.winner % 2 == declarer % 2 for trick in end.tricks)
        assert end.score.scene.tricks[declarer % 2] == tricks


def test_a_deal_is_the_same_whoever_asks() -> None:
    first, second = run_of(5), run_of(3)
    assert [end.bookmark.facts() for _, end in played(first)[:3]] == [
        end.bookmark.facts() for _, end in played(second)
    ]


def test_sensible_players_beat_random_ones() -> None:
    """Random players bid high and fail; sensible players mostly leave the bid to them."""
    summary = simulate(run_of(60, ("sensible", "random") * 2, RULES))
    ours, theirs = (side.mean[0] for side in summary.sides)
    assert ours > theirs + 5
    alone = simulate(run_of(150, rules=RULES))
    assert 0.6 < alone.made < 0.85
    assert alone.thrown_in < 15


def test_decisions_of_another_kind_are_refused() -> None:
    start, draws = run_of().start(0)
    with pytest.raises(MalformedEntry):
        start.apply(Suit.SPADES)
    with pytest.raises(IllegalEntry) as refusal:
        start.apply(HighLowBid.parse("3H")).apply(HighLowBid.parse("3L"))
    assert refusal.value.code == "bid-not-higher"
    announcing = start
    for bid in ("3H", "3NT", "4L", "7NT"):
        announcing = announcing.apply(HighLowBid.parse(bid))
    taken_up = announcing.apply(announcing.legal[0])
    assert (len(taken_up.hands[start.seating.dealer]), taken_up.phase) == (
        18,
        Phase.PUT_AWAY,
    )
    with pytest.raises(MalformedEntry):
        taken_up.apply(3)
    missing = next(c for c in whole().pack if c not in taken_up.hands[start.seating.dealer])
    with pytest.raises(IllegalEntry) as held:
        taken_up.apply(missing)
    assert held.value.code == "card-not-held"
    over = play_out(taken_up, players_named(BID_WHIST, ["sensible"] * 4), draws)
    with pytest.raises(IllegalEntry):
        over.apply(Joker.RED)


def test_hands_that_are_not_the_pack_are_refused() -> None:
    start, _ = run_of().start(0)
    short = (start.hands[0][:-1], *start.hands[1:])
    twice = (start.hands[1], *start.hands[1:])
    for hands in (short, twice, start.hands[:3]):
        with pytest.raises(MalformedEntry):
            Position.start(whole(), RULES, start.seating, hands, start.stock)


def one_deal(**changed: str) -> Verdict:
    _start, end = played(run_of(1))[0]
    fields = record_of(end).line(BID_WHIST)
    for name, value in changed.items():
        old = next(part for part in fields.split("; ") if part.startswith(name))
        fields = fields.replace(old, f"{name} {value}")
    return check(whole(), parse_record(whole(), fields))


def test_the_judge_reports_and_reads_on() -> None:
    clean = one_deal()
    assert clean.irregularities == ()
    _, end = played(run_of(1))[0]
    calls = [str(fact.get("call") or fact.get("choice")) for fact in end.bookmark.facts()[:-1]]
    late = one_deal(said=" ".join([*calls, "pass"]))
    assert [irregularity.code for irregularity in late.irregularities] == ["not-asked"]
    low = one_deal(said=" ".join([calls[0], "2H", *calls[2:]]))
    assert low.irregularities[0].code == "bid-off-ladder"
    turned = one_deal(said=" ".join([f"S:{calls[0]}", *calls]))
    assert [irregularity.code for irregularity in turned.irregularities] == ["out-of-turn"]
    unfinished = one_deal(play="")
    assert str(unfinished.unfinished) == "0 of 12 tricks were played."
    assert unfinished.points is None
    away = one_deal(away="")
    assert [irregularity.code for irregularity in away.irregularities] == ["not-put-away"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nonsense", "is no set of rules"),
        ("nonsense; dealer S", "is no set of rules"),
        ("house", "does not say who deals"),
        ("house; dealer X", "is not a seat"),
        ("house; dealer S; deal C2 C2", "not for 1 players"),
        ("house; dealer S; deal XX", "is no card"),
        ("house; dealer S; deal N:AK", "“N:AK” is no deal"),
        ("house; dealer S; number x", "one whole number"),
        ("house; dealer S; colour red", "is no field"),
        ('{"higher_joker": 9}; dealer S', "is not one of the choices"),
        ("{", "This is no JSON"),
        ('{"rules": "house", "dealer": "S", "deals": 1}', "“deals” is no field."),
        ('{"rules": "house", "dealer": "S", "play": 1}', "“play” must be a list."),
        ("x" * 30_000, "at most"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, reason: str) -> None:
    with pytest.raises(EntryError) as refusal:
        check(whole(), parse_record(whole(), text))
    assert reason in str(refusal.value)


SCHEDULED = OhHellRules(
    schedule=Schedule.UP_DOWN, trumps=Trumps.ROTATION, free_last=True, last_double=True, largest=13
)


SIZES = [
    (rules, players)
    for number, rules in enumerate((*(preset.rules for preset in OH_HELL.presets), SCHEDULED))
    for players in ([2, 3, 4, 7] if DEEP else [(3, 7)[number % 2]])
]


@pytest.mark.parametrize(("rules", "players"), SIZES)
@pytest.mark.slow
def test_oh_hell_in_bulk_is_oh_hell_one_after_another(rules: OhHellRules, players: int) -> None:
    """Random players, sensible players, and both together; through a whole game and beyond."""
    for names in (("random",), ("sensible",), ("sensible", "random", "random")):
        run = Run(whole("oh-hell"), rules, 40, (names * players)[:players], seed=9)
        rows = [*batch_of(run, 5, DEALS).rows()]
        assert rows == [*batch_of(replace(run, records=True), 5, DEALS).rows()]
        numbers = [run.number(deal) for deal in range(5, 8)]
        cards = [OH_HELL.cards_of(rules, number, players) for number in numbers]
        assert [row.cards for row in rows[:3]] == cards


@pytest.mark.parametrize(
    ("key", "players"),
    [
        (key, players)
        for number, key in enumerate(("usual", "short"))
        for players in (3, 4, 5, 6)
        if DEEP or players % 2 == number
    ],
)
def test_romanian_whist_in_bulk_is_romanian_whist_one_after_another(key: str, players: int) -> None:
    """Packs of 24 to 48 cards; through a whole game and beyond."""
    rules = ROMANIAN_WHIST.preset(key).rules
    for names in (("random",), ("sensible",), ("sensible", "random", "random")):
        run = Run(whole("romanian-whist"), rules, 60, (names * players)[:players], seed=9)
        rows = [*batch_of(run, 2, DEALS).rows()]
        assert rows == [*batch_of(replace(run, records=True), 2, DEALS).rows()]
        assert [row.cards for row in rows[:6]] == [*ROMANIAN_WHIST.schedule(rules, players)][2:8]


@pytest.mark.parametrize(
    ("game", "rules", "known"),
    [
        ("romanian-whist", {}, True),
        ("romanian-whist", {"streak": "once"}, True),
        ("oh-hell", {"blind": True}, False),
    ],
)
def test_hands_that_depend_on_earlier_ones_are_no_bank_for_chances(
    game: str, rules: dict[str, Any], known: bool
) -> None:
    book = rulebooks()[game]
    bank = simulated_games.bank(book, scorekeeper.house_rules(game, **rules), 4)
    assert (bank is not None) is known


@pytest.mark.usefixtures("plain_whist")
@pytest.mark.parametrize("names", [("random",) * 4, ("sensible",) * 4, ("random", "sensible") * 2])
@pytest.mark.slow
def test_a_game_from_elsewhere_runs_on_the_kernel(names: tuple[str, ...]) -> None:
    run = Run(whole("plain-whist"), rulebooks()["plain-whist"].presets[0].rules, 60, names)
    slow = batch_of(replace(run, records=True), 0, 60)
    fast = batch_of(run, 0, 60)
    assert [*fast.rows()] == [*slow.rows()]
    assert (fast.summary(run.sides), fast.csv()) == (slow.summary(run.sides), slow.csv())
    assert isinstance(slow, ListedDeals)
    for line in slow.records:
        assert check(run.game, parse_record(run.game, line)).irregularities == ()


def test_sensible_players_of_oh_hell_make_more_than_random_ones() -> None:
    names = ("sensible", "random", "random", "random")
    summary = simulate(Run(whole("oh-hell"), OH_HELL.presets[0].rules, 4000, names))
    rates = [side.made / side.judged for side in summary.sides]
    assert rates[0] > 0.35
    assert max(rates[1:]) < 0.25


@pytest.mark.parametrize(("game", "bot"), [("oh-hell", OhHell()), ("hearts", Hearts())])
@pytest.mark.slow
def test_sensible_players_lead_small_players_from_outside(game: str, bot: OwnPlayer) -> None:
    """One of these at a table with three sensible players, in every seat."""
    book, leads = rulebooks()[game], []
    for seat in range(4):
        names: list[AnyPlayer] = ["sensible"] * 4
        names[seat] = bot
        run = Run(whole(game), book.presets[0].rules, 2_000 if DEEP else 60, tuple(names), seed=5)
        for row in batch_of(run, 0, run.deals).rows():
            assert row.points is not None
            leads.append(4 * row.points[seat] - sum(row.points))
    lead = sum(leads) / len(leads)
    assert lead > 0 if book.low(book.presets[0].rules) else lead < 0


def test_the_chances_of_a_scheduled_game_know_which_hands_are_left() -> None:
    """A lead of ten nearly wins before the last hand, of one card, and not before the first."""
    bank = simulated_games.bank(OH_HELL, PRESET_DOWN, 4)
    assert bank is not None
    ending = OH_HELL.agreed(OH_HELL.endings.usual, PRESET_DOWN, 4)
    late = odds((22, 10, 10, 10), ending, bank, scored=6).chances
    early = odds((22, 10, 10, 10), ending, bank, scored=0).chances
    assert late[0] > 0.95 > early[0] > early[1]
