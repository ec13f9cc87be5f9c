"""The secret that signs cookies: beside the score file, never in it.

A copy of the score file may be lost or handed on; whoever has it can read the scores, and cannot
sign a cookie that the running score keeper takes.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Mapping
from pathlib import Path

from scorekeeper.ledger.database import opening
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import UnusableFile

VARIABLE = "SCOREKEEPER_SECRET"
SHORTEST = 32  # characters


def secret_of(store: Store, environment: Mapping[str, str] = os.environ) -> str:
    """The secret that the environment gives, or that of the score file, made where there is none.

    Raises UnusableFile where it cannot be read or made.
    """
    given = environment.get(VARIABLE)
    if given is not None:
        if len(given) < SHORTEST:
            raise UnusableFile(f"{VARIABLE} must have at least {SHORTEST} characters.")
        return given
    path = secret_file(store.path)
    try:
        with store.transaction():  # of those that start at once, one makes it
            if not path.exists():
                _make(path)
        _close_to_others(path)
        secret = path.read_text(encoding="ascii").strip()
    except sqlite3.Error as error:
        raise UnusableFile(opening.explain(store.path, error)) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise UnusableFile(
            f"{path}, which holds the secret that signs cookies, cannot be used: {reason}. "
            f"Check its permissions and those of its folder, or give a secret by {VARIABLE}."
        ) from error
    except UnicodeDecodeError:
        secret = ""
    if len(secret) < SHORTEST:
        raise UnusableFile(
            f"{path} does not hold a secret: delete it and start again; "
            "everyone then has to follow a link anew."
        )
    return secret


def secret_file(path: Path) -> Path:
    """Where the secret of a score file is kept."""
    real = path.resolve()
    return real.with_name(f"{real.name}.secret")


def _make(path: Path) -> None:
    """Write a new secret that nobody else may read, and only then give it its name."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)  # left by a start that was cut short
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(f"{secrets.token_urlsafe(32)}\n")
        file.flush()
        os.fsync(handle)
    part.replace(path)


def _close_to_others(path: Path) -> None:
    """Take away what others may do with a file that was copied carelessly, where that is ours."""
    if os.name == "posix" and path.stat().st_mode & 0o077:
        with contextlib.suppress(OSError):
            path.chmod(0o600)
