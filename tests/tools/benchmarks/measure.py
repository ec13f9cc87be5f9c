"""Measurements of `run.py`: rates in hands a second of processor time, medians of rounds.

Every subject is measured in every round, one after another, so that a slow moment of the machine
slows all of them; a ratio is the median of the ratios of the rounds. Processor time is used if one
core does the work, wall time if two processes do.
"""

from __future__ import annotations

import ctypes
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.games.estimation.estimation_rulebook import ESTIMATION
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.israeli_whist.house_rules import PRESETS
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.oh_hell import OH_HELL
from scorekeeper.games.spades.spades_rulebook import SPADES
from scorekeeper.games.wizard import WIZARD
from scorekeeper.play.deal_bank import bank_of_parts, odds
from scorekeeper.play.kernel.arrays import keys_of
from scorekeeper.play.kernel.card_play import tricks_taken
from scorekeeper.play.kernel.columns import Columns
from scorekeeper.play.kernel.dealing import deal_lanes
from scorekeeper.play.kernel.israeli_whist_deals import simulate_deals
from scorekeeper.play.position import WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.simulation import CHUNK, Run, dealt, played, simulate
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import Seat

WHOLE = WholeGame[Any].of(ISRAELI_WHIST)

RULES = PRESETS[0].rules
SENSIBLE = ("sensible",) * 4
OH_HELL_THERE = "oh_hell(players=4)"
PEERS: tuple[tuple[Rulebook[Any], str], ...] = (
    (OH_HELL, OH_HELL_THERE),
    (SPADES, "spades"),
    (HEARTS, "hearts"),
    (WIZARD, OH_HELL_THERE),
)
"""Games, and the name of the same or the most similar game in OpenSpiel."""
ROUNDS = 7
Work = Callable[[int], int]


def bulk_random(round_: int) -> int:
    """Random-legal hands in bulk, from the deal to the points."""
    return len(simulate_deals(round_ * CHUNK, CHUNK, RULES, [True] * 4, seed=1))


def bulk_sensible(round_: int) -> int:
    """Sensible hands in bulk, with auction, contracts and points."""
    return len(simulate_deals(round_ * CHUNK, CHUNK, RULES, [False] * 4, seed=1))


def bulk_play(round_: int) -> int:
    """Random-legal play in bulk, as in the C playout: deal and 52 cards, no auction."""
    keys = keys_of(1, np.arange(CHUNK, dtype=np.int64) + round_ * CHUNK)
    hands = deal_lanes(keys)
    column = np.zeros(CHUNK, np.int16)
    tricks_taken(hands, column, column + np.int16(3), keys, [True] * 4)
    return CHUNK


def scalar_random(_: int, hands: int = 100) -> int:
    """Random-legal whole hands, each decision checked, one position after another."""
    rng = random.Random(1)
    for number in range(hands):
        position = dealt(WHOLE, RULES, WHOLE.book.seating(4, Seat(0), RULES), Draws.of(1, number))
        while legal := position.legal:
            position = position.apply(legal[int(rng.random() * len(legal))])
    return hands


def c_playout() -> Work | None:
    """The plain C playout, compiled here; None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    library = Path(tempfile.mkdtemp()) / "playout.so"
    source = Path(__file__).with_name("playout.c")
    subprocess.run(
        [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source], check=True
    )
    code = ctypes.CDLL(str(library))
    taken = (ctypes.c_int64 * 4)()

    def work(round_: int) -> int:
        code.playouts(ctypes.c_uint64(round_), ctypes.c_long(200_000), taken)
        return 200_000

    return work


def openspiel() -> tuple[Work, Work] | None:
    """OpenSpiel's bridge in its own C++ loop, and driven from Python; None if it is missing."""
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        return None
    game = pyspiel.load_game("bridge(use_double_dummy_result=false)")
    bots = [pyspiel.make_uniform_random_bot(seat, 1 + seat) for seat in range(4)]

    def loop(round_: int, hands: int = 1000) -> int:
        for number in range(hands):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, round_ * hands + number)
        return hands

    def python(_: int, hands: int = 200) -> int:
        rng = random.Random(1)
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
        return hands

    return loop, python


def in_bulk(book: Rulebook[Any], player: str) -> Work:
    """Hands of four in bulk, from the deal to the points.

    They have one to ten cards in Oh Hell, and one to fifteen in Wizard.
    """
    rules = book.presets[0].rules

    def work(round_: int) -> int:
        run = Run(WholeGame[Any].of(book), rules, CHUNK, (player,) * 4, 1 + round_)
        return len(played(run, 0, CHUNK))

    return work


def openspiel_loop(name: str) -> Work | None:
    """A game of OpenSpiel for four in its own C++ loop; None if OpenSpiel is missing."""
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, 1 + seat) for seat in range(4)]

    def work(round_: int, hands: int = 1000) -> int:
        for number in range(hands):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, round_ * hands + number)
        return hands

    return work


def through_views(game: WholeGame[Any], player: str) -> Work:
    """Whole hands through a view and a player for each decision, one after another."""

    def work(_: int, hands: int = 60) -> int:
        run = Run(game, game.book.presets[0].rules, hands, (player,) * 4)
        return sum(1 for _ in run.play())

    return work


def csv_lines(round_: int) -> int:
    """Writing sensible hands as CSV, without playing them."""
    if not _KEPT:
        _KEPT.append(simulate_deals(0, CHUNK, RULES, [False] * 4, seed=1))
    return len(_KEPT[0]) if _KEPT[0].csv() else round_


_KEPT: list[Columns] = []


def rlcard_bridge() -> Work | None:
    """RLCard's bridge, with its own random players; None if it is missing."""
    try:
        rlcard, agents = import_module("rlcard"), import_module("rlcard.agents")
    except ImportError:
        return None
    env = rlcard.make("bridge", config={"seed": 1})
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions) for _ in range(4)])

    def work(_: int, hands: int = 30) -> int:
        for _ in range(hands):
            env.run(is_training=False)
        return hands

    return work


def rates(subjects: dict[str, Work], seconds: float) -> dict[str, list[float]]:
    """Return hands a second of processor time, for each subject a list by round."""
    speeds: dict[str, list[float]] = {name: [] for name in subjects}
    for work in subjects.values():
        work(0)
    for round_ in range(1, ROUNDS + 1):
        for name, work in subjects.items():
            start, done = time.process_time(), 0
            while time.process_time() - start < seconds / ROUNDS:
                done += work(round_)
            speeds[name].append(done / (time.process_time() - start))
    return speeds


def games_time() -> list[float]:
    """Return the milliseconds for 10,000 games from four totals, several times."""
    drawn = bank_of_parts(Run(WHOLE, RULES, 20_000, SENSIBLE))
    times = []
    for number in range(15):
        start = time.perf_counter()
        odds((0, 20, -30, 50), Ending(), drawn, games=10_000, seed=number)
        times.append(1000 * (time.perf_counter() - start))
    return times


def two_processes(hands: int) -> tuple[list[float], list[float]]:
    """Return the speed-up and the cost of two processes for a long run.

    The speed-up is in wall time. The cost is the processor time of the two together against that of
    one, which shows the overhead even if other programs keep the cores busy.
    """
    gains, costs = [], []
    for number in range(3):
        walls, works = [], []
        for processes in (1, 2):
            start, before = time.perf_counter(), sum(os.times()[:4])
            simulate(Run(WHOLE, RULES, hands, SENSIBLE, number), processes=processes)
            walls.append(time.perf_counter() - start)
            works.append(sum(os.times()[:4]) - before)
        gains.append(walls[0] / walls[1])
        costs.append(works[1] / works[0])
    return gains, costs


def peak_memory(hands: int) -> int:
    """Return the peak memory of a run in a separate process, in MB; as Linux reports it."""
    program = (
        "from pathlib import Path\n"
        "from scorekeeper.games.israeli_whist.house_rules import PRESETS\n"
        "from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST\n"
        "from scorekeeper.play.position import WholeGame\n"
        "from scorekeeper.play.simulation import Run, simulate\n"
        "game, rules = WholeGame.of(ISRAELI_WHIST), PRESETS[0].rules\n"
        f"simulate(Run(game, rules, {hands}, ('sensible',) * 4))\n"
        "lines = Path('/proc/self/status').read_text().splitlines()\n"
        "print(*[int(l.split()[1]) // 1024 for l in lines if l.startswith('VmHWM')])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    return int(done.stdout)


def main(seconds: float) -> None:
    """Measure everything and print the table."""
    peers: dict[str, Any] = {"c": c_playout(), "openspiel": openspiel(), "rlcard": rlcard_bridge()}
    subjects: dict[str, Work] = {
        "random, bulk": bulk_random,
        "random, bulk, play only": bulk_play,
        "sensible, bulk": bulk_sensible,
        "random, scalar, checked": scalar_random,
        "random, through views": through_views(WHOLE, "random"),
        "sensible, through views": through_views(WHOLE, "sensible"),
        "CSV of sensible hands": csv_lines,
        **{
            f"{book.name}, {player}, bulk": in_bulk(book, player)
            for book in (BID_WHIST, *(book for book, _ in PEERS), ESTIMATION)
            for player in ("random", "sensible")
        },
        **{
            f"{book.name}, {player}, through views": through_views(WholeGame[Any].of(book), player)
            for book in (BID_WHIST, ESTIMATION)
            for player in ("random", "sensible")
        },
    }
    if peers["c"]:
        subjects["C playout, play only"] = peers["c"]
    if peers["openspiel"]:
        subjects["OpenSpiel bridge, C++ loop"], subjects["OpenSpiel bridge, Python"] = peers[
            "openspiel"
        ]
    for _, name in PEERS:
        if (loop := openspiel_loop(name)) is not None:
            subjects[f"OpenSpiel {name}, C++ loop"] = loop
    if peers["rlcard"]:
        subjects["RLCard bridge"] = peers["rlcard"]
    speeds = rates(subjects, seconds)
    row("what", "hands a second", "spread of the rounds")
    for name, each in speeds.items():
        row(name, f"{statistics.median(each):,.0f}", f"{min(each):,.0f} to {max(each):,.0f}")
    print()
    row("ratio", "median", "spread of the rounds")
    for first, other in _RATIOS:
        if first in speeds and other in speeds:
            each = [a / b for a, b in zip(speeds[first], speeds[other], strict=True)]
            spread = f"{min(each):.2f} to {max(each):.2f}"
            row(f"{first} / {other}", f"{statistics.median(each):.2f}", spread)
    print()
    times, (gains, costs) = games_time(), two_processes(int(300_000 * seconds))
    row("10,000 games from four totals", f"{statistics.median(times):.1f} ms", _spread(times))
    row("two processes / one, wall time", f"{statistics.median(gains):.2f}", _spread(gains))
    row("two processes / one, processor time", f"{statistics.median(costs):.2f}", _spread(costs))
    row("peak memory, 100,000 hands", f"{peak_memory(100_000)} MB", "")
    row("peak memory, 1,000,000 hands", f"{peak_memory(1_000_000)} MB", "")


_RATIOS = (
    ("random, bulk", "OpenSpiel bridge, C++ loop"),
    ("sensible, bulk", "OpenSpiel bridge, C++ loop"),
    *(
        (f"Estimation, {player}, bulk", f"OpenSpiel {name}, C++ loop")
        for name in ("bridge", "oh_hell(players=4)")
        for player in ("random", "sensible")
    ),
    ("Bid Whist, random, bulk", "Bid Whist, random, through views"),
    ("Bid Whist, sensible, bulk", "Bid Whist, sensible, through views"),
    *(
        (f"{book.name}, {player}, bulk", f"OpenSpiel {name}, C++ loop")
        for book, name in PEERS
        for player in ("random", "sensible")
    ),
    ("CSV of sensible hands", "sensible, bulk"),
    ("C playout, play only", "random, bulk, play only"),
    ("random, scalar, checked", "RLCard bridge"),
    ("random, scalar, checked", "OpenSpiel bridge, Python"),
)


def row(*cells: str) -> None:
    """One row of the table."""
    print(f"{cells[0]:58} {cells[1]:>16}  {cells[2]}", flush=True)


def _spread(values: Sequence[float]) -> str:
    return f"{min(values):.2f} to {max(values):.2f}"


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)
