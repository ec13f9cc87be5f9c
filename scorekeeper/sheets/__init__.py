"""Sheets of paper: filled score sheets, blank ruled ones, and house rules on one page.

A *document* is what is to be printed, as values and sentences. `pdf` has typst set it and break
its pages; the web shows it in pages of a fixed number of rows, which a browser prints.
"""
