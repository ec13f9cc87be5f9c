"""Static files and /health: Flask renders each answer once, for any number of requests."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from flask import Flask, request, request_started

from scorekeeper.ledger.store import Store
from scorekeeper.web import static_files

GZIP = {"Accept-Encoding": "gzip"}
SOON = 30.0


@contextmanager
def made(app: Flask) -> Iterator[list[str]]:
    """The addresses that Flask answers meanwhile."""
    paths: list[str] = []

    def note(*_: object, **__: object) -> None:
        paths.append(request.path)

    with request_started.connected_to(note, app):
        yield paths


def test_a_file_that_does_not_exist_is_answered_in_a_line(app: Flask) -> None:
    with made(app) as paths:
        answers = [app.test_client().get(f"/static/x/{number}.css") for number in range(3)]
        answers += [app.test_client().get(path) for path in ("/static/", "/static/style.css")]
    assert {(answer.status_code, answer.text) for answer in answers} == {(404, "No such file\n")}
    assert paths == []


def test_a_file_is_made_once_whatever_is_sent_along(app: Flask) -> None:
    with made(app) as paths:
        plain, packed = (
            [
                app.test_client().get(
                    f"/static/{number}/style.css?{number}",
                    headers=accepted | {"Cookie": f"j={number}", "X": str(number)},
                )
                for number in range(4)
            ]
            for accepted in ({}, GZIP)
        )
    assert len(paths) == 2
    assert {answer.headers.get("Content-Encoding") for answer in plain} == {None}
    assert {answer.headers.get("Content-Encoding") for answer in packed} == {"gzip"}
    assert {gzip.decompress(answer.data) for answer in packed} == {plain[0].data}
    assert {answer.headers["Cache-Control"] for answer in plain + packed} == {"no-store"}


def test_a_file_at_its_version_is_for_ever_and_a_head_has_no_body(app: Flask) -> None:
    address = app.test_client().get("/sw.js").text.partition('"')[2].partition('"')[0]
    answers = [app.test_client().open(address, method=method) for method in ("GET", "HEAD") * 2]
    assert {answer.headers["Cache-Control"] for answer in answers} == {
        "max-age=31536000, immutable"
    }
    assert [len(answer.data) > 0 for answer in answers] == [True, False] * 2


def test_nobody_waits_for_health(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """One request checks the score file again, and the others get the last result."""
    ask = app.test_client().get
    assert ask("/health").status_code == 200
    looking, over = threading.Event(), threading.Event()

    def usable(_: Store) -> bool:
        looking.set()
        return not over.wait(SOON)

    monkeypatch.setattr(static_files, "FRESH", -1.0)
    monkeypatch.setattr(Store, "usable", usable)
    with ThreadPoolExecutor(1) as pool, made(app) as paths:
        slow = pool.submit(ask, "/health")
        assert looking.wait(SOON)
        statuses = [app.test_client().get("/health").status_code for _ in range(5)]
        over.set()
        assert (statuses, paths) == ([200] * 5, [])
        assert slow.result().status_code == 503
