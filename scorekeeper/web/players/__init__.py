"""Players: their statistics, and changes of names and seats."""
