"""The numbers of Kaos for environments: see `envs.spaces`."""

from typing import Final

import numpy as np

from esquive.core.waiting import Decision
from esquive.envs.kaos import actions
from esquive.envs.kaos.actions import ACTIONS, Proposals, choice_of
from esquive.envs.kaos.observation import LAYOUT, KaosEncoder
from esquive.kaos.table.state import State


class KaosSpaces:
    """32 proposals, and what a seat observes."""

    game = "kaos"
    about = str(actions.__doc__)
    actions = ACTIONS
    layout = LAYOUT
    dtype = np.int16

    def choice(self, state: State, decision: Decision) -> Proposals:
        """The answers to a decision as actions."""
        return choice_of(decision)

    def encoder(self, seat: int) -> KaosEncoder:
        """A new one for a seat."""
        return KaosEncoder(seat)

    def meaning(self, action: int) -> str:
        """What an action is."""
        return f"proposal {action + 1}"


SPACES: Final = KaosSpaces()
