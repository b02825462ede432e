"""Kaos in numbers: its actions, which are the numbers of its proposals, and its observations."""
