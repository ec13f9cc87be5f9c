"""A short evening of random requests; `make fuzz` is the long one."""

from __future__ import annotations

import pytest
from hypothesis import seed, settings

from tests.deep import DEEP
from tests.tools.fuzz.machine import Evening, missed_routes

PARTS = 5 if DEEP else 1
EVENINGS = settings(max_examples=2, stateful_step_count=40, derandomize=True)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_no_input_makes_a_server_error_and_no_route_is_left_out(part: int) -> None:
    seed(part)(Evening)
    assert missed_routes(EVENINGS) == []
