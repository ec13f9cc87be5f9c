"""The script of one deal of Bid Whist: bids, announcement, tricks, points."""

from __future__ import annotations

from scorekeeper.engine.cards.auction import Auction
from scorekeeper.engine.cards.cards import Suit
from scorekeeper.engine.cards.seating import Names, Seat, Seating
from scorekeeper.engine.games.bid_whist.bids import LADDER, HighLowBid, Kind
from scorekeeper.engine.games.bid_whist.house_rules import BidWhistRules
from scorekeeper.engine.games.bid_whist.scoring import TRICKS, line, other_line
from scorekeeper.engine.rules.points import Brief, DealScore
from scorekeeper.engine.rules.script import Script
from scorekeeper.engine.rules.steps import Choice, ChoiceStep, Scene, SideTricksStep, hold
from scorekeeper.engine.rules.wording import Points, Sentence, say, say_count


def deal_script(seating: Seating, rules: BidWhistRules) -> Script:
    """Ask the questions of one deal and return its points."""
    scene = Scene(TRICKS)
    auction = Auction(seating.clockwise(seating.eldest), LADDER, rules.auction)
    won = yield from hold(auction, scene)
    if won is None:
        return DealScore.all_passed(seating.sides, scene, rules.same_dealer)
    bid, declarer = won.bid, won.winner
    assert isinstance(bid, HighLowBid)  # noqa: S101  (the ladder has no others)
    scene = scene._replace(declarer=declarer, bid=bid)
    announced = yield announcement(declarer, bid, scene)
    scene = scene._replace(announced=said_of(announced)).with_contract(declarer, bid.aim)
    side = seating.side_of(declarer)
    tricks: tuple[int, ...] = yield SideTricksStep(
        seating,
        scene._replace(notice=_kitty(declarer, bid, rules)),
        side,
        least=1,
        because=say(
            "{side} have one trick at least: the kitty is theirs.", side=Names(seating.sides[side])
        ),
        notes=tuple(say("{points}", points=Points(line(bid, n).points)) for n in range(TRICKS + 1)),
    )
    taken = tricks[side]
    lines = tuple((line(bid, taken) if index == side else other_line(),) for index in range(2))
    return DealScore(
        lines,
        scene.with_tricks(tricks),
        _label(taken - bid.aim),
        briefs=tuple(_brief(taken) for taken in tricks),
    )


def announcement(declarer: Seat, bid: HighLowBid, scene: Scene) -> ChoiceStep:
    """The bid winner's announcement before taking the kitty: trumps, or high or low."""
    if bid.kind.has_trump:
        return ChoiceStep(
            "announcement",
            declarer,
            say("{seat}'s trumps?", seat=declarer),
            tuple(_trumps(declarer, suit) for suit in reversed(Suit)),
            scene,
        )
    return ChoiceStep(
        "announcement",
        declarer,
        say("{seat}'s no trump: high or low?", seat=declarer),
        tuple(_direction(declarer, kind) for kind in (Kind.HIGH, Kind.LOW)),
        scene,
    )


def said_of(announced: object) -> Sentence:
    """The announcement in words, to follow the bid."""
    if isinstance(announced, Suit):
        return say("{suit}", suit=announced)
    return say("high") if announced is Kind.HIGH else say("low")


def _trumps(declarer: Seat, suit: Suit) -> Choice:
    sentence = say("{seat} made {suit} trumps", seat=declarer, suit=suit)
    return Choice(suit.letter, suit, say("{suit}", suit=suit), sentence)


def _direction(declarer: Seat, kind: Kind) -> Choice:
    if kind is Kind.HIGH:
        return Choice("high", kind, say("High"), say("{seat} plays it high", seat=declarer))
    return Choice("low", kind, say("Low"), say("{seat} plays it low", seat=declarer))


def _kitty(declarer: Seat, bid: HighLowBid, rules: BidWhistRules) -> Sentence:
    if rules.sport and bid.kind.has_trump:
        return say(
            "{seat} shows the kitty, picks it up, discards six (they count as trick 1), and leads.",
            seat=declarer,
        )
    return say(
        "{seat} picks up the kitty, discards six (they count as trick 1), and leads.",
        seat=declarer,
    )


def _label(more: int) -> Sentence:
    if more < 0:
        return say_count("{count} short", "{count} short", -more)
    return say_count("{count} extra", "{count} extra", more) if more else say("just made")


def _brief(taken: int) -> Brief:
    return Brief(say("{tricks}", tricks=taken), say_count("{count} trick", "{count} tricks", taken))
