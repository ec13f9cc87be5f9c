"""The judge of the cards: whose turn it was, what he held, who won the trick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.engine.cards import Card, Suit, of_suit
from scorekeeper.engine.israeli_whist.whole.record import Said
from scorekeeper.engine.israeli_whist.whole.talk import Hand
from scorekeeper.engine.play import Trick, revokes
from scorekeeper.engine.seating import Seat
from scorekeeper.engine.whole.irregularity import Irregularity
from scorekeeper.engine.wording import Sentence, say


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table: the trick, counted from 1, who laid it, and which suit was led."""

    trick: int
    seat: Seat
    card: Card
    led: Suit | None


@dataclass(frozen=True, slots=True)
class PlayVerdict:
    """The tricks as they were played, with their winners, and what was irregular."""

    tricks: tuple[Trick, ...]
    found: tuple[Irregularity, ...]


def judge_play(
    plays: Iterable[Said[Card]],
    hands: Sequence[Hand] | None,
    leader: Seat,
    *,
    trump: Suit | None,
    tricks: int,
    fine: int,
) -> PlayVerdict:
    """Judge the play of a deal of so many tricks; a revoke costs `fine` points.

    Where the hands are not known, a player is taken to have held what he plays later.
    """
    table = _Table(leader, trump, tricks)
    for said in plays:
        table.lay(said)
    held = hands if hands is not None else _gathered(table.laid, len(table.order))
    found = [*table.found, *_judge_cards(table.laid, held, fine)]
    return PlayVerdict(tuple(table.tricks), tuple(sorted(found, key=_trick_of)))


class _Table:
    """The cards on the table, in whatever order they were laid."""

    def __init__(self, leader: Seat, trump: Suit | None, tricks: int, players: int = 4) -> None:
        self.trump, self.total = trump, tricks
        self.order = [Seat(seat) for seat in range(players)]
        self.leader = leader
        self.open: dict[Seat, Card] = {}
        self.tricks: list[Trick] = []
        self.laid: list[Laid] = []
        self.found: list[Irregularity] = []

    def lay(self, said: Said[Card]) -> None:
        number = len(self.tricks) + 1
        where = say("trick {trick}, {card}", trick=number, card=said.what)
        if number > self.total:
            why = say("All {total} tricks had been played.", total=self.total)
            self.found.append(Irregularity("deal-complete", where, why, said.seat))
            return
        turn = self._turn()
        seat = turn if said.seat is None else said.seat
        if seat in self.open:
            why = say("{seat} had already played to this trick.", seat=seat)
            self.found.append(Irregularity("played-twice", where, why, seat))
            return
        if seat != turn:
            why = say("It is {turn}'s turn, not {seat}'s.", turn=turn, seat=seat)
            self.found.append(Irregularity("out-of-turn", where, why, seat))
        led = next(iter(self.open.values())).suit if self.open else None
        self.open[seat] = said.what
        self.laid.append(Laid(number, seat, said.what, led))
        if len(self.open) == len(self.order):
            self._close()

    def _turn(self) -> Seat:
        """The next seat, clockwise from the last card, that has not played to the trick."""
        if not self.open:
            return self.leader
        last = self.laid[-1].seat
        players = len(self.order)
        clockwise = (Seat((last + step) % players) for step in range(1, players))
        return next(seat for seat in clockwise if seat not in self.open)

    def _close(self) -> None:
        first = next(iter(self.open))
        players = len(self.order)
        cards = tuple(self.open[Seat((first + step) % players)] for step in range(players))
        trick = Trick(first, players, self.trump, cards)
        self.tricks.append(trick)
        self.leader = trick.winner
        self.open = {}


def _judge_cards(laid: Sequence[Laid], hands: Sequence[Hand], fine: int) -> Iterator[Irregularity]:
    left = [list(hand) for hand in hands]
    played: dict[Card, Laid] = {}
    for index, now in enumerate(laid):
        where = say("trick {trick}, {seat}", trick=now.trick, seat=now.seat)
        hand = left[now.seat]
        if now.card in played or now.card not in hand:
            why = _not_held(now, played.get(now.card), left)
            yield Irregularity("card-not-held", where, why, now.seat)
        elif revokes(now.card, hand, now.led):
            yield _revoke(now, where, hand, laid[index + 1 :], fine)
        if now.card in hand:
            hand.remove(now.card)
        played.setdefault(now.card, now)


def _not_held(now: Laid, before: Laid | None, left: Sequence[Sequence[Card]]) -> Sentence:
    if before is not None:
        return say(
            "{card} was played by {seat} in trick {trick}.",
            card=now.card,
            seat=before.seat,
            trick=before.trick,
        )
    owner = next((Seat(seat) for seat, hand in enumerate(left) if now.card in hand), None)
    if owner is None:
        return say("{seat} does not hold {card}.", seat=now.seat, card=now.card)
    return say(
        "{seat} does not hold {card}: {owner} does.", seat=now.seat, card=now.card, owner=owner
    )


def _revoke(
    now: Laid, where: Sentence, hand: Sequence[Card], later: Sequence[Laid], fine: int
) -> Irregularity:
    assert now.led is not None  # noqa: S101  (a revoke is against a lead)
    held = of_suit(hand, now.led)
    shown = next((laid for laid in later if laid.seat == now.seat and laid.card in held), None)
    if shown is None:
        why = say(
            "A revoke: {seat} played {card} but held {held}.",
            seat=now.seat,
            card=now.card,
            held=", ".join(map(str, held)),
        )
    else:
        why = say(
            "A revoke: {seat} played {card} but held {held}; {shown} in trick {trick} gives it "
            "away.",
            seat=now.seat,
            card=now.card,
            held=", ".join(map(str, held)),
            shown=shown.card,
            trick=shown.trick,
        )
    return Irregularity("revoke", where, why, now.seat, fine)


def _gathered(laid: Iterable[Laid], players: int) -> list[Hand]:
    hands: list[list[Card]] = [[] for _ in range(players)]
    for now in laid:
        hands[now.seat].append(now.card)
    return [tuple(hand) for hand in hands]


def _trick_of(irregularity: Irregularity) -> int:
    return int(str(dict(irregularity.where.blanks)["trick"]))
