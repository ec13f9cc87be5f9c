"""Releases: `make release` builds all files, `make zipapp` only the one-file program.

`dist` gets the wheel, the source archive, one file that runs with any Python 3.11 or newer, the
site, the lock file with the hash of every dependency, and a bill of materials (CycloneDX). All is
built twice, in two folders, and must be identical byte by byte. None of our files may contain the
address of a registry. Runs in an environment that the Makefile prepares.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import re
import shutil
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.tools.locked_packages import LOCK, PIP, ROOT, bundled, install, run

ZIPAPP = "scorekeeper.pyz"
MATERIALS = "scorekeeper.cdx.json"
REGISTRIES = re.compile(rb"pypi\.org|pythonhosted\.org|npmjs\.org|--(?:extra-)?index-url")
OURS = "scorekeeper/"


def main() -> None:
    """Build everything twice, compare, and put it into a folder."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist")
    options.add_argument("--zipapp", action="store_true", help="the one file alone, built once")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        first, second = Path(name) / "first", Path(name) / "second" / "elsewhere"
        _build(first)
        if not given.zipapp:
            _build(second)
            _site(first)
            _site(second)
            _compare(first, second)
            _look_for_registries(first)
        given.folder.mkdir(exist_ok=True)
        for file in sorted(first.iterdir()):
            if file.name == ZIPAPP or not given.zipapp:
                shutil.copy(file, given.folder)
                size = file.stat().st_size
                print(f"{_digest(file)}  {size:>10,}  {given.folder / file.name}")


def _build(out: Path) -> None:
    """Build everything in a folder that does not exist yet."""
    out.mkdir(parents=True)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT)
    (wheel,) = out.glob("*.whl")
    shutil.copy(LOCK, out)
    _zipapp(wheel, out / ZIPAPP)
    _materials(out / MATERIALS)


def _site(out: Path) -> None:
    """Build the site, and pack it into an archive."""
    from tests.tools import site  # noqa: PLC0415  (the one file needs nothing of it)

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "site"
        site.build(folder)
        (out / f"scorekeeper-site-{_version()}.zip").write_bytes(site.stored(folder))


def _zipapp(wheel: Path, target: Path) -> None:
    """Build one file with the wheel and its dependencies, in the versions of the lock file."""
    with tempfile.TemporaryDirectory() as name:
        site = Path(name) / "site"
        install(site)
        run(*PIP, "--target", site, "--no-deps", wheel)
        shutil.rmtree(site / "bin", ignore_errors=True)  # scripts name the Python of this machine
        for info in site.glob("*.dist-info"):
            _forget_the_way_here(info)
        shiv = (sys.executable, "-m", "shiv", "--reproducible", "--compressed")
        entry = ("--entry-point", "scorekeeper.__main__:run", "--site-packages", site)
        run(*shiv, *entry, "--output-file", target)


def _forget_the_way_here(info: Path) -> None:
    """Delete what an installation records about itself: its origin and its scripts."""
    for name in ("direct_url.json", "REQUESTED", "INSTALLER"):
        (info / name).unlink(missing_ok=True)
    record = info / "RECORD"
    lines = record.read_text("utf-8").splitlines()
    kept = [line for line in lines if (info.parent / line.split(",")[0]).is_file()]
    record.write_text("".join(f"{line}\n" for line in sorted(kept)), "utf-8")


def _materials(target: Path) -> None:
    """Write the packages in the one file, with versions and hashes, by cyclonedx-bom."""
    lock = target.with_name("bundled.lock")
    lock.write_text(bundled(), "utf-8")
    tool = (sys.executable, "-m", "cyclonedx_py", "requirements", "--output-reproducible")
    run(*tool, "--output-file", target, lock)
    lock.unlink()
    whole = json.loads(target.read_text("utf-8"))
    for library in whole["components"]:
        library.pop("description")
        (place,) = library.pop("externalReferences")
        library["hashes"] = place["hashes"]
    for tool_used in whole["metadata"]["tools"]["components"]:
        tool_used.pop("externalReferences", None)
    name = _project()["name"]
    component = {"type": "application", "name": name, "version": _version(), "bom-ref": name}
    whole["metadata"]["component"] = component
    target.write_text(json.dumps(whole, indent=2, sort_keys=True) + "\n", "utf-8")


def needed() -> list[str]:
    """Return the requirements of an installation without extras."""
    dependencies: list[str] = _project()["dependencies"]
    return dependencies


def _project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return project


def _version() -> str:
    match = re.search(r'__version__ = "(.+)"', (ROOT / "scorekeeper/__init__.py").read_text())
    assert match
    return match[1]


def _compare(first: Path, second: Path) -> None:
    built = [{file.name: _digest(file) for file in folder.iterdir()} for folder in (first, second)]
    if built[0] != built[1]:
        raise SystemExit(f"Not the same twice: {sorted(dict(built[0].items() ^ built[1].items()))}")


def _look_for_registries(folder: Path) -> None:
    """Exit if any of our files contains the address of a registry."""
    places = [
        f"{path.name}: {name}"
        for path in sorted(folder.iterdir())
        for name, content in contents(path)
        if addressed(content)
    ]
    if places:
        raise SystemExit(f"The address of a registry stands in {', '.join(places)}")


def addressed(content: bytes) -> bool:
    """Return whether a file contains a known registry's address, or that of the one in use."""
    here = [os.environ.get(name, "") for name in ("PIP_INDEX_URL", "UV_INDEX_URL")]
    return bool(REGISTRIES.search(content)) or any(
        registry and registry.encode() in content for registry in here
    )


def contents(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files in an archive, or the file itself; of packages within it only our own."""
    if path.name.endswith(".tar.gz"):
        with tarfile.open(path) as archive:
            for member in archive:
                file = archive.extractfile(member)
                if file and not member.name.endswith("tests/tools/release.py"):  # itself
                    yield member.name, file.read()
    elif path.suffix == ".zip":
        from tests.tools import site  # noqa: PLC0415

        with zipfile.ZipFile(path) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        yield from files.items()
        packed = site.unpacked(files, "app.zip").items()
        yield from ((name, content) for name, content in packed if name.startswith(OURS))
    elif path.suffix in {".whl", ".pyz"}:
        with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
            for name in archive.namelist():
                if path.suffix == ".whl" or name.startswith(f"site-packages/{OURS}"):
                    yield name, archive.read(name)
    else:
        yield path.name, path.read_bytes()


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
