"""Scorekeeper keeps the score of card games played with real cards.

For programmers, `import scorekeeper` provides the names below; everything else may move. Games are
named by key (`game_keys`), seats by letter (`"S"`, `"W"`, `"N"`, `"E"`, then `"5"`), cards as `SA`
or `AS`, bids as `7C`. All values are frozen; methods return new values. Anything refused raises an
`EntryError`, whose `code` is one of `ERROR_CODES`. docs/engine.md has ten examples.

Names are imported on first use, so importing the package is cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.api import Answer as Answer
    from scorekeeper.api import ScoredGame as ScoredGame
    from scorekeeper.api import game_keys as game_keys
    from scorekeeper.api import house_rules as house_rules
    from scorekeeper.api import new_game as new_game
    from scorekeeper.api import parse_cards as parse_cards
    from scorekeeper.api import presets as presets
    from scorekeeper.api import rulebook as rulebook
    from scorekeeper.api import score as score
    from scorekeeper.errors import ERROR_CODES as ERROR_CODES
    from scorekeeper.errors import EntryError as EntryError
    from scorekeeper.errors import IllegalEntry as IllegalEntry
    from scorekeeper.errors import MalformedEntry as MalformedEntry
    from scorekeeper.play import Position as Position
    from scorekeeper.play import Row as Row
    from scorekeeper.play import View as View
    from scorekeeper.play import action as action
    from scorekeeper.play import advise as advise
    from scorekeeper.play import check as check
    from scorekeeper.play import deal as deal
    from scorekeeper.play import load as load
    from scorekeeper.play import odds as odds
    from scorekeeper.play import play_deal as play_deal
    from scorekeeper.play import player as player
    from scorekeeper.play import simulate as simulate
    from scorekeeper.play import why_not as why_not
    from scorekeeper.play import write as write

__version__ = "0.1.0"

_FOUND_IN = {
    "api": (
        "Answer", "ScoredGame", "game_keys", "house_rules", "new_game", "parse_cards", "presets",
        "rulebook", "score",
    ),
    "errors": ("ERROR_CODES", "EntryError", "IllegalEntry", "MalformedEntry"),
    "play": (
        "Position", "Row", "View", "action", "advise", "check", "deal", "load", "odds", "play_deal",
        "player", "simulate", "why_not", "write",
    ),
}  # fmt: skip
_MODULES = {name: module for module, names in _FOUND_IN.items() for name in names}
__all__ = sorted(_MODULES)  # noqa: PLE0605  (sorted gives a list)


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
