"""Exchange: export, import, CSV, and hands from paper."""
