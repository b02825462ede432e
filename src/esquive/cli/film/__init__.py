"""Films of matches: pages put together from what a game draws, turned into pixels, written as animated pictures."""
