"""Every bundled game goes through the kit that is offered to all rulebooks, and so do odd ones."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games.registry import BUNDLED
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.testing import check_rulebook
from tests.named_bids import SOLO


@pytest.mark.parametrize("book", [*BUNDLED, SOLO], ids=lambda book: book.key)
def test_a_game_holds_what_every_rulebook_has_to_hold(book: Rulebook[Any]) -> None:
    check_rulebook(book, tables=1)
