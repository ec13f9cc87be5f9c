"""Bid Whist: partners across the table, two jokers, a kitty, one round of bids."""

from scorekeeper.engine.games.bid_whist.rulebook import BID_WHIST as BID_WHIST
