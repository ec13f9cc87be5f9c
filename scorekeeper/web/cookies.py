"""Session cookies, and the secret key that signs them."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from scorekeeper.ledger import database
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.store import Store

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


# The secret
#
# The secret is not in the score file: somebody who gets a copy of the file can read the scores, but
# cannot sign a cookie for the running score keeper.

VARIABLE = "SCOREKEEPER_SECRET"
SHORTEST = 32  # characters


def secret_of(store: Store, environment: Mapping[str, str] = os.environ) -> str:
    """Return the secret from the environment, otherwise from the file beside the score file.

    Makes that file if it does not exist. Raises UnusableFile if it cannot be read or made.
    """
    secret = environment.get(VARIABLE)
    if secret is not None:
        if len(secret) < SHORTEST:
            raise UnusableFile(f"{VARIABLE} must have at least {SHORTEST} characters.")
        return secret
    path = secret_file(store.path)
    try:
        with store.transaction():  # of several processes that start at once, one makes it
            if not path.exists():
                _make(path)
        _make_private(path)
        secret = path.read_text(encoding="ascii").strip()
    except sqlite3.Error as error:
        raise UnusableFile(database.explain(store.path, error)) from error
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
    """Return the path of a score file's secret."""
    return path.with_name(f"{path.name}.secret")


def _make(path: Path) -> None:
    """Write a new secret, readable by its owner alone; the file appears when it is complete."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)  # a process was killed while it wrote
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(f"{secrets.token_urlsafe(32)}\n")
        file.flush()
        os.fsync(handle)
    part.replace(path)


def _make_private(path: Path) -> None:
    """Make a file readable by its owner alone, if it is not and we own it."""
    if os.name == "posix" and path.stat().st_mode & 0o077:
        with contextlib.suppress(OSError):
            path.chmod(0o600)


# The cookie
#
# A browser sends the cookies of a host to all its ports. So the name of the cookie contains a hash
# of the secret: score keepers on several ports do not overwrite each other's, and the name stays
# when the port changes.

LASTS = timedelta(days=400)  # the longest that browsers keep a cookie
LONGEST = 4096  # characters: browsers refuse a longer cookie


@dataclass(frozen=True, slots=True)
class Claim:
    """The device id and the grant in a phone's cookie; the grant may be void by now.

    scores    whether the grant allows scoring
    link      the table and the key of the link
    """

    device: str
    scores: bool
    link: str


def name_for(secret: str) -> str:
    """Return the name of the cookie that `secret` signs; it does not reveal the secret."""
    digest = hashlib.sha256(f"name of the session cookie\n{secret}".encode()).hexdigest()
    return f"scorekeeper-{digest[:10]}"


def settings(secret: str) -> dict[str, Any]:
    """Return Flask's settings for the session cookie."""
    return {
        "SESSION_COOKIE_NAME": name_for(secret),
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_HTTPONLY": True,
        "PERMANENT_SESSION_LIFETIME": LASTS,
        "SESSION_REFRESH_EACH_REQUEST": False,
    }


def claim_of(session: Mapping[str, Any]) -> Claim | None:
    """Return the grant in a session for the table that the phone has open, or None."""
    table = str(session.get("table"))
    grant = session.get("grants", {}).get(table)
    if not grant:
        return None
    scores, key = grant[0] == Role.SCORE.value, "".join(map(str, grant[2:]))
    return Claim(session.get("device", ""), scores, f"{table} {key}")


class Signer(TimestampSigner):
    """A signer that ignores the date of a signature.

    The clock of the machine may have been wrong when a cookie was signed, or may be wrong now. No
    date is needed: renewing a link ends its grants, and browsers delete old cookies.
    """

    def unsign(self, signed_value: str | bytes, **options: Any) -> Any:  # type: ignore[override]
        return super().unsign(signed_value, **options | {"max_age": None})


class OwnCookies:
    """WSGI middleware that removes all cookies but ours.

    Cookies of other programs on the same host, or made-up ones, then neither change an answer nor
    the key under which it is cached. Of several cookies with the same name, the first one counts,
    as in Werkzeug.
    """

    def __init__(self, inner: WSGIApplication, name: str) -> None:
        self._inner = inner
        self._name = name

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        ours = only_own(environ.pop("HTTP_COOKIE", ""), self._name)
        if ours:
            environ["HTTP_COOKIE"] = ours
        return self._inner(environ, start)


def only_own(sent: str, name: str) -> str:
    """Return the part of a Cookie header that is ours, where `name` is that of our cookie."""
    found = re.findall(
        rf"(?:^|;)[ \t]*({re.escape(name)})="
        rf"\"?([\w.-]{{1,{LONGEST}}})\"?[ \t]*(?=;|$)",
        sent,
        re.ASCII,
    )
    return "; ".join(f"{key}={value}" for key, value in dict(reversed(found)).items())


def install(app: Flask) -> None:
    """Sign sessions with our secret."""
    app.session_interface = Sessions()


class Sessions(SecureCookieSessionInterface):
    """Flask's sessions; a cookie that was set over https is sent over https alone."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return Flask's serializer with a signer that ignores the date."""
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = Signer
        return serializer

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002
        """Return whether the request came over https."""
        return request.is_secure
