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


def test_an_answer_in_kaos_is_taken_back_from_the_menu_of_its_page(page: Page, site: Site) -> None:
    """As in any other game: the server says that it can be, and shows what stands then."""
    made = create(site, "human", "human")
    with site.follow(made["id"], made["token"]) as client:
        before = client.hello()
        page.goto(f"{site.address}/#/match/{made['id']}?token={made['token']}")
        page.wait_for_selector(f"[data-testid=other-game][data-version='{before['version']}']")
        page.click("[data-testid=agree-menu]")
        assert page.is_disabled("[data-testid=ask-undo]"), "nothing has been answered"
        page.keyboard.press("Escape")
        line = before["decision"]["options"][0]["do"]
        answered = client.ask({"type": "answer", "version": before["version"], "do": line})
        assert answered["wishes"]["undo"] == "free"
        page.wait_for_selector(f"[data-testid=other-game][data-version='{answered['version']}']")
        page.click("[data-testid=agree-menu]")
        page.click("[data-testid=ask-undo]")
        after = client.read()
        assert after["version"] > answered["version"] and after["decision"] == before["decision"]
        page.wait_for_selector(f"[data-testid=other-game][data-version='{after['version']}']")
