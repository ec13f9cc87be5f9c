"""Whether a game of a document could have been recorded here, entry by entry."""

from __future__ import annotations

from scorekeeper.engine.rules.wording import say
from scorekeeper.ledger.entries.game_log import Log
from scorekeeper.ledger.entries.replay import ForbiddenEntry, replay
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.exchange.export_document import GameDocument


def replayed(game: GameDocument) -> Log:
    """The log of a game all of whose entries its rules allow, each at its time.

    Raises Unreadable with the first that they do not.
    """
    try:
        return replay(Log.of(game.setup()), game.numbered())
    except ForbiddenEntry as error:
        place = say("entry {number}", number=error.number)
        raise Unreadable(error.sentence).at(place) from None
