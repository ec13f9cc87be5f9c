"""Audit of all installed packages: versions, licences and known vulnerabilities.

Run `python -m tests.tools.audit PIP_AUDIT`, or `make audit`. Every package is listed with its
version and licence, for a person to judge; pip-audit looks up known vulnerabilities on the
internet. The last line says how many packages could be checked. Exits with 1 if a vulnerability was
found.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = "whist-scorekeeper"
EXTRAS = ("club", "pdf")  # extras for keeping scores; `dask` is for simulations


def installed() -> dict[str, tuple[Distribution, str]]:
    """Return all packages installed at run time, by name, with the packages that need them."""
    packages: dict[str, tuple[Distribution, str]] = {}
    wanted = [(need, PROJECT) for need in _needs(distribution(PROJECT), EXTRAS)]
    for requirement, whose in wanted:  # it grows meanwhile
        name = canonicalize_name(requirement.name)
        if name in packages:
            continue
        try:
            packages[name] = (distribution(name), whose)
        except PackageNotFoundError:
            continue  # an extra that is not installed here
        wanted += [(need, name) for need in _needs(packages[name][0], tuple(requirement.extras))]
    return dict(sorted(packages.items()))


def licence(package: Distribution) -> str:
    """Return the licence that a package declares, in a few words."""
    metadata = package.metadata
    classifiers = [
        classifier
        for classifier in metadata.get_all("Classifier") or []
        if classifier.startswith("License ::")
    ]
    if "License-Expression" in metadata:
        return str(metadata["License-Expression"])
    if classifiers:
        return str(classifiers[-1].rpartition(" :: ")[2])
    return str(metadata["License"]).splitlines()[0][:50] if "License" in metadata else "not said"


def main() -> None:
    packages = installed()
    print(f"{'package':24}{'version':14}{'licence':52}needed by")
    for name, (package, whose) in packages.items():
        print(f"{name:24}{package.version:14}{licence(package):52}{whose}")
    with tempfile.TemporaryDirectory() as folder:
        pinned = Path(folder) / "pinned.txt"
        lines = [f"{name}=={package.version}\n" for name, (package, _) in packages.items()]
        pinned.write_text("".join(lines))
        answer = _asked(sys.argv[1:] or ["pip-audit"], pinned)
    known = [entry for entry in answer if "vulns" in entry]
    for entry in known:
        for fault in entry["vulns"]:
            print(f"KNOWN FAULT in {entry['name']} {entry['version']}: {fault['id']}")
    if len(known) < len(packages):
        print(
            f"Known faults were looked up for {len(known)} of {len(packages)} packages; of the "
            "others there are only the licences and versions above."
        )
    else:
        print(f"Known faults were looked up for all {len(packages)} packages.")
    sys.exit(any(entry["vulns"] for entry in known))


def _asked(program: list[str], pinned: Path) -> list[dict[str, Any]]:
    """Return pip-audit's results for each package; empty if it is missing or cannot connect."""
    options = ["--no-deps", "--disable-pip", "--format", "json", "--requirement", str(pinned)]
    try:
        ran = subprocess.run([*program, *options], capture_output=True, text=True, check=False)
        dependencies: list[dict[str, Any]] = json.loads(ran.stdout)["dependencies"]
    except (OSError, ValueError):
        return []
    return dependencies


def _needs(package: Distribution, extras: tuple[str, ...]) -> Iterator[Requirement]:
    """Return the dependencies of a package here, with these extras."""
    for text in package.requires or ():
        requirement = Requirement(text)
        if requirement.marker is None or any(
            requirement.marker.evaluate({"extra": extra}) for extra in (*extras, "")
        ):
            yield requirement


if __name__ == "__main__":
    main()
