"""The coach: what is given away is told with what is better, luck averages nothing, and it says when it is not sure."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from esquive.agents.coach import Coach, Judged, Luck, RolledOut, last_position, result_of, sides_of
from esquive.cli.main import main
from esquive.core.dice import SeededDice
from esquive.core.errors import EsquiveError
from esquive.core.games import game_named
from esquive.core.match import Match
from esquive.core.record import Record, parse_record
from esquive.core.waiting import Roll
from esquive.lab.fixtures import fixtures_of
from esquive.lab.matches import play
from tests.krosmaster.playing import Table, mine, theirs

ROLLS = 5
ARENA = """
. .    .   . . .
. hero foe . . .
. .    .   . . .
"""


def started(injuries: int = 5) -> Match:
    """A duel on a small arena: the foe is nearly down, the hero may strike it."""
    table = Table(ARENA, {"hero": mine("fighter"), "foe": theirs("fighter", injuries=injuries)}, turn="hero")
    game = game_named("krosmaster")
    document = game.to_document(table.state)
    return Match(game, {"position": document}, SeededDice(3))


def stopped(match: Match) -> Record:
    match.stop("enough")
    return match.record


def judged(match: Match, rollouts: int = 0) -> list[Judged]:
    coach = Coach(match.game, 1, rollouts)
    return [one for one in coach.judged(stopped(match)) if isinstance(one, Judged)]


def test_who_ends_the_turn_beside_a_foe_that_is_nearly_down_is_told_to_strike() -> None:
    match = started()
    match.push("end")
    first = judged(match)[0]
    assert first.line == "end"
    assert first.mark in ("bad", "very-bad")
    assert any("cast strike c2" in way.lines for way in first.better)
    assert 0 < first.given_away <= first.better[0].chance - first.chance


def test_the_best_there_is_gives_nothing_away() -> None:
    match = started()
    match.push("cast strike c2")
    first = judged(match)[0]
    assert (first.given_away, first.mark, first.better) == (0.0, "", ())


def test_a_hint_is_the_best_there_is_the_best_first() -> None:
    match = started()
    coach = Coach(match.game)
    ways = coach.hints(match.state, 1)
    assert any("cast strike c2" in way.lines for way in ways[:1])
    assert [way.chance for way in ways] == sorted((way.chance for way in ways), reverse=True)
    assert coach.hints(match.state, 1) == ways


def test_rolled_out_the_better_way_is_surely_better_with_an_interval() -> None:
    match = started()
    match.push("end")
    rolled = judged(match, rollouts=12)[0].rolled
    assert rolled is not None and rolled.tries == 12
    assert rolled.least <= rolled.gain <= rolled.most
    assert rolled.gain > 0


@pytest.mark.parametrize(("least", "most", "is_sure"), [(-0.1, 0.2, False), (0.01, 0.2, True), (-0.3, -0.1, True)])
def test_it_is_not_sure_while_the_interval_holds_nothing(least: float, most: float, is_sure: bool) -> None:
    assert RolledOut((least + most) / 2, least, most, 40).is_sure == is_sure


@pytest.mark.parametrize("game", ["krosmaster", "kaos"])
def test_what_the_dice_give_comes_to_nothing_on_average(game: str) -> None:
    """Of a roll whose ways are listed exactly; in Kaos the ways are drawn, and so it is near nothing."""
    door = game_named(game)
    coach = Coach(door)
    fixture = fixtures_of(game, ("greedy", "greedy"), 1, 6, "", None, 2)[0]
    record = parse_record(play(fixture).record)
    state: Any = door.new(fixture.setup)
    seen = 0
    for line in record.lines():
        waiting = state.waiting
        if seen == ROLLS:
            break
        if isinstance(waiting, Roll) and door.turn_of(state) > 0 and waiting.count <= 2 and waiting.total() > 1:
            ways = waiting.outcomes()
            given = [(weight, coach._luck(state, waiting, outcome, 1, Random(1))) for outcome, weight in ways]
            told = [(weight, one.gave) for weight, one in given if one is not None]
            total = sum(weight * gave for weight, gave in told) / sum(weight for weight, _ in told)
            assert total == pytest.approx(0.0, abs=1e-9 if game == "krosmaster" else 0.1)
            seen += 1
        state.apply(door.parse(state, line))
    assert seen == ROLLS


def test_luck_of_one_side_is_the_bad_luck_of_the_other_and_chance_errs_more_than_greed() -> None:
    record = parse_record(play(fixtures_of("krosmaster", ("greedy", "random"), 1, 2, "", None, 4)[0]).record)
    game = game_named("krosmaster")
    found = list(Coach(game).judged(record))
    assert any(isinstance(one, Luck) for one in found)
    one, other = sides_of(game, last_position(game, record), found)
    assert one.luck == pytest.approx(-other.luck)
    assert sum(side.decisions for side in (one, other)) == sum(isinstance(each, Judged) for each in found)
    names = record.header["agents"]
    state = last_position(game, record)
    rates = {names[game.player_in(state, side.seat)]: side.error_rate for side in (one, other)}
    assert rates["greedy"] < rates["random"]


def test_the_result_is_that_of_each_seat_and_none_of_a_match_that_was_broken_off() -> None:
    game = game_named("krosmaster")
    whole = parse_record(play(fixtures_of("krosmaster", ("random", "random"), 1, 2, "", None, 200)[0]).record)
    last = last_position(game, whole)
    assert {result_of(game, whole, last, seat) for seat in (0, 1)} == {0.0, 1.0}
    broken = stopped(started())
    assert result_of(game, broken, last_position(game, broken), 0) is None
    broken.entries[-1]["end"] = {"winner": "p2", "how": "resigned"}
    assert [result_of(game, broken, last_position(game, broken), seat) for seat in (0, 1)] == [0.0, 1.0]
    broken.entries[-1]["end"] = {"winner": "draw", "how": "agreed"}
    assert result_of(game, broken, last_position(game, broken), 0) == 0.5


def test_a_match_of_kaos_is_judged_too() -> None:
    record = parse_record(play(fixtures_of("kaos", ("random", "greedy"), 1, 3, "", None, 1)[0]).record)
    found = list(Coach(game_named("kaos")).judged(record))
    one, other = sides_of(game_named("kaos"), last_position(game_named("kaos"), record), found)
    assert one.decisions and other.decisions
    assert one.given_away + other.given_away > 0


def test_the_command_line_tells_it_in_three_languages_and_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = started()
    match.push("end")
    file = tmp_path / "one.jsonl"
    file.write_text(stopped(match).to_text(), encoding="utf-8")
    assert main(["analyse", str(file), "--json", "--rollouts", "4"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [row["seat"] for row in data["players"]] == ["p1", "p2"]
    assert data["players"][0]["result"] is None
    first = data["decisions"][0]
    assert first["line"] == "end" and first["better"] and first["rolled_out"]["tries"] == 4
    for language, word in (("en", "given away"), ("fr", "perdus"), ("it", "persi")):
        assert main(["analyse", str(file), "--lang", language]) == 0
        assert word in capsys.readouterr().out
    assert main(["analyse", str(file), "--seat", "p2"]) == 0
    assert "cast strike" not in capsys.readouterr().out


def test_a_record_that_does_not_hold_is_not_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = started()
    match.push("end")
    file = tmp_path / "one.jsonl"
    file.write_text(stopped(match).to_text().replace('"line": "end"', '"line": "move a1"'), encoding="utf-8")
    assert main(["analyse", str(file)]) == 2
    assert "esquive analyse" in capsys.readouterr().err
    assert main(["analyse", str(file), "--rollouts", "-1"]) == 2


def test_a_game_whose_positions_nobody_values_has_no_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named("kaos")
    monkeypatch.setattr(type(game), "evaluation", lambda self, agent: None)
    with pytest.raises(EsquiveError, match="has no coach"):
        Coach(game)
