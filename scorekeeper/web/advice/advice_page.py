"""The page for advice: thirteen cards, what has been said, and what to say.

Advice is hidden while a game of the table is running, unless the table allows it. It is worked out
by a reader process (see `expensive_reads`), never beside the taps.
"""

from __future__ import annotations

from contextlib import suppress
from enum import Enum

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.analysis import forecast, situations
from scorekeeper.engine.cards.bids import AnyBid
from scorekeeper.engine.cards.cards import Card
from scorekeeper.engine.cards.pbn import hand_text, parse_hand
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.play.advice import Situation
from scorekeeper.engine.rules.errors import EntryError, MalformedEntry
from scorekeeper.engine.rules.wording import Sentence, say
from scorekeeper.ledger.evenings import sessions
from scorekeeper.ledger.statistics.game_results import results_of, running
from scorekeeper.ledger.tables.file_settings import preference, set_preference
from scorekeeper.web.advice.advised_game import AdvisedGame, best_choices, by_suit, teller
from scorekeeper.web.open_store import open_store
from scorekeeper.web.performance.expensive_reads import expensive

ALLOWED, HIDDEN = "allowed", "hidden"
NEWEST = 3  # evenings in which a game may be running

pages = Blueprint("advice", __name__, url_prefix="/advice")


class Ask(Enum):
    """What the player wants to know."""

    BID = "bid"
    CONTRACT = "contract"


@pages.get("/")
def page() -> ResponseReturnValue:
    """Ask for the cards, or tell what to say with them; nothing while a game hides it."""
    game_id = None if is_allowed() else _running_game()
    if game_id is not None or not forecast.is_possible():
        return render_template("advice/hidden.html", game_id=game_id, allowed=ALLOWED)
    if "ask" not in request.args:
        return _cards_page()
    asked, chosen = AdvisedGame.of_table(), _chosen()
    if len(chosen) != asked.each:
        each = asked.each
        return _cards_page(say("Choose {each} cards, not {n}.", each=each, n=len(chosen)))
    return _answer_page()


@pages.post("/")
def allow() -> ResponseReturnValue:
    """Allow advice during the games of this table, or hide it then."""
    wanted = request.form.get("during")
    if wanted not in {ALLOWED, HIDDEN}:
        abort(400)
    set_preference(open_store(), _setting(), wanted)
    return redirect(url_for("advice.page"), 303)


def is_allowed() -> bool:
    """Whether this table allows advice while a game is running."""
    return preference(open_store(), _setting()) == ALLOWED


@expensive()
def _answer_page() -> ResponseReturnValue:
    """What to say with the cards, as far as it is told what was said before."""
    asked, hand = AdvisedGame.of_table(), _chosen()
    ask = Ask.CONTRACT if request.args.get("ask") == Ask.CONTRACT.value else Ask.BID
    bids = situations.bids(asked.game, asked.rules)
    advice, problem = None, None
    try:
        situation = _situation(asked, hand, ask, {bid.code: bid for bid in bids})
        advice = asked.judge(situation) if situation else None
    except EntryError as error:
        problem = error.sentence
    shown = render_template(
        "advice/answer.html",
        hand=by_suit(hand),
        text=hand_text(hand),
        ask=ask,
        asks=list(Ask),
        bids=bids,
        numbers=range(asked.each + 1),
        seats=asked.seats,
        advice=advice,
        listed=best_choices(advice) if advice else [],
        problem=problem,
        tell=teller(),
    )
    return shown, 422 if problem else 200


def _cards_page(problem: Sentence | None = None) -> ResponseReturnValue:
    asked = AdvisedGame.of_table()
    shown = render_template(
        "advice/cards.html",
        suits=asked.suits,
        each=asked.each,
        chosen=_chosen(),
        asks=list(Ask),
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
    asked: AdvisedGame, hand: tuple[Card, ...], ask: Ask, bids: dict[str, AnyBid]
) -> Situation | None:
    """Where the player is to speak; None as long as the winning bid is not told."""
    bid = bids.get(request.args.get("bid", ""))
    if ask is Ask.BID:
        return situations.before_a_bid(
            *(asked.game, asked.rules, hand),
            dealer=_seat("dealer", asked) or asked.seats[0],
            highest=bid,
            bidder=_seat("by", asked),
        )
    declarer = _seat("declarer", asked)
    if bid is None or declarer is None:
        return None
    numbers = {seat: request.args.get(f"said-{int(seat)}", "") for seat in asked.seats}
    contracts = {seat: int(told) for seat, told in numbers.items() if told in _digits(asked)}
    return situations.before_a_contract(
        *(asked.game, asked.rules, hand), declarer=declarer, bid=bid, contracts=contracts
    )


def _digits(asked: AdvisedGame) -> set[str]:
    return {str(number) for number in range(asked.each + 1)}


def _seat(name: str, asked: AdvisedGame) -> Seat | None:
    told = request.args.get(name, "")
    return next((seat for seat in asked.seats if str(int(seat)) == told), None)


def _running_game() -> int | None:
    """The game that the first page goes on with."""
    store = open_store()
    newest = [one.id for one in sessions.newest(store, g.table.id, NEWEST)]
    others = [one for one in sessions.in_use(store, g.table.id) if one not in newest]
    return running(results_of(store, g.table.id, [*newest, *others]))


def _setting() -> str:
    return f"advice-{g.table.id}"
