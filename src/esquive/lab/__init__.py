"""Many games: bots against bots, on all the cores there are."""
