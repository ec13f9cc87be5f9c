"""The house rules of Oh Hell, with presets.

Sources: pagat.com, “Oh Hell!”; Wikipedia; The Guardian (2008), as Nomination Whist; mrpikes.com;
dkmgames.com. Blind bids as in Prospect, and points doubled by spades: Wikipedia.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scorekeeper.engine.cards.cards import Denomination
from scorekeeper.engine.games.oh_hell.scoring import EXACT, SCHEMES, Scheme
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.ending import Ending, Goal
from scorekeeper.engine.rules.rulebook import Preset
from scorekeeper.engine.rules.wording import Listed, Sentence, say

PACK = 52
MOST = {6: 8, 7: 7}
"""The largest hands by the number of players; ten cards, where there are fewer players."""


class Schedule(Enum):
    """How many cards the hands have."""

    DOWN_UP = "down-up"
    UP_DOWN = "up-down"
    DOWN = "down"
    UP = "up"
    CAPPED_DOWN = "capped-down"
    SAME = "same"


class Trumps(Enum):
    """How trumps are found."""

    TURN_UP = "turn-up"
    ROTATION = "rotation"
    SPADES = "spades"


class Rotation(Enum):
    """The order in which trumps go round."""

    HCDS = "hcds"
    HDCSN = "hdcsn"
    SDCHN = "sdchn"
    CDHSN = "cdhsn"

    @property
    def denominations(self) -> tuple[Denomination, ...]:
        """One after another."""
        return tuple(Denomination("cdhsn".index(letter)) for letter in self.value)

    @property
    def told(self) -> Sentence:
        """In words."""
        return say("{order}", order=Listed(self.denominations))


@dataclass(frozen=True, slots=True, kw_only=True)
class OhHellRules:
    """One table's house rules."""

    schedule: Schedule = house_rules.choice(
        Schedule.DOWN_UP,
        say("The hands go"),
        {
            Schedule.DOWN_UP: say("down to one card and up again"),
            Schedule.UP_DOWN: say("up from one card and down again"),
            Schedule.DOWN: say("down to one card"),
            Schedule.UP: say("up from one card"),
            Schedule.CAPPED_DOWN: say("down to one card, the first ones as large as can be dealt"),
            Schedule.SAME: say("on with as many cards as in the first one"),
        },
    )
    largest: int | None = house_rules.number(
        None, say("Cards of the largest hand (empty: as is usual)"), 1, 26, optional=True
    )
    trumps: Trumps = house_rules.choice(
        Trumps.TURN_UP,
        say("Trumps"),
        {
            Trumps.TURN_UP: say("the next card is turned up"),
            Trumps.ROTATION: say("go round, hand by hand"),
            Trumps.SPADES: say("are always spades"),
        },
    )
    rotation: Rotation = house_rules.choice(
        Rotation.HCDS, say("If they go round"), {order: order.told for order in Rotation}
    )
    whole_pack: bool = house_rules.toggle(
        True,
        say("If a card is turned up, hands may still take all cards, without trumps"),
    )
    hooked: bool = house_rules.toggle(True, say("The bids may not come to the number of tricks"))
    free_last: bool = house_rules.toggle(False, say("In the last hand they may"))
    simultaneous: bool = house_rules.toggle(
        False, say("All bid at once, so that the bids may come to anything")
    )
    blind: bool = house_rules.toggle(
        False, say("Whoever is far enough behind may bid before looking (blind)")
    )
    blind_deficit: int = house_rules.number(
        20, say("Points behind the leader that a blind bid needs (0: none)"), 0, 1000
    )
    blind_bonus: int = house_rules.number(10, say("A made blind bid scores so many more"), 0, 100)
    spades_double: bool = house_rules.toggle(False, say("With spades as trumps all counts double"))
    last_double: bool = house_rules.toggle(False, say("The last hand counts double"))
    revoke_fine: int = house_rules.number(0, say("Fine for a revoke"), 0, 1000)
    scheme: Scheme = house_rules.part(
        EXACT,
        say("Scoring"),
        (
            house_rules.Ready(
                key,
                scheme,
                scheme.title,
                say(
                    "3 made {three}, 0 made {zero}; 3 bid and 1 taken {under}, 5 taken {over}.",
                    three=scheme.points(3, 3, 10),
                    zero=scheme.points(0, 0, 10),
                    under=scheme.points(3, 1, 10),
                    over=scheme.points(3, 5, 10),
                ),
            )
            for key, scheme in SCHEMES.items()
        ),
    )

    def cards(self, players: int) -> tuple[int, ...]:
        """How many cards everyone gets, deal by deal."""
        wanted = self.largest or MOST.get(players, 10)
        if self.schedule is Schedule.CAPPED_DOWN:
            return tuple(min(cards, (PACK - 1) // players) for cards in range(wanted, 0, -1))
        room = PACK if self.whole_pack or self.trumps is not Trumps.TURN_UP else PACK - 1
        down = tuple(range(min(wanted, room // players), 0, -1))
        up = down[::-1]
        return {
            Schedule.DOWN_UP: (*down, *up[1:]),
            Schedule.UP_DOWN: (*up, *down[1:]),
            Schedule.DOWN: down,
            Schedule.UP: up,
            Schedule.SAME: down[:1],
        }[self.schedule]

    def length(self, players: int) -> int | None:
        """How many deals a game has; None where all are alike and there is no last one."""
        return None if self.schedule is Schedule.SAME else len(self.cards(players))

    def turns_up(self, number: int, players: int) -> bool:
        """Whether a card is turned up for trumps: not if all cards are dealt."""
        return self.trumps is Trumps.TURN_UP and players * self.cards_of(number, players) < PACK

    def asks_trumps(self, number: int, players: int) -> bool:
        """Whether the script must ask which suit is turned up."""
        return self.spades_double and self.turns_up(number, players)

    def cards_of(self, number: int, players: int) -> int:
        """The cards of the deal with this number; after the schedule, of the largest one."""
        schedule = self.cards(players)
        return schedule[number - 1] if number <= len(schedule) else max(schedule)

    def trump_of(self, number: int) -> Denomination | None:
        """The trumps of the deal with this number; None if a card is turned up, or none is left."""
        if self.trumps is Trumps.TURN_UP:
            return None
        if self.trumps is Trumps.SPADES:
            return Denomination.SPADES
        order = self.rotation.denominations
        return order[(number - 1) % len(order)]


PRESETS: tuple[Preset[OhHellRules], ...] = (
    Preset(
        "pagat",
        say("Bids may not fit"),
        say("pagat.com, “Oh Hell!”"),
        say("The dealer bids last and may not make the bids fit."),
        OhHellRules(),
    ),
    Preset(
        "nomination",
        say("Nomination Whist"),
        say("The Guardian, 2008"),
        say("From seven cards down to one; trumps go round; a missed bid scores its tricks."),
        OhHellRules(
            schedule=Schedule.DOWN,
            largest=7,
            trumps=Trumps.ROTATION,
            rotation=Rotation.HDCSN,
            scheme=SCHEMES["basic"],
        ),
    ),
    Preset(
        "up-and-down",
        say("Up and down the river"),
        say("Wikipedia, “Oh hell”"),
        say("From one card up and down again; a missed bid scores its tricks."),
        OhHellRules(schedule=Schedule.UP_DOWN, largest=10, scheme=SCHEMES["basic"]),
    ),
    Preset(
        "contract-whist",
        say("Contract Whist"),
        say("a score keeper on GitHub"),
        say("Trumps go round, no trump among them; a missed bid scores its tricks."),
        OhHellRules(trumps=Trumps.ROTATION, rotation=Rotation.CDHSN, scheme=SCHEMES["basic"]),
    ),
    Preset(
        "ten-a-trick",
        say("Ten a trick"),
        say("Wikipedia, “Oh hell”"),
        say("Ten for each trick bid and made, as much lost for each if missed."),
        OhHellRules(scheme=SCHEMES["tens-penalty"]),
    ),
    Preset(
        "fists",
        say("Fists"),
        say("mrpikes.com, after the Oh Hell! Club of America"),
        say("All bid at once, so that the bids may fit; a missed bid loses ten and more."),
        OhHellRules(hooked=False, simultaneous=True, scheme=SCHEMES["ten-and-off"]),
    ),
    Preset(
        "ten-cards",
        say("Ten cards, to 101"),
        say("dkmgames.com, “Oh Hell Rules”"),
        say("Ten cards in every hand, until somebody has 101 points."),
        OhHellRules(schedule=Schedule.SAME, scheme=SCHEMES["basic"]),
        Ending(goal=Goal.TARGET, target=101),
    ),
)
