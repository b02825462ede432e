"""What is sent to others of a game that is over, and what chance chooses for whoever asks it to."""

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import Browsers, arrive, overflow, resize, shot
from tests.browser.test_series import SMALL, created, ended, resigned
from tests.server.serving import Site


def copied(page: Page, way: str) -> str:
    """What lies in the clipboard once a button has been pressed."""
    page.click(f"[data-share={way}]")
    expect(page.locator("[data-testid=shared]")).to_be_visible()
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_a_moment_its_picture_and_the_story_are_handed_on(site: Site, browsers: Browsers) -> None:
    made = created(site, "random", access="private")
    resigned(site, made, made["token"])
    with browsers(2) as (page, other):
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        ended(page, site, made, made["token"])
        link = copied(page, "link")
        assert "/#/desk/" in link  # nobody else may see the replay of a private game
        story = copied(page, "story")
        assert "Bob wins" in story
        with page.expect_download() as saved:
            page.click("[data-share=picture]")
        assert saved.value.path().read_bytes().startswith(b"\x89PNG")
        with page.expect_download() as saved:
            page.click("[data-share=svg]")
        assert saved.value.path().read_text(encoding="utf-8").startswith("<svg")
        assert violations(page) == []
        resize(page, SMALL)
        assert overflow(page) <= 0
        page.locator("[data-testid=share-end]").scroll_into_view_if_needed()
        shot(page, "share-phone")
        other.goto(link)
        other.wait_for_selector("[data-testid=board]")


def test_a_game_that_all_may_see_is_handed_on_as_its_replay(site: Site, browsers: Browsers) -> None:
    made = created(site, "random", access="listed")
    resigned(site, made, made["token"])
    with browsers(1) as (page,):
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        ended(page, site, made, made["token"])
        assert f"/#/replay/match/{made['id']}/" in copied(page, "link")


def test_chance_chooses_teams_and_arena_and_tells_them_first(site: Site, browsers: Browsers) -> None:
    with browsers(1) as (page,):
        for place, start in (("#/", "[data-testid=start]"), ("#/kaos", "[data-testid=kaos-start]")):
            arrive(page, site, place)
            if place == "#/":
                page.mouse.wheel(0, 3000)
            page.click("[data-testid=surprise]")
            expect(page.locator("[data-testid=surprise-told]")).to_contain_text("Drawn")
            expect(page.locator(start)).to_be_enabled()
            assert violations(page) == []
            page.locator("[data-testid=surprise]").scroll_into_view_if_needed()
            shot(page, f"surprise-{'kaos' if 'kaos' in place else 'krosmaster'}")
            page.click(start)
            page.wait_for_selector("[data-version]")
