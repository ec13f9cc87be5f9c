"""Exact bids: the shared rules of games in which everyone bids a number of tricks.

Each game has its own house rules and presets, and declares the number of cards in each deal, the
trumps, the numbers that may be bid, and the scoring. The questions, the points, the statistics and
the awards are here; card play is in `play/exact_bids.py`, bulk play in `play/kernel/`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import gcd
from typing import Any

from scorekeeper.cards import Card, Denomination, Suit, pack
from scorekeeper.games.bid_scheme import BidScheme
from scorekeeper.rules import house_rules
from scorekeeper.rules.bidding_steps import (
    Announced,
    Choice,
    ChoiceStep,
    ContractStep,
    over_or_under,
)
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.ending import Ending, Endings, Goal
from scorekeeper.rules.extension_points import (
    Deeds,
    LookAhead,
    Statistics,
    Worth,
    contract_deed,
    sum_of_bids,
)
from scorekeeper.rules.figures import Award, By, Case, Figure, Measure
from scorekeeper.rules.points import DealScore, Line, contract_briefs, sums_of
from scorekeeper.rules.result_steps import TricksStep
from scorekeeper.rules.rulebook import (
    USUAL_PLAYERS,
    KindOfGame,
    R,
    Rulebook,
    Section,
    WorkedHand,
    eldest_leads,
    revoke_rules,
    trick_rules,
)
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Script
from scorekeeper.rules.steps import Fact, Json, Scene, Step
from scorekeeper.seating import Names, Seat, Seating
from scorekeeper.wording import Listed, Points, Sentence, say, say_count

MOST_DEALS = 60  # the longest list of hand sizes
LARGE = 5  # the fewest cards of a large hand in the statistics
BLIND = "blind"  # the answer of a player who bids before looking


def own_sizes(most: int) -> Any:
    """Declare the rule that lists the cards of the deals, each of 1 to `most` cards.

    Sources: German finals (1, 3, 5 and so on); Romanian tables, by twos.
    """
    label = say("Cards in each hand, such as 1, 3, 5 (empty: default)")
    return house_rules.numbers(
        label,
        1,
        most,
        MOST_DEALS,
        says=lambda value: say("The hands have these numbers of cards: {value}", value=value),
        off=say("The hands have the usual numbers of cards"),
    )


def published() -> Sentence:
    """Return where the rules of a publisher's game are, in words."""
    return say(
        "The game belongs to its publisher. The full rules are in the box and on the publisher's "
        "site; here are the play in short and the scoring in full."
    )


def describe_sum(*, hooked: bool) -> Sentence:
    """Return whether the bids may add up to the number of tricks, in words."""
    if hooked:
        return say("The dealer bids last and may not make the bids add up to the number of tricks.")
    return say("The bids may add up to any number.")


def describe_sizes(rules: object) -> tuple[Sentence, ...]:
    """Return the numbers of cards that the table chose for its hands, in words."""
    return (
        *house_rules.in_force(rules, "sizes"),
        say("If the pack is too small for a number, everyone gets as many as can be dealt."),
    )


# --- statistics, awards, turning points ---

MADE = say("Bids made")
AS_DEALER = Figure("made-dealer", say("As the dealer, the last to bid"), MADE)
AWARDS = (
    Award(
        "made",
        say("As good as their word"),
        lambda number: say_count("{count} bid made", "{count} bids made", number),
    ),
    Award(
        "zero",
        say("Nothing at all"),
        lambda number: say_count("{count} made zero", "{count} made zeros", number),
    ),
)
BIGGEST_BID = Award(
    "biggest",
    say("Big game hunter"),
    lambda number: say("a bid of {number} made", number=number),
    By.HIGH,
    least=4,
)


@dataclass(frozen=True, slots=True)
class BidOutcome:
    """The tricks that a player bid and took in a deal.

    cards      the cards of each player
    players    the number of players
    dealer     whether the player dealt, and so was the last to bid
    blind      whether the player bid before looking
    """

    seat: Seat
    number: int
    taken: int
    cards: int
    players: int
    dealer: bool
    blind: bool

    @property
    def made(self) -> bool:
        """Whether the player took exactly the tricks bid."""
        return self.number == self.taken


class ExactBidStatistics(Statistics):
    """Statistics of exact bids; a game extends `figures`, and `count` with their values."""

    figures: tuple[Figure, ...] = (
        Figure("made", say("All bids"), MADE),
        Figure("zero", say("Bids of zero"), MADE),
        Figure("off", say("Average miss, in tricks"), MADE, Measure.MEAN),
    )

    def count(self, bid: BidOutcome) -> Iterator[tuple[str, int]]:
        """Yield the key and the value of each figure that one bid counts for.

        The value is 1 or 0 for a share, such as ("made", 1), and the miss in tricks for "off".
        """
        yield "made", int(bid.made)
        if not bid.number:
            yield "zero", int(bid.made)
        if not bid.made:
            yield "off", abs(bid.number - bid.taken)

    def cases(self, deal: Deal, rules: Any) -> Iterator[Case]:
        """Yield the values that the bids of a deal add to the figures (see `Case`)."""
        assert deal.score is not None  # noqa: S101  (it counts)
        scene, blind = deal.score.scene, _blind_bidders(deal)
        for (seat, *_), taken in zip(deal.seating.sides, scene.tricks, strict=True):
            number, dealer = scene.contract_of(seat) or 0, seat == deal.seating.dealer
            players = deal.seating.players
            bid = BidOutcome(seat, number, taken, scene.total, players, dealer, seat in blind)
            for key, value in self.count(bid):
                yield Case(seat, key, value)


class BidsBySize(ExactBidStatistics):
    """Statistics of exact bids, by the size of the hand, and of dealers."""

    figures = (
        *ExactBidStatistics.figures,
        Figure("made-large", say("Hands of five cards or more"), MADE),
        Figure("made-small", say("Hands of one to four cards"), MADE),
        AS_DEALER,
    )

    def count(self, bid: BidOutcome) -> Iterator[tuple[str, int]]:
        yield from super().count(bid)
        yield "made-large" if bid.cards >= LARGE else "made-small", int(bid.made)
        yield BIGGEST_BID.key, bid.number * bid.made
        if bid.dealer:
            yield AS_DEALER.key, int(bid.made)


class ExactBidDeeds(Deeds):
    """Words for a bid that was made or missed."""

    def describe(self, deal: Deal, side: int) -> Sentence | None:
        """Return a player's bid as a phrase, as in “Noa's made 3” or “Noa's missed 3”."""
        assert deal.score is not None  # noqa: S101  (it counts)
        (seat, *_) = deal.seating.sides[side]
        number = deal.score.scene.contract_of(seat) or 0
        made = bool(deal.score.lines[side][0].made)
        if seat not in _blind_bidders(deal):
            return contract_deed(Names((seat,)), number, made=made)
        if made:
            return say("{side}'s made blind {number}", side=Names((seat,)), number=number)
        return say("{side}'s missed blind {number}", side=Names((seat,)), number=number)


def _blind_bidders(deal: Deal) -> set[Seat]:
    return {
        answered.step.asked
        for answered in deal.reading.trail
        if answered.answer == BLIND and answered.step.asked is not None
    }


# --- the look-ahead ---


class SumOfBids(LookAhead):
    """Deals are alike if the bids so far have the same sum; a table has the points of the tricks.

    Where the points depend on more, only the questions are alike.
    """

    def __init__(self, book: ExactBids[Any]) -> None:
        self._book = book

    def state_key(self, seating: Seating, rules: Any, facts: Sequence[Fact], step: Step) -> Json:
        if self._book.has_table(seating, rules):
            return sum_of_bids(seating, step)
        return super().state_key(seating, rules, facts, step)

    def question_key(self, seating: Seating, rules: Any, facts: Sequence[Fact], step: Step) -> Json:
        """Return the sum of the bids, and the suit that was turned up if it was asked for."""
        if not isinstance(step, ContractStep | TricksStep):
            return None
        return [sum_of_bids(seating, step), [fact for fact in facts if "choice" in fact]]

    def worth(self, rules: Any, step: Step) -> Worth | None:
        if not isinstance(step, TricksStep) or not self._book.has_table(step.seating, rules):
            return None
        return _worth(self._book, rules, step.seating)


@lru_cache(maxsize=32)
def _worth(book: ExactBids[Any], rules: Any, seating: Seating) -> Worth:
    trump = book.trump_of(rules, seating.number)
    numbers = range(book.cards_in(rules, seating) + 1)
    return Worth(
        tuple(
            tuple(book.lines(rules, seating, trump, bid, taken) for taken in numbers)
            for bid in numbers
        )
    )


# --- the game ---


class ExactBids(Rulebook[R]):
    """Base class of the games with exact bids; most of its hooks have a default.

    pack    all cards, in the order in which hands are sorted
    """

    endings = Endings(
        (Goal.SCHEDULE, Goal.TIME, Goal.OPEN),
        Ending(goal=Goal.SCHEDULE),
        ties=Goal.SCHEDULE,
        bids=True,
    )
    kind = KindOfGame.BIDS
    announced = Announced.BID
    cell = say("bid / tricks")
    statistics: Statistics = ExactBidStatistics()
    awards: tuple[Award, ...] = AWARDS
    deeds: Deeds = ExactBidDeeds()
    play = "scorekeeper.play.exact_bids:ExactBidsPlay"
    pack: tuple[Card, ...] = pack()

    def __init__(self) -> None:
        self.look_ahead = SumOfBids(self)

    @abstractmethod
    def schedule(self, rules: R, players: int) -> tuple[int, ...]:
        """Return the number of cards that each player gets, for each deal of the game."""

    def dealt(self, rules: R, players: int, sizes: Sequence[int]) -> tuple[int, ...]:
        """Return the cards of successive deals, none larger than the pack allows."""
        most = self.cards_in_play(rules, players) // players
        return tuple(min(cards, most) for cards in sizes)

    def wanted(self, rules: R, number: int, players: int) -> int:
        """Return the cards that the table chose for deal `number`; 0 if it chose none.

        The pack may be too small for that many.
        """
        return 0

    @abstractmethod
    def scheme(self, rules: R) -> BidScheme:
        """Return the scoring of a bid."""

    def low(self, rules: R) -> bool:
        """Return whether the scoring counts misses alone, so that the lowest total wins."""
        return self.scheme(rules).low

    def length(self, rules: R, players: int) -> int | None:
        """Return the number of deals of a game; None if the rules do not fix it."""
        return len(self.schedule(rules, players))

    def cards_of(self, rules: R, number: int, players: int) -> int:
        """Return the number of cards of each player in deal `number`.

        After the end of the schedule it is the highest number in the schedule.
        """
        schedule = self.schedule(rules, players)
        return schedule[number - 1] if number <= len(schedule) else max(schedule)

    def cards_in(self, rules: R, seating: Seating) -> int:
        """Return the number of cards of each player in a deal.

        The sizes agreed for those who began stay if somebody comes or leaves, as far as the pack
        allows.
        """
        cards = self.cards_of(rules, seating.number, seating.beginners)
        if not seating.begun:
            return cards
        return min(cards, self.cards_in_play(rules, seating.players) // seating.players)

    def packs(self, players: int) -> int:
        """Return the number of packs shuffled together; with two, hands are scored only."""
        return 1

    def cards_in_play(self, rules: R, players: int) -> int:
        """Return the size of the pack; in a smaller one the lowest ranks are left out."""
        return len(self.pack) * self.packs(players)

    def trump_of(self, rules: R, number: int) -> Denomination | None:
        """Return the fixed trumps of deal `number`; None if a card is turned up for trumps.

        A deal without trumps has `Denomination.NO_TRUMP`.
        """
        return None

    def turns_up(self, rules: R, seating: Seating) -> bool:
        """Return whether a card is turned up for trumps; False if all cards are dealt."""
        dealt = seating.players * self.cards_in(rules, seating)
        pack = self.cards_in_play(rules, seating.players)
        return self.trump_of(rules, seating.number) is None and dealt < pack

    def asks_trumps(self, rules: R, seating: Seating) -> bool:
        """Return whether the table is asked which suit was turned up, as points depend on it."""
        return False

    def hooked(self, rules: R, seating: Seating) -> bool:
        """Return whether the dealer is barred from making the bids add up to all tricks."""
        return True

    def simultaneous(self, rules: R) -> bool:
        """Return whether all players bid at once."""
        return False

    def unclaimed(self, rules: R, seating: Seating) -> int:
        """Return the highest number of tricks that may go to nobody."""
        return 0

    def blind_word(self, rules: R, seat: Seat, earlier: Earlier, side: int = 0) -> Choice | None:
        """Return the choice that announces a blind bid; None if the rules have no blind bids.

        side    the index of the player's side, for the total in `earlier`
        """
        return None

    def blind_bonus(self, rules: R) -> int:
        """Return the points that a made blind bid adds."""
        return 0

    def doublings(
        self,
        rules: R,
        seating: Seating,
        trump: Denomination | None,
    ) -> tuple[Callable[[Points], Sentence], ...]:
        """Return the reasons why the points of a deal are doubled, one for each doubling."""
        return ()

    def has_table(self, seating: Seating, rules: R) -> bool:
        """Return whether the points of a player depend on nothing but the bid and the tricks."""
        return not (
            self.carries(rules)
            or self.bonuses.asked(rules)
            or self.asks_trumps(rules, seating)
            or self.unclaimed(rules, seating)
        )

    def can_score(self, seating: Seating, rules: R, points: Sequence[int]) -> bool:
        blind = self.blind_word(rules, seating.eldest, NOTHING_EARLIER)
        is_open = blind is not None or self.bonuses.asked(rules)
        if is_open or type(self).finish is not ExactBids.finish:
            return True
        if self.asks_trumps(rules, seating):
            return True
        cards = self.cards_in(rules, seating)
        trump = self.trump_of(rules, seating.number)
        pairs: dict[int, list[tuple[int, int]]] = {}
        for bid, taken in product(range(cards + 1), repeat=2):
            score = sum(line.points for line in self.lines(rules, seating, trump, bid, taken))
            pairs.setdefault(score, []).append((bid, taken))
        hooked = self.hooked(rules, seating) and not self.simultaneous(rules)
        least = cards - self.unclaimed(rules, seating)
        return any(
            least <= taken <= cards and not (hooked and bids == cards)
            for bids, taken in sums_of(pairs.get(number, ()) for number in points)
        )

    def unit(self, rules: R, players: int) -> int:
        scheme, sizes = self.scheme(rules), set(self.schedule(rules, players))
        points = [
            scheme.points(bid, taken, cards)
            for cards in sizes
            for bid, taken in product(range(cards + 1), repeat=2)
        ]
        return gcd(*points, self.blind_bonus(rules), self.fine(rules)) or 1

    def finish(
        self,
        score: DealScore,
        rules: R,
        earlier: Earlier,
    ) -> DealScore:
        """Return the score with the additions that depend on earlier deals."""
        return score

    def script(self, seating: Seating, rules: R, earlier: Earlier = NOTHING_EARLIER) -> Script:
        """Ask for each player's bid, the dealer's last, and for the tricks."""
        cards = self.cards_in(rules, seating)
        trump = self.trump_of(rules, seating.number)
        scene = Scene(cards, notice=self.notice(rules, seating, trump, earlier))
        if self.asks_trumps(rules, seating):
            trump = yield _trumps_step(scene)
            scene = scene._replace(notice=self.notice(rules, seating, trump, earlier))
        blind: set[Seat] = set()
        for seat in seating.clockwise(seating.eldest):
            number = yield from self._bid(rules, seating, seat, scene, earlier, blind)
            scene = scene.with_contract(seat, number)
        tricks = yield TricksStep(seating, scene, self.unclaimed(rules, seating))
        bids = [scene.contract_of(seat) or 0 for (seat,) in seating.sides]
        lines = tuple(
            self.lines(rules, seating, trump, bid, taken, blind=seat in blind)
            for (seat,), bid, taken in zip(seating.sides, bids, tricks, strict=True)
        )
        score = DealScore(
            lines,
            scene.with_tricks(tricks),
            over_or_under(scene.contract_sum, cards),
            briefs=contract_briefs(bids, tricks, Announced.BID),
        )
        return self.finish(score, rules, earlier)

    def _bid(  # noqa: PLR0917
        self,
        rules: R,
        seating: Seating,
        seat: Seat,
        scene: Scene,
        earlier: Earlier,
        blind: set[Seat],
    ) -> Generator[ContractStep, int | str, int]:
        """Ask one player for a bid and return it.

        Players who bid before looking at their cards are added to `blind`.
        """
        last = seat == seating.dealer and not self.simultaneous(rules)
        fits = scene.total - scene.contract_sum if last and self.hooked(rules, seating) else -1
        step = ContractStep(
            seat,
            scene,
            barred=fits if fits >= 0 else None,
            others=scene.contract_sum if last else None,
            announced=Announced.BID,
        )
        word = self.blind_word(rules, seat, earlier, seating.side_of(seat))
        number = yield step if word is None else step._replace(words=(word,))
        if number == BLIND:
            blind.add(seat)
            number = yield step._replace(blind=True)
        return int(number)

    def lines(
        self,
        rules: R,
        seating: Seating,
        trump: Denomination | None,
        bid: int,
        taken: int,
        *,
        blind: bool = False,
    ) -> tuple[Line, ...]:
        """Return the points of one player: of the scheme, of a made blind bid, and of doubling."""
        scheme, cards = self.scheme(rules), self.cards_in(rules, seating)
        lines = [scheme.line(bid, taken, cards)]
        if blind and bid == taken and (bonus := self.blind_bonus(rules)):
            more = -bonus if scheme.low else bonus
            lines.append(Line(more, say("bid blind: {points}", points=Points(more))))
        for reason in self.doublings(rules, seating, trump):
            more = sum(line.points for line in lines)
            lines.append(Line(more, reason(Points(more))))
        return tuple(lines)

    def notice(
        self,
        rules: R,
        seating: Seating,
        trump: Denomination | None,
        earlier: Earlier,
    ) -> Sentence:
        """Return a sentence with the cards of each player, and the trumps if they are known."""
        cards = self.cards_in(rules, seating)
        sentence = say_count("Everyone gets one card.", "Everyone gets {count} cards.", cards)
        wanted = self.wanted(rules, seating.number, seating.beginners)
        if seating.begun:
            wanted = max(wanted, self.cards_of(rules, seating.number, seating.beginners))
        if wanted > cards:
            sentence = say("{cards} There are too few for {wanted}.", cards=sentence, wanted=wanted)
        if trump is not None:
            return say("{cards} Trumps: {trump}.", cards=sentence, trump=trump)
        if not self.turns_up(rules, seating):
            return say("{cards} No trumps.", cards=sentence)
        return sentence

    def describe(self, rules: R) -> tuple[Section, ...]:
        """Return the rules in force, in words."""
        in_turn = say(
            "Everyone bids a number of tricks or zero, from the dealer's left; a bid is made by "
            "taking exactly as many."
        )
        at_once = say(
            "All bid a number of tricks or zero at once; a bid is made by taking exactly as many."
        )
        bids = at_once if self.simultaneous(rules) else in_turn
        return (
            Section(say("Cards and deal"), self.describe_cards(rules)),
            Section(say("Bids"), (bids, *self.describe_bids(rules))),
            Section(say("Play"), self.describe_play(rules)),
            Section(say("Scoring"), self.describe_scoring(rules)),
        )

    @abstractmethod
    def describe_cards(self, rules: R) -> tuple[Sentence, ...]:
        """Return the rules about cards, deal and trumps, in words."""

    @abstractmethod
    def describe_bids(self, rules: R) -> tuple[Sentence, ...]:
        """Return the rules of bidding, in words."""

    def describe_schedule(self, rules: R) -> tuple[Sentence, ...]:
        """Return the cards of all hands of four players, in words."""
        cards = Listed(self.schedule(rules, USUAL_PLAYERS))
        return (say("Cards of the hands, with four players: {cards}.", cards=cards),)

    def describe_play(self, rules: R) -> tuple[Sentence, ...]:
        """Return how tricks are played and won, in words."""
        return eldest_leads(), *trick_rules(), *revoke_rules(self.fine(rules))

    def describe_scoring(self, rules: R) -> tuple[Sentence, ...]:
        """Return the scoring in words.

        The default fits a scheme that pays for each trick bid and fines each trick over or under.
        """
        scheme = self.scheme(rules)
        return (
            say("A made bid scores {made} and {each} a trick.", made=scheme.made, each=scheme.each),
            say("A missed bid loses {off} for each trick over or under.", off=-scheme.missed_off),
        )


def _worked(number: int, bids: Sequence[int], tricks: Sequence[int]) -> WorkedHand:
    said: dict[str, Fact] = {f"contract-{seat}": {"number": bid} for seat, bid in enumerate(bids)}
    return WorkedHand(number, {**said, "tricks": {"tricks": [*tricks]}})


WORKED_BIDS = (
    *(_worked(number, (2, 0, 3, 1), (2, 0, 2, 1)) for number in (5, 3, 6, 8, 4)),
    _worked(1, (4, 2, 3, 0), (4, 2, 4, 0)),
)
"""Example hands: five cards, as deal 5, 3, 6, 8 or 4 of a schedule, or ten cards as the first deal.

`worked_example` takes the first one that fits the schedule.
"""


def _trumps_step(scene: Scene) -> ChoiceStep:
    """Return the question for the suit of the card turned up."""
    choices = tuple(
        Choice(
            suit.letter,
            Denomination(suit),
            say("{suit}", suit=suit),
            say("trumps: {suit}", suit=suit),
        )
        for suit in reversed(Suit)
    )
    return ChoiceStep("trumps", None, say("Trumps?"), choices, scene, label=say("trumps"))
