"""The running game: the table page, its forms and answers, and new games."""
