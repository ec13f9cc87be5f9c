"""The facts, kept in one SQLite file, and what is derived from them.

Only facts are stored: tables, players, games and entries. Entries are never changed: undo, redo
and correction are entries too. Points, totals, places, dealers and winners are folds over them.
"""
