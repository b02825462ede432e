"""The rulebook whose clauses are listed."""

from pathlib import Path
from typing import Final

from esquive.core.rulebook import Rulebook

PACKAGE: Final = Path(__file__).resolve().parents[1]
# The year of the only text there is.
BOOKS: Final = (Rulebook("kaos", "2013", "Kaos", "docs/rulings-kaos.md", PACKAGE, "Kaos"),)
