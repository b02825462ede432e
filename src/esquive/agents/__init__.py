"""Bots: whoever can choose an answer when a seat is asked."""
