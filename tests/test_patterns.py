"""Regular expressions: none takes more than linear time, whatever somebody types.

A pattern that fits one text in several ways tries them all before it gives up, and every table
waits meanwhile. The patterns are found in the source, so a new one is measured, too.
"""

from __future__ import annotations

import ast
import importlib
import random
import re
import signal
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from re import _parser as parser  # type: ignore[attr-defined]  # how `re` itself reads a pattern
from types import FrameType
from typing import Any, NamedTuple

from scorekeeper.exchange.hand_rows import SIGNED

PACKAGE = Path(__file__).parents[1] / "scorekeeper"
USES = r"(match|fullmatch|search|split|sub|findall|finditer)"
OUR_OWN_FILES = {"scorekeeper.web.static_files"}  # its patterns see only scripts and style sheets
VARIABLES = {  # values of the variables in patterns that are made in a function
    "scorekeeper.exchange.hand_rows": {"number": SIGNED},
    "scorekeeper.exchange.table_cells": {"point": ","},
    "scorekeeper.web.cookies": {"name": "scores"},
}
LENGTH = 12_000  # characters
MOST_SECONDS = 0.1  # of the processor; a linear pattern takes a thousandth, a quadratic one 0.5
TEXTS = 60  # for each pattern
CHARACTERS = {"DIGIT": "1", "SPACE": " ", "WORD": "a", "NOT_WORD": " ", "NOT_SPACE": "a"}


class Use(NamedTuple):
    """A pattern of the program and what is done with it, such as `fullmatch`."""

    module: str
    pattern: str
    flags: int
    method: str


@cache
def uses() -> tuple[Use, ...]:
    """Every pattern of the program, once for each way in which it is used."""
    sources = {path: path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    methods_of: dict[str, set[str]] = defaultdict(set)
    for name, method in re.findall(rf"\b(\w+)\.{USES}\(", "\n".join(sources.values())):
        methods_of[name].add(method)
    found: dict[Use, None] = {}
    for path, source in sources.items():
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        if "import re\n" not in source or module in OUR_OWN_FILES:
            continue
        known = vars(importlib.import_module(module)) | VARIABLES.get(module, {})
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Assign(
                    [target], ast.Call(ast.Attribute(ast.Name("re"), "compile")) as call
                ):
                    name = ast.unparse(target).removeprefix("self.")
                    assert name in methods_of, f"{module}: {name} is not used"
                    methods = methods_of[name]
                case ast.Call(ast.Attribute(ast.Name("re"), method)) as call:
                    methods = {method} - {"compile", "escape"}
                case _:
                    continue
            written = [
                ast.unparse(each) for each in (*call.args, *(k.value for k in call.keywords))
            ]
            flags = "".join(f", {each}" for each in written[1:] if each.startswith("re."))
            pattern = eval(f"re.compile({written[0]}{flags})", known)  # noqa: S307
            text = pattern.pattern
            if isinstance(text, bytes):
                text = text.decode("latin-1")
            for method in methods:
                found[Use(module, text, pattern.flags, method)] = None
    return tuple(found)


def text_of(parsed: Any, rng: random.Random) -> str:
    """A text that a parsed pattern may match."""
    return "".join(part_of(str(kind), value, rng) for kind, value in parsed)


def part_of(kind: str, value: Any, rng: random.Random) -> str:
    match kind:
        case "LITERAL":
            return chr(value)
        case "NOT_LITERAL" | "ANY":
            return rng.choice("a1 ")
        case "CATEGORY":
            return CHARACTERS.get(str(value).removeprefix("CATEGORY_"), "x")
        case "RANGE":
            return chr(rng.choice(value))
        case "IN":
            return (
                "~" if str(value[0][0]) == "NEGATE" else part_of(*map_kind(rng.choice(value)), rng)
            )
        case "BRANCH":
            return text_of(rng.choice(value[1]), rng)
        case "SUBPATTERN":
            return text_of(value[3], rng)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, body = value
            return "".join(
                text_of(body, rng) for _ in range(rng.randint(least, min(most, least + 2)))
            )
    return ""  # an anchor, a group again, or what stands before or behind


def map_kind(item: tuple[Any, Any]) -> tuple[str, Any]:
    return str(item[0]), item[1]


def hostile(use: Use) -> Iterator[str]:
    """Long texts that nearly match: a part of a match repeated, and a wrong end."""
    rng = random.Random(use.pattern)
    parsed = parser.parse(use.pattern, use.flags)
    for _ in range(TEXTS):
        text = text_of(parsed, rng) or "a"
        start = rng.randrange(len(text))
        end = min(len(text), start + rng.randint(1, 6))
        pump = text[start:end]
        times = LENGTH // len(pump)
        rest = rng.choice((text[end:], ""))
        yield text[:start] + pump * times + rest + rng.choice(("\0", "x", ""))


class TooSlow(Exception):
    """Raised while a pattern is matched that takes too long."""


def stop(signal_number: int, frame: FrameType | None) -> None:
    raise TooSlow


def run(use: Use, text: str) -> None:
    pattern = re.compile(use.pattern, use.flags)
    method: Callable[..., Any] = getattr(pattern, use.method)
    if use.method == "sub":
        method("", text)
    else:
        method(text)


def slow_text(use: Use) -> str | None:
    """A text on which a pattern takes too long; None if there is none.

    Too long three times: garbage of tests before may be collected in the first one.
    """
    before = signal.signal(signal.SIGVTALRM, stop)
    try:
        return next((text for text in hostile(use) if all(is_slow(use, text) for _ in "123")), None)
    finally:
        signal.signal(signal.SIGVTALRM, before)


def is_slow(use: Use, text: str) -> bool:
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        run(use, text)
    except TooSlow:
        return True
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return False


def test_no_pattern_takes_more_than_linear_time() -> None:
    assert {"table_cells", "dates", "cookies"} <= {use.module.rpartition(".")[2] for use in uses()}
    slow = {use: text for use in uses() if (text := slow_text(use))}
    assert [
        f"{use.module}: {use.pattern} on {text[:20]!r} ... {text[-10:]!r}"
        for use, text in slow.items()
    ] == []
