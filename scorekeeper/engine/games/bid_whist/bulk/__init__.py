"""Many deals of Bid Whist at once, with NumPy; equal to those played one after another."""
