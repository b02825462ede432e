"""What is written as TOML reads back as it was, whatever it holds."""

import tomllib
from typing import Any

from hypothesis import given, strategies as st

from esquive.core.toml_texts import toml_text

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
PLAIN = (
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
)
VALUES = st.recursive(
    PLAIN, lambda one: st.lists(one, max_size=3) | st.dictionaries(TEXTS, one, max_size=3), max_leaves=12
)


def without_nothing(value: Any) -> Any:
    """What can be written at all: TOML has no word for nothing."""
    if isinstance(value, dict):
        return {key: without_nothing(one) for key, one in value.items() if one is not None}
    return [without_nothing(one) for one in value if one is not None] if isinstance(value, list) else value


@given(st.dictionaries(TEXTS, VALUES, max_size=5))
def test_a_document_that_is_written_reads_back_as_it_was(document: dict[str, Any]) -> None:
    assert tomllib.loads(toml_text(document)) == without_nothing(document)


def test_lists_of_tables_stand_under_their_names_and_what_lies_deeper_in_its_line() -> None:
    text = toml_text(
        {"pack": {"name": "Mine"}, "field": [{"id": "a", "piece": [{"name": {"en": "it"}, "shape": [[1, 2.5]]}]}]}
    )
    assert text == (
        '[pack]\nname = "Mine"\n\n[[field]]\nid = "a"\n\n[[field.piece]]\nname = { en = "it" }\nshape = [[1, 2.5]]\n'
    )
