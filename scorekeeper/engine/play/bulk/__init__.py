"""The kernel: many deals of any plain-trick game at once, in lockstep, with NumPy."""
