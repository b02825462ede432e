"""What spells do when they succeed: the wounds and effects on the caster's card [Kaos K23.2] [Kaos K24.2]."""

from esquive.kaos.book.effects import apply_effects
from esquive.kaos.book.means import spell_of
from esquive.kaos.book.wounds import after_armour
from esquive.kaos.table.state import State


def spell_wounds(state: State, caster: int, means: int, target: int) -> int:
    """The wounds of a spell that succeeds; armour counts unless the card says otherwise [Kaos K18.3] [Kaos K18.6]."""
    spell = spell_of(state.card(caster), means)
    if spell is None:
        return 0
    return spell.wounds if spell.ignores_armour else after_armour(state, target, spell.wounds)


def cast(state: State, caster: int, means: int, target: int, x: int, y: int) -> None:
    """The effects of a spell that succeeds, after its wounds [Kaos K24.2].

    Nothing happens to who is gone, but what the card gives a player comes all the same [Ruling R329].
    """
    spell = spell_of(state.card(caster), means)
    if spell is not None and spell.effects:
        apply_effects(state, spell.effects, caster, target, x, y)
