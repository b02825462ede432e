"""Fighters that a match has brought along in its document: no catalogue tells what they do, so the match does."""

from esquive.core.shapes import CardPart
from esquive.kaos.spoken.cards.descriptions import Telling, told_parts
from esquive.kaos.table.state import State
from esquive.kaos.written.documents.inline_cards import read_inline


def own_parts(state: State, language: str) -> dict[str, list[CardPart]]:
    """What weapons, spells and skills of the match's own fighters do, by their ids."""
    if "profile" not in state.library.inline:
        return {}
    pack = read_inline({"profile": state.library.inline["profile"]})
    telling = Telling(language)
    return {} if pack is None else {one.id: told_parts(one, telling) for one in pack.fighter}
