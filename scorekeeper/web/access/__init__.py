"""Access: links, cookies, host names and rate limits."""
