"""House rules chosen by a person: a preset, a preset with another scheme, or single changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.errors import MalformedEntry
from scorekeeper.engine.rules.rulebook import R, Rulebook
from scorekeeper.engine.rules.wording import say


def rules_named(book: Rulebook[R], name: str) -> R:
    """The rules of a preset, as in `pagat`, or of a preset with a scheme, `pagat+elhanani`.

    Raises ValueError for an unknown name; its message lists the known ones.
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
    """Complete rules from the keys in `given`.

    The other rules come from `besides`; if it is None, from the preset that `given["preset"]`
    names, or from the game's first preset. Raises MalformedEntry or ValueError; the message names
    the key.
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
    """Raise MalformedEntry if two of the rules contradict each other; it names both.

    Call it only for rules that somebody sets now. The rules of a stored game are not checked.
    """
    for path, other in book.contradictions(rules):
        sentences = house_rules.told(rules)
        raise MalformedEntry(
            "rules-contradict",
            say(
                "These two rules contradict one another: “{one}” and “{other}”. "
                "Change one of them.",
                one=sentences[path],
                other=sentences[other],
            ),
            path,
        )


def _combined(book: Rulebook[R], rules: R, key: str) -> R:
    """The rules with one part replaced by the ready-made one called `key`."""
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
