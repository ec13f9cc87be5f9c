"""End of a game: targets, numbers of hands, play-offs, places."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import MalformedEntry
from scorekeeper.rules import house_rules
from scorekeeper.rules.ending import Course, Ending, Endings, Goal, Tie, places, resolved
from tests import kit

TO_100 = Ending(target=100)
THREE_HANDS = Ending(goal=Goal.DEALS, deals=3)


def course_of(ending: Ending, *totals: tuple[int, ...]) -> list[str]:
    """The state of a game after each hand, by the totals after it: on, play-off or over."""
    course = Course()
    states = []
    for deals, after in enumerate(totals, start=1):
        course = course.after(ending, after, deals)
        states.append("over" if course.decided else "play-off" if course.play_off else "on")
    return states


@pytest.mark.parametrize(
    ("ending", "totals", "states"),
    [
        # target reached or passed
        (TO_100, [(99, 0, 0, 0), (100, 0, 0, 0)], ["on", "over"]),
        (TO_100, [(109, 0, 0, 0)], ["over"]),
        # two reach it: the highest total wins
        (TO_100, [(109, 100, 0, 0)], ["over"]),
        # a tie below the target is no play-off
        (TO_100, [(99, 99, 0, 0)], ["on"]),
        # a tie at the top: play on until one alone is highest
        (
            TO_100,
            [(100, 100, 0, 0), (110, 110, 0, 0), (120, 110, 0, 0)],
            [*["play-off"] * 2, "over"],
        ),
        # a tie for the second place is no play-off
        (TO_100, [(120, 100, 100, 0)], ["over"]),
        # by the letter: decided although the winner fell below the target again
        (TO_100, [(100, 100, 0, 0), (90, 80, 0, 0)], ["play-off", "over"]),
        # or is a third player who never reached it
        (TO_100, [(100, 100, 95, 0), (80, 70, 85, 0)], ["play-off", "over"]),
        # the tie may move on to other players below the target
        (
            TO_100,
            [(100, 100, 95, 0), (80, 95, 95, 0), (90, 85, 95, 0)],
            ["play-off", "play-off", "over"],
        ),
        # ends after a number of hands
        (THREE_HANDS, [(90, 0, 0, 0), (500, 0, 0, 0), (9, 5, 0, 0)], ["on", "on", "over"]),
        # a tie after the last hand is a play-off too
        (
            THREE_HANDS,
            [(9, 0, 0, 0), (9, 0, 0, 0), (5, 5, 0, 0), (5, 5, 0, 0), (5, 6, 0, 0)],
            ["on", "on", "play-off", "play-off", "over"],
        ),
        # all negative: the highest wins
        (THREE_HANDS, [(-9,) * 4, (-9,) * 4, (-30, -20, -40, -50)], ["on", "on", "over"]),
        # the table ends the game at any time
        (kit.OPEN_END, [(10_000, 0, 0, 0)] * 3, ["on", "on", "on"]),
    ],
)
def test_the_course_of_a_game(
    ending: Ending, totals: list[tuple[int, ...]], states: list[str]
) -> None:
    assert course_of(ending, *totals) == states


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((10, 20, 30, 40), (4, 3, 2, 1)),
        ((40, 30, 40, 10), (1, 3, 1, 4)),  # two share the first place, there is no second
        ((0, 0, 0, 0), (1, 1, 1, 1)),
        ((-10, -20, 5, -10), (2, 4, 1, 2)),
    ],
)
def test_equal_totals_share_a_place(totals: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert places(totals) == expected


@pytest.mark.parametrize(
    ("ending", "words", "brief", "tie"),
    [
        (
            Ending(),
            "The game ends once a total is 300 or more; the highest total wins.",
            "to 300",
            "If the totals tie at the top, play on until one leads alone.",
        ),
        (
            Ending(goal=Goal.DEALS, deals=1),
            "The game ends after 1 hand; the highest total wins.",
            "1 hand",
            "If the totals tie at the top, play on until one leads alone.",
        ),
        (
            THREE_HANDS,
            "The game ends after 3 hands; the highest total wins.",
            "3 hands",
            "If the totals tie at the top, play on until one leads alone.",
        ),
        (
            kit.OPEN_END,
            "The game ends when the table stops it; the highest total wins.",
            "open end",
            "Equal totals share the win.",
        ),
        (
            Ending(goal=Goal.SCHEDULE, deals=3, tie=Tie.BIDS),
            "The game ends after 3 hands; the highest total wins.",
            "3 hands",
            "If the totals tie at the top, the most bids made win; if they are equal too, the win "
            "is shared.",
        ),
    ],
)
def test_an_ending_in_words(ending: Ending, words: str, brief: str, tie: str) -> None:
    assert (str(ending.describe()), str(ending.brief()), str(ending.tied())) == (words, brief, tie)


LOCAL = datetime(2026, 3, 6, 22, 30).astimezone()
CLOCK = Ending(goal=Goal.TIME, time=LOCAL.astimezone(UTC).isoformat())
ENDINGS = Endings((Goal.TARGET, Goal.TIME))


@pytest.mark.parametrize(
    ("form", "now", "minutes"),
    [
        ({"goal": "minutes", "minutes": "90"}, "2026-03-06 23:30:40", 90),  # over midnight
        ({"goal": "minutes", "minutes": " 1 "}, "2026-03-06 12:00:00", 1),
        ({"goal": "time", "time": "22:30"}, "2026-03-06 21:00:00", 90),
        ({"goal": "time", "time": "0.15"}, "2026-03-06 22:45:00", 90),
        ({"goal": "time", "time": "9:00"}, "2026-03-06 22:00:00", 11 * 60),
        ({"goal": "time", "time": "9:00", "until": CLOCK.time}, "2026-03-06 22:25:00", 5),
    ],
)
def test_an_end_by_the_clock_is_one_moment(form: dict[str, str], now: str, minutes: int) -> None:
    at = datetime.fromisoformat(now).astimezone()
    ending = ENDINGS.read(form, at)
    assert ending.moment == at + timedelta(minutes=minutes)
    assert ENDINGS.read(form | resolved(ending), at + timedelta(hours=1)) == ending
    assert (str(ending.brief()), ending.by_table) == (f"until {ending.moment}", True)
    assert ENDINGS.read(ending.form(at), at).moment == ending.moment
    changed = Ending(target=5)
    assert ENDINGS.read({"goal": "target", "target": "5"}, at) == changed
    assert (changed.moment, resolved(changed)) == (None, {})


@pytest.mark.parametrize(
    ("form", "field", "reason"),
    [
        ({"goal": "minutes", "minutes": ""}, "minutes", "How many minutes?"),
        ({"goal": "minutes", "minutes": "0"}, "minutes", "not a number from 1 to 1440"),
        ({"goal": "time", "time": "24:00"}, "time", "“24:00” is not a time of day, as in 21:30."),
        ({"goal": "time"}, "time", "“” is not a time of day"),
        ({"goal": "time", "time": "22:30"}, "time", "It is past 22:30: choose a later time."),
        ({"goal": "time", "until": "22:30"}, "time", "not a time in UTC"),
        ({"goal": "minutes", "until": "9999-01-01T00:00:00+00:00"}, "time", "not a time in UTC"),
    ],
)
def test_what_is_no_end_by_the_clock_is_refused(
    form: dict[str, str], field: str, reason: str
) -> None:
    with pytest.raises(MalformedEntry) as refused:
        ENDINGS.read(form, LOCAL + timedelta(minutes=5))
    assert (refused.value.field, reason in str(refused.value.sentence)) == (field, True)
    with pytest.raises(MalformedEntry):
        Endings((Goal.TARGET,)).read(form, LOCAL)


@pytest.mark.parametrize(
    ("ending", "after", "minutes", "offered"),
    [
        (CLOCK, -60, 60, "22:30"),  # the game before was over early
        (CLOCK, 5, -5, "00:30"),  # the agreed time is over: the next game has it, too
        (CLOCK, 24 * 60 - 90, 90, "22:30"),  # the next evening
        (replace(CLOCK, minutes=45), 5, 45, "23:20"),
    ],
)
def test_another_game_ends_by_the_same_agreement(
    ending: Ending, after: int, minutes: int, offered: str
) -> None:
    now = LOCAL + timedelta(minutes=after)
    assert ending.again(now).moment == now + timedelta(minutes=minutes)
    form = ending.form(now)
    assert (form["time"], form["goal"]) == (offered, "minutes" if ending.minutes else "time")
    assert ENDINGS.read(form, now).moment is not None


def test_without_an_earlier_agreement_the_form_offers_a_time_to_come() -> None:
    form = Ending().form(LOCAL + timedelta(minutes=20))
    assert (form["time"], form["minutes"], form["goal"]) == ("00:30", "90", "target")
    assert str(Ending(goal=Goal.TIME).brief()) == "until an agreed time"


MOMENTS = st.datetimes(datetime(1900, 1, 1), datetime(9998, 1, 1))


@given(
    st.builds(
        Ending,
        goal=st.sampled_from(Goal),
        target=st.integers(10, 10_000),
        time=st.just("") | MOMENTS.map(lambda at: f"{at:%Y-%m-%dT%H:%M:%S}+00:00"),
        minutes=st.none() | st.integers(1, 1440),
    )
)
def test_an_ending_is_kept_as_json_and_asked_for_by_a_form(ending: Ending) -> None:
    assert house_rules.from_json(Ending, kit.through_json(house_rules.to_json(ending))) == ending
    assert house_rules.from_form(Ending, house_rules.to_form(ending)) == ending
