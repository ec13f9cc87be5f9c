"""The look-ahead of the page equals the engine, in the browser, over random games.

`SCOREKEEPER_GAMES` sets the number of games played by each set of rules, from each dealer in turn.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page

from scorekeeper.errors import EntryError
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import DealRecord, Setup
from scorekeeper.rules.points import made_of
from scorekeeper.seating import SEATS
from scorekeeper.web.formatting import Teller
from tests.browser.conftest import Server
from tests.browser.table import Table
from tests.web.described_walk import GAMES, OWN, describe, record_of, where
from tests.web.test_look_ahead_description import FINED, random_answer

__all__ = ["describe"]  # the fixture that describes a game

COUNT = int(os.environ.get("SCOREKEEPER_GAMES", "1"))
DEALS = 4

# Walks each game, and takes some taps back and forth; gives what differs and where it stopped.
WALKED = """async ([all, position, games]) => {
  const address = document.querySelector("script[src$='main.js']").src.replace("main.js", "");
  const look = await import(`${address}look_ahead.js`);
  const version = `${address}look_ahead_description.js ${document.documentElement.lang}`;
  const id = `random ${Math.random()}`;
  localStorage.setItem(`scorekeeper.ahead.${id}`, JSON.stringify([version, all]));
  document.querySelector("[data-game]").dataset.game = id;
  document.querySelector("[data-position]").dataset.position = JSON.stringify(position);
  const text = (number) => all.texts[number];
  const shown = ({ place, said, totals, dealer, number, fresh, last }) => ({
    key: place.key, question: text(place.question), hints: place.hints.map(text),
    seat: place.seat, notice: place.notice === undefined ? null : text(place.notice),
    said, totals, dealer, number,
    label: fresh ? text(last.label) : null, lines: fresh ? last.lines : null,
  });
  const same = (actual, due) => JSON.stringify(actual) === JSON.stringify(due);
  const [wrong, counts] = [[], { answers: 0, barred: 0, undone: 0, stopped: 0 }];
  for (const steps of games) {
    const taps = [];
    for (const { code, barred, told: sentence, after, undone } of steps) {
      const { state } = look.walk(taps);
      if (!state?.place) { counts.stopped += 1; break; }
      const why = look.barred(state, code);
      if (barred !== null || why !== null) {
        counts.barred += 1;
        if (why !== barred) wrong.push([code, why, barred]);
        continue;
      }
      const words = look.answerWords(state, code);
      if (words !== sentence) wrong.push([code, words, sentence]);
      taps.push({ code });
      const next = look.walk(taps).state;
      counts.answers += 1;
      if (!next?.place) continue;
      if (!same(shown(next), after)) wrong.push([code, shown(next), after]);
      if (!undone) continue;
      counts.undone += 1;
      const back = look.walk([...taps, { code: "undo" }]).state;
      if (!same(shown(back), shown(state))) wrong.push([code, "undone", shown(back)]);
      taps.push({ code: "undo" }, { code: "redo" });
      if (!same(shown(look.walk(taps).state), after)) wrong.push([code, "redone"]);
    }
  }
  localStorage.removeItem(`scorekeeper.ahead.${id}`);
  return { wrong: wrong.slice(0, 5), counts };
}"""


@pytest.mark.parametrize("part", range(2))
@pytest.mark.slow
def test_random_games_are_told_as_the_engine_tells_them(
    page: Page,
    server: Server,
    describe: Callable[[GameRecord], Mapping[str, Any]],
    part: int,
) -> None:
    Table(page, server.address).new_game()
    for book, rules, players in (game.values for game in GAMES[part::2]):
        rng = random.Random(f"{book.key} {COUNT}")
        for first in rng.sample(SEATS[:players], min(COUNT, players)):
            setup = Setup(book, rules, Ending(goal=Goal.OPEN), players, first)
            start = record_of(setup, [DealRecord(revokes=FINED[:players])])
            games = [random_game(setup, rng) for _ in range(COUNT)]
            outcome = page.evaluate(WALKED, [describe(start), where(start), games])
            counts = outcome["counts"]
            assert (rules, outcome["wrong"]) == (rules, [])
            assert counts["answers"] >= COUNT
            assert counts["stopped"] == 0 or rules == OWN["declarer speaks last"]


def random_game(setup: Setup, rng: random.Random) -> list[dict[str, Any]]:
    """The answers of some deals, legal or not, with the engine's result for each."""
    deals = [DealRecord(revokes=FINED[: setup.players])]
    steps: list[dict[str, Any]] = []
    record = record_of(setup, deals)
    while len(deals) <= DEALS:
        tell = Teller.of(record)
        step = record.game.step
        assert step
        code, given = random_answer(step, rng)
        try:
            answer = step.parse(given)
        except EntryError as error:
            steps.append({"code": code, "barred": tell.plain(error.sentence)})
            continue
        sentence = str(tell(step.describe(answer)))
        deals[-1] = replace(deals[-1], facts=(*deals[-1].facts, step.fact(answer)))
        record = record_of(setup, deals)
        if record.game.deals[-1].score is not None:
            deals.append(DealRecord())
            record = record_of(setup, deals)
        undone = rng.random() < 0.1
        steps.append(
            {
                "code": code,
                "barred": None,
                "told": sentence,
                "after": shown(record),
                "undone": undone,
            }
        )
    return steps


def shown(record: GameRecord) -> dict[str, Any]:
    """The state of a game on the page, in the browser's order."""
    tell = Teller.of(record)
    game = record.game
    step, current = game.step, game.current
    assert step
    fresh = not current.record.facts and game.complete
    last = game.complete[-1].score if fresh else None
    return {
        "key": step.key,
        "question": str(tell(step.question)),
        "hints": [str(tell(hint)) for hint in step.hints],
        "seat": step.asked,
        "notice": step.scene.notice and str(tell(step.scene.notice)),
        "said": {str(int(seat)): number for seat, number in sorted(step.scene.contracts)},
        "totals": list(game.totals),
        "dealer": int(current.dealer),
        "number": current.number,
        "label": last and str(tell(last.label)),
        "lines": last
        and [
            [points, made_of(lines), *(str(tell(line.reason)) for line in lines)]
            for points, lines in zip(last.points, last.lines, strict=True)
        ],
    }
