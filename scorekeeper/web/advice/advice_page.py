"""The page for advice: thirteen cards, what has been said, and what to say.

Advice is hidden while a game of the table is running, unless the table allows it. It is worked out
by a reader process (see `expensive_reads`), never beside the taps.
"""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.analysis import chances_to_win, situations
from scorekeeper.engine.analysis.situations import Decision
from scorekeeper.engine.cards.bids import AnyBid
from scorekeeper.engine.cards.cards import Card
from scorekeeper.engine.cards.pbn import hand_text, parse_hand
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.play.advice import Situation
from scorekeeper.engine.rules.errors import EntryError, MalformedEntry
from scorekeeper.engine.rules.wording import Sentence, say
from scorekeeper.ledger.evenings import sessions
from scorekeeper.ledger.statistics.game_results import results_of, running_game
from scorekeeper.ledger.tables import advice_during_games
from scorekeeper.ledger.tables.advice_during_games import ALLOWED, HIDDEN
from scorekeeper.web.access import access_control
from scorekeeper.web.advice.advised_game import AdvisedGame, best_choices, by_suit, teller
from scorekeeper.web.open_store import open_store
from scorekeeper.web.performance.expensive_reads import expensive

NEWEST = 3  # evenings in which a game may be running

pages = Blueprint("advice", __name__, url_prefix="/advice")


@pages.get("/")
def page() -> ResponseReturnValue:
    """The form for the cards, or the advice on them; hidden while a game is running."""
    game_id = None if is_allowed() else _running_game()
    if game_id is not None or not chances_to_win.is_possible():
        return render_template("advice/hidden.html", game_id=game_id, allowed=ALLOWED)
    if "ask" not in request.args:
        return _cards_page()
    each, chosen = AdvisedGame.of_table().each, _chosen()
    if len(chosen) != each:
        return _cards_page(say("Choose {each} cards, not {n}.", each=each, n=len(chosen)))
    return _answer_page()


@pages.post("/")
def allow() -> ResponseReturnValue:
    """Allow advice during the games of this table, or hide it then."""
    wanted = request.form.get("during")
    if wanted not in {ALLOWED, HIDDEN}:
        abort(400)
    allowed, by = wanted == ALLOWED, access_control.author()
    advice_during_games.allow(open_store(), g.table.id, allowed=allowed, by=by)
    return redirect(url_for("advice.page"), 303)


def is_allowed() -> bool:
    """Whether this table allows advice while a game is running."""
    return advice_during_games.is_allowed(open_store(), g.table.id)


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
