"""The page “what if”: a game scored again under other rules, beside the game as it was played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.engine.analysis.what_if import Alternative, alternatives, verdict
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.chosen_rules import check_rules
from scorekeeper.engine.rules.errors import MalformedEntry
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.wording import Sentence, say
from scorekeeper.ledger.statistics.rescoring import what_if
from scorekeeper.web.performance.expensive_reads import expensive
from scorekeeper.web.table import table_page
from scorekeeper.web.table.entry_forms import under

OWN = "own"

pages = Blueprint("what_if", __name__, url_prefix="/games/<int:game_id>")


@pages.get("/what-if")
@expensive()
def page(game_id: int) -> ResponseReturnValue:
    """Ask for the other rules, and show what they would have made of the game."""
    record = table_page.load(game_id)
    setup = record.game.setup
    offered = [*alternatives(setup.book)]
    fields = house_rules.to_form(setup.rules) | under("rules", request.args)
    chosen, problems = _chosen(setup.book, offered, fields)
    again = what_if([record], chosen).games[0] if chosen else None
    return (
        render_template(
            "review/what_if.html",
            offered=offered,
            chosen=chosen,
            again=again,
            scoring=_scoring(offered, chosen, setup.rules) if again and again.left_out else None,
            verdict=[*verdict(again.game, again.other)] if again else [],
            beyond=_beyond(again.game, again.other) if again else [],
            questions=[*house_rules.questions(setup.book.rules)],
            fields=fields,
            problems=problems,
            code=house_rules.code,
            own=OWN,
            **table_page.game_context(record),
        ),
        422 if problems else 200,
    )


def _chosen(
    book: Rulebook[Any], offered: list[Alternative], fields: Mapping[str, str]
) -> tuple[Alternative | None, dict[str, Sentence]]:
    """The rules that the address asks for, with what is wrong with own ones; None for none yet."""
    key = request.args.get("rules")
    if key != OWN:
        return next((alternative for alternative in offered if alternative.key == key), None), {}
    try:
        rules = house_rules.from_form(book.rules, fields)
        check_rules(book, rules)
    except MalformedEntry as error:
        problems = house_rules.problems(book.rules, fields)
        return None, problems or {error.field or "": error.sentence}
    return Alternative(OWN, say("Your own rules"), rules), {}


def _scoring(
    offered: list[Alternative], chosen: Alternative | None, played: Any
) -> Alternative | None:
    """The scoring alone of a set of rules, under which no hand is left out; None if as played."""
    if chosen is None or chosen.path:
        return None
    return next(
        (
            alternative
            for alternative in offered
            if alternative.path
            and house_rules.value_at(played, alternative.path)
            != house_rules.value_at(chosen.rules, alternative.path)
            == alternative.rules
        ),
        None,
    )


def _beyond(game: Game, other: Game) -> list[int]:
    """The hands that were played and would not have been, for the game would have been over."""
    return [
        again.number
        for deal, again in zip(game.complete, other.deals, strict=True)
        if again.surplus and not deal.surplus
    ]
