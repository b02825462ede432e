"""What an agent is, and how one is found: by the name of an entry point, or as a class of a module, with settings.

    [project.entry-points."esquive.agents"]
    careful = "mybots.careful:Careful"

An agent is written `NAME`, `NAME:key=value,key=value`, `NAME:NUMBER` for its first setting (`level:4`), `module:Class`,
`module:Class:key=value`, or `program:COMMAND` for a program of its own (`agents.program`). Its class declares its
`settings`; without any, nothing can be set. A class that plays some games only says so by `for_game`.
"""

import importlib
from collections.abc import Sequence
from functools import cache
from importlib.metadata import entry_points
from random import Random
from typing import Any, Final, Protocol

from msgspec import Struct

from esquive.core.errors import EsquiveError
from esquive.core.game import Game
from esquive.core.games import game_named
from esquive.core.phrases import phrase
from esquive.core.waiting import Decision

AGENTS: Final = "esquive.agents"  # the group of entry points
USUAL: Final = "greedy"
PROGRAM: Final = "program:"  # and a command: an agent that is a program of its own
LONGEST: Final = 200  # characters of an agent with its settings


class Setting(Struct, frozen=True):
    """What can be set of an agent: a number from `least` to `most` of the kind of `default`, or one of `choices`."""

    name: str
    meaning: str
    default: int | float | str
    least: float = 0
    most: float = 0
    choices: tuple[str, ...] = ()


class Agent(Protocol):
    """Chooses an answer when a seat is asked.

    The state is the real one: an agent that looks ahead must first deal anew what its seat cannot know. All its chance
    comes from `rng`, so that equal seeds give equal games. One that answers within a tenth of a second on a phone says
    `is_quick = True`: where there are no threads, all others think in a worker of their own. A class with
    `is_offered = False` is there for those who ask for it by name, and no choice of a server or a page.
    """

    name: str

    def choose(self, game: Game, state: Any, decision: Decision, rng: Random) -> int:
        """One of the decision's options."""


# ------------------------------------------------------------------------------------------------------------ finding


def agent_named(text: str, game: str, *, installed_only: bool = False) -> Agent:
    """A new agent for a game; with `installed_only` no module's and no program, as for what a stranger asks.

    Raises EsquiveError for an agent there is not, one that cannot be loaded or does not play the game, and settings it
    does not have.
    """
    if text.startswith(PROGRAM):
        from esquive.agents.program import program_named  # few start programs

        if installed_only:
            raise _unknown(PROGRAM.rstrip(":"), game)
        return program_named(text)
    name, wanted = _split(text)
    if ":" in name and installed_only:
        raise _unknown(name, game)
    kind = _class_at(name) if ":" in name else _class_named(name, game)
    settings = _settings(kind, name, wanted)
    agent = _made(kind, game, settings)
    if agent is None:
        raise _unknown(name, game)
    return agent


def agent_names() -> tuple[str, ...]:
    """The names of the agents that are installed, the usual one first and `random` second."""
    order = (USUAL, "random")
    return tuple(sorted(_installed(), key=lambda name: (order.index(name) if name in order else len(order), name)))


def agents_for(game: str) -> list[str]:
    """The names of those that play a game; those that cannot be loaded play none."""
    broken = broken_agents()
    return [name for name in agent_names() if name not in broken and _made(_loaded(name), game, {}) is not None]


def offered_agents(game: str) -> list[str]:
    """The names of those that play a game and are offered to people."""
    return [name for name in agents_for(game) if getattr(_loaded(name), "is_offered", True)]


def broken_agents() -> dict[str, str]:
    """The agents that are installed and cannot be loaded, and why."""
    found = {}
    for name in agent_names():
        try:
            _loaded(name)
        except EsquiveError as error:
            found[name] = str(error)
    return found


def settings_of(name: str) -> tuple[Setting, ...]:
    """What can be set of an agent that is installed."""
    return tuple(getattr(_loaded(name), "settings", ()))


def about(name: str) -> str:
    """What an installed agent does, in the first line of its class."""
    return str(_loaded(name).__doc__ or "").strip().partition("\n")[0]


@cache
def _installed() -> dict[str, Any]:
    return {entry.name: entry for entry in entry_points(group=AGENTS)}


def _class_named(name: str, game: str) -> Any:
    if name not in _installed():
        raise _unknown(name, game)
    return _loaded(name)


def _loaded(name: str) -> Any:
    """The class of an agent that is installed; raises EsquiveError for one that cannot be loaded."""
    entry = _installed()[name]
    try:
        return entry.load()
    except Exception as error:  # a package of somebody else's may fail in any way
        package = "" if entry.dist is None else f" of the package {entry.dist.name}"
        why = f"{type(error).__name__}: {error}"
        raise EsquiveError(
            "the agent {name!r}{package} cannot be loaded: {why}",
            "agents",
            "mend or uninstall it",
            name=name,
            package=package,
            why=why,
        ) from error


def _class_at(name: str) -> Any:
    """The class written `module:Class`."""
    module, _, called = name.partition(":")
    try:
        found: Any = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise EsquiveError(
            "there is no module {module!r}", "agents", "its folder must be on PYTHONPATH", module=module
        ) from error
    kind = getattr(found, called, None)
    if not callable(getattr(kind, "choose", None)):
        raise EsquiveError(
            "{module} has no agent {called!r}",
            "agents",
            "name a class with a method `choose`",
            module=module,
            called=called,
        )
    return kind


def _made(kind: Any, game: str, settings: dict[str, Any]) -> Agent | None:
    maker = getattr(kind, "for_game", None)
    agent: Agent | None = kind(**settings) if maker is None else maker(game_named(game), **settings)
    return agent


def _unknown(name: str, game: str) -> EsquiveError:
    known = [one for one in offered_agents(game) if one != name]
    return EsquiveError(
        "unknown agent {name!r}",
        "agents",
        phrase("agents for {game}: {known}", game=game, known=", ".join(known)),
        name=name,
    )


# ----------------------------------------------------------------------------------------------------------- settings


def _split(text: str) -> tuple[str, list[str]]:
    """The name or `module:Class` of an agent, and its settings as written."""
    parts = text.split(":")
    if len(parts) > 1 and "=" in parts[-1]:
        return ":".join(parts[:-1]), parts[-1].split(",")
    if len(parts) == 2 and parts[0] in _installed() and parts[1][:1].isdecimal():
        known = settings_of(parts[0])
        return parts[0], [f"{known[0].name if known else ''}={parts[1]}"]
    return text, []


def _settings(kind: Any, name: str, wanted: Sequence[str]) -> dict[str, Any]:
    known: dict[str, Setting] = {one.name: one for one in getattr(kind, "settings", ())}
    found: dict[str, Any] = {}
    for text in wanted:
        key, _, value = text.partition("=")
        if key not in known:
            fix = phrase("settings: {known}", known=", ".join(known)) if known else "it has none"
            raise EsquiveError("{name} has no setting {key!r}", "agents", fix, name=name, key=key)
        found[key] = _value(known[key], name, value)
    return found


def _value(setting: Setting, name: str, text: str) -> int | float | str:
    """A value of the kind and range of its setting; raises EsquiveError."""
    where = f"{name}:{setting.name}"
    if isinstance(setting.default, str):
        if text not in setting.choices:
            raise EsquiveError(
                "cannot be {text!r}", where, phrase("use one of {known}", known=", ".join(setting.choices)), text=text
            )
        return text
    try:
        number = type(setting.default)(text)
    except ValueError:
        number = None
    if number is None or not setting.least <= number <= setting.most:
        fix = phrase("use a number from {least:g} to {most:g}", least=setting.least, most=setting.most)
        raise EsquiveError("cannot be {text!r}", where, fix, text=text)
    return number
