"""The look-ahead in hands that depend on earlier ones: bags, streaks, multipliers, totals.

Random games are played until carried values change the points of a hand. At questions of such a
hand the phone gets the description of that moment and taps the rest. As far as the description
goes, each question and the points at the end are the engine's; where it ends, nothing is shown.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page

from scorekeeper.games.estimation import ESTIMATION, AllPassed, EstimationRules
from scorekeeper.games.hearts import HEARTS, Exact, Floor, HeartsRules
from scorekeeper.games.oh_hell import OH_HELL, OhHellRules
from scorekeeper.games.romanian_whist import ROMANIAN_WHIST, RomanianWhistRules, Schedule, Streak
from scorekeeper.games.spades import SPADES, SpadesRules
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.rules.bidding_steps import AuctionStep
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import DealRecord, Setup
from scorekeeper.rules.points import made_of
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.seating import SEATS
from scorekeeper.testing import random_answer
from scorekeeper.web.formatting import Teller
from tests.browser.conftest import Server
from tests.browser.table import Table
from tests.web.described_walk import describe, record_of, where

__all__ = ["describe"]  # the fixture that describes a game

# Taps the rest of a hand from each of its questions; gives what differs, and what was seen.
TAPPED = """async (moments) => {
  const address = document.querySelector("script[src$='main.js']").src.replace("main.js", "");
  const look = await import(`${address}look_ahead.js`);
  const version = `${address}look_ahead_description.js ${document.documentElement.lang}`;
  const [wrong, ends] = [[], []];
  let [asked, stopped] = [0, 0];
  const same = (actual, due) => JSON.stringify(actual) === JSON.stringify(due);
  for (const [number, { all, position, steps }] of moments.entries()) {
    const id = `moment ${number} ${Math.random()}`;
    localStorage.setItem(`scorekeeper.ahead.${id}`, JSON.stringify([version, all]));
    document.querySelector("[data-game]").dataset.game = id;
    document.querySelector("[data-position]").dataset.position = JSON.stringify(position);
    const taps = [];
    for (const { code, question, notice, told: sentence, end } of steps) {
      const { state } = look.walk(taps);
      if (!state?.place) { stopped += 1; break; }
      const text = all.texts[state.place.question];
      const warned = state.place.notice === undefined ? null : all.texts[state.place.notice];
      if (text !== question) wrong.push(["question", text, question]);
      if (warned !== notice) wrong.push(["notice", warned, notice]);
      if (look.barred(state, code) !== null) wrong.push(["barred", code, look.barred(state, code)]);
      const words = look.answerWords(state, code);
      if (words === null) { stopped += 1; break; } // not looked into
      if (words !== sentence) wrong.push(["told", words, sentence]);
      taps.push({ code });
      asked += 1;
      const next = look.walk(taps).state;
      if (!end || !next) continue;
      const shown = [next.totals, next.dealer, all.texts[next.last.label], next.last.lines];
      if (!same(shown, end)) wrong.push(["end", shown, end]);
      if (next.place) wrong.push(["after the end", next.place.key]); // nobody can know
      ends.push(shown);
    }
    localStorage.removeItem(`scorekeeper.ahead.${id}`);
  }
  return { wrong: wrong.slice(0, 5), asked, stopped, ends };
}"""

HANDS = 2
MOST_HANDS, HANDS_A_GAME = 800, 40
NEAR = 2

GAMES: tuple[tuple[Rulebook[Any], Any, int, str], ...] = (
    (SPADES, SpadesRules(bag_penalty=777), 4, "777"),
    (SPADES, SpadesRules(solo=True, bag_limit=5, bag_penalty=777), 3, "777"),
    (
        ROMANIAN_WHIST,
        RomanianWhistRules(schedule=Schedule.SHORT, streak=Streak.RESTART),
        3,
        "fifth in a row",
    ),
    (ESTIMATION, EstimationRules(all_passed=AllPassed.DOUBLE), 4, "counts 2 times"),
    (OH_HELL, OhHellRules(blind=True, blind_deficit=5), 4, "bid blind"),
    (
        HEARTS,
        HeartsRules(exact=Exact.BOTH, jack_value=10, jack_floor=Floor.TOTAL),
        3,
        "exactly",
    ),
)


@pytest.mark.parametrize("part", range(2))
@pytest.mark.slow
def test_hands_that_depend_on_earlier_ones(
    page: Page, server: Server, describe: Callable[[GameRecord], Mapping[str, Any]], part: int
) -> None:
    Table(page, server.address).new_game()
    for book, rules, players, reason in GAMES[part::2]:
        _hands_of(book, rules, players, reason, page, describe)


def _hands_of(  # noqa: PLR0917
    book: Rulebook[Any],
    rules: Any,
    players: int,
    reason: str,
    page: Page,
    describe: Callable[[GameRecord], Mapping[str, Any]],
) -> None:
    assert book.carries(rules)
    rng = random.Random(f"{book.key} {players}")
    setup = Setup(book, rules, Ending(goal=Goal.OPEN), players, SEATS[0])
    asked = ended = 0
    for _ in range(HANDS):
        tapped = [*moments(hand_with(reason, setup, rng), describe)]
        outcome = page.evaluate(TAPPED, tapped)
        assert outcome["wrong"] == []
        asked, ended = asked + outcome["asked"], ended + len(outcome["ends"])
        if book is ESTIMATION:  # too many ways to share the tricks: these points follow later
            assert "2 times" in str(tapped[0]["steps"][0]["notice"])
            assert (outcome["ends"], outcome["stopped"]) == ([], len(tapped))
        else:
            assert any(reason in str(lines) for *_, lines in outcome["ends"])
    assert asked >= HANDS
    assert (ended >= HANDS) is (book is not ESTIMATION)


def hand_with(reason: str, setup: Setup, rng: random.Random) -> GameRecord:
    """A random game up to a hand whose points have this reason."""
    deals: list[DealRecord] = []
    for hand in range(MOST_HANDS):
        if hand % HANDS_A_GAME == 0:
            deals = []
        deals.append(DealRecord())
        record = record_of(setup, deals)
        while record.game.deals[-1].score is None:
            step = record.game.step
            assert step
            fact = step.fact(step.parse(random_answer(step, rng)))
            deals[-1] = replace(deals[-1], facts=(*deals[-1].facts, fact))
            record = record_of(setup, deals)
        if len(deals) > 1 and reason in str(_end(record)):
            return record
    raise AssertionError(f"no hand in {MOST_HANDS} has “{reason}”")


def moments(
    over: GameRecord, describe: Callable[[GameRecord], Mapping[str, Any]]
) -> Iterator[dict[str, Any]]:
    """The first question of the last hand and those near its end, with the taps that follow."""
    setup, *before = over.game.setup, *(deal.record for deal in over.game.deals)
    facts = before.pop().facts
    begun = [
        record_of(setup, [*before, DealRecord(facts[:place])] if place else before)
        for place in range(len(facts))
    ]
    steps: list[dict[str, Any]] = []
    for record, fact in zip(begun, facts, strict=True):
        assert record.game.step
        steps.append(_tapped(record, record.game.step, fact))
    steps[-1]["end"] = _end(over)
    for place in sorted({0, *range(len(facts))[-NEAR:]}):
        record = begun[place]
        yield {"all": describe(record), "position": where(record), "steps": steps[place:]}


def _tapped(record: GameRecord, step: Step, fact: Fact) -> dict[str, Any]:
    """A tap as a form sends it, with the words of the question and of the answer."""
    tell = Teller.of(record)
    return {
        "code": code_of(step, fact),
        "question": str(tell(step.question)),
        "notice": step.scene.notice and str(tell(step.scene.notice)),
        "told": str(tell(step.describe(step.parse(fact)))),
        "end": None,
    }


def code_of(step: Step, fact: Fact) -> str:
    """The answer as a form names it: the first field, then the values."""
    if isinstance(step, AuctionStep):
        bid, winner = fact["bid"], fact.get("winner")
        return f"bid:{bid}" if bid == "pass" else f"bid:{bid},{winner}"
    for name in ("number", "choice"):
        if name in fact:
            return f"{name}:{fact[name]}"
    ((name, numbers),) = fact.items()
    assert isinstance(numbers, list)
    return f"{name}-0:{','.join(map(str, numbers))}"


def _end(record: GameRecord) -> list[Any]:
    """The text of the finished hand on the page."""
    tell, game = Teller.of(record), record.game
    score = game.deals[-1].score
    assert score
    lines = [
        [points, made_of(lines), *(str(tell(line.reason)) for line in lines)]
        for points, lines in zip(score.points, score.lines, strict=True)
    ]
    return [list(game.totals), int(game.current.dealer), str(tell(score.label)), lines]
