"""Where the templates and the static files are: in the package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[2]


def root() -> Path:
    """The folder that holds `templates/` and `static/`.

    Raises FileNotFoundError where the installation is incomplete.
    """
    for folder in (_PACKAGE, _PACKAGE.parent):
        if (folder / "templates" / "base.html").is_file():
            return folder
    raise FileNotFoundError(f"templates/base.html is neither in {_PACKAGE} nor beside it")
