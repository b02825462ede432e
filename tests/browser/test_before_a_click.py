"""What the board says before a click: where a spell would only cost, and how far a far cell is."""

import pytest
from playwright.sync_api import Page

from tests.browser.driving import begun, place_of
from tests.browser.player import Player
from tests.server.serving import Site


@pytest.fixture
def activation(site: Site, page: Page) -> Player:
    """A match at the first activation of the one who plays here."""
    page.goto(f"{site.address}/{place_of(begun(site))}")
    player = Player(page, [])
    player.to_activation()
    return player


def test_a_spell_where_nobody_stands_is_dimmed_and_asked_about(activation: Player, page: Page) -> None:
    page.click("button[data-spell=punch]")
    marks = {cell: mark for mark, cell in activation.look()["marks"]}
    idle = [cell for cell, mark in marks.items() if mark == "idle"]
    assert idle and "target" not in marks.values(), "nobody is beside it yet"
    version = activation.look()["version"]
    page.hover(f"[data-cell={idle[0]}]")
    assert "only cost" in page.inner_text("[data-testid=idle]")
    activation.cell(idle[0])
    assert "only cost" in page.inner_text("[data-testid=choices]")
    assert activation.look()["version"] == version, "nothing has been paid"
    page.click("[data-testid=choices] button")
    page.wait_for_function(
        "(version) => Number(document.querySelector('[data-testid=stage]').dataset.version) > version", arg=version
    )


def test_a_cell_out_of_reach_says_what_the_way_costs(activation: Player, page: Page) -> None:
    reached = {cell for mark, cell in activation.look()["marks"] if mark == "reach"}
    held = set(activation.look()["pieces"])
    far = next(f"{column}{row}" for row in (6, 7, 3, 9) for column in "eh" if f"{column}{row}" not in reached | held)
    activation.cell(far)
    told = page.inner_text("[data-testid=refusal]")
    assert f"The way to {far} costs" in told and "adjacent" not in told
