"""Who proposes answers for which frame; the door of the game imports this module, the rules never do."""

from typing import Final

from esquive.core.frames import Frame, Proposer, proposes
from esquive.core.waiting import Rng
from esquive.kaos.book.activation import PLAN, ActivationFrame
from esquive.kaos.book.deployment import DeploymentFrame
from esquive.kaos.book.moves import MoveChoiceFrame
from esquive.kaos.book.scenery import SceneryFrame
from esquive.kaos.book.slam import SlamFrame
from esquive.kaos.proposals import slam
from esquive.kaos.proposals.deployment import deployment_candidates, sample_deployment
from esquive.kaos.proposals.moves import move_candidates, sample_move
from esquive.kaos.proposals.random_plans import plan_candidates, sample_plan
from esquive.kaos.proposals.scenery import sample_scenery, scenery_candidates
from esquive.kaos.table.state import State


class Plans:
    """Plans of the activated figure; interceptions, which may come anywhere along a path, at their best places."""

    def sample(self, state: State, frame: ActivationFrame, rng: Rng) -> int:
        if frame.step != PLAN:
            return Frame.sample(frame, state, rng)
        return sample_plan(state, frame.figure, rng)

    def candidates(self, state: State, frame: ActivationFrame, n: int) -> list[int]:
        if frame.step != PLAN:
            return Frame.candidates(frame, state, n)
        return plan_candidates(state, frame.figure, n)


class Places:
    """Places of figures to deploy."""

    def sample(self, state: State, frame: DeploymentFrame, rng: Rng) -> int:
        return sample_deployment(state, frame, rng)

    def candidates(self, state: State, frame: DeploymentFrame, n: int) -> list[int]:
        return deployment_candidates(state, frame, n)


class Moves:
    """Moves that are not part of a plan."""

    def sample(self, state: State, frame: MoveChoiceFrame, rng: Rng) -> int:
        return sample_move(state, frame, rng)

    def candidates(self, state: State, frame: MoveChoiceFrame, n: int) -> list[int]:
        return move_candidates(state, frame, n)


class Scenery:
    """Places of movable scenery."""

    def sample(self, state: State, frame: SceneryFrame, rng: Rng) -> int:
        return sample_scenery(state, frame, rng)

    def candidates(self, state: State, frame: SceneryFrame, n: int) -> list[int]:
        return scenery_candidates(state, frame, n)


class Slams:
    """Where the victim of a slam is sent."""

    def sample(self, state: State, frame: SlamFrame, rng: Rng) -> int:
        return slam.sample(state, frame, rng)

    def candidates(self, state: State, frame: SlamFrame, n: int) -> list[int]:
        return slam.candidates(state, frame, n)


PROPOSERS: Final[dict[str, Proposer]] = {
    ActivationFrame.NAME: Plans(),
    DeploymentFrame.NAME: Places(),
    MoveChoiceFrame.NAME: Moves(),
    SceneryFrame.NAME: Scenery(),
    SlamFrame.NAME: Slams(),
}


def register() -> None:
    """Tell `core.frames` who proposes answers of Kaos."""
    for name, proposer in PROPOSERS.items():
        proposes(name, proposer)
