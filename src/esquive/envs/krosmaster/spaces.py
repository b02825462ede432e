"""The numbers of Krosmaster Arena for environments: see `envs.spaces`."""

from typing import Final

import numpy as np

from esquive.core.waiting import Decision
from esquive.envs.krosmaster import actions
from esquive.envs.krosmaster.actions import ACTIONS, choice_of, meaning_of
from esquive.envs.krosmaster.observation import LAYOUT, KrosmasterEncoder
from esquive.envs.spaces import Choice
from esquive.krosmaster.table.state import State


class KrosmasterSpaces:
    """1,548 actions, and what a seat observes."""

    game = "krosmaster"
    about = str(actions.__doc__)
    actions = ACTIONS
    layout = LAYOUT
    dtype = np.int8

    def choice(self, state: State, decision: Decision) -> Choice:
        """The answers to a decision as actions."""
        return choice_of(state, decision)

    def encoder(self, seat: int) -> KrosmasterEncoder:
        """A new one for a seat."""
        return KrosmasterEncoder(seat)

    def meaning(self, action: int) -> str:
        """What an action is."""
        return meaning_of(action)


SPACES: Final = KrosmasterSpaces()
