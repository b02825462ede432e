"""The front page: both games at first sight, ways to begin that lead there, and nothing wider than the window."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import DESKTOP, PHONE, Browsers, arrive, begun, boxes, overflow, place_of, resize
from tests.server.serving import Site
from tests.ways import again

MOST_BYTES = 245_000  # bodies as they come, of 250 KB at most; `tools/cold_load.py` counts headers and messages too
MOST_FILES = 12
COME = "() => performance.getEntriesByType('resource').map((one) => [one.name, one.encodedBodySize])"
SIZES = [(1440, 900), again(390, 844), (844, 390), again(768, 1024), (720, 450)]


@pytest.fixture
def front(site: Site, page: Page) -> Page:
    page.goto(site.address)
    page.wait_for_selector("[data-testid=play-now]:not([disabled])")
    page.wait_for_selector("[data-testid=front] .kaos svg")
    return page


def test_a_stranger_sees_both_games_and_the_judge_without_scrolling(front: Page) -> None:
    parts = ("[data-testid=play-now]", "[data-testid=front] article svg", "[data-testid=front] .kaos svg", ".judge")
    for part, box in zip(parts, boxes(front, *parts), strict=True):
        assert box["y"] + box["height"] <= DESKTOP["height"], part
    expect(front.locator("[data-testid=front] [data-motif]"), "the pieces of the game itself").to_have_count(6)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_front_page_fits_every_window(front: Page, width: int, height: int) -> None:
    resize(front, {"width": width, "height": height})
    assert overflow(front) == 0
    (play,) = boxes(front, "[data-testid=play-now]")
    assert play["y"] + play["height"] <= height, "how to begin is seen first"


def test_who_wants_to_play_with_a_friend_is_one_click_from_the_link(front: Page) -> None:
    front.click("[data-testid=play-friend]")
    front.wait_for_function("() => location.hash === '#/friend'")
    front.wait_for_selector("main button")


def test_the_picture_of_kaos_leads_to_its_game(front: Page) -> None:
    front.click("[data-testid=watch-kaos]")
    front.wait_for_selector("[data-testid=replay-table] svg")


def test_a_first_match_on_a_phone_fetches_few_files_and_what_is_near(site: Site, browsers: Browsers) -> None:
    """What else can be chosen is fetched once somebody scrolls there."""
    with browsers(1) as (page,):
        resize(page, PHONE)
        page.goto(site.address)
        page.wait_for_selector("[data-testid=play-now]:not([disabled])")
        page.wait_for_selector("[data-testid=front] .kaos svg")
        page.evaluate("() => document.fonts.ready.then(() => true)")
        expect(page.locator("[data-testid=start]")).to_have_count(0)
        seen = page.evaluate(COME)
        page.locator("footer").scroll_into_view_if_needed()
        page.wait_for_selector("[data-testid=start]")
        scrolled = {name for name, _ in page.evaluate(COME)} - {name for name, _ in seen}
        assert any("OwnGame" in name for name in scrolled)
    with browsers(1) as (page,):
        resize(page, PHONE)
        page.goto(site.address)
        page.click("[data-testid=play-now]")
        page.wait_for_selector("[data-waiting=deployment]")
        came = page.evaluate(COME)
        files = [name for name, _ in came if "/assets/" in name]
        assert len(files) <= MOST_FILES, files
        asked = [name for name, _ in came if name.endswith("/api/door")]
        assert len(asked) <= 2, "who one is to the server is asked once a page, not for as long as one looks at it"
        assert sum(size for _, size in came) <= MOST_BYTES, came


def test_a_name_is_typed_once_and_stays(site: Site, page: Page) -> None:
    arrive(page, site, "#/", name=None)
    page.locator("footer").scroll_into_view_if_needed()
    page.fill("[data-testid=name-p1]", "Zoé")
    page.click("[data-testid=start]")
    page.wait_for_selector("[data-testid=stage]")
    page.evaluate("location.hash = '#/'")
    page.wait_for_selector("[data-testid=play-now]:enabled")
    page.locator("footer").scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('[data-testid=name-p1]')?.value === 'Zoé'")
    page.click("[data-testid=play-now]")
    page.wait_for_selector("[data-testid=stock-p1]")
    assert "Zoé" in page.locator("[data-testid^=stock-] h2").all_inner_texts()[0] + page.inner_text("body")


def test_play_now_says_which_teams_meet_and_begins_that_game(site: Site, page: Page) -> None:
    """Any two are drawn, also two with a card in common: then there is an `Anna Tommy 2`."""
    arrive(page, site, "#/")
    page.wait_for_selector("[data-testid=play-now]:enabled")
    hint = page.inner_text("[data-testid=front] .hint")
    catalogue = site.ask("/api/catalogue?outline=true")[1]
    names = {one["id"]: one["name"] for one in catalogue["cards"]}
    teams = {one["name"]: [names[card] for card in one["cards"]] for one in catalogue["teams"]}
    own, other = (
        max((name for name in teams if part.startswith(name)), key=len) for part in hint.split(" against ", 1)
    )
    page.click("[data-testid=play-now]")
    page.wait_for_selector("[data-timeline]")
    told = [label.split(",")[0] for label in page.locator("[data-timeline] .visually-hidden").all_inner_texts()]
    shown = [name if name in names.values() else name.rpartition(" ")[0] for name in told]
    assert sorted(shown) == sorted(teams[own] + teams[other])


def test_a_search_that_finds_nothing_says_so_and_cards_of_one_name_are_told_apart(site: Site, page: Page) -> None:
    arrive(page, site, "#/")
    page.locator("footer").scroll_into_view_if_needed()
    page.click("[data-testid=build-p1]")
    done, whole = boxes(page, "[data-testid=team-done]", "[data-testid=team-builder]")
    assert done["y"] + done["height"] <= whole["y"] + whole["height"] - 12  # not on its edge
    search = "[data-testid=team-builder] input[type=search]"
    page.fill(search, "percedal")
    page.wait_for_function("() => document.querySelectorAll('[data-testid=team-builder] article').length < 8")
    tiles = page.locator("[data-testid=team-builder] article header div").all_inner_texts()
    assert len(tiles) >= 3 and len(set(tiles)) == len(tiles)
    page.fill(search, "xyzzy")
    assert "No figure" in page.inner_text("[data-testid=nothing-found]")


def test_what_a_word_means_goes_with_a_press_and_with_the_pointer(site: Site, page: Page) -> None:
    arrive(page, site, place_of(begun(site)))
    page.wait_for_selector("[data-testid=stage][data-waiting=activation]")
    tip = page.get_by_test_id("tip")
    page.hover("[data-testid=wild-gg] [data-term]")
    tip.wait_for()
    page.mouse.down()
    tip.wait_for(state="detached")
    page.mouse.up()
