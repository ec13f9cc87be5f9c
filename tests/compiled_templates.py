"""Compiled templates, addresses and static files, shared by all applications of a process.

Compiling them takes longer than anything else that an application does in a test. Jinja's own
interface for this is `BytecodeCache`, and every application takes its options from the class.
Werkzeug has none: it compiles the function that builds an address for each rule, twice.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import CodeType
from typing import Any

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from scorekeeper.web import app
from scorekeeper.web.static_files import Assets


class CompiledTemplates(BytecodeCache):
    """The templates compiled in this process, or in the one that it was forked from."""

    def __init__(self) -> None:
        self.codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code:
            self.codes[bucket.key, bucket.checksum] = bucket.code


Builder = Callable[..., tuple[str, str]]


def compile_once(compile_builder: Callable[[Rule, bool], Builder]) -> Callable[..., Builder]:
    """Werkzeug's compiler of URL builders, with a cache.

    The function depends only on the rule's words and defaults; it is bound to its rule afterwards.
    """
    builders: dict[object, Builder] = {}

    def compiled(rule: Rule, append_unknown: bool = True) -> Builder:
        defaults = tuple(sorted((rule.defaults or {}).items()))
        key = rule.rule, rule.host, rule.subdomain, defaults, append_unknown
        if key not in builders:
            builders[key] = compile_builder(rule, append_unknown)
        return builders[key]

    return compiled


@cache
def share() -> None:
    """Let all applications made from now on compile and compress only once."""
    shared = {"bytecode_cache": CompiledTemplates()}
    Flask.jinja_options = shared | Flask.jinja_options
    rules: Any = Rule
    rules._compile_builder = compile_once(rules._compile_builder)
    vars(app)["Assets"] = cache(Assets)  # no application changes them
