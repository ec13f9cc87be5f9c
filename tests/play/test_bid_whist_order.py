"""Bid Whist: ranks and legal plays in the four orders, with jokers in every role."""

from __future__ import annotations

from collections import Counter

import pytest

from scorekeeper.cards import AnyCard, Joker, Rank, Suit, any_cards
from scorekeeper.errors import IllegalEntry
from scorekeeper.games.bid_whist import BidWhistRules, HighLowBid, JokersInNoTrump
from scorekeeper.play.bid_whist_player import PACK, JokerOrder, order_of
from scorekeeper.play.tricks import TrickOf
from scorekeeper.seating import EAST, NORTH, SOUTH, WEST, Seat

HIGH = "A K Q J T 9 8 7 6 5 4 3 2"
LOW = "A 2 3 4 5 6 7 8 9 T J Q K"
RULES = BidWhistRules()


def first_trick(leader: Seat, trump: Suit | None, order: JokerOrder) -> TrickOf[AnyCard]:
    """A trick before its lead."""
    return TrickOf(leader, 4, trump, (), order)


def order(bid: str, low: bool = False, rules: BidWhistRules = RULES) -> JokerOrder:
    return order_of(HighLowBid.parse(bid), low, rules)


def trumps(bid: str) -> Suit | None:
    return None if bid.endswith("NT") else Suit.SPADES


def test_the_pack_has_54_cards_with_two_jokers() -> None:
    assert len(PACK) == len(set(map(str, PACK))) == 54
    assert Counter(isinstance(card, Joker) for card in PACK) == {False: 52, True: 2}


@pytest.mark.parametrize(
    ("bid", "low", "trump_suit", "plain"),
    [
        ("4H", False, f"JB JR {HIGH}", HIGH),  # uptown
        ("4L", False, f"JB JR {LOW}", LOW),  # downtown: the ace is best here too
        ("4NT", False, HIGH, HIGH),
        ("4NT", True, LOW, LOW),
    ],
)
def test_ranks(bid: str, low: bool, trump_suit: str, plain: str) -> None:
    """Orders the cards from best to worst, in spades (trumps, if there are any) and in hearts."""
    used, trump = order(bid, low), trumps(bid)

    def ranked(suit: Suit) -> str:
        mine = [card for card in PACK if used.suit(card, trump) is suit]
        mine.sort(key=lambda card: used.strength(card, suit, trump), reverse=True)
        return " ".join(str(card)[-1] if str(card)[0] != "J" else str(card) for card in mine)

    assert ranked(Suit.SPADES) == trump_suit
    assert ranked(Suit.HEARTS) == plain


def test_which_joker_is_higher_is_a_house_rule() -> None:
    red = BidWhistRules(higher_joker=Joker.RED)
    for rules, winner in ((RULES, SOUTH), (red, WEST)):
        trick = first_trick(SOUTH, Suit.SPADES, order("4H", rules=rules))
        played = any_cards("JB JR SA SK")
        for card in played:
            trick = trick.play(card, (card,))
        assert trick.winner == winner


@pytest.mark.parametrize(
    ("bid", "low", "played", "winner"),
    [
        # with trumps
        ("4H", False, "HA H2 S2 HK", NORTH),  # the only trump
        ("4H", False, "HA JR S2 HK", WEST),  # a joker thrown is a trump, and the highest but one
        ("4H", False, "HA JR JB HK", NORTH),
        ("4H", False, "S2 SA JR SK", NORTH),  # spades led, followed with a joker
        ("4H", False, "JR SA S2 HK", SOUTH),  # a joker led requires trumps
        ("4L", False, "HK H2 HA H3", NORTH),  # downtown the ace is best, then the two
        ("4L", False, "HK H3 HQ H2", EAST),
        ("4L", False, "SK SA JR HA", NORTH),
        ("4L", False, "HA S2 SK HK", WEST),  # two is better than king, among trumps too
        # no trump: jokers never win
        ("4NT", False, "H2 JB HA JR", NORTH),
        ("4NT", False, "H2 JB JR SA", SOUTH),
        ("4NT", False, "JB H2 SA H3", EAST),  # a joker led: the first other card sets the suit
        ("4NT", False, "JB JR S2 HA", NORTH),  # both jokers before any suit
        ("4NT", True, "HK HA H2 JB", WEST),
        ("4NT", True, "HK H2 H3 JB", WEST),
        ("4NT", True, "JR HK SA HQ", EAST),  # in low, queen is better than king
    ],
)
def test_who_wins_the_trick(bid: str, low: bool, played: str, winner: Seat) -> None:
    trick = first_trick(SOUTH, trumps(bid), order(bid, low))
    for card in any_cards(played):
        trick = trick.play(card, (card,))
    assert trick.winner == winner


EVERYWHERE = ("4H", "4L", "4NT", "4NT low")
WITH_TRUMPS = ("4H", "4L")
WITHOUT = ("4NT", "4NT low")
ALL_JOKER_RULES = tuple(JokersInNoTrump)
UNABLE, ANY_TIME, MUST = ALL_JOKER_RULES


@pytest.mark.parametrize(
    ("bids", "joker_rules", "so_far", "hand", "legal"),
    [
        # leading: any card, jokers too
        (EVERYWHERE, ALL_JOKER_RULES, "", "H2 S3 JB", "H2 S3 JB"),
        # follow suit
        (EVERYWHERE, ALL_JOKER_RULES, "HA", "H2 H9 S3 C4", "H2 H9"),
        # cannot follow: any card
        (EVERYWHERE, ALL_JOKER_RULES, "HA", "D2 S3 C4", "D2 S3 C4"),
        # with trumps, hearts led: a joker is a trump and may not be thrown on hearts
        (WITH_TRUMPS, ALL_JOKER_RULES, "HA", "H2 JB S3", "H2"),
        (WITH_TRUMPS, ALL_JOKER_RULES, "HA", "D2 JB S3", "D2 JB S3"),
        # trumps led: a joker follows, and must, where it is the only trump
        (WITH_TRUMPS, ALL_JOKER_RULES, "SA", "H2 JB S3", "JB S3"),
        (WITH_TRUMPS, ALL_JOKER_RULES, "SA", "H2 JR D3", "JR"),
        # a joker led requires trumps
        (WITH_TRUMPS, ALL_JOKER_RULES, "JB", "H2 S3 D3", "S3"),
        (WITH_TRUMPS, ALL_JOKER_RULES, "JB", "H2 C3 D3", "H2 C3 D3"),
        # no trump, able to follow: only where jokers may be played at any time
        (WITHOUT, (UNABLE, MUST), "HA", "H2 JB S3", "H2"),
        (WITHOUT, (ANY_TIME,), "HA", "H2 JB S3", "H2 JB"),
        # no trump, unable to follow: a joker may be thrown, or must
        (WITHOUT, (UNABLE, ANY_TIME), "HA", "D2 JB S3", "D2 JB S3"),
        (WITHOUT, (MUST,), "HA", "D2 JB S3 JR", "JB JR"),
        # no trump, a joker led: no suit yet, so any card
        (WITHOUT, ALL_JOKER_RULES, "JB", "D2 JR S3", "D2 JR S3"),
        # and the first other card sets it
        (WITHOUT, (UNABLE, MUST), "JB D5", "D2 JR S3", "D2"),
        (WITHOUT, (ANY_TIME,), "JB D5", "D2 JR S3", "D2 JR"),
        (WITHOUT, (MUST,), "JB D5", "H2 JR S3", "JR"),
        (WITHOUT, ALL_JOKER_RULES, "JB JR", "H2 S3", "H2 S3"),
    ],
)
def test_legal_plays(
    bids: tuple[str, ...],
    joker_rules: tuple[JokersInNoTrump, ...],
    so_far: str,
    hand: str,
    legal: str,
) -> None:
    for bid_words in bids:
        for jokers in joker_rules:
            bid, _, low = bid_words.partition(" ")
            used = order(bid, bool(low), BidWhistRules(jokers=jokers))
            trick = first_trick(SOUTH, trumps(bid), used)
            for card in any_cards(so_far):
                trick = trick.play(card, (card,))
            held = any_cards(hand)
            assert (bid_words, jokers, trick.legal(held)) == (bid_words, jokers, any_cards(legal))
            for card in held:
                if card in any_cards(legal):
                    assert trick.play(card, held).cards[-1] == card
                else:
                    with pytest.raises(IllegalEntry) as refusal:
                        trick.play(card, held)
                    assert refusal.value.code == "revoke"


def test_a_refusal_says_why() -> None:
    must = order("4NT", rules=BidWhistRules(jokers=MUST))
    trick = first_trick(SOUTH, None, must).play(any_cards("HA")[0], any_cards("HA"))
    for card, hand, reason in (
        ("JB", "JB H2", "West played JB but still held hearts."),
        ("S2", "JB S2", "West cannot follow hearts and must play a joker."),
    ):
        with pytest.raises(IllegalEntry) as refusal:
            trick.play(any_cards(card)[0], any_cards(hand))
        assert str(refusal.value) == reason


def test_jokers_are_written_and_read() -> None:
    assert [str(card) for card in any_cards("jb JR c9")] == ["JB", "JR", "C9"]
    with pytest.raises(ValueError, match="not a joker"):
        Joker.parse("JX")
    assert Rank.JACK.letter == "J"  # always follows a suit
