"""The script of one deal of Israeli Whist: auction, exchanges, contracts, tricks, points."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import lru_cache
from itertools import product

from scorekeeper.auction import Auction, Bid, ladder
from scorekeeper.errors import IllegalEntry
from scorekeeper.games.israeli_whist import house_rules
from scorekeeper.games.israeli_whist.house_rules import (
    HIGHEST_BID,
    DeclarerContract,
    FirstSpeaker,
    IsraeliWhistRules,
    Opener,
    Redealer,
)
from scorekeeper.games.israeli_whist.scoring_schemes import TRICKS, AllMissed, Scheme
from scorekeeper.rules.bidding_steps import ContractStep, Won, hold, over_or_under
from scorekeeper.rules.partial_hand import Partial
from scorekeeper.rules.points import DealScore, Line, contract_briefs, sums_of
from scorekeeper.rules.result_steps import TricksStep
from scorekeeper.rules.script import Script
from scorekeeper.rules.steps import Scene
from scorekeeper.seating import SEATS, Seat, Seating
from scorekeeper.wording import Formula, Sentence, say


def deal_script(seating: Seating, rules: IsraeliWhistRules) -> Script:
    """Ask the questions of one deal and return its points."""
    won: Won | None = None
    for exchange in range(rules.exchanges + 1):
        scene = Scene(TRICKS, exchange, notice=_exchange_notice(exchange, rules))
        won = yield from hold(_auction(seating, rules, scene), scene)
        if won:
            break
    if won is None:
        return (yield from _passed_out(seating, rules, scene))
    scene = Scene(TRICKS, scene.exchange, won.winner, won.bid)
    scene = yield from _contracts(seating, rules, scene)
    tricks: tuple[int, ...] = yield TricksStep(seating, scene)
    numbers = dict(scene.contracts)
    contracts = [numbers[seat] for (seat,) in seating.sides]
    return DealScore(
        rules.scheme.score(contracts, tricks),
        scene.with_tricks(tricks),
        over_or_under(scene.contract_sum, TRICKS),
        briefs=contract_briefs(contracts, tricks),
    )


def partial_score(seating: Seating, rules: IsraeliWhistRules, known: Partial) -> DealScore:
    """Return the points of a deal whose auction is not fully known.

    A deal without contracts is a bonus round. Raises IllegalEntry if the rules do not allow it.
    """
    contracts, tricks = known.contracts, known.tricks or ()
    if contracts is None:
        auction = known.bid is not None or known.declarer is not None
        if auction or rules.passed_out is house_rules.AfterAllPass.REDEAL:
            raise IllegalEntry(
                "contracts-unknown", say("Without contracts, tricks score in a bonus round only.")
            )
        return _bonus_round(Scene(TRICKS), tricks)
    if sum(contracts) == TRICKS:
        raise IllegalEntry(
            "contract-barred",
            say("The four contracts add up to {total}, which is not allowed.", total=TRICKS),
            "contracts-0",
        )
    _check_bid(rules, known, contracts)
    scene = Scene(TRICKS, 0, known.declarer, known.bid)
    for seat, number in zip(SEATS[: seating.players], contracts, strict=True):
        scene = scene.with_contract(seat, number)
    label = over_or_under(scene.contract_sum, TRICKS)
    return DealScore(
        rules.scheme.score(contracts, tricks),
        scene.with_tricks(tricks),
        _name_missing_parts(label, known),
        briefs=contract_briefs(contracts, tricks),
    )


def can_score(rules: IsraeliWhistRules, points: Sequence[int]) -> bool:
    """Return whether contracts and tricks, or a bonus round, can give these points."""
    scheme, lines = rules.scheme, [points]
    if scheme.all_missed is AllMissed.VOID and not any(points):
        return True
    if scheme.all_missed is AllMissed.DOUBLED and not any(number % 2 for number in points):
        lines.append([number // 2 for number in points])
    for numbers, over in product(lines, (False, True)):
        pairs = _pairs(scheme, over)
        sums = sums_of(pairs.get(number, ()) for number in numbers)
        if any(taken == TRICKS and contracts != TRICKS and (contracts > TRICKS) is over
               for contracts, taken in sums):  # fmt: skip
            return True
    bonus = {bonus_line(taken).points: (0, taken) for taken in range(TRICKS + 1)}
    is_bonus = rules.passed_out is not house_rules.AfterAllPass.REDEAL
    won = sums_of([bonus[number]] if number in bonus else () for number in points)
    return is_bonus and (0, TRICKS) in won


@lru_cache(maxsize=64)  # 300 pasted hands: 0.3 s instead of 0.7
def _pairs(scheme: Scheme, over: bool) -> dict[int, list[tuple[int, int]]]:
    """Return the pairs of a contract and tricks that give each number of points."""
    pairs: dict[int, list[tuple[int, int]]] = {}
    for contract, taken in product(range(TRICKS + 1), repeat=2):
        pairs.setdefault(scheme.line(contract, taken, over).points, []).append((contract, taken))
    return pairs


def _check_bid(rules: IsraeliWhistRules, known: Partial, contracts: Sequence[int]) -> None:
    """Raise IllegalEntry if no contract fits the known parts of the winning bid.

    If the rules bind the declarer to the bid, the contract equals the bid; otherwise it is at least
    the bid, or the lowest possible bid if the number is unknown.
    """
    declared = contracts if known.declarer is None else (contracts[known.declarer],)
    field = "contracts-0" if known.declarer is None else f"contracts-{int(known.declarer)}"
    tricks = known.bid.level if known.bid else 0
    if tricks and rules.declarer_contract is DeclarerContract.FIXED:
        if tricks not in declared:
            raise IllegalEntry(
                "no-declarer",
                say("The winning bid was {number}, and that is not the contract.", number=tricks),
                field,
            )
        return
    least = tricks or rules.lowest(0)
    if max(declared) < least:
        raise IllegalEntry(
            "no-declarer",
            say("Whoever wins the auction contracts for {least} at least.", least=least),
            field,
        )


def _name_missing_parts(result: Sentence, known: Partial) -> Sentence:
    """Return the result of a deal, with a remark on what is unknown of its auction."""
    trumps = None if known.bid is None else Scene(TRICKS, bid=known.bid).trumps
    match (known.declarer, trumps):
        case (None, None):
            return say("{result}, auction not recorded", result=result)
        case (None, _):
            return say("{result}, declarer not recorded", result=result)
        case (_, None):
            return say("{result}, trumps not recorded", result=result)
    return say("{result}, number of the bid not recorded", result=result)


def speaking_order(seating: Seating, declarer: Seat, rules: IsraeliWhistRules) -> tuple[Seat, ...]:
    """Return the seats asked for a contract, in order; a declarer held to the bid is left out."""
    left = seating.left_of(declarer)
    if rules.declarer_contract is DeclarerContract.FIXED:
        return tuple([seat for seat in seating.clockwise(left) if seat != declarer])
    if rules.first_speaker is FirstSpeaker.DECLARER:
        return seating.clockwise(declarer)
    return seating.clockwise(left)


def _auction(seating: Seating, rules: IsraeliWhistRules, scene: Scene) -> Auction:
    opener = seating.dealer if rules.opener is Opener.DEALER else seating.eldest
    return Auction(
        seating.clockwise(opener),
        ladder(rules.lowest(scene.exchange), HIGHEST_BID),
        rules.auction,
    )


def _contracts(
    seating: Seating, rules: IsraeliWhistRules, scene: Scene
) -> Generator[ContractStep, int, Scene]:
    """Ask for the contracts; return the scene (the public state of the deal) with all four.

    The player on the declarer's right may not make the four contracts total 13. If the declarer may
    go above the bid, the bid counts as their contract until they speak; if they speak last, they
    may not make the total 13 either.
    """
    declarer, bid = scene.declarer, scene.bid
    assert isinstance(declarer, Seat)  # noqa: S101  (an auction was won)
    assert isinstance(bid, Bid)  # noqa: S101
    may_raise = rules.declarer_contract is DeclarerContract.AT_LEAST
    standing = {declarer: bid.tricks}
    if not may_raise:
        scene = scene.with_contract(declarer, bid.tricks)
    for seat in speaking_order(seating, declarer, rules):
        contracts = standing | dict(scene.contracts)
        contracts.pop(seat, None)
        others = sum(contracts.values()) if len(contracts) == seating.players - 1 else None
        least = bid.tricks if seat == declarer else 0
        barred = None if others is None else _barred(others, least)
        number = yield ContractStep(seat, scene, least, barred, others)
        scene = scene.with_contract(seat, number)
    return scene


def _barred(others: int, least: int) -> int | None:
    """Return the number that would make the contracts total 13; None if it is below `least`."""
    number = TRICKS - others
    return number if number >= least else None


def _passed_out(
    seating: Seating, rules: IsraeliWhistRules, scene: Scene
) -> Generator[TricksStep, tuple[int, ...], DealScore]:
    if rules.passed_out is house_rules.AfterAllPass.REDEAL:
        return DealScore.all_passed(seating.sides, scene, rules.redealer is Redealer.SAME)
    notice = say("All passed: a bonus round without trumps or contracts is played.")
    tricks = yield TricksStep(seating, scene._replace(notice=notice))
    return _bonus_round(scene, tricks)


def _bonus_round(scene: Scene, tricks: tuple[int, ...]) -> DealScore:
    lines = tuple((bonus_line(taken),) for taken in tricks)
    return DealScore(lines, scene.with_tricks(tricks), say("bonus round"))


def bonus_line(taken: int) -> Line:
    """Return the points of one player in a bonus round, with the reason."""
    if not taken:
        points = house_rules.BONUS_ROUND_NONE
        return Line(points, say("bonus round, no trick: {points}", points=points), True)
    each = house_rules.BONUS_ROUND_EACH
    points = each * taken
    formula = Formula(f"{taken} x {each} = {points}")
    return Line(points, say("bonus round: {formula}", formula=formula), False)


def _exchange_notice(exchange: int, rules: IsraeliWhistRules) -> Sentence | None:
    if not exchange:
        return None
    lowest = rules.lowest(exchange)
    match rules.exchange_steps(exchange):
        case 1:
            return say(
                "All passed. Exchange {number}: everyone passes three cards face down to the left. "
                "Lowest bid now: {lowest}.",
                number=exchange,
                lowest=lowest,
            )
        case 2:
            return say(
                "All passed. Exchange {number}: everyone passes three cards face down across the "
                "table. Lowest bid now: {lowest}.",
                number=exchange,
                lowest=lowest,
            )
    return say(
        "All passed. Exchange {number}: everyone passes three cards face down to the right. "
        "Lowest bid now: {lowest}.",
        number=exchange,
        lowest=lowest,
    )
