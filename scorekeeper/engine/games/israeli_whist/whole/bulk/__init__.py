"""The bulk simulator of Israeli Whist, with NumPy; equal to the scalar engine card by card."""
