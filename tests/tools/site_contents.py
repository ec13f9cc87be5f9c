"""Contents of the site's archives: what is imported, compiled by the Python of the site.

Runs inside Pyodide, see `boot_pyodide.mjs`. /host has the unpacked `stdlib`, the `packages` and the
`app`; the trimmed and compiled files are written into its folder `out`.
"""

from __future__ import annotations

import ast
import importlib
import shutil
import sys
from collections.abc import Iterable, Iterator
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from pathlib import Path
from typing import Any

from scorekeeper.ledger import database
from scorekeeper.ledger.store import Store
from scorekeeper.web.app import COMPILED_TEMPLATES, create_app
from scorekeeper.web.languages import LANGUAGES

HOST = Path("/host")
OUT = HOST / "out"
LIBRARY, PACKAGES, APP = "stdlib", "packages", "app"
ARCHIVE = {LIBRARY: "stdlib", PACKAGES: "app", APP: "app"}
PROGRAM = "scorekeeper"
LEVEL = 2  # of optimisation: without assertions and docstrings

PYODIDES = ("_pyodide", "pyodide", "encodings", "zipimport", "site", "importlib", "_sysconfigdata")
ENCODINGS = ("aliases", "ascii", "cp437", "idna", "latin_1", "utf_8", "utf_8_sig", "utf_16")

BY_NAME = ("jinja2.ext",)  # imported by a text, see `scorekeeper.web.languages`

# Imports that no page reaches.
NEVER: dict[str, str] = {}


class Sources:
    """The sources of all modules that could be imported."""

    def __init__(self) -> None:
        self.folders = [HOST / name for name in (APP, PACKAGES, LIBRARY)]

    def find(self, name: str) -> Path | None:
        """Return the file of a module; None for one in C, and for one that does not exist."""
        stem = Path(*name.split("."))
        for folder in self.folders:
            for path in (folder / stem / "__init__.py", (folder / stem).with_suffix(".py")):
                if path.is_file():
                    return path
        return None


def closure(begins: Iterable[str], sources: Sources) -> dict[str, Path]:
    """Return all modules that some modules import, at once or late, directly or through others."""
    found: dict[str, Path] = {}
    waiting = list(begins)
    while waiting:
        name = waiting.pop()
        if name in found or is_never(name):
            continue
        path = sources.find(name)
        if path is None:
            continue
        found[name] = path
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        waiting += parents(name)
        waiting += imported(ast.parse(path.read_bytes()), package)
    return found


def is_never(name: str) -> bool:
    return any(part in NEVER for part in (name, *parents(name)))


def parents(name: str) -> list[str]:
    """Return the packages around a module."""
    parts = name.split(".")
    return [".".join(parts[:n]) for n in range(1, len(parts))]


def imported(tree: ast.AST, package: str) -> Iterator[str]:
    """Yield the names that may be modules in the import statements of a module."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                origin = ".".join([*base, *([module] if module else [])])
                yield origin
                yield from (f"{origin}.{alias.name}" for alias in names)
            case ast.If(test=test, orelse=orelse) if is_not_run(test):
                waiting += orelse
            case _:
                waiting += ast.iter_child_nodes(node)


def is_not_run(test: ast.expr) -> bool:
    """Return whether a condition is true only for a type checker, or for a main program."""
    words = ast.unparse(test)
    return words in {"TYPE_CHECKING", "typing.TYPE_CHECKING", "t.TYPE_CHECKING"} or (
        words == "__name__ == '__main__'"
    )


def write_modules(modules: dict[str, Path], *, sources: bool) -> None:
    """Write the modules, compiled or not."""
    for _, path in sorted(modules.items()):
        part, *rest = path.relative_to(HOST).parts
        write_module(path, Path(*rest), OUT / ARCHIVE[part], sources=sources)


def write_module(path: Path, name: Path, folder: Path, *, sources: bool) -> None:
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    source = path.read_bytes()
    if sources:
        target.write_bytes(source)
        return
    code = compile(source, name.as_posix(), "exec", dont_inherit=True, optimize=LEVEL)
    digest = importlib.util.source_hash(source)
    target.with_suffix(".pyc").write_bytes(_code_to_hash_pyc(code, digest, False))


def write_templates(*, sources: bool) -> None:
    """Compile the templates, with the options of the application."""
    path = Path("/tmp/scores.db")  # noqa: S108  (of this Python alone)
    database.prepare(path)
    environment: Any = create_app(Store(path), keyless=True).jinja_env
    written = Path("/tmp/templates")  # noqa: S108
    environment.compile_templates(str(written), zip=None, ignore_errors=False)
    for module in sorted(written.iterdir()):
        name = Path(PROGRAM, COMPILED_TEMPLATES, module.name)
        write_module(module, name, OUT / "app", sources=sources)


def write_data() -> None:
    """Write the files of the program that are no modules."""
    for path in sorted((HOST / APP).rglob("*")):
        name = path.relative_to(HOST / APP)
        if path.is_file() and path.suffix != ".py" and name.parts[1] != "templates":
            target = OUT / "app" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    data = OUT / "app" / "babel"
    (data / "locale-data").mkdir()
    origin = HOST / PACKAGES / "babel"
    shutil.copyfile(origin / "global.dat", data / "global.dat")
    codes = {"root", *(language.code for language in LANGUAGES)}
    for path in sorted((origin / "locale-data").glob("*.dat")):
        if path.stem.partition("_")[0] in codes:
            shutil.copyfile(path, data / "locale-data" / path.name)


def main() -> None:
    """Find, compile and write everything."""
    sources = "--sources" in sys.argv
    found = Sources()
    page = f"{PROGRAM}.web.in_browser"
    begins = [*PYODIDES, *BY_NAME, *(f"encodings.{name}" for name in ENCODINGS)]
    begins += [page if found.find(page) else f"{PROGRAM}.web.app"]
    for package in ("_pyodide", "pyodide"):
        begins += submodules(HOST / LIBRARY / package)
    begins += [path.stem for path in (HOST / LIBRARY).glob("_sysconfigdata*.py")]
    write_modules(closure(begins, found), sources=sources)
    write_templates(sources=sources)
    write_data()


def submodules(folder: Path) -> list[str]:
    """Return the names of all modules in a package of the standard library."""
    names = [path.relative_to(folder.parent).with_suffix("") for path in folder.rglob("*.py")]
    return [".".join(name.parts).removesuffix(".__init__") for name in sorted(names)]


main()
