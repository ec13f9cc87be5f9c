"""Needs: what each side still needs to win a running game, in points and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep, ContractStep
from scorekeeper.rules.ending import Goal
from scorekeeper.rules.game import Game
from scorekeeper.rules.points import Prize
from scorekeeper.rules.script import Bookmark
from scorekeeper.rules.steps import Step
from scorekeeper.seating import Names
from scorekeeper.wording import Sentence, Total, say, say_count


@dataclass(frozen=True, slots=True)
class Need:
    """What one side needs to win: points, and results of a deal that score them.

    missing    the points to the target, or behind the leader; negative if it leads
    reach      of each kind of result (see `Prize`), the easiest that reaches the target or, in the
               last deal, takes the lead
    win        of each kind, the easiest that wins the game whatever the other sides score
    sentence   all of it in words
    shortened  for `brief`; None if it is the whole sentence
    """

    side: int
    missing: int
    reach: tuple[Prize, ...]
    win: tuple[Prize, ...]
    sentence: Sentence
    shortened: Sentence | None = None

    @property
    def brief(self) -> Sentence:
        """The sentence without what is equal for all sides, such as the number of hands left."""
        return self.shortened or self.sentence


def needs(game: Game) -> tuple[Need, ...]:
    """Return what each side needs to win, one `Need` for each side; nothing if it does not play.

    Empty if the game is over, or if it has no end but the players' decision to stop. In a play-off
    every hand may be the last, so the needs are those for the next hand.
    """
    if game.over:
        return ()
    scores = [deal.score for deal in game.deals if deal.score and deal.counts]
    out = {game.side_of(seat) for seat in scores[-1].out} if scores else set()
    need_of = _need_of(game)
    if need_of is None:
        return ()
    gone = dict.fromkeys(out, say("out")) | dict.fromkeys(game.gone, say("does not play"))
    return tuple(
        Need(side, 0, (), (), gone[side]) if side in gone else need_of(game, side)
        for side in range(len(game.sides))
    )


def _need_of(game: Game) -> Callable[[Game, int], Need] | None:
    """Return the function that works out what one side needs; None if the game has no needs."""
    if game.course.met:
        return _in_a_play_off
    if game.setup.ending.low:
        return _to_stay_low
    match game.setup.ending.goal:
        case Goal.TARGET:
            return _to_target
        case Goal.DEALS | Goal.SCHEDULE:
            return _to_lead
    return None


def _others(game: Game, side: int) -> list[int]:
    """Return the totals of the other sides that may be first in the end."""
    return [game.totals[other] for other in game.rivals if other != side]


def _to_target(game: Game, side: int) -> Need:
    setup, totals = game.setup, game.totals
    missing = setup.ending.target - totals[side]
    kinds = setup.book.prizes.all_of(setup.rules)
    is_reachable = _reachable(game, side)
    ahead = max(_others(game, side), default=0)

    def reaches(prize: Prize) -> bool:
        return prize.points >= missing

    def wins(prize: Prize) -> bool:
        return reaches(prize) and totals[side] + prize.points > ahead + prize.others

    reach = tuple(_easiest(kinds, reaches, is_reachable))
    win = tuple(_easiest(kinds, wins, is_reachable))
    by_points = sorted((prize for kind in kinds for prize in kind), key=lambda prize: -prize.points)
    most = by_points[0].points if by_points else 0
    now = next((prize.points for prize in by_points if is_reachable(prize)), 0)
    told = _describe(missing, reach, win, setup.ending.target, now=now, most=most)
    return Need(side, missing, reach, win, told)


def _reachable(game: Game, side: int) -> Callable[[Prize], bool]:
    """Return a function that says whether a side can still reach a result in the running deal.

    It asks the script: there must be legal bids, of everybody who has not bid yet, that lead to it.
    """
    deal, book = game.current, game.setup.book
    setup, seating, earlier = game.setup.at(deal.number), deal.seating, deal.earlier
    facts, place = deal.reading.facts, seating.columns.index(side)
    now = Bookmark.at_start(partial(setup.script_for, facts, seating, earlier))
    for fact in facts:
        now = now.parse(fact)

    @cache
    def is_reachable(prize: Prize) -> bool:
        seen: set[object] = set()

        def leads_there(mark: Bookmark) -> bool:
            step = mark.step
            if step is None:
                return False
            scene = step.scene
            if (fits := book.prizes.fits(prize, place, seating, scene)) is not None:
                return fits
            state = step.key, scene.declarer, scene.bid, scene.contract_sum
            if state in seen:
                return False
            seen.add(state)
            return any(leads_there(mark.answer(answer)) for answer in _bids(step, prize))

        return leads_there(now)

    return is_reachable


def _bids(step: Step, prize: Prize) -> Iterable[object]:
    """Return the answers to a question before the play; none to a later one.

    Those that lead most directly to a result come first.
    """
    match step:
        case AuctionStep():
            return step.results(prize.number)
        case ContractStep() if prize.over:
            return reversed(step.legal)
        case ContractStep():
            return sorted(step.legal, key=lambda answer: answer != prize.number)
        case ChoiceStep():
            return step.legal
    return ()


def _to_stay_low(game: Game, side: int) -> Need:
    """Return a side's distance to the leader, and to the end, if the lowest total wins."""
    ending, need = game.setup.ending, _standing(game, side)
    if ending.goal is not Goal.TARGET:
        return need
    here = game.current.seating.columns
    totals = [game.totals[each] for each in here]
    left = [total if ending.start else ending.target - total for total in totals]
    sentence = say(
        "{standing}; the game ends with {points} more for {side}",
        standing=need.sentence,
        points=_points(game, min(left)),
        side=Names(
            seat
            for column, each in zip(here, left, strict=True)
            if each == min(left)
            for seat in game.sides[column]
        ),
    )
    return replace(need, sentence=sentence, shortened=need.sentence)


def _in_a_play_off(game: Game, side: int) -> Need:
    """Return what a side needs in a play-off: the results with which it wins in the next hand."""
    need = _standing(game, side)
    return need if game.setup.ending.low else _in_the_last_deal(game, need)


def _standing(game: Game, side: int) -> Need:
    """Return a side's distance to the best of the other sides, in points and in words."""
    low, total = game.setup.ending.low, game.totals[side]
    others = _others(game, side)
    behind = total - min(others, default=0) if low else max(others, default=0) - total
    if behind > 0:
        sentence = say("{points} behind", points=_points(game, behind))
    elif behind < 0:
        sentence = say("{points} ahead", points=_points(game, -behind))
    else:
        sentence = say("level at the top")
    return Need(side, behind, (), (), sentence)


def _points(game: Game, number: int) -> Total:
    return Total(number, game.setup.book.decimals)


def _to_lead(game: Game, side: int) -> Need:
    last = game.deals[-1].scored if game.deals else 0
    left = game.setup.ending.deals - last
    others = max(_others(game, side), default=0)
    missing = others - game.totals[side]
    if missing > 0:
        sentence = say_count(
            "{points} behind, {count} hand left",
            "{points} behind, {count} hands left",
            left,
            points=_points(game, missing),
        )
    elif missing < 0:
        sentence = say_count(
            "{points} ahead, {count} hand left",
            "{points} ahead, {count} hands left",
            left,
            points=_points(game, -missing),
        )
    else:
        sentence = say_count(
            "level at the top, {count} hand left", "level at the top, {count} hands left", left
        )
    if left > 1:
        return Need(side, missing, (), (), sentence, _standing(game, side).sentence)
    return _in_the_last_deal(game, Need(side, missing, (), (), sentence))


def _in_the_last_deal(game: Game, need: Need) -> Need:
    """Return a need with the results that win in the last deal and those that take the lead."""
    setup = game.setup
    kinds = setup.book.prizes.all_of(setup.rules, game.current.seating)
    is_reachable = _reachable(game, need.side)

    def leads(prize: Prize) -> bool:
        return prize.points > need.missing >= 0

    def wins(prize: Prize) -> bool:
        return prize.points > need.missing + prize.others

    reach = tuple(_easiest(kinds, leads, is_reachable))
    win = tuple(_easiest(kinds, wins, is_reachable))
    short = [prize for prize in reach if prize not in win]
    sentence = need.sentence
    if win and short:
        sentence = say(
            "{standing}: {winning} wins it now; {leading} takes the lead",
            standing=sentence,
            winning=_either(win),
            leading=_either(short),
        )
    elif win:
        sentence = say("{standing}: {winning} wins it now", standing=sentence, winning=_either(win))
    elif short:
        sentence = say(
            "{standing}: {leading} takes the lead", standing=sentence, leading=_either(short)
        )
    return Need(need.side, need.missing, reach, win, sentence)


def _easiest(
    kinds: Sequence[Sequence[Prize]],
    serves: Callable[[Prize], bool],
    is_reachable: Callable[[Prize], bool],
) -> Iterator[Prize]:
    """Yield the easiest reachable prize of each kind that serves, once for equal points.

    A prize is a result of a deal with its points, such as “a made 7”.
    """
    seen: set[int] = set()
    for kind in kinds:
        first = next((prize for prize in kind if serves(prize) and is_reachable(prize)), None)
        if first and first.points not in seen:
            seen.add(first.points)
            yield first


def _describe(
    missing: int,
    reach: Sequence[Prize],
    win: Sequence[Prize],
    target: int,
    *,
    now: int,
    most: int,
) -> Sentence:
    """Describe a need; `now` and `most` are the highest scores in this hand and in a later one."""
    short = [prize for prize in reach if prize not in win]
    if win and short:
        return say(
            "{winning} wins it now; {reaching} reaches {target}",
            winning=_either(win),
            reaching=_either(short),
            target=target,
        )
    if win:
        return say("{winning} wins it now", winning=_either(win))
    if short:
        return say("{reaching} reaches {target}", reaching=_either(short), target=target)
    if most <= 0:
        return say("{points} to go", points=missing, target=target)
    return say_count(
        "{points} to go: at least {count} hand",
        "{points} to go: at least {count} hands",
        1 - (max(now, 0) - missing) // most,
        points=missing,
        target=target,
    )


def _either(prizes: Sequence[Prize]) -> Sentence:
    sentence = prizes[0].sentence
    for prize in prizes[1:]:
        sentence = say("{one} or {other}", one=sentence, other=prize.sentence)
    return sentence
