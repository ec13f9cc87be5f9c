"""The work of a game file: how many values its hands compute, and how many they may.

A part of an expression is a value, and a list has one for each player. What else a hand does counts
as the values that take as long, about five microseconds each. The limit is judged when a file is
read; it bounds a hand, the examples, the check of the file and the look-ahead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.games.game_file import (
    FileQuestion,
    Form,
    ForWhom,
    GameFile,
    GameFileError,
    Rule,
    Text,
)
from scorekeeper.rules.expressions import Expression
from scorekeeper.rules.result_steps import MOST_DRAWS
from scorekeeper.wording import say

MOST_WORK = 30_000  # values; ready files have up to 16,000
HANDS = 5  # times that a hand counts: every answer and every page computes it again
MOST_DRAWN = 10_000  # values that random answers of a hand compute until they are allowed
HAND = 60  # values that take as long as a hand without questions
ANSWER = 3  # an answer on offer, or a field to fill
RULE = 4  # a line of points, or a sentence
PAGE = 3  # times that the questions of a page are gone through: shown, read and counted


class _Part(NamedTuple):
    """The values that one part of a file computes, with its line."""

    line: int
    work: int


def with_work(file: GameFile) -> GameFile:
    """Return a file with the work of its random hands; raises GameFileError if it is too much."""
    players = file.players[-1]
    hand = list(_hand(file, players))
    described = [_rule(rule, players) for rule in (*file.play, *file.scoring)]
    examples = [_Part(each.line, _sum(_hand(file, each.players))) for each in file.examples]
    parts = [*(_Part(line, HANDS * work) for line, work in hand), *described, *examples]
    work = _sum(parts)
    if work > MOST_WORK:
        dearest = max(parts, key=lambda part: part.work)
        raise GameFileError(
            dearest.line,
            say(
                "too much to compute: {work} values in the hands and examples, {part} of them "
                "here; {most} are allowed",
                work=work,
                part=dearest.work,
                most=MOST_WORK,
            ),
        )
    drawn = sum(
        _rule(rule, players).work
        for rule in file.refusals
        for asked in file.asked
        if asked.key == rule.after and _offered(asked, players) == 1
    )
    draws = min(MOST_DRAWS, MOST_DRAWN // max(drawn, 1))
    return replace(file, work=_sum(hand), draws=draws, drawn=draws * drawn)


def _sum(parts: Iterable[_Part]) -> int:
    return sum(part.work for part in parts)


def _hand(file: GameFile, players: int) -> Iterator[_Part]:
    """Yield the parts of a file that a hand of so many players computes."""
    yield _Part(1, HAND)
    for page in file.pages:
        times = PAGE if len(page.asked) > 1 else 1
        for asked in page.asked:
            line, work = _question(asked, players)
            yield _Part(line, times * work)
            offered = times * _offered(asked, players)
            for rule in file.refusals:
                if rule.after == asked.key:
                    yield _Part(rule.line, offered * _rule(rule, players).work)
    for rule in (*file.notices, *file.points, *file.becomes, *file.ends.bonus):
        yield _rule(rule, players)
    for each in file.carried:
        yield _Part(each.line, players * _parts(players, each.value))
    # twice before the hand and twice after it
    yield _Part(file.out_line, 4 * players * _parts(players, file.out))
    ends = file.ends
    work = _parts(players, ends.when) + players * _parts(players, ends.first)
    yield _Part(ends.line, work)


def _question(asked: FileQuestion, players: int) -> _Part:
    """Return the work of a question: its condition, bounds and value, and the answers on offer."""
    once = _parts(players, asked.sum)
    each = _parts(players, asked.when, asked.low, asked.high, asked.value)
    work = once + _units(asked.each, players) * each
    if asked.value is None:
        work += ANSWER * _answers(asked, players)
    return _Part(asked.line, work)


def _answers(asked: FileQuestion, players: int) -> int:
    """Return how many answers a question offers, with its fields and the words for them."""
    if asked.form is Form.PLACES:
        return players * (players + 1) // 2  # one place after another, of those who are left
    if asked.form is Form.CHOICE or asked.each is ForWhom.HAND:
        return _offered(asked, players)
    return _units(asked.each, players) + len(asked.words)


def _offered(asked: FileQuestion, players: int) -> int:
    """Return how many answers each refusal tries; 1 if only the answer that somebody gives."""
    if asked.form is Form.CHOICE:
        return players + 1
    if asked.each is not ForWhom.HAND:
        return 1
    if asked.form is Form.NUMBER and asked.low is not None and asked.high is not None:
        low, high = (bound.number(len) for bound in (asked.low, asked.high))
        return len(range(low, high + 1, asked.step))
    return max(2, len(asked.words))


def _rule(rule: Rule, players: int) -> _Part:
    each = RULE + _parts(players, rule.when, rule.value) + _blanks(rule.say, players)
    return _Part(rule.line, _units(rule.each, players) * each)


def _blanks(text: Text | None, players: int) -> int:
    return _parts(players, *(blank for _, blank in text.blanks)) if text else 0


def _parts(players: int, *expressions: Expression | None) -> int:
    return sum(each.parts(players) for each in expressions if each is not None)


def _units(each: ForWhom, players: int) -> int:
    """Return for how many players or sides something is computed; sides count as players."""
    return 1 if each is ForWhom.HAND else players
