"""NumPy, for the parts of the engine that work on many deals at once."""

from __future__ import annotations

EXTRA = "pip install 'whist-scorekeeper[fast]'"

try:
    import numpy as np
    import numpy.typing as npt
except ImportError as error:
    raise ImportError(f"This needs NumPy, an optional extra named “fast”: {EXTRA}") from error

__all__ = ["np", "npt"]
