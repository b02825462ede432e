"""Packs that tests lay beside the catalogues."""

from typing import Final

ARCHER: Final = """
[pack]
name = "Mine"
version = "2"
author = "Ann"

[[card]]
id = "my-archer"
name = { en = "My Archer", fr = "Mon archer" }
colour = "white"
types = ["cra"]
level = 3
initiative = 4
mp = 3
hp = 10
ap = 6

[[card.spell]]
id = "call-bomb"
name = { en = "Call Bomb" }
range = { kind = "no-line-of-sight", min = 1, max = 2 }
cost = { ap = 3 }
kind = "special"
summons = 2
do = [{ op = "summon", summon = "water-bomb" }]

[[summon]]
id = "water-bomb"
override = true
hp = 5

[[reward]]
id = "aero-boost"
override = true
copies = 4
"""
YARD: Final = '''
[[arena]]
id = "my-yard"
name = { en = "My Yard" }
map = """
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . T T . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . D D . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
"""

[arena.starts]
p1 = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"]
p2 = ["a12", "b12", "c12", "d12", "e12", "f12", "g12", "h12"]
'''
SENTRY: Final = """
[[fighter]]
id = "my-sentry"
name = { en = "My Sentry" }
role = { en = "sentry" }
tribe = "meleien"
cost = 12
source = "user"
height_cm = 3.2
head_cm = 2.9
body_width_cm = 1.2
move_cm = 10
will_dice = 4
life_points = 12
dodge_dice = 4
weapon = [{ id = "spear", name = { en = "Long Spear" }, kind = "long_melee", dice = 4, wounds = 4 }]

[[fighter]]
id = "mel-ysaure"
override = true
life_points = 14

[[field]]
id = "my-meadow"
name = { en = "My Meadow" }
text = { en = "Grass." }
source = "user"

[[field.piece]]
name = { en = "the tree" }
kind = "tree"
shape = [[30, 30], [34, 30], [34, 34], [30, 34]]
height_cm = 6
flags = ["impassable", "blocks-sight"]

[[scenario]]
id = "my-stand"
name = { en = "My Stand" }
text = { en = "Hold the meadow." }
source = "user"
mode = "scenario"
field = "my-meadow"
rounds = 6
objective = [{ kind = "hold", points = 20, at = [37.5, 20], radius_cm = 5 }]
"""
