"""Rules: what every game is made of. No web, no database, no clock."""
