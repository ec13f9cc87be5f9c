"""Playing cards: whole deals, computer players, the judge, advice, chances, simulation, research.

This page is the door of the wing. Code outside imports nothing else of it, and a module of the wing
is imported when one of its names is first used, as in `play.Adviser.find(book)`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.play.advice import SAMPLES as SAMPLES
    from scorekeeper.play.advice import SLOW_SAMPLES as SLOW_SAMPLES
    from scorekeeper.play.advice import Advice as Advice
    from scorekeeper.play.advice import Adviser as Adviser
    from scorekeeper.play.advice import JudgedChoice as JudgedChoice
    from scorekeeper.play.advice import Reviewer as Reviewer
    from scorekeeper.play.advice import Situation as Situation
    from scorekeeper.play.advised_game import AdvisedGame as AdvisedGame
    from scorekeeper.play.advised_game import advised_books as advised_books
    from scorekeeper.play.advised_game import by_suit as by_suit
    from scorekeeper.play.advised_game import can_be_sampled as can_be_sampled
    from scorekeeper.play.advised_game import decisions as decisions
    from scorekeeper.play.advised_game import is_advised as is_advised
    from scorekeeper.play.advised_game import practised_books as practised_books
    from scorekeeper.play.api import action as action
    from scorekeeper.play.api import advise as advise
    from scorekeeper.play.api import card_play_of as card_play_of
    from scorekeeper.play.api import check as check
    from scorekeeper.play.api import deal as deal
    from scorekeeper.play.api import load as load
    from scorekeeper.play.api import odds as odds
    from scorekeeper.play.api import play_deal as play_deal
    from scorekeeper.play.api import player as player
    from scorekeeper.play.api import simulate as simulate
    from scorekeeper.play.api import why_not as why_not
    from scorekeeper.play.api import write as write
    from scorekeeper.play.card_play_checks import check_advice as check_advice
    from scorekeeper.play.card_play_checks import check_odds as check_odds
    from scorekeeper.play.card_play_checks import check_whole_deals as check_whole_deals
    from scorekeeper.play.deals_file import RECORDS as RECORDS
    from scorekeeper.play.deals_file import deals_writer as deals_writer
    from scorekeeper.play.irregularities import Checked as Checked
    from scorekeeper.play.irregularities import check_text as check_text
    from scorekeeper.play.notation import card_of as card_of
    from scorekeeper.play.notation import hand_of as hand_of
    from scorekeeper.play.notation import hand_text as hand_text
    from scorekeeper.play.notation import parse_hand as parse_hand
    from scorekeeper.play.players import AnyPlayer as AnyPlayer
    from scorekeeper.play.players import Players as Players
    from scorekeeper.play.players import View as View
    from scorekeeper.play.position import Cards as Cards
    from scorekeeper.play.position import Position as Position
    from scorekeeper.play.position import WholeGame as WholeGame
    from scorekeeper.play.record import Record as Record
    from scorekeeper.play.record import numbered_records as numbered_records
    from scorekeeper.play.record import parse_record as parse_record
    from scorekeeper.play.record import replay as replay
    from scorekeeper.play.simulated_games import recorded_deal as recorded_deal
    from scorekeeper.play.simulated_games import recorded_deals as recorded_deals
    from scorekeeper.play.simulation import Bulk as Bulk
    from scorekeeper.play.simulation import Row as Row
    from scorekeeper.play.simulation import Run as Run
    from scorekeeper.play.simulation import Summary as Summary
    from scorekeeper.play.simulation import parts as parts
    from scorekeeper.play.situations import Decision as Decision
    from scorekeeper.play.situations import before_a_bid as before_a_bid
    from scorekeeper.play.situations import before_a_contract as before_a_contract
    from scorekeeper.play.situations import exercise as exercise
    from scorekeeper.play.situations import opening_bids as opening_bids
    from scorekeeper.play.win_probability import GAMES as GAMES
    from scorekeeper.play.win_probability import Chances as Chances
    from scorekeeper.play.win_probability import Forecaster as Forecaster

_FOUND_IN = {
    "advice": {
        "SAMPLES": "the usual number of deals for advice, in a game with an adviser of its own",
        "SLOW_SAMPLES": "the usual number in the other games",
        "Advice": "the value of each legal choice",
        "Adviser": "the part of a game that gives advice",
        "JudgedChoice": "one choice of an advice",
        "Reviewer": "the part of a game that finds the cost of each decision",
        "Situation": "the knowledge of a player before a decision",
    },
    "advised_game": {
        "AdvisedGame": "a game with rules and players, for advice and practice",
        "advised_books": "the games with advice on bids",
        "by_suit": "the cards of a hand, suit by suit",
        "decisions": "the decisions of a game that can be practised",
        "is_advised": "whether a game has advice on bids",
        "can_be_sampled": "whether the sampling player can play by some rules",
        "practised_books": "the games that can be practised",
    },
    "api": {
        "action": "an action from text",
        "advise": "the value of each legal choice",
        "card_play_of": "the card play of a game, or an error that names those that have one",
        "check": "judge a record",
        "deal": "deal a hand",
        "load": "the position of a record",
        "odds": "the chances to win a game",
        "play_deal": "play a deal to its end",
        "player": "a player of the engine",
        "simulate": "play many deals",
        "why_not": "why an action is refused",
        "write": "a position as a record",
    },
    "card_play_checks": {
        "check_advice": "check the advice of a game",
        "check_odds": "check the chances of a game",
        "check_whole_deals": "check the deals of a game in all their forms",
    },
    "deals_file": {
        "RECORDS": "the suffix of files of whole records",
        "deals_writer": "write simulated deals to a file",
    },
    "irregularities": {
        "Checked": "a record with its verdict",
        "check_text": "judge all records of a text",
    },
    "notation": {
        "card_of": "a card from text",
        "hand_of": "a hand from text",
        "hand_text": "a hand as text, in the notation of PBN",
        "parse_hand": "a hand from that text",
    },
    "players": {
        "AnyPlayer": "a player of the engine by name, or a player of one's own",
        "Players": "the part of a game that has players",
        "View": "the knowledge of a player at one moment",
    },
    "position": {
        "Cards": "cards in a sequence",
        "Position": "a deal at one moment, with its cards",
        "WholeGame": "the card play of a game",
    },
    "record": {
        "Record": "a recorded deal",
        "parse_record": "a record from its line",
        "numbered_records": "the records of a text",
        "replay": "the position at the end of a record",
    },
    "simulated_games": {
        "recorded_deal": "the answers that a table would have recorded of a deal",
        "recorded_deals": "the same for many deals",
    },
    "simulation": {
        "Bulk": "the part of a game that plays many deals at once",
        "Row": "one deal of a simulation",
        "Run": "the parameters of a simulation",
        "Summary": "the sums of a simulation",
        "parts": "play a run, part by part",
    },
    "situations": {
        "Decision": "a call, a number of tricks or a card",
        "before_a_bid": "the situation before a call",
        "before_a_contract": "the situation before a contract",
        "exercise": "the view of the player in an exercise",
        "opening_bids": "the bids of the first caller",
    },
    "win_probability": {
        "GAMES": "the number of games played on for each chance",
        "Chances": "the chance of each side",
        "Forecaster": "the chances of a game, hand by hand",
    },
}
"""The names by module, with a line each."""

_MODULES = {name: module for module, names in _FOUND_IN.items() for name in names}
__all__ = sorted((*_MODULES, "has_numpy"))  # noqa: PLE0605  (sorted gives a list)


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def has_numpy() -> bool:
    """Return whether NumPy is installed, without importing it.

    It is missing in the one-file build.
    """
    return find_spec("numpy") is not None
