"""The card browser in a real browser: found by a key, narrowed down, read, owned, printed, and led to by a link."""

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.driving import PHONE, Browsers, arrive, photograph, resize
from tests.server.serving import Site

CLEAN = {"collection": None, "packs": None}
COUNT = "[data-testid=how-many]"


def how_many(page: Page) -> int:
    return int(page.get_attribute(COUNT, "data-n") or -1)


def listed(page: Page) -> list[str]:
    return [str(one.get_attribute("data-open")) for one in page.locator("[data-open]").all()]


def test_a_figure_is_found_without_accents_and_told_from_its_eternal_print(site: Site, page: Page) -> None:
    arrive(page, site, "#/cards", **CLEAN)
    page.wait_for_selector("[data-open]")
    everything = how_many(page)
    page.fill("[data-testid=card-search]", "ANNA tommy")
    expect(page.locator("[data-open]")).to_have_count(2)
    assert set(listed(page)) == {"anna-tommy", "anna-tommy-eternal"}
    page.locator("[data-open='anna-tommy-eternal']").click()
    expect(page.locator("[data-testid=full-card] h2")).to_contain_text("Anna Tommy")
    assert page.evaluate("location.hash") == "#/cards/anna-tommy-eternal?q=ANNA+tommy"
    page.locator("[data-testid=full-card] a[href='#/cards/anna-tommy']").click()
    expect(page.locator("[data-card='anna-tommy']")).to_be_visible()
    page.fill("[data-testid=card-search]", "nobody is called so")
    expect(page.locator(COUNT)).to_have_attribute("data-n", "0")
    page.fill("[data-testid=card-search]", "")
    expect(page.locator(COUNT)).to_have_attribute("data-n", str(everything))


def test_filters_narrow_the_list_and_travel_by_the_link(site: Site, browsers: Browsers) -> None:
    with browsers(2) as (page, other):
        arrive(page, site, "#/cards", **CLEAN)
        page.wait_for_selector("[data-open]")
        page.locator("details summary").click()
        page.select_option("[data-filter=element]", "fire")
        page.select_option("[data-filter=level]", "3")
        page.check("[data-filter=playable]")
        expect(page.locator(COUNT)).not_to_have_attribute("data-n", "290")
        page.wait_for_function("() => location.hash.includes('playable=1')")
        few, names = how_many(page), listed(page)
        assert 0 < few < 60
        photograph(page, "card-browser")
        assert violations(page) == []
        arrive(other, site, page.evaluate("location.hash"), **CLEAN)
        other.wait_for_selector("[data-open]")
        assert (how_many(other), listed(other)) == (few, names)
        assert other.locator("details").get_attribute("open") is not None
        other.click("[data-testid=filters-off]")
        expect(other.locator(COUNT)).not_to_have_attribute("data-n", str(few))


def test_tokens_and_rewards_are_there_and_lead_to_one_another(site: Site, page: Page) -> None:
    arrive(page, site, "#/cards?kind=token", **CLEAN)
    page.wait_for_selector("[data-open]")
    page.locator("[data-open='tofu']").click()
    bringer = page.locator("[data-testid=full-card] .links a").first
    name = bringer.get_attribute("href") or ""
    bringer.click()
    expect(page.locator("[data-testid=full-card] a[href='#/cards/tofu']")).to_be_visible()
    assert name.startswith("#/cards/")
    page.click("[data-kind=reward]")
    expect(page.locator("[data-open]").first).to_be_visible()
    page.locator("[data-open]").first.click()
    expect(page.locator("[data-testid=full-card] .reward")).to_be_visible()


def test_figures_are_marked_as_ones_own_and_a_team_is_drawn_of_them(site: Site, page: Page) -> None:
    arrive(page, site, "#/cards/oscar-kass?q=oscar", **CLEAN)
    page.click("[data-testid=own-more]")
    page.click("[data-testid=own-more]")
    page.click("[data-testid=own-fewer]")
    expect(page.locator("[data-open='oscar-kass'] .mine")).to_contain_text("1")
    page.locator("details summary").click()
    page.check("[data-filter=mine]")
    expect(page.locator("[data-open]")).to_have_count(1)
    page.uncheck("[data-filter=mine]")
    page.click("[data-testid=build-with]")
    expect(page.locator("[data-remove='oscar-kass']")).to_have_count(1)
    page.click("[data-testid=draw-team]")
    expect(page.locator("[data-testid=level-total]")).to_have_attribute("data-level", "12")
    expect(page.locator("[data-remove='oscar-kass']")).to_have_count(1)
    expect(page.locator("[data-testid=team-facts]")).to_be_visible()
    photograph(page, "team-drawn")
    page.check("[data-testid=only-mine]")
    page.click("[data-testid=draw-team]")  # one figure of one's own is no team
    expect(page.locator("[data-testid=team-builder] .trouble")).to_be_visible()


def test_on_a_phone_a_card_takes_the_place_of_the_list_and_gives_it_back(site: Site, page: Page) -> None:
    resize(page, PHONE)
    arrive(page, site, "#/cards?q=justice", **CLEAN)
    first = page.locator("[data-open]").first
    first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=full-card]")).to_be_visible()
    expect(page.locator("[data-testid=card-list]")).to_be_hidden()
    page.keyboard.press("Tab")  # the keyboard goes on in the card
    assert page.evaluate("document.activeElement.dataset.testid") == "back-to-list"
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=card-list]")).to_be_visible()
    expect(page.locator("[data-testid=card-search]")).to_have_value("justice")


def test_what_is_listed_is_printed_whole_on_a_sheet(site: Site, page: Page) -> None:
    arrive(page, site, "#/cards?q=justice", **CLEAN)
    page.wait_for_selector("[data-open]")
    page.evaluate("window.print = () => { window.printed = document.querySelectorAll('.sheet article').length }")
    page.click("[data-testid=print]")
    page.wait_for_function("() => window.printed !== undefined")
    assert page.evaluate("window.printed") == how_many(page)


def test_a_card_that_is_not_there_is_said_to_be_missing(site: Site, page: Page) -> None:
    arrive(page, site, "#/cards/nobody-at-all", **CLEAN)
    expect(page.locator(".open [role=alert]")).to_contain_text("nobody-at-all")
