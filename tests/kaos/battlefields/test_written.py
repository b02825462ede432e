"""A battlefield with its scenario, written as a file of a pack, reads back as it was."""

import msgspec
from hypothesis import given, settings, strategies as st

from esquive.core.packs import PackAbout
from esquive.core.toml_texts import toml_text
from esquive.kaos.cards.documents import FieldDocument, Pack, PieceDocument, ScenarioDocument
from esquive.kaos.cards.reading import parse_pack
from esquive.kaos.geometry.shapes import FLAG_NAMES
from tests.kaos.battlefields.maps import field, hold, scenario

LENGTHS = st.integers(0, 750_000).map(lambda length: length / 10_000)
PLACES = st.tuples(LENGTHS, LENGTHS)
WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20)
NAMES = st.dictionaries(st.sampled_from(["en", "fr", "it"]), WORDS, min_size=1)
PIECES = st.builds(
    PieceDocument,
    name=NAMES,
    kind=st.sampled_from(["wall", "ramp", "low-wall"]),
    shape=st.lists(PLACES, min_size=3, max_size=6).map(tuple),
    height_cm=st.integers(0, 60).map(lambda half: half / 2),
    flags=st.lists(st.sampled_from(sorted(FLAG_NAMES)), unique=True).map(tuple),
    low=st.none() | PLACES,
    high=st.none() | PLACES,
)
FIELDS = st.builds(
    FieldDocument,
    id=st.just("mine"),
    name=NAMES,
    text=NAMES,
    source=st.just("user"),
    width_cm=st.integers(60, 120),
    piece=st.lists(PIECES, max_size=4).map(tuple),
)


@settings(max_examples=60)
@given(FIELDS, st.integers(1, 20), PLACES)
def test_a_battlefield_and_its_scenario_read_back_as_they_were(
    ground: FieldDocument, rounds: int, place: tuple[float, float]
) -> None:
    fought: ScenarioDocument = scenario(hold(*place), rounds=rounds)
    pack = Pack(about=PackAbout(name="Mine"), field=(ground,), scenario=(fought,))
    text = toml_text(msgspec.to_builtins(pack, str_keys=True))
    assert parse_pack(text) == pack
    again = msgspec.json.decode(msgspec.json.encode(pack))  # as a client sends it
    assert parse_pack(toml_text(again)) == pack


def test_what_a_battlefield_does_not_say_is_left_out() -> None:
    assert "[[field.piece]]" not in toml_text(msgspec.to_builtins(Pack(field=(field(),))))
