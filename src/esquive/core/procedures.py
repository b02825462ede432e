"""Where the releases of a rulebook differ: procedures, each registered beside the step that it carries out.

    @procedure("lock_loss", "fixed")
    def lose_fixed(state, ...): ...

    @procedure("lock_loss", "all")
    def lose_all(state, ...): ...

The file of a release names one of each key. A game has one registry; what a match is played by is chosen once, when it
is set up, so that a rule calls its step and never asks for the release.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from esquive.core.errors import DocumentError

Step = TypeVar("Step", bound=Callable[..., Any])


class Procedures:
    """The procedures of one rulebook, by key and by the value that names them in the file of a release."""

    def __init__(self) -> None:
        self.known: dict[str, dict[str, Callable[..., Any]]] = {}

    def __call__(self, key: str, value: str) -> Callable[[Step], Step]:
        """Register the function below; raises ValueError when the same value of a key is registered twice."""

        def register(step: Step) -> Step:
            steps = self.known.setdefault(key, {})
            if value in steps:
                raise ValueError(f"the procedure {key} = {value!r} is registered twice")
            steps[value] = step
            return step

        return register

    def chosen(self, named: dict[str, str], where: str) -> dict[str, Callable[..., Any]]:
        """The procedure of each key that a release names; `where` says in which file and section.

        Raises DocumentError for a key or a value that nobody registered, and for a registered key that is not named.
        """
        for key, value in named.items():
            if key not in self.known:
                raise DocumentError("no rule reads this procedure", f"{where} {key}", "remove it or correct it")
            if value not in self.known[key]:
                fix = f"choose {' or '.join(self.known[key])}"
                raise DocumentError(f"{value!r} is no such procedure", f"{where} {key}", fix)
        for key, steps in self.known.items():
            if key not in named:
                fix = f"choose {' or '.join(steps)}"
                raise DocumentError("this procedure of the release is missing", f"{where} {key}", fix)
        return {key: self.known[key][value] for key, value in named.items()}
