"""People: their names, who is the same person, and who sits where in a game."""
