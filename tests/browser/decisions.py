"""A position for every kind of decision of Krosmaster.

Most are taken from the golden records, the one with the most answers; what none of them asks is played from a drawing.
"""

from functools import cache
from typing import Any

from esquive.core.dice import SeededDice
from esquive.core.ids import SEAT_NAMES
from esquive.core.record import Record, header_of, read_record, replay, start_of
from esquive.core.waiting import Decision
from esquive.hosting.protocol import HUMAN
from esquive.krosmaster.game import GAME
from tests.browser.driving import RECORDS
from tests.krosmaster.casting import mage
from tests.krosmaster.playing import Table, card, mine, spell, theirs
from tests.server.serving import Site


def ko_order() -> Table:
    """A Krosmaster knocks out two of its own at once, with Gallons of Glory for one of them [KA 9.2.5] [Ruling R20]."""
    blast = spell("blast", "personal", base=9, cost={"ap": 1}, area="cross")
    pack = [card("bomber", spells=[blast], level=0, hp=20), card("pawn", hp=2)]
    units = {
        "bomber": mine("bomber", at="b2"),
        "first": mine("pawn", at="b3", level=2),
        "second": mine("pawn", at="c2", level=1),
        "foe": theirs("pawn", at="g1"),
        "third": {"card": "pawn", "owner": "p3", "at": "g2"},
        "fourth": {"card": "pawn", "owner": "p4", "at": "g3"},
    }
    stocks = {"p1": {"gg": 2}, "p2": {"gg": 3}, "p3": {"gg": 3}, "p4": {"gg": 3}}
    ground = "\n".join([". . . . . . ."] * 3)
    table = Table(ground, units, turn="bomber", pack=pack, players=stocks, wild_gg=3, format="free-for-all")
    return table.play("cast blast b2", dice=["lock"] * 4)


def push_order() -> Table:
    """One spell pushes two pieces whose ways meet [KA 1.7.1]."""
    push: dict[str, Any] = {"op": "push-back", "x": 2, "to": {"who": "units", "side": "enemy"}}
    units = {"hero": mine("mage", at="c3"), "foe": theirs("fighter", at="d3"), "far": theirs("fighter", at="e3")}
    return Table("\n".join([". . . . . . . . ."] * 9), units, turn="hero", pack=[mage(push)]).play("cast act c3")


def steal_gg() -> Table:
    """A Gallon of Glory is bought once none is wild: from an opponent of choice [KA 4.6.3] [KA 9.1.1]."""
    units = {f"one{number}": {"card": "fighter", "owner": f"p{number}"} for number in (1, 2, 3, 4)}
    units["one1"]["at"] = "a1"  # on a Demonic tile
    stocks = {"p1": {"gg": 3, "kamas": 12}, "p2": {"gg": 2}, "p3": {"gg": 2}, "p4": {"gg": 1}}
    table = Table("D . one2 . one3 . one4", units, turn="one1", players=stocks, wild_gg=0, format="free-for-all")
    return table.play("buy gg")


DRAWN = {"ko-order": ko_order, "push-order": push_order, "steal-gg": steal_gg}


@cache
def asked() -> dict[str, tuple[int, dict[str, Any]]]:
    """Who is asked, and the position, by kind."""
    most: dict[str, int] = {}
    found: dict[str, tuple[int, dict[str, Any]]] = {}
    for file in sorted(RECORDS.glob("*.jsonl")):
        record = read_record(file)
        if record.header["game"] != GAME.name:
            continue
        for done in replay(record, GAME):
            waiting = done.state.waiting
            if isinstance(waiting, Decision) and len(waiting) > most.get(waiting.kind, 0):
                most[waiting.kind] = len(waiting)
                found[waiting.kind] = (waiting.seat, GAME.to_document(done.state))
    for kind, draw in DRAWN.items():
        state = draw().state
        assert isinstance(state.waiting, Decision) and state.waiting.kind == kind
        found[kind] = (state.waiting.seat, GAME.to_document(state))
    return found


def match_asked(site: Site, kind: str) -> dict[str, Any]:
    """A match in which one person is asked a decision of this kind, and bots sit in the other seats."""
    seat, position = asked()[kind]
    setup = {"position": position}
    state = start_of(GAME, setup)
    seats = range(GAME.seats_of(state))
    record = Record(header_of(GAME, setup, [HUMAN for _ in seats], SeededDice("none falls").to_data(), state))
    name = site.ask("/api/replays", record.to_text().encode())[1]["id"]
    players = [{"name": SEAT_NAMES[one].upper(), "agent": "human" if one == seat else "random"} for one in seats]
    status, made = site.ask(f"/api/replays/{name}/onward/0", {"seats": players})
    assert status == 201, made
    return dict(made)
