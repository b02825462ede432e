"""What agents know of one game: how good a position is, and what its actions are."""
