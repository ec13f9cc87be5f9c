"""The playing half of the public API, as `import scorekeeper` offers it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, overload

from scorekeeper.api import (
    ScoredGame,
    SeatName,
    left_named,
    player_count,
    read_answer,
    rulebook,
    rules_from,
    seating_named,
)
from scorekeeper.arguments import (
    MOST_SEED,
    a_sequence,
    a_text,
    an_object,
    whole_number,
    whole_numbers,
)
from scorekeeper.cards import AnyCard
from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.games.registry import rulebooks
from scorekeeper.play import irregularities, simulation
from scorekeeper.play.advice import Advice, Adviser, Situation
from scorekeeper.play.irregularities import Verdict
from scorekeeper.play.notation import card_of, hand_of
from scorekeeper.play.players import (
    AnyPlayer,
    Engines,
    OwnPlayer,
    View,
    by_seat,
    play_out,
    players_named,
)
from scorekeeper.play.position import Action, Cards, Hands, Position, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.record import parse_record, read_lots, record_of, replay
from scorekeeper.play.simulation import Row, Summary, dealt
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.script import Earlier
from scorekeeper.wording import say

if TYPE_CHECKING:
    from scorekeeper.play.deal_bank import Odds

MOST_GAMES = 10_000_000
MOST_PROCESSES = 60  # as many as every system can wait for


def card_play_of(book: Rulebook[Any]) -> WholeGame[Any]:
    """Return the card play of a game; raises ValueError with the games that have one."""
    whole = WholeGame[Any].find(book)
    if whole is None:
        others = rulebooks().items()
        played = ", ".join(key for key, other in others if WholeGame[Any].find(other))
        raise ValueError(f"{book.name} cannot be played card by card; these games can: {played}.")
    return whole


def deal(
    game: str,
    rules: Any = None,
    *,
    players: int | None = None,
    dealer: SeatName = "S",
    number: int = 1,
    seed: int = 1,
    hands: str | Sequence[str | Sequence[AnyCard]] | None = None,
    totals: Sequence[int] = (),
    left: Sequence[int] | None = None,
) -> Position:
    """Return a deal with its cards, before the first call; see its `turn`, `legal` and `apply`.

    The same seed deals the same cards.

    hands     the hands by seat, then the cards left over if there are any; a hand is text (`"AS
              10H"`, or `"AK.T9.8.765"` in PBN's notation) or a sequence of cards; a whole deal may
              be one text in PBN's notation. None to shuffle
    totals    the points of each side before the deal
    left      the value that the last deal passes on, as in `odds`

    Raises MalformedEntry unless the hands make up the pack, and ValueError for other bad values.
    """
    book, whole = rulebook(game), card_play_of(rulebook(game))
    chosen, lots = rules_from(book, rules), None
    seed, totals = whole_number(seed, "seed", 0, MOST_SEED), whole_numbers(totals, "totals")
    whole_number(number, "number", 1)
    if hands is not None:
        lots = _lots_of(whole, chosen, number, hands, players)
        players = len(lots[0]) if players is None else players
    seating = seating_named(book, players, dealer, number, chosen)
    if totals and len(totals) != len(seating.sides):
        raise ValueError(f"there are {len(seating.sides)} totals, one for each side")
    earlier = Earlier(totals, left_named(book, left, seating))
    if lots is not None:
        dealt_hands, stock = lots
        return Position.start(whole, chosen, seating, dealt_hands, stock, earlier=earlier)
    return dealt(whole, chosen, seating, Draws.of(seed, number - 1), earlier)


def _lots_of(
    whole: WholeGame[Any],
    rules: Any,
    number: int,
    hands: str | Sequence[str | Sequence[AnyCard]],
    players: int | None,
) -> tuple[Hands, Cards]:
    """Return the hands and the cards left over."""
    given: object = hands
    if not isinstance(hands, str):
        allowed = "a sequence of hands, or one text in PBN's notation"
        lots = [
            hand_of(whole, hand)
            if isinstance(hand, str)
            else a_sequence(hand, f"hands[{place}]", "a text or a sequence of cards")
            for place, hand in enumerate(a_sequence(hands, "hands", allowed))
        ]
        given = [[*map(str, lot)] for lot in lots]
    read, stock = read_lots(whole, rules, number, given, players)
    if read is None:
        raise MalformedEntry("no-deal", say("The record does not tell the hands."))
    return read, stock


def action(position: Position, text: str) -> Action:
    """Return an action from text: a call, a contract, a choice, or a card (`AS`, `SA`)."""
    text, step = a_text(text, "text", "AS"), a_position(position).asking
    if step is not None and position.giving is None:
        return read_answer(step, text)
    cards = tuple(card_of(position.game, word) for word in text.split())
    if position.giving is not None:
        return cards
    if len(cards) != 1:
        raise MalformedEntry("wrong-kind", say("A card is asked for."))
    return cards[0]


def a_position(position: object) -> Position:
    return an_object(position, Position, "position", "a position, as `deal` and `load` return it")


def why_not(position: Position, decision: Action | str) -> str | None:
    """Return why an action is refused, as a sentence; None if it is legal."""
    a_position(position)
    try:
        position.apply(action(position, decision) if isinstance(decision, str) else decision)
    except (EntryError, ValueError) as error:
        return str(error)
    return None


def play_deal(
    position: Position, players: AnyPlayer | Sequence[AnyPlayer] = "", *, seed: int = 1
) -> Position:
    """Play a deal to its end with computer players: one for all, or one per seat.

    A player is a name of the engine, or any object with `decide(view)`, which gets a `View` and
    returns one of its `legal` actions. Raises ValueError for anything else.
    """
    book, many = a_position(position).game.book, position.seating.players
    seed = whole_number(seed, "seed", 0, MOST_SEED)
    seated = players_named(book, by_seat(book, players, many))
    if len(seated) != many:
        raise ValueError(f"there are {many} players at this table, not {len(seated)}")
    return play_out(position, seated, Draws.of(seed, 0))


def player(game: str, name: str = "", *, samples: int = 100, seed: int = 1) -> OwnPlayer:
    """Return a player of the engine, by default the usual one, as an object with `decide(view)`.

    Use it within a player of your own. The same seed gives the same decisions in the same order.
    """
    book, samples = card_play_of(rulebook(game)).book, whole_number(samples, "samples", 1)
    names = by_seat(book, name, player_count(book, None))
    return Engines(players_named(book, names, samples)[0], whole_number(seed, "seed", 0, MOST_SEED))


def write(position: Position) -> str:
    """Return the record of a deal as one line of text, which `check` and `load` read."""
    return record_of(a_position(position)).line(position.game.book)


def load(game: str, line: str) -> Position:
    """Return the deal of a record, fully checked; raises EntryError for the first error."""
    whole = card_play_of(rulebook(game))
    return replay(whole, parse_record(whole, a_line(line)))


def a_line(line: object) -> str:
    return an_object(line, str, "line", "a record, as `write` returns it")


def check(game: str, line: str) -> Verdict:
    """Judge a record: trick winners, points, irregularities; raises MalformedEntry."""
    whole = card_play_of(rulebook(game))
    return irregularities.check(whole, parse_record(whole, a_line(line)))


@overload
def simulate(
    game: str,
    deals: int = 1000,
    players: AnyPlayer | Sequence[AnyPlayer] = "",
    rules: Any = None,
    *,
    seats: int | None = None,
    seed: int = 1,
    processes: int = 1,
    rows: Literal[False] = False,
) -> Summary: ...
@overload
def simulate(
    game: str,
    deals: int = 1000,
    players: AnyPlayer | Sequence[AnyPlayer] = "",
    rules: Any = None,
    *,
    seats: int | None = None,
    seed: int = 1,
    processes: int = 1,
    rows: Literal[True],
) -> Iterator[Row]: ...
def simulate(
    game: str,
    deals: int = 1000,
    players: AnyPlayer | Sequence[AnyPlayer] = "",
    rules: Any = None,
    *,
    seats: int | None = None,
    seed: int = 1,
    processes: int = 1,
    rows: bool = False,
) -> Summary | Iterator[Row]:
    """Play deals between computer players and summarise them; in bulk if NumPy is installed.

    deals      how many, from 1
    players    as in `play_deal`; players of your own do not play in bulk
    rows       whether to return the deals instead, one `Row` after another
    """
    processes = whole_number(processes, "processes", 1, MOST_PROCESSES)
    run = _run(game, deals, players, rules, seats=seats, seed=seed)
    if an_object(rows, bool, "rows", "True or False"):
        return simulation.rows_of(run, processes=processes)
    return simulation.simulate(run, processes=processes)


def odds(
    game: ScoredGame,
    totals: Sequence[int] | None = None,
    *,
    played: int | None = None,
    left: Sequence[int] | None = None,
    players: AnyPlayer | Sequence[AnyPlayer] = "",
    bank: int | None = None,
    games: int = 10_000,
    seed: int = 1,
) -> Odds:
    """Return each side's chance to win a game; needs NumPy.

    The answers to the running hand do not count: the chances are those before it.

    game      as `new_game` returns it, with its players, rules, dealer and end
    totals    other totals than those of the game, by side
    played    another number of deals that count so far
    left      another value that the last deal passes to the next one: the bags of each side in
              Spades, the multiplier of the next deal in Estimation
    players   who plays the deals, as in `play_deal`
    bank      the number of deals to simulate; None for as many as take a moment
    """
    from scorekeeper.play import deal_bank, simulated_games  # noqa: PLC0415  (NumPy)

    stand = an_object(game, ScoredGame, "game", "a game, as `new_game` returns it").game
    setup, now = stand.setup, stand.current
    book, sides = setup.book, len(stand.sides)
    card_play_of(book)
    if totals is not None and len(whole_numbers(totals, "totals")) != sides:
        raise ValueError(f"there are {sides} totals, one for each side, not {len(totals)}")
    if played is not None:
        whole_number(played, "played")
    games, seed = whole_number(games, "games", 1, MOST_GAMES), whole_number(seed, "seed")
    bank = None if bank is None else whole_number(bank, "bank", 1, MOST_GAMES)
    seated = by_seat(book, players, setup.players)
    return deal_bank.odds(
        stand.totals if totals is None else whole_numbers(totals, "totals"),
        setup.ending,
        simulated_games.bank_for(book, setup.rules, seated, seed, bank),
        dealer=now.seating.side_of(now.dealer),
        scored=(stand.deals[-1].scored if stand.deals else 0) if played is None else played,
        met=stand.course.met and totals is None,
        left=now.earlier.left if left is None else left_named(book, left, now.seating),
        games=games,
        seed=seed,
    )


def advise(position: Position, samples: int = 100, seed: int = 1) -> Advice:
    """Return the value of each legal call, contract or announcement for the player in turn.

    The advice uses only what that player can see.
    """
    samples, turn = whole_number(samples, "samples", 1), a_position(position).turn
    seed = whole_number(seed, "seed", 0, MOST_SEED)
    if turn is None or position.asking is None:
        raise IllegalEntry("nothing-to-say", say("Nothing is left to be said."))
    situation = Situation.seen(position.game, View.of(position, turn))
    return Adviser.of(position.game.book).advise(
        replace(situation, said=record_of(position).said), samples, seed
    )


def _run(
    game: str,
    deals: int,
    players: AnyPlayer | Sequence[AnyPlayer],
    rules: Any,
    *,
    seats: int | None,
    seed: int,
) -> simulation.Run:
    book, deals = rulebook(game), whole_number(deals, "deals", 1)
    seed = whole_number(seed, "seed", 0, MOST_SEED)
    seated = by_seat(book, players, player_count(book, seats))
    if seats is not None and len(seated) != seats:
        raise ValueError(f"there are {seats} seats, not {len(seated)}")
    return simulation.Run(card_play_of(book), rules_from(book, rules), deals, seated, seed)
