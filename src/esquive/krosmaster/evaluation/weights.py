"""What each thing of a position counts, in hundredths of a Gallon of Glory: one table for each bot that goes by it.

The numbers were set by hand and by playing; they decide nothing but the bots' taste.
"""

from typing import Final


class Weights:
    """What counts how much to a bot; the rest counts the same to all (`worth`, `strikes`).

    `kama`: of a Kama, up to sixteen. `down`, `up`: of a reward face down and of one that is revealed, by rank.
    `first_power`, `further_power`: of the powers a unit has gained or been inspired with, for each level; two dice do
    more on two figures. `critical`, `armoured`: beside that, for each level, of a Critical on somebody who can strike
    an enemy, and of Armour on somebody whom an enemy can strike. `danger`: of the harm the enemy could do in its next
    turn, in hundredths. `has_friends`: whether a partner's strength counts as one's own.
    """

    __slots__ = ("armoured", "critical", "danger", "down", "first_power", "further_power", "has_friends", "kama", "up")

    def __init__(
        self,
        *,
        kama: int,
        down: tuple[int, int, int],
        up: tuple[int, int, int],
        first_power: int,
        further_power: int,
        critical: int = 0,
        armoured: int = 0,
        danger: int = 0,
        has_friends: bool = True,
    ) -> None:
        self.kama = kama
        self.down = down
        self.up = up
        self.first_power = first_power
        self.further_power = further_power
        self.critical = critical
        self.armoured = armoured
        self.danger = danger
        self.has_friends = has_friends


# Twelve Kamas are worth a little less than the Gallon they buy.
TODAY: Final = Weights(
    kama=8,
    down=(30, 54, 78),
    up=(32, 48, 68),
    first_power=17,
    further_power=11,
    critical=4,
    armoured=5,
    danger=40,
)
# Those of `greedy@2026-11`, and of the chances told after a match, which were fitted with them.
NOVEMBER_2026: Final = Weights(
    kama=9,
    down=(12, 12, 12),
    up=(18, 18, 18),
    first_power=5,
    further_power=5,
    has_friends=False,
)
