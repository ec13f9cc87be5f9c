"""A table with one hand to correct."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.web.phone import Page, Phone

Rows = Callable[[str], list[tuple[object, ...]]]


HAND = "/games/1/hands/1/"


@pytest.fixture
def table(scorer: Phone) -> Phone:
    """A phone after DE's example: North, Chaim, 7 clubs; -20, +19, -10, -40."""
    scorer.begin()
    scorer.hand()
    return scorer


def change(phone: Phone, key: str, hand: str = HAND, **answers: str) -> Page:
    """Ask one of the hand's questions again and answer it."""
    form = phone.open(f"{hand}correct?question={key}").form("/correct")
    return phone.fill(form, {name.replace("_", "-"): value for name, value in answers.items()})


def entries(rows: Rows) -> int:
    return len(rows("select number from entries"))


def points(page: Page) -> list[str]:
    """The points in the result of a hand, in the order of the seats."""
    lines = re.findall(r'<span class="line__points.*?</bdi></span>', page.html, re.DOTALL)
    return [line[-20:].partition("</bdi>")[0].rpartition(">")[2] for line in lines]


def trail(page: Page) -> list[str]:
    """The recorded answers of the hand, in the words of its page."""
    answers = re.findall(
        r'<li class="trail__answer">\s*<span>(.*?)</span>\s*(?:<a|</li)', page.html
    )
    return [" ".join(re.sub(r"<[^>]*>", "", answer).split()) for answer in answers]
