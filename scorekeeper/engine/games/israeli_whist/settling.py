"""Scoring a hand of Israeli Whist at the terminal, from a scheme, contracts and tricks."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.engine.games.israeli_whist.scoring import SCHEMES, TRICKS
from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.settling import Argument, Settled
from scorekeeper.engine.rules.wording import say

ARGUMENTS = (
    Argument("scheme", "The scoring scheme.", tuple(SCHEMES), "standard"),
    Argument("contracts", "What the four contracted for, as in 2,3,7,0."),
    Argument("tricks", "What the four took, in the same order."),
)


def settle(given: Mapping[str, str]) -> Settled:
    """The points of the four, in the given order; raises EntryError."""
    scheme = SCHEMES[given["scheme"]]
    contracts, took = _numbers("contracts", given["contracts"]), _numbers("tricks", given["tricks"])
    total = sum(contracts)
    if total == TRICKS:
        raise IllegalEntry(
            "contract-barred", say("The four contracts may not come to {total}.", total=TRICKS)
        )
    if off := TRICKS - sum(took):
        pattern = (
            "The tricks come to {sum}, not {total}: {off} missing."
            if off > 0
            else "The tricks come to {sum}, not {total}: {off} too many."
        )
        raise IllegalEntry(
            "tricks-do-not-add-up", say(pattern, sum=sum(took), total=TRICKS, off=abs(off))
        )
    lines = scheme.score(contracts, took)
    points = [sum(line.points for line in player) for player in lines]
    label = "over" if total > TRICKS else "under"
    reasons = [[str(line.reason) for line in player] for player in lines]
    return Settled(
        (
            f"{scheme.name}; contracts {total}: {abs(total - TRICKS)} {label}",
            *(
                f"{contract:>3} said {taken:>3} took {number:>+6}   {'; '.join(why)}"
                for contract, taken, number, why in zip(
                    contracts, took, points, reasons, strict=True
                )
            ),
        ),
        {"points": points, "total": total, "label": label, "reasons": reasons},
    )


def _numbers(name: str, text: str) -> list[int]:
    """Four numbers of tricks separated by commas."""
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        given = text if len(text) <= 40 else f"{text[:40]}…"
        raise MalformedEntry(
            "not-numbers",
            say(
                "{option} takes four whole numbers, as in 2,3,7,0; not {given}.",
                option=f"--{name}",
                given=repr(given),
            ),
        )
    numbers = [int(word) for word in words]
    if len(numbers) != 4:
        raise MalformedEntry(
            "not-four",
            say(
                "{option} takes four numbers, one a player; not {given}.",
                option=f"--{name}",
                given=len(numbers),
            ),
        )
    for number in numbers:
        if number > TRICKS:
            raise IllegalEntry(
                "tricks-out-of-range",
                say(
                    "{option}: {number} is more than the {total} tricks there are.",
                    option=f"--{name}",
                    number=number,
                    total=TRICKS,
                ),
            )
    return numbers
