"""What players wish of one another: taking back, a draw, an end, a rematch; asked calmly, beside the board."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.axe import violations
from tests.browser.driving import DESKTOP, PICTURES, open_page, overflow
from tests.server.serving import Site, thread_server

COVERED = """() => {
  const board = document.querySelector('[data-testid=board]').getBoundingClientRect()
  return [...document.querySelectorAll('.wish')].some((one) => {
    const wish = one.getBoundingClientRect()
    return wish.left < board.right && wish.right > board.left && wish.top < board.bottom && wish.bottom > board.top
  })
}"""
SIZES = {
    "desktop": (1440, 900),
    "phone": (390, 844),
    "landscape": (844, 390),
    "tablet": (768, 1024),
    "zoom": (720, 450),
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server for all tests here."""
    with thread_server(tmp_path_factory.mktemp("agreeing") / "matches.sqlite") as running:
        yield running


@pytest.fixture(scope="module")
def pages() -> Iterator[list[Page]]:
    """The browsers of two players."""
    with open_page() as (page, troubles):
        assert page.context.browser is not None
        other = page.context.browser.new_context(viewport=DESKTOP, reduced_motion="reduce", locale="en-GB").new_page()
        other.on("pageerror", lambda error: troubles.append(str(error)))
        other.set_default_timeout(10_000)
        other.add_init_script("localStorage.setItem('esquive.pace', 'instant')")
        yield [page, other]
        assert troubles == []


def sit_down(pages: list[Page], site: Site, second: str = "human") -> list[Page]:
    """A new match, in the middle of a turn: who is asked comes first."""
    made = site.new_match("human", second)
    with site.follow(made["id"], made["token"]) as both:
        state = both.until_asked(both.hello())
        while state["decision"]["kind"] != "activation":
            line = state["decision"]["options"][0]["do"]
            state = both.until_asked(both.ask({"type": "answer", "version": state["version"], "do": line}))
        asked = state["players"][0 if state["asked"] == state["players"][0]["seat"] else 1]["name"]
    tokens = dict(zip(("Ann", "Bob"), made["player_tokens"], strict=True))
    order = sorted(tokens, key=lambda name: name != asked)
    for page, name in zip(pages, order, strict=False):
        page.goto(f"{site.address}/#/match/{made['id']}?token={tokens[name]}")
        page.wait_for_selector("[data-testid=stage][data-busy=false][data-version]")
        page.wait_for_selector("[data-link=open]", state="attached")
    pages[0].wait_for_selector("[data-waiting=activation]")
    return pages


def walk(page: Page) -> str:
    """Walks to a cell in reach; where the piece has come from."""
    version = page.get_attribute("[data-testid=stage]", "data-version")
    cell = page.locator("[data-mark=reach]").first.get_attribute("data-mark-cell")
    page.click(f"[data-cell={cell}]")
    page.wait_for_selector(f"[data-testid=stage][data-busy=false]:not([data-version='{version}'])")
    return str(cell)


def pieces(page: Page) -> list[str]:
    """Where pieces stand."""
    found: list[str] = page.locator(".piece[data-at]").evaluate_all("all => all.map((one) => one.dataset.at).sort()")
    return found


def test_a_walk_is_taken_back_with_one_key(pages: list[Page], site: Site) -> None:
    first, other = sit_down(pages, site)
    before = pieces(first)
    walk(first)
    first.wait_for_selector("[data-testid=undo][data-undo=free]")
    while pieces(first) != before:
        version = first.get_attribute("[data-testid=stage]", "data-version")
        first.keyboard.press("u")
        first.wait_for_selector(f"[data-testid=stage][data-busy=false]:not([data-version='{version}'])")
    version = first.get_attribute("[data-testid=stage]", "data-version")
    other.wait_for_selector(f"[data-testid=stage][data-version='{version}']")
    assert pieces(other) == before


def test_ending_with_nothing_spent_is_asked_about_until_one_says_otherwise(pages: list[Page], site: Site) -> None:
    first, _ = sit_down(pages, site)
    first.evaluate("localStorage.setItem('esquive.asksEnd', 'yes')")
    first.reload()
    first.wait_for_selector("[data-waiting=activation]")
    first.keyboard.press("e")
    assert "lost" in first.inner_text("[data-testid=choices]")
    assert first.get_attribute("[data-testid=stage]", "data-waiting") == "activation"
    first.click("[data-testid=never-ask]")
    first.wait_for_selector("[data-testid=choices]", state="detached")
    assert first.evaluate("localStorage.getItem('esquive.asksEnd')") == "no"


def test_a_draw_is_offered_declined_offered_again_and_agreed_to(pages: list[Page], site: Site) -> None:
    """At every size the request can be read, and the board stays where it is; then both want a rematch."""
    first, other = sit_down(pages, site)
    first.click("[data-testid=agree-menu]")
    first.wait_for_selector("[data-testid=agree-panel]")
    assert violations(first) == []
    first.screenshot(path=PICTURES / "agree-menu-desktop.png")
    first.click("[data-testid=ask-draw]")
    other.wait_for_selector("[data-testid=wish-draw]")
    assert violations(other) == []
    PICTURES.mkdir(parents=True, exist_ok=True)
    for size, (width, height) in SIZES.items():
        other.set_viewport_size({"width": width, "height": height})
        assert overflow(other) <= 0, size
        other.screenshot(path=PICTURES / f"agree-request-{size}.png")
        covered = other.evaluate(COVERED)
        assert not covered, size
    other.set_viewport_size(DESKTOP)
    other.click("[data-testid=decline]")
    first.wait_for_selector("[data-testid=declined]")
    first.click("[data-testid=agree-menu]")
    first.click("[data-testid=ask-draw]")
    other.click("[data-testid=agree]")
    for page in (first, other):
        page.wait_for_selector("[data-testid=over][data-winner=draw]")
    first.click("[data-testid=rematch]")
    other.wait_for_selector("[data-testid=wants-rematch]")
    old = first.url
    other.click("[data-testid=rematch]")
    for page in (first, other):
        page.wait_for_function("(old) => location.href !== old && !location.href.includes('?')", arg=old.split("?")[0])
        page.wait_for_selector("[data-testid=stage][data-busy=false][data-version]")
    assert first.url == other.url != old


def test_resigning_is_asked_once(pages: list[Page], site: Site) -> None:
    first, other = sit_down(pages, site)
    first.click("[data-testid=agree-menu]")
    first.click("[data-testid=resign]")
    first.click("[data-testid=resign-sure]")
    for page in (first, other):
        page.wait_for_selector("[data-testid=over]")
        assert "has resigned" in page.inner_text("[data-testid=over]")
