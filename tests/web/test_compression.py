"""Compression: pages and files are sent by gzip if the browser accepts it."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.web.static_files import Assets, root
from tests.web.phone import Phone

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


def sent(answer: TestResponse) -> tuple[str | None, str | None]:
    return answer.headers.get("Content-Encoding"), answer.headers.get("Vary")


@pytest.mark.parametrize(
    ("takes", "encoding"),
    [
        ("gzip, deflate, br", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("*", "gzip"),
        ("gzip;q=0, *", None),
        ("br, deflate", None),
        ("identity", None),
        ("", None),
    ],
)
def test_a_page_comes_as_the_browser_takes_it(
    scorer: Phone, takes: str, encoding: str | None
) -> None:
    plain = scorer.client.get("/games/new")
    answer = scorer.client.get("/games/new", headers={"Accept-Encoding": takes})
    assert answer.headers.get("Content-Encoding") == encoding
    assert "Accept-Encoding" in answer.headers["Vary"]
    body = gzip.decompress(answer.data) if encoding else answer.data
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    assert without_secrets(body) == without_secrets(plain.data)


def without_secrets(body: bytes) -> str:
    return re.sub(r'name="(csrf_token|key)" value="[^"]*"', "", body.decode())


def test_the_length_of_a_page_tells_nothing_twice(scorer: Phone) -> None:
    scorer.write_game()
    lengths = {len(scorer.client.get("/games/1/more", headers=GZIP).data) for _ in range(12)}
    assert len(lengths) > 3


@pytest.mark.parametrize(
    ("site", "encoding"),
    [("cross-site", None), ("same-site", None), ("same-origin", "gzip"), ("none", "gzip")],
)
def test_a_page_asked_for_by_another_site_is_not_compressed(
    scorer: Phone, site: str, encoding: str | None
) -> None:
    answer = scorer.client.get("/games/new", headers={**GZIP, "Sec-Fetch-Site": site})
    assert answer.headers.get("Content-Encoding") == encoding


def test_what_is_tiny_goes_as_it_is(scorer: Phone) -> None:
    scorer.write_game()
    answer = scorer.client.get("/games/1/revision", headers=GZIP)
    assert (answer.data, answer.headers.get("Content-Encoding")) == (b"0", None)


def test_a_refusal_is_compressed_like_a_page(stranger: Phone) -> None:
    answer = stranger.client.get("/nothing", headers=GZIP)
    assert (answer.status_code, answer.headers["Content-Encoding"]) == (403, "gzip")
    assert b"This table is private" in gzip.decompress(answer.data)


def test_files_are_compressed_once_and_kept_by_encoding(app: Flask, stranger: Phone) -> None:
    style = re.search(r'"(/static/[^"]*style.css)"', stranger.open("/").html)
    assert style
    packed = stranger.client.get(style[1], headers=GZIP)
    plain = stranger.client.get(style[1])
    assert (sent(packed), sent(plain)) == (("gzip", "Accept-Encoding"), (None, "Accept-Encoding"))
    assert gzip.decompress(packed.data) == plain.data
    assert packed.data == stranger.client.get(style[1], headers=GZIP).data


def test_a_page_names_every_module_that_its_script_imports(stranger: Phone) -> None:
    page = stranger.open("/").html
    named = {name.rpartition("/")[2] for name in re.findall(r'modulepreload" href="(.*?)"', page)}
    folder = root() / "static" / "js"
    imported, new = set[str](), {"main.js"}
    while new:
        text = "".join((folder / name).read_text(encoding="utf-8") for name in new)
        imported |= new
        new = set(re.findall(r'from "\./(.*?)"', text)) - imported
    imported.remove("main.js")
    assert named == imported
    assert {"status_line.js", "forms.js"} <= named


def test_modules_that_import_each_other_are_named_once(tmp_path: Path) -> None:
    folder = tmp_path / "static"
    (folder / "js").mkdir(parents=True)
    (folder / "js" / "main.js").write_text('import { a } from "./a.js";\n')
    (folder / "js" / "a.js").write_text('import {\n  b,\n} from "./b.js";\n')
    (folder / "js" / "b.js").write_text('import { a } from "./a.js";\n')
    assert Assets(folder).modules == ["js/a.js", "js/b.js"]


def test_a_style_sheet_is_sent_without_comments_and_spaces() -> None:
    sheet = Assets(root() / "static").files["style.css"].body.decode()
    assert sheet.startswith("@layer tokens,base,")
    assert "--night: ;" in sheet
    assert not re.search(r"/\*|\s[{},]|[{},]\s|;\s", sheet)
