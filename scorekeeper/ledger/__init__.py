"""The ledger: all entries in one SQLite file, and stored results of games. All SQL is here."""
