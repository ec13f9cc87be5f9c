"""Whole deals of any game, card by card: playing, simulating and judging them.

A game supplies its pack, how many cards everyone gets, what the cards are worth after the auction,
and its players (see `WholeGame`); what is asked and what it scores is its script's.
"""
