"""Judge against the oracle: it reports all planted irregularities and nothing else."""

from __future__ import annotations

import copy
import pickle
import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import scorekeeper
from scorekeeper.auction import PASS
from scorekeeper.games.bid_whist import JokersInNoTrump
from scorekeeper.games.registry import rulebooks
from scorekeeper.play.bid_whist_player import JokerOrder
from scorekeeper.play.irregularities import Verdict, check
from scorekeeper.play.players import RANDOM, View
from scorekeeper.play.position import Phase, Position, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.record import parse_record, record_of
from scorekeeper.play.simulation import dealt
from scorekeeper.seating import Seat
from tests.deep import DEEP
from tests.play.oracle import ORDER, SEATS, Deal, Evening, planted, standard

KEYS = ["israeli-whist", "bid-whist", "oh-hell"]
RECORDS = 10_000 if DEEP else 120  # of each game


def game_of(key: str) -> WholeGame[Any]:
    game = WholeGame[Any].find(rulebooks()[key])
    assert game is not None
    return game


def to_the_lead(game: WholeGame[Any], number: int, preset: str = "") -> Position:
    """A deal up to its first lead, with random decisions before it.

    preset    the key of its rules; empty to take all presets in turn
    """
    for seed in range(1000):
        draws = Draws.of(seed + 1, number)
        presets = game.book.presets
        rules = (game.book.preset(preset) if preset else presets[number % len(presets)]).rules
        seating = game.book.seating(4, Seat(number % 4), rules)
        numbers = range(1, (game.book.length(rules, 4) or 1) + 1)
        long = [n for n in numbers if game.cards_each(replace(seating, number=n), rules) > 4]
        seating = replace(seating, number=long[number % len(long)])
        position = dealt(game, rules, seating, draws)
        while position.phase not in {Phase.CARD, Phase.OVER}:
            assert position.turn is not None
            view = View.of(position, position.turn)
            position = position.apply(RANDOM.decide(view, draws))
        if position.phase is Phase.CARD:
            return position
    raise AssertionError(number)


def plain_deal(position: Position) -> Deal:
    """The deal in the words of the oracle: trumps and following cards."""
    trick = position.trick
    assert trick is not None
    trump = None if trick.trump is None else trick.trump.letter
    suit, height, allowed = standard(trump)
    if isinstance(trick.order, JokerOrder):
        suit, height, allowed = with_jokers(trick.order, trump)
    hands = {SEATS[seat]: [*map(str, hand)] for seat, hand in enumerate(position.hands)}
    return Deal(hands, SEATS[trick.leader], suit, height, allowed, trump)


def with_jokers(
    order: JokerOrder, trump: str | None
) -> tuple[
    Callable[[str], str | None],
    Callable[[str], int],
    Callable[[list[str], str | None], list[str]],
]:
    """Following and ranking of the 54 cards of Bid Whist, written independently."""
    downtown = [rank.letter for rank in order.ranks][1] == "2"
    ranks = "KQJT98765432A" if downtown else ORDER
    jokers = ("JR", "JB") if str(order.higher) == "JB" else ("JB", "JR")

    def suit(card: str) -> str | None:
        return trump if card in jokers else card[0]

    def height(card: str) -> int:
        return 20 + jokers.index(card) if card in jokers else ranks.index(card[1])

    def allowed(hand: list[str], led: str | None) -> list[str]:
        following = [card for card in hand if led and suit(card) == led]
        free = [card for card in hand if card in jokers and not trump]
        if following and order.no_trump is JokersInNoTrump.ANY_TIME:
            return following + free
        if not following and led and order.no_trump is JokersInNoTrump.MUST:
            return free or list(hand)
        return following or list(hand)

    return suit, height, allowed


def irregularities(verdict: Verdict) -> list[tuple[str, str, int]]:
    return sorted(
        (
            irregularity.code,
            SEATS[irregularity.seat],
            int(str(dict(irregularity.where.blanks)["trick"])),
        )
        for irregularity in verdict.irregularities
        if irregularity.seat is not None
    )


def judged(
    key: str, number: int, preset: str = "", divided: bool = True
) -> tuple[Verdict, Evening, str]:
    game, rng = game_of(key), random.Random(number)
    position = to_the_lead(game, number, preset)
    evening = planted(plain_deal(position), len(position.hands[0]), rng)
    play = (" / " if divided else " ").join(evening.table)
    line = f"{record_of(position).line(game.book)}; play {play}"
    return check(game, parse_record(game, line)), evening, line


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.slow
def test_exactly_what_was_planted_is_reported(key: str) -> None:
    planted = together = fined = 0
    for number in range(RECORDS):
        verdict, evening, line = judged(key, number)
        assert (number, irregularities(verdict)) == (number, sorted(evening.faults)), line
        assert [SEATS[seat] for seat in verdict.winners] == evening.winners, line
        if verdict.score is not None and verdict.points is not None:
            without = [a - b for a, b in zip(verdict.score.points, verdict.points, strict=True)]
            assert sum(without) == sum(found.fine for found in verdict.irregularities)
            fined += sum(without) > 0
        planted += len(evening.faults)
        together += len({trick for *_, trick in evening.faults}) < len(evening.faults)
    assert planted > RECORDS
    assert together > RECORDS / 8
    assert fined or key != "israeli-whist"


@pytest.mark.parametrize(
    ("key", "preset", "number"),
    [("bid-whist", "free-jokers", 4762), ("israeli-whist", "", 8195), ("oh-hell", "", 1793)],
)
def test_a_wrong_lead_is_not_passed_over_where_the_right_leader_does_not_play(
    key: str, preset: str, number: int
) -> None:
    """A wrong lead, a card ahead of turn and a missing card meet in one trick."""
    verdict, evening, line = judged(key, number, preset)
    assert irregularities(verdict) == sorted(evening.faults), line


def test_a_revoke_that_the_record_cannot_show_is_not_reported() -> None:
    """South's one spade, due here, leaves the hand unseen, like a card before."""
    verdict, evening, line = judged("oh-hell", 3919)
    assert evening.revokes
    assert (
        irregularities(verdict)
        == sorted(evening.faults)
        == [
            ("card-not-held", "S", 2),
            ("card-not-held", "S", 9),
        ]
    ), line


def test_a_joker_that_had_to_be_played_is_due_as_a_card_of_the_suit_is() -> None:
    verdict, evening, line = judged("bid-whist", 2048, "forced-jokers")
    assert ("revoke", "S", 6) in evening.faults, line
    assert irregularities(verdict) == sorted(evening.faults), line


def test_a_joker_that_may_be_lost_is_not_due_where_the_suit_may_be_lost_as_well() -> None:
    """South lost two cards: the only heart, and the joker that is due without a heart."""
    verdict, evening, line = judged("bid-whist", 1215, "forced-jokers")
    assert ("card-not-held", "S", 9) in evening.faults, line
    assert irregularities(verdict) == sorted(evening.faults), line


@pytest.mark.slow
def test_undivided_tricks_are_found_where_none_is_too_short_or_too_long() -> None:
    compared = 0
    for number in range(RECORDS):
        verdict, evening, line = judged("israeli-whist", number, divided=False)
        if any(code in {"short-trick", "played-twice"} for code, *_ in evening.faults):
            continue
        assert irregularities(verdict) == sorted(evening.faults), line
        compared += 1
    assert compared > RECORDS / 4


AUCTION = "pagat; dealer S; deal {deal}; said S:5NT W:pass N:pass E:pass S:pass"
DEAL = "S:AKQ5.T98.7654.32 JT9.AKQ2.T98.765 876.J765.AKQ.T98 432.43.J32.AKQJ4"


@pytest.mark.parametrize(
    ("written", "codes", "contracts"),
    [
        ("S:5 W:3 N:1 E:2", [], 11),  # repeating the declarer's own bid is no fault
        ("W:3 N:1 E:2 S:5", [], 11),  # nor after the others
        ("S:6 W:3 N:1 E:2", ["not-asked"], 11),  # another number is a fault
        ("W:3 W:3 N:1 E:2", [], 11),  # a repeated number
        ("W:3 N:1 E:4", ["contract-barred"], 13),
        ("N:1 W:3 E:2", ["out-of-turn"], 11),  # only North: West then speaks in turn
        ("E:2 N:1 W:3", ["out-of-turn", "out-of-turn"], 11),
    ],
)
def test_contracts_that_were_written_down(written: str, codes: list[str], contracts: int) -> None:
    game = game_of("israeli-whist")
    verdict = check(game, parse_record(game, f"{AUCTION.format(deal=DEAL)} {written}"))
    plain = verdict.json()
    assert [irregularity.code for irregularity in verdict.irregularities] == codes
    assert (plain["sum"], plain["over"]) == (contracts, contracts - 13)
    assert plain["sides"] == [["S"], ["W"], ["N"], ["E"]]


@pytest.mark.parametrize(
    ("play", "codes"),
    [
        ("S:SA N:S6 W:SJ E:S2 / S:SK", [("out-of-turn", "N")]),  # West plays in turn
        ("W:SJ N:S6 E:S2 S:SA / S:SK", [("out-of-turn", "W")]),  # one wrong lead, all play on
        (
            "W:SJ S:SA N:S6 E:S2 / S:SK",
            [("out-of-turn", "W")],
        ),  # nobody follows it
        ("S:SA W:SJ N:S6 E:S2 S:SK / S:SK", [("played-twice", "S")]),  # a fifth card
        ("S:SA W:SJ N:S6 N:S7 E:S2 / S:SK", [("played-twice", "N")]),
        ("S:SA W:SJ E:S2 / S:SK", [("short-trick", "N")]),
        ("S:SA W:SA N:S6 E:S2 / S:SK", [("card-not-held", "W")]),  # the same card twice
        ("S:SA W:HA N:S6 E:S2 / S:SK W:SJ", [("revoke", "W")]),
    ],
)
def test_one_finding_each(play: str, codes: list[tuple[str, str]]) -> None:
    game = game_of("israeli-whist")
    text = f"{AUCTION.format(deal=DEAL)} W:3 N:1 E:2; play {play}"
    verdict = check(game, parse_record(game, text))
    assert [
        (irregularity.code, SEATS[irregularity.seat or 0])
        for irregularity in verdict.irregularities
    ] == codes
    assert verdict.winners == (0,)


@pytest.mark.parametrize("key", KEYS)
def test_positions_copy_pickle_and_compare(key: str) -> None:
    game = game_of(key)
    for number in range(3):
        position = to_the_lead(game, number)
        for again in (copy.copy(position), pickle.loads(pickle.dumps(position))):  # noqa: S301
            assert again == position
            card = position.legal[0]
            assert again.apply(card) == position.apply(card) != position


def test_a_view_tells_all_that_was_said_and_given() -> None:
    """Besides the result the view has every pass and the cards given away and received."""
    game = game_of("israeli-whist")
    rules = game.book.preset("vax").rules
    position = dealt(game, rules, game.book.seating(4, Seat(0), rules), Draws.of(1, 1))
    while not position.exchanges:
        give = position.exchange is not None
        position = position.apply(position.legal[0] if give else PASS)
    view = View.of(position, Seat(2))
    assert view.said == tuple((Seat(seat), PASS) for seat in range(4))
    assert view.given == (position.exchanges[0][2],)
    assert view.received == (position.exchanges[0][1],)


@pytest.mark.parametrize("key", ["bid-whist", "estimation", "israeli-whist"])
def test_a_record_without_hands_is_judged_by_its_play(key: str) -> None:
    for number in range(3):
        line = scorekeeper.write(
            scorekeeper.play_deal(scorekeeper.deal(key, seed=number), "random")
        )
        with_hands = scorekeeper.check(key, line)
        without = scorekeeper.check(key, re.sub(r"deal [^;]*", "deal -", line))
        assert (without.irregularities, without.points) == ((), with_hands.points)


def test_an_unfinished_record_without_hands_lacks_tricks() -> None:
    begun = "house; dealer E; said 3H pass pass pass S; play S:C9"
    assert "tricks were played" in str(scorekeeper.check("bid-whist", begun).unfinished)


@pytest.mark.parametrize("player", ["S", "W"])
def test_a_card_that_was_put_away_cannot_be_played_although_no_hand_is_known(player: str) -> None:
    begun = "house; dealer E; said 3H pass pass pass S; away C9 C8; play S:CA W:CK N:C2 E:C3"
    assert scorekeeper.check("bid-whist", begun).irregularities == ()
    spoilt = begun.replace(f"{player}:C{'A' if player == 'S' else 'K'}", f"{player}:C9")
    (found,) = scorekeeper.check("bid-whist", spoilt).irregularities
    assert (found.code, found.seat) == ("card-not-held", Seat("SW".index(player)))
    assert str(found.why) == "C9 was put away."
