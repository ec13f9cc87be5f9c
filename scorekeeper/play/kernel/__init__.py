"""The kernel: many deals at once with NumPy, equal to the same deals played one by one."""
