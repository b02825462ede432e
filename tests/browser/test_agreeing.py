"""What players wish of one another: taking back, a draw, an end, a rematch; asked calmly, beside the board."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from esquive.krosmaster.cards.team_files import ready_pairs
from tests.browser.axe import violations
from tests.browser.driving import DESKTOP, SIZES, Browsers, begun, overflow, resize, shot
from tests.server.serving import Site

COVERED = """() => {
  const board = document.querySelector('[data-testid=board]').getBoundingClientRect()
  return [...document.querySelectorAll('.wish')].some((one) => {
    const wish = one.getBoundingClientRect()
    return wish.left < board.right && wish.right > board.left && wish.top < board.bottom && wish.bottom > board.top
  })
}"""


@pytest.fixture
def pages(browsers: Browsers) -> Iterator[list[Page]]:
    """The browsers of two players."""
    with browsers(2) as found:
        yield found


def sit_down(pages: list[Page], site: Site) -> list[Page]:
    """A new match, in the middle of a turn: who is asked comes first."""
    made = begun(site, first="human", second="human")
    for page, token in zip(pages, made["player_tokens"], strict=True):
        page.goto(f"{site.address}/#/match/{made['id']}?token={token}")
    for page in pages:
        page.wait_for_selector("[data-testid=stage][data-busy=false][data-version]")
        page.wait_for_selector("[data-link=open]", state="attached")
    return sorted(pages, key=lambda page: not page.locator("[data-waiting=activation]").count())


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


def test_ending_with_much_unspent_is_asked_about_once_an_activation_until_one_says_otherwise(
    pages: list[Page], site: Site
) -> None:
    """What is much the server says, and why."""
    first, _ = sit_down(pages, site)
    first.evaluate("localStorage.setItem('esquive.asksEnd', 'yes')")
    first.reload()
    first.wait_for_selector("[data-waiting=activation]")
    first.keyboard.press("e")
    assert "You would lose 6 AP, 3 MP" in first.inner_text("[data-testid=choices]")
    assert first.get_attribute("[data-testid=stage]", "data-waiting") == "activation"
    walk(first)
    for wanted in ("e", "[data-testid=never-ask]"):
        version = first.get_attribute("[data-testid=stage]", "data-version")
        first.keyboard.press("e")
        if wanted != "e":
            first.click(wanted)
        first.wait_for_selector(f"[data-testid=stage][data-busy=false]:not([data-version='{version}'])")
    assert first.evaluate("localStorage.getItem('esquive.asksEnd')") == "no"


def test_a_draw_is_offered_declined_offered_again_and_agreed_to(
    pages: list[Page], site: Site, sizes: tuple[str, ...]
) -> None:
    """At every size the request can be read, and the board stays where it is; then both want a rematch."""
    first, other = sit_down(pages, site)
    first.click("[data-testid=agree-menu]")
    first.wait_for_selector("[data-testid=agree-panel]")
    assert violations(first) == []
    shot(first, "agree-menu-desktop")
    first.click("[data-testid=ask-draw]")
    other.wait_for_selector("[data-testid=wish-draw]")
    assert violations(other) == []
    for size in sizes:
        width, height = SIZES[size]
        resize(other, {"width": width, "height": height})
        assert overflow(other) <= 0, size
        shot(other, f"agree-request-{size}")
        covered = other.evaluate(COVERED)
        assert not covered, size
    resize(other, DESKTOP)
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


def test_who_has_left_is_claimed_against_once_the_server_says_so(
    pages: list[Page], site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("participants", "offers"):
        monkeypatch.setattr(f"esquive.hosting.{module}.CLAIM_AFTER", 0.1)
    first, other = sit_down(pages, site)
    first.goto(f"{site.address}/#/learn")
    other.click("[data-testid=claim]")
    other.wait_for_selector("[data-testid=over]")
    assert "did not come back" in other.inner_text("[data-testid=over]")


def test_who_gives_up_among_bots_leaves_nobody_a_winner_and_no_draw(page: Page, site: Site) -> None:
    """Nobody has agreed to a draw; the list of games says the same."""
    agents = ("human", "random", "random", "random")
    names = ("Ann", "Bob", "Cleo", "Dan")
    teams = [list(team.cards) for team in ready_pairs()]
    players = [
        {"name": name, "cards": cards, "agent": agent} for name, cards, agent in zip(names, teams, agents, strict=False)
    ]
    status, made = site.ask("/api/matches", {"players": players, "format": "free-for-all"})
    assert status == 201, made
    with site.follow(made["id"], made["token"]) as follower:
        follower.until_asked(follower.hello())
        follower.send({"type": "wish", "what": "resign"})
        page.goto(f"{site.address}/#/match/{made['id']}?token={made['token']}")
        page.wait_for_selector("[data-testid=over][data-winner=none]")
        assert page.inner_text("#result") == "Nobody wins"
    page.goto(f"{site.address}/#/")
    page.locator(f"[data-match='{made['id']}']").scroll_into_view_if_needed()
    assert "Nobody wins" in page.inner_text(f"[data-match='{made['id']}']")
