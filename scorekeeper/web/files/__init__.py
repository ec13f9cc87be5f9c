"""Files: export, import, hands from paper, and printing."""
