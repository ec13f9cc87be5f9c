"""The wheel holds the pages, and an installation from it serves them."""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.request
import venv
import zipfile
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_contains_the_package_its_pages_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"scorekeeper"}
    for folder in ("templates", "static"):
        packed = {name for name in names if name.startswith(f"scorekeeper/{folder}/")}
        kept = {
            f"scorekeeper/{path.relative_to(ROOT).as_posix()}"
            for path in (ROOT / folder).rglob("*")
            if path.is_file()
        }
        assert packed == kept
    kept = {path.name for path in (ROOT / "scorekeeper/sheets/typst").iterdir()}
    assert {Path(name).name for name in names if name.endswith(".typ")} == kept
    words = {name for name in names if name.startswith("scorekeeper/translations/")}
    assert words == {f"scorekeeper/translations/{code}.po" for code in ("de", "he")}
    assert wheel.name.startswith("whist_scorekeeper-")


def test_a_fresh_environment_serves_a_page_and_a_style_sheet(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    programs = environment / "bin"
    subprocess.run(
        [programs / "python", "-m", "pip", "install", "--quiet", str(wheel)],
        check=True,
        capture_output=True,
    )
    process = subprocess.Popen(
        [
            *(programs / "scorekeeper", "--host", "127.0.0.1", "--port", "0"),
            *("--db", tmp_path / "scores.db"),
        ],
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    try:
        assert process.stdout
        link = next(line.strip() for line in process.stdout if "/join/" in line)
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        page = browser.open(link, timeout=10).read().decode()
        assert "Deal the cards" in page
        browser.addheaders = [("Accept-Language", "de")]
        assert (
            "Gebt die Karten!" in browser.open(link.split("join/")[0], timeout=10).read().decode()
        )
        address = re.search(r'href="(/static/[0-9a-f]+/style\.css)"', page)
        assert address
        sheet = browser.open(link.split("/join/")[0] + address[1], timeout=10)
        assert sheet.headers["Content-Type"] == "text/css; charset=utf-8"
        assert sheet.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "@layer tokens, base, layout, components, states;" in sheet.read().decode()
    finally:
        process.terminate()
        assert process.wait(10) == 0


def test_numpy_is_not_needed_to_score_a_hand() -> None:
    """A NumPy that cannot be imported stands for one that is not there."""
    told = subprocess.run(
        [
            *(sys.executable, "-c"),
            "import sys; sys.modules['numpy'] = None\n"
            "from scorekeeper.cli import main\n"
            "main(['score', '--contracts', '2,3,7,0', '--tricks', '0,3,8,2'])",
        ],
        check=True,
        capture_output=True,
        text=True,
    )
    assert "3 made: 3 x 3 + 10 = 19" in told.stdout
