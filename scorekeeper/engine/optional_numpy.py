"""NumPy, for the parts of the engine that work on many deals at once."""

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

# The GNU C library hands a large block back to the system as soon as it is free, to be mapped and
# zeroed again for the next column, until it has seen a larger one come and go. This one, which is
# never touched, is larger than any column; 32 MB would be too large to be heeded.
np.empty(1 << 24, np.uint8)
