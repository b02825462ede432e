"""A position and its answers in words: names, events, conditions, cards, odds, terms."""
