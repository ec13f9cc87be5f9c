"""Exchange: export and import of files, in our own formats and those of other programs."""
