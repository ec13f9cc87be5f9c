"""House rules as somebody sets them: a preset, one with another scheme, or only what differs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.errors import MalformedEntry
from scorekeeper.engine.rules.rulebook import R, Rulebook
from scorekeeper.engine.rules.wording import say


def rules_named(book: Rulebook[R], name: str) -> R:
    """The rules of a preset, as in `pagat`, or with another ready-made part, `pagat+elhanani`.

    Raises ValueError for a name that is not known; it tells those that are.
    """
    key, *others = (part.strip() for part in name.split("+"))
    rules = next((preset.rules for preset in book.presets if preset.key == key), None)
    if rules is None:
        known = ", ".join(preset.key for preset in book.presets)
        raise ValueError(f"“{key}” is no set of rules of {book.name}: {known}.")
    for other in others:
        rules = _combined(book, rules, other)
    check_rules(book, rules)
    return rules


def rules_given(book: Rulebook[R], given: Mapping[str, Any], besides: R | None = None) -> R:
    """The rules of which only some are given, by key; `preset` names those that hold besides.

    Raises MalformedEntry or ValueError, in words that name the key.
    """
    named = {key: value for key, value in given.items() if key != "preset"}
    rules = besides
    if rules is None:
        rules = rules_named(book, str(given.get("preset", book.presets[0].key)))
    for part in house_rules.parts(book.rules):
        if isinstance(named.get(part.path), str):
            rules = _combined(book, rules, named.pop(part.path))
    form = dict(house_rules.to_form(rules))
    try:
        chosen = house_rules.from_form(book.rules, form | dict(house_rules.flattened(named)))
    except MalformedEntry as error:
        raise ValueError(f"{error.field}: {error}") from None
    check_rules(book, chosen)
    return chosen


def check_rules(book: Rulebook[R], rules: R) -> None:
    """Raise MalformedEntry if two of the rules contradict one another; it names both.

    Only for rules that somebody sets. Rules that a game or a record already has are not checked.
    """
    for path, other in book.contradictions(rules):
        told = house_rules.told(rules)
        raise MalformedEntry(
            "rules-contradict",
            say(
                "These two rules contradict one another: “{one}” and “{other}”. "
                "Change one of them.",
                one=told[path],
                other=told[other],
            ),
            path,
        )


def _combined(book: Rulebook[R], rules: R, key: str) -> R:
    """The rules with the ready-made part of this key."""
    ready = {
        scheme.key: (part.path, scheme.value)
        for part in house_rules.parts(book.rules)
        for scheme in part.ready
    }
    if key not in ready:
        known = ", ".join(ready) or "none"
        raise ValueError(f"“{key}” is no scheme of {book.name}: {known}.")
    path, value = ready[key]
    changed: Any = replace(rules, **{path: value})  # type: ignore[type-var]
    return changed  # type: ignore[no-any-return]
