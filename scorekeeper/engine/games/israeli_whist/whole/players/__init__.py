"""The computer players of Israeli Whist."""
