"""Contents of the site's archives: the imported modules, compiled by the Python of the site.

Runs inside Pyodide, see `boot_pyodide.mjs`. /host has the unpacked `stdlib`, the `packages` and the
`app`; the trimmed and compiled files are written into its folder `out`. Reading all imports takes
half of the time, so `known.json` keeps those of every source.
"""

from __future__ import annotations

import ast
import importlib
import json
import shutil
import sys
from collections.abc import Iterable, Iterator
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from pathlib import Path
from typing import Any

from scorekeeper.ledger import database
from scorekeeper.ledger.store import Store
from scorekeeper.web.app import COMPILED_TEMPLATES, create_app
from scorekeeper.web.languages import ENGLISH, LANGUAGES, compile_po, compiled_path, po_path

HOST = Path("/host")
OUT, KNOWN = HOST / "out", HOST / "known.json"
LIBRARY, PACKAGES, APP = "stdlib", "packages", "app"
ARCHIVE = {LIBRARY: "stdlib", PACKAGES: "app", APP: "app"}
PROGRAM = "scorekeeper"
BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")  # fields with statements
LEFT_OUT = {".py", ".po", ".typ", ".typed"}  # compiled, or for typst and type checkers
LEVEL = 2  # optimised: without assertions and docstrings

# Imported by Python and Pyodide themselves, which no import statement says.
BEGINS = (
    *("_pyodide", "_pyodide._base", "_pyodide._core_docs", "_pyodide._importhook"),
    *("_pyodide._future_helper", "_pyodide.docstring", "_pyodide.jsbind"),
    *("pyodide", "pyodide._package_loader", "pyodide.code", "pyodide.ffi", "pyodide.webloop"),
    *("site", "zipimport", "importlib.util", "importlib.abc", "importlib.machinery"),
    "_strptime",  # by `datetime.strptime`, which is C
    "jinja2.ext",  # by its name, see `scorekeeper.web.languages`
)

# Text files in these encodings can be imported; names in zip files are in cp437, hosts in idna.
ENCODINGS = (
    *("aliases", "ascii", "latin_1", "utf_8", "utf_8_sig", "utf_16", "utf_16_le", "utf_16_be"),
    *("cp1252", "cp1255", "cp437", "idna", "unicode_escape"),
)

# Imports that no page reaches, by reason. A package stands for all of its modules.
NEVER = {
    name: reason
    for reason, names in {
        "Windows": """asyncio.proactor_events asyncio.windows_events asyncio.windows_utils
            babel.localtime._win32 click._winconsole ctypes.wintypes encodings._win_cp_codecs
            nturl2path""",
        "processes and threads": """concurrent.futures.interpreter concurrent.futures.process
            concurrent.futures.thread concurrent.interpreters multiprocessing""",
        "sockets": """ftplib http.cookiejar netrc smtplib ssl webbrowser xmlrpc
            pyodide._nodesock_transport pyodide.http ifaddr waitress""",
        "consoles and terminals": """_pyrepl cmd click._termui_impl click._textwrap
            click.shell_completion click.testing code curses getpass pyodide.console readline
            rlcompleter tty""",
        "programs of their own": """argparse getopt optparse py_compile runpy shlex""",
        "debugging and tests": """bdb doctest flask.testing pdb pydoc test tracemalloc unittest
            werkzeug._reloader werkzeug.debug""",
        "written in C here": "_py_abc _pydatetime _pydecimal _pyio _threading_local",
        "writing mail": """email._header_value_parser email.contentmanager email.generator
            email.headerregistry email.policy""",
        "archives other than zip": "tarfile",
        "property lists": "plistlib",
        "translations, which are compiled beforehand": "babel.messages",
    }.items()
    for name in names.split()
}


Known = dict[str, list[str]]


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


def closure(begins: Iterable[str], sources: Sources, known: Known) -> dict[str, Path]:
    """Return all modules that some modules import, at once or late, directly or through others.

    `known` has the imports of sources that an earlier build has read, and gets the new ones.
    """
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
        source = path.read_bytes()
        key = f"{package} {importlib.util.source_hash(source).hex()}"
        if key not in known:
            known[key] = sorted(set(imported(ast.parse(source), package)))
        waiting += known[key]
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
            case _:  # imports are statements, and no expression contains one
                for block in BLOCKS:
                    waiting += getattr(node, block, ())


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
        if path.is_file() and path.suffix not in LEFT_OUT and name.parts[1] != "templates":
            target = OUT / "app" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def write_translations() -> None:
    """Write the compiled translations, and what Babel knows about the languages of the pages."""
    for language in LANGUAGES:
        if language is not ENGLISH:
            target = OUT / APP / compiled_path(language.code).relative_to(HOST / APP)
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(compile_po(po_path(language.code)))
    origin, data = HOST / PACKAGES / "babel", OUT / APP / "babel"
    (data / "locale-data").mkdir()
    shutil.copyfile(origin / "global.dat", data / "global.dat")
    codes = {"root", *(language.code for language in LANGUAGES)}
    for path in sorted((origin / "locale-data").glob("*.dat")):
        if path.stem.partition("_")[0] in codes:
            shutil.copyfile(path, data / "locale-data" / path.name)


def main() -> None:
    """Find, compile and write everything."""
    sources = "--sources" in sys.argv
    found = Sources()
    begins = [f"{PROGRAM}.web.in_browser", *BEGINS, *(f"encodings.{name}" for name in ENCODINGS)]
    begins += [path.stem for path in (HOST / LIBRARY).glob("_sysconfigdata*.py")]
    known: Known = json.loads(KNOWN.read_text("utf-8")) if KNOWN.exists() else {}
    write_modules(closure(begins, found, known), sources=sources)
    KNOWN.write_text(json.dumps(known), "utf-8")
    write_templates(sources=sources)
    write_data()
    write_translations()


main()
