"""A position for every kind of decision of Krosmaster, taken from the golden records: the one with the most answers.

Three kinds are asked in none of them (`ko-order`, `push-order`, `steal-gg`): lists of buttons in a panel, as `standby`.
"""

from functools import cache
from typing import Any

from esquive.core.dice import SeededDice
from esquive.core.ids import SEAT_NAMES
from esquive.core.record import Record, header_of, read_record, replay, start_of
from esquive.core.waiting import Decision
from esquive.krosmaster.game import GAME
from esquive.server.protocol import HUMAN
from tests.browser.driving import RECORDS
from tests.server.serving import Site


@cache
def asked() -> dict[str, tuple[int, dict[str, Any]]]:
    """Who is asked, and the position, by kind."""
    most: dict[str, int] = {}
    found: dict[str, tuple[int, dict[str, Any]]] = {}
    for file in sorted(RECORDS.glob("*.jsonl")):
        for done in replay(read_record(file), GAME):
            waiting = done.state.waiting
            if isinstance(waiting, Decision) and len(waiting) > most.get(waiting.kind, 0):
                most[waiting.kind] = len(waiting)
                found[waiting.kind] = (waiting.seat, GAME.to_document(done.state))
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
