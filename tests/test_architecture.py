"""Import rules: no module imports from a package above its own, and there are no cycles."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper import play

PACKAGE = Path(__file__).parents[1] / "scorekeeper"
MODULES = sorted(PACKAGE.rglob("*.py"))

# The score keeper: each package may import the ground floor, itself, and the packages before it in
# this list. "api" stands for the modules at the top that offer the engine to programmers.
GROUND = ("arguments", "auction", "caches", "cards", "errors", "seating", "wording")
ENGINE = ("rules", "games", "insight")
FLOORS = ("ground", *ENGINE, "api", "ledger", "exchange", "sheets", "web", "commands", "__main__")
API = ("__init__", "api", "testing")
APART = {  # packages that must not import each other
    "ledger": {"api"},
    "exchange": {"api"},
    "sheets": {"api", "ledger", "exchange"},
    "web": {"api"},
}
ON_TOP = {"web/__init__.py", "web/wsgi.py"}  # the addresses by which others find the application

# The other wing plays cards. It knows the rules, the games and their API, and nobody but itself
# imports any of it but its door.
WING = "play"
DOOR = "scorekeeper.play"
KNOWN_TO_THE_WING = {"ground", "rules", "games", "api", WING}
BEHIND_THE_DOOR = {"api", "web", "commands"}  # the packages that open it
NUMPY = "play/optional_numpy.py"  # the one way to it
WITH_NUMPY = {  # modules that work on many deals at once
    NUMPY,
    "play/batch_environment.py",
    "play/deal_bank.py",
    "play/environment.py",
    *(str(module.relative_to(PACKAGE)) for module in MODULES if module.parent.name == "kernel"),
}
WEB_LIBRARIES = {"babel", "flask", "flask_wtf", "jinja2", "waitress", "werkzeug", "wtforms"}
DATABASE_LIBRARIES = {"sqlite3", "sqlite_utils"}


def named(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def floor_of(path: Path) -> str:
    """The package of a module; "ground" or "api" for a module right under `scorekeeper`."""
    return floor_named(path.relative_to(PACKAGE).parts[0].removesuffix(".py"))


def floor_named(name: str) -> str:
    if name in GROUND:
        return "ground"
    return "api" if name in API else name


def imports(source: str, module: Path) -> Iterator[str]:
    """Every module that a source imports, at any place in it."""
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
    """The forbidden imports: pairs of a module and its import."""
    return {
        (named(module), name) for module in modules for name in rule(imports_of(module), module)
    }


def wrong_arrows(imported: frozenset[str], module: Path) -> set[str]:
    """The forbidden imports of a module at this path."""
    floor = floor_of(module)
    return {name for name in imported if not _may_import(floor, name.split("."), module)}


def _may_import(floor: str, name: list[str], module: Path) -> bool:
    if name[0] == "scorekeeper":
        if len(name) == 1:  # for the version
            return True
        if floor == WING or name[1] == WING:
            return _may_pass(floor, name)
        other = floor_named(name[1])
        if other not in FLOORS:  # a name of `scorekeeper/__init__.py`
            return True
        return FLOORS.index(other) <= FLOORS.index(floor) and other not in APART.get(floor, ())
    if floor in {"ground", *ENGINE, WING, "api"}:
        numpy = {"numpy"} if module == PACKAGE / NUMPY else set()
        apart = {"gymnasium", "pettingzoo"} if floor == WING else set()
        return name[0] in (sys.stdlib_module_names - DATABASE_LIBRARIES) | numpy | apart | OPENSKILL
    if floor in {"ledger", "exchange", "sheets"}:
        return name[0] not in WEB_LIBRARIES | {"numpy"}
    return name[0] != "numpy"


def _may_pass(floor: str, name: list[str]) -> bool:
    """Whether an import between the wings, or within that of card play, is allowed."""
    if floor == WING:
        other = WING if name[1] == WING else floor_named(name[1])
        return other in KNOWN_TO_THE_WING or other not in FLOORS
    return floor in BEHIND_THE_DOOR and (len(name) == 2 or name[2] in play.__all__)


OPENSKILL = {"openskill"}  # the model of the ratings, imported when it is first needed


def test_no_arrow_points_up() -> None:
    """Imports for the type checker and inside functions count too."""
    inside = [module for module in MODULES if named(module) not in ON_TOP]
    assert (len(inside) > 100, broken(wrong_arrows, inside)) == (True, set())


def test_the_door_imports_nothing_until_a_name_is_used() -> None:
    brought = told_by(
        "import sys\n"
        "from scorekeeper import play\n"
        "print(*(name for name in sys.modules if name.startswith('scorekeeper')))\n"
    )
    assert brought.split() == ["scorekeeper", DOOR]


def test_the_door_names_what_is_used_outside_and_nothing_else() -> None:
    """A name with a line, of a module that has it; and a module never hides behind a name."""
    used = {
        node.attr
        for module in MODULES
        if floor_of(module) != WING
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == WING
    }
    public = {
        name for module, names in scorekeeper._FOUND_IN.items() if module == WING for name in names
    }
    assert used | public == {*play.__all__}
    assert {*play.__all__} & {
        module.stem for module in MODULES if module.parent.name == WING
    } == set()
    assert [name for name in play.__all__ if getattr(play, name, None) is None] == []


@pytest.mark.slow
def test_pages_of_a_game_import_nothing_of_card_play() -> None:
    """A game is written down to its end, and looked at, without a module of the other wing."""
    brought = told_by(
        "import sys, tempfile\n"
        "from pathlib import Path\n"
        "from scorekeeper.ledger import database\n"
        "from scorekeeper.ledger.access_keys import Role\n"
        "from scorekeeper.ledger.store import Store\n"
        "from scorekeeper.web.app import create_app\n"
        "from scorekeeper.web.place import Place\n"
        "from tests.doors import new_link\n"
        "from tests.web.phone import Phone\n"
        "path = Path(tempfile.mkdtemp()) / 'scores.db'\n"
        "database.prepare(path)\n"
        "store = Store.open(path)\n"
        "phone = Phone(create_app(store, place=Place(chances=True)).test_client())\n"
        "phone.open(new_link(store, Role.SCORE))\n"
        "phone.write_game()\n"
        "phone.hand()\n"
        "for page in ('/', '/games/1/', '/games/1/ahead', '/new', '/games/1/hands/1/'):\n"
        "    assert phone.open(page).status < 500, page\n"
        "print(*(name for name in sys.modules if name.startswith('scorekeeper.play.')))\n"
    )
    assert brought == ""


def test_every_package_is_known() -> None:
    """A new package must be added to the floors first."""
    assert {floor_of(module) for module in MODULES} - {*FLOORS, WING} == set()


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
    assert (len(modules) > 100, in_circles(wants)) == (True, set())


def in_circles(wants: dict[str, set[str]]) -> set[str]:
    """The modules left after repeatedly removing those that import none of the others."""
    left = dict(wants)
    while free := [name for name, wanted in left.items() if not wanted & left.keys()]:
        for name in free:
            del left[name]
    return set(left)


def dotted(module: Path) -> str:
    return ".".join(module.relative_to(PACKAGE.parent).with_suffix("").parts)


def told_by(program: str) -> str:
    """The output of a fresh interpreter."""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.strip()


def test_importing_the_engine_brings_in_neither_web_nor_database_nor_numpy() -> None:
    """Every module except those that work on many deals at once."""
    engine = [
        dotted(module)
        for module in MODULES
        if floor_of(module) in {"ground", *ENGINE, WING} and named(module) not in WITH_NUMPY
    ]
    forbidden = WEB_LIBRARIES | DATABASE_LIBRARIES | {"numpy"}
    brought = told_by(
        "import importlib, sys\n"
        f"for name in {[*engine, 'scorekeeper.api']!r}: importlib.import_module(name)\n"
        f"print(*sorted({forbidden!r} & set(sys.modules)))\n"
    )
    assert brought == ""


@pytest.mark.slow
def test_what_needs_numpy_says_so_if_it_is_absent() -> None:
    """A NumPy that cannot be imported stands for a missing one."""
    needing = [dotted(PACKAGE / name) for name in sorted(WITH_NUMPY) if "__init__" not in name]
    output = told_by(
        "import importlib, sys\n"
        "sys.modules['numpy'] = None\n"
        "import scorekeeper.commands.main, scorekeeper.web\n"
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
