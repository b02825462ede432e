"""Fighters that a match has brought along in its document: no catalogue tells what they do, so the match does."""

from esquive.core.shapes import CardPart
from esquive.kaos.spoken.cards.descriptions import Telling, told_parts
from esquive.kaos.spoken.wording import known_in
from esquive.kaos.table.state import State
from esquive.kaos.written.documents.set_ups import is_own


def own_parts(state: State, language: str) -> dict[str, list[CardPart]]:
    """What weapons, spells and skills of the match's own fighters do, by their ids."""
    known, telling = known_in(state), Telling(language)
    own = [profile.id for profile in state.library.profiles if is_own("fighter", profile.id, known)]
    return {one: told_parts(known.fighters[one], telling) for one in own}
