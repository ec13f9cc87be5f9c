"""A plain host of static files for the site: it compresses nothing and knows no program."""

from __future__ import annotations

import contextlib
import http.server
import threading
import time
from http import HTTPStatus
from pathlib import Path
from typing import Any

PREFIX = "/scorekeeper/"
CHUNK = 16 * 1024


class StaticHost:
    """Serves a folder below a path on 127.0.0.1, on a free port that it keeps when it pauses.

    folder    may be replaced while it serves, as by an upload of another build
    cuts      how many of the next parts are cut off in the middle
    rate      bytes a second, shared by all answers; None for no limit
    asked     the paths that were asked for, without the prefix
    """

    def __init__(self, folder: Path, prefix: str = PREFIX, rate: float | None = None) -> None:
        self.folder, self.prefix, self.rate = folder, prefix, rate
        self.cuts = 0
        self.asked: list[str] = []
        self._port = 0
        self._line = threading.Lock()
        self._free = 0.0  # when the line has sent all that was handed to it
        self._server: http.server.ThreadingHTTPServer | None = None
        self.go_on()

    @property
    def address(self) -> str:
        """The address of the site; browsers take localhost for secure."""
        return f"http://localhost:{self._port}{self.prefix}"

    def go_on(self) -> None:
        """Serve, after `pause` on the same port."""
        answers = type("Answers", (_Answers,), {"host": self})
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", self._port), answers)
        self._server.daemon_threads = True
        self._port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def is_paused(self) -> bool:
        return self._server is None

    def pause(self) -> None:
        """Refuse connections, as without a network; one that is open gets no further answer."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def wait_for_line(self, size: int) -> None:
        """Wait until a line of this rate has sent `size` more bytes."""
        if not self.rate:
            return
        with self._line:
            now = time.monotonic()
            self._free = max(now, self._free) + size / self.rate
            due = self._free
        time.sleep(due - now)


class _Answers(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    host: StaticHost
    extensions_map = {  # noqa: RUF012  (of the base class)
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".webmanifest": "application/manifest+json",
    }

    def do_GET(self) -> None:
        if self.host.is_paused:
            self.close_connection = True
        else:
            super().do_GET()

    def translate_path(self, path: str) -> str:
        bare = path.partition("?")[0]
        name = bare.removeprefix(self.host.prefix)
        self.host.asked.append(name)
        if not bare.startswith(self.host.prefix) or ".." in name:
            return str(self.host.folder / "nothing")
        return str(self.host.folder / name)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        host, body = self.host, source.read()
        if host.cuts and "/parts/" in self.path:
            host.cuts -= 1
            outputfile.write(body[: len(body) // 2])
            self.close_connection = True
            self.connection.close()
            return
        with contextlib.suppress(ConnectionError):  # the page was closed meanwhile
            for at in range(0, len(body), CHUNK):
                host.wait_for_line(len(body[at : at + CHUNK]))
                outputfile.write(body[at : at + CHUNK])

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        super().send_error(code, message or HTTPStatus(code).phrase, explain)

    def log_message(self, *_: object) -> None:
        pass
