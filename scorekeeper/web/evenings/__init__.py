"""Evenings: the first page, the list and the page of each evening."""
