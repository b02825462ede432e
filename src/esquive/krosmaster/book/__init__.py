"""The rulebook, one module a chapter, in its words. What is no module of this room stands with the room it is in.

    1.1   how teams are built         teams
    1.2   the board                   table.board
    1.3   starting a game             setup; timeline: places that Initiative changed in play gives
    1.4   winning and losing          victory
    1.5   contradictions              powers.values, sight, wounds, instead: what a card says comes before the rules
    1.6   the dice                    dice; powers.rolls says what cards change of a roll
    1.7   simultaneous effects        effects.running, wounds
    2     a Krosmaster's card         cards.documents, cards.library
    3     a summon's token            cards.documents, cards.library
    4.1   players                     turn, table.settings
    4.2   game pieces                 table.state
    4.3   units                       table.state, powers.selectors
    4.4   allies                      allies
    4.5   Kamas                       rewards, movement
    4.6   Gallons of Glory            victory
    4.7   Demonic Rewards             rewards; purchases spells out what buying and revealing have to meet
    4.8   spells                      powers.values; powers.terms says what its numbers are made of
    4.9   powers                      powers.values
    4.10  HP, damage, injuries, KO    wounds, healing, ko_gains
    4.11  AP, MP and their markers    markers, powers.values; powers.marker_counts counts them
    4.12  range markers               markers
    4.13  special markers             markers
    4.14  Block, Lock and Dodge       block
    4.15  range and lines of sight    sight
    4.16  areas of effect             table.board, cards.ranges
    4.17  cells and scenery           movement, table.board; scenery (cubes, and what can be destroyed)
    4.18  effects                     triggers, effects.registry, powers.amounts; powers.copying: those of other units
    4.19  summons                     summons
    4.20  the opponent's territory    table.board
    5     a game turn                 turn
    6     a unit's turn               unit_turn
    6.3   its actions                 activation
    7.1   what casting has to meet    prerequisites
    7.2   attack spells               casting, its eight steps; targets, damage, damage_terms, standby
    7.3   healing spells              casting, damage
    7.4   special spells              casting
    7.5   additional effects          effects.running, effects.later; effects.apply, effects.moves, effects.special
    8     other rules                 table.settings
    9     games with four players     multiplayer; setup, victory and wounds ask it

Where releases differ, a pair of procedures ends the chapter; `procedures` chooses one of each for a match.
"""
