"""A hand of a game file: what is known in it, its questions and its points."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from scorekeeper.games.game_file import FileQuestion, Form, ForWhom, GameFile, Rule, Text
from scorekeeper.rules.bidding_steps import Choice, ChoiceStep
from scorekeeper.rules.expressions import Expression, Value, ValueKind
from scorekeeper.rules.points import DealScore, Line
from scorekeeper.rules.result_steps import NumbersStep, WordsStep
from scorekeeper.rules.steps import Scene, Step
from scorekeeper.seating import Names, Seat, Seating, Side
from scorekeeper.wording import Formula, Sentence, say, say_count

MOST_TILES = 28  # of all players or sides together, in one question
Answers = dict[str, Any]
"""The answers by key: a number, or one for each player or side; of a choice, the seats."""


def sentence_of(text: Text, show: Mapping[str, object] | None = None) -> Sentence:
    """Return a text as a sentence, with these values in its blanks."""
    return Sentence(text.pattern, tuple((show or {}).items()))


# One hand


@dataclass(frozen=True, slots=True)
class HandSoFar:
    """What is known in a hand: the answers so far, and what the hands before it left.

    carried   what each side carries over from earlier hands, in the order of `GameFile.carried`
    points    the points of each side once they are known
    totals    the totals of each side that expressions see
    target    the total that ends the game; 0 if none does
    """

    file: GameFile
    seating: Seating
    rules: Any
    totals: tuple[int, ...]
    carried: tuple[tuple[int, ...], ...]
    target: int = 0
    out: tuple[int, ...] = ()
    answers: Answers = field(default_factory=dict)
    points: tuple[int, ...] = ()

    @property
    def sides(self) -> tuple[Side, ...]:
        return self.seating.sides

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.seating.seats

    def units(self, each: ForWhom) -> tuple[Side, ...]:
        """Return the seats of each player, each side or the whole table, those who are out too."""
        if each is ForWhom.SIDE:
            return self.sides
        return tuple((seat,) for seat in self.seats) if each is ForWhom.PLAYER else (self.seats,)

    def playing(self, each: ForWhom) -> tuple[int, ...]:
        """Return the indices of the players or sides who are still in the game."""
        if each is ForWhom.HAND:
            return (0,)
        units = self.units(each)
        if not self.out:
            return tuple(range(len(units)))
        return tuple(
            index
            for index, unit in enumerate(units)
            if self.seating.side_of(unit[0]) not in self.out
        )

    def seen_by(self, each: ForWhom, index: int = 0) -> partial[Value]:
        """Return the function that looks a name up for one player, one side, or the table."""
        return partial(self._value, each, index)

    def holds(self, rule: Expression | None, each: ForWhom, index: int = 0) -> bool:
        return rule is None or rule.holds(self.seen_by(each, index))

    def say(self, text: Text, each: ForWhom = ForWhom.HAND, index: int = 0) -> Sentence:
        """Return a text with its blanks filled for one player, one side or the table."""
        look_up = self.seen_by(each, index)
        return sentence_of(text, {name: _named(blank, look_up) for name, blank in text.blanks})

    def _value(self, each: ForWhom, index: int, name: str) -> Value:
        head, _, tail = name.partition(".")
        unit = self.units(each)[index]
        match head:
            case "players":
                return self.seating.players
            case "still_in":
                return len(self.sides) - len(self.out)
            case "hand_number":
                return self.seating.number
            case "target":
                return self.target
            case "me":
                return bool(set(unit) & set(self.answers[tail])) if tail else unit
            case "all" | "others" | "mine":
                return self._values(head, tail, unit)
        if head in self.file.questions:
            return self._answer(head, tail, unit)
        if (numbers := self._numbers(head)) is not None:
            return numbers[self.seating.side_of(unit[0])]
        option = getattr(self.rules, head)
        return bool(option == tail) if tail else option

    def _numbers(self, name: str) -> tuple[int, ...] | None:
        """Return the totals, points or carried values of all sides; None for another name."""
        if name in {"total", "points"}:
            return self.totals if name == "total" else self.points
        keys = [carried.key for carried in self.file.carried]
        place = keys.index(name) if name in keys else None
        return None if place is None else tuple(own[place] for own in self.carried)

    def _values(self, whose: str, name: str, unit: Side) -> Value:
        """Return the values of all players or sides who are in, of the others, or of my side."""
        asked = self.file.questions.get(name)
        each = asked.each if asked else ForWhom.SIDE
        units = self.units(each)
        chosen = [
            index
            for index in self.playing(each)
            if whose == "all" or bool(set(units[index]) & set(unit)) is (whose == "mine")
        ]
        if asked is None:
            numbers = self._numbers(name) or ()
            return tuple(numbers[index] for index in chosen)
        return tuple(_worth(asked, self.answers[name][index]) for index in chosen)

    def _answer(self, name: str, tail: str, unit: Side) -> Value:
        asked, answer = self.file.questions[name], self.answers[name]
        if asked.form is Form.CHOICE:
            if not tail:
                return tuple(answer)
            other, _, word = tail.partition(".")
            if not answer:
                return False if word or self.file.questions[other].form is Form.TICK else 0
            return self._answer(other, word, answer)
        if asked.each is not ForWhom.HAND:
            of_sides = asked.each is ForWhom.SIDE
            index = self.seating.side_of(unit[0]) if of_sides else self.seats.index(unit[0])
            answer = answer[index]
        return bool(answer == tail) if tail else _worth(asked, answer)


def _worth(asked: FileQuestion, answer: Any) -> int | bool:
    """Return what one answer counts in an expression."""
    if asked.form is Form.WORDS:
        return next(word.value for word in asked.words if word.key == answer)
    return bool(answer) if asked.form is Form.TICK else int(answer)


def _named(blank: Expression, look_up: partial[Value]) -> object:
    value = blank.value(look_up)
    if blank.kind is ValueKind.WHO:
        return Names(map(Seat, value)) if isinstance(value, tuple) and value else say("nobody")
    return value


# The questions


def questions(hand: HandSoFar, asked: FileQuestion, scene: Scene) -> Generator[Step, Any, Any]:
    """Ask one question of the file and return its answer, as `Answers` keeps it."""
    units = hand.units(asked.each)
    if asked.value is not None:
        values = [0] * len(units)
        for index in hand.playing(asked.each):
            seen = hand.seen_by(asked.each, index)
            is_number = asked.form is Form.NUMBER
            values[index] = asked.value.number(seen) if is_number else asked.value.holds(seen)
        return values[0] if asked.each is ForWhom.HAND else tuple(values)
    who = ForWhom.HAND if asked.form is Form.CHOICE else asked.each  # a choice is the whole table's
    due = [index for index in hand.playing(who) if hand.holds(asked.when, who, index)]
    match asked.form:
        case Form.CHOICE:
            if not due:
                return ()
            playing, around = hand.playing(asked.each), hand.seating.clockwise()
            options = sorted((units[at] for at in playing), key=lambda side: around.index(side[0]))
            nobody = [()] if asked.nobody else []
            return (yield from _chosen(hand, asked, scene, [*options, *nobody]))
        case Form.PLACES:
            return (yield from _places(hand, asked, scene, bool(due)))
    if asked.each is ForWhom.HAND:
        return (yield from _one_word(hand, asked, scene)) if due else _default(asked)
    if not due:
        return (_default(asked),) * len(units)
    if asked.form is Form.NUMBER and not _is_on_tiles(asked, len(due)):
        return (yield _numbers_step(hand, asked, scene, due))
    return (yield _words_step(hand, asked, scene, due))


def _is_on_tiles(asked: FileQuestion, units: int) -> bool:
    """Return whether the numbers of each player or side are few enough to be tapped."""
    low, high = asked.low, asked.high
    if asked.sum or asked.usual or low is None or high is None:
        return False
    if low.names or high.names or low.number(len):
        return False
    return (high.number(len) // asked.step + 1) * units <= MOST_TILES


def _default(asked: FileQuestion) -> Any:
    return asked.words[0].key if asked.form is Form.WORDS else 0


def _refusal(
    hand: HandSoFar, asked: FileQuestion
) -> Callable[[Sequence[Any] | Side], Sentence | None]:
    """Return the function that says why the file refuses answers to a question, or None."""
    rules = [rule for rule in hand.file.refusals if rule.after == asked.key]
    is_one = asked.each is ForWhom.HAND and asked.form is not Form.CHOICE

    def refuse(answers: Sequence[Any] | Side) -> Sentence | None:
        if not rules:
            return None
        answer = answers[0] if is_one else tuple(answers)
        known = replace(hand, answers=hand.answers | {asked.key: answer})
        for rule in rules:
            assert rule.say is not None  # noqa: S101  (it was read)
            for unit in known.playing(rule.each):
                if known.holds(rule.when, rule.each, unit):
                    return known.say(rule.say, rule.each, unit)
        return None

    return refuse


def _chosen(
    hand: HandSoFar, asked: FileQuestion, scene: Scene, options: Sequence[Side], place: int = 0
) -> Generator[Step, Any, Side]:
    """Ask for one player or side; for the one in a place if `place` is not 0."""
    choices, name, refuse = [], sentence_of(asked.name), _refusal(hand, asked)
    for side in options:
        barred = None if place else refuse(side)
        who: object = Names(side) if side else say("nobody")
        value: object = side[0] if len(side) == 1 else side
        code = str(int(min(side))) if side else "nobody"
        sentence = say("{what}: {answer}", what=name, answer=who)
        choices.append(Choice(code, value, say("{answer}", answer=who), sentence, barred))
    ask, key = sentence_of(asked.ask), asked.key
    if place:
        ask = say("{question} Place {place}", question=ask, place=place)
        key = f"{key}-{place}"
    chosen = yield ChoiceStep(key, None, ask, tuple(choices), scene, label=name, usual=asked.usual)
    return chosen if isinstance(chosen, tuple) else (chosen,)


def _places(
    hand: HandSoFar, asked: FileQuestion, scene: Scene, is_due: bool
) -> Generator[Step, Any, tuple[int, ...]]:
    """Ask who was first, second and so on; the last one follows."""
    places = [0] * hand.seating.players
    playing = {hand.seats[index] for index in hand.playing(ForWhom.PLAYER)}
    left: list[Side] = [(seat,) for seat in hand.seating.clockwise() if seat in playing]
    place = 1
    while is_due and left:
        seat = left[0]
        if len(left) > 1:
            seat = yield from _chosen(hand, asked, scene, left, place)
        left.remove(seat)
        places[hand.seats.index(seat[0])] = place
        place += 1
    return tuple(places)


def _numbers_step(
    hand: HandSoFar, asked: FileQuestion, scene: Scene, due: Sequence[int]
) -> NumbersStep:
    assert asked.low is not None  # noqa: S101  (a number has bounds)
    assert asked.high is not None  # noqa: S101
    units = hand.units(asked.each)
    bounds: list[tuple[int, int] | None] = [None] * len(units)
    for index in due:
        seen = hand.seen_by(asked.each, index)
        low = asked.low.number(seen)
        bounds[index] = low, max(low, asked.high.number(seen))
    total = None if asked.sum is None else asked.sum.number(hand.seen_by(ForWhom.HAND))
    return NumbersStep(
        replace(hand.seating, sides=units), scene, total, asked.step, asked.key,
        sentence_of(asked.ask), sentence_of(asked.name), tuple(bounds), _refusal(hand, asked),
        hand.file.draws, None if asked.usual is None else int(asked.usual),
    )  # fmt: skip


def _words_step(
    hand: HandSoFar, asked: FileQuestion, scene: Scene, due: Sequence[int]
) -> WordsStep:
    """Return the question for a word, a tick or a number on tiles of each player or side."""
    return WordsStep(
        asked.key, replace(hand.seating, sides=hand.units(asked.each)), scene,
        sentence_of(asked.ask), sentence_of(asked.name), tuple(_faces(asked)), tuple(due),
        _refusal(hand, asked), hand.file.draws,
    )  # fmt: skip


def _one_word(hand: HandSoFar, asked: FileQuestion, scene: Scene) -> Generator[Step, Any, Any]:
    """Ask the table for a word, a tick or a number on tiles."""
    choices, name, refuse = [], sentence_of(asked.name), _refusal(hand, asked)
    for code, answer, face in _faces(asked):
        sentence = say("{what}: {answer}", what=name, answer=face)
        choices.append(Choice(code, answer, face, sentence, refuse([answer])))
    ask, usual = sentence_of(asked.ask), "no" if asked.form is Form.TICK else None
    return (yield ChoiceStep(asked.key, None, ask, tuple(choices), scene, label=name, usual=usual))


def _faces(asked: FileQuestion) -> Iterator[tuple[str, Any, Sentence]]:
    """Yield the code, the value and the text of every answer."""
    if asked.form is Form.WORDS:
        yield from ((word.key, word.key, sentence_of(word.name)) for word in asked.words)
    elif asked.form is Form.TICK:
        yield from (("no", 0, say("no")), ("yes", 1, say("yes")))
    elif asked.low is not None and asked.high is not None:
        low, high = (bound.number(len) for bound in (asked.low, asked.high))  # no names are in them
        for number in range(low, high + 1, asked.step):
            yield str(number), number, say("{number}", number=number)


# Points


def out_of(hand: HandSoFar) -> tuple[int, ...]:
    """Return the sides that are out of the game."""
    rule = hand.file.out
    if rule is None:
        return ()
    known = replace(hand, points=hand.points or (0,) * len(hand.sides))
    sides = range(len(hand.sides))
    return tuple(side for side in sides if rule.holds(known.seen_by(ForWhom.SIDE, side)))


def goes_on(hand: HandSoFar) -> bool:
    """Return whether another hand can be played: two sides at least are in the game."""
    return len(out_of(replace(hand, points=()))) < len(hand.sides) - 1


def unplayed(hand: HandSoFar, scene: Scene) -> DealScore:
    """Return the result of a hand for which too few are left: nothing is asked, nobody scores."""
    nothing = Line(0, say("nothing"))
    return DealScore(tuple((nothing,) for _ in hand.sides), scene, say("nothing"))


def score(hand: HandSoFar, scene: Scene) -> DealScore:
    """Return the points of a hand with their reasons, and what it leaves to the next."""
    hand, lines = _with_points(hand)
    after = _after(hand)
    for side, own in enumerate(lines):
        if side in hand.out:
            continue  # who is out does not play
        if side in after.out:
            own.append(Line(0, say("out")))
        elif not own:
            own.append(Line(0, say("nothing")))
    bonus = _bonus(after)
    ends = hand.file.ends.when
    label, chosen = _headline(hand)
    return DealScore(
        tuple(map(tuple, lines)),
        scene,
        label,
        left=after.carried if hand.file.carried else None,
        ends=ends is not None and after.holds(ends, ForWhom.HAND),
        final=not goes_on(replace(after, out=hand.out)),  # before anybody leaves
        bonus=bonus if any(bonus) else (),
        out=tuple(seat for side in after.out for seat in hand.sides[side]),
        first=_first(after),
        chosen=chosen,
    )


def with_points_alone(known: DealScore, hand: HandSoFar) -> DealScore:
    """Return the score of a hand of which only the points are known, with what follows from them.

    The points stand as they were written, whatever a total becomes by the rules; between equal
    totals nothing decides.
    """
    points = known.points
    totals = tuple(map(sum, zip(hand.totals, points, strict=True)))
    after = _without_losers(replace(hand, points=points, totals=totals))
    ends, bonus, sides = hand.file.ends.when, _bonus(after), range(len(hand.sides))
    return replace(
        known,
        left=after.carried if hand.file.carried else None,
        ends=ends is not None and after.holds(ends, ForWhom.HAND),
        final=not goes_on(replace(after, out=hand.out)),
        bonus=bonus if any(bonus) else (),
        out=tuple(seat for side in after.out for seat in hand.sides[side]),
        first=tuple(-(side in after.out) for side in sides) if after.out else (),
    )


def _with_points(hand: HandSoFar) -> tuple[HandSoFar, list[list[Line]]]:
    """Return the hand with its points and the totals after it, and the lines of each side."""
    lines: list[list[Line]] = [[] for _ in hand.sides]
    for rule in hand.file.points:
        for index in hand.playing(rule.each):
            if hand.holds(rule.when, rule.each, index):
                side = hand.seating.side_of(hand.units(rule.each)[index][0])
                lines[side].append(_line(rule, hand, index))
    points = tuple(sum(line.points for line in each) for each in lines)
    lines = [[line for line in each if line.points] or each[:1] for each in lines]
    totals = tuple(map(sum, zip(hand.totals, points, strict=True)))
    hand = replace(hand, points=points, totals=totals)
    for rule in hand.file.becomes:
        hand = _changed(hand, rule, lines)
    return hand, lines


def _after(hand: HandSoFar) -> HandSoFar:
    """Return a hand with what each side carries to the next, and who is out after it."""
    carried = tuple(
        before if side in hand.out else _carried_on(hand, side)
        for side, before in enumerate(hand.carried)
    )
    return _without_losers(replace(hand, carried=carried))


def _carried_on(hand: HandSoFar, side: int) -> tuple[int, ...]:
    seen = hand.seen_by(ForWhom.SIDE, side)
    return tuple(each.value.number(seen) for each in hand.file.carried)


def _without_losers(hand: HandSoFar) -> HandSoFar:
    """Return a hand with who is out after it."""
    out = {*hand.out, *out_of(hand)}
    if len(out) == len(hand.sides):
        out = {*hand.out}  # the last ones left together: the best total of them wins
    return replace(hand, out=tuple(sorted(out)))


def _bonus(after: HandSoFar) -> tuple[tuple[Line, ...], ...]:
    """Return the lines that each side gets at the end of the game."""
    return tuple(
        tuple(
            _line(rule, after, side)
            for rule in after.file.ends.bonus
            if after.holds(rule.when, ForWhom.SIDE, side)
        )
        for side in range(len(after.sides))
    )


def _headline(hand: HandSoFar) -> tuple[Sentence, Side]:
    """Return the word that the table answered first, such as the trumps, and who was chosen.

    Without one, it is what the player or side that was chosen first did, as in “went out”; in a
    game that asks for nobody, the best points of the hand.
    """
    for asked in hand.file.asked:
        if asked.form is Form.WORDS and asked.each is ForWhom.HAND:
            for word in asked.words:
                if word.key == hand.answers[asked.key] and hand.holds(asked.when, asked.each, 0):
                    return sentence_of(word.name), _chosen_first(hand)
    first = hand.file.asked[0]
    if first.form is not Form.CHOICE:
        points, best = _best(hand)
        return say_count("{count} point", "{count} points", points), best
    if chosen := _chosen_first(hand):
        return sentence_of(first.name), chosen
    return say("{what}: {answer}", what=sentence_of(first.name), answer=say("nobody")), ()


def _best(hand: HandSoFar) -> tuple[int, Side]:
    """Return the best points of the hand and the side that has them; no side if several have."""
    playing = hand.playing(ForWhom.SIDE)
    best = (min if hand.file.low_wins else max)(hand.points[side] for side in playing)
    sides = [hand.sides[side] for side in playing if hand.points[side] == best]
    return best, sides[0] if len(sides) == 1 else ()


def _first(hand: HandSoFar) -> tuple[int, ...]:
    """Return the number of each side that decides before the totals; empty if they decide."""
    rule, sides = hand.file.ends.first, range(len(hand.sides))
    first = tuple(rule.number(hand.seen_by(ForWhom.SIDE, side)) for side in sides) if rule else ()
    if not hand.out:
        return first
    last = min(first, default=0) - 1  # sides that are out come after all others
    return tuple(last if side in hand.out else first[side] if first else 0 for side in sides)


def _chosen_first(hand: HandSoFar) -> Side:
    """Return the player or side that the first question asks for; empty for nobody."""
    first = hand.file.asked[0]
    return hand.answers[first.key] if first.form is Form.CHOICE else ()


def _line(rule: Rule, hand: HandSoFar, index: int) -> Line:
    assert rule.value is not None  # noqa: S101  (it was read)
    worked = rule.value.work(hand.seen_by(rule.each, index))
    reason = say("{formula}", formula=Formula(worked.reason))
    if rule.say is not None:
        reason = say("{what}: {answer}", what=sentence_of(rule.say), answer=reason)
    return Line(worked.number, reason)


def _changed(hand: HandSoFar, rule: Rule, lines: Sequence[list[Line]]) -> HandSoFar:
    """Return the hand after a rule about totals, and add a line for each total it changes."""
    assert rule.value is not None  # noqa: S101  (it was read)
    totals = list(hand.totals)
    for side in hand.playing(ForWhom.SIDE):
        if not hand.holds(rule.when, ForWhom.SIDE, side):
            continue
        old, new = totals[side], rule.value.number(hand.seen_by(ForWhom.SIDE, side))
        if new == old:
            continue
        reason = say("total {old} becomes {new}", old=old, new=new)
        if rule.say is not None:
            reason = say("{what}: {answer}", what=sentence_of(rule.say), answer=reason)
        lines[side].append(Line(new - old, reason))
        totals[side] = new
    return replace(hand, totals=tuple(totals))
