"""The game of the walk in `docs/own-games.md`, as its reader has written it in the end."""

from __future__ import annotations

YANIV = """\
name = "My Yaniv"
players = [2, 8]
wins = "low"

[options.limit]
name = "The caller has at most"
default = 7
range = [1, 20]

[[ask]]
key = "caller"
choice = "player"
ask = "Who said Yaniv?"

[[ask]]
key = "hand"
each = "player"
number = [0, "limit if me.caller else 99"]
ask = "How many points are in each hand?"

[[points]]
name = "Asaf"
when = "me.caller and min(others.hand) <= hand"
value = "hand + 30"

[[points]]
name = "cards"
when = "not me.caller"
value = "hand"

[total]
out = "total > 200"

[[total.becomes]]
when = "points > 0 and total == 100"
value = 50

[end]
when = "still_in <= 1"

[[example]]
players = 3
answers = { caller = "A", hand = [5, 4, 14] }
points = [35, 4, 14]
"""
