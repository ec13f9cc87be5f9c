"""The command in a separate process, forked from one that has loaded it before.

Loading it takes most of the start-up time of a server, and of a test that uses one.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import re
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LATENCY = "SCOREKEEPER_LATENCY"
"""Wait before answers, to find tests that depend on speed: `0.25` is a random time of at most a
quarter of a second before each answer, `4/20` is 4 seconds before one answer in twenty."""
HELD = "held"
"""The end of the name of a file beside the score file. While it exists, requests whose address
matches the pattern in it are not answered."""
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["__main__", "tests.browser.preloaded_app"])


class ForkedCommand:
    """`scorekeeper` with some options, running; its output can be read.

    environment  variables besides ours
    errors       whether the output includes what it writes to standard error
    """

    def __init__(
        self,
        options: Sequence[str],
        environment: Mapping[str, str] | None = None,
        errors: bool = False,
    ) -> None:
        reading, writing = CONTEXT.Pipe(duplex=False)
        self.process: ForkServerProcess = CONTEXT.Process(
            target=run,
            args=(tuple(options), {**os.environ, **(environment or {})}, writing, errors),
        )
        self.process.start()
        writing.close()
        self.stdout: TextIO = os.fdopen(os.dup(reading.fileno()), encoding="utf-8")
        reading.close()

    def kill(self) -> None:
        self.process.kill()
        self._end()

    def stop(self) -> int:
        """Stop it like a supervisor; return its exit code."""
        self.process.terminate()
        return self._end()

    def _end(self) -> int:
        self.process.join(60)  # seconds, on a machine that is slow and busy
        code = self.process.exitcode
        assert code is not None, "the command does not end"
        self.stdout.close()
        return code


def run(
    options: tuple[str, ...], environment: Mapping[str, str], output: Connection, errors: bool
) -> None:
    """Run the command in the new process."""
    os.environ.clear()
    os.environ.update(environment)
    for name in ("stdout", "stderr") if errors else ("stdout",):
        number = getattr(sys, name).fileno()
        os.dup2(output.fileno(), number)
        setattr(sys, name, os.fdopen(number, "w", encoding="utf-8", closefd=False))
    output.close()
    sys.argv = ["scorekeeper", *options]
    slow_down(environment.get(LATENCY, "0"), held_by(options))

    from scorekeeper.__main__ import run as run_command  # noqa: PLC0415  (loaded in this process)

    run_command()


def held_by(options: Sequence[str]) -> Path:
    """Return the file that can hold back the answers of a server with these options.

    Nothing holds back a server whose score file is not among its options.
    """
    path = options[options.index("--db") + 1] if "--db" in options else os.devnull
    return Path(f"{path}.{HELD}")


def slow_down(latency: str, held: Path) -> None:
    """Let answers of the server wait, all of them in the same way."""
    from scorekeeper.web import serving  # noqa: PLC0415  (loaded in this process)

    seconds, _, out_of = latency.partition("/")
    parts = vars(serving)
    listen = parts["create_server"]

    def wait(address: str) -> None:
        if not out_of:
            time.sleep(random.uniform(0, float(seconds)))
        elif not random.randrange(int(out_of)):
            time.sleep(float(seconds))
        with suppress(FileNotFoundError):
            while re.search(held.read_text("utf-8"), address):
                time.sleep(0.02)

    def listen_slowly(app: WSGIApplication, **settings: Any) -> Any:
        def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            wait(f"{environ['PATH_INFO']}?{environ['QUERY_STRING']}")
            return app(environ, start_response)

        return listen(answer, **settings)

    parts["create_server"] = listen_slowly
