"""The rulebook of a game file: its house rules, endings, examples and rules in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import make_dataclass, replace
from functools import partial
from itertools import repeat
from typing import Any

from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.games.file_hand import (
    HandSoFar,
    goes_on,
    out_of,
    score,
    sentence_of,
    unplayed,
    with_points_alone,
)
from scorekeeper.games.file_page import ask
from scorekeeper.games.game_file import Ends, Example, ForWhom, GameFile, GameFileError, Rule
from scorekeeper.games.game_file_reader import read_game_file
from scorekeeper.rules import house_rules
from scorekeeper.rules.bidding_steps import Choice, ChoiceStep
from scorekeeper.rules.ending import Course, Ending, Endings, Goal, Tie
from scorekeeper.rules.extension_points import LookAhead
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.questions_step import QuestionsStep, keys_asked, typed_text
from scorekeeper.rules.result_steps import NumbersStep, WordsStep
from scorekeeper.rules.rulebook import Preset, Rulebook, Section, WorkedHand
from scorekeeper.rules.script import NOTHING_EARLIER, Bookmark, Earlier, Script
from scorekeeper.rules.steps import Fact, Json, Scene, Step
from scorekeeper.seating import SEATS, Names, Seat, Seating
from scorekeeper.wording import Given, Listed, Sentence, say

GOALS = {
    "rules": Goal.RULES,
    "target": Goal.TARGET,
    "hands": Goal.DEALS,
    "time": Goal.TIME,
    "open": Goal.OPEN,
}
MOST_AHEAD = 560_000  # values that a look-ahead computes
LETTERS = "ABCDEFGHIJ"  # of players and sides in examples


def game_of(text: str, key: str) -> FileGame:
    """Return the game of a file; raises GameFileError."""
    return FileGame(read_game_file(text, key))


class FileLookAhead(LookAhead):
    """The states of hands that are alike: those with equal answers, whoever deals."""

    dealers_alike = True

    def __init__(self, file: GameFile) -> None:
        self.is_numbered = any("hand_number" in each.names for each in file.expressions())
        self.most_moves = MOST_AHEAD // file.work

    def state_key(self, seating: Seating, rules: Any, facts: Sequence[Fact], step: Step) -> Json:
        """Return the answers, and the number of the hand if a question depends on it."""
        return [seating.number if self.is_numbered else 0, list(facts)]


class FileGame(Rulebook[Any]):
    """A game that is described by a file."""

    cell = None

    def __init__(self, file: GameFile) -> None:
        self.file = file
        self.key = file.key
        self.name = sentence_of(file.name)
        self.also = file.also
        self.kind = file.kind
        self.summary = sentence_of(file.line) if file.line else None
        self.players = file.players
        self.rules = _rules_class(file)
        self.presets = tuple(
            Preset(
                variant.key,
                sentence_of(variant.name),
                sentence_of(variant.source),
                sentence_of(variant.description),
                self.rules(**variant.options),
                None if variant.ends == file.ends else _ending(variant.ends),
            )
            for variant in file.variants
        )
        goals = tuple(GOALS[goal] for goal in file.ends.goals)
        self.endings = Endings(goals, _ending(file.ends))
        self.look_ahead = FileLookAhead(file)
        from_start = [
            (example, self.played(example)[0])
            for example in file.examples
            if not (example.totals or example.carried or example.options)
        ]
        usual = min(4, self.players[-1])
        self.worked = tuple(
            WorkedHand(1, {step.key: fact for step, fact in answers})
            for example, answers in from_start
            if example.players == usual
        )
        self.examples = tuple(
            " ".join((f"--players {example.players}", *(typed_text(*answer) for answer in answers)))
            for example, answers in from_start[:1]
        )

    def seating(self, players: int, dealer: Seat, rules: Any) -> Seating:
        odd = self.file.pairs_if_even and (players < 4 or players % 2)
        if self.file.alone or odd:
            return Seating.alone(players, dealer)
        across = players // 2
        sides = tuple((Seat(side), Seat(side + across)) for side in range(across))
        return Seating(players, dealer, sides)

    def low(self, rules: Any) -> bool:
        return self.file.low_wins

    def carries(self, rules: Any) -> bool:
        return self.file.carries

    def points_suffice(self, rules: Any) -> bool:
        return self.file.points_suffice()

    def after_points(
        self, score: DealScore, seating: Seating, rules: Any, earlier: Earlier
    ) -> DealScore:
        return with_points_alone(score, self._hand(seating, rules, earlier))

    def until(self, rules: Any) -> Sentence | None:
        """Return the words of the file, or its condition if it has none."""
        ends = self.file.ends
        if ends.when is None:
            return None
        usual = say("until {condition}", condition=Given(ends.when.text))
        return next(self._told(ends.until, rules), usual)

    def left_from(self, numbers: Sequence[int], seating: Seating) -> object:
        sides, keys = len(seating.sides), len(self.file.carried)
        if not keys:
            return super().left_from(numbers, seating)
        if len(numbers) != sides * keys:
            raise ValueError(f"what was left takes {sides * keys} numbers")
        return tuple(tuple(numbers[side::sides]) for side in range(sides))

    def script(self, seating: Seating, rules: Any, earlier: Earlier = NOTHING_EARLIER) -> Script:
        hand = self._hand(seating, rules, earlier)
        scene = self._scene(hand)
        if not goes_on(hand):
            return unplayed(hand, scene._replace(notice=None))
        for page in self.file.pages:
            hand = yield from ask(hand, page, scene)
        return score(hand, scene._replace(notice=None))

    def describe(self, rules: Any) -> tuple[Section, ...]:
        play = tuple(self._told(self.file.play, rules))
        scoring = tuple(self._told(self.file.scoring, rules)) or tuple(self._formulas())
        sections = (Section(say("Play"), play), Section(say("Scoring"), scoring))
        return tuple(section for section in sections if section.sentences)

    def _formulas(self) -> Iterator[Sentence]:
        """Yield the values, the points and the changes of totals as the file writes them."""
        file = self.file
        for asked in file.asked:
            if asked.value is not None:
                yield say("{what}: {answer}", what=Given(asked.key), answer=Given(asked.value.text))
        changes = ((rule, say("the total becomes")) for rule in file.becomes)
        for rule, usual in (*((rule, sentence_of(file.name)) for rule in file.points), *changes):
            what = sentence_of(rule.say) if rule.say else usual
            answer = Given(rule.value.text if rule.value else "")
            if rule.when is None:
                yield say("{what}: {answer}", what=what, answer=answer)
            else:
                condition = Given(rule.when.text)
                yield say("{what}: {answer}, if {condition}",
                          what=what, answer=answer, condition=condition)  # fmt: skip
        if file.out is not None:
            yield say("out of the game, if {condition}", condition=Given(file.out.text))

    def _told(self, sentences: Iterable[Rule], rules: Any) -> Iterator[Sentence]:
        """Yield the sentences of the rules that hold with these options."""
        seating = self.seating(self.players[0], SEATS[0], rules)
        hand = self._hand(seating, rules, NOTHING_EARLIER)
        for rule in sentences:
            if rule.say is not None and hand.holds(rule.when, ForWhom.HAND):
                yield hand.say(rule.say)

    # The state of a hand

    def _hand(self, seating: Seating, rules: Any, earlier: Earlier) -> HandSoFar:
        """Return what is known before the first question."""
        sides = len(seating.sides)
        totals = earlier.totals or (0,) * sides
        start = tuple(each.start for each in self.file.carried)
        left = earlier.left_of_each(start, sides)
        hand = HandSoFar(self.file, seating, rules, totals, left, earlier.target)
        return replace(hand, out=out_of(hand))

    def _scene(self, hand: HandSoFar) -> Scene:
        notices: list[Sentence] = []
        for rule in self.file.notices:
            for index in hand.playing(rule.each):
                if rule.say is not None and hand.holds(rule.when, rule.each, index):
                    notices.append(hand.say(rule.say, rule.each, index))
        out = tuple((seat, say("out")) for side in hand.out for seat in hand.sides[side])
        carried = tuple(self._carried(hand, side) for side in range(len(hand.sides)))
        notice = say("{notices}", notices=Listed(notices)) if notices else None
        return Scene(0, notice=notice, badges=out, carried=carried if any(carried) else ())

    def _carried(self, hand: HandSoFar, side: int) -> Sentence | None:
        """Return what a side carries over from earlier hands; None if all of it is 0."""
        carried = Listed(
            say("{what}: {answer}", what=sentence_of(each.name), answer=number)
            for each, number in zip(self.file.carried, hand.carried[side], strict=True)
            if number
        )
        return say("{carried}", carried=carried) if carried else None

    # Examples

    def played(self, example: Example) -> tuple[list[tuple[Step, Fact]], DealScore]:
        """Play an example; return the answer to each question, and the points.

        The game has its usual end: what is added at the end of the game is among the points.
        Raises GameFileError for an answer that is missing, refused or not asked for, and for
        totals or carried values of another number of sides.
        """
        rules = self.rules(**example.options)
        seating = self.seating(example.players, SEATS[0], rules)
        carried, sides = example.carried or {}, len(seating.sides)
        for what, numbers in {"totals": example.totals, **carried}.items():
            if len(numbers) not in {0, sides}:
                raise GameFileError(
                    example.line,
                    say(
                        "“{what}” of the example takes {count} numbers, one for each side",
                        what=Given(what),
                        count=sides,
                    ),
                )
        starts = tuple(
            tuple(
                carried[each.key][side] if carried.get(each.key) else each.start
                for each in self.file.carried
            )
            for side in range(sides)
        )
        ending = self.agreed(self.usual_ending(rules), rules, example.players)
        target, _, _ = ending.limits
        earlier = Earlier(example.totals, starts if self.file.carried else None, target or 0)
        mark = Bookmark.at_start(partial(self.script, seating, rules, earlier))
        facts: list[tuple[Step, Fact]] = []
        while (step := mark.step) is not None:
            try:
                mark = mark.parse(_fact_of(step, example.answers))
            except EntryError as error:
                raise GameFileError(
                    example.line,
                    say(
                        "the example does not answer “{question}”: {reason}",
                        question=step.question,
                        reason=in_letters(error.sentence),
                    ),
                ) from None
            facts.append((step, step.fact(mark.answers[-1])))
        assert mark.score is not None  # noqa: S101  (no question is left)
        asked = {key.partition("-")[0] for step, fact in facts for key in keys_asked(step, fact)}
        for key in example.answers:
            if key not in asked:
                raise GameFileError(
                    example.line,
                    say("the example answers “{key}”, which is not asked in it", key=Given(key)),
                )
        score = mark.score
        totals = [sum(pair) for pair in zip(example.totals or repeat(0), score.points)]  # noqa: B905
        course = Course().after(
            ending, totals, 0, ends=score.ends, final=score.final, first=score.first
        )
        return facts, score.at_end if course.decided else score


def _fact_of(step: Step, answers: Mapping[str, Any]) -> Fact:
    """Return the answer that an example has for a question; raises MalformedEntry.

    Players are letters from A on; so are sides, by their first player. Places are the letters in
    the order of the places.
    """
    if isinstance(step, QuestionsStep):
        return step.filled(lambda part: _fact_of(part, answers))
    key, _, place = step.key.partition("-")
    if key not in answers:
        raise MalformedEntry("no-choice", say("“{key}” is missing in its answers", key=Given(key)))
    given = answers[key]
    if isinstance(step, NumbersStep | WordsStep):
        if not isinstance(given, list):
            raise _unlike(given, say("a list"))
        return {step.field: [_yes_or_no(each) for each in given]}
    if place:
        given = str(given)[int(place) - 1 : int(place)]
    given = str(_yes_or_no(given))
    if not isinstance(step, ChoiceStep):
        return {step.field: given}
    for choice in step.choices:
        if given in {_written(choice), choice.code}:
            return {step.field: choice.code}
    known = Listed(Given(_written(choice)) for choice in step.choices)
    raise _unlike(given, say("one of {known}", known=known))


def _written(choice: Choice) -> str:
    """Return an answer as examples write it: a letter for a player or side, else its code."""
    is_player = isinstance(choice.value, Seat | tuple) and choice.value != ()
    return LETTERS[int(choice.code)] if is_player else choice.code


def _unlike(given: object, wanted: Sentence) -> MalformedEntry:
    value = Given(str(given)[:40])
    return MalformedEntry("no-choice", say("“{value}” is not {wanted}", value=value, wanted=wanted))


def in_letters(value: object) -> Any:
    """Return a value of a sentence as examples write it, with letters for players."""
    if isinstance(value, Seat):
        return Given(LETTERS[value])
    if isinstance(value, Names):
        return Listed(in_letters(seat) for seat in value)
    if isinstance(value, Listed):
        return Listed(map(in_letters, value))
    if isinstance(value, Sentence):
        blanks = tuple((name, in_letters(blank)) for name, blank in value.blanks)
        return replace(value, blanks=blanks)
    return value


def _yes_or_no(given: Any) -> Any:
    return ("yes" if given else "no") if isinstance(given, bool) else given


def _ending(ends: Ends) -> Ending:
    """Return the usual ending of a game."""
    tie = Tie.SHARE if ends.share else Tie.USUAL
    ending = Ending(goal=GOALS[ends.goals[0]], tie=tie)
    if ends.target is not None:
        ending = replace(ending, target=ends.target)
    return ending if ends.hands is None else replace(ending, deals=ends.hands)


def _label_and_value(label: Sentence, value: object) -> Sentence:
    return say("{rule}: {value}", rule=label, value=value)


def _rules_class(file: GameFile) -> type[Any]:
    """Return the dataclass of the house rules: a field for each option."""
    fields = []
    for option in file.options:
        label, default = sentence_of(option.name), option.default
        if option.words:
            words = {word.key: sentence_of(word.name) for word in option.words}
            rule = house_rules.choice(default, label, words, partial(_label_and_value, label))
        elif isinstance(default, bool):
            rule = house_rules.toggle(default, label)
        else:
            rule = house_rules.number(int(default), label, option.low, option.high)
        fields.append((option.key, Any, rule))
    return make_dataclass("FileRules", fields, frozen=True, slots=True, kw_only=True)
