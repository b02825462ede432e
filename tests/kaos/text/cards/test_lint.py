"""The linter: each code is raised by a file that breaks it, and by nothing else."""

from typing import Any

import pytest

from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.cards.reading import parse_pack
from esquive.kaos.spoken.cards.lint import CODES, WARNINGS, lint
from tests.kaos.cards.test_reading import FIGHTER

SKILL = """
[[fighter.skill]]
id = "knack"
name = {{ en = "Knack" }}
text = {{ en = "Something." }}
{0}
"""
SPELL = """
[[fighter.spell]]
id = "bolt"
name = { en = "Bolt" }
text = { en = "Something." }
dice = 3
range_cm = 10
defence = "will"
"""
OBJECT = """
[[object]]
id = "flask"
name = {{ en = "Flask" }}
text = {{ en = "Something." }}
source = "user"
difficulty = 4
{0}
"""
EVENT = """
[[event]]
id = "storm"
name = {{ en = "Storm" }}
text = {{ en = "Something." }}
source = "user"
{0}
"""
FIELD = """
[[{0}]]
id = "yard"
name = {{ en = "Yard" }}
text = {{ en = "Something." }}
source = "user"
[[{0}.piece]]
name = {{ en = "wall" }}
kind = "wall"
{1}
"""
SCENARIO = """
[[scenario]]
id = "brawl"
name = {{ en = "Brawl" }}
text = {{ en = "Something." }}
source = "user"
{0}
"""
HORDE = """
[[horde]]
id = "band"
name = {{ en = "Band" }}
text = {{ en = "Something." }}
source = "user"
points = 45
fighters = {0}
"""
AGAIN = 'do = [{ op = "extra-action" }]'
HEAL = 'do = [{ op = "heal", wounds = 1 }]'
HOLDS = 'while = [{ op = "armour", armour = 1 }]'
PUSH = 'do = [{ op = "push", cm = 1 }]'
PLACE = 'do = [{ op = "place", cm = 5 }]'
RING = "shape = [[20, 20], [50, 20], [50, 50], [20, 50], [20, 22], [22, 22], [22, 48], [48, 48], [48, 22], [20, 22]]"
SQUARE = "shape = [[10, 10], [20, 10], [20, 20], [10, 20]]"
PIECE = """name = { en = "barn" }
kind = "house"
"""
ZONE = '\n[[scenario.zone]]\nseat = "p1"\ncorner = [0, 0]\nopposite = {}'
SOUTH_ZONE = """
[[scenario.zone]]
seat = "p1"
corner = [0, 0]
opposite = [75, 15]"""
ROUND_ZERO = "shape = [[-2, -2], [2, -2], [2, 2], [-2, 2]]"


def found(text: str) -> list[str]:
    """The codes the linter raises for a file, beside the catalogue."""
    return [finding.code for finding in lint(parse_pack(text), "mine.toml", catalogue())]


def skill(text: str) -> str:
    """A fighter with a skill."""
    return FIGHTER + SKILL.format(text)


def hold(**keys: Any) -> str:
    """An objective of a scenario in the catalogue's field."""
    lines = [f"{key} = {value}" for key, value in keys.items()]
    return "\n".join(['mode = "scenario"', 'field = "quarry"', "[[scenario.objective]]", *lines])


BROKEN = [
    ("KO101", FIGHTER.replace("head_cm = 2.9", "head_cm = 3.2")),
    ("KO101", FIGHTER.replace("body_width_cm = 1.2", "body_width_cm = 2.6")),
    ("KO102", FIGHTER.replace('"close_melee"', '"ranged"')),
    ("KO102", FIGHTER.replace("wounds = 5 }", "wounds = 5, range_cm = 20 }")),
    ("KO103", FIGHTER.replace(FIGHTER[FIGHTER.index("weapon") :], "").replace("cost = 20", "cost = 11")),
    ("KO104", skill('timing = "action"\n' + HEAL).replace('"knack"', '"sword"')),
    ("KO105", skill('timing = "any_free_window"\n' + HEAL)),
    ("KO105", skill('timing = "action"\nfree = true\n' + HEAL)),
    ("KO106", skill('timing = "passive"\n' + HEAL)),
    ("KO106", skill('timing = "passive"\ndice = 3\n' + HOLDS)),
    ("KO106", skill('timing = "action"')),
    ("KO107", skill('timing = "any_free_window"\nfree = true\nuses_per_round = 0\n' + HEAL)),
    ("KO107", skill('timing = "action"\ntargets = "friend"\nuses_per_round = 0\n' + AGAIN)),
    ("KO107", FIGHTER + SPELL + 'targets = "friend"\n' + AGAIN),
    ("KO108", FIGHTER + SPELL),
    ("KO109", FIGHTER.replace("cost = 20", "cost = 40")),
    ("KO110", skill('timing = "reaction"\n' + PLACE)),
    ("KO110", EVENT.format(PUSH)),
    ("KO201", OBJECT.format('timing = "passive"\n' + HEAL)),
    ("KO201", OBJECT.format('timing = "action"\n' + HOLDS)),
    ("KO201", OBJECT.format('timing = "passive"\nwhile = [{ op = "sight", cm = 20 }]')),
    ("KO202", OBJECT.format('timing = "any_free_window"\nuses = 0\n' + HEAL)),
    ("KO202", OBJECT.format('timing = "action"\ntargets = "friend"\nuses = 0\n' + AGAIN)),
    ("KO203", EVENT.format("")),
    ("KO204", EVENT.format("parts = 3\ncopies = 2\n" + HEAL)),
    ("KO301", FIELD.format("field", "shape = [[70, 10], [76, 10], [76, 20], [70, 20]]")),
    ("KO301", FIELD.format("selection", SQUARE)),
    ("KO301", FIELD.format("field", "shape = [[10, 10], [20, 20], [20, 10], [10, 20]]")),
    ("KO302", FIELD.format("field", SQUARE + "\nheight_cm = 3\nlow = [10, 10]")),
    ("KO303", FIELD.format("field", RING + '\nheight_cm = 8\nflags = ["impassable"]')),
    (
        "KO304",
        FIELD.format("field", SQUARE + "\nheight_cm = 3\n[[field.piece]]\n" + PIECE + SQUARE + "\nheight_cm = 2"),
    ),
    ("KO401", SCENARIO.format('mode = "points"')),
    ("KO401", SCENARIO.format('mode = "points"\nfield = "nowhere"')),
    ("KO402", SCENARIO.format('mode = "scenario"\nfield = "quarry"')),
    ("KO403", SCENARIO.format(hold(kind='"hold"', points=5))),
    ("KO403", SCENARIO.format(hold(kind='"hold"', points=5, at="[80, 20]"))),
    ("KO403", SCENARIO.format(hold(kind='"survive"', points=5, rounds=9, seat='"p1"'))),
    ("KO403", SCENARIO.format(hold(kind='"survive"', points=5, rounds=3))),
    ("KO404", SCENARIO.format('mode = "points"\nfield = "quarry"\nevents = true\nplace = "nowhere"')),
    ("KO405", SCENARIO.format('mode = "points"\nfield = "quarry"' + ZONE.format("[80, 20]"))),
    ("KO406", SCENARIO.format('mode = "points"\nfield = "quarry"' + ZONE.format("[75, 9]"))),
    ("KO406", SCENARIO.format('mode = "points"\nfield = "quarry"' + 2 * SOUTH_ZONE)),
    ("KO407", SCENARIO.format(hold(kind='"hold"', points=5, at="[37.5, 37.5]", rounds=9))),
    ("KO501", HORDE.format('["mel-ysaur"]')),
    ("KO502", HORDE.format('["mel-ysaure", "mel-ysaure"]')),
    ("KO502", HORDE.format('["mel-ysaure", "abe-vhol", "shi-sarcene"]')),
]
SOUND = [
    FIGHTER,
    skill('timing = "passive"\n' + HOLDS),
    skill('timing = "any_free_window"\nfree = true\n' + PLACE),
    skill('timing = "reaction"\ntargets = "enemy"\n' + PUSH),
    skill('timing = "action"\ntargets = "friend"\n' + AGAIN),
    FIGHTER + SPELL + 'free = true\ntargets = "friend"\n' + AGAIN,
    OBJECT.format('timing = "passive"\nuses = 0\n' + HOLDS),
    EVENT.format("parts = 3\ncopies = 3\n" + HOLDS),
    FIELD.format("field", SQUARE + "\nheight_cm = 3"),
    FIELD.format("selection", ROUND_ZERO),
    SCENARIO.format(hold(kind='"hold"', points=5, at="[37.5, 37.5]", radius_cm=4)),
    HORDE.format('["mel-ysaure", "abe-vhol"]'),
]


@pytest.mark.parametrize(("code", "text"), BROKEN)
def test_what_makes_no_sense_is_found(code: str, text: str) -> None:
    assert code in found(text) and set(found(text)) <= {code, "KO109"}


@pytest.mark.parametrize("text", SOUND)
def test_what_makes_sense_is_left_alone(text: str) -> None:
    assert [code for code in found(text) if code not in WARNINGS] == []


def test_every_code_is_raised_by_some_file() -> None:
    assert {code for code, _ in BROKEN} == set(CODES)


def test_a_finding_names_file_key_and_fix() -> None:
    finding = lint(parse_pack(FIGHTER.replace("head_cm = 2.9", "head_cm = 3.2")), "mine.toml")[0]
    assert finding.place == "mine.toml: fighter 'knight', head_cm" and finding.fix
    assert str(finding).startswith("mine.toml: fighter 'knight', head_cm: KO101 ")
    assert finding.to_data()["severity"] == "error"


def test_an_id_of_the_catalogue_is_not_taken_again() -> None:
    text = FIGHTER.replace('"knight"', '"mel-ysaure"')
    findings = lint(parse_pack(text), "mine.toml", catalogue())
    assert len(findings) == 1 and "belongs to the catalogue" in findings[0].message
