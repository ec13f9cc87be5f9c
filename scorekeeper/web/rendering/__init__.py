"""Rendering: languages, formatting, charts, marks, settings and static files."""
