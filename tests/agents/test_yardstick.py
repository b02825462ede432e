"""`greedy@2026-11` plays for ever as the greedy agent did then: what is stronger or weaker is measured against it."""

from hashlib import sha256

import pytest

from esquive.agents.base import agents_for, offered_agents
from esquive.lab.fixtures import fixtures_of
from esquive.lab.matches import play_match

YARDSTICK = "greedy@2026-11"


def digest(game: str, agent: str, turns: int) -> str:
    """What was answered and rolled in a game of an agent against itself."""
    fixture = fixtures_of(game, (agent, agent), 1, 2026, "", None, turns)[0]
    match, _ = play_match(fixture)
    return sha256("\n".join(match.record.lines()).encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("game", "turns", "expected"), [("krosmaster", 6, "f3bc3362f50acc5e"), ("kaos", 3, "470a9feb21787004")]
)
def test_the_yardstick_plays_as_it_did(game: str, turns: int, expected: str) -> None:
    assert digest(game, YARDSTICK, turns) == expected


def test_the_yardstick_is_there_for_those_who_name_it_and_no_choice_of_a_page() -> None:
    for game in ("krosmaster", "kaos"):
        assert YARDSTICK in agents_for(game)
        assert offered_agents(game)[:2] == ["greedy", "random"]
        assert YARDSTICK not in offered_agents(game)
