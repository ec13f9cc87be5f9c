"""Exchange: exports, imports, and tables that somebody pastes."""
