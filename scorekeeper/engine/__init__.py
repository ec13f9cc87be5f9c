"""The rules, and nothing but the rules: no web, no database, no clock, no settings.

A game's rules are a script that asks typed questions (`steps`), is sent the table's answers and
returns the points. `rulebook.read` replays recorded answers through the script and gives either
the next question or the points; everything that the program knows of a game comes from there.
"""
