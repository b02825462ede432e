"""docs/protocol.md explains the protocol as it is: every example decodes, every field and kind of event is there."""

import inspect
import json
import re
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from esquive.core import match_review, puzzle_shapes, rolls_by_hand, shapes, strike_shapes
from esquive.core.events import EventKind
from esquive.hosting import (
    branching_messages,
    clause_messages,
    coach_messages,
    desk_messages,
    device_transfer_messages,
    gathering_messages,
    lobby_messages,
    offer_messages,
    pack_messages,
    packs_brought,
    protocol,
    replay_messages,
    table_messages,
    team_messages,
)
from esquive.kaos.seen import draft_shapes, shapes as kaos_shapes
from esquive.kaos.table.events import EVENTS as KAOS_EVENTS
from esquive.krosmaster.seen import shapes as krosmaster_shapes
from esquive.krosmaster.table.events import EVENTS
from tests.catalogues import names_of

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"<!-- (\w+) -->\n```json\n(.*?)```", PAGE, re.DOTALL)


def declared(*modules: ModuleType) -> dict[str, type[msgspec.Struct]]:
    return {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, msgspec.Struct)
    }


STRUCTS = declared(
    protocol,
    clause_messages,
    pack_messages,
    packs_brought,
    team_messages,
    replay_messages,
    gathering_messages,
    lobby_messages,
    device_transfer_messages,
    table_messages,
    offer_messages,
    branching_messages,
    coach_messages,
    desk_messages,
    shapes,
    match_review,
    rolls_by_hand,
    strike_shapes,
    puzzle_shapes,
    krosmaster_shapes,
    kaos_shapes,
    draft_shapes,
)
# What others derive from, or are made of before they are sent.
UNSENT = {
    "Struct",
    "Shape",
    "Wanted",
    "TableWanted",
    "Printed",
    "Event",
    "Catalogue",
    "Preview",
    "OddsView",
    "Comparison",
}


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_every_example_is_what_it_says(name: str, text: str) -> None:
    """It decodes, and it has no field that the declaration does not know."""
    struct = STRUCTS[name]
    msgspec.json.decode(text, type=struct)
    known = {field.encode_name for field in msgspec.structs.fields(struct)} | {"type", "kind"}
    assert set(json.loads(text)) <= known


def test_every_message_has_an_example() -> None:
    """The parts of a view of Kaos are in the example of the view, drafts in a table."""
    parts = (
        set(declared(kaos_shapes, draft_shapes))
        - set(declared(protocol, replay_messages, branching_messages, shapes, match_review))
        - {"KaosView", "KaosEvent", "KaosCatalogue"}
    )
    assert set(STRUCTS) - parts - {name for name, _ in EXAMPLES} == UNSENT


def test_every_field_is_explained() -> None:
    fields = {field.encode_name for struct in STRUCTS.values() for field in msgspec.structs.fields(struct)}
    written = set(re.findall(r"`([\w-]+)`", PAGE)) | set(re.findall(r'"(\w+)":', PAGE))
    assert fields - written == set()


@pytest.mark.parametrize(("kinds", "clauses"), [(EVENTS, r"(?:KA-2\.2 )?\d[\d.a-z]*"), (KAOS_EVENTS, r"K[\d.a-z]+")])
def test_every_kind_of_event_is_listed_with_its_fields(kinds: tuple[EventKind, ...], clauses: str) -> None:
    rows = {
        name: (clause, fields.split())
        for name, clause, fields in re.findall(rf"^\| `([\w-]+)` \| ({clauses}|) \| (.*) \|$", PAGE, re.MULTILINE)
    }
    for kind in kinds:
        assert rows[kind.name] == (kind.clause, [f"`{name}`" for name, _ in kind.fields])


def test_every_error_is_listed() -> None:
    codes = {name.split(".")[1] for name in names_of("en") if name.startswith("error.")}
    assert {code for code in codes if f"`{code}`" not in PAGE} == set()
