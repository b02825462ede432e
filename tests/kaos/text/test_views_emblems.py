"""What a profile card shows at its top right."""

from esquive.kaos.cards.library import EMBLEMS, TRIBES
from esquive.kaos.game import GAME


def test_every_tribe_has_its_emblem() -> None:
    """Moon and sun, spiked skull, pyramid, black hand, labyrinth [Kaos K3.6] [Kaos K3.7]."""
    assert dict(zip(TRIBES, EMBLEMS, strict=True)) == {
        "meleien": "moon and sun",
        "thanigiste": "spiked skull",
        "abelberien": "pyramid",
        "shimeien": "black hand",
        "enchantee": "labyrinth",
    }


def test_a_card_shows_tribe_and_emblem_to_both_players() -> None:
    """In the view of either seat [Kaos K2.2] [Kaos K3.7]."""
    state = GAME.new({"hordes": ["two-gleams", "gravediggers"], "options": {"horde_points": 45}})
    for seat in range(2):
        cards = GAME.view(state, seat).fighters
        assert cards
        assert all(card.emblem == EMBLEMS[TRIBES.index(card.tribe)] for card in cards)
