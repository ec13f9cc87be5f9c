"""Judge: silent on clean hands, exact messages for every planted irregularity."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.auction import PASS, Bid
from scorekeeper.games.israeli_whist.house_rules import PRESETS, AfterAllPass, IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.play.irregularities import Checked, Verdict
from scorekeeper.play.irregularities import check_text as check_any
from scorekeeper.play.position import Action, Phase, Position, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.record import record_of
from scorekeeper.rules.bidding_steps import AuctionStep
from scorekeeper.seating import SOUTH, WEST, Seat
from tests.deep import DEEP
from tests.play.israeli_whist.kit import check, dealt, parse_record

WHOLE = WholeGame[Any].of(ISRAELI_WHIST)

SUITS = "S:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
HEAD = f"pagat; dealer S; deal {SUITS}; "
MIXED = "S:AKQ5.T98.7654.32 JT9.AKQ2.T98.765 876.J765.AKQ.T98 432.43.J32.AKQJ4"
AUCTION = "said S:5NT pass pass pass pass "
CONTRACTS = "W:3 N:1 E:2; "
TEXTS = 3_000 if DEEP else 1_000
RULES = [*(preset.rules for preset in PRESETS), IsraeliWhistRules(passed_out=AfterAllPass.BONUS)]


def clean(number: int, rules: IsraeliWhistRules, passes: int = 0) -> Position:
    """A faultless deal played at random, with its first auctions passed out."""
    rng = random.Random(number)
    position = dealt(Draws.of(3, number), number % 4, rules)
    while legal := position.legal:
        waiting = len(position.exchanges) < passes and position.phase is Phase.SAY
        waiting = waiting and isinstance(position.asking, AuctionStep)
        action: Action = PASS if waiting else rng.choice(legal)
        position = position.apply(action)
    return position


def check_text(text: str) -> Iterator[Checked]:
    return check_any(WHOLE, text)


def found(verdict: Verdict) -> list[str]:
    return [str(irregularity) for irregularity in verdict.irregularities]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("passes", [0, 1, 9])
def test_nothing_is_found_in_clean_hands_and_the_points_are_the_scripts(
    rules: IsraeliWhistRules, passes: int
) -> None:
    for number in range(15 if DEEP else 5):
        end = clean(number, rules, passes)
        verdict = check(record_of(end))
        assert found(verdict) == []
        assert verdict.unfinished is None
        assert verdict.score == end.score
        assert verdict.winners == end.winners
        without_hands = check(replace(record_of(end), hands=None))
        assert (found(without_hands), without_hands.points) == ([], verdict.points)


@pytest.mark.parametrize(
    ("text", "irregularities"),
    [
        (
            "said S:5NT N:6C",
            ["auction 1, call 2: It is West's turn, not North's."],
        ),
        (
            "said S:6H 5S",
            ["auction 1, call 2: 5 spades is not higher than 6 hearts."],
        ),
        (
            "said S:4H",
            [
                "auction 1, call 1: 4 hearts cannot be bid: the lowest bid is 5 clubs and the "
                "highest 13 no trump."
            ],
        ),
        (
            "said S:5NT pass pass pass pass 6C",
            ["auction 1, call 6: The auction is over."],
        ),
        (
            "said S:5NT pass W:3",
            ["auction 1: It was left before it was over."],
        ),
        (
            AUCTION + "W:3 N:1 E:4",
            ["contract 3: East can't say 4: that would make 13."],
        ),
        (
            AUCTION + "N:1 W:3 E:2",
            ["contract 1: It is West's turn, not North's."],
        ),
        (
            AUCTION + "W:3 N:14 E:2",
            ["contract 2: A contract is a number from 0 to 13."],
        ),
        (
            AUCTION + "W:3 N:1 E:2 S:6",
            ["contract 4: Nobody was asked for it."],
        ),
        (
            AUCTION + "S:S2,S3,S4",
            ["exchange 1: None is due here."],
        ),
        (
            "said S:pass pass pass pass; play SA",
            ["play: Cards were played although no auction was won."],
        ),
    ],
)  # fmt: skip
def test_what_was_said_against_the_rules(text: str, irregularities: list[str]) -> None:
    assert found(check(parse_record(HEAD + text))) == irregularities


@pytest.mark.parametrize(
    ("play", "irregularities", "winners"),
    [
        ("W:SJ S6", ["trick 1, SJ: It is South's turn, not West's."], ""),
        (
            "S:SA SJ E:S2 N:S6",
            ["trick 1, S2: It is North's turn, not East's."],
            "S",
        ),
        ("S:SA S:SK SJ S6 S2", ["trick 1, SK: South had already played to this trick."], "S"),
        ("S:SA SJ S6 S2 W:HA", ["trick 2, HA: It is South's turn, not West's."], "S"),
        (
            "S:SA SK S6 S2",
            ["trick 1, West: West does not hold SK: South does."],
            "S",
        ),
        (
            "S:SA SJ S6 S2 S:SA ST S7 S3",
            ["trick 2, South: SA was played by South in trick 1."],
            "SS",
        ),
        (
            "S:SA H2 S6 S2 S:SK SJ S7 S3",
            [
                "trick 1, West: A revoke: West played H2 but held S9, ST, SJ; SJ in trick 2 gives "
                "it away. Fine: 100 points."
            ],
            "SS",
        ),
        (
            "S:SA H2 S6 S2 S:SK HA S7 S3",
            [
                "trick 1, West: A revoke: West played H2 but held S9, ST, SJ. Fine: 100 points.",
                "trick 2, West: A revoke: West played HA but held S9, ST, SJ. Fine: 100 points.",
            ],
            "SS",
        ),
    ],
)
def test_what_was_played_against_the_rules(
    play: str, irregularities: list[str], winners: str
) -> None:
    text = f"pagat; dealer S; deal {MIXED}; {AUCTION}{CONTRACTS}play {play}"
    verdict = check(parse_record(text))
    assert found(verdict) == irregularities
    assert verdict.winners == tuple(Seat("SWNE".index(letter)) for letter in winners)


def test_a_bid_that_may_not_be_made_counts_as_a_pass() -> None:
    text = f"{HEAD}said S:6H 5S pass pass pass W:1 N:1 E:1"
    verdict = check(parse_record(text))
    assert verdict.scene is not None
    assert (verdict.scene.bid, verdict.scene.declarer) == (Bid.parse("6H"), SOUTH)
    assert verdict.scene.contracts == ((0, 6), (1, 1), (2, 1), (3, 1))


def test_an_irregular_exchange() -> None:
    passed = "said S:pass pass pass pass "
    text = f"vax; dealer S; deal {SUITS}; {passed}W:HA,HK,HQ N:DA,DK,SA E:CA,CK,CQ S:SK,SQ,SJ S:6C"
    assert found(check(parse_record(text))) == ["exchange 1: North does not hold SA."]
    without = f"vax; dealer S; deal {SUITS}; {passed}S:6C"
    assert found(check(parse_record(without))) == ["exchange 1: it is not written down."]
    part = f"vax; dealer S; deal {SUITS}; {passed}W:HA,HK,HQ W:H2,H3,H4"
    assert found(check(parse_record(part))) == [
        "exchange 1: West gave twice.",
        "exchange 1: North gave nothing.",
        "exchange 1: East gave nothing.",
        "exchange 1: South gave nothing.",
    ]


def test_a_declarer_below_his_bid_and_the_barred_number_are_both_found() -> None:
    text = f"wikipedia; dealer S; deal {SUITS}; said W:6C pass pass pass "
    verdict = check(parse_record(text + "W:5 N:3 E:2 S:3"))
    assert [i.code for i in verdict.irregularities] == ["contract-under-bid", "contract-barred"]


def test_an_unfinished_hand_is_not_irregular() -> None:
    for text, missing in [
        ("said S:5NT", "the auction is not over."),
        (AUCTION + "W:3", "contracts are missing."),
        (AUCTION + CONTRACTS + "play S:SA", "0 of 13 tricks were played."),
    ]:
        verdict = check(parse_record(HEAD + text))
        assert (found(verdict), str(verdict.unfinished)) == ([], missing)


def test_a_file_of_lines_or_of_json_says_which_record_cannot_be_read() -> None:
    good = record_of(clean(1, IsraeliWhistRules()))
    plain = good.fields(WHOLE.book)
    text = f"# our evening\n\n{good.line(WHOLE.book)}\nnonsense\n{json.dumps(plain)}\n"
    assert [(c.line, c.clean, c.flaw is None) for c in check_text(text)] == [
        (3, True, True),
        (4, False, False),
        (5, True, True),
    ]
    listed = json.dumps([good.fields(WHOLE.book), 5])
    assert [(c.line, str(c.flaw)) for c in check_text(listed)] == [
        (1, "None"),
        (2, "A record is an object with named fields."),
    ]
    assert [c.clean for c in check_text(json.dumps(good.fields(WHOLE.book), indent=2))] == [True]


@pytest.mark.slow
def test_broken_files_never_end_in_a_traceback() -> None:
    """Many lines and JSON with letters swapped, cut, doubled and inserted."""
    rng = random.Random(7)
    seeds = [record_of(clean(n, RULES[n % len(RULES)], n % 3)) for n in range(12)]
    texts = [r.line(WHOLE.book) for r in seeds] + [json.dumps(r.fields(WHOLE.book)) for r in seeds]
    texts += [json.dumps([r.fields(WHOLE.book) for r in seeds[:2]])]
    flaws = 0
    for _ in range(TEXTS):
        for checked in check_text(_broken(rng.choice(texts), rng)):
            flaws += not checked.clean
            if checked.verdict:
                assert all(isinstance(line, str) for line in checked.verdict.lines())
                json.dumps(checked.verdict.json())
            else:
                assert str(checked.flaw)
    assert flaws > TEXTS * 2 / 3


def _broken(text: str, rng: random.Random) -> str:
    for _ in range(rng.randrange(1, 5)):
        at, to = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        match rng.randrange(5):
            case 0:
                text = text[:at] + text[to:][:400] + text[at:]
            case 1:
                text = text[:at] + text[at + rng.randrange(1, 9) :]
            case 2:
                letter = rng.choice('SWNE:;,/-[]{}"0159HDCAKQJT pass\n\x00é²')
                text = text[:at] + letter + text[at + rng.randrange(2) :]
            case 3:
                words = text.split(" ")
                rng.shuffle(words[2:])
                words.insert(rng.randrange(len(words)), rng.choice(words))
                text = " ".join(words)
            case _:
                text = text[:to]
    return text


def test_the_fine_is_the_tables_own() -> None:
    text = f"pagat; dealer S; deal {MIXED}; {AUCTION}{CONTRACTS}play S:SA H2 S6 S2"
    parsed = parse_record(text)
    verdict = check(replace(parsed, rules=replace(parsed.rules, revoke_fine=30)))
    assert verdict.fines == (0, 30, 0, 0)
    assert verdict.irregularities[0].seat == WEST
