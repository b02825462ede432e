"""The books of rules are read before anybody asks: in a checkout that takes seconds, by a process of its own."""

import json
import subprocess
import sys
from contextlib import suppress
from typing import Final

from esquive.clauses.clause_index import EDITIONS, Index, checkout, index
from esquive.core.errors import EsquiveError
from esquive.hosting.clause_pages import clause_lines, keep

# Seconds after the start: the first visitors have been answered by then, and the first question about a rule finds its
# answer ready.
READ_AFTER: Final = 8.0


def read_ahead() -> None:
    """Read all books before anybody asks; what is wrong with them is told when somebody does.

    In a checkout that takes seconds of a processor: a process of its own spends them, the server has players to answer.
    """
    if checkout() is None:
        with suppress(EsquiveError):
            clause_lines()
        return
    # Players come first, where a process can step back.
    command = f"import os; getattr(os, 'nice', int)(5); from {__name__} import main; main()"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, check=False)
    if done.returncode != 0:
        return
    indexes = json.loads(done.stdout)
    with suppress(EsquiveError):
        for edition in EDITIONS:
            keep(edition, Index.from_data(indexes[edition.book]))
        clause_lines()


def main() -> None:
    """Write the indexes of all books."""
    sys.stdout.write(json.dumps({one.book: index(one).to_data() for one in EDITIONS}))
