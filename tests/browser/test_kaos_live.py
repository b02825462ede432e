"""A live match of Kaos is played in the browser: by mouse, by keyboard alone and by touch, to its end."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from esquive.kaos.cards.catalogue import catalogue
from tests.browser.axe import violations
from tests.browser.driving import (
    DESKTOP,
    PHONE,
    SIZES,
    arrive,
    boxes,
    overflow,
    pages_of,
    photograph,
    place_of,
    point_at,
    resize,
    shot,
)
from tests.server.serving import Follower, Site
from tests.server.test_kaos_live import create
from tests.ways import again

ASKED = "[data-testid=kaos-game]:not([data-waiting='']), [data-testid=over]"
CHOICES = "[data-testid=choices] button[data-do]"


def version(page: Page) -> int:
    """The version of what the page shows."""
    return int(page.get_attribute("[data-testid=kaos-game]", "data-version") or 0)


def until_asked(page: Page, known: int = -1) -> bool:
    """Waits until another decision than that of a version is asked; whether the game goes on."""
    page.wait_for_function(
        """(known) => {
          const game = document.querySelector('[data-testid=kaos-game]')
          return game && Number(game.dataset.version) > known && (game.dataset.waiting || game.dataset.over === 'true')
        }""",
        arg=known,
    )
    return page.get_attribute("[data-testid=kaos-game]", "data-over") == "false"


def played_to(client: Follower, kind: str, where: str = "") -> dict[str, Any]:
    """The first answers are given until a decision of a kind is asked, one that offers an answer with a field."""
    state = client.until_asked(client.hello())
    while not state["over"]:
        decision = state["decision"]
        if decision["kind"] == kind and (not where or any(where in option for option in decision["options"])):
            return state
        line = decision["options"][0]["do"]
        state = client.until_asked(client.ask({"type": "answer", "version": state["version"], "do": line}))
    raise AssertionError(f"no {kind} in this match")


def test_a_match_is_begun_from_the_front_page(page: Page, site: Site) -> None:
    """Two hordes, where and against whom: what is chosen is what lies on the table."""
    arrive(page, site)
    page.click("[data-testid=play-kaos]")
    page.wait_for_selector("[data-testid=kaos-start]")
    assert violations(page) == []
    photograph(page, "kaos-begin")
    page.fill("[data-testid=kaos-name]", "Ann")
    page.select_option("[data-testid=kaos-yours]", "three-knives")
    page.select_option("[data-testid=kaos-agent]", "random")
    page.click("[data-testid=kaos-start]")
    page.wait_for_selector(ASKED)
    expect(page.locator("[data-testid=figures] button[data-figure^=shi-]")).to_have_count(3)
    assert "Ann" in page.inner_text("h1")


@pytest.mark.parametrize("ground", ["quarry", "wayside-skirmish"])
def test_every_kind_of_ground_can_be_begun_on(page: Page, site: Site, ground: str) -> None:
    """A battlefield, and a scenario with points of its own."""
    arrive(page, site, "#/kaos")
    page.select_option("[data-testid=kaos-ground]", ground)
    page.click("[data-testid=kaos-start]")
    page.wait_for_selector(ASKED)
    assert page.locator(CHOICES).count() or page.is_visible("[data-testid=asked]")


@pytest.mark.parametrize("size", [DESKTOP, again(PHONE)], ids=["desktop", "phone"])
def test_what_is_played_for_is_in_sight_the_whole_game_long(page: Page, site: Site, size: ViewportSize) -> None:
    """The scenario, its goal, when it ends, the round of so many, and the points of both."""
    made = create(site, "human", "greedy", arena="the-road-is-ours")
    with site.follow(made["id"], made["token"]) as client:
        played_to(client, "plan")
    resize(page, size)
    arrive(page, site, place_of(made), language="en")
    page.wait_for_selector(CHOICES)
    goal = page.locator("[data-testid=kaos-goal]")
    expect(goal).to_contain_text("The Road Is Ours")
    expect(page.locator("header")).to_contain_text("Round 1 of 8")
    assert re.sub(r"\s+", " ", page.inner_text("[data-testid=kaos-score]")) == "Ann 0 0 VP – Bob 0 0 VP"
    if size == PHONE:
        page.click("[data-testid=kaos-goal] summary")
    expect(goal.get_by_text("Hold the middle of the causeway")).to_be_visible()
    expect(goal.get_by_text("The first to reach 100 victory points wins")).to_be_visible()
    expect(page.locator("[data-testid=kaos-table] .star"), "a star for each goal on the table").to_have_count(3)
    assert violations(page) == []


@pytest.mark.again
def test_a_whole_game_is_played_by_mouse(page: Page, site: Site) -> None:
    """Every prompt on the way is answered by pressing one of its answers, the last one as often as the first."""
    made = create(site, "human", "random")
    arrive(page, site, place_of(made))
    page.wait_for_selector(ASKED)
    kinds = set()
    known, turn = -1, 0
    while until_asked(page, known):
        known = version(page)
        kinds.add(page.get_attribute("[data-testid=choices]", "data-kind"))
        turn += 1
        answers = page.locator(CHOICES)
        answers.nth(0 if turn % 4 else answers.count() - 1).click()
    assert {"plan", "initiative", "deployment"} & kinds and turn > 10
    assert re.search(r"wins|Draw", page.inner_text("[data-testid=over]"))
    assert page.get_attribute("[data-testid=over]", "data-winner") in ("p1", "p2", "draw")
    photograph(page, "kaos-over")


def test_a_whole_game_is_played_by_keyboard_alone(page: Page, site: Site) -> None:
    """After an answer the focus is on the first one of the next decision, and arrows go from one to the other."""
    made = create(site, "human", "random")
    arrive(page, site, place_of(made))
    page.wait_for_selector(ASKED)
    page.keyboard.press("a")
    known, turn = -1, 0
    while until_asked(page, known):
        known, turn = version(page), turn + 1
        page.wait_for_function("() => document.activeElement?.dataset.do !== undefined")
        if turn % 3 == 0 and page.locator(CHOICES).count() > 1:
            page.keyboard.press("ArrowDown")
            line = page.evaluate("() => document.activeElement.dataset.do")
            assert line == page.locator(CHOICES).nth(1).get_attribute("data-do")
        page.keyboard.press("Enter")
    assert turn > 10
    assert page.get_attribute("[data-testid=over]", "data-winner") in ("p1", "p2", "draw")


def test_what_is_pointed_at_is_drawn_with_its_exact_odds(page: Page, site: Site) -> None:
    """An attack says its dice in the list; pointed at, its way is on the table, and its odds are counted."""
    made = create(site, "human", "greedy")
    with site.follow(made["id"], made["token"]) as client:
        state = played_to(client, "plan", "target")
        option = next(one for one in state["decision"]["options"] if "target" in one and one.get("dice"))
    arrive(page, site, place_of(made))
    row = page.locator(f"{CHOICES}[data-do='{option['do']}']")
    point_at(row)
    page.wait_for_selector(f"[data-testid=pointed][data-line='{option['do']}']", state="attached")
    assert str(option["dice"]) in row.inner_text()
    odds = page.locator("li.pointed [data-testid=odds]")
    odds.wait_for()
    assert re.search(r"\d+/\d+", odds.inner_text()) and "Attack:" in odds.inner_text()
    photograph(page, "kaos-plan")


def test_a_figure_chosen_in_the_list_is_marked_on_the_table_and_filters_what_is_asked(page: Page, site: Site) -> None:
    made = create(site, "human", "greedy")
    with site.follow(made["id"], made["token"]) as client:
        options = played_to(client, "initiative")["decision"]["options"]
    arrive(page, site, place_of(made))
    page.wait_for_selector(CHOICES)
    figure = options[0]["figures"][0]
    page.click(f"[data-testid=figures] button[data-figure='{figure}']")
    expect(page.locator(CHOICES)).to_have_count(1)
    assert page.locator(CHOICES).get_attribute("data-do") == options[0]["do"]
    expect(page.locator(f"[data-testid=kaos-table] [data-figure='{figure}'] .chosen")).to_have_count(1)
    expect(page.locator("[data-testid=kaos-card]").first).to_be_visible()
    page.click("[data-testid=unfilter]")
    expect(page.locator(CHOICES)).to_have_count(len(options))
    other = options[1]["figures"][0]
    page.locator(f"[data-testid=kaos-table] [data-figure='{other}'] .hit").click()
    assert page.get_attribute(f"[data-testid=figures] button[data-figure='{other}']", "aria-pressed") == "true"


def test_a_refused_line_says_which_clause_forbids_it(page: Page, site: Site) -> None:
    made = create(site, "human", "greedy")
    with site.follow(made["id"], made["token"]) as client:
        played_to(client, "plan")
    arrive(page, site, place_of(made))
    page.fill("[data-testid=typed-line]", "plan walk 500,500")
    page.click("[data-testid=typed-do]")
    page.wait_for_selector("[data-testid=judged][data-legal=false]")
    refused = page.locator("[data-testid=judged] li[data-holds=false]").first
    assert re.search(r"K\d+\.\d+", refused.inner_text())
    page.fill("[data-testid=typed-line]", "plan stay")
    page.click("[data-testid=typed-why]")
    page.wait_for_selector("[data-testid=judged][data-legal=true]")
    page.fill("[data-testid=typed-line]", "plan fly")
    page.click("[data-testid=typed-why]")
    assert "walk" in page.inner_text("[data-testid=typed-trouble]")
    known = version(page)
    page.fill("[data-testid=typed-line]", "plan stay")
    page.keyboard.press("Enter")
    until_asked(page, known)


def test_the_table_is_zoomed_moved_and_turned(page: Page, site: Site) -> None:
    made = create(site, "human", "greedy")
    arrive(page, site, place_of(made))
    table = page.locator("[data-testid=kaos-table]")
    (box,) = boxes(page, "[data-testid=kaos-table]")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, -600)
    page.wait_for_selector("[data-testid=kaos-table]:not([data-zoom='1.00'])")
    before = table.locator("svg").first.get_attribute("viewBox")
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 90, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    assert table.locator("svg").first.get_attribute("viewBox") != before
    page.click("[data-testid=zoom-all]")
    assert table.get_attribute("data-zoom") == "1.00"
    page.keyboard.press("t")
    assert table.get_attribute("data-turned") == "1"


@pytest.mark.again
def test_a_whole_game_is_played_by_touch_on_a_phone(browser: Browser, site: Site) -> None:
    """A finger shows an answer first, and gives it with the second tap."""
    made = create(site, "human", "random")
    with pages_of(browser, viewport=PHONE, has_touch=True, is_mobile=True) as ((held,), troubles):
        held.goto(f"{site.address}/{place_of(made)}")
        known, turn = -1, 0
        while until_asked(held, known):
            known, turn = version(held), turn + 1
            answers = held.locator(CHOICES)
            answer = answers.nth(0 if turn % 3 else answers.count() - 1)
            answer.tap()
            held.wait_for_selector("[data-testid=choices] li.pointed .again")
            assert version(held) == known, "the first tap only shows"
            answer.tap()
        assert turn > 10 and troubles == []
        assert held.get_attribute("[data-testid=over]", "data-winner") in ("p1", "p2", "draw")


def test_a_place_on_the_table_is_pressed(page: Page, site: Site) -> None:
    """What the mouse points at there is drawn, and pressing it gives the answer: a figure is deployed."""
    made = create(site, "human", "random")
    with site.follow(made["id"], made["token"]) as client:
        state = client.until_asked(client.hello())
        while state["decision"]["kind"] not in ("deployment", "deploy"):
            line = state["decision"]["options"][0]["do"]
            state = client.until_asked(client.ask({"type": "answer", "version": state["version"], "do": line}))
    arrive(page, site, place_of(made))
    until_asked(page)
    known = version(page)
    page.locator("[data-testid=kaos-table] .place").last.hover()
    line = page.get_attribute("[data-testid=pointed]", "data-line") or ""
    assert line.startswith("place ")
    page.click("[data-testid=place-pointed]")
    until_asked(page, known)
    expect(page.locator(f"[data-testid=kaos-table] [data-figure='{line.split()[1]}']")).to_have_count(1)


def test_an_open_seat_is_taken_by_who_opens_the_link(browser: Browser, site: Site) -> None:
    """Two browsers: the second sits down, and each sees its own edge of the table at the bottom."""
    with pages_of(browser, 2) as ((ann, bob), troubles):
        arrive(ann, site, "#/kaos")
        ann.fill("[data-testid=kaos-name]", "Ann")
        ann.select_option("[data-testid=kaos-agent]", "open")
        ann.click("[data-testid=kaos-start]")
        link = ann.wait_for_selector("[data-testid=join-link]")
        assert link
        address = link.get_attribute("value") or link.input_value()
        bob.goto(f"{site.address}/#{address.split('#', 1)[1]}")
        bob.fill("[data-testid=join-name]", "Bob")
        bob.click("[data-join]")
        for page in (ann, bob):
            page.wait_for_function("() => /Ann/.test(document.querySelector('h1')?.innerText)")
            page.wait_for_function("() => /Bob/.test(document.querySelector('h1')?.innerText)")
        # Who sits down was watching: the names come to who watches, and a moment later the seat.
        bob.wait_for_selector("[data-testid=kaos-table][data-turned='2']")
        assert ann.get_attribute("[data-testid=kaos-table]", "data-turned") == "0"
        asked = next(page for page in (ann, bob) if page.locator(CHOICES).count())
        known = version(asked)
        asked.locator(CHOICES).first.click()
        for page in (ann, bob):
            page.wait_for_function(
                "(known) => Number(document.querySelector('[data-testid=kaos-game]').dataset.version) > known",
                arg=known,
            )
        assert troubles == []


def test_two_people_on_one_screen_hand_it_over_where_cards_are_secret(page: Page, site: Site) -> None:
    """With decks of objects and events nobody is shown what the other one holds [Ruling R217]."""
    place = next(event.place for event in catalogue().events.values() if event.place)
    made = create(site, "human", "human", setup={"decks": {"objects": True, "events": True, "place": place}})
    arrive(page, site, place_of(made))
    page.wait_for_selector("[data-testid=hand-over]")
    expect(page.locator(CHOICES)).to_have_count(0)
    page.click("[data-testid=hand-over-ready]")
    page.wait_for_selector(CHOICES)


def test_who_watches_is_asked_nothing_and_sees_the_table(page: Page, site: Site) -> None:
    made = create(site, "human", "greedy")
    arrive(page, site, f"#/match/{made['id']}")
    page.wait_for_selector("[data-testid=kaos-table]")
    assert "Ann is playing" in page.inner_text("[data-testid=asked]")
    expect(page.locator(CHOICES)).to_have_count(0)
    expect(page.locator("[data-testid=typed-line]").first).not_to_be_visible()


@pytest.mark.parametrize("size", [size if size.startswith("phone") else again(size) for size in SIZES])
def test_the_table_and_what_is_asked_are_seen_together_at_every_size(page: Page, site: Site, size: str) -> None:
    made = create(site, "human", "greedy")
    with site.follow(made["id"], made["token"]) as client:
        played_to(client, "plan")
    width, height = SIZES[size]
    resize(page, {"width": width, "height": height})
    arrive(page, site, place_of(made))
    page.wait_for_selector(CHOICES)
    shot(page, f"kaos-{size}")
    assert overflow(page) <= 0
    table, first = boxes(page, "[data-testid=kaos-table]", CHOICES)
    assert min(table["width"], table["height"]) >= 250 and table["y"] + table["height"] <= height
    assert first["y"] + first["height"] <= height and first["height"] >= 44


@pytest.mark.parametrize(
    ("size", "theme"),
    [again("phone", "dark"), again("desktop", "light"), again("desktop", "dark"), again("phone", "light")],
)
def test_axe_finds_nothing_at_a_plan_and_at_a_reaction(page: Page, site: Site, size: str, theme: str) -> None:
    for kind in ("plan", "react"):
        made = create(site, "human", "greedy")
        with site.follow(made["id"], made["token"]) as client:
            played_to(client, kind)
        width, height = SIZES[size]
        resize(page, {"width": width, "height": height})
        arrive(page, site, place_of(made), theme=theme)
        page.wait_for_selector(CHOICES)
        assert violations(page) == []
        if size == "phone":
            page.click("[data-testid=tab-figures]")
            assert violations(page) == []
        assert overflow(page) <= 0
        shot(page, f"kaos-{kind}-{size}-{theme}")
    resize(page, DESKTOP)


def test_an_answer_in_kaos_is_taken_back_from_the_menu_of_its_page(page: Page, site: Site) -> None:
    """As in any other game: the server says that it can be, and shows what stands then."""
    made = create(site, "human", "human")
    with site.follow(made["id"], made["token"]) as client:
        before = client.hello()
        arrive(page, site, place_of(made))
        page.wait_for_selector(f"[data-testid=kaos-game][data-version='{before['version']}']")
        page.click("[data-testid=agree-menu]")
        assert page.is_disabled("[data-testid=ask-undo]"), "nothing has been answered"
        page.keyboard.press("Escape")
        line = before["decision"]["options"][0]["do"]
        answered = client.ask({"type": "answer", "version": before["version"], "do": line})
        assert answered["wishes"]["undo"] == "free"
        page.wait_for_selector(f"[data-testid=kaos-game][data-version='{answered['version']}']")
        page.click("[data-testid=agree-menu]")
        page.click("[data-testid=ask-undo]")
        after = client.read()
        assert after["version"] > answered["version"] and after["decision"] == before["decision"]
        page.wait_for_selector(f"[data-testid=kaos-game][data-version='{after['version']}']")
