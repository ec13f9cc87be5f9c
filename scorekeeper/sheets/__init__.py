"""Sheets of paper: filled score sheets, blank ruled ones, and house rules on one page.

A *document* is what stands on the pages, as values and sentences. The web shows it as a page that a
browser prints, `pdf` sets it with typst; both get the same pages, broken at the same places.
"""
