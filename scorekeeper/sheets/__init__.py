"""Printed sheets: score sheets, blank sheets and house rules, as pages and as PDF."""
