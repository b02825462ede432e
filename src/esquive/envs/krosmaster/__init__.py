"""Krosmaster Arena in numbers: its actions and its observations."""
