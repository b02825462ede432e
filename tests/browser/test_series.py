"""Games one after the other: other teams or another arena, with the same people, and a score that goes on."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import Browsers, arrive, overflow, resize, shot
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Site

SMALL = {"width": 360, "height": 740}


def resigned(site: Site, made: dict[str, Any], token: str) -> None:
    """Who has the token gives up."""
    with site.follow(made["id"], token) as client:
        state = client.hello()
        client.send({"type": "wish", "what": "resign", "version": state["version"]})
        while not state["over"]:
            state = client.read()


def created(site: Site, agent: str, **more: Any) -> dict[str, Any]:
    players = [{"name": "Ann", "cards": FIRST_BOX}, {"name": "Bob", "cards": BROTHERHOOD, "agent": agent}]
    status, made = site.ask("/api/matches", {"players": players, **more})
    assert status == 201, made
    return dict(made)


def ended(page: Page, site: Site, made: dict[str, Any], token: str) -> None:
    arrive(page, site, f"#/match/{made['id']}?token={token}", name="Ann")
    page.wait_for_selector("[data-testid=over]")


def test_friends_play_again_with_other_teams_and_the_score_goes_on(site: Site, browsers: Browsers) -> None:
    made = created(site, "human")
    ann, bob = made["player_tokens"]
    resigned(site, made, bob)
    with browsers(2) as (host, guest):
        ended(host, site, made, ann)
        ended(guest, site, made, bob)
        guest.evaluate("localStorage.setItem('esquive.name', 'Bob')")
        host.click("[data-testid=other-team]")
        expect(host.locator("[data-testid=following]")).to_contain_text("Bob")
        assert violations(host) == []
        host.click("[data-testid=make-link]")
        guest.click("[data-testid=to-table]")
        guest.click("[data-testid=sit-down]")
        for page in (host, guest):
            expect(page.locator("[data-testid=series]")).to_contain_text("Series")


def test_a_game_against_a_bot_is_followed_by_one_that_is_set_up_as_it_was(site: Site, browsers: Browsers) -> None:
    made = created(site, "random", best_of=3)
    resigned(site, made, made["token"])
    with browsers(1) as (page,):
        ended(page, site, made, made["token"])
        expect(page.locator("[data-testid=series-end]")).to_contain_text("Best of 3")
        resize(page, SMALL)
        assert overflow(page) <= 0
        shot(page, "series-end-phone")
        page.click("[data-testid=other-team]")
        expect(page.locator("[data-testid=following]")).to_be_in_viewport()
        expect(page.locator("[data-testid=name-p2]")).to_have_value("Bob")
        expect(page.locator("[data-testid=bot-p2]")).to_be_visible()
        assert overflow(page) <= 0
        shot(page, "following-phone")
        page.click("[data-testid=start]")
        expect(page.locator("[data-testid=series]")).to_contain_text("1")
        shot(page, "series-phone")
        assert overflow(page) <= 0
        assert page.evaluate("sessionStorage.getItem('esquive.after')") is None
