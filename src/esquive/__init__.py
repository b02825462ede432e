"""Esquive: the rules of Krosmaster Arena and Kaos, to play, to judge and to study."""

__version__ = "0.1.0"
