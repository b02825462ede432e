"""docs/protocol.md explains the protocol as it is: every example decodes, every field and kind of event is there."""

import inspect
import json
import re
from pathlib import Path

import msgspec
import pytest

from esquive.core.messages import messages
from esquive.krosmaster.table.events import EVENTS
from esquive.server import protocol, shapes

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"<!-- (\w+) -->\n```json\n(.*?)```", PAGE, re.DOTALL)
STRUCTS: dict[str, type[msgspec.Struct]] = {
    name: value
    for module in (protocol, shapes)
    for name, value in vars(module).items()
    if inspect.isclass(value) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__
}


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_every_example_is_what_it_says(name: str, text: str) -> None:
    """It decodes, and it has no field that the declaration does not know."""
    struct = STRUCTS[name]
    msgspec.json.decode(text, type=struct)
    known = {field.encode_name for field in msgspec.structs.fields(struct)} | {"type"}
    assert set(json.loads(text)) <= known


def test_every_message_has_an_example() -> None:
    assert set(STRUCTS) - {name for name, _ in EXAMPLES} == {"Shape"}


def test_every_field_is_explained() -> None:
    fields = {field.encode_name for struct in STRUCTS.values() for field in msgspec.structs.fields(struct)}
    written = set(re.findall(r"`([\w-]+)`", PAGE)) | set(re.findall(r'"(\w+)":', PAGE))
    assert fields - written == set()


def test_every_kind_of_event_is_listed_with_its_fields() -> None:
    rows = {
        name: (clause, fields.split())
        for name, clause, fields in re.findall(r"^\| `([\w-]+)` \| ([\d.a-z]+) \| (.*) \|$", PAGE, re.MULTILINE)
    }
    for kind in EVENTS:
        assert rows[kind.name] == (kind.clause, [f"`{name}`" for name, _ in kind.fields])


def test_every_error_is_listed() -> None:
    codes = {name.split(".")[1] for name in messages("en").names() if name.startswith("error.")}
    assert {code for code in codes if f"`{code}`" not in PAGE} == set()
