"""The games: one module of rules for each, and the registry that finds them."""
