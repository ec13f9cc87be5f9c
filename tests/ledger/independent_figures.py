"""The figures of Israeli Whist, worked out again from a JSON export alone.

Nothing of the product is used here: the log of entries is folded, the points are reckoned and the
cases are counted anew, from what the printed rules and the notes of each figure say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

Json = Mapping[str, Any]
Counted = dict[tuple[str, str], tuple[int, int, int, int, int]]
GAME = "israeli-whist"


def figures_of(document: Json) -> Counted:
    """By name and figure: how many cases, their sum, the least, the most, the longest run."""
    cases: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for game in games_of(document):
        for hand in _counted(game):
            for name, key, value in _cases(game, hand):
                cases[game["session"], name, key].append(value)
    found: dict[tuple[str, str], list[tuple[list[int], int]]] = defaultdict(list)
    for (_, name, key), values in cases.items():
        found[name, key].append((values, _run(values)))
    return {
        who: (
            sum(len(values) for values, _ in several),
            sum(sum(values) for values, _ in several),
            min(min(values) for values, _ in several),
            max(max(values) for values, _ in several),
            max(run for _, run in several),
        )
        for who, several in found.items()
    }


def records_of(document: Json) -> dict[str, tuple[int, int, int, int]]:
    """By name: finished games, games won, the best total and the worst."""
    found: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    for game in games_of(document):
        points = [hand["points"] for hand in _counted(game)]
        totals = [sum(column) for column in zip(*points, strict=True)]
        if not totals or max(totals) < game["ending"]["target"] or totals.count(max(totals)) > 1:
            continue
        for name, total in zip(game["players"], totals, strict=True):
            found[name].append((total, total == max(totals)))
    return {
        name: (
            len(ends),
            sum(won for _, won in ends),
            max(total for total, _ in ends),
            min(total for total, _ in ends),
        )
        for name, ends in found.items()
    }


def games_of(document: Json) -> Iterator[Json]:
    """The games of this kind in the order of their evenings."""
    dates = {one["key"]: (one["date"], one["created"]) for one in document["sessions"]}
    whist = [game for game in document["games"] if game["rulebook"] == GAME]
    return iter(sorted(whist, key=lambda game: (dates[game["session"]], game["started"])))


def _counted(game: Json) -> Iterator[Json]:
    """The complete hands that score, each with its points; those after the end do not count."""
    totals = [0, 0, 0, 0]
    for facts in _hands(game):
        hand = _read(game["rules"], facts)
        if hand is None:
            continue
        yield hand
        totals = [total + more for total, more in zip(totals, hand["points"], strict=True)]
        best = max(totals)
        if best >= game["ending"]["target"] and totals.count(best) == 1:
            return


def _hands(game: Json) -> list[list[Json]]:
    """The answers of each hand that stand, after whatever was taken back or put right."""
    done: list[Json] = []
    undone: list[Json] = []
    for entry in game["entries"]:
        match entry["kind"]:
            case "undo":
                undone.append(done.pop())
            case "redo":
                done.append(undone.pop())
            case _:
                done.append(entry)
                undone.clear()
    hands: dict[int, list[Json]] = defaultdict(list)
    for entry in done:
        if entry["kind"] == "answer":
            hands[entry["deal"]].append(entry["fact"])
        elif entry["kind"] == "correction":
            hands[entry["deal"]] = list(entry["fact"]["facts"])
    return [hands[number] for number in sorted(hands)]


def _read(rules: Json, facts: list[Json]) -> Json | None:
    """A hand with its points; None for one that is running or was thrown in."""
    tricks = next((fact["tricks"] for fact in facts if "tricks" in fact), None)
    if tricks is None:
        return None
    won = next((fact for fact in facts if fact.get("bid", "pass") != "pass"), None)
    if won is None:
        return {"points": [-10 * taken if taken else 50 for taken in tricks], "bonus": True}
    level = int("".join(sign for sign in won["bid"] if sign.isdigit()))
    said: dict[int, int] = {}
    spoken = []
    fixed = rules["declarer_contract"] == "fixed"
    if fixed:
        said[won["winner"]] = level
    for fact in facts:
        if "number" not in fact:
            continue
        others = {won["winner"]: level} | said
        others.pop(fact["seat"], None)
        barred = None
        if len(others) == 3:
            least = level if fact["seat"] == won["winner"] else 0
            number = 13 - sum(others.values())
            barred = "barred" if number >= least else "free"
        spoken.append((fact["seat"], barred))
        said[fact["seat"]] = fact["number"]
    contracts = [said[seat] for seat in range(4)]
    return {
        "points": _points(rules["scheme"], contracts, tricks),
        "contracts": contracts,
        "tricks": tricks,
        "declarer": won["winner"],
        "trumps": won["bid"].lstrip("0123456789"),
        "barred": {seat: barred for seat, barred in spoken if barred},
        "bonus": False,
    }


def _points(scheme: Json, contracts: list[int], tricks: list[int]) -> list[int]:
    """What each player scores by the numbers of a scheme."""
    over = sum(contracts) > 13
    points = []
    for said, taken in zip(contracts, tricks, strict=True):
        if said and said == taken:
            grown = said * said if scheme["made"] == "square" else said * scheme["each"]
            points.append(grown + scheme["bonus"])
        elif said:
            points.append(-scheme["missed"] * abs(said - taken))
        elif not taken:
            points.append(scheme["zero_over" if over else "zero_under"])
        else:
            first = scheme["failed_over" if over else "failed_under"]
            lost = first + (taken - 1) * scheme["failed_next"]
            cap = scheme["failed_cap"]
            points.append(lost if cap is None else min(lost, cap))
    if contracts != tricks and not any(map(int.__eq__, contracts, tricks)):
        factor = {"scored": 1, "void": 0, "doubled": 2}[scheme["all_missed"]]
        return [factor * one for one in points]
    return points


def _cases(game: Json, hand: Json) -> Iterator[tuple[str, str, int]]:
    """Whose case, of which figure, and what it was."""
    for seat, name in enumerate(game["players"]):
        points = hand["points"][seat]
        yield name, "points", points
        if hand["bonus"]:
            continue
        said, taken, trumps = hand["contracts"][seat], hand["tricks"][seat], hand["trumps"]
        made, declares = int(said == taken), seat == hand["declarer"]
        over = sum(hand["contracts"]) > 13
        yield name, "made", made
        yield name, "made-declarer" if declares else "made-other", made
        yield name, "declared", int(declares)
        yield name, f"made-{trumps}", made
        yield name, f"points-size-{said}", points
        if declares:
            yield name, f"declarer-{trumps}", points
        size = f"made-size-{said}" if said else f"made-zero-{'over' if over else 'under'}"
        yield name, size, made
        last = hand["barred"].get(seat)
        yield name, f"made-last-{last}" if last else "made-not-last", made
        yield name, "too-many", int(taken > said)
        yield name, "too-few", int(taken < said)
        yield name, "off", abs(taken - said)


def _run(values: list[int]) -> int:
    """The most cases in a row that were so."""
    longest = now = 0
    for value in values:
        now = now + 1 if value > 0 else 0
        longest = max(longest, now)
    return longest
