"""The first hand of a game, for tests of its entries."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.phone import Form, Phone

Rows = Callable[[str], list[tuple[object, ...]]]


def entries(rows: Rows) -> int:
    (count,) = rows("select count(*) from entries")[0]
    assert isinstance(count, int)
    return count


def at_contracts(phone: Phone, *contracts: int, bid: str = "7C", winner: int = 2) -> Form:
    """The question after some contracts; Dana speaks first, Ben last."""
    phone.answer(bid=bid, winner=str(winner))
    for number in contracts:
        phone.answer(number=str(number))
    return phone.question()
