"""The charts of a game on paper and on the screen: the same line is dashed alike."""

from __future__ import annotations

import re
from pathlib import Path

from scorekeeper.web.charts import COUNT, DASHES

STYLES = Path(__file__).parents[2] / "static/css/49-charts.css"


def test_lines_on_paper_have_the_dashes_of_the_style_sheet() -> None:
    rules = re.findall(
        r"\.player-colour--(\d+) \.chart__stroke \{\s*--dashes: ([\d. ]+);", STYLES.read_text()
    )
    assert {1: "", **{int(line): dashes for line, dashes in rules}} == dict(enumerate(DASHES, 1))
    assert len(DASHES) == COUNT
