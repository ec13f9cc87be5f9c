"""Wheel: it contains the pages, and an installation from it serves them."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.request
import venv
import zipfile
from http.cookiejar import CookieJar
from importlib.metadata import Distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from scorekeeper.__main__ import OLDEST

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(ROOT, tmp_path_factory.mktemp("wheel"))


def build_wheel(sources: Path, out: Path, **environment: str) -> Path:
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, sources],
        check=True,
        capture_output=True,
        env=os.environ | environment,
    )
    (built,) = out.glob("*.whl")
    return built


KINDS: dict[str, str | tuple[str, ...]] = {  # the kinds of files in the wheel, and their folders
    ".py": "scorekeeper",
    ".typed": "scorekeeper",
    ".typ": "scorekeeper/sheets",
    ".toml": "scorekeeper/game_files",
    ".po": "scorekeeper/translations",
    ".html": "scorekeeper/templates",
    ".css": (
        "scorekeeper/static/css",
        "scorekeeper/static/advice",
        "scorekeeper/static/print",
    ),
    ".js": "scorekeeper/static",
    ".png": "scorekeeper/static",
    ".mp4": "scorekeeper/static/video",
    ".webm": "scorekeeper/static/video",
    ".svg": ("scorekeeper/static", "scorekeeper/templates"),
}
ABOUT = {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "LICENSE"}


def test_the_wheel_holds_all_our_files_of_known_kinds_in_their_places_and_nothing_else(
    wheel: Path,
) -> None:
    names = [Path(name) for name in zipfile.ZipFile(wheel).namelist()]
    about = {name.name for name in names if ".dist-info" in name.parts[0]}
    assert about == ABOUT
    rest = [name for name in names if ".dist-info" not in name.parts[0]]
    strange = [
        file for file in rest if not file.as_posix().startswith(KINDS.get(file.suffix, ("-",)))
    ]
    assert strange == []
    assert {name.suffix for name in rest} == set(KINDS)
    package = ROOT / "scorekeeper"
    ours = [
        *(path for path in package.rglob("*.*") if path.suffix in {".py", ".po", ".typ", ".toml"}),
        *(path for path in (ROOT / "templates").rglob("*") if path.is_file()),
        *(path for path in (ROOT / "static").rglob("*") if path.is_file()),
    ]
    site = {ROOT / "templates" / "site", ROOT / "static" / "site"}  # not the wheel's
    ours = [path for path in ours if not site & set(path.parents)]
    packed = {name.as_posix().removeprefix("scorekeeper/") for name in rest}
    assert packed - {"py.typed"} == {
        path.relative_to(package if package in path.parents else ROOT).as_posix() for path in ours
    }


@pytest.mark.slow
def test_the_wheel_comes_out_the_same_wherever_and_whenever_it_is_built(
    wheel: Path, tmp_path: Path
) -> None:
    """Built again from a copy of the sources in another folder, time zone, time and permissions."""
    folder = tmp_path / "copy"
    for name in ("scorekeeper", "templates", "static"):
        kept = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=kept)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    for path in folder.rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)
        os.utime(path, (10**9, 10**9))
    again = build_wheel(folder, tmp_path / "out", TZ="Asia/Jerusalem")
    assert (again.name, again.read_bytes()) == (wheel.name, wheel.read_bytes())


def test_the_docs_say_of_every_dependency_why_it_is_there() -> None:
    """The docs list no removed dependency either."""
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    table = text.partition("## What it stands on")[2].partition("\n#")[0]
    explained = re.findall(
        r"^\| `([\w-]+)`(?: \(extra `(\w+)`\))? \| .{20,} \|$", table, re.MULTILINE
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = dict(project["optional-dependencies"])
    del extras["test"]
    needed = [(Requirement(requirement).name, "") for requirement in project["dependencies"]]
    needed += [
        (Requirement(requirement).name, extra)
        for extra, them in extras.items()
        for requirement in them
    ]
    assert sorted(explained) == sorted(needed)


def test_the_source_archive_has_everything_but_the_checks_and_the_pictures() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    ours = {line.partition("/")[0] for line in listed.splitlines()}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    included = set(project["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"])
    always = {"pyproject.toml", ".gitignore"}
    assert ours - included - always == {".ci", ".screenshots"}
    assert included <= ours


def test_an_older_python_says_which_one_is_needed() -> None:
    """The package and its entry point load in it, as the one file does there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == f">={'.'.join(map(str, OLDEST))}"
    for name in ("__init__.py", "__main__.py"):
        source = (ROOT / "scorekeeper" / name).read_text("utf-8")
        ast.parse(source, feature_version=(3, 8))
    older = (
        "import sys; sys.version_info = (3, 10, 13); from scorekeeper.__main__ import run; run()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", older], check=False, capture_output=True, text=True, cwd=ROOT
    )
    assert (ran.returncode, ran.stderr) == (
        1,
        "Scorekeeper needs Python 3.11 or newer; this is Python 3.10.\n",
    )


@pytest.mark.slow
def test_a_fresh_environment_serves_a_page_and_a_style_sheet(wheel: Path, tmp_path: Path) -> None:
    """It has what the wheel requires and nothing else, linked instead of downloaded."""
    environment = tmp_path / "environment"
    venv.create(environment)
    programs = environment / "bin"
    pip = (sys.executable, "-m", "pip", "--python", programs / "python")
    subprocess.run(
        [*pip, "install", "--quiet", "--no-compile", "--no-deps", "--no-index", wheel],
        check=True,
        capture_output=True,
    )
    (packages,) = environment.glob("lib/python*/site-packages")
    (metadata,) = packages.glob("whist_scorekeeper-*.dist-info")
    link_requirements(Distribution.at(metadata), packages)
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
        page = browser.open(link, timeout=60).read().decode()
        assert "Deal the cards" in page
        browser.addheaders = [("Accept-Language", "de")]
        assert (
            "Jetzt Karten geben" in browser.open(link.split("join/")[0], timeout=60).read().decode()
        )
        address = re.search(r'href="(/static/[0-9a-f]+/style\.css)"', page)
        assert address
        sheet = browser.open(link.split("/join/")[0] + address[1], timeout=60)
        assert sheet.headers["Content-Type"] == "text/css; charset=utf-8"
        assert sheet.headers["Cache-Control"] == "max-age=31536000, immutable"
        assert "@layer tokens,base,layout,components,states;" in sheet.read().decode()
    finally:
        process.terminate()
        assert process.wait(60) == 0


def link_requirements(distribution: Distribution, packages: Path) -> None:
    """Link what a distribution requires, and what that requires, into a folder of packages."""
    for requirement in map(Requirement, distribution.requires or ()):
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        required = Distribution.from_name(requirement.name)
        assert requirement.specifier.contains(required.version)
        tops = {file.parts[0] for file in required.files or ()} - {"..", "__pycache__"}
        if missing := [top for top in tops if not (packages / top).exists()]:
            for top in missing:
                (packages / top).symlink_to(str(required.locate_file(top)))
            link_requirements(required, packages)
