"""Reads the TOML text of a game file into a checked description.

Every fault is a `GameFileError` with its line. `docs/own-games.md` is the reference of the fields.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from keyword import iskeyword

from scorekeeper.games.file_table import (
    LARGEST,
    MOST_ENTRIES,
    FileTable,
    Names,
    listed,
    read_toml,
)
from scorekeeper.games.file_work import with_work
from scorekeeper.games.game_file import (
    CarriedRule,
    Ends,
    Example,
    FileOption,
    FileQuestion,
    Form,
    ForWhom,
    GameFile,
    GameFileError,
    Rule,
    Text,
    Variant,
    Word,
    pages_of,
)
from scorekeeper.rules.ending import TARGETS
from scorekeeper.rules.expressions import (
    FUNCTIONS,
    WORDS,
    Expression,
    ValueKind,
)
from scorekeeper.rules.rulebook import KindOfGame
from scorekeeper.wording import Given, Sentence, Written, say

FORMAT = 1
MOST_BYTES = 64 * 1024
PLAYERS = range(2, 11)
MOST_TILES = 21  # numbers of a question to the whole table, which are tapped
KEY = re.compile(r"[a-z][a-z0-9_]{0,29}")


def read_game_file(text: str, key: str) -> GameFile:
    """Read the text of a game file; raises GameFileError.

    key    the key of the game, which the name of its file gives
    """
    if len(text.encode()) > MOST_BYTES:
        raise GameFileError(1, say("the file has more than {most} KB", most=MOST_BYTES // 1024))
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", key):
        raise GameFileError(
            1,
            say(
                "“{key}” is no key of a game: small letters, digits and hyphens are allowed",
                key=Given(key[:40]),
            ),
        )
    return _Reader(text, key, read_toml(text)).game()


class _Reader:
    """Reads the parts of one file in their order, and knows the names that each may use."""

    def __init__(self, text: str, key: str, top: FileTable) -> None:
        self.text, self.key, self.top = text, key, top
        self.options: tuple[FileOption, ...] = ()
        self.asked: list[FileQuestion] = []
        self.carried: list[tuple[str, int]] = []
        self.known: dict[tuple[ForWhom, bool, int], Names] = {}  # names that were made already
        self.known_asked: dict[ForWhom, Names] = {}
        self.alone, self.pairs_if_even = True, False

    def game(self) -> GameFile:
        top = self.top
        top.allow(
            "format", "name", "also", "kind", "line", "source", "players", "sides", "wins",
            "options", "ask", "refuse", "notice", "points", "total", "carry", "end", "variant",
            "play", "scoring", "example",
        )  # fmt: skip
        if top.has("format") and top.number("format") > FORMAT:
            raise top.error(
                "format",
                say(
                    "this file has format {format}, of a later program; this one reads up to "
                    "{most}",
                    format=top.number("format"),
                    most=FORMAT,
                ),
            )
        name, source = top.text("name"), top.text("source", default=_OWN_RULES)
        sides = top.string("sides", _SIDES) if top.has("sides") else _SIDES[0]
        self.alone, self.pairs_if_even = sides == _SIDES[0], sides == _SIDES[2]
        players = self.players()
        low_wins = top.has("wins") and top.string("wins", ("high", "low")) == "low"
        self.options = tuple(self.option(key) for key in top.table("options").data)
        self.carried = [(self.new_key(part), part.number("start")) for part in top.tables("carry")]
        for part in top.tables("ask"):
            self.asked.append(self.question(part))
        if not self.asked:
            raise top.error(
                "ask", say("there is no question: write {header}", header=Given("[[ask]]"))
            )
        ends = self.ends(top.table("end"), top.line("end"))
        total = top.table("total")
        total.allow("becomes", "out")
        after = self.names(ForWhom.SIDE, points=True)
        points = tuple(self.points(top, "points"))
        if not points:
            header = Given("[[points]]")
            raise top.error(
                "points", say("there are no points: write {key} or {header}", header=header)
            )
        refusals = (self.sentence(part, self.names_asked) for part in top.tables("refuse"))
        file = GameFile(
            key=self.key,
            text=self.text,
            digest=hashlib.sha256(self.text.encode()).hexdigest()[:16],
            name=name,
            also=top.texts("also"),
            kind=KindOfGame(top.string("kind", _KINDS)) if top.has("kind") else KindOfGame.OWN,
            line=top.text("line") if top.has("line") else None,
            players=players,
            alone=self.alone,
            pairs_if_even=self.pairs_if_even,
            low_wins=low_wins,
            options=self.options,
            asked=tuple(self.asked),
            refusals=tuple(map(self.after, refusals)),
            notices=tuple(self.sentence(part, self.names_before) for part in top.tables("notice")),
            points=points,
            becomes=tuple(self.valued(part, after) for part in total.tables("becomes")),
            out=total.expression("out", after, ValueKind.TRUTH) if total.has("out") else None,
            carried=tuple(self.carry(part, after) for part in top.tables("carry")),
            ends=ends,
            variants=tuple(self.variants(name, source, ends)),
            play=tuple(self.described(top, "play")),
            scoring=tuple(self.described(top, "scoring")),
            examples=tuple(self.example(part, players) for part in top.tables("example")),
            out_line=total.line("out"),
            questions={asked.key: asked for asked in self.asked},
            pages=pages_of(self.asked),
        )
        return with_work(replace(file, carries=_carries(file)))

    def players(self) -> range:
        least, most = self.top.pair("players")
        step = 1 if self.alone or self.pairs_if_even else 2
        if type(least) is not int or type(most) is not int or not (
            PLAYERS[0] <= least <= most <= PLAYERS[-1]
        ):  # fmt: skip
            raise self.top.error(
                "players",
                say(
                    "“{key}” must be two numbers from {low} to {high}",
                    low=PLAYERS[0],
                    high=PLAYERS[-1],
                ),
            )
        if step == 2 and (least < 4 or least % 2 or most % 2):
            raise self.top.error("players", say("sides of two need 4, 6, 8 or 10 players"))
        return range(least, most + 1, step)

    def new_key(self, part: FileTable) -> str:
        """Return the key of a question, option or carried value; it must be new."""
        key = part.string("key")
        self.check_key(part, "key", key)
        if key in {asked.key for asked in self.asked}:
            raise part.error("key", _taken(key))
        return key

    def check_key(self, part: FileTable, field: str, key: str) -> None:
        if not KEY.fullmatch(key):
            raise part.error(field, _no_key(key))
        taken = {option.key for option in self.options} | {name for name, _ in self.carried}
        if key in _RESERVED or key in taken:
            raise part.error(field, _taken(key))

    # Options

    def option(self, key: str) -> FileOption:
        table = self.top.table("options")
        if len(table.data) > MOST_ENTRIES:
            raise GameFileError(
                table.line(list(table.data)[MOST_ENTRIES]),
                say(
                    "“{key}” has more than {most} entries", key=Given("options"), most=MOST_ENTRIES
                ),
            )
        self.check_key(table, key, key)
        if iskeyword(key):  # options are fields of a class
            raise table.error(
                key, say("the key “{key}” is a word of Python: take another", key=Given(key))
            )
        part = table.table(key)
        part.allow("name", "default", "range", "words")
        name, default = part.text("name"), part.need("default")
        if isinstance(default, bool):
            return FileOption(key, name, default)
        if isinstance(default, str):
            words = tuple(self.words(part, valued=False))
            if default not in {word.key for word in words}:
                known = listed(word.key for word in words)
                raise part.unfit("default", say("one of {known}", known=known))
            return FileOption(key, name, default, words=words)
        low, high = part.pair("range")
        for value in (low, high):
            if type(value) is not int or abs(value) > LARGEST:
                raise part.error(
                    "range",
                    say(
                        "“{key}” must be two numbers from {low} to {high}",
                        low=-LARGEST,
                        high=LARGEST,
                    ),
                )
        return FileOption(key, name, part.number("default", low, high), low, high)

    def words(self, part: FileTable, *, valued: bool) -> Iterator[Word]:
        table = part.table("words")
        if not 2 <= len(table.data) <= MOST_ENTRIES:
            raise part.error(
                "words", say("“words” must be a table of 2 to {most} words", most=MOST_ENTRIES)
            )
        for key, value in table.data.items():
            if not KEY.fullmatch(key):
                raise table.error(key, _no_key(key))
            if type(value) is int and valued:
                yield Word(key, Text(Written(key, {})), table.number(key))
            elif isinstance(value, dict) and valued and "name" in value:
                word = table.table(key)
                word.allow("name", "value")
                yield Word(key, word.text("name"), word.number("value") if word.has("value") else 0)
            else:
                yield Word(key, table.text(key))

    # Questions

    def question(self, part: FileTable) -> FileQuestion:
        part.allow(
            "key", "ask", "name", "each", "number", "step", "sum", "choice", "words", "tick",
            "places", "when", "value", "usual",
        )  # fmt: skip
        key = self.new_key(part)
        if part.has("value"):
            return self.worked_out(part, key)
        forms = [form for form in Form if part.has(form.value)]
        if len(forms) != 1:
            known = listed(form.value for form in Form)
            raise part.error(None, say("a question needs one of {known}", known=known))
        form = forms[0]
        each = self.each(part, ForWhom.HAND)
        nobody = False
        if form is Form.CHOICE:
            who, _, other = part.string("choice", _CHOICES).partition(" or ")
            each, nobody = ForWhom(who), bool(other)
        each = ForWhom.PLAYER if form is Form.PLACES else self.scope(each)
        names = self.names(each if form in {Form.NUMBER, Form.WORDS, Form.TICK} else ForWhom.HAND)
        low = high = total = None
        step = part.number("step", 1, 1000) if part.has("step") else 1
        if form is Form.NUMBER:
            bounds = part.pair("number")
            low, high = (
                part.expression("number", names, ValueKind.NUMBER, value=each) for each in bounds
            )
            if not (low.names or high.names) and low.number(_no_names) > high.number(_no_names):
                raise part.error(
                    "number",
                    say(
                        "in “number” {low} is more than {high}",
                        low=Given(low.text),
                        high=Given(high.text),
                    ),
                )
            if each is ForWhom.HAND and not self.is_short(part, low, high, step):
                raise part.error(
                    "number",
                    say(
                        "a number of the whole hand may have {most} values at most", most=MOST_TILES
                    ),
                )
            if part.has("sum"):
                total = part.expression("sum", self.names(ForWhom.HAND), ValueKind.NUMBER)
                if each is ForWhom.HAND:
                    one, other = Given('each = "player"'), Given('each = "side"')
                    raise part.error(
                        "sum", say("“sum” needs {one} or {other}", one=one, other=other)
                    )
        return FileQuestion(
            key=key,
            form=form,
            each=each,
            ask=part.text("ask"),
            name=part.text("name", default=Text(Written(key, {}))),
            nobody=nobody,
            low=low,
            high=high,
            step=step,
            sum=total,
            words=tuple(self.words(part, valued=True)) if form is Form.WORDS else (),
            when=part.expression("when", names, ValueKind.TRUTH) if part.has("when") else None,
            line=part.line(),
            usual=self.usual(part, each, nobody) if part.has("usual") else None,
        )

    def usual(self, part: FileTable, each: ForWhom, nobody: bool) -> str:
        """Return the answer that stands there already."""
        if nobody:
            return part.string("usual", ("nobody",))
        if not part.has("number") or part.has("sum") or each is ForWhom.HAND:
            raise part.error(
                "usual",
                say("“{key}” needs a choice with “or nobody”, or a number of each without “sum”"),
            )
        return str(part.number("usual"))

    def worked_out(self, part: FileTable, key: str) -> FileQuestion:
        """Read a value that is worked out from the answers before it."""
        part.allow("key", "each", "value")
        each = self.each(part, ForWhom.HAND)
        value = part.expression("value", self.names(each), ValueKind.NUMBER, ValueKind.TRUTH)
        form = Form.NUMBER if value.kind is ValueKind.NUMBER else Form.TICK
        name = Text(Written(key, {}))
        return FileQuestion(key, form, each, name, name, value=value, line=part.line())

    def is_short(self, part: FileTable, low: Expression, high: Expression, step: int) -> bool:
        """Return whether the numbers from `low` to `high` fit on tiles; both must be numbers."""
        if low.names or high.names:
            raise part.error("number", say("a number of the whole hand needs fixed bounds"))
        least, most = low.number(_no_names), high.number(_no_names)
        return len(range(least, most + 1, step)) <= MOST_TILES

    def each(self, part: FileTable, usual: ForWhom) -> ForWhom:
        given = part.string("each", _SCOPES) if part.has("each") else usual.value
        return self.scope(ForWhom(given))

    def scope(self, each: ForWhom) -> ForWhom:
        """Return a scope; if everyone plays alone, a player is a side."""
        return ForWhom.SIDE if self.alone and each is ForWhom.PLAYER else each

    # Names

    def names(self, scope: ForWhom, *, points: bool = False) -> Names:
        """Return the names that an expression may use after the questions so far.

        points    whether the points of the hand are known
        """
        key = scope, points, len(self.asked)
        if key not in self.known:
            names = self.names_before(scope)
            if points:
                names |= _values_of_sides("points", scope)
            for asked in self.asked:
                names |= self._names_of(asked, scope)
            self.known[key] = names
        return self.known[key]

    def names_asked(self, scope: ForWhom) -> Names:
        """Return the names that a refusal may use: nothing that is only worked out later."""
        if scope not in self.known_asked:
            worked_out = {asked.key for asked in self.asked if asked.value is not None}
            names = self.names(scope)
            self.known_asked[scope] = {
                name: kind for name, kind in names.items() if not worked_out & {*name.split(".")}
            }
        return self.known_asked[scope]

    def names_before(self, scope: ForWhom) -> Names:
        """Return the names that are known before the first question."""
        names: Names = dict.fromkeys(_OF_THE_GAME, ValueKind.NUMBER)
        for option in self.options:
            if option.words:
                names |= {f"{option.key}.{word.key}": ValueKind.TRUTH for word in option.words}
            else:
                is_truth = isinstance(option.default, bool)
                names[option.key] = ValueKind.TRUTH if is_truth else ValueKind.NUMBER
        for value in ("total", *(key for key, _ in self.carried)):
            names |= _values_of_sides(value, scope)
        return names

    def _names_of(self, asked: FileQuestion, scope: ForWhom) -> Names:
        key = asked.key
        if asked.form is Form.CHOICE:
            names = {key: ValueKind.WHO}
            if scope is not ForWhom.HAND:
                names[f"me.{key}"] = ValueKind.TRUTH
            for other in self.asked:
                if other.each is asked.each and other.form in {Form.NUMBER, Form.WORDS, Form.TICK}:
                    names |= _values(f"{key}.{other.key}", other)
            return names
        if asked.each is ForWhom.HAND:
            return _values(key, asked)
        names = {}
        if asked.form is not Form.TICK:
            names[f"all.{key}"] = ValueKind.NUMBERS
        else:
            names[f"all.{key}"] = ValueKind.TRUTHS
        many = names[f"all.{key}"]
        if scope is not ForWhom.HAND:
            names[f"others.{key}"] = many
        if scope is asked.each or (scope is ForWhom.PLAYER and asked.each is ForWhom.SIDE):
            names |= _values(key, asked)
        elif scope is ForWhom.SIDE:
            if asked.form is Form.PLACES and self.alone:
                names[key] = ValueKind.NUMBER
            else:
                names[f"mine.{key}"] = many
        return names

    # Rules

    def sentence(self, part: FileTable, names_of: Callable[[ForWhom], Names]) -> Rule:
        """Read a sentence that is said if a condition holds."""
        part.allow("each", "when", "say")
        each = self.each(part, ForWhom.HAND)
        names = names_of(each)
        if each is not ForWhom.HAND:
            names = names | {"me": ValueKind.WHO}
        when = part.expression("when", names, ValueKind.TRUTH)
        return Rule(each, when, part.text("say", names), line=part.line("when"))

    def after(self, refusal: Rule) -> Rule:
        """Return a refusal with the key of the last question that it depends on."""
        words = refusal.when.words if refusal.when else ()
        keys = [asked.key for asked in self.asked if asked.key in words]
        return replace(refusal, after=keys[-1]) if keys else refusal

    def points(self, top: FileTable, key: str) -> Iterator[Rule]:
        names = self.names(ForWhom.SIDE)
        if isinstance(top.data.get(key), str):
            value = top.expression(key, names, ValueKind.NUMBER)
            yield Rule(ForWhom.SIDE, value=value, line=top.line(key))
            return
        for part in top.tables(key):
            each = self.each(part, ForWhom.SIDE)
            yield self.valued(part, names if each is ForWhom.SIDE else self.names(each), each)

    def valued(self, part: FileTable, names: Names, each: ForWhom = ForWhom.SIDE) -> Rule:
        part.allow("each", "name", "when", "value")
        return Rule(
            each,
            part.expression("when", names, ValueKind.TRUTH) if part.has("when") else None,
            part.text("name") if part.has("name") else None,
            part.expression("value", names, ValueKind.NUMBER),
            part.line("value"),
        )

    def carry(self, part: FileTable, names: Names) -> CarriedRule:
        part.allow("key", "name", "start", "value")
        value = part.expression("value", names, ValueKind.NUMBER)
        return CarriedRule(
            part.string("key"), part.text("name"), part.number("start"), value, part.line("value")
        )

    def described(self, table: FileTable, key: str) -> Iterator[Rule]:
        """Yield sentences of the rules; a sentence may depend on options."""
        names = {
            name: kind
            for name, kind in self.names_before(ForWhom.HAND).items()
            if name.partition(".")[0] in {option.key for option in self.options}
        }
        for part in table.tables(key):
            part.allow("when", "say")
            when = part.expression("when", names, ValueKind.TRUTH) if part.has("when") else None
            yield Rule(ForWhom.HAND, when, part.text("say", names), line=part.line())

    # The end, variants, examples

    def ends(self, part: FileTable, line: int) -> Ends:
        part.allow("target", "hands", "when", "goals", "first", "tie", "bonus", "until")
        names = self.names(ForWhom.HAND, points=True)
        after = self.names(ForWhom.SIDE, points=True)
        usual = [
            goal
            for field, goal in (("when", "rules"), ("target", "target"), ("hands", "hands"))
            if part.has(field)
        ]
        goals = self.goals(part) if part.has("goals") else (*usual, "open", "time")
        if not set(usual) <= set(goals):
            lacking = listed(goal for goal in usual if goal not in goals)
            raise part.error("goals", say("“goals” lacks {goals}", goals=lacking))
        if "rules" in goals and not part.has("when"):
            raise part.error("goals", say("the goal “rules” needs “when”"))
        when = part.expression("when", names, ValueKind.TRUTH) if part.has("when") else None
        if when and not when.names:
            raise part.error(
                "when",
                say("“when” is the same after every hand: {condition}", condition=Given(when.text)),
            )
        return Ends(
            goals,
            part.number("target", *TARGETS) if part.has("target") else None,
            part.number("hands", 1, 200) if part.has("hands") else None,
            when,
            part.expression("first", after, ValueKind.NUMBER) if part.has("first") else None,
            part.has("tie") and part.string("tie", ("share", "play on")) == "share",
            tuple(self.valued(each, after) for each in part.tables("bonus")),
            tuple(self.described(part, "until")),
            part.line("when") if part.has("when") else line,
        )

    def goals(self, part: FileTable) -> tuple[str, ...]:
        value = part.need("goals")
        if not isinstance(value, list) or not value or not set(map(str, value)) <= set(_GOALS):
            raise part.unfit("goals", say("a list of {known}", known=listed(_GOALS)))
        return tuple(dict.fromkeys(map(str, value)))

    def variants(self, name: Text, source: Text, ends: Ends) -> Iterator[Variant]:
        if not self.top.has("variant"):
            line = self.top.text("line", default=name)
            yield Variant("usual", _USUAL_RULES, line, source, {}, ends)
        keys: set[str] = set()
        for part in self.top.tables("variant"):
            part.allow("key", "name", "description", "source", "options", "end")
            key = part.string("key")
            if not re.fullmatch(r"[a-z][a-z0-9-]{0,29}", key) or key in keys:
                raise part.error(
                    "key", say("“{key}” is no key, or it is taken", key=Given(key[:30]))
                )
            keys.add(key)
            name = part.text("name")
            yield Variant(
                key,
                name,
                part.text("description") if part.has("description") else name,
                part.text("source") if part.has("source") else source,
                self.chosen(part.table("options")),
                self.variant_ends(part, ends),
            )

    def variant_ends(self, part: FileTable, ends: Ends) -> Ends:
        """Return the ending of a variant: another usual goal, with its number."""
        if not part.has("end"):
            return ends
        end = part.table("end")
        end.allow("target", "hands", "goal")
        goal = end.string("goal", ends.goals) if end.has("goal") else None
        target = end.number("target", *TARGETS) if end.has("target") else ends.target
        hands = end.number("hands", 1, 200) if end.has("hands") else ends.hands
        goal = goal or ("target" if end.has("target") else "hands" if end.has("hands") else None)
        if goal is not None and goal not in ends.goals:
            raise part.error(
                "end",
                say(
                    "the game does not end like this; its goals are {goals}",
                    goals=listed(ends.goals),
                ),
            )
        first = (goal,) if goal else ()
        goals = (*first, *(each for each in ends.goals if each != goal))
        return replace(ends, goals=goals, target=target, hands=hands)

    def chosen(self, part: FileTable) -> dict[str, int | bool | str]:
        """Read values of options."""
        known = {option.key: option for option in self.options}
        part.allow(*known)
        values: dict[str, int | bool | str] = {}
        for key in part.data:
            option = known[key]
            if option.words:
                values[key] = part.string(key, [word.key for word in option.words])
            elif isinstance(option.default, bool):
                values[key] = part.truth(key)
            else:
                values[key] = part.number(key, option.low, option.high)
        return values

    def example(self, part: FileTable, players: range) -> Example:
        part.allow("players", "answers", "points", "options", "totals", "carried", "winners")
        many = part.number("players", players[0], players[-1]) if part.has("players") else 0
        answers, carried = part.table("answers"), part.table("carried")
        answers.allow(*(asked.key for asked in self.asked))
        carried.allow(*(key for key, _ in self.carried))
        return Example(
            many or players[0],
            {key: answers.answer(key, PLAYERS[-1]) for key in answers.data},
            part.numbers("points"),
            self.chosen(part.table("options")),
            part.numbers("totals"),
            {key: carried.numbers(key) for key in carried.data},
            part.string("winners") if part.has("winners") else "",
            part.line(),
        )


# Texts of a file that does not give its own
_OWN_RULES = Text(
    Written("own rules", {"en": "own rules", "he": "כללים משלנו", "de": "eigene Regeln"})
)
_USUAL_RULES = Text(
    Written("Usual rules", {"en": "Usual rules", "he": "הכללים הרגילים", "de": "Übliche Regeln"})
)


def _carries(file: GameFile) -> bool:
    """Return whether hands depend on earlier ones."""
    ends = file.ends
    if file.carried or file.becomes or file.out or ends.when or ends.first or ends.bonus:
        return True
    words = {word for expression in file.expressions() for word in expression.words}
    return bool(words & {"total", "target"})


_KINDS = tuple(kind.value for kind in KindOfGame if kind is not KindOfGame.OWN)
_SIDES = ("alone", "pairs", "pairs or alone")
_SCOPES = ("hand", "player", "side")
_CHOICES = ("player", "side", "player or nobody", "side or nobody")
_GOALS = ("rules", "target", "hands", "time", "open")
_OF_THE_GAME = ("players", "still_in", "hand_number", "target")
_RESERVED = (
    WORDS | set(FUNCTIONS) | {"me", "others", "all", "mine", "total", "points", *_OF_THE_GAME}
)


def _no_key(key: str) -> Sentence:
    return say("“{key}” is no key: small letters, digits and _ are allowed", key=Given(key[:40]))


def _taken(key: str) -> Sentence:
    return say("the key “{key}” is taken", key=Given(key))


def _no_names(name: str) -> int:
    raise LookupError(name)


def _values_of_sides(name: str, scope: ForWhom) -> Names:
    """Return the names for a value that each side has, such as its total."""
    names = {f"all.{name}": ValueKind.NUMBERS}
    if scope is not ForWhom.HAND:
        names |= {name: ValueKind.NUMBER, f"others.{name}": ValueKind.NUMBERS}
    return names


def _values(name: str, asked: FileQuestion) -> Names:
    """Return the names for one answer to a question."""
    if asked.form is Form.TICK:
        return {name: ValueKind.TRUTH}
    words = {f"{name}.{word.key}": ValueKind.TRUTH for word in asked.words}
    return {name: ValueKind.NUMBER, **words}
