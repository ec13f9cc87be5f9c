"""Games that are described by files: the ready ones, what a file can say, and what is refused."""

from __future__ import annotations

import cProfile
import pickle
import re
import tracemalloc
from random import Random
from typing import Any

import pytest

import scorekeeper
from scorekeeper.errors import EntryError, IllegalEntry
from scorekeeper.games import game_file_check
from scorekeeper.games.file_rulebook import MOST_AHEAD, FileGame, game_of
from scorekeeper.games.file_work import MOST_WORK
from scorekeeper.games.game_file import GameFileError
from scorekeeper.games.game_file_check import MOST_TRIED, _try_hands, check_game_file
from scorekeeper.games.game_file_reader import MOST_BYTES
from scorekeeper.games.registry import check_name, own_game, ready_files, rulebooks
from scorekeeper.insight.needs import needs
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Goal
from scorekeeper.rules.game import Setup, read_game
from scorekeeper.rules.result_steps import NumbersStep
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.steps import Fact, Json
from scorekeeper.seating import SOUTH
from scorekeeper.testing import check_game, check_rulebook, random_game, random_setup
from scorekeeper.wording import Sentence, Written
from tests.deep import DEEP
from tests.own_yaniv import YANIV

DECLARED = {*Rulebook.__annotations__}
READY = {book.key: book for book in ready_files()}
PARTS, HANDS = (5 if DEEP else 1), 1_000  # random hands of a part in the full form

SMALL = """\
name = "Small"
players = [2, 4]

[options.bonus]
name = "Bonus"
default = 5
range = [0, 9]

[[ask]]
key = "first"
choice = "player or nobody"
ask = "Who was first?"

[[ask]]
key = "cards"
each = "player"
number = [0, 50]
ask = "How many cards?"

[[points]]
value = "cards + bonus if me.first else cards"

[end]
target = 100
"""


# Ready files


@pytest.mark.slow
@pytest.mark.usefixtures("near_look_ahead")
@pytest.mark.parametrize("key", READY)
def test_a_ready_file_keeps_what_it_says(key: str) -> None:
    """Its examples give their points, and random hands always have an answer."""
    book = check_game_file(READY[key].file.text, key)
    assert book.file.examples, "no worked example"
    check_rulebook(book, hands=6 if DEEP else 2, tables=40 if DEEP else 1)


@pytest.mark.parametrize("key", READY)
def test_what_a_file_says_is_what_others_read_of_a_game(key: str) -> None:
    """A game sets nothing that no rulebook has: it would be written, and read by nobody."""
    book = READY[key]
    assert {name for name in vars(book) if not hasattr(Rulebook, name)} - DECLARED == {"file"}
    assert book.file.line
    assert str(book.summary) == str(book.file.line.pattern)


@pytest.mark.parametrize("key", READY)
def test_a_ready_file_speaks_every_language(key: str) -> None:
    file = READY[key].file
    assert file.line
    texts = [
        file.name, file.line,
        *(text for asked in file.asked if asked.value is None for text in (asked.ask, asked.name)),
        *(word.name for asked in file.asked for word in asked.words),
        *(option.name for option in file.options),
        *(word.name for option in file.options for word in option.words),
        *(carried.name for carried in file.carried),
        *(text for each in file.variants for text in (each.name, each.description)),
        *(rule.say for rules in (file.refusals, file.notices, file.points, file.becomes,
          file.ends.bonus, file.ends.until, file.play, file.scoring) for rule in rules if rule.say),
    ]  # fmt: skip
    missing = {
        str(text.pattern) for text in texts if not {"en", "he", "de"} <= {*text.pattern.texts}
    }
    assert missing == set()


BOOKS: list[Rulebook[Any]] = [*rulebooks().values(), *READY.values()]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_a_game_that_ends_by_its_rules_says_when(book: Rulebook[Any]) -> None:
    """In words, not in the condition that its file computes."""
    asks = Goal.RULES in book.endings.goals
    said = {str(book.until(preset.rules)) for preset in book.presets}
    assert (said != {"None"}) == asks
    condition = book.file.ends.when if isinstance(book, FileGame) else None
    assert not any(condition and condition.text in sentence for sentence in said)


def test_the_words_of_an_end_depend_on_the_rules() -> None:
    yaniv = READY["yaniv"]
    said = {preset.key: str(yaniv.until(preset.rules)) for preset in yaniv.presets}
    assert said["last-left"] == "until only one has 200 or less"
    assert said["first-over"] == "until somebody passes 200"
    wordless = YANIV.partition("[[example]]")[0]
    book = game_of(wordless, "own")
    assert str(book.until(book.presets[0].rules)) == "until still_in <= 1"
    worded = wordless + '[[end.until]]\nsay = "until one is left"\n'
    book = game_of(worded, "own")
    rules = book.presets[0].rules
    ending = book.agreed(book.usual_ending(rules), rules, 3)
    assert str(ending.describe(book.until(rules))) == (
        "The game goes on until one is left; the lowest total wins."
    )


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("key", [*READY, "of a table"])
def test_random_hands_of_a_file_end_and_are_read_back_with_the_same_points(
    key: str, part: int
) -> None:
    book, hands = READY.get(key) or own_game(YANIV), 0
    while hands < (HANDS if DEEP else 15):
        rng = Random(f"{key} {part} {hands}")
        game = random_game(random_setup(book, rng), rng, 10)
        check_game(game)
        hands += len(game.deals)


def test_players_who_are_out_neither_answer_nor_deal() -> None:
    book = READY["yaniv"]
    rules = book.presets[0].rules
    ending = book.agreed(book.usual_ending(rules), rules, 3)
    setup = Setup(book, rules, ending, 3, SOUTH, start=(0, 190, 0))
    one = DealRecord(({"choice": "0"}, {"points": [5, 20, 9]}))
    game = read_game(setup, [one])
    assert game.totals == (0, 210, 9)
    assert [str(need.sentence) for need in needs(game)] == ["9 ahead", "out", "9 behind"]
    assert int(game.current.dealer) == 2  # West, who is out, is passed over
    step = game.step
    assert step is not None
    assert [fact["choice"] for fact in step.answers] == ["0", "2"]
    two = DealRecord(({"choice": "0"}, {"points": [5, "", 9]}))
    game = read_game(setup, [one, two])
    assert game.totals == (0, 210, 18)
    assert str(game.current.reading.step and game.current.reading.step.scene.badges[0][1]) == "out"
    last = DealRecord(({"choice": "0"}, {"points": [1, "", 99]}))
    game = read_game(setup, [one, *[last] * 2])
    assert (game.over, game.winners) == (True, (0,))


def test_who_is_out_comes_after_those_who_are_in() -> None:
    """Even if the highest total wins, which a file that does not say so means."""
    text = SMALL.replace("target = 100", 'when = "still_in <= 1"\n[total]\nout = "total > 99"')
    book = check_game_file(text, "small")
    rules = book.presets[0].rules
    setup = Setup(book, rules, book.agreed(book.usual_ending(rules), rules, 2), 2, SOUTH)
    hands = [{"points": [50, 1]}, {"points": [50, 1]}]
    records = [DealRecord(({"choice": "nobody"}, numbers)) for numbers in hands]
    game = read_game(setup, records)
    assert (game.over, game.totals, game.places) == (True, (100, 2), (2, 1))


def test_a_player_whom_a_correction_lets_play_again_has_no_answer_yet() -> None:
    """What was recorded without the player is neither 0 nor the usual word."""
    text = SMALL.replace("target = 100", 'when = "still_in <= 1"\n[total]\nout = "total > 99"')
    tick = '[[ask]]\nkey = "went"\neach = "player"\ntick = true\nask = "Who went?"\n\n'
    book = check_game_file(text.replace("[[points]]", f"{tick}[[points]]"), "small")
    rules = book.presets[0].rules
    ending = book.agreed(book.usual_ending(rules), rules, 3)
    out, back = (Setup(book, rules, ending, 3, SOUTH, start=(0, n, 0)) for n in (100, 20))
    first: Fact = {"choice": "nobody"}

    def hand(cards: list[Json], went: list[Json]) -> DealRecord:
        return DealRecord((first, {"cards.points": cards, "went.words": went}))

    absent: tuple[list[Json], list[Json]] = [3, "", 9], ["no", "", "no"]
    played: tuple[list[Json], list[Json]] = [3, 4, 9], ["no", "yes", "no"]
    recorded = read_game(out, [hand(*absent)]).deals[0]
    assert recorded.reading.facts == hand(*absent).facts
    for answers in ((absent[0], played[1]), (played[0], absent[1])):
        assert read_game(back, [hand(*answers)]).deals[0].flaw is not None
    assert read_game(back, [hand(*played)]).totals == (3, 24, 9)


def test_a_player_who_is_out_has_no_part_in_a_fixed_sum() -> None:
    """The rest goes to who is asked; and to nobody whom a correction lets play again."""
    text = SMALL.replace("number = [0, 50]", "number = [0, 50]\nsum = 26")
    text = text.replace("target = 100", 'when = "still_in <= 1"\n[total]\nout = "total > 99"')
    book = check_game_file(text, "small")
    rules = book.presets[0].rules
    ending = book.agreed(book.usual_ending(rules), rules, 3)
    out, back = (Setup(book, rules, ending, 3, SOUTH, start=(0, n, 0)) for n in (100, 20))
    nobody: Fact = {"choice": "nobody"}
    step = read_game(out, [DealRecord((nobody,))]).step
    assert isinstance(step, NumbersStep)
    for given in ("5,,", ",,21", "5,9,21"):
        assert step.parse({"points": given}) == (5, 0, 21)
    with pytest.raises(IllegalEntry, match="1 point still to assign"):
        step.parse({"points": [5, 1, 20]})
    hand = DealRecord((nobody, step.fact((5, 0, 21))))
    assert read_game(out, [hand]).totals == (5, 100, 21)
    assert read_game(back, [hand]).deals[0].flaw is not None


# What a file can say


def test_a_file_is_a_game() -> None:
    book = check_game_file(SMALL, "small")
    check_rulebook(book)
    assert book.endings.usual.goal is Goal.TARGET
    again = pickle.loads(pickle.dumps(book.name.pattern))  # noqa: S301  (our own)
    assert isinstance(again, Written)
    assert again.into("he") == "Small"


def test_versions_of_a_file_have_different_digests() -> None:
    one, other = game_of(SMALL, "small"), game_of(SMALL + "\n", "small")
    assert (one.file.text, one.file.digest == other.file.digest) == (SMALL, False)


def test_a_refusal_says_its_sentence_with_the_values() -> None:
    text = SMALL.replace(
        "[[points]]",
        '[[refuse]]\nwhen = "first.cards > 7"\n'
        'say = "{first} has {first.cards} cards, not }} {bonus + 2}."\n\n[[points]]',
    )
    book = check_game_file(text, "small")
    script = book.script(book.seating(2, SOUTH, book.presets[0].rules), book.presets[0].rules)
    step = next(script)
    step = script.send(step.parse({"choice": "1"}))
    with pytest.raises(IllegalEntry, match=r"^West has 8 cards, not \}\} 7\.$"):
        step.parse({"points": [0, 8]})


# Refused files


def changed(old: str, new: str) -> str:
    assert old in SMALL
    return SMALL.replace(old, new, 1)


NEVER_LEGAL = 'choice = "player"\nask = "Who was first?"\n\n[[refuse]]\nwhen = "first"\nsay = "No."'


MANY_WORDS = "\n".join(
    f'[[ask]]\nkey = "q{key}"\neach = "player"\nask = "?"\nwords = {{ '
    + ", ".join(f'w{word} = "{word}"' for word in range(40))
    + " }"
    for key in range(5)
)
ENDLESS = (
    f'name = "x"\nplayers = [2, 10]\n{MANY_WORDS}\n'
    + f'[[refuse]]\neach = "player"\nsay = "?"\nwhen = "{" or ".join(["max(all.q4) > 9"] * 25)}"\n'
    * 20
    + '[[points]]\nvalue = "q0"'
)
MANY_NAMES = ", ".join(f'w{number} = "{number}"' for number in range(20))
TILES = (
    changed("[[points]]", '[[ask]]\nkey = "tricks"\nnumber = [0, 12]\nask = "?"\n\n[[points]]')
    + "[[example]]\nanswers = { first = 'A', cards = [3, 4], "
)
SILENT = """\
name = "Silent"
players = [2, 4]
[[ask]]
key = "late"
tick = true
ask = "?"
when = "hand_number > 1"
[[points]]
value = "1"
"""
WRONG_FILES = [
    ("", 1, "“name” is missing"),
    ("name", 1, "this is not TOML"),
    (SMALL.replace('"', "“", 1).replace('"', "”", 1), 1, "straight quotes"),
    (SMALL + 'name = "Again"\n[end]\n', 26, "twice"),
    (changed("players", 'name = "B"\nplayers'), 2, "twice"),
    (changed("cards + bonus", "cards // 0 + bonus"), 21, "divided by zero"),
    (changed("cards + bonus", "cards // bonus"), 21, "divided by zero"),
    (changed("cards + bonus", "cards + bonsu"), 21, "did you mean “bonus”"),
    (changed("target = 100", 'when = "1 > 2"'), 24, "the same after every hand: 1 > 2"),
    (changed("cards + bonus", "9" * 400), 21, "more than 6 digits"),
    (changed("cards + bonus", "9" * 1_000_000), 1, "more than 64 KB"),
    (changed("cards + bonus", "(" * 60), 21, "nested"),
    (changed('name = "Small"', "format = 2"), 1, "of a later program"),
    (changed('name = "Small"', "name = 3"), 1, "must be a text"),
    (changed('name = "Small"', 'name = "a\\u202eb"'), 1, "cannot be seen"),
    (changed('name = "Small"', 'name = { english = "Small" }'), 1, "is no language"),
    (changed('name = "Small"', 'name = "{bonus}"'), 1, "in the blank “{bonus}”"),
    (changed('name = "Small"', 'nmae = "Small"'), 1, "there is no field “nmae”"),
    (changed("[2, 4]", "[2, 40]"), 2, "two numbers from 2 to 10"),
    (changed("[2, 4]", "[4, 2]"), 2, "two numbers from 2 to 10"),
    (changed("[2, 4]", '"many"'), 2, "must be two values"),
    (changed("[2, 4]", '[3, 4]\nsides = "pairs"'), 2, "sides of two"),
    (changed("[2, 4]", '[3, 4]\nsides = "pairs or alone"'), 22, "there is no “cards” here"),
    (changed("range = [0, 9]", ""), 4, "“range” is missing"),
    (changed("players", 'kind = "bridge"\nplayers'), 2, "one of bids, tricks, rummy, shedding"),
    (changed("players", 'also = ["Tiny", ""]\nplayers'), 2, "a list of at most 40 texts"),
    (changed("default = 5", "default = 50"), 6, "whole number from 0 to 9"),
    (changed("options.bonus", "options.total"), 4, "the key “total” is taken"),
    (changed("options.bonus", 'options."bo nus"'), 4, "is no key"),
    (changed('key = "cards"', 'key = "first"'), 15, "the key “first” is taken"),
    (changed('key = "cards"', 'key = "bonus"'), 15, "the key “bonus” is taken"),
    (changed("player or nobody", "somebody"), 11, "one of player, side"),
    (changed("number = [0, 50]", 'number = [0, "lots"]'), 17, "there is no “lots” here"),
    (changed("number = [0, 50]", "number = 7"), 17, "must be two values"),
    (changed("number = [0, 50]", "number = [0, 9]\ntick = true"), 14, "needs one of"),
    (changed("number = [0, 50]", ""), 14, "needs one of"),
    (changed('each = "player"', 'each = "hand"'), 17, "21 values at most"),
    (changed('each = "player"', 'each = "nobody"'), 16, "one of hand, player, side"),
    (changed("number = [0, 50]", "number = [9, 5]"), 17, "9 is more than 5"),
    (changed('choice = "player or nobody"\nask = "Who was first?"', NEVER_LEGAL), 9,
     "no answer that is allowed"),
    (changed("[[points]]", "[[pionts]]"), 20, "there is no field “pionts”"),
    (changed("target = 100", "target = 0"), 24, "whole number from 1 to 10000"),
    (SILENT, 3, "nothing is asked in the first hand"),
    (SILENT.replace('tick = true\nask = "?"\nwhen = "hand_number > 1"', 'value = "1"'), 3,
     "nothing is asked in the first hand"),
    (changed("target = 100", 'when = "still_in <= 0"\n[total]\nout = "total > 99"'), 24,
     "“when” never holds, because one player or side always stays in: still_in <= 0"),
    (changed("target = 100", 'when = "still_in <= 1"'), 24, "never holds"),  # nobody ever leaves
    (changed("target = 100", 'when = "cards > 5"'), 24, "there is no “cards” here"),
    (changed("target = 100", 'goals = ["rules"]'), 24, "needs “when”"),
    (changed("target = 100", 'target = 50\nfirst = "cards > 5"'), 25, "needed is a number"),
    (changed("[[points]]", '[[ask]]\nkey = "twice"\nvalue = "first.cards * 2"\n\n'
             '[[refuse]]\nwhen = "twice > 9"\nsay = "No."\n\n[[points]]'), 25,
     "there is no “twice” here"),
    (changed('ask = "How many cards?"', 'ask = "How many cards?"\nvalue = "3"'), 17,
     "there is no field “number” here"),
    (changed("target = 100", 'target = 50\ngoals = ["open"]'), 25, "lacks target"),
    (SMALL + "[[example]]\nanswers = { first = 'A', cards = [3, 4] }\npoints = [3, 4]\n", 25,
     "the example gives 8, 4, not 3, 4: A: 3 + 5 = 8, B: 4"),
    (SMALL + "[[example]]\nanswers = { cards = [3, 4] }\npoints = [3, 4]\n", 25,
     "does not answer “Who was first?”"),
    (SMALL + "[[example]]\nanswers = { first = 'Z', cards = [3, 4] }\n", 25,
     "“Z” is not one of A, B, nobody"),
    (TILES + "tricks = 'A' }\n", 30, "“A” is not one of 0, 1, 2"),  # a letter is no number
    (TILES + "tricks = 13 }\n", 30, "“13” is not one of 0, 1, 2"),
    (SMALL + "[[example]]\nanswers = { first = 'A', cards = 3 }\n", 25, "“3” is not a list"),
    (SMALL + "[[example]]\nanswers = { first = 'A', cards = [3, 99] }\n", 25,
     "B: a number from 0 to 50"),
    (SMALL + "[[example]]\nanswers = { crads = [3, 4] }\n", 26, "no field “crads”"),
    (SMALL + "[[example]]\nanswers = { first = 'A', cards = [3, 4] }\npoints = [8, 4]\n"
     "winners = 'B'\n", 25, "the winners are A, not B"),
    (SMALL + "[[example]]\ntotals = [1, 2, 3]\nanswers = { first = 'A', cards = [3, 4] }\n",
     25, "“totals” of the example takes 2 numbers"),
    (SMALL + "[[carry]]\nkey = 'won'\nname = 'won'\nstart = 0\nvalue = 'won + 1'\n[[example]]\n"
     "carried = { won = [7] }\nanswers = { first = 'A', cards = [3, 4] }\n", 30,
     "“won” of the example takes 2 numbers"),
    (changed("cards + bonus", "cards && bonus"), 21, "write and"),
    (changed('ask = "How many cards?"', 'ask = "How many cards?'), 18, "at the end is missing"),
    (changed('ask = "How many cards?"', "ask = cards > 5"), 18, "stand in quotes"),
    (SMALL + "[points]\n", 25, "begins with [[points]]"),
    ("a = " + "[" * 20_000, 1, "nested too deep"),
    ("\n".join(f"[a{n}]" for n in range(5_000)), 1, "there is no field"),
    ("x" * (MOST_BYTES + 1), 1, "more than 64 KB"),
    ('name = """' + "\n" * 1_000, 1_001, "this is not TOML"),
    (f"a = {'9' * 5_000}", 1, "too many digits"),
    ("a = [1", 1, "a bracket at the end"),
    ('a = "\a"', 1, "a sign here"),
    ('a = "\\q"', 1, "\\ has no meaning here; write \\\\"),
    ("a = 1 b = 2", 1, "only one name"),
    (changed('key = "cards"', "key = 3"), 15, "“key” must be a text, not “3”"),
    (changed("[[ask]]", '[options.both]\nname = "Both"\ndefault = true\n\n[[ask]]')
     + '[[variant]]\nkey = "a"\nname = "A"\noptions = { both = 3 }\n', 32, "must be true or false"),
    (changed("players", "total = 5\nplayers"), 2, "“total” must be a table"),
    (changed("players", "refuse = 5\nplayers"), 2, "a list of at most 40 tables: [[refuse]]"),
    (changed("players", "refuse = [\n5]\nplayers"), 3, "“refuse” must be a list of tables"),
    (SMALL + '[[example]]\npoints = ["3"]\n', 26, "“points” must be a list of whole numbers"),
    (changed('"cards + bonus if me.first else cards"', "true"), 21, "must be an expression"),
    (changed('name = "Small"', "name = {}"), 1, "“name” has no text"),
    (changed('name = "Small"', 'name = "{3}"'), 1, "no blanks in curly brackets"),
    ('name = "x"\nplayers = [2, 4]\npoints = "1"\n', 1, "there is no question"),
    (changed('[[points]]\nvalue = "cards + bonus if me.first else cards"', ""), 1, "no points"),
    (ENDLESS, 31, "too much to compute: 1070800 values in the hands and examples, 52950 of them"),
    (changed("[2, 4]", "[2, 10]") + '[total]\nout = "total > 0'
     + " + sum(all.total)" * 22 + '"\n' + "[[carry]]\nkey = 'k'\nname = 'k'\nstart = 0\n"
     + f"value = '{' + '.join(['sum(all.total)'] * 28)}'\n", 26, "too much to compute"),
    (changed("players", "a.b.c.d.e.f.g.h.i = 1\nplayers"), 2,
     "the key “a.b.c.d.e.f.g.h.i” is nested too deep: it may have 8 parts, and each table"),
    (changed("players", "a = 0x" + "f" * 5_000 + "\nplayers"), 2, "too many digits"),
    (changed('name = "Small"', 'name = " "'), 1, "“name” has no text"),
    (changed('name = "Small"', 'name = "\u3164"'), 1, "“name” has no text"),  # looks blank
    (changed("options.bonus", "options.pass"), 4, "“pass” is a word of Python"),
    (changed("options.bonus", "options.else"), 4, "the key “else” is taken"),
    (changed("[[points]]", '[[ask]]\nkey = "went"\ntick = yes\nask = "?"\n\n[[points]]'), 22,
     "a tick is written true or false"),
    (changed("[[points]]", '[[ask]]\nkey = "went"\ntick = True\nask = "?"\n\n[[points]]'), 22,
     "a tick is written true or false"),
    (changed('each = "player"\nnumber = [0, 50]', "number = [80, 290]\nstep = 10"), 16,
     "21 values at most"),
    (SMALL + "".join(f'[options.o{n}]\nname = "x"\ndefault = true\n' for n in range(40)), 142,
     "“options” has more than 40 entries"),
    (SMALL + "[[example]]\nanswers = { first = 'A', cards = [3, [4]] }\n", 26,
     "“cards” must be a text, a number, true or false, or a list of at most 10"),
    (SMALL.replace("[[points]]", '[[ask]]\nkey = "more"\nwhen = "hand_number > 1"\ntick = true\n'
     'ask = "?"\n\n[[points]]') + "[[example]]\nanswers = { first = 'A', cards = [3, 4], more = 1 }"
     "\n", 31, "the example answers “more”, which is not asked in it"),
    (changed('choice = "player or nobody"', 'words = { a = "A" }'), 11, "a table of 2 to 40 words"),
    (changed('choice = "player or nobody"', "number = [0, 9]\nsum = 9"), 12, "“sum” needs"),
    (changed(' or nobody"', '"\nusual = "nobody"'), 12, "“usual” needs"),
    (changed("number = [0, 50]", 'number = [0, 50]\nusual = "0"'), 18, "a whole number from"),
    (changed('choice = "player or nobody"', 'number = [0, "players"]'), 11, "needs fixed bounds"),
    (changed("target = 100", 'goals = ["never"]'), 24, "“goals” must be a list of rules, target"),
    (SMALL + '[[variant]]\nkey = "A b"\nname = "A"\n', 26, "“A b” is no key, or it is taken"),
    (SMALL + '[[variant]]\nkey = "a"\nname = "A"\nend = { hands = 5 }\n', 28,
     "does not end like this; its goals are target, open"),
    (changed("[[points]]", '[[ask]]\nkey = "twice"\nvalue = "all.cards"\n\n[[points]]'), 22,
     "“all.cards” is a list of numbers; needed is a number or yes or no"),
    (changed("[[ask]]", f'[options.way]\nname = "Way"\ndefault = "w0"\nwords = {{ {MANY_NAMES} }}\n'
             "\n[[ask]]").replace("cards + bonus", "zzz"), 26, "way.w13 and 14 more"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "says"), WRONG_FILES)
def test_a_wrong_file_is_refused_with_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(GameFileError) as refused:
        check_game_file(text, "small")
    assert says in str(refused.value.reason)
    assert refused.value.line == line


# Names

INVISIBLE = ("\u034f", "\u115f", "\u17b4", "\u180b", "\u2800", "\u3164", "\ufe0f", "\U000e0100")


WRONG_NAMES: list[tuple[list[str], str]] = [
    (
        [
            *(f"Ya{sign}niv" for sign in INVISIBLE),
            *(f"Oh{blank}Hell" for blank in ("", "-", "\u2010", "\u3164", "_", ". ")),
            "Israeli-Whist", "Yaniv.", "(Yaniv)", "\uff39aniv", "Yan1v", "Yan|v",
            "Yan\u0131v", "YAN\u0130V", "Y\u00e1niv", "יניב\u05b7", " HEARTS ", "Rummy  5oo",
            "Wizard", "Skull King", "Phase 10", "Tichu", "Rummikub", "Schieber",  # short titles
            "פאזה 10", "רמיקוב", "טיצ'ו", "שיבר",
        ],
        "there is a game",
    ),
    (
        [
            "Yani\u03bd", "Yan\u03afv", "G\u03c3lf at home", "\u03a4ichu",  # Greek
            "Y\u0430niv", "Y\u0430\u0301niv", "W\u0456zard",  # Cyrillic
            "Ya\u0578iv", "Ya\u057civ", "\u13bdaniv", "\u13dapades",  # Armenian, Cherokee
            "\ua7b4elote", "\u028faniv", "\u028f\u1d00\u0274\u026a\u1d20",  # phonetic
            "Yan\u05d5v",  # Hebrew
        ],
        "mixes alphabets",
    ),
    (
        ["\U0001f188\U0001f170", "\u2665\u2660"],  # a symbol that shows letters, suits
        "needs a letter or a number",
    ),
]  # fmt: skip


def named(name: str) -> FileGame:
    return own_game(changed('name = "Small"', f'name = "{name}"'))


@pytest.mark.parametrize(("names", "says"), WRONG_NAMES)
def test_a_name_that_looks_like_that_of_a_game_is_refused(names: list[str], says: str) -> None:
    refused = []
    for name in names:
        with pytest.raises(GameFileError) as error:
            check_name(named(name))
        refused.append((error.value.line, says in str(error.value.reason)))
    assert refused == [(1, True)] * len(names)


@pytest.mark.parametrize(
    "name",
    [
        "Whist", "Rummy", "Yaniv at home", "Yaniv 2", "Our Wizard \u2764\ufe0f",
        "Sm\u00f8rrebr\u00f8d",
        "\u0141\u00f3d\u017a", "\u0110\u00e1nh b\u00e0i", "Oma's", "Hawai\u02bbi", "Игра Wizard",
        "ה־Wizard שלנו", "T\u30b7\u30e3\u30c4", "UNO\uac8c\uc784", "\u03bd\u03af\u03ba\u03b7",
    ],
)  # fmt: skip
def test_a_name_of_its_own_is_allowed_in_any_alphabet(name: str) -> None:
    check_name(named(name))


def test_random_damage_to_a_file_is_refused_or_harmless() -> None:
    """A file with signs changed, lines twice or away gives a game or a reason, nothing else."""
    rng, lines, reasons = Random(3), list[tuple[int, int]](), list[str]()
    for key, book in READY.items():
        text = book.file.text
        for _ in range(300 if DEEP else 10):
            damaged = _damaged(text, rng)
            try:
                assert isinstance(check_game_file(damaged, key, hands=1), FileGame)
            except GameFileError as error:
                lines.append((error.line, damaged.count("\n") + 1))
                reasons.append(str(error))
    assert lines
    assert [reason for reason in reasons if "this cannot be read" in reason] == []
    assert [line for line, last in lines if not 1 <= line <= last] == []


def _damaged(text: str, rng: Random) -> str:
    lines = text.splitlines()
    place = rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            lines.insert(place, lines[place])
        case 1:
            del lines[place]
        case 2:
            other = rng.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        case _:
            line = lines[place] or " "
            at = rng.randrange(len(line))
            lines[place] = line[:at] + rng.choice("\"'{}[]=,.#-09azé“\\ ") + line[at + 1 :]
    return "\n".join(lines) + "\n"


def test_a_file_that_says_nothing_of_its_rules_has_usual_ones_in_every_language() -> None:
    text = HEAD.replace('"x"', '{ en = "Ours", de = "Unseres" }') + "[[points]]\nvalue = 'a'\n"
    (preset,) = own_game(text).presets
    told = [preset.name, preset.description, preset.source]
    assert [*map(str, told)] == ["Usual rules", "Ours", "own rules"]
    patterns = [each.pattern for each in told]
    in_german = [each.into("de") for each in patterns if isinstance(each, Written)]
    assert in_german == ["Übliche Regeln", "Unseres", "eigene Regeln"]


# Hostile files

ASKED = '[[ask]]\nkey = "a"\neach = "player"\nnumber = [0, 9]\nask = "?"\n'
HEAD = f'name = "x"\nplayers = [2, 10]\n{ASKED}'
POINTS = '[[points]]\nvalue = "a"\n'
MANY_CHOICES = (
    'name = "x"\nplayers = [2, 10]\n'
    + "".join(f'[[ask]]\nkey = "c{n}"\nchoice = "player"\nask = "?"\n' for n in range(20))
    + MANY_WORDS.replace("q", "r")
    + "".join(f"\n{MANY_WORDS}".replace('"q', f'"{sign}') for sign in "stu")
    + '\n[[points]]\nvalue = "nobody"'
)
BOMBS = {
    "nested arrays": "name = " + "[" * 60_000,
    "nested tables": "a = " + "{a=" * 20_000,
    "half a letter": 'name = "\\ud800"',
    "a mark that turns texts": 'name = "a\\u202eb"\nplayers = [2, 3]',
    "a number of 5,000 digits": f"name = 'x'\nplayers = [{'9' * 5_000}, 3]",
    "no numbers": 'name = "x"\nplayers = [inf, nan]',
    "a program": HEAD + '[[points]]\nvalue = "__import__(\'os\').system(\'ls\')"',
    "an attribute": HEAD + '[[points]]\nvalue = "a.__class__"',
    "a power": HEAD + '[[points]]\nvalue = "9 ** 9"',
    "brackets": HEAD + f'[[points]]\nvalue = "{"(" * 400}a{")" * 400}"',
    "a pattern": HEAD.replace('"?"', '"{a.__class__.__mro__}"') + 'points = "a"',
    "an answer that is refused always": HEAD
    + '[[refuse]]\nwhen = "min(all.a) >= 0"\nsay = "no"\n[[points]]\nvalue = "a"',
    "a sum that cannot be": HEAD.replace('"?"', '"?"\nsum = 500') + '[[points]]\nvalue = "a"',
    "answers and refusals without end": ENDLESS,
    "an example with 4,000 answers": f"{HEAD}[[points]]\nvalue = 'a'\n[[example]]\nplayers = 2\n"
    f"answers = {{ a = [{', '.join(['1'] * 4_000)}] }}\npoints = [1, 1]",
    "a key of 16,000 parts": "a" + ".a" * 16_000 + " = 1",
    "a table of 16,000 parts": f"[{'.'.join('a' * 16_000)}]",
    "a value of 16,000 parts": "k = { a" + ".a" * 16_000 + " = 1 }",
    "a list of 4,000 numbers": f"k = [{'1,' * 4_000}]",
    "2,000 lists of tables": "[[a]]\nb.c = 1\n" * 2_000,
    "a number of 60,000 digits": f"k = 0x{'f' * 60_000}",
    "15,000 names": MANY_CHOICES,
    "39 orders of ten players": HEAD
    + "".join(f'[[ask]]\nkey = "q{n}"\nplaces = true\nask = "?"\n' for n in range(39))
    + POINTS,
    "a game in 2,000 fields": "\n".join(f"k{number} = 1" for number in range(2_000)),
}  # fmt: skip


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS)
def test_a_hostile_file_is_refused_with_the_place_and_costs_little(text: str) -> None:
    assert len(text.encode()) <= MOST_BYTES
    tracemalloc.start()
    try:
        with pytest.raises(GameFileError) as refused:
            check_game_file(text, "own", 3)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert 1 <= refused.value.line <= text.count("\n") + 1
    assert peak < 50 * 2**20


@pytest.mark.parametrize("key", [*READY, "of a table"])
def test_a_ready_file_stays_far_below_the_work_that_is_allowed(key: str) -> None:
    book = READY.get(key) or own_game(YANIV)
    assert book.file.work <= MOST_WORK // 10  # half of what five hands may
    assert calls_of_a_hand(book) <= CALLS * (book.file.work + book.file.drawn)
    assert book.look_ahead.most_moves is not None
    assert book.look_ahead.most_moves * book.file.work <= MOST_AHEAD


def many(count: int, table: str, *lines: str) -> str:
    """Return a table of a file several times; each star in it is the number of the table."""
    text = "\n".join((table, *lines, ""))
    return "".join(text.replace("*", str(number)) for number in range(count))


def asked(count: int, *lines: str) -> str:
    return many(count, "[[ask]]", 'key = "q*"', 'ask = "?"', *lines)


MANY_OPTIONS = ", ".join(f"o{number} = {number}" for number in range(40))
FORTY = ", ".join(f'w{number} = "{number}"' for number in range(40))
OF_PLAYER = 'each = "player"'
DEAR = {
    "places": asked(20, "places = true"),
    "players": asked(39, 'choice = "player"'),
    "words": asked(30, f"words = {{ {FORTY} }}"),
    "words of players": asked(9, OF_PLAYER, f"words = {{ {FORTY} }}"),
    "ticks of players": asked(20, OF_PLAYER, "tick = true"),
    "numbers": asked(20, OF_PLAYER, "number = [0, 99]"),
    "sums": asked(20, OF_PLAYER, "number = [0, 99]", "sum = 99"),
    "values": asked(20, OF_PLAYER, "number = [0, 9]")
    + many(19, "[[ask]]", 'key = "v*"', OF_PLAYER, 'value = "q*"'),
    "an answer": asked(20, OF_PLAYER, "number = [0, 9]")
    + many(1, "[[points]]", f'value = "{"q19 + " * 70}q19"'),
    "a list": many(40, "[[carry]]", 'key = "c*"', 'name = "c"', "start = 0", 'value = "1"')
    + many(1, "[[points]]", f'value = "{"sum(others.c39) + " * 20}1"'),
    "points": many(39, "[[points]]", 'value = "1"'),
    "totals": many(40, "[[total.becomes]]", 'value = "total + 1"'),
    "notices": many(40, "[[notice]]", 'when = "yes"', f'say = "{"{*} {players} {target}" * 5}"'),
    "notices of players": many(40, "[[notice]]", OF_PLAYER, 'when = "yes"', 'say = "{total}"'),
    "refusals": asked(1, f"words = {{ {FORTY} }}")
    + many(8, "[[refuse]]", 'when = "q0.w0 and hand_number > 9999"', 'say = "no"'),
    "variants": many(40, "[options.o*]", 'name = "o"', "default = 1", "range = [0, 99]")
    + many(40, "[[variant]]", 'key = "v*"', 'name = "V"', f"options = {{ {MANY_OPTIONS} }}"),
}


@pytest.mark.parametrize("text", DEAR.values(), ids=DEAR)
def test_the_work_of_a_file_counts_all_that_a_hand_does(text: str) -> None:
    book = own_game(f"{HEAD}{text}{POINTS}")
    assert calls_of_a_hand(book) <= CALLS * book.file.work


CALLS = 12  # calls of functions for each value; most need ten, which take five microseconds


def calls_of_a_hand(book: FileGame) -> int:
    """Return how many functions are called while the first hand of the most players is tried."""
    profile = cProfile.Profile()
    profile.runcall(_try_hands, book, book.players[-1], book.presets[0].rules, Random(0), 1)
    return sum(entry.callcount for entry in profile.getstats())


def test_many_variants_are_tried_within_the_work_of_a_check(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sums = " + ".join(["sum(all.a)"] * 30)
    text = f'{HEAD}[options.o]\nname = "o"\ndefault = 1\nrange = [0, 99]\n'
    text += f'[[points]]\nvalue = "{sums}"'
    text += "".join(
        f'\n[[variant]]\nkey = "v{n}"\nname = "V"\noptions = {{ o = {n} }}' for n in range(40)
    )
    tried = list[int]()
    monkeypatch.setattr(
        game_file_check, "_try_hands", lambda _, players, *__: tried.append(players)
    )
    book = check_game_file(text, "own", 3)
    assert 0 < len(tried) * book.file.work <= MOST_TRIED
    assert len(tried) < 40 * 9 * 3
    assert {*tried} == {*range(2, 11)}  # some games of each number of players


def test_hostile_values_anywhere_in_a_file_are_refused_with_the_place() -> None:
    """Values of ready files are replaced by hostile ones: each gives a game or a line."""
    rng, lines = Random(48), list[tuple[int, int]]()
    hostile = (
        "a.__class__", "9 ** 9", "{0.__init__}", "x" * 400, "((((((((((((((((((((1", "yes", "-1",
        "open('/etc/passwd')", "lambda: 0", "[x for x in y]", "\\u0000", "\\u202e", "hand // 0",
        "999999 * 999999 * 999999", "me.me.me", "others", "__builtins__", "<script>", "%s%n", "{",
    )  # fmt: skip
    books = list(READY.values())
    for number in range(300 if DEEP else 30):
        text = books[number % len(books)].file.text
        strings = [found.span(1) for found in re.finditer('"([^"\n]*)"', text)]
        first, last = rng.choice(strings)
        damaged = text[:first] + hostile[number % len(hostile)] + text[last:]
        try:
            assert isinstance(check_game_file(damaged, "own", 1), FileGame)
        except GameFileError as error:
            lines.append((error.line, damaged.count("\n") + 1))
    assert len(lines) > (90 if DEEP else 9)  # most others are words of a text
    assert [line for line, last in lines if not 1 <= line <= last] == []


OTHERS_DONE: dict[str, Json] = {"done.words": ["", "yes", "no"]}


@pytest.mark.parametrize(
    ("key", "answers", "field", "reason"),
    [
        ("yaniv", [{"choice": "1"}, {"points": [3, 8, 5]}],
         "points-1", "West said Yaniv and has at most 7, not 8."),
        ("yaniv", [{"choice": "1"}, {"points": [100, 8, 5]}],  # the first field is named first
         "points-0", "South: a number from 0 to 99."),
        ("phase-10", [{"choice": "0"}, OTHERS_DONE | {"left.points": ["", 0, 60]}],
         "left.points-1", "West did not go out, and one card costs at least 5."),
        ("phase-10", [{"choice": "0"}, OTHERS_DONE | {"left.points": ["", 5, 45]}],
         "left.points", "North laid out no phase, and ten cards cost at least 50."),
        ("gin-rummy", [{"choice": "0"}, {"choice": "knock"}, {"points": [11, 20]}],
         "points-0", "South knocked and has at most 10, not 11."),
    ],
)  # fmt: skip
def test_a_number_out_of_bounds_is_refused_with_the_reason_of_the_game(
    key: str, answers: list[Fact], field: str, reason: str
) -> None:
    table = scorekeeper.new_game(key, players=2 if key == "gin-rummy" else 3)
    *first, last = answers
    for answer in first:
        table = table.answer(answer)
    with pytest.raises(IllegalEntry) as refused:
        table.answer(last)
    assert (refused.value.field, str(refused.value.sentence)) == (field, reason)


@pytest.mark.parametrize(
    ("key", "carried"),
    [("belote", ()), ("phase-10", ("phase: 1",) * 4)],
)
def test_nothing_is_shown_that_waits_for_nobody(key: str, carried: tuple[str, ...]) -> None:
    step = scorekeeper.new_game(key).game.step
    assert step is not None
    assert tuple(map(str, step.scene.carried)) == carried


# Questions on one page


@pytest.mark.parametrize(
    ("key", "screens"),
    [
        ("belote", ["takers", "belote capot announced cards"]),
        ("schieber", ["contract", "stock match weis cards", "claimed"]),
        ("canasta", ["out", "concealed natural mixed threes table left"]),
        ("tichu", ["first", "double cards call"]),
        ("phase-10", ["out", "done left"]),
        ("gin-rummy", ["ended", "how", "upcard", "deadwood"]),  # each depends on the one before
        ("rummikub", ["out", "tiles"]),  # somebody usually goes out: that needs a tap
        ("euchre", ["makers", "alone", "tricks"]),  # tiles record at once
    ],
)
def test_questions_that_need_no_tap_stand_on_one_page(key: str, screens: list[str]) -> None:
    asked = [
        [each.key for each in page.asked if each.value is None] for page in READY[key].file.pages
    ]
    assert [" ".join(keys) for keys in asked if keys] == screens


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"capot.choice": "0"}, "cards.points-0"),  # nobody counts the cards
        ({"capot.choice": "0", "cards.points-0": "", "cards.points-1": ""}, None),
        ({"announced.points-0": ""}, None),  # an empty field has what stood there
        ({"announced.points-0": None}, "announced.points-0"),
        ({"announced.points-0": "30"}, "announced.points"),
        ({"announced.points-0": "20", "announced.points-1": "20"}, "announced.points"),
        ({"cards.points-0": "163"}, "cards.points-0"),
        ({"belote.choice": ""}, "belote.choice"),
    ],
)
def test_a_page_refuses_what_does_not_fit_and_names_the_field(
    changes: dict[str, Json], field: str | None
) -> None:
    game = scorekeeper.new_game("belote").answer("0")
    usual: dict[str, Json] = {"belote.choice": "nobody", "capot.choice": "nobody"}
    points: dict[str, Json] = {f"announced.points-{side}": "0" for side in range(2)}
    cards: dict[str, Json] = {"cards.points-0": "100", "cards.points-1": ""}
    given = usual | points | cards | changes
    sent = {name: value for name, value in given.items() if value is not None}
    if field is None:
        assert game.answer(sent).game.step is not None
        return
    with pytest.raises(EntryError) as refused:
        game.answer(sent)
    assert refused.value.field == field


def test_a_correction_of_a_page_says_what_has_changed() -> None:
    step = scorekeeper.new_game("belote").answer("0").game.step
    assert step is not None
    old, new = (step.parse(step.typed(text)) for text in ("1/nobody/0,0/100,62", "1/0/0,50/"))
    assert [plain(sentence) for sentence in step.changed(new, old)] == [
        "all tricks: South and North (was: all tricks: nobody)",
        "announced: South and North 0, West and East 50 "
        "(was: announced: South and North 0, West and East 0)",
        "card points: South and North 100, West and East 62 (no longer asked)",
    ]
    assert plain(step.describe(old)) == (
        "belote: West and East; card points: South and North 100, West and East 62"
    )


def plain(sentence: Sentence) -> str:
    return str(sentence).replace("\N{NO-BREAK SPACE}", " ")
