"""Card play: whole deals with their cards, simulated players, the judge, advice."""
