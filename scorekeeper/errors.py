"""Errors: an answer that is malformed or illegal, and the codes of all errors.

EntryError
    ├── MalformedEntry    not an answer: not a number, not a bid, a field missing
    └── IllegalEntry      an answer that the rules forbid

Both carry a sentence for the table and a stable `code` for programs.
"""

from __future__ import annotations

from scorekeeper.wording import Sentence


class EntryError(ValueError):
    """Raised for a refused answer; `field` is the name of the wrong field in a form, or None."""

    def __init__(self, code: str, sentence: Sentence, field: str | None = None) -> None:
        super().__init__(str(sentence))
        self.code = code
        self.sentence = sentence
        self.field = field


class MalformedEntry(EntryError):
    """Raised if the text is not an answer to the question."""


class IllegalEntry(EntryError):
    """Raised if the rules forbid the answer."""


# Codes
#
# A code is stable, so programs may compare it. The sentence that goes with it is for people and may
# change. A test keeps this list equal to the codes that the engine uses.

MALFORMED = {
    "bad-name": "a name is empty, too long or has invisible characters",
    "card-twice": "a card occurs twice",
    "deals-not-divisible": "with this number of deals not everyone would deal equally often",
    "hand-missing": "a record has some of the hands but not all",
    "missing-rule": "a house rule is missing",
    "no-bid": "the result of an auction lacks the bid",
    "no-choice": "an announcement is missing or not one of the choices",
    "no-deal": "the record has no hands, or the wrong number of them",
    "no-dealer": "the record does not say who deals",
    "no-minutes": "the number of minutes until the end of the game is missing",
    "no-moment": "a house rule is not a moment in time",
    "no-number": "a number is missing",
    "no-such-card": "a word is not a card of the game",
    "no-such-choice": "a house rule has no such value",
    "no-such-goal": "the game does not end like that",
    "no-such-rank": "a letter is not a rank",
    "no-such-rules": "a record names unknown rules",
    "no-such-seat": "a word or number is not a seat of the game",
    "no-such-tie": "no bids decide a tie in the game",
    "no-place-points": "the points per place are not whole numbers",
    "no-points": "the points of a side are missing",
    "no-result": "the result of a game is not a number for each side",
    "no-share": "the number of cards that a side took is missing",
    "no-time": "a text is not a time of day",
    "no-tricks": "the tricks of a side are missing",
    "no-winner": "the result of an auction lacks the winner",
    "nothing-known": "neither tricks nor points of a hand are given",
    "number-missing": "a number in a row of numbers is missing",
    "not-a-bid": "a word is not a bid",
    "not-a-deal": "a text is not a deal in PBN's notation",
    "not-a-hand": "a text is not a hand in PBN's notation",
    "not-a-list": "a field of a record must be a list",
    "not-a-number": "a text is not a whole number",
    "not-a-record": "a record is not an object with named fields",
    "not-json": "a text is not JSON",
    "not-rules": "a value does not contain house rules",
    "not-shown": "the card turned up is missing",
    "not-the-pack": "the cards do not make up the pack, each once",
    "too-many-numbers": "a house rule that is a list of numbers has too many of them",
    "rules-contradict": "two house rules leave a question without a legal answer",
    "too-long": "a record is too long",
    "unknown-field": "a record has an unknown field",
    "unknown-rule": "there is no house rule with this key",
    "wrong-kind": "the action is of another kind than the one that is due",
    "wrong-number-of-cards": "a hand has too many or too few cards",
    "wrong-number-of-tricks": "tricks are given for too many or too few sides",
    "wrong-number-of-values": "numbers are given for too many or too few sides",
}
"""Codes of `MalformedEntry`: the text is not an answer."""

ILLEGAL = {
    "auction-over": "a call after the end of the auction",
    "bid-made": "everybody is recorded as passing although somebody bid",
    "bid-not-higher": "a bid is not higher than the highest so far",
    "bid-of-another": "another player made this bid",
    "bid-off-ladder": "a bid is below the lowest or above the highest",
    "card-barred": "the card may not be played yet, such as a lead of unbroken spades",
    "card-not-held": "the player does not hold the card",
    "choice-barred": "the choice is not allowed",
    "contract-barred": "the contracts would add up to all tricks",
    "contract-under-bid": "the declarer may not contract for less than the bid",
    "contracts-unknown": "tricks without contracts score only in a bonus round",
    "deal-complete": "the deal is over",
    "exchanged": "no advice is offered after an exchange of cards",
    "goes-on": "the deal would have gone on differently",
    "hand-carries": "a partly known hand cannot pass on what later hands need, such as bags",
    "known-twice": "points are given in addition to contracts and tricks, which determine them",
    "must-bid": "the player may not pass",
    "not-a-multiple": "points are not a multiple of the required number",
    "not-asked": "nobody was asked for this",
    "not-in-the-auction": "the player takes no part in the auction",
    "nothing-missing": "the hand is fully known, so it is recorded as usual",
    "nothing-to-say": "there is nothing left to say",
    "number-not-open": "the house rules bar the number",
    "number-out-of-range": "a number is too low or too high",
    "other-contract": "the contract would have been a different one",
    "out-of-turn": "it is another player's turn",
    "own-raise": "the house rules do not allow raising one's own bid",
    "points-alone": "only the points are known, which cannot be computed by other rules",
    "points-do-not-add-up": "the points do not add up to those of a hand",
    "points-out-of-range": "the number of points is impossible",
    "revoke": "the card does not follow suit although the player can",
    "rules-refuse": "the numbers of a question do not fit together under the rules of the game",
    "share-out-of-range": "the number of cards is impossible",
    "shares-do-not-add-up": "the cards taken do not add up to all of them",
    "thrown-in": "the deal would have been thrown in",
    "time-over": "the agreed time of the end is over already",
    "too-few-tricks": "the side has more tricks than that already",
    "too-late-to-bid": "the player cannot have made this bid after these calls",
    "trick-complete": "the trick is complete",
    "tricks-alone": "contracts and tricks alone do not determine the points in this game",
    "tricks-do-not-add-up": "the tricks do not add up to those of the deal",
    "tricks-out-of-range": "the number of tricks is impossible",
}
"""Codes of `IllegalEntry`: the rules forbid the answer or card. Irregularities use them too."""

IRREGULAR = {
    "auction-unfinished": "the record leaves an auction before its end",
    "exchange-not-due": "cards were exchanged although the rules ask for no exchange",
    "gave-nothing": "a player gave no cards in an exchange",
    "gave-twice": "a player gave cards twice in one exchange",
    "no-exchange": "the record lacks an exchange of cards that was due",
    "not-due": "cards were put away or passed on although none were due",
    "no-declarer": "cards were played although no auction was won",
    "not-put-away": "too few cards were put away",
    "played-twice": "a player played twice to a trick",
    "short-trick": "a player did not play to a trick",
}
"""Codes of `Irregularity` that only the record of a whole deal can show."""

ERROR_CODES = MALFORMED | ILLEGAL | IRREGULAR
