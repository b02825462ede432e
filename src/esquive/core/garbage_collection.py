"""How often Python looks for rings of objects that nobody needs any more.

A move makes thousands of objects and hardly a ring, and what stays in mind (cards, tables, answers kept) is much to
look through: as often as Python does by itself, it is an eighth of the time of a game of Kaos.
"""

import gc
from typing import Final

# New objects before the young are looked through, and how many such looks before the older are, and the oldest. No
# more at once than players would notice: ten thousand take 5 ms.
RARELY: Final = (10_000, 20, 20)
# Where nobody waits for the next answer: a game of Kaos seldom has so many that are new at once.
HARDLY_EVER: Final = (50_000, 20, 20)


def collect_rarely(*, somebody_waits: bool = True) -> None:
    """For a whole process: what there is now is never looked through again, what is new rarely.

    `somebody_waits`: for each answer, as players do, so that no look may take long.
    """
    gc.freeze()
    gc.set_threshold(*(RARELY if somebody_waits else HARDLY_EVER))
