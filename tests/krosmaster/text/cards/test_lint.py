"""The linter: each code has a sample that fails, told with its line; the sample it starts from is clean."""

import pytest

from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.reading import parse_pack
from esquive.krosmaster.spoken.cards.lint import CODES, Finding, lint

CLEAN = """\
[[card]]
id = "my-archer"
name = { en = "My Archer" }
colour = "white"
level = 3
initiative = 4
mp = 3
hp = 10
ap = 6

[[card.spell]]
id = "shot"
name = { en = "Shot" }
range = { kind = "target", min = 2, max = 4 }
cost = { ap = 4 }
kind = "attack"
element = "air"
base = 2
do = [{ op = "extra-damage", x = 1, element = "air" }, { op = "pierce-armour" }]

[[card.spell]]
id = "call"
name = { en = "Call" }
range = { kind = "close-combat" }
cost = { ap = 3 }
kind = "special"
summons = 2
do = [{ op = "summon", summon = "my-bird" }]

[[card.power]]
keyword = "armour"

[[card.power]]
id = "revenge-shot"
name = { en = "Revenge Shot" }
when = "is-koed"
do = [{ op = "cast", spell = "shot" }]

[[summon]]
id = "my-bird"
name = { en = "My Bird" }
category = "mob"
mp = 4
hp = 1
ap = 0

[[reward]]
id = "my-hat"
name = { en = "My Hat" }
rank = "jade"
kind = "equipment"
slot = "set"
while = [{ give = [{ op = "stat-bonus", stat = "hp", x = 2 }] }]

[[reward]]
id = "my-sip"
name = { en = "My Sip" }
rank = "jade"
kind = "boost"
do = [{ op = "immediate-gain", stat = "ap", x = 2 }]

[[arena]]
id = "my-yard"
name = { en = "My Yard" }
map = '''
s . T
. D 2
'''
starts = { p1 = ["a1"], p2 = ["a2"] }
"""

_IMPROVE = '[{ op = "improve-spell", spell = "no-spell", do = [{ op = "push-back", x = 1 }] }]'
_CIRCLE = '[{ op = "have-powers", powers = ["dodge"], to = { who = "units", power = "lock" } }]'
_CHOICE = '[{ op = "choose", n = 3, options = [[{ op = "end-turn" }], [{ op = "retreat", x = 1 }]] }]'
_SIGHT = """id = "eye"
name = { en = "Eye" }
while = [{ give = [{ op = "no-sight-needed", spell = "no-spell", against = { who = "units" } }] }]"""
_WAVERING = '[{ give = [{ op = "copy-powers" }], that = { is = "on-crate" } }]'
SAMPLES = [
    ("KC101", 'element = "air"\nbase', "base", 16),
    ("KC101", 'kind = "special"\n', 'kind = "special"\nelement = "air"\n', 26),
    ("KC102", "base = 2\n", "", 16),
    ("KC102", 'kind = "special"\n', 'kind = "special"\nbase = 1\n', 26),
    ("KC103", '{ kind = "close-combat" }', '{ kind = "close-combat", min = 1, max = 1 }', 24),
    ("KC104", "min = 2, max = 4", "min = 5, max = 4", 14),
    ("KC104", "min = 2, max = 4", "max = 4", 14),
    ("KC105", 'summon = "my-bird"', 'summon = "my-brd"', 28),
    ("KC106", "summons = 2\n", "", 23),
    ("KC106", 'do = [{ op = "summon", summon = "my-bird" }]', "", 23),
    ("KC107", "base = 2\n", 'base = 2\narea_if = { is = "aligned" }\n', 19),
    ("KC108", '[{ op = "summon"', '[{ op = "steal-health" }, { op = "summon"', 28),
    ("KC109", 'x = 1, element = "air"', 'x = 1, element = "fire"', 19),
    ("KC110", 'id = "call"', 'id = "shot"', 22),
    ("KC201", 'keyword = "armour"', 'keyword = "armour"\nid = "own"', 32),
    ("KC201", 'id = "revenge-shot"\n', "", 33),
    ("KC202", 'when = "is-koed"\n', "", 33),
    ("KC202", 'when = "is-koed"\n', 'when = "is-koed"\nunimplemented = "much more"\n', 33),
    ("KC203", 'keyword = "armour"', 'keyword = "armour"\nx = 2', 30),
    ("KC203", 'keyword = "armour"', 'keyword = "loot"', 30),
    ("KC204", 'spell = "shot"', 'spell = "short"', 37),
    ("KC204", '[{ op = "immediate-gain", stat = "ap", x = 2 }]', _IMPROVE, 60),
    ("KC204", 'keyword = "armour"', _SIGHT, 30),
    ("KC205", '[{ op = "stat-bonus", stat = "hp", x = 2 }]', _CIRCLE, 53),
    ("KC206", '[{ op = "immediate-gain", stat = "ap", x = 2 }]', _CHOICE, 60),
    ("KC207", '[{ give = [{ op = "stat-bonus", stat = "hp", x = 2 }] }]', _WAVERING, 53),
    ("KC207", '[{ op = "stat-bonus", stat = "hp", x = 2 }]', '[{ op = "have-types" }]', 53),
    ("KC301", 'name = { en = "My Archer" }', 'name = { en = "Oscar Kass" }\nhero = "percedal"', 5),
    ("KC302", 'id = "my-hat"', 'id = "prespic-set"', 48),
    ("KC302", 'id = "my-sip"', 'id = "my-hat"', 56),
    ("KC303", "mp = 4", 'mp = "-"', 43),
    ("KC304", '[{ op = "cast", spell = "shot" }]', '[{ op = "replace", card = "oscar" }]', 37),
    ("KC305", 'id = "my-sip"', 'id = "my-sip"\noverride = true', 56),
    ("KC401", 'slot = "set"\n', "", 51),
    ("KC402", 'kind = "boost"', 'kind = "buff"', 59),
    ("KC501", "s . T", "s . T .", 65),
    ("KC501", "s . T", "s . Q", 65),
    ("KC502", '["a2"]', '["c2"]', 69),
    ("KC502", '["a2"]', '["a2", "a2"]', 69),
    ("KC503", 'name = { en = "My Yard" }', 'name = { en = "My Yard" }\nrink = ["q9"]', 65),
    ("KC503", 'name = { en = "My Yard" }', 'name = { en = "My Yard" }\nrink = ["a1", "a1"]', 65),
    ("KC901", '{ op = "pierce-armour" }', '{ op = "unimplemented", note = "too hard" }', 1),
    ("KC902", '{ op = "pierce-armour" }', '{ op = "special", name = "moon-dance" }', 1),
]


def findings(text: str) -> list[Finding]:
    return lint(parse_pack(text, "pack.toml"), text, "pack.toml", catalogue())


def test_a_clean_pack_has_no_findings() -> None:
    assert findings(CLEAN) == []


@pytest.mark.parametrize(("code", "old", "new", "line"), SAMPLES)
def test_a_sample_of_each_code_is_found_on_its_line(code: str, old: str, new: str, line: int) -> None:
    assert old in CLEAN
    found = [finding for finding in findings(CLEAN.replace(old, new, 1)) if finding.code == code]
    assert [finding.place for finding in found] == [f"pack.toml:{line}"]
    assert found[0].fix


def test_every_code_has_a_sample() -> None:
    assert {code for code, *_ in SAMPLES} == set(CODES)


def test_what_is_not_playable_yet_is_a_warning_and_no_error() -> None:
    text = CLEAN.replace('{ op = "pierce-armour" }', '{ op = "unimplemented", note = "too hard" }')
    assert [finding.severity for finding in findings(text)] == ["warning"]
