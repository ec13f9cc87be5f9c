"""Rules: the parts of every game. No web, no database, no clock."""
