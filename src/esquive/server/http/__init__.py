"""What carries matches: addresses and their messages, origins, rate limits, static files, websockets."""
