"""What both games share: waiting, frames, dice, records, clauses. Knows no game."""
