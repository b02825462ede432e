"""The scenarios under the other rulebook: what each release rules otherwise, and that it rules nothing else otherwise.

Scenarios of 2.2 play otherwise under 2.7, or are named as those that hold a clause both share. Scenarios of 2.7 play
alike under 2.2, or are named with the Italian clause that makes the difference. Numbers of clauses differ between the
books, so what is refused has to be refused here, by whatever clause.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from esquive.core import scenario
from esquive.core.games import game_named
from esquive.core.scenario import Scenario, read_scenario, run_scenario
from esquive.krosmaster.releases import release

FOLDER: Final = Path(__file__).parent / "scenarios" / "krosmaster"
# Those of 2.2 have a folder of their own.
ITALIAN: Final = FOLDER / "2.2"
NAMES_OF_2_2: Final = sorted(path.relative_to(ITALIAN).with_suffix("").as_posix() for path in ITALIAN.rglob("*.toml"))
NAMES_OF_2_7: Final = sorted(
    path.relative_to(FOLDER).with_suffix("").as_posix()
    for path in FOLDER.rglob("*.toml")
    if not path.is_relative_to(ITALIAN)
)

# Scenarios of 2.2 that hold what both releases rule, beside a clause in which they differ; Fragility, Temper and
# Blindness are powers that only cards of 2.2 have, and bring along wherever they are played, as boards bring Ice Cubes.
ALIKE: Final = {
    "303-allies/an-opposing-turret-is-an-opponent",
    "303-allies/another-allied-piece-is-not-the-piece-itself",
    "306-rewards/two-trophies-exclude-each-other",
    "307-powers/blindness-is-lost-with-the-powers",
    "307-powers/fragility-adds-1-to-elemental-and-neutral-damage",
    "307-powers/fragility-makes-a-spell-of-0-hurt",
    "307-powers/freezing-does-nothing-to-interior-fire",
    "307-powers/interior-fire-receives-ordinary-markers",
    "307-powers/temper-and-a-critical-hit-are-one-sum",
    "307-powers/temper-is-no-shield-from-powers",
    "307-powers/temper-takes-2-off",
    "307-powers/the-blind-cast-nothing-on-their-own-cell",
    "307-powers/the-blind-reach-one-cell",
    "307-powers/two-counters-answer-once",
    "308-injuries/an-effect-that-inflicts-is-countered",
    "313-cells/cube-blocks-no-sight",
    "313-cells/cube-is-a-free-cell",
    "313-cells/cube-lends-no-fixed-range",
    "313-cells/push-back-of-enemies-leaves-the-cube",
    "313-cells/push-cube-as-far-as-its-number",
    "313-cells/push-cube-before-a-cube",
    "313-cells/push-cube-before-a-krosmaster",
    "313-cells/push-cube-before-a-tree",
    "313-cells/push-cube-by-a-summon",
    "313-cells/push-cube-carries-a-bomb",
    "313-cells/push-cube-carries-the-unfazed",
    "313-cells/push-cube-from-afar",
    "313-cells/push-cube-hits-the-cube-alone",
    "313-cells/push-cube-leaves-a-turret",
    "313-cells/push-cube-over-a-trap",
    "313-cells/push-cube-to-the-end-of-the-rink",
    "313-cells/scenery-stands-without-the-option",
    "315-summons/a-turret-heals-as-ever",
}

# The Italian clauses that rule otherwise than release 2.7 about what happens in a fight: each needs a scenario that
# plays otherwise under 2.7. What set-ups must meet: `krosmaster/releases/test_set_up_of_release_2_2.py`.
OTHERWISE: Final = """
    103.7 104.2 105.2 205.3 303.1 303.2 303.3 303.4 305.3 306.1 306.2 306.3a 306.3b 306.4 306.9b 307.16a 307.18a
    307.20a 307.21a 307.22a 307.23a 307.24a 307.31a 307.33a 307.35a 308.5a 308.5b 309.2 309.8 310.1 310.2a 310.2c
    310.2d 310.2e 310.2f 310.3 311.9b 312.3-axe 313.5d 313.6c 313.7 313.7a 313.7b 313.7c 315.1a 315.1d 315.3a 315.3b
    315.4a 315.4d 315.5a 315.6a 315.6c 315.6d 315.6e 315.7b 315.7c 315.8 402.1 404.1 404.2 502.1 502.1a 502.1b 503.1
    503.5 601.3d 605.12a 605.13a 605.14a 605.15a 605.20a
""".split()

# Scenarios of 2.7 that play otherwise under 2.2, and the Italian clause that makes the difference.
BY_ITALIAN_CLAUSE: Final = {
    "1.4-winning/nobody-wins-while-the-wild-gallon-lies-there": "402.1",
    "1.6-dice/a-dofus-helps-to-lock": "310.2e",
    "4.10-injuries/a-powers-injuries-have-an-author-too": "308.5b",
    "4.14-block/a-mob-is-held-back-too": "310.2e",
    "4.14-block/a-summon-only-catches": "310.1",
    "4.14-block/as-many-locks-as-dodges-is-caught": "310.2e",
    "4.14-block/caught-with-the-last-mp-is-held": "310.2a",
    "4.14-block/each-adjacent-enemy-rolls": "310.2d",
    "4.14-block/more-locks-than-dodges-is-locked": "310.2e",
    "4.14-block/no-success-on-either-side-is-caught": "310.2e",
    "4.14-block/only-lock-faces-lock": "310.2e",
    "4.19-summons/a-bomb-explodes-at-its-summoners-turn": "503.1",
    "4.19-summons/a-higher-control-value-still-has-room": "315.7b",
    "4.19-summons/a-summon-that-left-can-come-again": "601.3d",
    "4.19-summons/at-the-limit-the-rest-of-the-spell-works": "601.3d",
    "4.19-summons/bombs-explode-in-the-order-chosen": "503.1",
    "4.19-summons/no-summon-comes-onto-another-unit": "315.1a",
    "4.19-summons/the-control-value-counts-every-allied-summon": "315.7b",
    "4.19-summons/two-of-a-name-share-one-control-value": "315.7c",
    "4.19-summons/what-one-elogio-controls-counts-for-the-other": "601.3d",
    "4.6-gallons/a-bought-gallon-is-stolen-from-the-opponent": "305.3",
    "4.6-gallons/a-bought-gallon-is-the-wild-one-first": "305.3",
    "4.7-rewards/a-dofus-and-a-trophy-exclude-each-other": "306.9b",
    "4.7-rewards/a-face-down-technique-changes-nothing": "306.9",
    "4.7-rewards/a-revealed-technique-takes-no-room": "306.9",
    "4.7-rewards/a-spell-given-by-a-boost-is-lost-after-another-spell": "306.3a",
    "4.7-rewards/a-technique-changes-punch": "306.9",
    "4.7-rewards/each-rank-has-its-price": "306.4",
    "4.7-rewards/one-equipment-of-each-type": "306.1",
    "4.7-rewards/several-techniques-may-be-revealed": "306.9",
    "4.7-rewards/the-piles-open-in-the-second-players-first-turn": "306.2",
    "4.8-spells/every-krosmaster-can-punch": "205.3",
    "4.9-powers/a-crafters-silver-reward-costs-seven": "307.33a",
    "4.9-powers/counter-sleeps-in-its-own-turn": "307.16a",
    "4.9-powers/lock-rolls-two-dice": "310.2e",
    "4.9-powers/unfazed-protects-no-points": "307.18a",
    "4.9-powers/wisdom-ignores-those-who-are-no-boss": "307.31a",
    "5-game-turn/a-reroll-is-one-die": "402.1",
    "5-game-turn/a-units-turn-has-three-phases": "503.1",
    "5-game-turn/inspiration-dice-stay-one-round": "402.1",
    "5-game-turn/no-tension-on-the-first-turn": "306.2",
    "6-unit-turn/the-turn-starts-in-order": "502.1",
    "7.2-attack-spells/a-power-may-limit-the-injuries": "306.1",
}


@pytest.fixture(autouse=True)
def _any_clause_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenario, "cites", lambda condition, clause: True)


def under(path: Path, release_name: str) -> Scenario:
    """A scenario as another release plays it, without answers to the question that 2.2 does not ask [KA-2.2 402.1]."""
    read = read_scenario(path)
    read.document["release"] = release_name
    if release_name == "2.2":
        for step in read.steps:
            step.answers = [answer for answer in step.answers if answer != "keep"]
    return read


@pytest.mark.parametrize("name", NAMES_OF_2_2)
def test_a_scenario_of_2_2_plays_otherwise_in_2_7(name: str) -> None:
    """But for those that are named because both releases rule alike."""
    failures = run_scenario(under(ITALIAN / f"{name}.toml", "2.7"), game_named).failures
    assert bool(failures) == (name not in ALIKE)


@pytest.mark.parametrize("name", NAMES_OF_2_7)
def test_a_scenario_of_2_7_plays_alike_in_2_2_unless_an_italian_clause_is_named(name: str) -> None:
    failures = run_scenario(under(FOLDER / f"{name}.toml", "2.2"), game_named).failures
    assert bool(failures) == (name in BY_ITALIAN_CLAUSE), failures


def cited() -> Iterator[str]:
    """The clauses of the scenarios of 2.2 that play otherwise in 2.7."""
    for name in NAMES_OF_2_2:
        if name not in ALIKE:
            yield from read_scenario(ITALIAN / f"{name}.toml").clauses


def test_every_clause_of_a_fight_that_2_2_rules_otherwise_has_a_scenario_that_shows_it() -> None:
    assert sorted(set(OTHERWISE) - set(cited())) == []


def test_every_clause_that_is_named_for_a_difference_is_one_that_rules_otherwise() -> None:
    silent = {"306.9"}  # there is no Technique: a scenario cannot name one in 2.2
    assert set(BY_ITALIAN_CLAUSE.values()) - set(OTHERWISE) == silent
    assert "technique" not in release("2.2").rewards.equipment


def test_no_name_is_of_a_scenario_that_is_not_there() -> None:
    assert set(ALIKE) <= set(NAMES_OF_2_2)
    assert set(BY_ITALIAN_CLAUSE) <= set(NAMES_OF_2_7)
    assert len(NAMES_OF_2_2) >= 110 and len(NAMES_OF_2_7) >= 330


def test_every_scenario_in_the_folder_of_2_2_is_of_2_2_and_no_other_is() -> None:
    releases = {path: read_scenario(path).document.get("release", "2.7") for path in FOLDER.rglob("*.toml")}
    assert {path for path, name in releases.items() if name == "2.2"} == set(ITALIAN.rglob("*.toml"))
