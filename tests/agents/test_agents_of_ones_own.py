"""Agents are found by entry points, or as a class of a module; what they declare can be set and is told."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from esquive.agents import base
from esquive.agents.base import agent_named, agent_names, agents_for, offered_agents, settings_of
from esquive.agents.greedy import GreedyAgent
from esquive.agents.lookahead import LookaheadAgent
from esquive.agents.random_agent import RandomAgent
from esquive.cli.main import main
from esquive.core.errors import EsquiveError
from esquive.core.games import game_named
from esquive.hosting.match_setup import catalogue_of
from tests.agents.brawler import Brawler
from tests.packages import install
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Site, thread_server

MINE = "tests.agents.brawler:Brawler"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two agents, installed as pip would."""
    mine = "tests.agents.brawler"
    install(
        monkeypatch, tmp_path / "site", "brawlers", base.AGENTS, brawler=f"{mine}:Brawler", bold=f"{mine}:Krosmaster"
    )
    forget()
    yield
    monkeypatch.undo()
    forget()


def forget() -> None:
    base._installed.cache_clear()
    catalogue_of.cache_clear()


def test_those_of_the_program_are_entry_points_like_any_other() -> None:
    assert agent_names() == ("greedy", "random", "greedy@2026-11", "level", "search")
    assert isinstance(agent_named("random", "kaos"), RandomAgent)
    assert isinstance(agent_named("greedy", "kaos"), LookaheadAgent)
    usual, twice = agent_named("greedy", "krosmaster"), agent_named("greedy:effort=2", "krosmaster")
    assert isinstance(usual, GreedyAgent) and isinstance(twice, GreedyAgent)
    assert (usual.effort, twice.effort) == (1, 2)


def test_an_installed_agent_plays_the_games_it_says(installed: None) -> None:
    assert agent_names() == ("greedy", "random", "bold", "brawler", "greedy@2026-11", "level", "search")
    assert offered_agents("kaos") == ["greedy", "random", "brawler", "level"] and "bold" in agents_for("krosmaster")
    with pytest.raises(EsquiveError, match="agents for kaos: greedy, random, brawler, level"):
        agent_named("bold", "kaos")
    assert [one.name for one in settings_of("brawler")] == ["rage", "calm", "mood"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{MINE}:rage=40,calm=0.25,mood=blue", (40, 0.25, "blue")),
        (f"{MINE}:rage=0", (0, 0.5, "red")),
        (MINE, (100, 0.5, "red")),
    ],
)
def test_settings_stand_behind_the_name(text: str, said: tuple[int, float, str]) -> None:
    agent = agent_named(text, "krosmaster")
    assert isinstance(agent, Brawler) and (agent.rage, agent.calm, agent.mood) == said


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{MINE}:rage=101", "use a number from 0 to 100"),
        (f"{MINE}:rage=much", "use a number from 0 to 100"),
        (f"{MINE}:rage=", "use a number from 0 to 100"),
        (f"{MINE}:calm=1.5", "use a number from 0 to 1"),
        (f"{MINE}:mood=green", "use one of red, blue"),
        (f"{MINE}:hope=1", "settings: rage, calm, mood"),
        ("random:luck=1", "random has no setting 'luck'"),
        ("tests.agents.nowhere:Brawler", "there is no module 'tests.agents.nowhere'"),
        ("tests.agents.brawler:Nobody", "tests.agents.brawler has no agent 'Nobody'"),
        ("tests.agents.brawler:Setting", "name a class with a method `choose`"),
        ("genius", "unknown agent 'genius'"),
    ],
)
def test_what_cannot_be_set_or_found_is_told_with_the_fix(text: str, told: str) -> None:
    with pytest.raises(EsquiveError) as refused:
        agent_named(text, "krosmaster")
    assert told in str(refused.value)


def test_a_class_of_ones_own_plays_ten_games_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "krosmaster", "--agents", f"{MINE}:rage=90", "random", "--games", "10", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["games"] == 10 and set(data["wins"]) == {f"{MINE}:rage=90", "random"}


def test_the_help_of_match_lists_agents_and_what_can_be_set(
    installed: None, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["match", "--help"])
    told = capsys.readouterr().out
    assert "brawler    Casts what it can, and else answers at random." in told
    assert "rage=100: how often it casts, in 100 (0 to 100)" in told and "mood=red: which (red|blue)" in told


def test_an_agent_that_cannot_be_loaded_is_named_with_its_package_and_harms_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, tmp_path / "site", "rusty", base.AGENTS, rusty="no_such_module:Rusty")
    forget()
    try:
        assert agents_for("kaos") == ["greedy", "random", "greedy@2026-11", "level", "search"]
        assert [one.id for one in catalogue_of(game_named("kaos"), "en").agents] == ["greedy", "random", "level"]
        assert main(["match", "kaos", "--agents", "random", "random", "--games", "1", "--json"]) == 0
        assert main(["match", "kaos", "--agents", "rusty", "random", "--games", "1"]) == 2
        told = capsys.readouterr().err
        assert "the agent 'rusty' of the package rusty cannot be loaded: ModuleNotFoundError" in told
        with pytest.raises(SystemExit):
            main(["match", "--help"])
        assert re.search(
            r"^  rusty +agents: the agent 'rusty'|^  rusty .*cannot be loaded", capsys.readouterr().out, re.M
        )
    finally:
        monkeypatch.undo()
        forget()


def test_agents_are_loaded_once_the_help_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match loads the agents it is played by, and no other."""
    loaded: list[str] = []
    known = base._loaded
    monkeypatch.setattr(base, "_loaded", lambda name: (loaded.append(name), known(name))[1])
    assert main(["match", "kaos", "--agents", "random", "random", "--games", "1", "--json"]) == 0
    assert set(loaded) == {"random"}


def test_a_server_tells_and_plays_installed_agents_alone(installed: None, tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        known = site.ask("/api/catalogue")[1]["agents"]
        (line,) = [one for one in known if one["id"] == "brawler"]
        assert line["about"].startswith("Casts") and line["settings"][0]["name"] == "rage"
        assert begun(site, "brawler:rage=50") == 201
        for agent in (MINE, "brawler:rage=500", "genius", "os:system"):
            assert begun(site, agent) == 400


def begun(site: Site, agent: str) -> int:
    players = [
        {"name": "Ann", "cards": FIRST_BOX, "agent": "human"},
        {"name": "Bob", "cards": BROTHERHOOD, "agent": agent},
    ]
    return site.ask("/api/matches", {"players": players})[0]
