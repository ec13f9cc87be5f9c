"""The rules, tested without web or database."""
