"""The ledger: the facts in one SQLite file, and stored results of games. All SQL is here."""
