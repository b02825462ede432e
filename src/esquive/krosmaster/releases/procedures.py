"""The registry of the procedures in which releases differ; the pairs stand in the chapters of `krosmaster.book`."""

from typing import Final

from esquive.core.procedures import Procedures

procedure: Final = Procedures()
