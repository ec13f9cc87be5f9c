"""A tap passes through the modules that docs/architecture.md names, and no others."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import FrameType

from tests.web.phone import Phone

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "scorekeeper"
ROUTE = PACKAGE / "web" / "table.py", "answer"
NAMED = re.compile(r"`((?:web|ledger|rules)/\w+\.py)`")


def test_a_tap_passes_through_the_named_modules(scorer: Phone) -> None:
    scorer.begin()
    scorer.answer(bid="7C", winner="2")
    form = scorer.question()
    passed: set[str] = set()
    inside = False

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal inside
        place = Path(frame.f_code.co_filename)
        if (place, frame.f_code.co_name) == ROUTE:
            inside = event == "call"
        if inside and place.is_relative_to(PACKAGE):
            passed.add(place.relative_to(PACKAGE).as_posix())

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        answer = scorer.client.post(form.action, data=form.fields | {"number": "3"})
    finally:
        sys.setprofile(before)
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    way = text.partition("This is the way through the server")[2].partition("\n## ")[0]
    common = {name for name in passed if name.split("/")[0] in {"web", "ledger", "rules"}}
    assert (answer.status_code, common) == (303, {*NAMED.findall(way)})
