"""Whole deals of Israeli Whist, with the cards: played, written down, judged and simulated."""
