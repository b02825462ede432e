"""The page of one's own games: whose turn it is, how they came out and what one has won, at a server."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import DESKTOP, Browsers, arrive, overflow, resize, shot
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Site

KEY = "K" * 43
SMALL = {"width": 360, "height": 740}


def created(site: Site, opponent: str = "Bob", agent: str = "open") -> dict[str, Any]:
    """A match of the browser with this key, against whoever comes, or a bot."""
    players = [
        {"name": "Ann", "cards": FIRST_BOX, "agent": "human"},
        {"name": opponent, "cards": BROTHERHOOD, "agent": agent},
    ]
    status, made = site.ask("/api/matches", {"players": players}, KEY)
    assert status == 201, made
    return dict(made)


def resigned(site: Site) -> dict[str, Any]:
    """A match that she has given up against a bot."""
    made = created(site, "Rusty", "random")
    with site.follow(made["id"], made["token"]) as follower:
        state = follower.until_asked(follower.hello())
        follower.send({"type": "wish", "what": "resign", "version": state["version"]})
        while not state.get("over"):
            state = follower.read()
    return made


def waiting(site: Site) -> dict[str, Any]:
    """A match in which she is to answer."""
    made = created(site, "Gears", "random")
    with site.follow(made["id"], made["token"]) as follower:
        follower.until_asked(follower.hello())
    return made


def test_games_are_listed_with_whose_turn_it_is_and_how_they_came_out(site: Site, browsers: Browsers) -> None:
    given_up, hers, free = resigned(site), waiting(site), created(site)
    with browsers(1) as (page,):
        arrive(page, site, "#/games", key=KEY)
        line = page.locator(f"[data-line='{given_up['id']}']")
        expect(line).to_have_attribute("data-outcome", "lost")
        expect(line).to_contain_text("Lost")
        expect(line).to_contain_text("by resignation")
        expect(line).to_contain_text("Out of the First Box")
        first = page.locator("[data-line]").first
        expect(first).to_have_attribute("data-line", hers["id"])
        expect(first.locator("[data-testid=your-turn]")).to_be_visible()
        expect(page.locator(f"[data-line='{free['id']}']")).to_contain_text("1 seat is open")
        expect(page.locator("[data-testid=own-record] [data-column=lost]").first).to_have_text("1")
        assert violations(page) == []
        filtered(page)
        resize(page, SMALL)
        assert overflow(page) <= 0
        shot(page, "own-games-phone", full_page=True)
        resize(page, DESKTOP)
        shot(page, "own-games", full_page=True)
        page.locator(f"[data-line='{hers['id']}'] [data-match]").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-testid=stage][data-version]")


def filtered(page: Page) -> None:
    """The games that are over alone, and all of them again."""
    page.click("[data-state=over]")
    expect(page.locator("[data-line]")).to_have_count(1)
    page.click("[data-state=all]")
    expect(page.locator("[data-line]")).to_have_count(3)


def test_whoever_has_not_played_is_told_so(site: Site, browsers: Browsers) -> None:
    with browsers(1) as (page,):
        arrive(page, site, "#/games", key="N" * 43)
        expect(page.locator("[data-testid=no-games]")).to_be_visible()
