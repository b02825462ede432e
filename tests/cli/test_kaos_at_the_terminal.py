"""A whole small game of Kaos at the terminal, as somebody plays it who asks before each kind of decision."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from esquive.agents.base import agent_named
from esquive.cli.terminal import Table
from esquive.core.dice import SeededDice
from esquive.core.match import Match
from esquive.kaos.game import GAME
from tests.ways import again

SWORD = {"id": "sword", "kind": "close_melee", "dice": 4, "wounds": 4}
BOW = {"id": "bow", "kind": "ranged", "dice": 4, "wounds": 3, "range_cm": 30}
PIKE = {"id": "pike", "kind": "long_melee", "dice": 4, "wounds": 4}
SHARE = re.compile(r"([\d.,]+)\s% (?:to hit|de toucher|di colpire)")
ASKED = re.compile(r"^\s+(\d+)  (\w+)", re.MULTILINE)


def skirmish(**options: Any) -> dict[str, Any]:
    """Two against two, ten centimetres apart, for two rounds, with destiny points on either side."""
    return {
        "game": "kaos",
        "round": 1,
        "initiative": "p1",
        "options": {"rounds": 2, **options},
        "players": {"p1": {"destiny": 2}, "p2": {"destiny": 2}},
        "profile": [{"id": "knight", "weapon": [SWORD, BOW]}, {"id": "guard", "weapon": [PIKE]}],
        "figure": [
            {"id": "ann", "profile": "knight", "owner": "p1", "x": 20, "y": 20, "facing": 0},
            {"id": "abel", "profile": "guard", "owner": "p1", "x": 20, "y": 28, "facing": 0},
            {"id": "bo", "profile": "guard", "owner": "p2", "x": 30, "y": 20, "facing": 180},
            {"id": "bea", "profile": "knight", "owner": "p2", "x": 30, "y": 28, "facing": 180},
        ],
    }


class Player:
    """Somebody at the terminal: reads what is printed, asks about each new kind of decision, takes the best odds."""

    def __init__(self, out: io.StringIO) -> None:
        self.out = out
        self.asked: dict[str, str] = {}
        self.said: list[str] = []

    def lines(self) -> Iterator[str]:
        read = 0
        while True:
            prompt = self.out.getvalue()[read:]
            read = len(self.out.getvalue())
            kind = prompt.rsplit("\n\n", 1)[-1].splitlines()[0].rsplit(": ", 1)[-1].rsplit("\u00a0: ", 1)[-1]
            verbs = dict(ASKED.findall(prompt))
            if kind not in self.asked:
                self.asked[kind] = prompt
                yield from (f"help {verbs['1']}", "reach ann", "why 1")
                self.said.append(self.out.getvalue()[read:])
            best, best_share = "1", -1.0
            for number in verbs:
                reason = prompt.split(f"\n{int(number):>4}  ", 1)[1].split("\n")[1]
                found = SHARE.search(reason)
                share = float(found[1].replace(",", ".")) if found else -1.0
                if share > best_share:
                    best, best_share = number, share
            read = len(self.out.getvalue())
            yield best


def play(language: str = "en", opponent: str = "greedy", seed: int = 1) -> tuple[Match, Player, str]:
    match = Match(GAME, {"position": skirmish()}, SeededDice(f"{seed}"), ["human", opponent])
    out = io.StringIO()
    player = Player(out)
    table = Table(match, [None, agent_named(opponent, "kaos")], Random(seed), language)
    assert table.play(player.lines(), out) == ""
    return match, player, out.getvalue()


def test_a_whole_game_is_played_by_reading_what_is_said() -> None:
    """Every decision tells what it is about; the game ends by the rules, and the record replays."""
    match, player, told = play()
    assert match.is_over and "Round 2 begins. [K7.2]" in told
    plan, react = player.asked["plan."], player.asked["react."]
    assert re.search(r"(Ann|Abel) walks \d+ cm, runs \d+ cm; 'reach' says what it gets to", plan)
    assert re.search(r"Bo \(bo\): [\d.]+ cm ahead", plan)
    assert re.search(r"strike \w+ from (the front|behind) with \w+, \d dice, [\d.]+ % to hit against a", plan)
    assert re.search(
        r"(Bo|Bea): (strike|shoot at) (Ann|Abel) from (the front|behind) with \w+, .*, \d (die|dice)", react
    )
    assert re.search(r"react dodge\n +\d dic?e?, [\d.]+ % that (Bo|Bea) hits", react)
    assert re.search(r"destiny\n +roll \d failures? again, [\d.]+ % that \w+ hits", player.asked["destiny."])
    helped = "\n".join(player.said)
    assert "plan walk PATH [ACTION]" in helped and "Now, for example: plan " in helped
    assert "Ann (ann) stands at" in helped and "It walks up to 10 cm [K10.1]" in helped
    assert re.search(r"\n +\d+/\d+ +[\d.]+ %  ", helped), "the odds of a legal line follow its conditions"
    again = Match.resume(
        GAME, match.setup, None, [entry["line"] for entry in match.record.entries if "line" in entry], ["a", "b"]
    )
    assert again.state.to_data() == match.state.to_data()


@pytest.mark.parametrize(("language", "told"), [("fr", "de toucher contre une"), again("it", "di colpire contro una")])
def test_it_is_played_in_french_and_italian_as_well(language: str, told: str) -> None:
    _, _, whole = play(language, "random", 2)
    assert told in whole and "kaos." not in whole and "{" not in whole


def test_a_person_without_a_word_is_told_which_there_are() -> None:
    """A verb that is none, a figure that is none, and nobody asked about."""
    match = Match(GAME, {"position": skirmish()}, SeededDice("1"), ["human", "human"])
    out = io.StringIO()
    lines = iter(["help", "help plna", "reach an", "reach", "help path", "quit"])
    assert Table(match, [None, None], Random(1), "en").play(lines, out) == "player"
    told = out.getvalue()
    assert "'help VERB' explains: place, activate, ask, plan" in told
    assert "'plna' is not explained here: place, activate, ask, plan" in told
    assert "no figure is called 'an'" in told and "did you mean 'ann'?" in told
    assert "Write 'reach' and a figure." in told
    assert "For example: " in told and "for nothing" in told


PAGE = (Path(__file__).parents[2] / "docs" / "kaos.md").read_text(encoding="utf-8")
PROPOSED = re.compile(r"^ +\d  (?P<line>.+)\n {6}(?P<reason>.+)", re.MULTILINE)


def documented(place: str) -> Any:
    """The positions that the page shows: Bea has come up to Ann, whom she attacked; now Abel plans, or Ann reacts."""
    position = skirmish()
    ann, abel, bo, bea = position["figure"]
    ann["activated"] = bo["activated"] = True
    bo.update(y=15)
    if place == "plan":
        bea.update(x=22.5, y=22.5, facing=225, activated=True)
        return GAME.from_document({**position, "turn": {"figure": abel["id"]}})
    state = GAME.from_document({**position, "turn": {"figure": "bea"}})
    GAME.play(state, "plan walk 22.5,22.5 face 225 strike ann sword")
    return state


@pytest.mark.parametrize("place", ["plan", "react"])
def test_the_page_shows_what_is_said(place: str) -> None:
    """docs/kaos.md: what one is told first, and the reason of each line."""
    shown = next(block for block in PAGE.split("```") if f"your decision: {place}." in block)
    words = GAME.words(documented(place))
    first, *_ = shown.split("\n   1  ")
    assert [line.strip() for line in first.strip().splitlines()[1:]] == words.briefing()
    found = PROPOSED.findall(shown)
    assert len(found) >= 2
    for line, reason in found:
        assert words.reason(GAME.parse(words.state, line)) == reason
    assert all(f"`{verb}" in PAGE for verb in ("help VERB", "help path", "reach", "why LINE"))


def test_rounds_are_counted_as_rounds() -> None:
    """A turn is that of one figure [Kaos K7.1] [Kaos K7.2]."""
    out = play()[2]
    assert "\nRound 1. p1, your decision: " in out and "Turn 1." not in out
