"""Evenings: sessions of games, found, read and changed."""
