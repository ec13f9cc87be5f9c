"""The bulk simulator: many deals of a plain-trick game in lockstep, with NumPy."""
