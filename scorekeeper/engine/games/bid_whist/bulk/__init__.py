"""The bulk simulator of Bid Whist, with NumPy; equal to deals played one after another."""
