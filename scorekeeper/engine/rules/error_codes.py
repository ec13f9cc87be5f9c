"""The codes of all errors and irregularities of the engine, each with its meaning.

A code is stable: programs may tell cases apart by it. The sentence beside it is for people, and may
change. A test holds this list equal to the codes that the engine uses.
"""

from __future__ import annotations

MALFORMED = {
    "bad-name": "a name is empty, too long or has invisible characters",
    "card-twice": "a card is there twice",
    "deals-not-divisible": "with so many deals not everyone would deal as often",
    "hand-missing": "a record has some hands but not all",
    "missing-rule": "a house rule is missing",
    "no-bid": "the result of an auction lacks the bid",
    "no-choice": "an announcement is missing or is none of the choices",
    "no-deal": "the record does not tell the hands, or not of so many players",
    "no-dealer": "the record does not say who deals",
    "no-number": "a number is missing",
    "no-such-card": "a word is no card of the game",
    "no-such-choice": "a house rule has no such value",
    "no-such-goal": "the game does not end like that",
    "no-such-rank": "a letter is no rank",
    "no-such-rules": "a record names rules that are not known",
    "no-such-seat": "a word or number is no seat of the game",
    "no-points": "the points of a side are missing",
    "no-share": "the cards that a side took are missing",
    "no-tricks": "the tricks of a side are missing",
    "no-winner": "the result of an auction lacks the winner",
    "nothing-known": "of a hand neither tricks nor points are told",
    "number-missing": "a number in a row of numbers is missing",
    "not-a-bid": "a word is no bid",
    "not-a-deal": "a text is no deal in PBN's notation",
    "not-a-hand": "a text is no hand in PBN's notation",
    "not-a-list": "a field of a record must be a list",
    "not-a-number": "a text is no whole number",
    "not-a-record": "a record is no object with named fields",
    "not-four": "an option takes four numbers",
    "not-json": "a text is no JSON",
    "not-numbers": "an option takes whole numbers",
    "not-rules": "a value holds no house rules",
    "not-shown": "the card that is turned up is missing",
    "not-the-pack": "the cards are not the pack, each once",
    "rules-contradict": "two house rules leave a question without a legal answer",
    "too-long": "a record is too long",
    "unknown-field": "a record has a field of an unknown name",
    "unknown-rule": "there is no house rule of this key",
    "wrong-kind": "the decision is of another kind than the one that is due",
    "wrong-number-of-cards": "a hand has too many or too few cards",
    "wrong-number-of-tricks": "tricks are told of too many or too few sides",
    "wrong-number-of-values": "numbers are told of too many or too few sides",
}
"""No answer at all (`MalformedEntry`)."""

ILLEGAL = {
    "auction-over": "a call after the end of the auction",
    "bid-made": "all are said to have passed although somebody bid",
    "bid-not-higher": "a bid is not higher than the highest so far",
    "bid-of-another": "another player made this bid",
    "bid-off-ladder": "a bid is below the lowest or above the highest",
    "card-barred": "the card may not be played yet, such as a lead of unbroken spades",
    "card-not-held": "the player does not hold the card",
    "choice-barred": "the choice is not open",
    "contract-barred": "the contracts would come to all the tricks",
    "contract-under-bid": "the declarer may not contract for less than the bid",
    "contracts-unknown": "tricks without contracts score in a bonus round only",
    "deal-complete": "the deal is over",
    "exchanged": "no advice is offered after an exchange of cards",
    "goes-on": "the deal would have gone on otherwise",
    "hand-carries": "a hand that leaves more than points to the next is not told whole",
    "known-twice": "the points are told besides contracts and tricks, which give them",
    "must-bid": "the player may not pass",
    "not-a-multiple": "points are no multiple of what they must be",
    "not-asked": "nobody was asked for this",
    "not-in-the-auction": "the player takes no part in the auction",
    "nothing-missing": "nothing of the hand is missing, so it is entered as any other",
    "nothing-to-say": "nothing is left to be said",
    "number-not-open": "the rules of the table bar the number",
    "number-out-of-range": "a number is too low or too high",
    "other-contract": "the contract would have been another one",
    "out-of-turn": "it is another player's turn",
    "own-raise": "at this table nobody raises their own bid",
    "points-alone": "only the points are known, which other rules may not give",
    "points-do-not-add-up": "the points do not come to what a hand has",
    "points-out-of-range": "nobody can have so many points",
    "revoke": "the card does not follow suit although the player can",
    "share-out-of-range": "nobody can take so many of these cards",
    "shares-do-not-add-up": "the cards that were taken do not come to those there are",
    "thrown-in": "the deal would have been thrown in",
    "too-few-tricks": "the side has more tricks than that already",
    "too-late-to-bid": "the player can no longer have made this bid",
    "trick-complete": "the trick is complete",
    "tricks-alone": "contracts and tricks alone do not give the points of the game",
    "tricks-do-not-add-up": "the tricks do not come to those of the deal",
    "tricks-out-of-range": "nobody can take so many tricks",
}
"""An answer or a card that the rules forbid (`IllegalEntry`); irregularities have these too."""

IRREGULAR = {
    "not-due": "cards were put away or given that were not to be",
    "no-declarer": "cards were played although no auction was won",
    "not-put-away": "too few cards were put away",
    "played-twice": "a player played twice to a trick",
    "short-trick": "somebody did not play to a trick",
}
"""What only a record of a deal can show (`Irregularity`)."""

ERROR_CODES = MALFORMED | ILLEGAL | IRREGULAR
