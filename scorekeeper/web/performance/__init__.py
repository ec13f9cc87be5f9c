"""Performance: page caches, reader processes, read limits and polling."""
