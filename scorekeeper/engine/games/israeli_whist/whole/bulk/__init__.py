"""Many deals at once, in lockstep, with NumPy: equal card by card to the scalar engine."""
