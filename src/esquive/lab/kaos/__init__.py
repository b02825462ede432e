"""What the laboratory needs of this one game: invariants, random set-ups, fuzzing and oracles."""
