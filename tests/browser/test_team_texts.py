"""Teams in a real browser: read from a text as people write it, asked back, kept by a name, and sent as a link."""

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import DESKTOP, PHONE, Browsers, arrive, overflow, photograph, resize, shot
from tests.server.serving import Site

CLEAN = {"team.first": None, "teams": None, "packs": None}
WRITTEN = "My team:\n- Anna Tommy (Eternal)\n2x Mercenaire\nOscar Kas\nBill Tell, level 3"


def begin(page: Page) -> None:
    """The team builder, with its tools open."""
    page.click("[data-testid=build-p1]")
    page.wait_for_selector("[data-testid=team-builder] li")
    page.click("[data-testid=team-tools] summary")


def chosen(page: Page) -> list[str]:
    """The ids of the figures in the team."""
    found = page.locator("[data-testid=team-builder] .team li button").evaluate_all(
        "(all) => all.map((one) => one.dataset.remove)"
    )
    return [str(one) for one in found]


def test_a_list_is_read_and_asked_back_where_it_is_not_sure(site: Site, page: Page) -> None:
    arrive(page, site, **CLEAN)
    begin(page)
    page.fill("[data-testid=team-text]", WRITTEN)
    page.click("[data-testid=team-read]")
    expect(page.locator("[data-unsure='Oscar Kas']")).to_be_visible()
    expect(page.locator("[data-remove='anna-tommy-eternal']")).to_have_count(1)
    photograph(page, "team-text")
    page.locator("[data-unsure='Oscar Kas'] [data-meant='oscar-kass']").click()
    expect(page.locator("[data-unsure='Oscar Kas']")).to_have_count(0)
    assert {"anna-tommy-eternal", "bill-tell", "oscar-kass"} <= set(chosen(page))
    assert violations(page) == []
    for size in (PHONE, DESKTOP):
        resize(page, size)
        shot(page, f"team-text-{size['width']}")
        assert overflow(page) == 0


def test_a_team_is_kept_by_a_name_written_and_sent_as_a_link(site: Site, browsers: Browsers) -> None:
    with browsers(2) as (page, other):
        arrive(page, site, **CLEAN)
        begin(page)
        before = chosen(page)
        page.click("[data-testid=team-write]")
        written = page.input_value("[data-testid=team-text]")
        assert len(written.splitlines()) == len(set(before))
        page.fill("[data-testid=team-name]", "First")
        page.click("[data-testid=team-keep]")
        page.locator("[data-testid=team-builder] [data-remove]").first.click()
        page.click("[data-kept-team='First']")
        assert chosen(page) == before
        page.click("[data-testid=team-read]")  # what was written is read back
        expect(page.locator("[data-testid=team-builder] .team li")).to_have_count(len(before))
        assert sorted(chosen(page)) == sorted(before)
        other.goto(page.input_value("[data-testid=team-link]"))
        other.wait_for_selector("[data-testid=team-builder] [data-remove]")
        assert sorted(chosen(other)) == sorted(before)
        assert other.evaluate("location.hash") == "#/"


def test_only_figures_that_one_owns_are_listed_each_as_often_as_one_has_it(site: Site, page: Page) -> None:
    arrive(page, site, **CLEAN, collection=None)
    begin(page)
    page.fill("[data-testid=collection-text]", "2x Bill Tell\nOscar Kass\nPercedal, Evangelyne")
    page.click("[data-testid=collection-read]")
    expect(page.get_by_test_id("owned")).to_have_text("5 figures")
    page.check("[data-testid=only-mine]")
    expect(page.locator("[data-testid=team-builder] .cards > *")).to_have_count(4)
    while page.locator("[data-testid=team-builder] [data-remove]").count():
        page.locator("[data-testid=team-builder] [data-remove]").first.click()
    page.get_by_role("button", name="Add Oscar Kass").click()
    expect(page.get_by_role("button", name="Add Oscar Kass")).to_be_disabled()
    assert violations(page) == []
    shot(page, "only-mine")
    arrive(page, site)  # kept
    begin(page)
    expect(page.get_by_test_id("owned")).to_have_text("5 figures")
