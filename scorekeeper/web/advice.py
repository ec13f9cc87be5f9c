"""Pages of advice on a hand of cards, and of practice with random hands."""

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
from scorekeeper.play.advice import SAMPLES, Advice, Adviser, JudgedChoice, Situation
from scorekeeper.play.notation import hand_text, parse_hand
from scorekeeper.play.position import WholeGame
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import SEATS, Seat
from scorekeeper.web import access
from scorekeeper.web.access import open_store
from scorekeeper.web.charts import Chart, Series, draw
from scorekeeper.web.formatting import Teller
from scorekeeper.web.languages import translated
from scorekeeper.web.new_game import setups_of
from scorekeeper.web.page_cache import cached
from scorekeeper.wording import Sentence, say

# The advised game

SEED = 1
SHOWN = 6
"""Number of best choices on a page; the player's own choice is listed in addition."""


@dataclass(frozen=True, slots=True)
class AdvisedGame:
    """A game with the house rules that the table played last, or the default ones."""

    game: WholeGame[Any]
    rules: Any

    @classmethod
    def of_table(cls) -> AdvisedGame:
        """Return the first game that has an adviser, with this table's rules."""
        book = next(book for book in rulebooks().values() if is_advised(book))
        store = open_store()
        recent = game_list.recent_rules(store, g.table.id, book.key, limit=1)
        rules = [setup.rules for _, setup in setups_of(store, g.table.id, recent)]
        return cls(WholeGame[Any].of(book), rules[0] if rules else book.presets[0].rules)

    @property
    def hand_size(self) -> int:
        """The number of cards in a hand."""
        seating = self.game.book.seating(self.game.book.players[0], SEATS[0], self.rules)
        return self.game.cards_each(seating, self.rules)

    @property
    def suits(self) -> list[tuple[Suit, list[Card]]]:
        """The pack by suit, highest cards first."""
        cards = [card for card in self.game.pack if isinstance(card, Card)]
        return [(suit, _of_suit(cards, suit)) for suit in reversed(Suit)]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats clockwise; the player sits in the first one."""
        return SEATS[: self.game.book.players[0]]

    def judge(self, situation: Situation) -> Advice:
        """Judge every legal choice; the same situation always gives the same figures."""
        return Adviser.of(self.game.book).advise(situation, SAMPLES, SEED)


def is_advised(book: Rulebook[Any]) -> bool:
    """Return whether the pages can ask for advice in a game: it has an adviser, and an auction."""
    return book.auction and Adviser.find(book) is not None


def by_suit(hand: tuple[Card, ...]) -> list[tuple[Suit, list[Card]]]:
    """Return the cards of a hand by suit, highest first."""
    return [(suit, _of_suit(hand, suit)) for suit in reversed(Suit)]


def best_choices(advice: Advice, own: JudgedChoice | None = None) -> list[JudgedChoice]:
    """Return the `SHOWN` best choices and the player's own, best first."""
    ranked = sorted(advice.options, key=lambda option: -option.points)
    return [option for place, option in enumerate(ranked) if place < SHOWN or option == own]


def teller() -> Teller:
    """Return a formatter that names the seats from the player's place: You, Left, Across, Right."""
    return Teller(
        [translated("You"), translated("Left"), translated("Across"), translated("Right")]
    )


def _of_suit(cards: tuple[Card, ...] | list[Card], suit: Suit) -> list[Card]:
    return sorted((card for card in cards if card.suit is suit), reverse=True)


# Advice
#
# Advice is hidden while a game of the table is running, unless the table allows it.

NEWEST = 3  # evenings in which to look for a running game

advice_pages = Blueprint("advice", __name__, url_prefix="/advice")


@advice_pages.get("/")
def page() -> ResponseReturnValue:
    """Show the form for the cards, or the advice on the cards in the URL."""
    game_id = None if is_allowed() else _running_game()
    if game_id is not None or not win_probability.is_possible():
        return render_template("advice/hidden.html", game_id=game_id, allowed=ALLOWED)
    if "ask" not in request.args:
        return _cards_page()
    each, chosen = AdvisedGame.of_table().hand_size, _chosen()
    if len(chosen) != each:
        return _cards_page(say("Choose {each} cards, not {n}.", each=each, n=len(chosen)))
    return _answer_page()


@advice_pages.post("/")
def allow() -> ResponseReturnValue:
    """Allow or hide advice during the games of this table."""
    wanted = request.form.get("during")
    if wanted not in {ALLOWED, HIDDEN}:
        abort(400)
    allowed, by = wanted == ALLOWED, access.author()
    tables.allow(open_store(), g.table.id, allowed=allowed, by=by)
    return redirect(url_for("advice.page"), 303)


def is_allowed() -> bool:
    """Return whether this table allows advice while a game is running."""
    return tables.is_allowed(open_store(), g.table.id)


@cached
def _answer_page() -> ResponseReturnValue:
    """Show advice on the cards, with a form for the earlier calls and contracts."""
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
        numbers=range(advised.hand_size + 1),
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
        each=advised.hand_size,
        chosen=_chosen(),
        problem=problem,
        during=HIDDEN if is_allowed() else ALLOWED,
        hidden=HIDDEN,
    )
    return shown, 422 if problem else 200


def _chosen() -> tuple[Card, ...]:
    """Return the cards in the URL without duplicates; unknown cards are ignored."""
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
    """Return the situation of the player's decision; None if it needs a bid that is missing."""
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
    allowed = _contract_texts(advised)
    contracts = {seat: int(number) for seat, number in numbers.items() if number in allowed}
    return situations.before_a_contract(
        *(advised.game, advised.rules, hand), declarer=declarer, bid=bid, contracts=contracts
    )


def _contract_texts(advised: AdvisedGame) -> set[str]:
    """Return the possible contracts as texts, as in the query parameters."""
    return {str(number) for number in range(advised.hand_size + 1)}


def _seat(name: str, advised: AdvisedGame) -> Seat | None:
    """Return the seat in the query parameter `name`; None if it is missing or not a seat."""
    number = request.args.get(name, "")
    return next((seat for seat in advised.seats if str(int(seat)) == number), None)


def _running_game() -> int | None:
    """Return the id of the running game that the first page offers, or None."""
    store = open_store()
    newest = [session.id for session in sessions.newest(store, g.table.id, NEWEST)]
    others = [other for other in sessions.in_use(store, g.table.id) if other not in newest]
    return running_game(results_of(store, g.table.id, [*newest, *others]))


# The record of practice
#
# The record belongs to the phone and is stored in its cookie, as the colours and the language are.
# So it works without scripts, and with a link to watch, which cannot write to the score file. The
# record holds sums over all answers, and the latest answers for a chart.

COOKIE_KEY = "practice"
MOST = 40  # latest answers: about 600 bytes of the 4 KB that a cookie may have
SMOOTHED = 10  # answers averaged in each point of the chart


@dataclass(frozen=True, slots=True)
class PracticeRecord:
    """The results of a phone's practice.

    answered    number of exercises
    as_good     number of choices that are as good as the best one, as far as the deals show
    cost        points lost by all choices, in tenths
    latest      name and cost of the latest exercises, the oldest first
    """

    answered: int = 0
    as_good: int = 0
    cost: int = 0
    latest: tuple[tuple[str, int], ...] = ()

    @classmethod
    def from_cookie(cls) -> PracticeRecord:
        """Read the record in this phone's cookie; an empty one if it is missing or malformed."""
        match session.get(COOKIE_KEY):
            case [int(answered), int(as_good), int(cost), list(latest)]:
                return cls(answered, as_good, cost, tuple((name, each) for name, each in latest))
        return cls()

    def answer(self, name: str, cost: float, as_good: bool) -> PracticeRecord:
        """Return the record after an exercise; one that is in `latest` already does not count."""
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

    def store(self) -> None:
        """Store the record in the phone's cookie; the page must not be cached for others."""
        session[COOKIE_KEY] = [self.answered, self.as_good, self.cost, [*map(list, self.latest)]]
        session.permanent = True

    @staticmethod
    def clear() -> None:
        session.pop(COOKIE_KEY, None)

    @property
    def mean(self) -> float:
        """The average cost of a choice, in points."""
        return self.cost / 10 / self.answered if self.answered else 0.0

    @property
    def course(self) -> tuple[float, ...]:
        """A moving average: for each latest answer, the mean cost of it and up to nine before."""
        costs = [cost / 10 for _, cost in self.latest]
        lots = [costs[max(0, end - SMOOTHED) : end] for end in range(1, len(costs) + 1)]
        return tuple(sum(lot) / len(lot) for lot in lots)


# Practice

DEALS = 1_000_000  # number of different exercises

practice_pages = Blueprint("practice", __name__, url_prefix="/practice")
record_pages = Blueprint("practice_record", __name__, url_prefix="/practice/record")


@practice_pages.get("/")
def practice_page() -> ResponseReturnValue:
    """Show the record of this phone and links to an exercise."""
    record = PracticeRecord.from_cookie()
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
def show(practice: str, deal: int) -> ResponseReturnValue:
    """Show exercise number `deal`, or the engine's judgement of the choice in the URL."""
    if not win_probability.is_possible():
        abort(404)
    advised, decision = AdvisedGame.of_table(), Decision(practice)
    try:
        dealt = exercise(advised.game, advised.rules, decision, deal)
    except LookupError:
        abort(404)
    choice = request.args.get("choice")
    if choice is None:
        return _question(dealt, decision, deal)
    advice = advised.judge(dealt.situation)
    own = next((option for option in advice.options if option.name == choice), None)
    if own is None:
        return _question(dealt, decision, deal, say("This is not open to you: choose again."))
    before = PracticeRecord.from_cookie()
    record = before.answer(f"{practice[0]}{deal}", own.behind, _is_as_good(own))
    if record != before:  # a page that is fetched again must not restore an older cookie
        record.store()
    return render_template(
        "advice/judged.html",
        **_shared_values(dealt, decision, deal),
        advice=advice,
        own=own,
        as_good=_is_as_good(own),
        listed=best_choices(advice, own),
        record=record,
        next_deal=secrets.randbelow(DEALS),
    )


@record_pages.post("/")
def clear() -> ResponseReturnValue:
    PracticeRecord.clear()
    return redirect(url_for("practice.practice_page"), 303)


@record_pages.get("/")
def redirect_reload() -> ResponseReturnValue:
    """Redirect to the practice if the URL of the form is reloaded."""
    return redirect(url_for("practice.practice_page"), 303)


def _question(
    dealt: Exercise, decision: Decision, deal: int, problem: Sentence | None = None
) -> ResponseReturnValue:
    shown = render_template(
        "advice/exercise.html", **_shared_values(dealt, decision, deal), problem=problem
    )
    return shown, 422 if problem else 200


def _shared_values(dealt: Exercise, decision: Decision, deal: int) -> dict[str, object]:
    """Return the template values that the question and its answer share."""
    hand = tuple(card for card in dealt.situation.hand if isinstance(card, Card))
    return {
        "hand": by_suit(hand),
        "calls": dealt.said,
        "step": dealt.situation.step,
        "numbers": range(len(hand) + 1),
        "decision": decision,
        "decisions": Decision,
        "deal": deal,
        "tell": teller(),
    }


def _is_as_good(own: JudgedChoice) -> bool:
    """Return whether a choice is as good as the best one within the margin of error."""
    return own.behind <= own.within


def _chart(record: PracticeRecord) -> Chart | None:
    """Draw a line of the latest exercises; None if there are fewer than two."""
    course = record.course
    if len(course) < 2:
        return None
    first = record.answered - len(course) + 1
    return draw([Series((translated("You"),), course)], first=first)
