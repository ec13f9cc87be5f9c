"""Maintenance: the doctor's checks, and upkeep beside the taps."""
