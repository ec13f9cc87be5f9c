"""The Help page: ten lines in every language, for everybody at the table."""

from __future__ import annotations

import re

import pytest

from tests.web.phone import Phone

TITLES = {
    "en": ("An evening in ten lines", "New game", "The end"),
    "de": ("Ein Abend in zehn Zeilen", "Neues Spiel", "Das Ende"),
    "he": ("ערב בעשר שורות", "משחק חדש", "הסוף"),
}


@pytest.mark.parametrize("language", TITLES)
def test_an_evening_is_ten_lines_in_the_language_of_the_phone(
    watcher: Phone, language: str
) -> None:
    watcher.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    html = watcher.open("/help").html
    titles = re.findall(r'<b class="guide__title">(.+?)</b>', html)
    heading = re.findall(r"<h1[^>]*>(.+?)</h1>", html)
    assert (len(titles), *heading, titles[0], titles[-1]) == (10, *TITLES[language])


def test_first_page_and_more_lead_to_help_and_help_leads_back(scorer: Phone) -> None:
    scorer.write_game()
    assert 'href="/help"' in scorer.open("/").html
    assert 'href="/help?back=/games/1/more"' in scorer.open("/games/1/more").html
    assert 'href="/games/1/more">Back</a>' in scorer.open("/help?back=/games/1/more").html


@pytest.mark.parametrize("back", ["", "//elsewhere.example/", "https://elsewhere.example/"])
def test_help_leads_back_to_no_other_site(scorer: Phone, back: str) -> None:
    assert 'href="/">Back</a>' in scorer.open(f"/help?back={back}").html
