"""The house rules of Wizard, with presets.

Sources: the publisher's rules as on 64ouncegames.com and goodsams-florida.org; Wikipedia.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.rulebook import Preset
from scorekeeper.engine.rules.wording import say

PACK = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class WizardRules:
    """One table's house rules."""

    hooked: bool = house_rules.toggle(False, say("The bids may not come to the number of tricks"))
    bomb: bool = house_rules.toggle(False, say("A bomb leaves a trick to nobody"))
    hands: int | None = house_rules.number(
        None, say("Hands of a shorter game (empty: all)"), 1, 20, optional=True
    )


PRESETS = (
    Preset(
        "printed",
        say("Bids may fit"),
        say("the publisher's rules"),
        say("The bids may come to the number of tricks."),
        WizardRules(),
    ),
    Preset(
        "hooked",
        say("Bids may not fit"),
        say("a common variant"),
        say("The dealer bids last and may not make the bids fit."),
        WizardRules(hooked=True),
    ),
)
