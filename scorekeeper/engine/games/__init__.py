"""The bundled games, one folder each, and the registry, which also finds other packages' games."""
