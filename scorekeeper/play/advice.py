"""Advice on calls and contracts, and reviews of played deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from scorekeeper.cards import Joker, Rank, Suit
from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.play.card_play_parts import CardPlayPart
from scorekeeper.play.notation import Word
from scorekeeper.play.players import Players, View, play_out, players_named
from scorekeeper.play.position import Action, Cards, Phase, Position, Said, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.record import Record, check_turn
from scorekeeper.play.sensible_player import FULL, lanes_of, smear
from scorekeeper.rules.bidding_steps import AuctionStep, ContractStep
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier
from scorekeeper.rules.steps import Step
from scorekeeper.seating import SEATS, Seat, Seating, seat_text
from scorekeeper.wording import say

# Advice
#
# The hidden cards are dealt uniformly at random, unless the game's own adviser infers likely hands
# from what the others have said. Every choice is played out on the same deals, so that luck does
# not favour one of them. After the choice, all players decide as the game's default player does.

SAMPLES, SLOW_SAMPLES = 500, 50
"""The number of sampled deals: with the bulk simulator, and one after another."""
SHOWN = 12
"""The highest number of choices that the text lists."""


@dataclass(frozen=True, slots=True)
class JudgedChoice:
    """A choice with its expected points and its distance from the best choice.

    points, half     the mean, and the half width of its 95 % interval
    behind, within   the mean difference from the best choice, deal by deal, and its half width
    made             the share of deals in which the side made what it had bid or contracted for
    """

    choice: Action
    name: str
    points: float
    half: float
    behind: float
    within: float
    made: float


@dataclass(frozen=True, slots=True)
class Holding:
    """The strengths of a hand.

    sure     the number of cards that no other card of their suit beats
    short    the suits with at most one card, highest first
    """

    sure: int
    short: tuple[Suit, ...]

    def __str__(self) -> str:
        tricks = f"{self.sure} sure trick{'s' if self.sure != 1 else ''}"
        named = " and ".join(map(str, self.short))
        return f"{tricks}, short in {named}" if named else tricks


@dataclass(frozen=True, slots=True)
class Advice:
    """The value of every open choice.

    samples    the number of deals that each choice was played on
    options    every choice, in order
    best       the choice with the most expected points
    holding    the strengths of the hand; None for a hand with jokers or unusual ranks
    tricks     in some games: for each denomination the probability of each number of tricks
    """

    samples: int
    options: tuple[JudgedChoice, ...]
    best: JudgedChoice
    tricks: tuple[tuple[str, tuple[float, ...]], ...] = ()
    holding: Holding | None = None

    @property
    def next_best(self) -> JudgedChoice | None:
        """The choice closest to the best one; None if there is no other."""
        others = [option for option in self.options if option is not self.best]
        return min(others, key=lambda option: option.behind, default=None)

    @property
    def sentence(self) -> str:
        """The advice in words: the best choice, the reason, and its lead over the next one."""
        why = f"{self.holding}: " if self.holding else ""
        sentence = f"{self.best.name}: {why}made in {self.best.made:.0%}"
        other = self.next_best
        if other is None:
            return f"{sentence}; nothing else is open."
        ahead = f"{other.behind:.1f} ± {other.within:.1f} points"
        if other.behind > other.within:
            return f"{sentence}, {ahead} better than {other.name}."
        return f"{sentence}; {other.name} may be as good, {ahead} behind."

    def lines(self) -> Iterator[str]:
        """Yield the advice as lines of text tables, limited to the best choices."""
        if self.tricks:
            most = max(n for _, row in self.tricks for n, share in enumerate(row) if share >= 0.005)
            yield "tricks    " + "".join(f"{number:>5}" for number in range(most + 1)) + "   mean"
            for name, row in self.tricks:
                mean = sum(number * share for number, share in enumerate(row))
                shares = "".join(f"{share:5.0%}" if share >= 0.005 else "    ." for share in row)
                yield f"{name:10}{shares[: 5 * most + 5]}{mean:7.1f}"
            yield ""
        shown = {*sorted(self.options, key=lambda option: -option.points)[:SHOWN]}
        yield f"choice       points           made  behind the best, of {self.samples} deals"
        for option in self.options:
            if option in shown:
                behind = "<- best"
                if option is not self.best:
                    behind = f"{option.behind:7.1f} ± {option.within:.1f}"
                points = f"{option.points:+8.1f} ± {option.half:4.1f}"
                yield f"{option.name:11}{points}  {option.made:6.0%}  {behind}"
        if left := [option.behind for option in self.options if option not in shown]:
            yield f"{len(left)} more, each at least {min(left):.1f} behind"
        yield ""
        yield self.sentence

    def json(self) -> dict[str, Any]:
        return {
            "samples": self.samples,
            "tricks": {name: list(row) for name, row in self.tricks},
            "options": [
                {
                    "choice": option.name, "points": option.points, "half": option.half,
                    "behind": option.behind, "within": option.within, "made": option.made,
                }
                for option in self.options
            ],
            "best": self.best.name,
            "sentence": self.sentence,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Situation:
    """The state of a deal as known to a player who has to speak.

    said     the words of the record, which are repeated in every sampled deal
    shown    the cards that lie open, such as the one turned up
    heard    the calls, contracts and announcements from which hidden hands may be inferred
    earlier  the totals and carried values before the deal
    """

    game: WholeGame[Any] = field(repr=False)
    hand: Cards
    seat: Seat
    seating: Seating
    rules: Any
    step: Step
    said: tuple[Word, ...] = ()
    shown: Cards = ()
    heard: tuple[Said, ...] = ()
    earlier: Earlier = NOTHING_EARLIER

    @classmethod
    def of(
        cls,
        game: WholeGame[Any],
        hand: Cards,
        seat: Seat,
        record: Record,
        *,
        players: int | None = None,
        shown: Cards = (),
    ) -> Situation:
        """Return the situation after a record without hands, for the player who has to speak.

        Raises MalformedEntry if the cards cannot be those of the hand, and IllegalEntry if the
        record is against the rules or it is not this seat's turn.
        """
        many = players or game.book.players[0]
        seating = game.book.seating(many, record.dealer, record.rules).numbered(record.number)
        each = game.cards_each(seating, record.rules)
        if len(hand) != each or len({*hand, *shown}) != each + len(shown):
            raise MalformedEntry(
                "wrong-number-of-cards",
                say("A hand is {each} cards, not {n}.", each=each, n=len({*hand} - {*shown})),
            )
        pack = game.cards(seating, record.rules)
        strange = next((card for card in (*hand, *shown) if card not in pack), None)
        if strange is not None:
            raise MalformedEntry(
                "no-such-card", say("{card} is not in the pack of this hand.", card=strange)
            )
        if len(shown) > len(game.shown(shown, seating, record.rules) if shown else ()):
            raise MalformedEntry(
                "wrong-number-of-cards", say("More cards are given as turned up than there are.")
            )
        if len(shown) < game.turned_up(seating, record.rules):
            raise MalformedEntry("not-shown", say("The card that is turned up is missing."))
        position = replace(Position.unseen(game, record.rules, seating), stock=shown)
        for named, word in record.said:
            position = after_word(position, named, word)
        position = after_exchange(position)
        step, turn = position.asking, position.turn
        if step is None or turn is None:
            raise IllegalEntry("nothing-to-say", say("Nothing is left to be said."))
        check_turn(position, seat)
        own = position.sorted(hand)
        asked = (seat, seating, record.rules, step)
        return cls(game, own, *asked, said=record.said, shown=shown, heard=position.said)

    @classmethod
    def seen(cls, game: WholeGame[Any], view: View) -> Situation:
        """Return the situation of a player who sees this view."""
        assert view.asking is not None  # noqa: S101  (the player has to speak)
        asked = (view.seat, view.seating, view.rules, view.asking)
        return cls(game, view.hand, *asked, shown=view.shown, heard=view.said, earlier=view.earlier)

    @property
    def view(self) -> View:
        """The deal as the player sees it, as far as it is known."""
        position = replace(Position.unseen(self.game, self.rules, self.seating), said=self.heard)
        trump, step = self.game.trump(replace(position, stock=self.shown)), self.step
        return View(
            self.seat, self.seating, self.rules, Phase.SAY, step.scene, self.hand, step.legal, step,
            self.heard, (), (), None, (), self.shown, None, (), trump, self.earlier, 0,
        )  # fmt: skip

    def deal(self, draws: Draws) -> Position:
        """Return a random possible deal, in which everything has been said as recorded."""
        each = len(self.hand)
        pack = self.game.cards(self.seating, self.rules)
        hidden = [card for card in pack if card not in {*self.hand, *self.shown}]
        shuffled = [hidden[place] for place in sorted(range(len(hidden)), key=draws.half)]
        others = [seat for seat in SEATS[: self.seating.players] if seat != self.seat]
        hands = {
            seat: tuple(shuffled[number * each : (number + 1) * each])
            for number, seat in enumerate(others)
        }
        hands[self.seat] = self.hand
        stock = (*self.shown, *shuffled[len(others) * each :])
        lots = [hands[seat] for seat in SEATS[: self.seating.players]]
        position = Position.start(
            self.game, self.rules, self.seating, lots, stock, earlier=self.earlier
        )
        for named, word in self.said:
            position = after_word(position, named, word)
        return position

    def choices(self) -> tuple[Action, ...]:
        position = self.deal(Draws.of(0, 0))
        return position.legal


class Adviser(CardPlayPart, point="adviser"):
    """Advice on calls and contracts.

    By default it plays sampled deals one after another.
    """

    def advise(self, situation: Situation, samples: int, seed: int) -> Advice:
        """Judge every open choice on `samples` deals."""
        held = situation.step.scene.exchange
        if situation.game.exchange(situation.seating, situation.rules, held):
            raise IllegalEntry("exchanged", say("After an exchange no advice is offered."))
        names = Players.of(situation.game.book).names[:1] * situation.seating.players
        players = players_named(situation.game.book, names)
        choices = situation.choices()
        points: list[list[int]] = [[] for _ in choices]
        made: list[list[bool]] = [[] for _ in choices]
        side = situation.seating.side_of(situation.seat)
        for sample in range(samples):
            draws = Draws.of(seed, sample)
            position = situation.deal(draws)
            for place, choice in enumerate(choices):
                score = play_out(position.apply(choice), players, draws).score
                assert score is not None  # noqa: S101  (the deal has been played out)
                points[place].append(score.points[side])
                made[place].append(any(bool(line.made) for line in score.lines[side]))
        named = [name_of(situation.step, choice) for choice in choices]
        return advice(choices, named, points, made, holding=holding_of(situation.hand))


def advice(
    choices: Sequence[Action],
    names: Sequence[str],
    points: Sequence[Sequence[int]],
    made: Sequence[Sequence[bool]],
    *,
    tricks: tuple[tuple[str, tuple[float, ...]], ...] = (),
    holding: Holding | None = None,
    effective: float | None = None,
) -> Advice:
    """Return the advice that follows from the points of each choice on the same deals.

    effective    the effective sample size, if some deals occur more than once
    """
    means = [_mean(each)[0] for each in points]
    wider = (len(points[0]) / (effective or len(points[0]))) ** 0.5
    most = points[means.index(max(means))]
    options = tuple(
        JudgedChoice(
            choice,
            name,
            *_mean(gained, wider),
            *_mean([best - each for best, each in zip(most, gained, strict=True)], wider),
            sum(won) / len(won),
        )
        for choice, name, gained, won in zip(choices, names, points, made, strict=True)
    )
    return Advice(len(most), options, options[means.index(max(means))], tricks, holding)


def holding_of(hand: Cards) -> Holding | None:
    """Return the strengths of a hand; None for a hand with jokers or unusual ranks."""
    if any(isinstance(card, Joker) or not isinstance(card.rank, Rank) for card in hand):
        return None
    lanes = lanes_of(hand)
    sure = sum((lane & ~smear(FULL & ~lane)).bit_count() for lane in lanes)
    return Holding(sure, tuple(suit for suit in reversed(Suit) if lanes[suit].bit_count() <= 1))


def name_of(step: Step, choice: Action) -> str:
    """Return a choice as it is written in a record: `7C`, `pass`, `3`."""
    return str(step.fact(choice)[step.field])


def after_word(position: Position, named: Seat | None, word: str) -> Position:
    """Return the position after a recorded word, such as a call or a number.

    Cards passed on are ignored, because the hands are unknown.
    """
    if position.giving is not None and "," in word:
        return position
    position = after_exchange(position)
    step = position.asking
    if step is None or (isinstance(step, AuctionStep | ContractStep) and _misplaced(step, word)):
        raise IllegalEntry("not-asked", say("Nobody was asked for {what}.", what=word))
    if named is not None:
        check_turn(position, named)
    return position.apply(step.parse({step.field: word}))


def after_exchange(position: Position) -> Position:
    """Return the position after the running exchange, if any, with unknown cards."""
    if position.giving is None:
        return position
    given = ((),) * position.seating.players
    return replace(position, giving=None, exchanges=(*position.exchanges, given))


def _misplaced(step: Step, word: str) -> bool:
    return isinstance(step, ContractStep) is not word.isdigit()


def _mean(values: Sequence[int], wider: float = 1.0) -> tuple[float, float]:
    """Return the mean, and the half width of its 95 % interval times `wider`."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / len(values)
    return mean, 1.96 * (variance / len(values)) ** 0.5 * wider


# Review of a deal that was played


@dataclass(frozen=True, slots=True)
class CostlyDecision:
    """A decision that was not the best one, judged by what its player could know.

    trick          the number of the trick, from 1; 0 before the play
    chosen, best   as written in a record
    cost, within   the mean loss in points, and the half width of its 95 % interval
    """

    seat: Seat
    trick: int
    chosen: str
    best: str
    cost: float
    within: float


@dataclass(frozen=True, slots=True)
class Share:
    """How a player's points came about.

    points        the player's score
    expected      the expected score at the player's first decision, with the best choice
    given_away    the total cost of the player's decisions in `Review.decisions`; negative where low
                  points win, because each cost points more
    """

    seat: Seat
    points: int
    expected: float
    given_away: float

    @property
    def luck(self) -> float:
        """The remainder: the cards of the others, and what they did with them."""
        return self.points - self.expected + self.given_away


@dataclass(frozen=True, slots=True)
class Review:
    """The decisions of a deal that cost significantly, and the players' shares.

    samples    the number of deals on which each card was judged
    """

    samples: int
    decisions: tuple[CostlyDecision, ...]
    shares: tuple[Share, ...]

    def lines(self) -> Iterator[str]:
        for decision in self.decisions:
            where = (
                f"trick {decision.trick}, {decision.seat}" if decision.trick else str(decision.seat)
            )
            cost = f"{decision.cost:.1f} ± {decision.within:.1f} points"
            yield f"{where}: {decision.chosen}, {cost} worse than {decision.best}"
        if not self.decisions:
            yield "no decision cost anything beyond chance"
        yield "seat   points  promised  given away    luck"
        for share in self.shares:
            yield (
                f"{seat_text(share.seat):5}{share.points:+8}{share.expected:+10.1f}"
                f"{-share.given_away:+12.1f}{share.luck:+8.1f}"
            )

    def json(self) -> dict[str, Any]:
        return {
            "samples": self.samples,
            "decisions": [
                asdict(decision) | {"seat": seat_text(decision.seat)} for decision in self.decisions
            ],
            "shares": [
                asdict(share) | {"seat": seat_text(share.seat), "luck": share.luck}
                for share in self.shares
            ],
        }


class Reviewer(CardPlayPart, point="reviewer"):
    """The review of a deal."""

    def review(self, end: Position, samples: int, seed: int) -> Review:
        """Judge every decision of a deal that has been played to its end."""
        raise NotImplementedError


def moves(end: Position) -> Iterator[tuple[Position, Action]]:
    """Yield every position of a deal played to its end, with the action taken in it."""
    position = Position.start(
        end.game, end.rules, end.seating, end.dealt, end.stock, earlier=end.earlier
    )
    words, away = (word.what for word in end.said), iter(end.away)
    cards = (card for trick in end.tricks for card in trick.cards)
    while (turn := position.turn) is not None:
        match position.phase:
            case Phase.SAY:
                action: Action = next(words)
            case Phase.GIVE:
                action = end.exchanges[len(position.exchanges)][turn]
            case Phase.PUT_AWAY:
                action = next(away)
            case _:
                action = next(cards)
        yield position, action
        position = position.apply(action)
