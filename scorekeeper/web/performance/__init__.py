"""Performance: the answer cache, expensive reads, read limits and polling."""
