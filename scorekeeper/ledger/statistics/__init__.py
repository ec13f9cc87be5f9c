"""Statistics: results of games, figures and ratings of players."""
