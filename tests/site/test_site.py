"""The built site: what is in its folder, and that its Python lacks nothing."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import __version__
from tests.deep import DEEP
from tests.tools import site
from tests.tools.locked_packages import ROOT

HERE = Path(__file__).parent
MB = 1_000_000
ADDRESS = re.compile(rb"(?:https?|wss?)://[\w.-]+")
NAMESPACE = b"http://www.w3.org"  # the name of SVG, which nobody fetches


@pytest.fixture(scope="module")
def build(built_site: Path) -> dict[str, Any]:
    """The description of the build in its page."""
    page = (built_site / "index.html").read_text("utf-8")
    described: dict[str, Any] = json.loads(_block(page, "build"))
    return described


def _block(page: str, name: str) -> str:
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.S)
    assert found
    return found[1]


def _packed(folder: Path, archive: dict[str, Any]) -> bytes:
    return b"".join((folder / "parts" / name).read_bytes() for name, _ in archive["parts"])


def _unpacked(folder: Path, archive: str) -> dict[str, bytes]:
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
    return site.unpacked(files, archive)


def test_the_folder_holds_what_the_build_describes_and_nothing_else(
    built_site: Path, build: dict[str, Any]
) -> None:
    archives = [*build["archives"].values(), build["season"]]
    parts = {f"parts/{name}": size for archive in archives for name, size in archive["parts"]}
    described = {"index.html", "sw.js", "app.webmanifest", *build["icons"]}
    described |= {*build["files"].values(), *parts}
    found = {
        path.relative_to(built_site).as_posix(): path
        for path in built_site.rglob("*")
        if path.is_file()
    }
    assert found.keys() == described
    for name, size in parts.items():
        body = found[name].read_bytes()
        assert len(body) == size <= 256 * 1024
        assert hashlib.sha256(body).hexdigest().startswith(name.removeprefix("parts/"))
    for plain, name in build["files"].items():
        stem, _, suffix = plain.rpartition(".")
        digest = hashlib.sha256(found[name].read_bytes()).hexdigest()[:16]
        assert name == f"files/{stem}-{digest}.{suffix}"
    for archive in archives:
        assert len(gzip.decompress(_packed(built_site, archive))) == archive["size"]


def test_the_service_worker_knows_the_same_build(built_site: Path, build: dict[str, Any]) -> None:
    first, _, _ = (built_site / "sw.js").read_text("utf-8").partition("\n")
    assert json.loads(first.removeprefix("const BUILD = ").removesuffix(";")) == build
    assert build["version"] == __version__


def test_at_most_12_mb_travel_from_a_host_that_compresses_nothing(
    built_site: Path, build: dict[str, Any]
) -> None:
    season = len(_packed(built_site, build["season"]))
    total = sum(path.stat().st_size for path in built_site.rglob("*") if path.is_file())
    assert season <= 300_000
    assert total - season <= 12 * MB


def test_the_words_of_the_page_are_in_every_language(built_site: Path) -> None:
    words = json.loads(_block((built_site / "index.html").read_text("utf-8"), "words"))
    assert {code: one["direction"] for code, one in words.items()} == {
        "en": "ltr",
        "he": "rtl",
        "de": "ltr",
    }
    assert len({frozenset(one) for one in words.values()}) == 1


def test_no_file_around_the_program_has_an_address_elsewhere(built_site: Path) -> None:
    addresses = {
        (path.name, address)
        for folder in (built_site, built_site / "files")
        for path in folder.iterdir()
        if path.is_file()
        for address in ADDRESS.findall(path.read_bytes())
        if address != NAMESPACE
    }
    assert addresses == set()


def test_the_installed_site_starts_under_any_path(built_site: Path) -> None:
    manifest = json.loads((built_site / "app.webmanifest").read_text("utf-8"))
    assert [manifest[name] for name in ("id", "start_url", "scope")] == ["./", "./", "./"]
    assert {icon["src"] for icon in manifest["icons"]} <= {
        path.name for path in built_site.iterdir()
    }


def test_no_file_contains_a_path_of_this_machine(built_site: Path, build: dict[str, Any]) -> None:
    files = {path.name: path.read_bytes() for path in built_site.rglob("*") if path.is_file()}
    for archive in ("stdlib.zip", "app.zip"):
        files |= _unpacked(built_site, archive)
    files["season"] = gzip.decompress(_packed(built_site, build["season"]))
    temporary = rb"/tmp[a-z0-9_]{8}\b"  # as `tempfile` names a folder
    here = (re.escape(str(ROOT)).encode(), temporary, b"/host/")
    found = {(name, path) for name, body in files.items() for path in here if re.search(path, body)}
    assert found == set()


def test_the_program_is_compiled_and_brings_no_server(
    built_site: Path, build: dict[str, Any]
) -> None:
    app, library = (_unpacked(built_site, name) for name in ("app.zip", "stdlib.zip"))
    assert not [name for name in (*app, *library) if name.endswith((".py", ".html", ".po", ".so"))]
    tops = {".".join(Path(name).parts[:2]).removesuffix(".pyc") for name in (*app, *library)}
    left_out = {"scorekeeper.commands", "scorekeeper.web.serving", "waitress", "numpy", "unittest"}
    assert not {top for top in tops for name in left_out if top.startswith(name)}
    assert not [name for name in app if name.startswith("scorekeeper/static/site")]
    assert {"scorekeeper.web", "babel.locale-data", "os", "flask.app"} <= tops


@pytest.mark.slow
def test_no_page_misses_a_module(built_site: Path) -> None:
    """NumPy and typst are looked for, and missing on purpose."""
    most = "40" if DEEP else "2"
    walk = (HERE / "boot_site.mjs", built_site, HERE / "walk.py", most)
    told = subprocess.run(["node", *walk], check=False, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr[-2000:]
    report = json.loads(told.stdout.splitlines()[-1])
    assert report["wrong"] == [], told.stdout[-4000:]
    assert set(report["missing"]) == {"numpy", "typst"}
    assert report["pages"] > 250


def test_another_package_than_the_known_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pack(*command: str) -> str:
        (Path(command[4]) / "pyodide.tgz").write_bytes(b"changed")
        return ""

    monkeypatch.setattr(site, "KEPT", tmp_path)
    monkeypatch.setattr(site, "run", pack)
    with pytest.raises(SystemExit, match="is not the package that this builder knows"):
        site.fetch_pyodide()
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("literals", "written"),
    [
        ("", None),
        ("`https://elsewhere.example/v${U}/`", "`./`"),
        ("'http://elsewhere.example'", "'./'"),
        ("`https://elsewhere.example/`, 'https://another.example'", None),
    ],
)
def test_the_loader_of_python_loses_its_only_address(
    tmp_path: Path, literals: str, written: str | None
) -> None:
    path = tmp_path / "loader.mjs"
    script = "import(`${e.indexURL}%spyodide.asm.mjs`, %s);\n"
    path.write_text(script % ("", literals) + "//# sourceMappingURL=loader.mjs.map\n", "utf-8")
    if written is None:
        with pytest.raises(SystemExit, match=r"loader\.mjs has [02] matches of .*http"):
            site.loader(path)
    else:
        assert site.loader(path).decode() == script % ("./", written)


@pytest.mark.slow
def test_the_site_comes_out_the_same_each_time(
    built_site: Path, build: dict[str, Any], tmp_path: Path
) -> None:
    """The short form makes only the season again, which is played with random numbers."""
    if not DEEP:
        season = gzip.decompress(_packed(built_site, build["season"]))
        assert site.season_file(tmp_path / "season.db") == season
        return
    again = tmp_path / "elsewhere" / "again"
    site.build(again)
    first, second = (
        {
            path.relative_to(folder): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }
        for folder in (built_site, again)
    )
    assert first == second
