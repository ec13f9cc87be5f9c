"""Compiled templates, addresses and static files, shared by all applications of a process.

Compiling them takes longer than anything else that an application does in a test. Jinja's own
interface for this is `BytecodeCache`, and every application takes its options from the class.
Werkzeug has none: it compiles a pattern and two functions for each rule.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
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


def compile_once(compile_rule: Callable[[Any], None]) -> Callable[[Any], None]:
    """Werkzeug's compiler of rules, with a cache.

    What it makes depends only on the rule's words and defaults; the functions that build an address
    are bound to their rule.
    """
    compiled: dict[object, Any] = {}

    @wraps(compile_rule)
    def compile_or_copy(rule: Any) -> None:
        defaults = tuple(sorted((rule.defaults or {}).items()))
        key = rule.rule, rule.host, rule.subdomain, rule.merge_slashes, defaults
        if key not in compiled:
            compile_rule(rule)
            compiled[key] = rule
            return
        same = compiled[key]
        rule._parts, rule._trace, rule._converters = same._parts, same._trace, same._converters
        rule.arguments |= same.arguments
        rule._build = same._build.__func__.__get__(rule)
        rule._build_unknown = same._build_unknown.__func__.__get__(rule)

    return compile_or_copy


@cache
def share() -> None:
    """Let all applications made from now on compile and compress only once."""
    shared = {"bytecode_cache": CompiledTemplates()}
    Flask.jinja_options = shared | Flask.jinja_options
    rules: Any = Rule
    rules.compile = compile_once(rules.compile)
    vars(app)["Assets"] = cache(Assets)  # no application changes them
