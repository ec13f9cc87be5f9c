"""Independent statistics of Israeli Whist, Bid Whist and Oh Hell, from a JSON export alone.

This module uses no code of the product. It folds the log of entries, computes the points and counts
the cases by the printed rules and the notes of each figure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

Json = Mapping[str, Any]
Counted = dict[tuple[str, str], tuple[int, int, int, int, int]]
ISRAELI_WHIST, BID_WHIST, OH_HELL = "israeli-whist", "bid-whist", "oh-hell"


def figures_of(document: Json, kind: str = ISRAELI_WHIST) -> Counted:
    """By name and figure: number of cases, sum, minimum, maximum, longest run."""
    cases: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for game in games_of(document, kind):
        for hand in counted(game):
            for name, key, value in CASES[kind](game, hand):
                cases[game["session"], name, key].append(value)
    values_by_figure: dict[tuple[str, str], list[tuple[list[int], int]]] = defaultdict(list)
    for (_, name, key), values in cases.items():
        values_by_figure[name, key].append((values, _run(values)))
    return {
        who: (
            sum(len(values) for values, _ in several),
            sum(sum(values) for values, _ in several),
            min(min(values) for values, _ in several),
            max(max(values) for values, _ in several),
            max(run for _, run in several),
        )
        for who, several in values_by_figure.items()
    }


def records_of(document: Json, kind: str = ISRAELI_WHIST) -> dict[str, tuple[int, ...]]:
    """By name: finished games, games won, best and worst total, longest run of games won."""
    ends_by_name: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    for game in games_of(document, kind):
        points = [hand["points"] for hand in counted(game)]
        totals = [sum(column) for column in zip(*points, strict=True)]
        if not _is_over(game, points):
            continue
        for seat, name in enumerate(game["players"]):
            total = totals[seat % len(totals)]
            ends_by_name[name].append((total, total == max(totals)))
    return {
        name: (
            len(ends),
            sum(won for _, won in ends),
            max(total for total, _ in ends),
            min(total for total, _ in ends),
            _run([won for _, won in ends]),
        )
        for name, ends in ends_by_name.items()
    }


def games_of(document: Json, kind: str) -> Iterator[Json]:
    """The games of this kind in the order of their evenings."""
    dates = {
        session["key"]: (session["date"], session["created"]) for session in document["sessions"]
    }
    games = [game for game in document["games"] if game["rulebook"] == kind]
    return iter(sorted(games, key=lambda game: (dates[game["session"]], game["started"])))


def counted(game: Json) -> Iterator[Json]:
    """The complete hands that score, each with its points; hands after the end do not count."""
    points: list[list[int]] = []
    for facts in _hands(game):
        hand = READERS[game["rulebook"]](game["rules"], facts)
        if hand is None:
            continue
        yield hand
        points.append(hand["points"])
        if _is_over(game, points):
            return


def _is_over(game: Json, points: list[list[int]]) -> bool:
    """Whether the hands with these points decide a game; partners share one total.

    After a tie at the target the first hand that leaves one side alone in front decides the game,
    even if all totals are below the target again.
    """
    ending = game["ending"]
    if ending["goal"] == "schedule":  # equal totals share the win here
        return bool(len(points) == ending["deals"])
    assert ending["goal"] == "target"
    totals, reached = [0] * len(points[0]) if points else [], False
    for more in points:
        totals = [total + each for total, each in zip(totals, more, strict=True)]
        reached |= max(totals) >= ending["target"]
        reached |= ending["minus"] and min(totals) <= -ending["target"]
    return reached and totals.count(max(totals)) == 1


def standing(game: Json) -> list[Json]:
    """The entries of a game that were not undone."""
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
    return done


def _hands(game: Json) -> list[list[Json]]:
    """The valid answers of each hand, after undo, redo and corrections."""
    hands: dict[int, list[Json]] = defaultdict(list)
    for entry in standing(game):
        if entry["kind"] == "answer":
            hands[entry["deal"]].append(entry["fact"])
        elif entry["kind"] == "correction":
            hands[entry["deal"]] = list(entry["fact"]["facts"])
    return [hands[number] for number in sorted(hands)]


def _read(rules: Json, facts: list[Json]) -> Json | None:
    """A hand with its points; None if it is running or was thrown in."""
    tricks = next((fact["tricks"] for fact in facts if "tricks" in fact), None)
    if tricks is None:
        return None
    won = next((fact for fact in facts if fact.get("bid", "pass") != "pass"), None)
    if won is None:
        return {"points": [-10 * taken if taken else 50 for taken in tricks], "bonus": True}
    level = int("".join(sign for sign in won["bid"] if sign.isdigit()))
    contract_of: dict[int, int] = {}
    spoken = []
    fixed = rules["declarer_contract"] == "fixed"
    if fixed:
        contract_of[won["winner"]] = level
    for fact in facts:
        if "number" not in fact:
            continue
        others = {won["winner"]: level} | contract_of
        others.pop(fact["seat"], None)
        barred = None
        if len(others) == 3:
            least = level if fact["seat"] == won["winner"] else 0
            number = 13 - sum(others.values())
            barred = "barred" if number >= least else "free"
        spoken.append((fact["seat"], barred))
        contract_of[fact["seat"]] = fact["number"]
    contracts = [contract_of[seat] for seat in range(4)]
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
    """The points of each player, by the numbers of a scheme."""
    over = sum(contracts) > 13
    points = []
    for contract, taken in zip(contracts, tricks, strict=True):
        if contract and contract == taken:
            grown = contract * contract if scheme["made"] == "square" else contract * scheme["each"]
            points.append(grown + scheme["bonus"])
        elif contract:
            points.append(-scheme["missed"] * abs(contract - taken))
        elif not taken:
            points.append(scheme["zero_over" if over else "zero_under"])
        else:
            first = scheme["failed_over" if over else "failed_under"]
            lost = first + (taken - 1) * scheme["failed_next"]
            cap = scheme["failed_cap"]
            points.append(lost if cap is None else min(lost, cap))
    if contracts != tricks and not any(map(int.__eq__, contracts, tricks)):
        factor = {"scored": 1, "void": 0, "doubled": 2}[scheme["all_missed"]]
        return [factor * score for score in points]
    return points


def _cases(game: Json, hand: Json) -> Iterator[tuple[str, str, int]]:
    """The player, figure and value of each case."""
    for seat, name in enumerate(game["players"]):
        points = hand["points"][seat]
        yield name, "points", points
        if hand["bonus"]:
            continue
        contract, taken, trumps = hand["contracts"][seat], hand["tricks"][seat], hand["trumps"]
        made, declares = int(contract == taken), seat == hand["declarer"]
        over = sum(hand["contracts"]) > 13
        yield name, "made", made
        yield name, "made-declarer" if declares else "made-other", made
        yield name, "declared", int(declares)
        yield name, f"made-{trumps}", made
        yield name, f"points-size-{contract}", points
        if declares:
            yield name, f"declarer-{trumps}", points
        size = f"made-size-{contract}" if contract else f"made-zero-{'over' if over else 'under'}"
        yield name, size, made
        last = hand["barred"].get(seat)
        yield name, f"made-last-{last}" if last else "made-not-last", made
        yield name, "too-many", int(taken > contract)
        yield name, "too-few", int(taken < contract)
        yield name, "off", abs(taken - contract)


def _read_bid_whist(_: Json, facts: list[Json]) -> Json | None:
    """A hand of Bid Whist with its points; None if it is running or was thrown in.

    The answers are calls, announcements, and the tricks of the bidding side. That side needs its
    bid and six tricks more, or scores minus the bid. Without trumps everything counts twice.
    """
    bids = [fact for fact in facts if fact.get("call", "pass") != "pass"]
    tricks = next((fact["number"] for fact in facts if "number" in fact), None)
    if not bids or tricks is None:
        return None
    call = bids[-1]["call"]
    number, kind = int(call[0]), call[1:]
    factor = 2 if kind == "NT" else 1
    more = tricks - (number + 6)
    points = [0, 0]
    points[bids[-1]["seat"] % 2] = factor * (number + more if more >= 0 else -number)
    return {"points": points, "winner": bids[-1]["seat"], "number": number, "kind": kind,
            "more": more}  # fmt: skip


def _cases_of_bid_whist(game: Json, hand: Json) -> Iterator[tuple[str, str, int]]:
    """The player, figure and value of each case; size and kind of a bid count for its winner."""
    made = int(hand["more"] >= 0)
    for seat, name in enumerate(game["players"]):
        yield name, "points", hand["points"][seat % 2]
        yield name, "declared", int(seat == hand["winner"])
        if seat == hand["winner"]:
            yield name, "made", made
            yield name, f"made-size-{hand['number']}", made
            yield name, f"made-{hand['kind']}", made
        if seat % 2 != hand["winner"] % 2:
            yield name, "set", 1 - made
            continue
        yield name, "made-side", made
        if made:
            yield name, "extra", hand["more"]


def _read_oh_hell(rules: Json, facts: list[Json]) -> Json | None:
    """A hand of Oh Hell: made bids score by size, made zeros by their own rule, misses 0."""
    tricks = next((fact["tricks"] for fact in facts if "tricks" in fact), None)
    if tricks is None:
        return None
    bid_of = {fact["seat"]: fact["number"] for fact in facts if "number" in fact}
    bids, scheme = [bid_of[seat] for seat in sorted(bid_of)], rules["scheme"]
    assert scheme["name"] == "exact"  # the scheme of the demo
    made = [
        (scheme["made"] + scheme["each"] * bid if bid else scheme["zero"]) if bid == taken else 0
        for bid, taken in zip(bids, tricks, strict=True)
    ]
    dealer = [fact["seat"] for fact in facts if "number" in fact][-1]  # bids last
    return {"points": made, "bids": bids, "tricks": tricks, "dealer": dealer}


def _cases_of_oh_hell(game: Json, hand: Json) -> Iterator[tuple[str, str, int]]:
    """The player, figure and value of each case."""
    for seat, name in enumerate(game["players"]):
        bid, taken = hand["bids"][seat], hand["tricks"][seat]
        yield name, "points", hand["points"][seat]
        yield name, "made", int(bid == taken)
        size = "large" if sum(hand["tricks"]) >= 5 else "small"
        yield name, f"made-{size}", int(bid == taken)
        if seat == hand["dealer"]:
            yield name, "made-dealer", int(bid == taken)
        if not bid:
            yield name, "zero", int(not taken)
        if bid != taken:
            yield name, "off", abs(bid - taken)


READERS = {ISRAELI_WHIST: _read, BID_WHIST: _read_bid_whist, OH_HELL: _read_oh_hell}
CASES = {ISRAELI_WHIST: _cases, BID_WHIST: _cases_of_bid_whist, OH_HELL: _cases_of_oh_hell}


def _run(values: list[int]) -> int:
    """The longest run of true values."""
    longest = now = 0
    for value in values:
        now = now + 1 if value > 0 else 0
        longest = max(longest, now)
    return longest
