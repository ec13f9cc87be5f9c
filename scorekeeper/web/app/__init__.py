"""The application: its factory, its server, and what belongs to no page."""
