"""The folder of `esquive match --records`: a record a game, and `matches.jsonl`, which says how each of them ended."""

import json
from pathlib import Path
from typing import Any, Final

from esquive.core.errors import EsquiveError
from esquive.core.games import game_named
from esquive.core.phrases import phrase
from esquive.core.whole_files import write_whole
from esquive.lab.matches import Fixture, Played

MATCHES: Final = "matches.jsonl"
_FIX: Final = "name another folder"


def made_folder(name: str) -> Path:
    """The folder of a name, made where there is none; raises EsquiveError where that cannot be."""
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EsquiveError(
            "the folder cannot be made: {reason}", name, _FIX, reason=phrase(str(error.strerror))
        ) from error
    return folder


class Records:
    """The records of a series of so many games; without a folder nothing is kept."""

    def __init__(self, folder: Path | None, games: int) -> None:
        self._folder = folder
        self._width = len(str(games))
        self._matches: list[dict[str, Any]] = []

    def add(self, fixture: Fixture, played: Played) -> None:
        """Writes the record of a game; raises EsquiveError where it cannot be written."""
        if self._folder is None:
            return
        name = f"{fixture.number + 1:0{self._width}}.jsonl"
        write_whole(self._folder / name, played.record, _FIX)
        self._matches.append({"record": name, **match_data(fixture, played)})

    def close(self) -> None:
        """Writes what the games that were played came to."""
        if self._folder is not None and self._matches:
            lines = (json.dumps(match, ensure_ascii=False) for match in self._matches)
            write_whole(self._folder / MATCHES, "".join(f"{line}\n" for line in lines), _FIX)


def match_data(fixture: Fixture, played: Played) -> dict[str, Any]:
    """How a game ended. Teams and agents are in the order of the set-up, and so is `winner`, counted from 1.

    In the record players are called by their seats, which Initiative hands out; here the team that won is named. Where
    nobody won (a draw, or the turn cap) `winner`, `winning_team` and `winning_agent` are null. `fault` is what cost the
    other agent the game.
    """
    setups = game_named(fixture.game).setups
    teams = fixture.setup.get(setups.teams, [])
    won = played.winner >= 0
    return {
        "seed": fixture.seed,
        "agents": list(fixture.agents),
        "teams": teams,
        "winner": played.winner + 1 if won else None,
        "winning_team": teams[played.winner] if won and teams else None,
        "winning_agent": fixture.agents[played.winner] if won else None,
        "capped": played.is_capped,
        "fault": played.fault or None,
        "turns": played.turns,
        "decisions": played.decisions,
    }
