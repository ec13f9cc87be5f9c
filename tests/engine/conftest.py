"""How the property tests run: as long as they need, and telling how to repeat a failure."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "scorekeeper",
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("scorekeeper")
