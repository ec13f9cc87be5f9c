"""Processor time of the look-ahead, described for a phone for the first time.

For every game, set of house rules and number of players, hands are played with random legal
answers, and the game is described at every question as a new server would: without the results of
earlier descriptions. Each line of the table has the dearest description of a set. With
`--digests` it prints a digest of every description instead, to be compared with those of another
revision.

    python -m tests.tools.benchmarks.descriptions [--seeds N] [--hands N] [--digests] [GAME ...]
"""

from __future__ import annotations

import argparse
import functools
import gc
import hashlib
import json
import random
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from flask import Flask, g

from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.store import Store
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.game import Setup
from scorekeeper.seating import SEATS
from scorekeeper.web import create_app
from scorekeeper.web.look_ahead_json import description
from scorekeeper.web.serving import tune_interpreter
from scorekeeper.web.table import game_context
from tests.web.described_games import record_of

TOKENS = re.compile(r'name=\\"(?:csrf_token|key)\\" value=\\"[^"]*\\"')  # new in every answer
MOST_QUESTIONS = 60  # of one game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="keys of games; all without any")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--hands", type=int, default=1)
    parser.add_argument("--digests", action="store_true")
    options = parser.parse_args()
    tune_interpreter()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Store.open(Path(folder) / "scores.db"))
        for name, setup in _setups(options.games):
            worst = (0.0, "")
            for seed in range(options.seeds):
                for record in _records(setup, options.hands, random.Random(f"{name} {seed}")):
                    if not options.digests:
                        _forget()
                    begun = time.process_time()
                    described = _described(app, record)
                    taken = time.process_time() - begun
                    step = record.game.step
                    where = f"hand {record.game.current.number}, {step.key if step else 'over'}"
                    worst = max(worst, (taken, where))
                    if options.digests:
                        digest = hashlib.sha256(described.encode()).hexdigest()[:16]
                        print(name, seed, where, digest, flush=True)
            if not options.digests:
                print(f"{worst[0]:6.2f} s  {name} ({worst[1]})", flush=True)


def _setups(keys: list[str]) -> Iterator[tuple[str, Setup]]:
    for book in rulebooks().values():
        if keys and book.key not in keys:
            continue
        for preset in book.presets:
            for players in book.players:
                yield (
                    f"{book.key} {preset.key}, {players} players",
                    Setup(book, preset.rules, book.endings.usual, players, SEATS[0]),
                )


def _records(setup: Setup, hands: int, rng: random.Random) -> Iterator[GameRecord]:
    """Yield a game at every question of its first hands."""
    deals = [DealRecord()]
    for _ in range(MOST_QUESTIONS):
        record = record_of(setup, deals)
        step = record.game.step
        if step is None:
            return
        yield record
        facts = (*deals[-1].facts, step.fact(step.parse(step.random_answer(rng))))
        deals[-1] = DealRecord(facts)
        if record_of(setup, deals).game.deals[-1].score is not None:
            if len(deals) == hands:
                return
            deals.append(DealRecord())


def _described(app: Flask, record: GameRecord) -> str:
    with app.test_request_context("/games/1/ahead"):
        g.role = Role.SCORE
        return json.dumps(
            description(record, game_context(record) | {"action": "/games/1/answers"})
        )


def _forget() -> None:
    """Empty the caches of the engine."""
    for cached in gc.get_objects():
        if isinstance(cached, functools._lru_cache_wrapper):
            module = getattr(cached, "__module__", "") or ""
            if module.startswith(("scorekeeper.rules", "scorekeeper.games")):
                cached.cache_clear()


if __name__ == "__main__":
    main()
