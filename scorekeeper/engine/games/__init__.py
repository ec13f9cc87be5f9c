"""The bundled games, a folder each, and the registry that also finds games of other packages."""
