"""Which way the arrows point: engine <- ledger, sheets <- web, commands <- cli (is imported by)."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "scorekeeper"
MODULES = sorted(PACKAGE.rglob("*.py"))

# what each room may import of the project, itself included
MAY_IMPORT = {
    "engine": {"engine"},
    "ledger": {"engine", "ledger"},
    "sheets": {"engine", "sheets"},
    "web": {"engine", "ledger", "sheets", "web"},
    "commands": {"engine", "ledger", "sheets", "commands"},
    "environment": {"engine", "environment"},
    "testing": {"engine", "testing"},
    "serve_command": {"engine", "ledger", "web", "commands", "serve_command"},
    "cli": {"engine", "ledger", "sheets", "web", "commands", "serve_command", "cli"},
}
# the rooms of an area, each of which imports only from itself and from those before it; "" is what
# stands in the folder of the area itself
ROOMS = {
    "engine": ("", "cards", "rules", "play", "analysis", "games", "api"),
    "ledger": (
        "", "people", "database", "entries", "tables", "evenings", "statistics", "exchange",
        "maintenance",
    ),
    "web": (
        "", "rendering", "access", "performance", "table", "review", "files", "evenings",
        "players", "advice", "app",
    ),
}  # fmt: skip
BELOW_ALL = ("scorekeeper.engine.rules.errors", "scorekeeper.engine.rules.wording")
ON_TOP = {"web/__init__.py", "web/wsgi.py"}  # the addresses by which others find the application
NUMPY = "engine/optional_numpy.py"  # the one door to it
WHOLE = "engine/games/israeli_whist/whole"
WITH_NUMPY = {  # what works on many deals at once
    NUMPY,
    "engine/analysis/calibration.py",
    "engine/analysis/drawn_games.py",
    "engine/games/exact_bids_bulk.py",
    *(f"{WHOLE}/{name}.py" for name in ("advice_in_bulk", "listening", "review", "sampling")),
    *(str(module.relative_to(PACKAGE)) for module in MODULES if module.parent.name == "bulk"),
}
WEB_LIBRARIES = {
    "flask",
    "flask_babel",
    "flask_wtf",
    "wtforms",
    "werkzeug",
    "jinja2",
    "waitress",
} | {"babel"}
DATABASE_LIBRARIES = {"sqlite3", "sqlite_utils"}


def named(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def room_of(path: Path) -> str:
    """The room of a module: the folder or module right under the package."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(source: str, module: Path) -> Iterator[str]:
    """Every module that a source names in an import, wherever in it the import stands."""
    package = ["scorekeeper", *module.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            inside = package[: len(package) - node.level + 1] if node.level else []
            parent = ".".join([*inside, *([node.module] if node.module else [])])
            yield parent
            yield from (f"{parent}.{alias.name}" for alias in node.names)


@cache
def imports_of(module: Path) -> frozenset[str]:
    return frozenset(imports(module.read_text(encoding="utf-8"), module))


Rule = Callable[[frozenset[str], Path], set[str]]


def broken(rule: Rule, modules: Iterable[Path] = MODULES) -> set[tuple[str, str]]:
    """The imports that a rule forbids: pairs of a module and what it imports."""
    return {
        (named(module), name) for module in modules for name in rule(imports_of(module), module)
    }


def broken_by(rule: Rule, source: str, module: str) -> set[str]:
    """The imports that a rule forbids in a source, if it stood at this place."""
    path = PACKAGE / module
    return rule(frozenset(imports(source, path)), path)


def wrong_arrows(imported: frozenset[str], module: Path) -> set[str]:
    """The imports that a module of this place may not have."""
    room = room_of(module)
    return {name for name in imported if not _may_import(room, name.split("."), module)}


def _may_import(room: str, name: list[str], module: Path) -> bool:
    if name[0] == "scorekeeper":
        others = set(MAY_IMPORT) - MAY_IMPORT.get(room, set(MAY_IMPORT))
        return len(name) == 1 or name[1] not in others
    if room == "engine":
        door = {"numpy"} if module == PACKAGE / NUMPY else set()
        return name[0] in (sys.stdlib_module_names - DATABASE_LIBRARIES) | door
    if room in {"ledger", "sheets"}:
        return name[0] not in WEB_LIBRARIES
    return True


def test_no_arrow_points_the_wrong_way() -> None:
    assert (len(MODULES) > 250, broken(wrong_arrows)) == (True, set())


def test_every_room_is_known() -> None:
    """A new folder gets its place in the drawing before it gets modules."""
    known = {*MAY_IMPORT, "__init__", "__main__"}
    assert {room_of(module) for module in MODULES} - known == set()


@pytest.mark.parametrize(
    ("module", "source", "wrong"),
    [
        ("engine/rules/game.py", "import flask", {"flask"}),
        ("engine/rules/game.py", "import numpy as np", {"numpy"}),
        ("engine/optional_numpy.py", "import numpy as np", set()),
        ("engine/games/israeli_whist/fast.py", "import numpy", {"numpy"}),
        ("engine/rules/game.py", "def late():\n    import sqlite3", {"sqlite3"}),
        ("engine/rules/game.py", "from scorekeeper import ledger", {"scorekeeper.ledger"}),
        (
            "engine/rules/game.py",
            "from scorekeeper.ledger.entries import store",
            {"scorekeeper.ledger.entries", "scorekeeper.ledger.entries.store"},
        ),
        (
            "engine/rules/game.py",
            "from ...web import app",
            {"scorekeeper.web", "scorekeeper.web.app"},
        ),
        ("engine/rules/steps/asking.py", "from ...cards.cards import Card", set()),
        ("ledger/entries/store.py", "import scorekeeper.web", {"scorekeeper.web"}),
        ("ledger/entries/store.py", "import scorekeeper.cli", {"scorekeeper.cli"}),
        ("ledger/entries/store.py", "from flask import g", {"flask", "flask.g"}),
        ("ledger/entries/store.py", "import scorekeeper.sheets", {"scorekeeper.sheets"}),
        ("sheets/pdf.py", "import scorekeeper.ledger", {"scorekeeper.ledger"}),
        ("sheets/pdf.py", "from flask import g", {"flask", "flask.g"}),
        ("sheets/pdf.py", "import typst", set()),
        (
            "ledger/entries/store.py",
            "import sqlite3\nfrom scorekeeper.engine.rules import game",
            set(),
        ),
        (
            "web/app/factory.py",
            "from scorekeeper.cli import main",
            {"scorekeeper.cli", "scorekeeper.cli.main"},
        ),
        ("web/app/factory.py", "from scorekeeper.ledger.entries import store", set()),
        ("cli.py", "from scorekeeper.web import create_app", set()),
    ],
)
def test_a_wrong_arrow_would_be_seen(module: str, source: str, wrong: set[str]) -> None:
    assert broken_by(wrong_arrows, source, module) == wrong


def inner_room(name: list[str]) -> str:
    """The room of a module inside its area, by the parts of its name after the package."""
    return name[1] if len(name) > 1 and name[1] in ROOMS[name[0]] else ""


def wrong_ways(imported: frozenset[str], module: Path) -> set[str]:
    """The imports of a module from rooms of its area that stand behind its own."""
    path = list(module.relative_to(PACKAGE).with_suffix("").parts)
    rooms = ROOMS[path[0]]
    here = rooms.index(inner_room(path))
    return {
        name
        for name in imported
        for parts in [name.split(".")[1:]]
        if name.startswith(f"scorekeeper.{path[0]}.") and not name.startswith(BELOW_ALL)
        if rooms.index(inner_room(parts)) > here
    }


def test_no_room_imports_one_behind_it() -> None:
    """Imports for the type checker and inside functions count too."""
    inside = [module for module in MODULES if room_of(module) in ROOMS]
    inside = [module for module in inside if named(module) not in ON_TOP]
    assert (len(inside) > 250, broken(wrong_ways, inside)) == (True, set())


@pytest.mark.parametrize(
    ("module", "source", "wrong"),
    [
        (
            "ledger/entries/store.py",
            "def late():\n    from scorekeeper.ledger.exchange import export",
            {"scorekeeper.ledger.exchange", "scorekeeper.ledger.exchange.export"},
        ),
        (
            "ledger/errors.py",
            "import scorekeeper.ledger.people.names",
            {"scorekeeper.ledger.people.names"},
        ),
        ("ledger/entries/store.py", "from scorekeeper.ledger.errors import Unknown", set()),
        ("ledger/entries/store.py", "from scorekeeper.ledger.database import opening", set()),
        (
            "web/table/forms.py",
            "from scorekeeper.web.app.factory import create_app",
            {"scorekeeper.web.app.factory", "scorekeeper.web.app.factory.create_app"},
        ),
        ("engine/rules/game.py", "from ..cards.cards import Card", set()),
        (
            "engine/cards/cards.py",
            "from ..rules import game",
            {"scorekeeper.engine.rules", "scorekeeper.engine.rules.game"},
        ),
    ],
)
def test_a_wrong_way_would_be_seen(module: str, source: str, wrong: set[str]) -> None:
    assert broken_by(wrong_ways, source, module) == wrong


@pytest.mark.parametrize("area", ROOMS)
def test_every_folder_of_an_area_has_its_place(area: str) -> None:
    folders = {path.name for path in (PACKAGE / area).iterdir() if list(path.rglob("*.py"))}
    assert folders - {f"{name}.py" for name in folders} <= {*ROOMS[area]} | {
        path.name for path in (PACKAGE / area).glob("*.py")
    }


LOW = ("cards", "rules")  # rooms of the engine that know of no extra
EXTRAS = {
    "engine/rules/extras.py",
    "engine/rules/foreign_files.py",
}


def test_nothing_below_the_extras_imports_one() -> None:
    """Not even for the type checker: whoever writes a game reads a rulebook and no analysis."""
    above = tuple(f"scorekeeper.engine.{room}" for room in ("analysis", "games", "play"))
    above += tuple(f"scorekeeper.{name[:-3].replace('/', '.')}" for name in EXTRAS)
    low = [
        module
        for module in MODULES
        if module.relative_to(PACKAGE).parts[1:2] in [(room,) for room in LOW]
        and named(module) not in EXTRAS
    ]

    def extras(imported: frozenset[str], module: Path) -> set[str]:
        return {name for name in imported if name.startswith(above)}

    assert (len(low) > 20, broken(extras, low)) == (True, set())


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports for the type checker and inside functions count too; packages do not."""
    modules = {
        dotted(module).removesuffix(".__init__"): module
        for module in MODULES
        if named(module) not in ON_TOP
    }
    wants = {
        name: {
            imported
            for imported in imports_of(module)
            if imported in modules and imported != name and modules[imported].name != "__init__.py"
        }
        for name, module in modules.items()
    }
    assert (len(modules) > 250, in_circles(wants)) == (True, set())


def in_circles(wants: dict[str, set[str]]) -> set[str]:
    """What is left of modules if those that import none of the others go, again and again."""
    left = dict(wants)
    while free := [name for name, wanted in left.items() if not wanted & left.keys()]:
        for name in free:
            del left[name]
    return set(left)


def dotted(module: Path) -> str:
    return ".".join(module.relative_to(PACKAGE.parent).with_suffix("").parts)


def told_by(program: str) -> str:
    """What a fresh interpreter prints."""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.strip()


def test_importing_the_engine_brings_in_neither_web_nor_database_nor_numpy() -> None:
    """Every module of it but those that work on many deals at once."""
    engine = [
        dotted(module)
        for module in MODULES
        if room_of(module) == "engine" and named(module) not in WITH_NUMPY
    ]
    forbidden = WEB_LIBRARIES | DATABASE_LIBRARIES | {"numpy"}
    brought = told_by(
        "import importlib, sys\n"
        f"for name in {engine!r}: importlib.import_module(name)\n"
        f"print(*sorted({forbidden!r} & set(sys.modules)))\n"
    )
    assert brought == ""


def test_the_games_are_known_without_their_card_play() -> None:
    """It is imported when somebody plays or simulates: most commands and pages do not."""
    brought = told_by(
        "import sys\n"
        "from scorekeeper.engine.games.registry import rulebooks\n"
        "rulebooks()\n"
        "print(*(name for name in sys.modules if name.startswith('scorekeeper.engine.play')))\n"
    )
    assert brought == ""


@pytest.mark.slow
def test_what_needs_numpy_says_so_if_it_is_absent() -> None:
    """A NumPy that cannot be imported stands for one that is not there."""
    needing = [dotted(PACKAGE / name) for name in sorted(WITH_NUMPY) if "__init__" not in name]
    output = told_by(
        "import importlib, sys\n"
        "sys.modules['numpy'] = None\n"
        "import scorekeeper.cli, scorekeeper.web\n"
        f"for name in {needing!r}:\n"
        "    try: importlib.import_module(name)\n"
        "    except ImportError as error: print(error)\n"
    )
    line = "This needs NumPy, which the one-file build leaves out: pip install whist-scorekeeper"
    assert output.splitlines() == [line] * len(needing)


def test_every_script_imports_files_that_are_there() -> None:
    scripts = PACKAGE.parent / "static/js"
    named = {
        name
        for script in scripts.glob("*.js")
        for name in re.findall(r"""["']\./(\w+\.js)["']""", script.read_text(encoding="utf-8"))
    }
    assert named - {script.name for script in scripts.glob("*.js")} == set()
    assert len(named) > 20


def test_no_scripts_import_each_other_in_a_circle() -> None:
    """Imports that are made later count too."""
    wants = {
        script.name: set(re.findall(r"""["']\./(\w+\.js)["']""", script.read_text("utf-8")))
        for script in (PACKAGE.parent / "static/js").glob("*.js")
    }
    assert in_circles(wants) == set()
