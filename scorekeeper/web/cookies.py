"""Session cookies, and the secret that signs them."""

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

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, TimestampSigner, URLSafeTimedSerializer

from scorekeeper.ledger import database
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.store import Store

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


# The secret
#
# A copy of the score file may be lost or handed on; whoever has it can read the scores, and cannot
# sign a cookie that the running score keeper takes.

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


# The cookie
#
# A browser sends the cookies of a host to every port of it. The name is made from the secret that
# signs the cookie, so that it stays the same when the port changes. A cookie under the name that
# all score keepers had before is taken once, and comes back under the new name.

FORMER_NAME = "scorekeeper"
LASTS = timedelta(days=400)  # the longest that browsers keep a cookie
LONGEST = 4096  # characters of a cookie that browsers keep
_RENAMED = "_scorekeeper_renamed"  # an attribute of a session that came under the former name


@dataclass(frozen=True, slots=True)
class Claim:
    """What the cookie of a phone says that it was granted; the grant may be void by now."""

    device: str
    scores: bool
    link: str


def name_for(secret: str) -> str:
    """The name of the cookie that this secret signs; it says nothing of the secret."""
    digest = hashlib.sha256(f"name of the session cookie\n{secret}".encode()).hexdigest()
    return f"{FORMER_NAME}-{digest[:10]}"


def settings(secret: str) -> dict[str, Any]:
    """Flask's settings of the cookie that this secret signs."""
    return {
        "SESSION_COOKIE_NAME": name_for(secret),
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_HTTPONLY": True,
        "PERMANENT_SESSION_LIFETIME": LASTS,
        "SESSION_REFRESH_EACH_REQUEST": False,
    }


def claim_of(held: Mapping[str, Any]) -> Claim | None:
    """What a session claims at the table that the phone has open."""
    table = str(held.get("table"))
    grant = held.get("grants", {}).get(table)
    if not grant:
        return None
    scores, key = grant[0] == Role.SCORE.value, "".join(map(str, grant[2:]))
    return Claim(held.get("device", ""), scores, f"{table} {key}")


class Signer(TimestampSigner):
    """A signature whose date does not count.

    The clock of the machine may have been wrong when a cookie was signed, or may be wrong now. A
    link is made void to end what was granted by it, and browsers forget a cookie by themselves.
    """

    def unsign(self, signed_value: str | bytes, **asked: Any) -> Any:  # type: ignore[override]
        """The value that was signed; raises BadSignature."""
        return super().unsign(signed_value, **asked | {"max_age": None})


class OwnCookies:
    """A WSGI layer that takes away all cookies but ours.

    What others have set in the same browser, or somebody makes up, changes no answer and is not
    remembered with one. Of several cookies with one name the first counts, as in Werkzeug.
    """

    def __init__(self, inner: WSGIApplication, name: str) -> None:
        self._inner = inner
        self._ours = re.compile(
            rf"(?:^|;)[ \t]*({re.escape(name)}|{FORMER_NAME})="
            rf"\"?([\w.-]{{1,{LONGEST}}})\"?[ \t]*(?=;|$)",
            re.ASCII,
        )

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """What the application answers."""
        sent = environ.pop("HTTP_COOKIE", "")
        ours = dict(reversed(self._ours.findall(sent)))
        if ours:
            environ["HTTP_COOKIE"] = "; ".join(f"{name}={value}" for name, value in ours.items())
        return self._inner(environ, start)


def install(app: Flask) -> None:
    """Sign sessions, and hide all other cookies."""
    app.session_interface = Sessions()
    name: str = app.config["SESSION_COOKIE_NAME"]
    app.wsgi_app = OwnCookies(app.wsgi_app, name)  # type: ignore[method-assign, assignment]


class Sessions(SecureCookieSessionInterface):
    """Flask's own sessions, which also take a cookie under the former name.

    A cookie that was given by https goes back by https alone.
    """

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """What signs and reads cookies, however the clock has been set."""
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = Signer
        return serializer

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002
        """Whether this request came by https."""
        return request.is_secure

    def open_session(self, app: Flask, asking: Request) -> SecureCookieSession | None:
        """The session of the request; one under the former name is to be saved anew."""
        if self.get_cookie_name(app) not in asking.cookies:
            former = self._former(app, asking)
            if former is not None:
                return former
        return super().open_session(app, asking)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Save the session, and remove the cookie under the former name where it was ours.

        A page that a reader process has made brings the session of its forms along.
        """
        given = f"{self.get_cookie_name(app)}="
        if any(cookie.startswith(given) for cookie in response.headers.getlist("Set-Cookie")):
            return
        super().save_session(app, session, response)
        if getattr(session, _RENAMED, False):
            response.delete_cookie(
                FORMER_NAME,
                domain=self.get_cookie_domain(app),
                path=self.get_cookie_path(app),
                secure=self.get_cookie_secure(app),
                httponly=self.get_cookie_httponly(app),
                samesite=self.get_cookie_samesite(app),
            )

    def _former(self, app: Flask, asking: Request) -> SecureCookieSession | None:
        signed, serializer = asking.cookies.get(FORMER_NAME), self.get_signing_serializer(app)
        if not signed or serializer is None:
            return None
        try:
            data = serializer.loads(
                signed, max_age=int(app.permanent_session_lifetime.total_seconds())
            )
        except BadSignature:  # another score keeper's
            return None
        session = self.session_class(data)
        session.modified = True
        setattr(session, _RENAMED, True)
        return session
