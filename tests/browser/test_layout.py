"""No screen and no decision shows text over text, text cut, or anything outside its panel or the window.

Each row of SCREENS is looked at by the probe of `layout.py`, at every size and in three languages with `make check`;
`make test` looks at a phone, and at those of BOTH on a desktop too, in one language or another. A new screen is a new
row.
"""

from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Page

from esquive.core.question_links import Chapter, Question, Study, code_of, code_of_study
from tests.browser.axe import violations
from tests.browser.decisions import asked, match_asked
from tests.browser.driving import RECORDS, arrive, place_of
from tests.browser.layout import faults_by_size
from tests.browser.test_kaos_live import CHOICES, played_to
from tests.core.test_question_links import SMALL
from tests.server.one_device import Shared, begin
from tests.server.serving import Site
from tests.server.test_kaos_live import create
from tests.ways import again

LANGUAGES = ("en", "fr", "it")
KINDS = ("timeline", "deployment", "tension", "faces", "inspiration", "activation", "allocation", "choice")
# A few buttons in a panel, as `choice` has them.
LISTED = (
    *("locker", "standby", "next-summon", "direction", "give-gg", "double"),
    *("ko-order", "push-order", "steal-gg"),
)
ASKED = "[data-testid=stage][data-waiting]:not([data-waiting=''])"
Act = Callable[[Page], Any]


def nothing(page: Page) -> None:
    """The page as it is found."""


def press(key: str, shown: str) -> Act:
    """A key, and what it brings."""

    def act(page: Page) -> None:
        page.wait_for_selector(ASKED)
        page.keyboard.press(key)
        page.wait_for_selector(f"[data-testid={shown}]")

    return act


def a_battlefield(page: Page) -> None:
    """The editor with a piece chosen that overlaps another: a fault, a mend, handles, every form."""
    page.click("[data-begin=the-road-is-ours]")
    page.wait_for_selector("[data-testid=map-state][data-faults='0']")
    page.click("[data-kind=house]")
    page.wait_for_selector("[data-mend=overlap]")


def unspent(page: Page) -> None:
    """The question before an activation ends with much left."""
    page.evaluate("localStorage.setItem('esquive.asksEnd', 'yes')")
    page.reload()
    press("e", "never-ask")(page)


def replay_of(record: str, step: int, part: str = "") -> Callable[[Site], str]:
    """The place of a step of a golden record."""

    def place(site: Site) -> str:
        name = site.ask("/api/replays", (RECORDS / record).read_bytes())[1]["id"]
        return f"#/replay/file/{name}/{step}{part}"

    return place


def a_study(site: Site) -> str:
    """A study of two questions."""
    chapters = [Chapter("Two lockers", "Who of them rolls first?", SMALL), Chapter("", "", Question(SMALL.document))]
    return f"#/study/{code_of_study(Study('Locks', chapters))}"


def the_small_question(site: Site) -> str:
    """A position of two units, one of which can be knocked out."""
    weak = {**SMALL.document["unit"][1], "injuries": 5}
    return f"#/desk/{code_of(Question({**SMALL.document, 'unit': [SMALL.document['unit'][0], weak]}))}"


def a_way(page: Page) -> None:
    """A unit's way to a cell is drawn, past somebody who may lock it."""
    page.select_option("[data-testid=desk-about]", "oscar-kass")
    page.fill("[data-testid=desk-way-to]", "b2")
    page.click("[data-testid=desk-draw-way]")
    page.wait_for_selector("[data-testid=desk-picture] svg")


def at(place: str) -> Callable[[Site], str]:
    return lambda site: place


def playing(site: Site) -> str:
    """A match in which a unit is to act."""
    return place_of(match_asked(site, "activation"))


def of_kaos(kind: str = "", where: str = "", **wanted: Any) -> Callable[[Site], str]:
    """A match of Kaos, as it begins or in which something of a kind is asked."""

    def place(site: Site) -> str:
        made = create(site, "human", "greedy", **wanted)
        if kind:
            with site.follow(made["id"], made["token"]) as client:
                played_to(client, kind, where)
        return place_of(made)

    return place


def by_hand(page: Page) -> None:
    """A figure is taken up."""
    page.keyboard.press("m")
    page.wait_for_selector("[data-testid=by-hand]")


def click(test_id: str, shown: str) -> Act:
    """Something is pressed, and what it brings."""

    def act(page: Page) -> None:
        page.click(f"[data-testid={test_id}]")
        page.wait_for_selector(shown)

    return act


def at_the_dice(site: Site) -> str:
    """A match whose dice are thrown on a real table, some of them now."""
    made = begin(site)
    with site.follow(made["id"], made["token"]) as client:
        Shared(client).until_dice()
    return place_of(made)


# Where it is, what tells that it is there, and what is done then.
SCREENS: dict[str, tuple[Callable[[Site], str], str, Act]] = {
    "front": (at("#/"), "h1", nothing),
    "friend": (at("#/friend"), "[data-testid=make-link]", nothing),
    "cards": (at("#/cards?element=fire"), "[data-testid=card-list] a", nothing),
    "card": (at("#/cards/anna-tommy-eternal"), "[data-testid=full-card]", nothing),
    "workshop": (at("#/workshop"), "[data-testid=workshop-state][data-errors='0']", nothing),
    "desk": (at("#/desk"), "[data-testid=desk-options]", nothing),
    "desk set up": (at("#/desk"), "[data-testid=desk-options]", click("desk-part-set", "[data-testid=gg-p1]")),
    "desk of kaos": (
        at("#/desk?game=kaos"),
        "[data-testid=desk-options]",
        click("desk-part-set", "[data-testid=kaos-round]"),
    ),
    "desk best": (the_small_question, "[data-testid=desk-options]", click("desk-best", "[data-testid=desk-best-list]")),
    "desk way": (the_small_question, "[data-testid=desk-options]", a_way),
    "desk study": (at("#/desk"), "[data-testid=desk-options]", click("desk-part-study", "[data-testid=study-add]")),
    "study": (a_study, "[data-testid=study-answer]", nothing),
    "team": (at("#/"), "[data-testid=build-p1]", click("build-p1", "[data-testid=team-done]")),
    "learn": (at("#/learn"), "[data-testid=lessons] a, main a", nothing),
    "how": (at("#/learn/how"), "main h1", nothing),
    "clause": (at("#/rules/4.14.2.d"), "article h1, article h2", nothing),
    "compare": (at("#/rules/compare"), "main h1", nothing),
    "replays": (at("#/replay"), "main button, main input", nothing),
    "replay": (replay_of("limited.jsonl", 150), "[data-testid=replay-where]", nothing),
    "replay of four": (replay_of("two-against-two.jsonl", 150), "[data-testid=replay-where]", nothing),
    "after": (replay_of("limited.jsonl", 150, "?part=after"), "[data-testid=replay-where]", nothing),
    "onward": (replay_of("limited.jsonl", 150, "?part=on"), "[data-testid=replay-where]", nothing),
    "judge": (playing, ASKED, press("w", "why")),
    "words": (playing, ASKED, press("d", "board-in-words")),
    "help": (playing, ASKED, press("?", "help-overlay")),
    "piles": (playing, ASKED, press("b", "piles")),
    "much unspent": (playing, ASKED, unspent),
    **{
        f"asked {kind}": (lambda site, kind=kind: place_of(match_asked(site, kind)), ASKED, nothing)
        for kind in (*KINDS, *LISTED)
    },
    "dice by hand": (at_the_dice, "[data-testid=roll-by-hand]", nothing),
    "kaos begin": (at("#/kaos"), "[data-testid=kaos-start]", nothing),
    "kaos hordes": (at("#/kaos/hordes"), "[data-testid=horde-play]", nothing),
    "kaos battlefield": (at("#/kaos/battlefield"), "[data-begin=the-road-is-ours]", a_battlefield),
    "kaos placing": (of_kaos(arena="wayside-skirmish"), CHOICES, nothing),
    "kaos plan": (of_kaos("plan"), CHOICES, nothing),
    "kaos react": (of_kaos("react"), CHOICES, nothing),
    "kaos by hand": (of_kaos("plan"), CHOICES, by_hand),
    "kaos measures": (of_kaos("plan"), CHOICES, click("tool-bands", "[data-testid=kaos-table].measuring")),
    "kaos replay": (replay_of("kaos-wayside.jsonl", 120), "[data-testid=replay-where]", nothing),
    "kaos after": (replay_of("kaos-wayside.jsonl", 120, "?part=after"), "[data-testid=replay-where]", nothing),
}
# With `make check` alone: pages of plain text, panels and lists that lie as others do.
RARE = {
    *("how", "compare", "replays", "replay of four", "onward", "words", "piles", "much unspent"),
    *("after", "kaos hordes", "kaos battlefield", "asked inspiration", "asked allocation"),
    *(f"asked {kind}" for kind in LISTED),
    *("kaos begin", "kaos placing", "kaos react", "kaos measures", "kaos after"),
}
# Those in which everything else is shown: looked at on a desktop too.
BOTH = {"front", "team", "judge", "replay", "asked activation", "kaos plan", "kaos by hand", "kaos replay"}
# What axe looks at too, on the last of the sizes; in both themes and with all panels: test_axe.py, with `make check`.
FOR_EVERYBODY = ("front", "replay", "help", "asked activation")
TURNS = cycle(LANGUAGES)
CASES = [
    case(name, language)
    for name, first in zip(SCREENS, TURNS, strict=False)
    for language in LANGUAGES
    for case in [again if language != first or name in RARE else lambda *values: values]
]


def test_every_kind_of_decision_is_looked_at() -> None:
    assert set(asked()) == {*KINDS, *LISTED}


@pytest.mark.parametrize(("name", "language"), CASES)
def test_nothing_overlaps_is_cut_or_lies_outside(
    site: Site, page: Page, sizes: tuple[str, ...], every_way: bool, name: str, language: str
) -> None:
    place, shown, act = SCREENS[name]
    arrive(page, site, place(site), language=language)
    page.wait_for_selector(shown)
    act(page)
    assert faults_by_size(page, sizes if every_way or name in BOTH else ["phone"]) == {}
    if name in FOR_EVERYBODY:
        assert violations(page) == []
