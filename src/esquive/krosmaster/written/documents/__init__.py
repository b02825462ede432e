"""Documents: set-ups, positions, saved games, and single facts by their paths."""
