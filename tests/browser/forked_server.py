"""The command in a separate process, forked from one that has loaded it before.

Loading it takes most of the start-up time of a server, and of a test that uses one.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import sys
import time
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from typing import Any, TextIO

from flask import Flask

LATENCY = "SCOREKEEPER_LATENCY"
"""The longest wait in seconds before a request is answered, to find tests that depend on speed."""
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["__main__", "tests.browser.preloaded_app"])


class ForkedCommand:
    """`scorekeeper` with some options, running; its output can be read."""

    def __init__(self, options: Sequence[str]) -> None:
        reading, writing = CONTEXT.Pipe(duplex=False)
        self.process: ForkServerProcess = CONTEXT.Process(
            target=run, args=(tuple(options), dict(os.environ), writing)
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
        self.process.join(10)
        code = self.process.exitcode
        assert code is not None, "the command does not end"
        self.stdout.close()
        return code


def run(options: tuple[str, ...], environment: Mapping[str, str], output: Connection) -> None:
    """Run the command in the new process."""
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(output.fileno(), sys.stdout.fileno())
    output.close()
    sys.stdout = os.fdopen(sys.stdout.fileno(), "w", encoding="utf-8", closefd=False)
    sys.argv = ["scorekeeper", *options]
    delay_answers(float(environment.get(LATENCY, 0)))

    from scorekeeper.__main__ import run as run_command  # noqa: PLC0415  (loaded in this process)

    run_command()


def delay_answers(longest: float) -> None:
    """Let each request wait for a random time of at most `longest` seconds."""
    if not longest:
        return
    answer = Flask.wsgi_app

    def answer_late(app: Flask, environ: dict[str, Any], start_response: Any) -> Any:
        time.sleep(random.uniform(0, longest))
        return answer(app, environ, start_response)

    Flask.wsgi_app = answer_late  # type: ignore[assignment, method-assign]
