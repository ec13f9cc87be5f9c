"""Session files in the format of the open-source IsraeliWhist-Scorekeeper, with invented data."""

from __future__ import annotations

from typing import Any

NAMES = ("Avi", "Batya", "Gil", "Dorit")
NEWER = {
    "nameEn": "Standard (Quadratic)",
    "bidMadeFormula": "QUADRATIC",
    "missPenaltyRate": 10,
    "passMadeScoreDown": 50,
    "passMadeScoreUp": 30,
    "passMissPenalty": 50,
    "passMissBonusPerTrick": 10,
    "pasRoundTrickPenalty": 10,
    "pasRoundZeroBonus": 50,
    "enforceHookRule": True,
}
OLDER = {
    "nameEn": "Old numbers",
    "bidMadeFormula": "QUADRATIC",
    "missPenaltyRate": 10,
    "passMadeScore": 50,
    "passMissPenalty": 50,
    "passMissAdditionalPerTrick": 0,
    "pasRoundTrickPenalty": 10,
    "pasRoundZeroBonus": 50,
}
UNKNOWN = {"winnerIndex": None, "suitId": "NT", "bidAmount": 0, "isPasRound": False}
PASSED = UNKNOWN | {"isPasRound": True}


def hand(
    bets: tuple[int, ...],
    tricks: tuple[int, ...],
    scores: tuple[int, ...],
    *,
    dealer: int = 0,
    trump: dict[str, Any] | None = None,
    places: tuple[int, ...] = (0, 1, 2, 3),
) -> dict[str, Any]:
    """A round; `scores` is in the order of the results, in the seats of that time."""
    results = [
        {"playerIndex": place, "bid": bid, "tricks": taken, "score": score}
        for place, bid, taken, score in zip(places, bets, tricks, scores, strict=True)
    ]
    return {
        "dealerIndex": dealer,
        "trump": trump or UNKNOWN,
        "bets": list(bets),
        "tricks": list(tricks),
        "scores": [
            result["score"] for result in sorted(results, key=lambda result: result["playerIndex"])
        ],
        "results": results,
        "completedAt": "2026-03-06T20:10:00.000Z",
    }


FIRST = hand((2, 3, 7, 0), (0, 3, 8, 2), (-20, 19, -10, -40))
SECOND = hand(
    (3, 5, 2, 4), (3, 6, 2, 2), (19, -10, 14, -20), dealer=1,
    trump={"winnerIndex": 1, "suitId": "HEARTS", "bidAmount": 5, "isPasRound": False},
)  # fmt: skip
BONUS = hand((0, 0, 0, 0), (0, 3, 8, 2), (50, -30, -80, -20), dealer=2, trump=PASSED)


def session(*rounds: Any, **more: Any) -> dict[str, Any]:
    """A session of these rounds."""
    return {
        "id": "game_1",
        "createdAt": "2026-03-06T18:00:00.000Z",
        "rules": NEWER,
        "players": [{"id": f"p{at}", "name": name} for at, name in enumerate(NAMES)],
        "completedRounds": list(rounds),
        "activeRound": {"bets": [None, None, None, None]},
        "status": "FINISHED",
    } | more


def swapped(order: tuple[int, ...], *rounds: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A session with its seats changed after these rounds: order[i] moved to seat i."""
    moved = []
    for played in rounds:
        bets, tricks, results = (
            [played[name][place] for place in order] for name in ("bets", "tricks", "results")
        )
        dealer, winner = played["dealerIndex"], played["trump"]["winnerIndex"]
        trump = {"winnerIndex": None if winner is None else order.index(winner)}
        moved.append(
            played
            | {"bets": bets, "tricks": tricks, "results": results}
            | {"dealerIndex": order.index(dealer), "trump": played["trump"] | trump}
        )
    whole = session(*moved, **more)
    return whole | {"players": [whole["players"][place] for place in order]}
