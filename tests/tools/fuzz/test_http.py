"""A short evening of random requests; `make fuzz` is the long one."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.deep import DEEP
from tests.tools.fuzz.machine import missed_routes

SHORT = settings(max_examples=10 if DEEP else 4, stateful_step_count=40, derandomize=True)


@pytest.mark.slow
def test_no_input_makes_a_server_error_and_no_route_is_left_out() -> None:
    assert missed_routes(SHORT) == []
