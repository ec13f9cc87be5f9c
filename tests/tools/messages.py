"""Translations: gather the words of the pages and update the `.po` files (`make messages`).

It gathers the words that templates mark with `_("…")` and `{% trans %}` and that the code marks
with `say("…")`, `say_count("…", "…", …)` and `translated("…")`, updates every `.po` file, and lists
untranslated messages. The files contain neither places nor dates, so that they change only when the
words do.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from scorekeeper.web.languages import ENGLISH, FOLDER, LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
SAYING = {
    "say": 1,
    "say_count": 2,
    "translated": 2,
}  # number of patterns, the first arguments
TERMINAL = (  # words of the terminal only, in English
    "api.py",
    "commands/*.py",
    "play/**/*.py",
    "testing.py",
)
ADVISED = ("play/advised_game.py", "play/situations.py")  # those of card play that pages show
PLURALS = {
    "he": "nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);",
    "de": "nplurals=2; plural=(n != 1);",
}
HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


@dataclass(frozen=True, slots=True)
class Found:
    """A message with its place; `many` is its plural."""

    place: str
    one: str
    many: str | None = None


class NotAPattern(ValueError):
    """A sentence whose pattern is not a literal, so that it cannot be gathered."""


def gathered() -> list[Found]:
    """Every message of the project."""
    folder = ROOT / "templates"
    templates = sorted([*folder.rglob("*.html"), *folder.glob("site/*.json")])
    return [
        *(message for path in templates for message in in_template(path)),
        *(
            message
            for path in modules()
            for message in in_module(path.read_text("utf-8"), _place(path))
        ),
    ]


def modules() -> list[Path]:
    """Yield the modules whose words reach a page."""
    package = ROOT / "scorekeeper"
    silent = {path for pattern in TERMINAL for path in package.glob(pattern)}
    silent -= {package / name for name in ADVISED}
    return [path for path in sorted(package.rglob("*.py")) if path not in silent]


def in_template(path: Path) -> Iterator[Found]:
    """The messages of one template."""
    options = {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
    with path.open("rb") as file:
        for _, _, words, _ in babel_extract(file, ("_", "gettext", "ngettext"), (), options):
            pair = words[:2] if isinstance(words, tuple) else (words,)
            yield Found(_place(path), *(str(word) for word in pair if word is not None))


def in_module(source: str, place: str) -> Iterator[Found]:
    """Yield the messages of one module.

    Raises NotAPattern if a pattern is not a literal.
    """
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        patterns = call.args[: SAYING.get(name, 0)]
        if not patterns or any(isinstance(pattern, ast.Starred) for pattern in patterns):
            continue
        for pattern in patterns:
            if not (isinstance(pattern, ast.Constant) and isinstance(pattern.value, str)):
                raise NotAPattern(f"{place}:{pattern.lineno}: {name}({ast.unparse(pattern)})")
        words = [pattern.value for pattern in patterns if isinstance(pattern, ast.Constant)]
        if any(has_words(str(word)) for word in words):
            yield Found(place, *map(str, words))


def has_words(pattern: str) -> bool:
    """Return whether a pattern has letters or quotation marks outside its blanks."""
    depth, rest = 0, ""
    for sign in pattern:
        depth += {"{": 1, "}": -1}.get(sign, 0)
        rest += sign if not depth else ""
    return any(sign.isalpha() or sign in "“”" for sign in rest)


def path_of(code: str) -> Path:
    """The file of a language."""
    return FOLDER / f"{code}.po"


def read(code: str) -> Catalog:
    """Return the messages in the file of a language."""
    path = path_of(code)
    text = path.read_text("utf-8") if path.exists() else header(code)
    return read_po(io.BytesIO(text.encode()))


def updated(code: str, messages: list[Found]) -> Catalog:
    """Return the messages of the project with the existing translations of a language."""
    old = read(code)
    fresh = read_po(io.BytesIO(header(code).encode()))
    for message in messages:
        message_id = (message.one, message.many) if message.many else message.one
        known = old.get(message.one)
        kept = known.string if known and isinstance(known.id, str) == (not message.many) else ""
        comments = known.user_comments if known else ()
        fresh.add(message_id, kept or "", [(message.place, 0)], user_comments=comments)
    return fresh


def written(catalog: Catalog, code: str) -> str:
    """Return the text of a catalog's file."""
    text = io.BytesIO()
    write_po(text, catalog, width=96, omit_header=True, no_location=True)
    return header(code) + text.getvalue().decode().lstrip("\n")


def header(code: str) -> str:
    """Return the header of the file of a language."""
    return HEADER.format(language=code, plurals=PLURALS[code])


def untranslated(catalog: Catalog) -> list[Message]:
    """Return the messages without a translation, or without one in every plural form."""
    return [
        message
        for message in catalog
        if message.id
        and not all(message.string if isinstance(message.string, tuple) else (message.string,))
    ]


def main() -> int:
    """Update the files; return 1 if messages are untranslated."""
    messages = gathered()
    left = 0
    for language in LANGUAGES:
        if language is ENGLISH:
            continue
        old, fresh = read(language.code), updated(language.code, messages)
        path_of(language.code).write_text(written(fresh, language.code), "utf-8")
        gone = [message for message in old if message.id and message.id not in fresh]
        missing = untranslated(fresh)
        left += len(missing)
        counts = f"{len(fresh)} messages, {len(missing)} to translate"
        print(f"{path_of(language.code).relative_to(ROOT)}: {counts}")
        for message in missing:
            print(f"  to translate  {_first(message)!r}  in {message.locations[0][0]}")
        for message in gone:
            print(f"  taken out     {_first(message)!r}, which was {message.string!r}")
    if left:
        print("Translate these in scorekeeper/translations, then run it again.")
    return 1 if left else 0


def _first(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


if __name__ == "__main__":
    sys.exit(main())
