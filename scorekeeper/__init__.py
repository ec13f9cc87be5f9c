"""Scorekeeper keeps the score of card games played with real cards.

For programmers, `import scorekeeper` provides the names below; everything else may move. Games are
named by key (see `games`), seats by letter (`"S"`, `"W"`, `"N"`, `"E"`, then `"5"`), cards as `SA`
or `AS`, bids as `7C`. All values are frozen; methods return new values. Anything refused raises an
`EntryError`, whose `code` is one of `ERROR_CODES`. docs/engine.md has ten examples.

Names are imported on first use, so importing the package is cheap.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.engine.api.naming import Answer as Answer
    from scorekeeper.engine.api.naming import cards as cards
    from scorekeeper.engine.api.naming import games as games
    from scorekeeper.engine.api.naming import house_rules as house_rules
    from scorekeeper.engine.api.naming import presets as presets
    from scorekeeper.engine.api.naming import rulebook as rulebook
    from scorekeeper.engine.api.playing import action as action
    from scorekeeper.engine.api.playing import advise as advise
    from scorekeeper.engine.api.playing import check as check
    from scorekeeper.engine.api.playing import deal as deal
    from scorekeeper.engine.api.playing import load as load
    from scorekeeper.engine.api.playing import odds as odds
    from scorekeeper.engine.api.playing import play as play
    from scorekeeper.engine.api.playing import simulate as simulate
    from scorekeeper.engine.api.playing import why_not as why_not
    from scorekeeper.engine.api.playing import write as write
    from scorekeeper.engine.api.scoring import ScoredGame as ScoredGame
    from scorekeeper.engine.api.scoring import new_game as new_game
    from scorekeeper.engine.api.scoring import score as score
    from scorekeeper.engine.play.position import Position as Position
    from scorekeeper.engine.rules.error_codes import ERROR_CODES as ERROR_CODES
    from scorekeeper.engine.rules.errors import EntryError as EntryError
    from scorekeeper.engine.rules.errors import IllegalEntry as IllegalEntry
    from scorekeeper.engine.rules.errors import MalformedEntry as MalformedEntry

__version__ = "0.1.0"

_FOUND_IN = {
    "engine.api.naming": ("Answer", "cards", "games", "house_rules", "presets", "rulebook"),
    "engine.api.playing": (
        "action", "advise", "check", "deal", "load", "odds", "play", "simulate", "why_not", "write",
    ),
    "engine.api.scoring": ("ScoredGame", "new_game", "score"),
    "engine.play.position": ("Position",),
    "engine.rules.error_codes": ("ERROR_CODES",),
    "engine.rules.errors": ("EntryError", "IllegalEntry", "MalformedEntry"),
}  # fmt: skip
_MODULES = {name: module for module, names in _FOUND_IN.items() for name in names}
__all__ = sorted(_MODULES)  # noqa: PLE0605  (sorted gives a list)


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
