"""Tables: their links, phones, players, journal and settings."""
