"""The questions, one by one."""
