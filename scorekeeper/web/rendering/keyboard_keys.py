"""The keys of a keyboard that stand for what a page offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.engine.cards.bids import AnyBid
from scorekeeper.engine.cards.cards import Denomination, Suit
from scorekeeper.engine.rules.steps import Choice
from scorekeeper.web.rendering.languages import translated


class ActionKey(NamedTuple):
    """What is pressed on a keyboard instead of a button.

    pressed   keys with the same effect, separated by spaces, as in `KeyboardEvent.key`
    shown     how the sheet of keys shows them; none where it has a word for them
    """

    pressed: str
    shown: tuple[str, ...] = ()


ACTION_KEYS = {
    "undo": ActionKey("Shift+U", ("⇧ U",)),
    "redo": ActionKey("Shift+R", ("⇧ R",)),
    "record": ActionKey("Enter"),
    "more": ActionKey("+ = ArrowUp ArrowRight", ("+", "↑")),
    "fewer": ActionKey("- − ArrowDown ArrowLeft", ("−", "↓")),
    "enter_for_another": ActionKey("e", ("E",)),
    "take_trick_back": ActionKey("Backspace", ("⌫",)),
    "sheet_of_keys": ActionKey("?", ("?",)),
}


def denomination_key(value: Denomination | Suit) -> str:
    """The letter for a suit or for no trump, in the reader's language."""
    # the keys for clubs, diamonds, hearts, spades and no trump, in this order
    letters = translated("c d h s n").split()
    trump = value if isinstance(value, Suit) else value.trump
    return letters[-1] if trump is None else letters[list(Suit).index(trump)]


def bid_key(bid: AnyBid) -> str:
    """The number of a bid and a letter, to be typed one after the other: `7h`, `6n`, `4l`."""
    number = "".join(sign for sign in bid.code if sign.isdigit())
    for _, part in bid.said.blanks:
        if isinstance(part, Denomination):
            return number + denomination_key(part)
    return bid.code.lower()


def choice_keys(choices: Sequence[Choice]) -> list[str]:
    """A letter for each choice; numbers from 1, where two of them would share a letter."""
    letters = [
        denomination_key(choice.value)
        if isinstance(choice.value, Suit)
        else choice.code[:1].lower()
        for choice in choices
    ]
    if len(set(letters)) == len(letters):
        return letters
    return [str(number) for number in range(1, len(choices) + 1)]
