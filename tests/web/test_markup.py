"""Our fast parser reads markup as Python's own does."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from tests.web.markup import MarkupParser


class Recorded:
    """What a parser has found, in order; texts that follow one another are one text."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[tuple[object, ...]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.events.append(("opened", tag, attrs))

    def handle_endtag(self, tag: str) -> None:
        self.events.append(("closed", tag))

    def handle_data(self, data: str) -> None:
        if self.events and self.events[-1][0] == "text":
            data = f"{self.events.pop()[1]}{data}"
        self.events.append(("text", data))


class Ours(Recorded, MarkupParser): ...


class Pythons(Recorded, HTMLParser): ...


@pytest.mark.parametrize(
    "html",
    [
        '<!doctype html>\n<html lang="en"><head><title>A &amp; B</title></head></html>',
        '<p class="a > b" title=\'"\'>5 < 6 &lt; 7</p>',  # what ends neither a tag nor a value
        "<script type=module src=/a.js></script>",
        "<input disabled value=''><br>",
        '<svg viewBox="0 0 9 9"><path d="M0 0"/><path d="M1 1" /></svg>',
        "<!-- <b>no</b> -->text",
        '<a href=" &#106;avascript:x()">&hearts;</a>',
        '{"json": [1, 2]}',
        "<DIV ONCLICK='x()'\n hidden>\n</DIV >",
        "",
    ],
)
def test_it_reads_what_python_reads(html: str) -> None:
    ours, pythons = Ours(), Pythons()
    ours.feed(html)
    pythons.feed(html)
    pythons.close()
    assert ours.events == pythons.events


@pytest.mark.parametrize("html", ['<p class="open>', "<p", "</>", "<!-- open"])
def test_broken_markup_is_refused(html: str) -> None:
    with pytest.raises(ValueError, match="no markup of ours"):
        MarkupParser().feed(f"<b>text</b>{html}")
