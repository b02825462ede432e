"""Running and applying the ops of cards: the additional effects of chapter 7.5 and of powers."""
