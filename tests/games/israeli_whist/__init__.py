"""Israeli Whist compared with its sources."""
