"""The ladder: everybody meets everybody, ratings follow results, and what was broken off goes on."""

import json
from pathlib import Path

import pytest

from esquive.cli.main import main
from esquive.core.errors import EsquiveError
from esquive.lab.ladder import MIDDLE, Game, Ladder


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough for an interval of a test."""
    monkeypatch.setattr("esquive.lab.ladder.RESAMPLES", 60)


AGENTS = ("greedy", "random", "level:1")


def ladder(file: Path | None = None, games: int = 2, seed: int = 5) -> Ladder:
    return Ladder("krosmaster", AGENTS, games, seed, 1, file)


def told(wins: dict[tuple[int, int], tuple[int, int]]) -> Ladder:
    """A ladder with these results: of each pairing the wins of the first and of the second."""
    found = ladder(games=200)
    for (one, other), (won, lost) in wins.items():
        for number in range(won + lost):
            found.played[one, other, number] = Game(one, other, number, float(number < won))
    return found


def test_everybody_meets_everybody_in_pairs_of_games() -> None:
    found = ladder()
    games = list(found.play(1))
    assert len(games) == found.total == 6
    assert {(game.one, game.other) for game in games} == {(0, 1), (0, 2), (1, 2)}
    assert all(game.points in (0.0, 0.5, 1.0) for game in games)


def test_three_wins_of_four_are_191_points_and_the_mean_is_1500() -> None:
    ratings = told({(0, 1): (75, 25), (0, 2): (75, 25), (1, 2): (50, 50)}).ratings()
    assert ratings[0].agent == "greedy"
    assert ratings[0].rating - ratings[1].rating == pytest.approx(191, abs=4)
    assert sum(one.rating for one in ratings) / 3 == pytest.approx(MIDDLE)
    assert ratings[0].score == 0.75
    for one in ratings:
        assert one.least < one.rating < one.most
        assert one.most - one.least < 140


def test_who_has_won_all_games_is_not_infinitely_far_above() -> None:
    best = told({(0, 1): (20, 0), (0, 2): (20, 0), (1, 2): (10, 10)}).ratings()[0]
    assert MIDDLE < best.rating < MIDDLE + 2000


def test_a_ladder_that_was_broken_off_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    begun = ladder(file)
    games = begun.play(1)
    first = [next(games), next(games), next(games)]
    games.close()
    again = ladder(file)
    assert list(again.played.values()) == first
    rest = list(again.play(1))
    assert len(rest) == 3
    whole = ladder()
    assert sorted(whole.play(1)) == sorted([*first, *rest]), "the same games as in one go"
    more = ladder(file, games=4)
    assert len(list(more.play(1))) == 6, "more games can be played later"


def test_a_file_of_another_ladder_or_of_none_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    next(ladder(file).play(1))
    with pytest.raises(EsquiveError, match="keeps the games of another series"):
        ladder(file, seed=6)
    file.write_text("what?\n", encoding="utf-8")
    with pytest.raises(EsquiveError, match="cannot be read as kept games"):
        ladder(file)


@pytest.mark.parametrize("text", ["a letter without an end of line", '{"ladder": 1}\n[0, 1', "[1]\nwhat?\nhalf"])
def test_a_file_that_is_not_ours_is_left_as_it_is(text: str, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(EsquiveError):
        ladder(file)
    assert file.read_text(encoding="utf-8") == text


def test_a_header_that_was_cut_off_is_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    next(ladder(file).play(1))
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole[:9], encoding="utf-8")
    next(ladder(file).play(1))
    assert file.read_text(encoding="utf-8") == whole


def test_one_agent_makes_no_ladder() -> None:
    with pytest.raises(EsquiveError, match="two different agents"):
        Ladder("krosmaster", ("greedy", "greedy"), 2, 1, 3, None)


def test_the_command_line_rates_and_tells_in_three_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "ladder.jsonl")
    base = ["ladder", "krosmaster", "--agents", "greedy", "random", "--games", "2", "--turn-cap", "2", "--out", file]
    assert main([*base, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert list(data) == ["game", "seed", "games", "ratings", "seconds"]
    assert {row["agent"] for row in data["ratings"]} == {"greedy", "random"}
    for language, word in (("en", "games"), ("fr", "parties"), ("it", "partite")):
        assert main([*base, "--lang", language]) == 0
        assert f"2 {word}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("option", "value"), [("--games", "3"), ("--games", "0"), ("--jobs", "0"), ("--turn-cap", "0")]
)
def test_numbers_that_cannot_be_are_refused(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "kaos", option, value]) == 2
    assert f"{option} cannot be {value}" in capsys.readouterr().err
