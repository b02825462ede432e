"""The rulebook, one module a chapter, in its words.

    teams           1.1   building a team
    setup           1.3   starting the game
    victory         1.4   Gallons of Glory, winning and losing (with 4.6)
    dice            1.6   the dice
    allies          4.4   which units of a side are allied or opposing
    rewards         4.7   Demonic Rewards; `purchases` spells out what buying and revealing have to meet
    values          4.8   powers, costs, gauges and ranges as they stand (with 4.9 and 4.11)
    wounds          4.10  injuries, healing, KO
    markers         4.11  gauges and markers (to 4.13)
    block           4.14  Block, Lock and Dodge
    sight           4.15  range and lines of sight
    movement        4.17  cells, displacement, Traps and Tombstones
    triggers        4.18  powers that an event sets off; `copying` finds those copied from other units
    summons         4.19  summons
    turn            5     a player's turn
    unit_turn       6     a unit's turn
    activation      6.3   its actions
    prerequisites   7.1   what casting a spell has to meet
    targets         7.2.3 the targets of a spell
    casting         7.2   the eight steps of a spell (7.3 and 7.4 with it); `damage` holds the sums of Step 6
    standby         7.2.9 effects on standby

Where releases differ, a pair of procedures ends the chapter; `procedures` chooses one of each for a match.
Areas of effect (4.16) and distances are geometry: see `krosmaster.board`. The additional effects of 7.5 are ops: see
`krosmaster.effects`.
"""
