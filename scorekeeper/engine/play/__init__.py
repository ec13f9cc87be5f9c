"""Whole deals of any game, card by card: playing, simulating and judging them.

A game supplies its pack, the size of the hands, the ranking of the cards after the auction, and its
players (see `WholeGame`). The questions and the points come from its script.
"""
