"""The card play of Israeli Whist: players, bulk simulation, advice and review."""
