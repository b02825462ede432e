"""Fighters of a document's own are told with what they do, wherever they are looked at: no catalogue has them."""

from typing import Any

import pytest

from esquive.core.messages import LANGUAGES
from esquive.kaos.game import GAME

PIKE = {"id": "pike", "kind": "long_melee", "dice": 4, "wounds": 4}
SKILL = {"id": "war-cry", "name": {"en": "War Cry"}, "text": {"en": "Everybody hears it."}, "timing": "action"}
DOCUMENT: dict[str, Any] = {
    "game": "kaos",
    "round": 1,
    "initiative": "p1",
    "profile": [{"id": "pikeman", "weapon": [PIKE], "skill": [SKILL]}],
    "figure": [
        {"id": "own", "profile": "pikeman", "owner": "p1", "x": 20, "y": 20},
        {"id": "printed", "profile": "shi-ombeline", "owner": "p2", "x": 40, "y": 20},
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_and_a_spectator_are_told_what_a_fighter_of_the_documents_own_does(language: str) -> None:
    """[Kaos K3.1]; of a printed one the catalogue tells it."""
    state = GAME.from_document(DOCUMENT)
    for seat in (0, 1, -1):
        own, printed = GAME.view(state, seat, language).fighters
        assert [(one.kind, one.tells != "") for one in own.parts] == [("weapon", True), ("skill", True)]
        assert own.parts[1].text == "Everybody hears it." and printed.parts == []


def test_a_drawing_tells_it_too() -> None:
    """A record is drawn step by step: its figures name their cards, and tell those that no catalogue has."""
    (ours,), (theirs,) = (side.pieces for side in GAME.words(GAME.from_document(DOCUMENT)).shown(-1).sides)
    assert ours.card == "pikeman" and [one.label for one in ours.parts][1:] == ["War Cry"]
    assert (theirs.card, theirs.parts) == ("shi-ombeline", [])
