"""A game in a real browser by clicking: set up, deployed and begun, with a reload; and played on to its end."""

import json

import pytest
from playwright.sync_api import Page

from tests.browser.driving import late, photograph, place_of
from tests.browser.player import Player
from tests.server.serving import Site

ANSWERS = 12
OWN_TEAM = "four-knights"
OTHER_TEAM = "full-steam"
OWN_LATE = ["captain-amakna", "justice-knight-jr", "anna-tommy"]


def start(page: Page, site: Site) -> None:
    """The first screen: both teams, a random bot, the game."""
    page.goto(site.address)
    page.wait_for_selector("[data-testid=start]")
    photograph(page, "start")
    for seat, team in (("p1", OWN_TEAM), ("p2", OTHER_TEAM)):
        page.click(f"[data-testid=seat-{seat}] label:has([data-team={team}])")
    page.click("[data-testid=seat-p1] label:has([data-agent=human])")
    page.click("[data-testid=seat-p2] label:has([data-agent=bot])")
    page.select_option("[data-testid=bot-p2]", "random")
    page.click("[data-testid=start]")


def pieces_of(site: Site) -> dict[str, str]:
    """Which unit stands on which cell, as the server has it."""
    match = site.ask("/api/matches")[1][0]["id"]
    return {unit["at"]: unit["id"] for unit in site.ask(f"/api/matches/{match}")[1]["unit"] if unit["at"]}


def test_a_game_begins_on_the_first_screen_and_a_reload_finds_it_as_it_was(site: Site, page: Page) -> None:
    start(page, site)
    own = {team["id"]: team["cards"] for team in site.ask("/api/catalogue")[1]["teams"]}[OWN_TEAM]
    seen = Player(page, own).to_activation(ANSWERS)
    photograph(page, "game")
    page.reload()
    after = Player(page, own).settle(-1)
    assert after["version"] == seen["version"]
    assert after["pieces"] == pieces_of(site) == seen["pieces"]


@pytest.mark.again
def test_a_game_is_played_to_its_end(site: Site, page: Page) -> None:
    """From late in a game, by clicking, as by touch and by keys; the result is the server's [KA 1.4.1]."""
    made = late(site)
    page.goto(f"{site.address}/{place_of(made)}")
    player = Player(page, OWN_LATE)
    winner = player.to_the_end()
    photograph(page, "over")
    record = str(site.ask(f"/api/matches/{made['id']}/record", token=made["token"])[1])
    assert json.loads(record.strip().splitlines()[-1])["end"]["winner"] == winner
