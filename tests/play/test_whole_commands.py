"""Commands `simulate` and `check` with whole deals."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from scorekeeper.cards import Joker, any_cards
from scorekeeper.commands.main import main
from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.record import record
from tests.play.simulated_runs import played, run_of


def command(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, prog_name="scorekeeper")


def test_simulate_at_the_terminal() -> None:
    result = command("simulate", "--game", "bid-whist", "--hands", "20", "--seed", "5")
    assert result.exit_code == 0
    assert result.stdout.startswith("20 hands, ")
    assert "SN      sensible, sensible" in result.stdout
    plain = command("simulate", "--game=bid-whist", "--hands", "20", "--seed", "5", "--json")
    assert json.loads(plain.stdout)["deals"] == 20
    for wrong, reason in (
        (("--players", "clever"), "“clever” is no player of Bid Whist: sensible, random, sampling"),
        (("--players", "random,random"), "4 players are needed"),
        (("--rules", "mine"), "neither a set of rules"),
    ):
        refused = command("simulate", "--game", "bid-whist", *wrong)
        assert (refused.exit_code, reason in refused.stderr) == (2, True)


def test_simulate_the_third_game_at_the_terminal() -> None:
    result = command(
        "simulate", "--game", "oh-hell", "--hands", "20", "--players", ",".join(["random"] * 6)
    )
    assert (result.exit_code, result.stdout.count(" random ")) == (0, 6)


def test_check_at_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    lines = [record(pair[1]).line(BID_WHIST) for pair in played(run_of(3))]
    file.write_text("# three hands\n\n" + "\n".join(lines), encoding="utf-8")
    result = command("check", "--game", "bid-whist", str(file))
    assert (result.exit_code, result.stdout.count(": clean")) == (0, 3)
    plain = json.loads(command("check", "--game", "bid-whist", "--json", str(file)).stdout)
    assert [checked["record"] for checked in plain] == [3, 4, 5]
    assert all(len(checked["verdict"]["winners"]) == 12 for checked in plain)
    file.write_text(lines[0].replace("; away", "; said pass; away"), encoding="utf-8")
    assert command("check", "--game", "bid-whist", str(file)).exit_code in {1, 2}
    file.write_text("nonsense; dealer S", encoding="utf-8")
    bad = command("check", "--game", "bid-whist", str(file))
    assert (bad.exit_code, "record 1: “nonsense” is no set of rules" in bad.stderr) == (2, True)
    file.write_text("", encoding="utf-8")
    assert command("check", "--game", "bid-whist", str(file)).exit_code == 2


def test_the_same_card_is_not_dealt_to_two() -> None:
    draws = Draws.of(1, 2)
    assert draws.half(0) != draws.half(1)
    assert any_cards("JB") == (Joker.BLACK,)
