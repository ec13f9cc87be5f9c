"""The database file: connection, migrations, errors, copies and backups."""
