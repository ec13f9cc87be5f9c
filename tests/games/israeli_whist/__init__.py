"""Israeli Whist against its sources."""
