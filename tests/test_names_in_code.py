"""Names: every name in backticks exists, where it is said to be."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "scorekeeper").rglob("*.py"))
TESTS = sorted(path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__))
DOCS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
OTHERS = [
    *(path for path in (ROOT / "static").rglob("*") if path.suffix in {".js", ".css"}),
    *(ROOT / "templates").rglob("*.html"),
    *(ROOT / "tests").rglob("*.js"),
    *(ROOT / name for name in ("Makefile", "pyproject.toml", "compose.yaml", "Containerfile")),
]
WORD = re.compile(r"[A-Za-z_]\w*")
SPAN = re.compile(r"`([A-Za-z_]\w*(?:\.\w+)*)(?:\(\))?`")
PLACED = re.compile(r"`([A-Za-z_]\w*)`\s+(?:in|of)\s+`((?:\w+/)*\w+\.(?:py|js))`")
BLOCK = re.compile(r"(?ms)^```.*?^```|^(?:    [^\n]*\n)+")

FOREIGN = {  # of systems and libraries that the text speaks about, and cards
    "AKQ",
    "T98",
    "TRUSTED_HOSTS",
    "bash_source",
    "cp",
    "fdatasync",
    "override",
    "quick_check",
    "zsh_source",
}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def docstrings(path: Path) -> tuple[tuple[int, str], ...]:
    """The docstrings of a module with their lines, those below a value included."""
    return tuple(
        (node.lineno, node.value.value)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


@cache
def words_of(path: Path) -> frozenset[str]:
    """The words of a source; those of the package without its comments and docstrings."""
    source = path.read_text(encoding="utf-8")
    if path in SOURCES:
        lines = source.splitlines()
        for line, text in docstrings(path):
            many = text.count("\n") + 1
            lines[line - 1 : line - 1 + many] = [""] * many
        source = "\n".join(line.partition("# ")[0] for line in lines)
    return frozenset(WORD.findall(source))


@cache
def known() -> frozenset[str]:
    """Every word of the code, and of the names of files."""
    files = [path.relative_to(ROOT) for path in (*SOURCES, *TESTS, *DOCS, *OTHERS)]
    names = {word for path in files for part in path.parts for word in WORD.findall(part)}
    return frozenset(names | FOREIGN).union(*map(words_of, [*SOURCES, *TESTS, *OTHERS]))


@cache
def homes() -> dict[str, frozenset[str]]:
    """For each class or module, the words of the files that define it."""
    words: dict[str, frozenset[str]] = defaultdict(frozenset)
    for path in SOURCES:
        defined = {node.name for node in ast.walk(tree_of(path)) if isinstance(node, ast.ClassDef)}
        for name in {path.stem, *defined}:
            words[name] |= words_of(path)
    return words


@cache
def classes() -> dict[str, frozenset[str]]:
    """For each class of the package, the names of the modules and packages that define it."""
    places: dict[str, frozenset[str]] = defaultdict(frozenset)
    for path in SOURCES:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef):
                places[node.name] |= {path.stem, path.parent.name}
    return places


def texts() -> Iterator[tuple[str, str]]:
    """The docstrings and comments of the package, and the documents, with their places."""
    for path in SOURCES:
        name = str(path.relative_to(ROOT))
        yield from ((f"{name}:{line}", text) for line, text in docstrings(path))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if "#" in line:
                yield f"{name}:{number}", line.partition("#")[2]
    for path in DOCS:
        yield path.name, BLOCK.sub("\n", path.read_text(encoding="utf-8"))


def missing(span: str) -> bool:
    """Whether a name in backticks is not found: it, or what it is an attribute of, has moved."""
    if not {*WORD.findall(span)} <= known():
        return True
    owner, dot, name = span.partition(".")
    if not dot or "." in name:
        return False
    if name in classes() and owner not in classes()[name]:
        return True
    return owner in homes() and name not in homes()[owner]


def test_every_name_in_backticks_exists() -> None:
    gone = [
        (place, span)
        for place, text in texts()
        for span in SPAN.findall(text)
        if not span.endswith((".py", ".js", ".css", ".html", ".md")) and missing(span)
    ]
    assert gone == []


def test_every_name_stands_in_the_file_that_is_said_to_have_it() -> None:
    files = [*SOURCES, *TESTS, *OTHERS]
    placed = [
        (place, name, file)
        for place, text in texts()
        for name, file in PLACED.findall(text)
        if file != "MODULE.py"
    ]
    gone = [
        (place, name, file)
        for place, name, file in placed
        if not any(name in words_of(path) for path in files if str(path).endswith(f"/{file}"))
    ]
    assert (len(placed) > 10, gone) == (True, [])
