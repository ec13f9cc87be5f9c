"""The site: the program as static files for one phone's browser (`make site`).

    python -m tests.tools.site [--sources] [FOLDER]

Python for the browser is Pyodide, from npm. Its standard library and the locked packages are cut to
the modules that the program imports, and compiled by Pyodide's own Python, as the templates are.
Downloads stay in `.site`, which git ignores. The same sources make the same site, byte by byte.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from scorekeeper import __version__
from scorekeeper.web.app import CONTENT_SECURITY_POLICY
from scorekeeper.web.installed_app import PAPER
from scorekeeper.web.languages import LANGUAGES, Language, in_language
from scorekeeper.web.settings import SCHEMES, Theme
from scorekeeper.web.static_files import _minify_script
from tests.tools.locked_packages import ROOT, bundled, install, run

KEPT = ROOT / ".site"
TEMPLATES, SCRIPTS, STATIC = ROOT / "templates", ROOT / "static" / "site", ROOT / "static"
HERE = Path(__file__).parent
PYODIDE = "pyodide@314.0.7"
PYODIDE_SHA512 = (
    "d18bd7c4485f11da4b7dbfd790cd8114078c44eab488c517d9bcf31fda4eb6dc"
    "8c716930abe1db139bb2b860fcd8b37bcb6abe48dbe2ffa579244b0e943d91d4"
)
LOADER, ASSEMBLY, WASM = "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"
LIBRARY, UNPACKED, LOCK_OF_PYODIDE = "python_stdlib.zip", "stdlib", "pyodide-lock.json"
ICONS = ("icon.svg", "icon-192.png", "icon-512.png", "icon-maskable.png")
WORKER, DOWNLOADER, STYLE = "sw.js", "download.js", "site.css"
TOKENS = STATIC / "css" / "10-tokens.css"  # the colours of the app and of the page around it
POLICY = (
    CONTENT_SECURITY_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
    + "; frame-src 'self' blob:"  # Firefox asks it for a download that the frame begins
)
BUILD = b"const BUILD = "  # begins the service worker
PIECE = 256 * 1024  # bytes of a part at most: as much as a lost connection costs
NAMED = 16  # digits of a digest in a name
LEFT_OUT = ("static/site/", "static/advice/", "templates/site/")

Archive = dict[str, Any]


class SiteError(SystemExit):
    """The site cannot be made."""


def main() -> None:
    """Make the site in a folder, and print the size of what travels."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist" / "site")
    options.add_argument("--sources", action="store_true", help="Python's sources, not compiled")
    given = options.parse_args()
    for line in build(given.folder, sources=given.sources):
        print(line)


def build(folder: Path, *, sources: bool = False) -> list[str]:
    """Make the site in a folder, which is emptied, and return lines about its size."""
    pyodide, packages = fetch_pyodide(), fetch_packages()
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor() as beside:
        work = Path(name)
        season = beside.submit(season_file, work / "season.db")
        contents(work, pyodide, packages, sources=sources)
        archives = {
            "python.wasm": ((pyodide / WASM).read_bytes(), "application/wasm"),
            "stdlib.zip": (stored(work / "out" / "stdlib"), "application/zip"),
            "app.zip": (stored(work / "out" / "app"), "application/zip"),
        }
    shutil.rmtree(folder, ignore_errors=True)
    site = Site(folder)
    described: dict[str, Any] = {"version": __version__, "files": {}, "archives": {}}
    described["python"] = json.loads((pyodide / LOCK_OF_PYODIDE).read_text("utf-8"))["info"]
    described["icons"] = list(ICONS)
    for file, body in shell_files(pyodide).items():
        described["files"][file] = site.file(file, with_names(body, described["files"]))
    for archive, (body, mimetype) in archives.items():
        described["archives"][archive] = {**site.archive(body), "type": mimetype}
    described["season"] = site.archive(season.result())
    for icon in ICONS:
        site.write(icon, (STATIC / icon).read_bytes())
    site.write("app.webmanifest", manifest())
    index, worker = index_page(described), service_worker()
    described = {"build": digest(site.digest.digest() + index + worker), **described}
    site.write("index.html", index_page(described))
    site.write(WORKER, BUILD + compact(described).encode() + b";\n" + worker)
    return sizes(site, archives, described)


# Downloads


def fetch_pyodide() -> Path:
    """Return the folder of Pyodide, fetched by npm if it is not there yet."""
    folder = KEPT / "pyodide"
    if (folder / UNPACKED / PYODIDE_SHA512[:NAMED]).is_file():
        return folder
    KEPT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=KEPT) as name:
        run("npm", "pack", "--silent", "--pack-destination", name, PYODIDE)
        (packed,) = Path(name).glob("*.tgz")
        found = hashlib.sha512(packed.read_bytes()).hexdigest()
        if found != PYODIDE_SHA512:
            raise SiteError(
                f"{PYODIDE} from npm is not the package that this builder knows.\n"
                f"Its SHA-512 is {found}\nand not       {PYODIDE_SHA512}"
            )
        shutil.unpack_archive(packed, name, filter="data")
        fresh = Path(name) / "package"
        lock = fresh / LOCK_OF_PYODIDE
        lock.write_text(compact(json.loads(lock.read_text("utf-8")) | {"packages": {}}), "utf-8")
        shutil.unpack_archive(fresh / LIBRARY, fresh / UNPACKED)
        (fresh / UNPACKED / PYODIDE_SHA512[:NAMED]).touch()
        shutil.rmtree(folder, ignore_errors=True)
        fresh.rename(folder)
    return folder


def fetch_packages() -> Path:
    """Return a folder with the packages of the lock file, installed if the lock has changed."""
    folder = KEPT / "packages"
    mark = folder / digest(bundled().encode())
    if not mark.is_file():
        KEPT.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as name:
            fresh = Path(name) / "packages"
            install(fresh)
            (fresh / mark.name).touch()
            shutil.rmtree(folder, ignore_errors=True)
            fresh.rename(folder)
    return folder


# Contents of the archives


def contents(work: Path, pyodide: Path, packages: Path, *, sources: bool) -> None:
    """Write the files of the archives into `out`, by the Python of the site."""
    for file in program_files(*LEFT_OUT):
        name = file.relative_to(ROOT)
        target = work / "app" / ("" if name.parts[0] == "scorekeeper" else "scorekeeper") / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    folders = {"/host": work, "/host/packages": packages, "/host/stdlib": pyodide / UNPACKED}
    seen = json.dumps(folders, default=str)
    script = HERE / "site_contents.py"
    how = ("--sources",) if sources else ()
    places = "/host/app:/host/packages"
    known = KEPT / "known.json"
    if known.exists():
        shutil.copy(known, work)
    run("node", HERE / "boot_pyodide.mjs", pyodide, seen, script, *how, PYTHONPATH=places)
    shutil.copy(work / known.name, known)


def season_file(path: Path) -> bytes:
    """Return a score file with the season to try."""
    run(sys.executable, "-m", "tests.tools.site_season", path, TZ="UTC")
    return path.read_bytes()


def program_files(*left_out: str) -> list[Path]:
    """Return the files of the program, without those whose path begins in one of these ways."""
    folders = (ROOT / name for name in ("scorekeeper", "templates", "static"))
    return [
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and "__pycache__" not in path.parts
        and not path.relative_to(ROOT).as_posix().startswith(left_out)
    ]


def stored(folder: Path) -> bytes:
    """Return a zip archive of a folder, in which nothing is compressed."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                info = zipfile.ZipInfo(path.relative_to(folder).as_posix(), (2026, 1, 1, 0, 0, 0))
                info.create_system = 3  # the same on every system
                archive.writestr(info, path.read_bytes())
    return written.getvalue()


# Files of the site


@dataclass
class Site:
    """The folder of a site, while it is written; `digest` covers all of its files so far."""

    folder: Path

    def __post_init__(self) -> None:
        self.digest = hashlib.sha256()
        self.sizes: dict[str, tuple[int, int]] = {}

    def write(self, name: str, body: bytes) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        self.digest.update(name.encode() + b"\0" + body)
        self.sizes[name] = len(body), len(gzip.compress(body, 6, mtime=0))

    def file(self, name: str, body: bytes) -> str:
        """Write a file under a name that changes with its contents, and return the name."""
        stem, _, suffix = name.rpartition(".")
        full = f"files/{stem}-{digest(body)}.{suffix}"
        self.write(full, body)
        return full

    def archive(self, body: bytes) -> Archive:
        """Write the parts of a compressed archive, and return its description."""
        packed = gzip.compress(body, 9, mtime=0)
        pieces = [packed[at : at + PIECE] for at in range(0, len(packed), PIECE)]
        for piece in pieces:
            self.write(f"parts/{digest(piece)}", piece)
        return {
            "digest": digest(packed),  # under which a phone keeps it, also for the next build
            "parts": [[digest(piece), len(piece)] for piece in pieces],
            "size": len(body),
        }


def shell_files(pyodide: Path) -> dict[str, bytes]:
    """Return the files around the program: scripts, style sheets and the loader of Python.

    Those that import others come after them.
    """
    files = {ASSEMBLY: (pyodide / ASSEMBLY).read_bytes(), LOADER: loader(pyodide / LOADER)}
    for path in sorted(SCRIPTS.glob("*")):
        if path.name != WORKER:
            files[path.name] = minified(path)
    files[STYLE] = minified(TOKENS) + files[STYLE]
    ordered: dict[str, bytes] = {}
    while files:
        ready = [name for name, body in files.items() if ordered.keys() >= {*imports_of(body)}]
        if not ready:
            raise SiteError(f"An import is missing, or goes in a circle: {', '.join(files)}")
        ordered |= {name: files.pop(name) for name in ready}
    return ordered


ELSEWHERE = re.compile(r"""(?<=["'`])https?://[^"'`]*""")


def loader(path: Path) -> bytes:
    """Return the script that loads Python, without its addresses outside of the site."""
    script = path.read_text("utf-8")
    for pattern, instead in (
        (ELSEWHERE, "./"),
        (re.compile(re.escape(f"${{e.indexURL}}{ASSEMBLY}")), f"${{e.indexURL}}./{ASSEMBLY}"),
        (re.compile(r"//# sourceMappingURL=\S+\n"), ""),
    ):
        found = pattern.findall(script)
        if len(found) != 1:
            raise SiteError(f"{path.name} has {len(found)} matches of {pattern.pattern}, not one")
        script = script.replace(found[0], instead)
    return script.encode()


IMPORTED = re.compile(rb'(?<=[}"]\./)[\w.-]+\.m?js(?=["`])')


def imports_of(script: bytes) -> list[str]:
    """Return the names of the scripts that a script imports."""
    return [name.decode() for name in IMPORTED.findall(script)]


def with_names(script: bytes, names: dict[str, str]) -> bytes:
    """Return a script that imports others under their full names."""

    def full(match: re.Match[bytes]) -> bytes:
        return names[match[0].decode()].removeprefix("files/").encode()

    return IMPORTED.sub(full, script)


def minified(path: Path) -> bytes:
    body = path.read_bytes()
    return _minify_script(body) if path.suffix == ".js" else body


def manifest() -> bytes:
    """Return the manifest of the installed site; relative addresses fit under any path."""
    icons = [
        {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
        *(
            {"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
            for size in (192, 512)
        ),
        {
            "src": "icon-maskable.png",
            "sizes": "512x512",
            "type": "image/png",
            "purpose": "maskable",
        },
    ]
    described = {
        "name": "Scorekeeper",
        "short_name": "Scorekeeper",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
    }
    return compact(described).encode()


def service_worker() -> bytes:
    """Return the script of the service worker, after what it shares with the page."""
    return b"".join(minified(SCRIPTS / name) for name in (DOWNLOADER, WORKER))


def index_page(build: dict[str, Any]) -> bytes:
    """Return the page around the program, with its words in all languages."""
    words = {language.code: words_of(language) for language in LANGUAGES}
    page = environment_in(LANGUAGES[0]).get_template("site/index.html")
    schemes = SCHEMES[Theme.PHONE]  # the colours of the browser's own bars
    return page.render(
        build=build, files=build["files"], words=words, policy=POLICY, schemes=schemes
    ).encode()


def words_of(language: Language) -> Any:
    """Return the texts of the page around the program in a language."""
    return json.loads(environment_in(language).get_template("site/words.json").render())


def environment_in(language: Language) -> Environment:
    """Return what renders a page of the site in a language."""

    def translated(pattern: str, plural: str | None = None, count: int | None = None) -> str:
        return in_language(language.code, pattern, plural, count)

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_callables(  # type: ignore[attr-defined]  # of the extension
        translated, translated, newstyle=True
    )
    environment.globals.update(language=language)
    return environment


def unpacked(files: Mapping[str, bytes], archive: str) -> dict[str, bytes]:
    """Return the files in an archive of a site; `files` are those of the site."""
    described = json.loads(files[WORKER].partition(b"\n")[0].removeprefix(BUILD).rstrip(b";"))
    parts = described["archives"][archive]["parts"]
    body = gzip.decompress(b"".join(files[f"parts/{name}"] for name, _ in parts))
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def sizes(site: Site, archives: Iterable[str], build: dict[str, Any]) -> list[str]:
    """Return lines with the sizes of the archives and of all that travels."""
    lines = [
        f"{archive:<14} {build['archives'][archive]['size']:>11,} unpacked "
        f"{sum(size for _, size in build['archives'][archive]['parts']):>11,} packed"
        for archive in archives
    ]
    for name in build["files"]:
        raw, packed = site.sizes[build["files"][name]]
        lines.append(f"{name:<18} {raw:>11,} raw {packed:>11,} gzip")
    later = {f"parts/{name}" for name, _ in build["season"]["parts"]}
    lines.append(
        f"season             {sum(site.sizes[name][0] for name in later):>11,} packed, later"
    )
    first = [size for name, size in site.sizes.items() if name not in later]
    raw, packed = (sum(size[n] for size in first) for n in (0, 1))
    return [*lines, f"All that travels: {raw:,} bytes, {packed:,} if the host compresses"]


def digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:NAMED]


def compact(described: object) -> str:
    return json.dumps(described, separators=(",", ":"))


if __name__ == "__main__":
    os.umask(0o022)
    main()
