"""Compiled templates, shared by all applications of a process.

Compiling them takes longer than anything else that an application does in a test. Jinja's own
interface for this is `BytecodeCache`, and every application takes its options from the class.
"""

from __future__ import annotations

from types import CodeType

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class CompiledTemplates(BytecodeCache):
    """The templates that were compiled in this process, or in the one that it was forked from."""

    def __init__(self) -> None:
        self.codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code:
            self.codes[bucket.key, bucket.checksum] = bucket.code


def share() -> None:
    """Let all applications that are made from now on compile each template once."""
    shared = {"bytecode_cache": CompiledTemplates()}
    Flask.jinja_options = shared | Flask.jinja_options
