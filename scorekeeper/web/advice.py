"""Pages of advice on a hand of cards, and of practice with random hands."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import play
from scorekeeper.auction import AnyBid
from scorekeeper.cards import AnyCard, Card, Rank
from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.ledger import game_list, sessions, tables
from scorekeeper.ledger.game_results import results_of, running_game
from scorekeeper.ledger.tables import ALLOWED, HIDDEN
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import Seat, Seating
from scorekeeper.web import access
from scorekeeper.web.access import open_store
from scorekeeper.web.charts import Chart, Series, draw
from scorekeeper.web.formatting import Teller
from scorekeeper.web.languages import translated
from scorekeeper.web.new_game import setups_of
from scorekeeper.web.page_cache import cached
from scorekeeper.web.place import here
from scorekeeper.wording import Sentence, say

# The advised game

SHOWN = 6
"""Number of best choices on a page; the player's own choice is listed in addition."""
LATELY = 5  # sets of house rules in which to look for one that the sampling player knows
USUAL = 4  # players


def advised_game(books: Sequence[Rulebook[Any]]) -> play.AdvisedGame:
    """Return the game in the URL, or the one of `books` that the table played last.

    It has the house rules and the players that the table had last, or the usual ones.
    """
    store = open_store()
    wanted = [request.args.get("game", ""), *game_list.kinds(store, g.table.id)]
    by_key = {book.key: book for book in books}
    book = next((by_key[key] for key in wanted if key in by_key), books[0])
    game = play.WholeGame[Any].of(book)
    recent = game_list.recent_rules(store, g.table.id, book.key, limit=LATELY)
    played = [(setup.rules, setup.players) for _, setup in setups_of(store, g.table.id, recent)]
    usual = (book.presets[0].rules, USUAL if USUAL in game.players else game.players[0])
    rules, players = next((each for each in played if play.can_be_sampled(game, *each)), usual)
    chosen = request.args.get("players", "")
    asked = next((many for many in game.players if str(many) == chosen), players)
    return play.AdvisedGame(game, rules, asked)


def best_choices(
    advice: play.Advice, own: play.JudgedChoice | None = None
) -> list[play.JudgedChoice]:
    """Return the `SHOWN` best choices and the player's own, best first."""
    ranked = sorted(advice.options, key=lambda option: option.behind)
    return [option for place, option in enumerate(ranked) if place < SHOWN or option == own]


def teller(players: int) -> Teller:
    """Return a formatter that names the seats from the player's place: You, Left, Across, Right."""
    seats = range(1, players + 1)
    names = [Teller().plain(say("Player {number}", number=number)) for number in seats]
    names[1], names[-1] = translated("Left"), translated("Right")
    if players % 2 == 0:
        names[players // 2] = translated("Across")
    return Teller([translated("You"), *names[1:]])


# Advice
#
# Advice is hidden while a game of the table is running, unless the table allows it.

NEWEST = 3  # evenings in which to look for a running game

advice_pages = Blueprint("advice", __name__, url_prefix="/advice")


@advice_pages.get("/")
def page() -> ResponseReturnValue:
    """Show the form for the cards, or the advice on the cards in the URL."""
    if not here().chances:
        return _not_offered()
    game_id = None if is_allowed() else _running_game()
    if game_id is not None:
        return render_template("advice/hidden.html", game_id=game_id, allowed=ALLOWED)
    if "ask" not in request.args:
        return _cards_page()
    sizes, chosen = [*advised_game(play.advised_books()).sizes], _chosen()
    if len(chosen) in sizes:
        return _answer_page()
    least, most, n = sizes[0], sizes[-1], len(chosen)
    if least == most:
        return _cards_page(say("Choose {each} cards, not {n}.", each=least, n=n))
    return _cards_page(say("Choose {least} to {most} cards, not {n}.", least=least, most=most, n=n))


@advice_pages.post("/")
def allow() -> ResponseReturnValue:
    """Allow or hide advice during the games of this table."""
    wanted = request.form.get("during")
    if wanted not in {ALLOWED, HIDDEN}:
        abort(400)
    allowed, by = wanted == ALLOWED, access.author()
    tables.allow(open_store(), g.table.id, allowed=allowed, by=by)
    return redirect(url_for("advice.page"), 303)


def _not_offered() -> ResponseReturnValue:
    """Say which installation has advice and practice, to a reader of an old link."""
    return render_template("advice/not_offered.html"), 404


def is_allowed() -> bool:
    """Return whether this table allows advice while a game is running."""
    return tables.is_allowed(open_store(), g.table.id)


@cached
def _answer_page() -> ResponseReturnValue:
    """Show advice on the cards, with a form for the earlier calls and contracts."""
    advised, hand = advised_game(play.advised_books()), _chosen()
    asked = request.args.get("ask")
    decision = next((each for each in advised.asks if each.value == asked), advised.asks[0])
    bids = play.opening_bids(advised.game, advised.rules)
    deals = advised.sizes[len(hand)]
    seating = next((deal for deal in deals if _is_chosen("number", deal.number)), deals[0])
    advice, problem = None, None
    try:
        situation = _situation(advised, hand, decision, {bid.code: bid for bid in bids}, seating)
        advice = advised.judge(situation.view) if situation else None
    except EntryError as error:
        problem = error.sentence
    shown = render_template(
        "advice/answer.html",
        advised=advised,
        hand=play.by_suit(hand),
        text=_text_of(hand),
        decision=decision,
        bids=bids,
        numbers=range(len(hand) + 1),
        deals=deals,
        turned_up=advised.game.turned_up(seating, advised.rules),
        up=[(suit, [card for card in cards if card not in hand]) for suit, cards in advised.suits],
        advice=advice,
        listed=best_choices(advice) if advice else [],
        problem=problem,
        tell=teller(advised.players),
    )
    return shown, 422 if problem else 200


def _cards_page(problem: Sentence | None = None) -> ResponseReturnValue:
    advised = advised_game(play.advised_books())
    shown = render_template(
        "advice/cards.html",
        advised=advised,
        sizes=[*advised.sizes],
        others=[book for book in play.advised_books() if book != advised.book],
        chosen=_chosen(),
        problem=problem,
        during=HIDDEN if is_allowed() else ALLOWED,
        hidden=HIDDEN,
    )
    return shown, 422 if problem else 200


def _chosen() -> play.Cards:
    """Return the cards in the URL without duplicates; unknown cards are ignored."""
    game, text = advised_game(play.advised_books()).game, request.args.get("hand", "")
    words = [*request.args.getlist("card"), *([] if "." in text else text.split())]
    cards: list[AnyCard] = []
    for word in words:
        with suppress(MalformedEntry):
            cards.append(play.card_of(game, word))
    if "." in text:
        with suppress(MalformedEntry):
            cards += play.parse_hand(text)
    return tuple(dict.fromkeys(cards))


def _text_of(hand: play.Cards) -> str:
    """Return a hand as in the URL, which `_chosen` reads."""
    usual = [card for card in hand if isinstance(card, Card) and isinstance(card.rank, Rank)]
    return play.hand_text(usual) if len(usual) == len(hand) else " ".join(map(str, hand))


def _situation(
    advised: play.AdvisedGame,
    hand: play.Cards,
    decision: play.Decision,
    bids: dict[str, AnyBid],
    seating: Seating,
) -> play.Situation | None:
    """Return the situation of the player's decision; None if something is not chosen yet."""
    game, rules, seats = advised.game, advised.rules, advised.seats
    bid = bids.get(request.args.get("bid", ""))
    if decision is play.Decision.BID:
        return play.before_a_bid(
            *(game, rules, hand),
            dealer=_seat("dealer", advised) or seats[0],
            highest=bid,
            bidder=_seat("by", advised),
        )
    numbers = {seat: request.args.get(f"said-{int(seat)}", "") for seat in seats}
    allowed = {str(number) for number in range(len(hand) + 1)}
    contracts = {seat: int(number) for seat, number in numbers.items() if number in allowed}
    if advised.book.auction:
        declarer = _seat("declarer", advised)
        if bid is None or declarer is None:
            return None
        return play.before_a_contract(
            game, rules, hand, declarer=declarer, bid=bid, contracts=contracts
        )
    pack = {card for _, cards in advised.suits for card in cards}
    up = [card for card in pack.difference(hand) if _is_chosen("up", card)]
    if len(up) < game.turned_up(seating, rules):
        return None
    dealer = _seat("dealer", advised)
    dealt = advised.book.seating(
        advised.players, seats[-1] if dealer is None else dealer, rules
    ).numbered(seating.number)
    return play.before_a_contract(
        *(game, rules, hand),
        contracts=contracts,
        seating=dealt,
        shown=tuple(up[: game.turned_up(seating, rules)]),
    )


def _seat(name: str, advised: play.AdvisedGame) -> Seat | None:
    """Return the seat in the query parameter `name`; None if it is missing or not a seat."""
    return next((seat for seat in advised.seats if _is_chosen(name, int(seat))), None)


def _is_chosen(name: str, value: object) -> bool:
    """Return whether the query parameter `name` has this value."""
    return request.args.get(name) == str(value)


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
MOST = 40  # latest answers in a game: about 600 bytes of the 4 KB that a cookie may have
MOST_OF_OTHERS = 10  # latest answers in each other game
SMOOTHED = 10  # answers averaged in each point of the chart


@dataclass(frozen=True, slots=True)
class PracticeRecord:
    """The results of a phone's practice of one game.

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
    def from_cookie(cls, key: str) -> PracticeRecord:
        """Read the record of a game in this phone's cookie.

        It is empty if it is missing or malformed.
        """
        match _records().get(key):
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

    def store(self, key: str) -> None:
        """Store the record in the phone's cookie; the page must not be cached for others."""
        others = {
            other: [*sums, latest[-MOST_OF_OTHERS:]]
            for other, (*sums, latest) in _records().items()
            if other != key
        }
        latest = [*map(list, self.latest)]
        session[COOKIE_KEY] = others | {key: [self.answered, self.as_good, self.cost, latest]}
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


def _records() -> dict[str, Any]:
    """Return the records by the key of their game."""
    stored = session.get(COOKIE_KEY)
    return stored if isinstance(stored, dict) else {}


# Practice

DEALS = 1_000_000  # number of different exercises

practice_pages = Blueprint("practice", __name__, url_prefix="/practice")
record_pages = Blueprint("practice_record", __name__, url_prefix="/practice/record")


@practice_pages.get("/")
def practice_page() -> ResponseReturnValue:
    """Show the record of this phone and links to an exercise."""
    if not here().chances:
        return _not_offered()
    books = play.practised_books()
    book = advised_game(books).book
    record = PracticeRecord.from_cookie(book.key)
    return render_template(
        "advice/practice.html",
        book=book,
        others=[other for other in books if other != book],
        record=record,
        chart=_chart(record),
        smoothed=SMOOTHED,
        decisions=play.decisions(book),
        deal=secrets.randbelow(DEALS),
        is_advised=play.is_advised(book),
    )


@practice_pages.get(f"/<any(bid, contract, card):practice>/<int(max={DEALS - 1}):deal>")
def show(practice: str, deal: int) -> ResponseReturnValue:
    """Show exercise number `deal`, or the engine's judgement of the choice in the URL."""
    if not here().chances:
        return _not_offered()
    advised, decision = advised_game(play.practised_books()), play.Decision(practice)
    if decision not in play.decisions(advised.book):
        abort(404)
    try:
        view = play.exercise(advised.game, advised.rules, decision, deal, advised.players)
    except LookupError:
        abort(404)
    shared, choice = _shared_values(advised, view, decision, deal), request.args.get("choice")
    if choice is None:
        return render_template("advice/exercise.html", **shared)
    advice = advised.judge(view)
    own = next((option for option in advice.options if option.name == choice), None)
    if own is None:
        problem = say("This is not open to you: choose again.")
        return render_template("advice/exercise.html", **shared, problem=problem), 422
    before = PracticeRecord.from_cookie(advised.book.key)
    record = before.answer(f"{practice[:2]}{deal}", own.behind, _is_as_good(own))
    if record != before:  # a page that is fetched again must not restore an older cookie
        record.store(advised.book.key)
    return render_template(
        "advice/judged.html",
        **shared,
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


def _shared_values(
    advised: play.AdvisedGame, view: play.View, decision: play.Decision, deal: int
) -> dict[str, object]:
    """Return the template values that the question and its answer share."""
    calls = [word for word in view.said if not isinstance(word.what, tuple)]
    if view.scene.announced is not None:  # it was said last
        calls[-1] = calls[-1]._replace(what=view.scene.announced)
    return {
        "advised": advised,
        "view": view,
        "hand": play.by_suit(view.hand),
        "calls": calls,
        "numbers": range(len(view.hand) + 1),
        "decision": decision,
        "deal": deal,
        "tell": teller(advised.players),
    }


def _is_as_good(own: play.JudgedChoice) -> bool:
    """Return whether a choice is as good as the best one within the margin of error."""
    return own.behind <= own.within


def _chart(record: PracticeRecord) -> Chart | None:
    """Draw a line of the latest exercises; None if there are fewer than two."""
    course = record.course
    if len(course) < 2:
        return None
    first = record.answered - len(course) + 1
    return draw([Series((translated("You"),), course)], first=first)
