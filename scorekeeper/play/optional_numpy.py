"""NumPy, or an error that says how to install it. Modules that need NumPy import it from here."""

from __future__ import annotations

INSTALL = "pip install whist-scorekeeper"

try:
    import numpy as np
    import numpy.typing as npt
except ImportError as error:
    raise ImportError(
        f"This needs NumPy, which the one-file build leaves out: {INSTALL}"
    ) from error

__all__ = ["np", "npt"]

# The GNU C library returns a large block to the system as soon as it is freed, and has to map and
# zero a new one for the next column, until it has seen a larger block freed. This block is larger
# than any column and is never written to. Blocks of 32 MB or more have no such effect.
np.empty(1 << 24, np.uint8)
