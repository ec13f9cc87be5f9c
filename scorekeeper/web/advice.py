"""Advice on a hand of cards, and practice."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.auction import AnyBid
from scorekeeper.cards import Card, Suit
from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.games.registry import rulebooks
from scorekeeper.insight import situations, win_probability
from scorekeeper.insight.situations import Decision, Exercise, exercise
from scorekeeper.ledger import game_list, sessions, tables
from scorekeeper.ledger.game_results import results_of, running_game
from scorekeeper.ledger.tables import ALLOWED, HIDDEN
from scorekeeper.play.advice import SAMPLES, Advice, Adviser, Option, Situation
from scorekeeper.play.notation import hand_text, parse_hand
from scorekeeper.play.position import WholeGame
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import SEATS, Seat
from scorekeeper.web import access
from scorekeeper.web.access import open_store
from scorekeeper.web.charts import Chart, Series, draw
from scorekeeper.web.expensive_reads import expensive
from scorekeeper.web.formatting import Teller
from scorekeeper.web.languages import translated
from scorekeeper.web.new_game import setups_of
from scorekeeper.wording import Sentence, say

# The game that advice is given on

SEED = 1
SHOWN = 6
"""How many choices a page lists at most, besides the player's own."""


@dataclass(frozen=True, slots=True)
class AdvisedGame:
    """A game with the house rules by which the table played it last, or its usual ones."""

    game: WholeGame[Any]
    rules: Any

    @classmethod
    def of_table(cls) -> AdvisedGame:
        """The first game whose choices are judged in bulk."""
        book = next(book for book in rulebooks().values() if is_advised(book))
        store = open_store()
        lately = game_list.recent_rules(store, g.table.id, book.key, limit=1)
        rules = [setup.rules for _, setup in setups_of(store, g.table.id, lately)]
        return cls(WholeGame[Any].of(book), rules[0] if rules else book.presets[0].rules)

    @property
    def each(self) -> int:
        """How many cards a hand has."""
        seating = self.game.book.seating(self.game.book.players[0], SEATS[0], self.rules)
        return self.game.cards_each(seating, self.rules)

    @property
    def suits(self) -> list[tuple[Suit, list[Card]]]:
        """The pack by suit, the highest cards first."""
        cards = [card for card in self.game.pack if isinstance(card, Card)]
        return [(suit, _of_suit(cards, suit)) for suit in reversed(Suit)]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, the player's own first, then clockwise."""
        return SEATS[: self.game.book.players[0]]

    def judge(self, situation: Situation) -> Advice:
        """What every open choice is worth; the same situation always comes to the same."""
        return Adviser.of(self.game.book).advise(situation, SAMPLES, SEED)


def is_advised(book: Rulebook[Any]) -> bool:
    """Whether advice is given on a game."""
    return Adviser.find(book) is not None


def by_suit(hand: tuple[Card, ...]) -> list[tuple[Suit, list[Card]]]:
    """A hand, the highest cards first."""
    return [(suit, _of_suit(hand, suit)) for suit in reversed(Suit)]


def best_choices(advice: Advice, own: Option | None = None) -> list[Option]:
    """The choices that are worth reading, the best one first; the player's own among them."""
    ranked = sorted(advice.options, key=lambda option: -option.points)
    return [option for place, option in enumerate(ranked) if place < SHOWN or option == own]


def teller() -> Teller:
    """Tells of the seats as the player sees them: their own first, then clockwise."""
    return Teller(
        [translated("You"), translated("Left"), translated("Across"), translated("Right")]
    )


def _of_suit(cards: tuple[Card, ...] | list[Card], suit: Suit) -> list[Card]:
    return sorted((card for card in cards if card.suit is suit), reverse=True)


# Advice
#
# Advice is hidden while a game of the table is running, unless the table allows it. It is worked
# out by a reader process (see `expensive_reads`), never beside the taps.

NEWEST = 3  # evenings in which a game may be running

advice_pages = Blueprint("advice", __name__, url_prefix="/advice")


@advice_pages.get("/")
def page() -> ResponseReturnValue:
    """The form for the cards, or the advice on them; hidden while a game is running."""
    game_id = None if is_allowed() else _running_game()
    if game_id is not None or not win_probability.is_possible():
        return render_template("advice/hidden.html", game_id=game_id, allowed=ALLOWED)
    if "ask" not in request.args:
        return _cards_page()
    each, chosen = AdvisedGame.of_table().each, _chosen()
    if len(chosen) != each:
        return _cards_page(say("Choose {each} cards, not {n}.", each=each, n=len(chosen)))
    return _answer_page()


@advice_pages.post("/")
def allow() -> ResponseReturnValue:
    """Allow advice during the games of this table, or hide it then."""
    wanted = request.form.get("during")
    if wanted not in {ALLOWED, HIDDEN}:
        abort(400)
    allowed, by = wanted == ALLOWED, access.author()
    tables.allow(open_store(), g.table.id, allowed=allowed, by=by)
    return redirect(url_for("advice.page"), 303)


def is_allowed() -> bool:
    """Whether this table allows advice while a game is running."""
    return tables.is_allowed(open_store(), g.table.id)


@expensive()
def _answer_page() -> ResponseReturnValue:
    """The advice on the cards, and the form for what was said before."""
    advised, hand = AdvisedGame.of_table(), _chosen()
    asked = request.args.get("ask")
    decision = Decision.CONTRACT if asked == Decision.CONTRACT.value else Decision.BID
    bids = situations.bids(advised.game, advised.rules)
    advice, problem = None, None
    try:
        situation = _situation(advised, hand, decision, {bid.code: bid for bid in bids})
        advice = advised.judge(situation) if situation else None
    except EntryError as error:
        problem = error.sentence
    shown = render_template(
        "advice/answer.html",
        hand=by_suit(hand),
        text=hand_text(hand),
        decision=decision,
        decisions=Decision,
        bids=bids,
        numbers=range(advised.each + 1),
        seats=advised.seats,
        advice=advice,
        listed=best_choices(advice) if advice else [],
        problem=problem,
        tell=teller(),
    )
    return shown, 422 if problem else 200


def _cards_page(problem: Sentence | None = None) -> ResponseReturnValue:
    advised = AdvisedGame.of_table()
    shown = render_template(
        "advice/cards.html",
        suits=advised.suits,
        each=advised.each,
        chosen=_chosen(),
        problem=problem,
        during=HIDDEN if is_allowed() else ALLOWED,
        hidden=HIDDEN,
    )
    return shown, 422 if problem else 200


def _chosen() -> tuple[Card, ...]:
    """The cards that the address names, each once; what is no card is left out."""
    cards: list[Card] = []
    for name in request.args.getlist("card"):
        try:
            cards.append(Card.parse(name))
        except ValueError:
            continue
    with suppress(MalformedEntry):
        cards += parse_hand(request.args.get("hand", "..."))
    return tuple(dict.fromkeys(cards))


def _situation(
    advised: AdvisedGame, hand: tuple[Card, ...], decision: Decision, bids: dict[str, AnyBid]
) -> Situation | None:
    """Where the player is to speak; None while the winning bid is not known."""
    bid = bids.get(request.args.get("bid", ""))
    if decision is Decision.BID:
        return situations.before_a_bid(
            *(advised.game, advised.rules, hand),
            dealer=_seat("dealer", advised) or advised.seats[0],
            highest=bid,
            bidder=_seat("by", advised),
        )
    declarer = _seat("declarer", advised)
    if bid is None or declarer is None:
        return None
    numbers = {seat: request.args.get(f"said-{int(seat)}", "") for seat in advised.seats}
    allowed = _digits(advised)
    contracts = {seat: int(number) for seat, number in numbers.items() if number in allowed}
    return situations.before_a_contract(
        *(advised.game, advised.rules, hand), declarer=declarer, bid=bid, contracts=contracts
    )


def _digits(advised: AdvisedGame) -> set[str]:
    """The contracts there are, as they stand in an address."""
    return {str(number) for number in range(advised.each + 1)}


def _seat(name: str, advised: AdvisedGame) -> Seat | None:
    """The seat that the address gives under a name."""
    number = request.args.get(name, "")
    return next((seat for seat in advised.seats if str(int(seat)) == number), None)


def _running_game() -> int | None:
    """The game that the first page goes on with."""
    store = open_store()
    newest = [session.id for session in sessions.newest(store, g.table.id, NEWEST)]
    others = [other for other in sessions.in_use(store, g.table.id) if other not in newest]
    return running_game(results_of(store, g.table.id, [*newest, *others]))


# The record of practice
#
# It is the record of whoever holds the phone, as the colours and the language are: a person may
# practise with a link that only watches, and by that link nothing is written into the score file. A
# cookie works without scripts too. It holds sums over all answers, and the latest ones for a line.

KEPT_AS = "practice"
MOST = 40  # latest answers: some 600 bytes of the 4 KB that a cookie may have
SMOOTHED = 10  # answers in each point of the line


@dataclass(frozen=True, slots=True)
class Record:
    """How somebody has practised.

    answered    how many exercises
    as_good     how many choices cannot be told from the best one
    cost        what all choices cost, in tenths of a point
    latest      the name and the cost of the latest exercises, the oldest first
    """

    answered: int = 0
    as_good: int = 0
    cost: int = 0
    latest: tuple[tuple[str, int], ...] = ()

    @classmethod
    def kept(cls) -> Record:
        """What this phone's cookie says; nothing where it says something else."""
        match session.get(KEPT_AS):
            case [int(answered), int(as_good), int(cost), list(latest)]:
                return cls(answered, as_good, cost, tuple((name, each) for name, each in latest))
        return cls()

    def answer(self, name: str, cost: float, as_good: bool) -> Record:
        """The record after an exercise; only the first answer of the latest ones counts."""
        if any(name == known for known, _ in self.latest):
            return self
        tenths = round(10 * cost)
        return replace(
            self,
            answered=self.answered + 1,
            as_good=self.as_good + as_good,
            cost=self.cost + tenths,
            latest=(*self.latest, (name, tenths))[-MOST:],
        )

    def keep(self) -> None:
        """Put it into the cookie. The page that does so is this phone's alone."""
        session[KEPT_AS] = [self.answered, self.as_good, self.cost, [*map(list, self.latest)]]
        session.permanent = True

    @staticmethod
    def clear() -> None:
        """Take it out of the cookie."""
        session.pop(KEPT_AS, None)

    @property
    def mean(self) -> float:
        """Points that a choice cost on average."""
        return self.cost / 10 / self.answered if self.answered else 0.0

    @property
    def course(self) -> tuple[float, ...]:
        """For each of the latest answers, the mean of those up to it, ten at most."""
        costs = [cost / 10 for _, cost in self.latest]
        lots = [costs[max(0, end - SMOOTHED) : end] for end in range(1, len(costs) + 1)]
        return tuple(sum(lot) / len(lot) for lot in lots)


# Practice

DEALS = 1_000_000  # of which one is drawn

practice_pages = Blueprint("practice", __name__, url_prefix="/practice")
record_pages = Blueprint("practice_record", __name__, url_prefix="/practice/record")


@practice_pages.get("/")
def practice_page() -> ResponseReturnValue:
    """The record of this phone, and the way to an exercise."""
    record = Record.kept()
    return render_template(
        "advice/practice.html",
        record=record,
        chart=_chart(record),
        smoothed=SMOOTHED,
        decisions=Decision,
        deal=secrets.randbelow(DEALS),
        is_possible=win_probability.is_possible(),
    )


@practice_pages.get(f"/<any(bid, contract):practice>/<int(max={DEALS - 1}):deal>")
@expensive(alike=False)
def show(practice: str, deal: int) -> ResponseReturnValue:
    """An exercise; with a choice, what the engine says of it. The same number is the same deal."""
    if not win_probability.is_possible():
        abort(404)
    advised, decision = AdvisedGame.of_table(), Decision(practice)
    try:
        given = exercise(advised.game, advised.rules, decision, deal)
    except LookupError:
        abort(404)
    choice = request.args.get("choice")
    if choice is None:
        return _question(given, decision, deal)
    advice = advised.judge(given.situation)
    own = next((option for option in advice.options if option.name == choice), None)
    if own is None:
        return _question(given, decision, deal, say("This is not open to you: choose again."))
    kept = Record.kept()
    record = kept.answer(f"{practice[0]}{deal}", own.behind, _is_as_good(own))
    if record != kept:  # a page that is fetched again must not bring back an older cookie
        record.keep()
    return render_template(
        "advice/judged.html",
        **_exercise_shown(given, decision, deal),
        advice=advice,
        own=own,
        as_good=_is_as_good(own),
        listed=best_choices(advice, own),
        record=record,
        next_deal=secrets.randbelow(DEALS),
    )


@record_pages.post("/")
def clear() -> ResponseReturnValue:
    """Begin the record of this phone anew."""
    Record.clear()
    return back()


@record_pages.get("/")
def back() -> ResponseReturnValue:
    """The practice, for an address that a form has left behind."""
    return redirect(url_for("practice.practice_page"), 303)


def _question(
    given: Exercise, decision: Decision, deal: int, problem: Sentence | None = None
) -> ResponseReturnValue:
    shown = render_template(
        "advice/exercise.html", **_exercise_shown(given, decision, deal), problem=problem
    )
    return shown, 422 if problem else 200


def _exercise_shown(given: Exercise, decision: Decision, deal: int) -> dict[str, object]:
    """The part that the question and its answer have in common."""
    hand = tuple(card for card in given.situation.hand if isinstance(card, Card))
    return {
        "hand": by_suit(hand),
        "calls": given.said,
        "step": given.situation.step,
        "numbers": range(len(hand) + 1),
        "decision": decision,
        "decisions": Decision,
        "deal": deal,
        "tell": teller(),
    }


def _is_as_good(own: Option) -> bool:
    """Whether the deals cannot tell a choice from the best one."""
    return own.behind <= own.within


def _chart(record: Record) -> Chart | None:
    """The line of the latest answers; None before the second."""
    course = record.course
    if len(course) < 2:
        return None
    first = record.answered - len(course) + 1
    return draw([Series((translated("You"),), course)], first=first)
