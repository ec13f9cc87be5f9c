"""Session files of the open-source IsraeliWhist-Scorekeeper (illuminati945), read into games.

Source: its files in `data/sessions` and its rules as of September 2026. Their contents:

- `bets`, `tricks` and `results` of a round are in the current order of the players: when seats are
  swapped, the program swaps these in earlier rounds too. `scores` keeps the original order; the
  `playerIndex` of a result is its player's index in that list. If seats were swapped, the order of
  `scores` in a round without `results` is unknown.
- In its simple mode the auction is not recorded: `trump.winnerIndex` is null.
- `isPasRound` marks a round in which all passed; it is played without contracts.
- For a failed zero, an older version took more for each further trick
  (`passMissAdditionalPerTrick`), where the present one gives back (`passMissBonusPerTrick`); a zero
  over was worth as much as one under. A file of the older version may have been continued with the
  newer one. So the interpretation that reproduces more of its points is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.auction import Bid
from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.games.israeli_whist import house_rules
from scorekeeper.games.israeli_whist.house_rules import (
    AfterAllPass,
    DeclarerContract,
    FirstSpeaker,
    IsraeliWhistRules,
)
from scorekeeper.games.israeli_whist.scoring_schemes import SCHEMES, Made, Scheme
from scorekeeper.games.israeli_whist.script import speaking_order
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.extension_points import ForeignGame, ForeignHand
from scorekeeper.rules.game import Setup
from scorekeeper.rules.partial_hand import PARTIAL
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.script import read
from scorekeeper.rules.steps import Fact, Json
from scorekeeper.seating import SEATS, Seat, Seating
from scorekeeper.wording import Points, Sentence, say

PLAYERS = 4
SUITS = {"SPADES": "S", "HEARTS": "H", "DIAMONDS": "D", "CLUBS": "C"}
NEWER = {"passMissBonusPerTrick", "passMadeScoreDown", "passMadeScoreUp"}
NOT_OURS = ("useProgressivePenalty", "trumpMakerMissDoublePenalty")
LONGEST_NAME = 40
OPEN = Ending(goal=Goal.OPEN)

Reading = tuple[IsraeliWhistRules, list[tuple[ForeignHand, Sentence | None]]]


def is_session(data: Any) -> bool:
    """Return whether parsed JSON is one session, or a list of them."""
    return any("completedRounds" in session for session in _sessions(data))


def games(data: Any, book: Rulebook[Any]) -> Iterator[ForeignGame]:
    """Yield the games of a file; raises MalformedEntry."""
    for session in _sessions(data):
        yield _game(session, book)


def _sessions(data: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the sessions of a file: a single one, an exported one, or a list."""
    for item in data if isinstance(data, list) else [data]:
        if isinstance(item, dict):
            inner = item.get("session")
            yield inner if isinstance(inner, dict) else item


def _game(session: Mapping[str, Any], book: Rulebook[Any]) -> ForeignGame:
    players = session.get("players")
    if not isinstance(players, list) or len(players) != PLAYERS:
        raise MalformedEntry("no-deal", say("It does not have four players."))
    order = _order(players)
    rounds = session.get("completedRounds")
    if not isinstance(rounds, list):
        raise MalformedEntry("not-a-list", say("It has no list of hands."))
    agreed = session.get("rules")
    agreed = agreed if isinstance(agreed, dict) else {}
    read_rounds = [_Round(number, given, order) for number, given in enumerate(rounds, 1)]
    readings = [_reading(scheme, agreed, read_rounds, book) for scheme in _schemes(agreed)]
    rules, hands = min(readings, key=lambda reading: _count_differences(reading, book))
    return ForeignGame(
        _text(session, "id") or _text(session, "createdAt"),
        _text(session, "createdAt"),
        tuple(_name(players[place]) for place in order),
        rules,
        tuple(hand for hand, _ in hands),
        session.get("status") == "FINISHED",
        (*_notes(session, read_rounds), *(note for _, note in hands if note)),
    )


class _Round:
    """One hand of such a file, its contracts and tricks in the order of the seats of the game."""

    def __init__(self, number: int, given: Any, order: Sequence[int]) -> None:
        if not isinstance(given, dict):
            raise MalformedEntry(
                "not-a-record", _in_hand(number, say("this is not a JSON object."))
            )
        self.number = number
        self.at = _text(given, "completedAt") or _text(given, "timestamp")
        trump = given.get("trump")
        self.trump: Mapping[str, Any] = trump if isinstance(trump, dict) else {}
        self.passed = self.trump.get("isPasRound") is True
        self.winner = _seat(self.trump.get("winnerIndex"), order)
        self.dealer = _seat(given.get("dealerIndex"), order)
        self.bets = _numbers(given.get("bets"), order)
        self.tricks = _numbers(given.get("tricks"), order)
        results = given.get("results")
        self.swapped = False
        self.scores: tuple[int, ...] | None = None
        if isinstance(results, list) and len(results) == PLAYERS:
            self._check(results, order)
            self.points = _numbers([_field(result, "score") for result in results], order)
            places = [_field(result, "playerIndex") for result in results]
            self.swapped = places != [*range(PLAYERS)]
        elif order == (*range(PLAYERS),):
            self.points = _numbers(given.get("scores"), order)
        else:
            self.points, self.scores = None, _numbers(given.get("scores"), order)
        self.bid, self.unread = self._bid()

    def _bid(self) -> tuple[Bid | None, Sentence | None]:
        """Return the winning bid, and a remark if it is invalid; both are None without a number.

        A suit without a number does not count: the program presets it.
        """
        number, suit = self.trump.get("bidAmount"), self.trump.get("suitId")
        if not isinstance(number, int) or number < 1 or not isinstance(suit, str):
            return None, None
        try:
            return Bid.parse(f"{number}{SUITS.get(suit.upper(), suit)}"), None
        except MalformedEntry as error:
            return None, error.sentence

    def _check(self, results: Sequence[Any], order: Sequence[int]) -> None:
        """Raise MalformedEntry if a round contradicts itself about bids or tricks."""
        taken = _numbers([_field(result, "tricks") for result in results], order)
        bids = _numbers([_field(result, "bid") for result in results], order)
        if taken != self.tricks or (bids != self.bets and not self.passed):
            raise MalformedEntry(
                "wrong-number-of-values",
                _in_hand(self.number, say("the file contradicts itself about bids and tricks.")),
            )

    def hand(
        self, rules: IsraeliWhistRules, foreign: bool, book: Rulebook[Any]
    ) -> tuple[ForeignHand, Sentence | None]:
        """Return the hand as it can be recorded, and a note if only its points can be, else None.

        foreign    whether the file's rules are none of ours

        Raises MalformedEntry.
        """
        dealer = SEATS[0] if self.dealer is None else self.dealer
        seating = Seating.alone(PLAYERS, dealer)
        facts, reason = self._facts(seating, rules), say("its rules are not supported here")
        if not foreign:
            try:
                ours = _points(facts, seating, rules, book)
            except EntryError as error:
                reason = error.sentence
            else:
                return ForeignHand(self.dealer, facts, self._points_beside(ours), self.at), None
        if self.points is None:
            raise MalformedEntry("no-points", _in_hand(self.number, reason))
        alone: Fact = {PARTIAL: {"points": list(self.points)}}
        note = _in_hand(self.number, say("only its points are taken: {reason}", reason=reason))
        return ForeignHand(self.dealer, (alone,), self.points, self.at), note

    def _points_beside(self, ours: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return the points in the file, by seat; None if it has none.

        If the file does not say whose points they are, `ours` is returned if it has the same
        numbers.
        """
        if self.scores is not None and sorted(self.scores) == sorted(ours):
            return ours
        return self.points or self.scores

    def _facts(self, seating: Seating, rules: IsraeliWhistRules) -> tuple[Fact, ...]:
        """Return the answers to be recorded, as far as the round contains them."""
        tricks: Fact = {"tricks": list(self.tricks or ())}
        if self.passed:
            return {"bid": "pass"}, tricks
        bid = self.bid if self.bid and self.bid.tricks >= rules.lowest_bid else None
        if self.winner is not None and self.bets is not None and bid:
            spoken = speaking_order(seating, self.winner, rules)
            return (
                {"bid": bid.code, "winner": int(self.winner)},
                *({"number": self.bets[seat]} for seat in spoken),
                tricks,
            )
        noted: dict[str, Json] = {}
        if bid:
            noted["bid"] = bid.code
        if self.winner is not None:
            noted["declarer"] = int(self.winner)
        return ({PARTIAL: {"contracts": list(self.bets or ()), **tricks, **noted}},)


def _points(
    facts: Sequence[Fact], seating: Seating, rules: IsraeliWhistRules, book: Rulebook[Any]
) -> tuple[int, ...]:
    """Return the points of a hand by our rules; raises EntryError if they forbid it."""
    setup = Setup(book, rules, OPEN, PLAYERS, seating.dealer)
    score = read(setup.script_for(facts, seating), facts).score
    assert score is not None  # noqa: S101  (a round answers every question)
    return score.points


def _reading(
    scheme: Scheme,
    agreed: Mapping[str, Any],
    rounds: Sequence[_Round],
    book: Rulebook[Any],
) -> Reading:
    """Return the rules of a file that has this scoring scheme, and its hands under these rules."""
    rules = IsraeliWhistRules(
        declarer_contract=DeclarerContract.AT_LEAST,
        first_speaker=FirstSpeaker.DECLARER,
        passed_out=AfterAllPass.BONUS,
        scheme=scheme,
    )
    foreign = any(agreed.get(name) for name in NOT_OURS)
    bonus = (agreed.get("pasRoundZeroBonus") or 50, agreed.get("pasRoundTrickPenalty") or 10)
    other_bonus = bonus != (house_rules.BONUS_ROUND_NONE, -house_rules.BONUS_ROUND_EACH)
    hands = [
        round_.hand(rules, foreign or (round_.passed and other_bonus), book) for round_ in rounds
    ]
    return rules, hands


def _count_differences(reading: Reading, book: Rulebook[Any]) -> int:
    """Return the number of hands in which our points differ from the file's."""
    rules, hands = reading
    differing = 0
    for hand, _ in hands:
        seating = Seating.alone(PLAYERS, hand.dealer or SEATS[0])
        differing += hand.points not in {None, _points(hand.facts, seating, rules, book)}
    return differing


def _schemes(agreed: Mapping[str, Any]) -> Iterator[Scheme]:
    """Yield the schemes that the numbers of a file may stand for; see the module's docstring."""

    def number(*names: str, default: int) -> int:
        for name in names:
            value = agreed.get(name)
            if isinstance(value, int) and not isinstance(value, bool):
                return value
        return default

    linear = agreed.get("bidMadeFormula") == "LINEAR_10"
    name = " ".join(_text(agreed, "nameEn").split())[:LONGEST_NAME]
    under = number("passMadeScoreDown", "passMadeScore", default=50)
    failed = -abs(number("passMissPenalty", default=50))
    usual = Scheme(
        name=name or "Standard",
        made=Made.LINEAR if linear else Made.SQUARE,
        missed=number("missPenaltyRate", default=10) or 10,
        zero_under=under,
        zero_over=number("passMadeScoreUp", "passMadeScoreOver", default=30),
        failed_under=failed,
        failed_over=failed,
        failed_next=number("passMissBonusPerTrick", default=10),
    )
    if not NEWER & agreed.keys():
        both = agreed.get("passOverUnderDifference")
        over = number("passMadeScoreOver", default=25) if both else under
        more = -number("passMissAdditionalPerTrick", default=0)
        yield _source_scheme(replace(usual, zero_over=over, failed_next=more))
    yield _source_scheme(usual)


def _source_scheme(scheme: Scheme) -> Scheme:
    """Return the scheme of `SCHEMES` with the same numbers; if there is none, `scheme` itself."""
    same = (ours for ours in SCHEMES.values() if replace(ours, name=scheme.name) == scheme)
    return next(same, scheme)


def _notes(session: Mapping[str, Any], rounds: Sequence[_Round]) -> Iterator[Sentence]:
    """Yield remarks on the parts of a session that are left out or mislead."""
    active = session.get("activeRound")
    if isinstance(active, dict) and any(
        isinstance(bet, int) for bet in active.get("bets") or () if bet is not None
    ):
        yield say("The unfinished hand was skipped.")
    begun = session.get("initialScores")
    if isinstance(begun, list) and any(begun):
        points = ", ".join(str(Points(score)) for score in begun if isinstance(score, int))
        yield say("The points that it began with are left out: {points}.", points=points)
    for round_ in rounds:
        if round_.unread:
            yield _in_hand(round_.number, round_.unread)
    if any(round_.swapped for round_ in rounds):
        yield say(
            "Seats were changed in the middle, so that its totals there mix the players; here the "
            "points go by the players."
        )


def _order(players: Sequence[Any]) -> tuple[int, ...]:
    """Return the indices of the players in their original order, by their identifiers."""
    keys = [_field(player, "id") for player in players]
    if sorted(map(str, keys)) == [f"p{number}" for number in range(PLAYERS)]:
        return tuple(keys.index(f"p{number}") for number in range(PLAYERS))
    return tuple(range(PLAYERS))


def _seat(place: Any, order: Sequence[int]) -> Seat | None:
    """Return the seat of an index in the file; None if it is not an index."""
    is_place = isinstance(place, int) and not isinstance(place, bool) and place in order
    return SEATS[order.index(place)] if is_place else None


def _numbers(given: Any, order: Sequence[int]) -> tuple[int, ...] | None:
    """Return a number for each seat; None unless four integers are given."""
    if not isinstance(given, list) or len(given) != PLAYERS:
        return None
    if not all(isinstance(number, int) and not isinstance(number, bool) for number in given):
        return None
    return tuple(given[place] for place in order)


def _name(player: Any) -> str:
    name = _field(player, "name")
    if not isinstance(name, str) or not name.strip():
        raise MalformedEntry("bad-name", say("A player has no name."))
    return " ".join(name.split())


def _field(given: Any, name: str) -> Any:
    return given.get(name) if isinstance(given, dict) else None


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    return value if isinstance(value, str) else ""


def _in_hand(number: int, sentence: Sentence) -> Sentence:
    return say("hand {number}: {reason}", number=number, reason=sentence)
