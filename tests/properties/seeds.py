"""The games that a property is tried with."""

from hypothesis import strategies

SEEDS = strategies.integers(0, 9999)
