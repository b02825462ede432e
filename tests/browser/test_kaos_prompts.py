"""Prompts of Kaos that decide well: dice and destiny, where a strike comes, windows let be, the loupe."""

from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import violations
from tests.browser.driving import PHONE, arrive, drag_by_finger, pages_of, photograph, place_of, point_at, shot
from tests.browser.test_kaos_hand import ASKED, middle, table
from tests.server.serving import Site

VHOL: dict[str, Any] = {"id": "ann", "profile": "abe-vhol", "owner": "p1", "x": 20, "y": 30, "facing": 0}
THOLINE: dict[str, Any] = {"id": "bob", "profile": "abe-tholine", "owner": "p2", "x": 22.5, "y": 30, "facing": 180}


def led(site: Site, *lines: str, **position: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """A match from a drawn position, and what is asked after some lines."""
    made = table(site, scenery=[], **position)
    with site.follow(made["id"], made["token"]) as client:
        state = client.until_asked(client.hello())
        for line in lines:
            state = client.until_asked(client.ask({"type": "answer", "version": state["version"], "do": line}))
    return made, dict(state["decision"])


def opened(page: Page, site: Site, made: dict[str, Any], **kept: str | None) -> None:
    """The page of a match, once something is asked."""
    arrive(page, site, place_of(made), theme="light", language="en", **{"kaosPass": None, **kept})
    page.wait_for_selector(ASKED)


def reached(page: Page, site: Site, kind: str, *lines: str, **position: Any) -> None:
    """The page at a decision that lines lead to from a drawn position."""
    made, decision = led(site, *lines, **position)
    assert decision["kind"] == kind, decision["kind"]
    opened(page, site, made)


def test_destiny_shows_both_sides_dice_and_what_a_point_would_do(page: Page, site: Site) -> None:
    """Successes so far, dice that a point rolls again, and the exact odds of spending it or not [Kaos K36.4]."""
    players = {"p1": {"destiny": 2}, "p2": {"destiny": 1}}
    lines = ("plan stay strike bob glaive", "react dodge")
    reached(page, site, "destiny", *lines, players=players, figure=[VHOL, THOLINE])
    sides = page.locator("[data-testid=rolled] section")
    expect(sides).to_have_count(2)
    expect(page.locator("[data-testid=rolled] section[data-seat=p1]")).to_have_count(1)
    expect(page.locator("[data-testid=choices] [data-testid=odds]").first).to_be_visible()
    assert violations(page) == []
    photograph(page, "kaos-destiny")


def test_what_can_be_done_stands_in_groups_the_best_attack_first(page: Page, site: Site) -> None:
    """Strikes before shots before walks; what reads alike is shown twice, and the rest is a press away."""
    bow = {**VHOL, "profile": "mel-corvel"}
    reached(page, site, "plan", figure=[bow, {**THOLINE, "x": 45}])
    groups = page.locator("[data-testid=choices] ol[data-group]")
    assert groups.evaluate_all("(all) => all.map((one) => one.dataset.group)") == ["shoot", "move"]
    shots = groups.first.locator("button[data-do]")
    few = shots.count()
    first = page.locator("[data-testid=choices] button[data-do]").first
    assert "shoot bob" in (first.get_attribute("data-do") or "")
    assert violations(page) == []
    photograph(page, "kaos-groups")
    page.locator("[data-testid=more-of-group]").first.click()
    assert shots.count() > few >= 2


def test_who_waits_sees_the_plan_declared_then_the_dice_as_they_fall(page: Page, site: Site) -> None:
    """The base at the end of the way while Bob reacts, both sides' dice while he decides about them [Kaos K20.1].

    What happens is told one event after another at the pace chosen, and a press passes over the rest.
    """
    players = {"p1": {"destiny": 0}, "p2": {"destiny": 1}}
    made = table(site, scenery=[], players=players, figure=[VHOL, {**THOLINE, "x": 28}])
    ann, bob = made["player_tokens"]
    with site.follow(made["id"], bob) as client:
        client.hello()
        arrive(page, site, place_of({**made, "token": ann}), theme="light", language="en", pace="calm")
        page.wait_for_selector(ASKED)
        page.fill("[data-testid=typed-line]", "plan walk 25.49,30 strike bob glaive")
        expect(page.locator("[data-testid=spent]")).to_be_visible()  # drawn as if by hand, above the field
        page.press("[data-testid=typed-line]", "Enter")  # the odds that come just now move the button away
        expect(page.locator("[data-testid=kaos-now]")).to_be_visible()
        page.click("[data-testid=skip]")
        expect(page.locator("[data-testid=asked] h2")).to_contain_text("Bob")
        expect(page.locator("[data-testid=declared-ghost]")).to_have_count(1)
        expect(page.locator("[data-testid=declared-aim]")).to_have_count(1)
        shot(page, "kaos-waits-declared")
        state = client.until_asked(client.hello())
        client.until_asked(client.ask({"type": "answer", "version": state["version"], "do": "react dodge"}))
        expect(page.locator("[data-testid=kaos-now]")).to_be_visible()
        expect(page.locator("[data-testid=kaos-dice] p")).to_have_count(2)
        expect(page.locator("[data-testid=rolled] section")).to_have_count(2)
        assert page.get_attribute("[data-testid=kaos-game]", "data-waiting") == ""
        assert violations(page) == []
        photograph(page, "kaos-waits-dice")


def test_a_strike_at_who_passes_is_put_along_its_way_by_a_slider(page: Page, site: Site) -> None:
    """The best place is marked; another one is drawn as the slider moves, and given by its button [Kaos K31.5]."""
    foe = {**THOLINE, "x": 26, "y": 33, "facing": 270}
    reached(page, site, "intercept", "plan walk 27.9,30", figure=[VHOL, foe])
    stops = page.locator("[data-testid=stops]")
    expect(stops).to_contain_text("the best place")
    best = stops.get_attribute("data-line")
    slider = page.locator("[data-testid=stop-slider]")
    slider.focus()
    page.keyboard.press("End")
    expect(stops).not_to_have_attribute("data-line", best or "")
    assert violations(page) == []
    photograph(page, "kaos-intercept")
    line = stops.get_attribute("data-line")
    page.click("[data-testid=stop-here]")
    expect(page.locator("[data-testid=kaos-log]")).to_contain_text("Bob intercepts")
    assert line != best


def test_windows_that_nobody_wants_are_let_be_and_said_to_be(page: Page, site: Site) -> None:
    """Asked at first; let be from then on, with what could have been done; asked again by a press [Kaos K35.3]."""
    sarcene = {**VHOL, "profile": "shi-sarcene"}
    foe = {**THOLINE, "x": 24.5}
    reached(page, site, "free-before-action", "plan stay strike bob stiletto", "react dodge", figure=[sarcene, foe])
    expect(page.locator("[data-testid=pass-modes]").first).to_be_visible()
    page.check("[data-pass=all]")
    expect(page.locator("[data-testid=passed]")).to_contain_text("Blinding Powder")
    expect(page.locator("[data-testid=log-passed]").first).to_contain_text("Blinding Powder")
    shot(page, "kaos-passed")
    page.click("[data-testid=pass-ask]")
    assert page.evaluate("localStorage.getItem('esquive.kaosPass')") == "off"


def test_destiny_that_nobody_spends_is_let_be_and_stands_in_the_log(page: Page, site: Site) -> None:
    """Passed in turns of one's own figures: told with what a point would have done; a reload still has it."""
    players = {"p1": {"destiny": 2}, "p2": {"destiny": 1}}
    lines = ("plan stay strike bob glaive", "react dodge")
    reached(page, site, "destiny", *lines, players=players, figure=[VHOL, THOLINE])
    page.check("[data-window=destiny] [data-pass=mine]")
    noted = page.locator("[data-testid=log-passed]").first
    expect(noted).to_contain_text("destiny")
    page.reload()
    expect(noted).to_be_visible()
    page.evaluate("localStorage.removeItem('esquive.kaosPass.destiny')")


def test_a_point_that_can_change_nothing_is_let_be_by_itself_and_told_why(page: Page, site: Site) -> None:
    """A hit on who does nothing about it [Kaos K17.1]; whoever wants to be asked even then is."""
    players = {"p1": {"destiny": 2}, "p2": {"destiny": 0}}
    lines = ("plan stay strike bob glaive", "react none")
    made, decision = led(site, *lines, players=players, figure=[VHOL, THOLINE])
    while not decision.get("idle"):  # no die of five was a success
        made, decision = led(site, *lines, players=players, figure=[VHOL, THOLINE])
    opened(page, site, made, **{"kaosPass.idle": "ask"})
    expect(page.get_by_test_id("choices")).to_have_attribute("data-kind", "destiny")
    asks = page.get_by_test_id("pass-idle").get_by_role("checkbox")
    expect(asks).to_be_checked()
    asks.click()  # and the window it stands in is gone
    note = page.get_by_test_id("passed-idle")
    expect(note).to_contain_text(decision["idle"])
    expect(page.get_by_test_id("choices")).not_to_have_attribute("data-kind", "destiny")
    assert violations(page) == []
    photograph(page, "kaos-idle")


def test_a_figures_card_tells_what_its_skills_do_with_each_word_explained(page: Page, site: Site) -> None:
    reached(page, site, "plan", figure=[{**VHOL, "profile": "shi-ombeline"}, {**THOLINE, "x": 30}])
    page.locator("[data-testid=figures] button[data-figure=ann]").click()
    part = page.locator("[data-testid=kaos-card] [data-part='Through the Mirror']")
    expect(part).to_contain_text("up to 6 cm away")
    expect(page.locator("[data-testid=kaos-card] [data-term]").first).to_be_visible()
    assert violations(page) == []
    photograph(page, "kaos-card")


def test_a_loupe_shows_a_crowd_larger(page: Page, site: Site) -> None:
    """By its key or its tool, where figures crowd, else under the pointer."""
    crowd = [{**VHOL, "id": f"ann{n}" if n else "ann", "x": 20 + 2.6 * n} for n in range(3)]
    foes = [{**THOLINE, "id": f"bob{n}" if n else "bob", "x": 20 + 2.6 * n, "y": 32.6, "facing": 270} for n in range(3)]
    reached(page, site, "plan", figure=[*crowd, *foes])
    page.keyboard.press("l")
    expect(page.locator("[data-testid=loupe]")).to_be_visible()
    before = page.get_attribute("[data-testid=loupe]", "viewBox")
    photograph(page, "kaos-loupe")
    page.locator("[data-testid=kaos-table]").hover(position={"x": 120, "y": 200})
    expect(page.locator("[data-testid=loupe]")).not_to_have_attribute("viewBox", before or "")
    page.click("[data-testid=loupe-tool]")
    expect(page.locator("[data-testid=loupe]")).to_have_count(0)


def test_a_finger_moves_the_loupe_and_presses_who_is_in_it(browser: Browser, site: Site) -> None:
    """Two fingers move the table; the loupe stays where one finger has left it."""
    crowd = [{**VHOL, "id": f"ann{n}" if n else "ann", "x": 20 + 2.6 * n} for n in range(3)]
    made = table(site, scenery=[], figure=[*crowd, {**THOLINE, "x": 32}])
    with pages_of(browser, viewport=PHONE, has_touch=True, is_mobile=True) as ((held,), troubles):
        arrive(held, site, place_of(made), theme="light", language="en")
        held.wait_for_selector(ASKED)
        held.tap("[data-testid=loupe-tool]")
        loupe = held.locator("[data-testid=loupe]")
        expect(loupe).to_be_visible()
        table_box = held.locator("[data-testid=kaos-table] svg").first.get_attribute("viewBox")
        before = loupe.get_attribute("viewBox")
        x, y = middle(held, "[data-testid=kaos-table] [data-figure=bob] .hit")
        drag_by_finger(held, (x - 60, y), (x - 30, y), (x, y))
        expect(loupe).not_to_have_attribute("viewBox", before or "")
        assert held.locator("[data-testid=kaos-table] svg").first.get_attribute("viewBox") == table_box
        shot(held, "kaos-loupe-finger")
        loupe.tap()
        held.tap("[data-testid=tab-figures]")
        expect(held.locator("[data-testid=figures] [data-figure=bob]")).to_have_attribute("aria-pressed", "true")
        assert troubles == []


def test_where_a_victim_may_fly_is_an_arrow_each_red_where_it_hurts_more(page: Page, site: Site) -> None:
    """Ann's pike sends Bob, whose back is to a wall, within her attack angle [Kaos K22.6] [Kaos K22.7]."""
    wall = {"id": "wall", "kind": "wall", "shape": [[24, 20], [26, 20], [26, 40], [24, 40]], "height": 6}
    pike = {**VHOL, "profile": "abe-maricorde"}
    made = table(site, scenery=[wall], figure=[pike, {**THOLINE, "profile": "abe-vhol", "x": 22.6}])
    with site.follow(made["id"], made["token"]) as client:
        state = client.until_asked(client.hello())
        for line in ("plan stay strike bob pike", "react none", "pass"):
            state = client.until_asked(client.ask({"type": "answer", "version": state["version"], "do": line}))
    assert state["decision"]["kind"] == "slam", state["decision"]["kind"]
    arrive(page, site, place_of(made), theme="light", language="en")
    page.wait_for_selector(ASKED)
    arrows = page.locator("[data-testid=slam-arrow]")
    expect(arrows.nth(2)).to_be_attached()
    assert 0 < page.locator("[data-testid=slam-arrow].hurts").count() < arrows.count()
    point_at(page.locator("[data-testid=choices] button[data-do^='slam']").first)
    expect(page.locator("[data-testid=slam-arrow].pointed")).to_have_count(1)
    assert violations(page) == []
    photograph(page, "kaos-slam")
    page.locator("[data-testid=choices] button[data-do^='slam']").first.click()
    expect(page.locator("[data-testid=kaos-log]")).to_contain_text("flying")
