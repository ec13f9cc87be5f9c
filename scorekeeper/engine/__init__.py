"""The rules of the games, and nothing else: no web, no database, no clock, no settings.

A game's rules are a script that asks typed questions (`steps`), is sent the table's answers and
returns the points. `script.read` replays recorded answers through the script and returns either the
next question or the points. Everything that the program knows about a game comes from there.
"""
