"""How many examples hypothesis draws: all of them by `make check`, half of them by `make test`."""

import os
from typing import Final

from hypothesis import settings

EVERY_WAY: Final = "TEST_EVERY_WAY"  # by which `--every-way` is known while files of tests are imported


def examples(most: int) -> settings:
    """Settings for so many examples at most."""
    return settings(max_examples=most if EVERY_WAY in os.environ else (most + 1) // 2)
