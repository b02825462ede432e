"""A match of a game that has no table of its own in the client is shown as the engine draws it."""

from playwright.sync_api import Page

from tests.browser.driving import photograph
from tests.server.serving import Site
from tests.server.test_kaos_live import create


def test_a_match_of_kaos_is_drawn_and_says_who_is_asked(page: Page, site: Site) -> None:
    """It follows the match: an answer given elsewhere is shown here."""
    made = create(site, "human", "human")
    page.goto(f"{site.address}/#/match/{made['id']}?token={made['token']}")
    page.wait_for_selector("[data-testid=other-game] [data-testid=svg-position] svg")
    assert "Ann – Bob" in page.inner_text("h1")
    assert "has to decide" in page.inner_text("[data-testid=other-game]")
    with site.follow(made["id"], made["token"]) as client:
        state = client.hello()
        line = state["decision"]["options"][0]["do"]
        version = client.ask({"type": "answer", "version": state["version"], "do": line})["version"]
    page.wait_for_selector(f"[data-testid=other-game][data-version='{version}']")
    photograph(page, "kaos-live")
