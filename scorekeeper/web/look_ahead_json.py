"""The look-ahead as JSON, for a phone that cannot reach the score keeper.

It holds all questions that may come next, the effect of every answer, and the points. Sentences are
in the reader's language. A place is a point in a hand with its next question, and an end is the end
of a hand with its points. Each sentence, place, effect and end is written once, and other parts
refer to it by its number. A question is the HTML of the page's own partial, one for each shape of
question.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from flask import get_template_attribute, render_template
from markupsafe import Markup

from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.rules.bidding_steps import AuctionStep
from scorekeeper.rules.ending import Goal
from scorekeeper.rules.extension_points import Worth
from scorekeeper.rules.game import Game
from scorekeeper.rules.look_ahead import (
    Ahead,
    Effect,
    Move,
    Place,
    look_ahead,
    merged_name_of,
    name_of,
)
from scorekeeper.rules.points import DealScore, Line, made_of
from scorekeeper.rules.steps import Step
from scorekeeper.seating import Seat, Side
from scorekeeper.web.formatting import Teller
from scorekeeper.web.so_far import answers_so_far, contracts_so_far
from scorekeeper.wording import Sentence, say

Json = Any

NOWHERE = -1  # the number of a place that the look-ahead does not contain
NEAR = 2  # questions after which a description should still go on


def phone_state(record: GameRecord) -> dict[str, Json] | None:
    """Return the place of a game in its look-ahead and the state there; None if it is over."""
    game = record.game
    step = game.step
    if step is None:
        return None
    current = game.current
    agreed = game.setup.at(current.number)  # what was agreed since holds from the next hand on
    situation = (agreed, current.seating, current.reading.facts, step, current.earlier)
    tell = Teller.of(record)
    return {
        "players": record.players,
        "at": name_of(*situation),
        "merged": merged_name_of(*situation),
        "dealer": int(current.dealer),
        "number": current.number,
        "deal": current.seating.number,
        "totals": [game.totals[column] for column in current.seating.columns],
        "said": {str(int(seat)): number for seat, number in step.scene.contracts},
        "badges": [[int(seat), tell(word)] for seat, word in step.scene.badges],
        "declarer": step.scene.declarer,
        "declared": step.scene.declared and tell(step.scene.declared),
        "fined": [_fine_with_reasons(game.fines, side, tell) for side in current.seating.sides],
        "answers": [tell(sentence) for sentence in answers_so_far(current.reading)],
        "limits": (None, None, 0) if game.course.met else game.setup.ending.limits,
        "byRules": game.setup.ending.goal is Goal.RULES,
    }


def _fine_with_reasons(fines: Sequence[tuple[Line, ...]], side: Side, tell: Teller) -> Json:
    """Return the points and the reasons of a side's fines in the running deal."""
    lines = [line for seat in side if fines for line in fines[seat]]
    return [sum(line.points for line in lines), *(tell(line.reason) for line in lines)]


def description(record: GameRecord, context: Mapping[str, Any]) -> dict[str, Json]:
    """Return the look-ahead of a game; `context` has the template values of its pages."""
    game = record.game
    tell = Teller.of(record)
    seating = game.current.seating
    writer = _Writer(tell, dict(context))
    described = writer.places(look_ahead(game))
    return {
        **described,
        "players": record.players,
        "at": (phone_state(record) or {}).get("at"),
        "next": {int(seat): int(replace(seating, dealer=seat).eldest) for seat in seating.seats},
        "sides": seating.sides,
        "low": game.setup.ending.low,
        "decimals": tell.decimals,
        "names": [tell(seat) for seat in game.setup.seats],
        "shown": {
            **_marks(game),
            **_words(writer, record),
        },
    }


def _marks(game: Game) -> dict[str, Json]:
    """Return the HTML of the marks beside a player, with placeholders in braces."""

    def macro(name: str, *values: object, template: str = "table/players.html") -> str:
        return str(get_template_attribute(template, name)(*values))

    partners, word = game.partners, macro("announced_word", game)
    blank = Markup("{number}")
    return {
        "dealer": macro("dealer_mark"),
        "declarer": macro("declarer_mark", Markup("{declared}")),
        "said": macro("contract_mark", word, blank) if word else "",
        "sum": macro("needed", blank) if partners else "",
        "badge": macro("badge", Markup("{word}")),
        "took": [
            macro("took", None, Markup("{took}")),
            macro("took", Markup("{said}"), Markup("{took}")),
        ],
        "signs": [
            macro("sign", made, template="review/hand_result.html") for made in (False, True)
        ],
        "turn": "" if partners else macro("turn_mark"),
        "silent": "" if partners else macro("silent"),
    }


def _words(writer: _Writer, record: GameRecord) -> dict[str, Json]:
    """Return the HTML of titles and buttons; those that name a player, once for each seat."""
    game = record.game
    names = [writer.tell(seat) for seat in game.setup.seats]
    number = Markup("{number}")

    def macro(name: str, *values: object) -> str:
        return str(get_template_attribute("table/look_ahead.html", name)(*values))

    return {
        "hand": macro("hand", number),
        "deals": [macro("deals", number, name) for name in names],
        "waiting": [macro("waiting", name) for name in names],
        "enter_for": [macro("enter_for", name) for name in names],
        "result": writer.result(game),
        "tricks_of": writer.tell(
            say("{label} of hand {number}", label=say("tricks"), number=number)
        ),
    }


def _open_places(ahead: Ahead) -> set[int]:
    """Return the places, by `id`, from which too little is known for the rest of a deal.

    It is worth while to ask again there: after `NEAR` questions the next one is unknown, a merged
    place has no points, or a place has too many answers.
    """
    goals = {id(place): _goals(ahead, place) for place in ahead.places.values()}
    found = {place for place, following in goals.items() if None in following}
    for _ in range(NEAR - 1):
        found |= {place for place, following in goals.items() if found & following}
    return found


def _goals(ahead: Ahead, place: Place) -> set[int | None]:
    """Return the places after a place, by `id`, and None for one that was not looked into."""
    names = {move.place for move in place.moves.values() if move.place is not None}
    if not place.followed or (place.merged and not names):
        return {None}
    return {id(ahead.places[name]) if name in ahead.places else None for name in names}


class _Writer:
    """Converts a look-ahead to JSON values; gives each sentence, effect and end a number."""

    def __init__(self, tell: Teller, context: dict[str, Any]) -> None:
        self.tell = tell
        self._context = context
        self._texts: dict[str, int] = {}
        self._sentences: dict[Sentence, int] = {}
        self._codes: dict[tuple[str, ...], int] = {}
        self._effects: dict[Effect, int] = {}
        self._effect_rows: list[Json] = []
        self._ends: dict[str, int] = {}  # the number of each end, by its JSON
        self._worths: list[tuple[Worth, Json]] = []
        self._partials: dict[str, str] = {}
        self._sample: DealScore | None = None

    def places(self, ahead: Ahead) -> dict[str, Json]:
        """Return the places in a fixed order, and the lists that their numbers refer to."""
        places = {id(place): place for place in ahead.places.values()}
        numbers = {place: number for number, place in enumerate(places)}
        index = {name: numbers[id(place)] for name, place in ahead.places.items()}
        near_ends = _open_places(ahead)
        return {
            "index": index,
            "starts": {
                f"{int(dealer)}.{number}": index.get(name or "", NOWHERE)
                for (dealer, number), name in ahead.starts.items()
            },
            "places": [
                self._place(place, index) | ({"open": True} if number in near_ends else {})
                for number, place in places.items()
            ],
            "codes": list(self._codes),
            "effects": self._effect_rows,
            "ends": [json.loads(end) for end in self._ends],
            "worths": [tables for _, tables in self._worths],
            "partials": self._partials,
            "texts": list(self._texts),
        }

    def result(self, game: Any) -> str:
        """Return the HTML of the points of a hand, to be filled in by the script."""
        if self._sample is None:
            return ""
        score = self._sample.spread(game.current.seating.columns, len(game.sides))
        deal = replace(game.current, score=score, flaw=None, surplus=False)
        fold = get_template_attribute("review/hand_result.html", "result_fold")
        return str(fold(game, deal, self.tell))

    def _place(self, place: Place, index: Mapping[str, int]) -> Json:
        step = place.step
        described: dict[str, Json] = {
            "partial": self._partial(step),
            "key": step.key,
            "question": self._text(step.question),
            "hints": [self._text(hint) for hint in step.hints],
            "seat": step.asked,
            "notes": {
                str(option.value): self._text(option.note)
                for option in getattr(step, "options", ())
                if option.note
            },
            "barred": {code: self._plain(why) for code, why in place.barred.items()},
            "moves": self._moves(place.moves, index),
        }
        if step.scene.notice:
            described["notice"] = self._text(step.scene.notice)
        if contracts := contracts_so_far(step):
            said, total, distance = contracts
            described["contracts"] = [said, total, self._text(distance)]
        if place.worth and place.sample:
            blanks = tuple(f"{{{side}}}" for side in range(len(place.sample.lines)))
            described["told"] = self._text(step.describe(blanks))
            described["worth"] = self._worth(place.worth)
            described["end"] = self._end(place.sample, apart=True)
        return described

    def _moves(self, moves: Mapping[str, Move], index: Mapping[str, int]) -> Json:
        """Return the possible answers, their effects and what they lead to (goals), as numbers.

        A goal is the number of a place, or a negative number for an end, as in -1 for the first
        one; None if it is not known.
        """
        codes = self._codes.setdefault(tuple(moves), len(self._codes))
        effects = [self._effect(move.effect) for move in moves.values()]
        return [codes, effects, [self._goal(move, index) for move in moves.values()]]

    def _goal(self, move: Move, index: Mapping[str, int]) -> int | None:
        if move.score is not None:
            return -1 - self._end(move.score)
        return index.get(move.place or "")

    def _effect(self, effect: Effect) -> int:
        if effect not in self._effects:
            self._effects[effect] = len(self._effects)
            self._effect_rows.append(
                [
                    self._text(effect.sentence),
                    effect.declarer,
                    None if effect.declared is None else self._text(effect.declared),
                    {str(int(seat)): number for seat, number in effect.contracts},
                    self._badges(effect.badges),
                ]
            )
        return self._effects[effect]

    def _badges(self, badges: Sequence[tuple[Seat, Sentence]]) -> Json:
        return [[int(seat), self._text(word)] for seat, word in badges]

    def _end(self, score: DealScore, apart: bool = False) -> int:
        if self._sample is None or (self._sample.thrown_in and not score.thrown_in):
            self._sample = score
        end = {
            "label": self._text(score.label),
            "thrownIn": score.thrown_in,
            "stays": score.dealer_stays,
            "fined": score.may_be_fined,
            "ends": score.ends,
            "final": score.final,
            "out": score.out,
            "took": None if apart else score.scene.tricks,
            "lines": None if apart else [self._lines(lines) for lines in score.lines],
        }
        return self._ends.setdefault(json.dumps(end), len(self._ends))

    def _worth(self, worth: Worth) -> int:
        for number, (known, _) in enumerate(self._worths):
            if known is worth or known == worth:
                return number
        tables = [
            [[self._lines(lines) for lines in taken] for taken in table]
            for table in (worth.lines, worth.missed)
        ]
        self._worths.append((worth, tables))
        return len(self._worths) - 1

    def _lines(self, lines: tuple[Line, ...]) -> Json:
        """Return the points, whether the contract was made, and the reasons."""
        points = sum(line.points for line in lines)
        return [points, made_of(lines), *(self._text(line.reason) for line in lines)]

    def _partial(self, step: Step) -> str:
        """Render the HTML of a question unless another question had the same shape.

        Returns a digest of the shape, by which the HTML is found; the same in every look-ahead.
        """
        if isinstance(step, AuctionStep):  # only the result of an auction is asked for
            step = step._replace(auction=step.auction.without_calls)
        shape = blake2b(step.shape.encode(), digest_size=6).hexdigest()
        if shape not in self._partials:
            answers = get_template_attribute("table/entry_fields.html", "answers")
            self._partials[shape] = render_template(
                f"table/steps/{step.kind}.html",
                **(
                    self._context
                    | {"step": step, "by_call": False, "chosen": {}, "error": None}
                    | {"extra": answers("", "")}
                ),
            )
        return shape

    def _text(self, sentence: Sentence) -> int:
        if sentence not in self._sentences:
            self._sentences[sentence] = self._number_of_text(str(self.tell(sentence)))
        return self._sentences[sentence]

    def _plain(self, sentence: Sentence) -> int:
        return self._number_of_text(self.tell.plain(sentence))

    def _number_of_text(self, text: str) -> int:
        return self._texts.setdefault(text, len(self._texts))
