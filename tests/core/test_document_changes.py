"""What is otherwise in a position document is told key by key."""

from esquive.core.document_changes import changes


def test_parts_are_told_by_their_ids_and_what_only_programs_read_is_left_out() -> None:
    before = {"turn": {"player": "p1"}, "unit": [{"id": "tofu", "at": "c4"}, {"id": "bow", "at": "d4"}], "exact": 1}
    after = {"turn": {"player": "p2"}, "unit": [{"id": "bow", "at": "d4"}, {"id": "tofu", "at": "c5"}], "exact": 2}
    assert changes(before, after) == ["turn.player: p1 -> p2", "unit.tofu.at: c4 -> c5"]


def test_what_is_new_or_gone_stands_beside_a_dash() -> None:
    assert changes({"unit": [{"id": "tofu"}]}, {"unit": [{"id": "bow"}], "wild_gg": 2}) == [
        "unit.tofu: {'id': 'tofu'} -> -",
        "unit.bow: - -> {'id': 'bow'}",
        "wild_gg: - -> 2",
    ]


def test_long_values_are_cut_and_lists_without_names_are_told_whole() -> None:
    (told,) = changes({"map": ["." * 200]}, {"map": ["x"]})
    assert told.endswith("-> ['x']") and "..." in told
