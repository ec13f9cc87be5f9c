"""Skull King, scored only: exact bids with bonuses for cards taken.

Sources: the printed rules since 2021 and those of 2013 in pascalwils/scoring_pad; questions and
answers on grandpabecksgames.com; PremBamrung/skull-king-companion; boardgamearena.com.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import gcd
from typing import Any

from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.games.bid_scheme import BidScheme
from scorekeeper.games.exact_bids import (
    BIGGEST_BID,
    BidsBySize,
    ExactBids,
    describe_sum,
    published,
)
from scorekeeper.rules import house_rules
from scorekeeper.rules.bidding_steps import Choice, ChoiceStep
from scorekeeper.rules.extension_points import Bonuses
from scorekeeper.rules.points import Line
from scorekeeper.rules.result_steps import PlayerTricksStep
from scorekeeper.rules.rulebook import Preset, WorkedHand, by_players, eldest_leads
from scorekeeper.rules.steps import Fact, Scene, Step, number_of
from scorekeeper.seating import Seat, Seating
from scorekeeper.wording import Points, Sentence, say

PACK, EXTRA = 70, 4  # cards; with the Kraken, the White Whale and loot there are more
PIRATES = 6  # with the Tigress
FOURTEENS, MERMAIDS = (20, 10, 10, 10), (20, 20)  # the bonus of each card
LOOT, WAGERS = 20, (10, 20)
NOBODY = "nobody"


class Schedule(Enum):
    """The numbers of cards in the hands of a game."""

    TEN = "1-10"
    FIVE = "5-5"
    ODD = "9-1"
    SAME = "10-10"

    @property
    def cards(self) -> tuple[int, ...]:
        return CARDS[self]


CARDS = {
    Schedule.TEN: tuple(range(1, 11)),
    Schedule.FIVE: (5,) * 5,
    Schedule.ODD: (9, 7, 5, 3, 1),
    Schedule.SAME: (10,) * 10,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SkullKingRules:
    """House rules of Skull King."""

    rascal: bool = house_rules.toggle(
        False, say("Rascal scoring: 10 a card if exact, half if off by one")
    )
    cannon: bool = house_rules.toggle(
        False, say("In Rascal scoring a cannonball scores 15 a card if exact, else nothing")
    )
    schedule: Schedule = house_rules.choice(
        Schedule.TEN,
        say("The hands go"),
        {
            Schedule.TEN: say("from one card to ten"),
            Schedule.FIVE: say("five times five cards"),
            Schedule.ODD: say("9, 7, 5, 3, 1 cards"),
            Schedule.SAME: say("ten times ten cards"),
        },
    )
    old_bonuses: bool = house_rules.toggle(
        False, say("Bonuses of 2013: a pirate 30, the Skull King 50, no others")
    )
    destroyed: int = house_rules.number(
        0,
        say("Tricks that Kraken and White Whale may leave to nobody"),
        0,
        2,
        says=lambda value: say(
            "The number of tricks left to nobody by Kraken and White Whale is at most {value}",
            value=value,
        ),
        off=say("There is no Kraken and no White Whale"),
    )
    loot: bool = house_rules.toggle(False, say("Loot: 20 for both players if both are exact"))
    wager: bool = house_rules.toggle(
        False, say("The Rascal's wager: 10 or 20, won if exact, else lost")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SkullScheme(BidScheme):
    """The points of a bid: the classic ones, or those of Rascal scoring."""

    rascal: bool = False

    def points(self, bid: int, tricks: int, cards: int) -> int:
        off = abs(bid - tricks)
        if self.rascal:
            return {0: 10 * cards, 1: 5 * cards}.get(off, 0)
        if not bid:
            return -10 * cards if off else 10 * cards
        return -10 * off if off else 20 * bid

    def _formula(self, bid: int, cards: int, points: int) -> str:
        return f"10 x {cards} = {points}" if self.rascal or not bid else f"20 x {bid} = {points}"


BONUSES = say(
    "Bonuses: a 14: 10, the black 14: 20, a mermaid taken by a pirate: 20, a pirate taken by the "
    "Skull King: 30, the Skull King taken by a mermaid: 40."
)
OLD_BONUSES = say("A pirate 30, the Skull King 50, no other bonuses.")


@dataclass(frozen=True, slots=True)
class BonusStep(PlayerTricksStep):
    """The points of the cards that one player took: a multiple of ten.

    worth    what each card is worth, in words
    """

    worth: Sentence = BONUSES

    @property
    def hints(self) -> tuple[Sentence, ...]:
        return (self.worth,)

    @property
    def key(self) -> str:
        return f"bonus-of-{int(self.seat)}"

    @property
    def question(self) -> Sentence:
        return say("{seat}'s bonus?", seat=self.seat)

    @property
    def label(self) -> Sentence:
        """A word for the number."""
        return say("bonus")

    @property
    def legal(self) -> tuple[int, ...]:
        return tuple(range(10, self.most + 1, 10))

    def parse(self, fact: Fact) -> int:
        number = number_of(fact, "number")
        if number is None:
            raise MalformedEntry("no-number", self.question, "number")
        if number not in self.legal:
            why = say("A bonus is 10, 20, 30 and so on, here up to {most}.", most=self.most)
            raise IllegalEntry("points-out-of-range", why, "number")
        return number

    def describe(self, answer: object) -> Sentence:
        assert isinstance(answer, int)  # noqa: S101  (`parse` returned it)
        return say("bonus of {seat}: {points}", seat=self.seat, points=Points(answer))


class SkullKingBonuses(Bonuses):
    """The cannonballs, bonuses, loot and wager of a hand."""

    def asked(self, rules: SkullKingRules) -> bool:
        return True

    def questions(
        self, seating: Seating, rules: SkullKingRules, scene: Scene
    ) -> Generator[Step, Any, Sequence[tuple[Line, ...]]]:
        """Ask only players for whom the answer matters; nobody without a bonus is asked."""
        seats, sides = seating.clockwise(), seating.sides
        tricks = {seat: scene.tricks[seating.side_of(seat)] for seat in seats}
        off = {seat: abs((scene.contract_of(seat) or 0) - tricks[seat]) for seat in seats}
        added: dict[Seat, list[Line]] = {seat: [] for seat in seats}
        fired: set[Seat] = set()
        if rules.rascal and rules.cannon:
            question = say("Who had loaded a cannonball?")
            near = [seat for seat in seats if off[seat] < 2]
            fired = {seat for seat, _ in (yield from _each(scene, "cannon", question, near))}
            for seat in seats:
                if seat in fired:
                    more = 5 * scene.total * (-1 if off[seat] else 1)
                    added[seat].append(Line(more, say("cannonball: {points}", points=Points(more))))
        shares = {
            seat: 2 if not off[seat] else int(rules.rascal and off[seat] == 1 and seat not in fired)
            for seat in seats
        }
        able = [seat for seat in seats if shares[seat]]
        for seat, taken in (yield from _bonuses(scene, rules, able, tricks)):
            more = taken * shares[seat] // 2
            why = say("bonus: {points}", points=Points(more))
            if more != taken:
                why = say("half of a bonus of {bonus}: {points}", bonus=taken, points=Points(more))
            added[seat].append(Line(more, why))
        exact = [seat for seat in seats if not off[seat]]
        for number in (1, 2) if rules.loot and len(exact) > 1 else ():
            key = f"loot-{number}"
            first = yield _who(scene, key, say("Who played a loot card?"), exact)
            if first == NOBODY:
                break
            others = [seat for seat in exact if seat != first]
            second = yield _who(scene, f"{key}-taker", say("Who took it?"), others)
            if second == NOBODY:
                continue
            for seat in (first, second):
                added[seat].append(Line(LOOT, say("loot: {points}", points=Points(LOOT))))
        if rules.wager:
            seat = yield _who(scene, "wager", say("Who wagered points with the Rascal?"), seats)
            if seat != NOBODY:
                bet = yield _wager(scene)
                more = -bet if off[seat] else bet
                added[seat].append(Line(more, say("wager: {points}", points=Points(more))))
        return [tuple(added[seat]) for (seat,) in sides]


def most_bonus(rules: SkullKingRules, tricks: int, hands: int) -> int:
    """Return the most that bonuses can be worth in some tricks, of a card from each hand.

    The Skull King takes pirates in one trick; a pirate who is left takes mermaids in another.
    """
    most = 0
    for pirates in range(min(PIRATES, hands - 1) + 1 if tricks else 0):
        left = tricks * hands - (pirates + 1 if pirates else 0)
        mermaids = MERMAIDS if pirates < PIRATES and tricks > bool(pirates) else ()
        others = () if rules.old_bonuses else (*mermaids, *FOURTEENS)
        most = max(most, 30 * pirates + sum(others[:left]))
    return most


def _bonuses(
    scene: Scene, rules: SkullKingRules, seats: Sequence[Seat], tricks: Mapping[Seat, int]
) -> Generator[Step, Any, list[tuple[Seat, int]]]:
    """Ask who has a bonus, and how much; no more than the tricks and the pack can hold."""
    hands = max(len(scene.tricks), 3)  # a ghost plays the third
    in_all = most_bonus(rules, sum(scene.tricks), hands)

    def bonus(seat: Seat, given: int) -> BonusStep:
        most = min(most_bonus(rules, tricks[seat], hands), in_all - given)
        return BonusStep(seat, most, scene, OLD_BONUSES if rules.old_bonuses else BONUSES)

    return (yield from _each(scene, "bonus", say("Who has a bonus?"), seats, bonus))


def _who(
    scene: Scene, key: str, question: Sentence, seats: Iterable[Seat], empty: Iterable[Seat] = ()
) -> ChoiceStep:
    """Return a question for a player, or nobody; those in `empty` cannot have a bonus."""
    players = (
        Choice(
            str(int(seat)),
            seat,
            say("{seat}", seat=seat),
            say("{question} {seat}", question=question, seat=seat),
            say("{seat} took no card with a bonus.", seat=seat) if seat in empty else None,
        )
        for seat in seats
    )
    nobody = Choice(NOBODY, NOBODY, say("nobody"), say("{question} nobody", question=question))
    return ChoiceStep(key, None, question, (nobody, *players), scene)


def _each(
    scene: Scene,
    key: str,
    question: Sentence,
    seats: Sequence[Seat],
    bonus: Callable[[Seat, int], BonusStep] | None = None,
) -> Generator[Step, Any, list[tuple[Seat, int]]]:
    """Ask for one player after another until the answer is nobody; return them with their bonus.

    bonus    returns the question for the bonus of a player after those already given; None if none
             is asked
    """
    found: list[tuple[Seat, int]] = []
    while left := [seat for seat in seats if seat not in dict(found)]:
        given = sum(points for _, points in found)
        empty = [seat for seat in left if bonus and bonus(seat, given).most <= 0]
        seat = yield _who(scene, f"{key}-{len(found) + 1}", question, left, empty)
        if seat == NOBODY:
            break
        found.append((seat, (yield bonus(seat, given)) if bonus else 0))
    return found


def _wager(scene: Scene) -> ChoiceStep:
    choices = (
        Choice(str(bet), bet, say("{points}", points=bet), say("wager: {points}", points=bet))
        for bet in WAGERS
    )
    return ChoiceStep("wager-points", None, say("How much?"), tuple(choices), scene)


class SkullKing(ExactBids[SkullKingRules]):
    """Skull King; see `ExactBids` for the rules that it shares."""

    key = "skull-king"
    name = say("Skull King")
    summary = say("The score for Skull King: exact bids, all at once, and bonuses for cards taken.")
    players = range(2, 9)
    rules = SkullKingRules
    presets = (
        Preset(
            "classic",
            say("Classic scoring"),
            say("the publisher's rules"),
            say("20 a trick if exact, 10 lost for each trick off; a zero 10 a card."),
            SkullKingRules(),
        ),
        Preset(
            "extra-cards",
            say("Classic, with the extra cards"),
            say("the publisher's rules"),
            say("With loot, wager, Kraken and White Whale."),
            SkullKingRules(destroyed=2, loot=True, wager=True),
        ),
        Preset(
            "rascal",
            say("Rascal scoring"),
            say("the publisher's rules"),
            say("10 a card if exact, half if off by one."),
            SkullKingRules(rascal=True),
        ),
        Preset(
            "cannonball",
            say("Rascal scoring with cannonballs"),
            say("the publisher's rules"),
            say("A cannonball scores 15 a card if exact, else nothing."),
            SkullKingRules(rascal=True, cannon=True),
        ),
        Preset(
            "first-edition",
            say("Edition of 2013"),
            say("the rules of 2013"),
            OLD_BONUSES,
            SkullKingRules(old_bonuses=True),
        ),
    )
    examples = ("--players 3 --number 4 2 0 1 1,2,1 0 30 nobody",)
    worked = (
        WorkedHand(
            5,
            {
                **{f"contract-{seat}": {"number": n} for seat, n in enumerate((2, 0, 3, 1))},
                "tricks": {"tricks": [2, 0, 2, 1]},
                "bonus-1": {"choice": "0"},
                "bonus-of-0": {"number": 30},
                **{key: {"choice": NOBODY} for key in ("bonus-2", "cannon-1", "loot-1", "wager")},
            },
        ),
    )
    bonuses = SkullKingBonuses()
    statistics = BidsBySize()
    awards = (*ExactBids.awards, BIGGEST_BID)
    play = ""

    def schedule(self, rules: SkullKingRules, players: int) -> tuple[int, ...]:
        return self.dealt(rules, max(players, 3), rules.schedule.cards)

    def cards_in_play(self, rules: SkullKingRules, players: int) -> int:
        return PACK + (EXTRA if rules.loot or rules.destroyed else 0)

    def turns_up(self, rules: SkullKingRules, seating: Seating) -> bool:
        """Return True: black is always trumps, so that nobody reads of a hand without."""
        return True

    def hooked(self, rules: SkullKingRules, seating: Seating) -> bool:
        return False

    def simultaneous(self, rules: SkullKingRules) -> bool:
        return True

    def unclaimed(self, rules: SkullKingRules, seating: Seating) -> int:
        """Return the tricks that a Kraken may take; with two players, all those of the ghost."""
        ghost = seating.players == self.players[0]
        return self.cards_in(rules, seating) if ghost else rules.destroyed

    def unit(self, rules: SkullKingRules, players: int) -> int:
        """Return 10, the least bonus, or 5: Rascal scoring gives halves."""
        return gcd(super().unit(rules, players), 5 if rules.rascal else 10)

    def scheme(self, rules: SkullKingRules) -> SkullScheme:
        return SkullScheme(rascal=rules.rascal)

    def contradictions(self, rules: SkullKingRules) -> tuple[tuple[str, str], ...]:
        return (("rascal", "cannon"),) if rules.cannon and not rules.rascal else ()

    def describe_cards(self, rules: SkullKingRules) -> tuple[Sentence, ...]:
        pack = say(
            "Four suits from 1 to 14, black is trumps; special cards without a suit: five escapes, "
            "five pirates, the Tigress, two mermaids and the Skull King."
        )
        old_pack = say(
            "Four suits from 1 to 13, black is trumps; special cards without a suit: escapes, "
            "pirates, Scary Mary, mermaids and the Skull King."
        )
        return (
            published(),
            say(
                "2 to 8 players, each for themselves. With two, a ghost gets a third hand and "
                "turns up its top card each time; it bids and scores nothing."
            ),
            old_pack if rules.old_bonuses else pack,
            say("Play and deal go clockwise; the deal passes to the left."),
            *house_rules.in_force(rules, "schedule"),
            say(
                "Cards of the largest hand: {cards}.",
                cards=by_players(self.players, lambda many: max(self.schedule(rules, many))),
            ),
            say("If the pack is too small for a number, everyone gets as many as can be dealt."),
            *house_rules.in_force(rules, "destroyed"),
        )

    def describe_bids(self, rules: SkullKingRules) -> tuple[Sentence, ...]:
        return (describe_sum(hooked=False),)

    def describe_play(self, rules: SkullKingRules) -> tuple[Sentence, ...]:
        either = say("The Tigress is a pirate or an escape, as its player says.")
        old_either = say("Scary Mary is a pirate or an escape, as its player says.")
        sea = say(
            "Kraken: nobody gets the trick; whoever would have won it leads. White Whale: the "
            "highest number of any suit wins; if there is none, nobody gets the trick, and the "
            "player of the whale leads."
        )
        loot = say("A loot card counts as an escape; its player and whoever takes it are allied.")
        wager = say("Whoever wins a trick with the pirate called Rascal may wager.")
        return (
            eldest_leads(),
            say(
                "A special card may be played at any time. After an escape is led, the first other "
                "card decides; after another special card, everyone may play any card."
            ),
            say(
                "The highest black card beats the other numbers, else the highest of the suit led."
            ),
            say(
                "Mermaids beat all numbers, pirates mermaids too, the Skull King pirates too. But "
                "a mermaid beats the Skull King, even with a pirate in the trick."
            ),
            say(
                "Of several pirates or mermaids the first counts. An escape never wins; if all are "
                "escapes, the first does."
            ),
            old_either if rules.old_bonuses else either,
            *((sea,) if rules.destroyed else ()),
            *((loot,) if rules.loot else ()),
            *((wager,) if rules.wager else ()),
            say("Whoever wins a trick leads to the next."),
        )

    def describe_scoring(self, rules: SkullKingRules) -> tuple[Sentence, ...]:
        classic = say(
            "An exact bid scores 20 a trick, otherwise each trick off loses 10. A bid of zero wins "
            "or loses 10 for each card of the hand."
        )
        whole = say("Bonuses count only for an exact bid.")
        shared = say(
            "Off by two or more scores nothing. Bonuses count in full if exact, half if off by one."
        )
        cannon = say("A cannonball is announced with the bid; its bonuses count only if exact.")
        return (
            *(() if rules.rascal else (classic,)),
            *house_rules.in_force(rules, "rascal", "cannon"),
            *(() if rules.old_bonuses else (BONUSES,)),
            *house_rules.in_force(rules, "old_bonuses"),
            shared if rules.rascal else whole,
            *((cannon,) if rules.rascal and rules.cannon else ()),
            *house_rules.in_force(rules, "loot", "wager"),
        )


SKULL_KING = SkullKing()
