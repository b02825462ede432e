"""The golden records: games recorded once, which the rules have to play again move by move.

When a rule or a card is changed on purpose, `python tools/golden.py` writes them anew (see there). Those of
`before-uses` are as records were when they named the whole catalogue.
"""

import json
from pathlib import Path

import pytest

import tools.golden
from esquive.core.games import game_named
from esquive.core.record import parse_record, read_record, replay, verify
from esquive.kaos.game import GAME as KAOS
from esquive.kaos.table.events import EVENTS as KAOS_EVENTS
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.game import GAME
from esquive.krosmaster.table.events import EVENTS
from esquive.lab.kaos.invariants import check as check_kaos
from esquive.lab.krosmaster.invariants import check
from tests.records.other_cards import added, mended
from tools.golden import HISTORY, contradicted, form_of, main as write_records, read_history

ALL = sorted(Path(__file__).parent.glob("*.jsonl"))
RECORDS = [path for path in ALL if not path.stem.startswith("kaos-")]
KAOS_RECORDS = [path for path in ALL if path not in RECORDS]
OLD = sorted((Path(__file__).parent / "before-uses").glob("*.jsonl"))
HIS = read_history(Path(__file__).parent / HISTORY)


@pytest.mark.parametrize("release", ["2.7", "2.2"])
def test_each_format_has_its_golden_record(release: str) -> None:
    setups = [read_record(path).header["setup"] for path in RECORDS]
    formats = {setup["format"] for setup in setups if setup["release"] == release}
    assert formats == {"constructed", "limited", "free-for-all", "two-against-two"}


def test_a_game_of_release_2_2_on_frigost_freezes_thaws_and_breaks_scenery() -> None:
    record = read_record(Path(__file__).parent / "frigost-2.2.jsonl")
    assert record.header["setup"]["arena"] == "frigost-1"
    happened = {EVENTS[event[0]].name for step in replay(record, GAME) for event in step.state.log or []}
    assert happened >= {"frozen", "frozen-markers", "thawed", "scenery-injured"}


def test_the_golden_records_of_kaos_fight_search_draw_events_and_place_scenery() -> None:
    happened = {
        KAOS_EVENTS[event[0]].name
        for path in KAOS_RECORDS
        for step in replay(read_record(path), KAOS)
        for event in step.events
    }
    assert happened >= {"hit", "wounded", "interception", "object-drawn", "event-drawn", "scenery-placed", "over"}


@pytest.mark.parametrize("path", KAOS_RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_of_kaos_passes_through_sound_positions_only(path: Path) -> None:
    broken = [(step.number, said) for step in replay(read_record(path), KAOS) for said in check_kaos(step.state)]
    assert broken == []


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_golden_record_is_proved(path: Path) -> None:
    record = read_record(path)
    assert verify(record, game_named(str(record.header["game"]))) == []


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_passes_through_sound_positions_only_to_an_end_by_the_rules(path: Path) -> None:
    record = read_record(path)
    broken = [(step.number, sentence) for step in replay(record, GAME) for sentence in check(step.state)]
    assert broken == []
    assert record.end is not None
    assert record.end["clause"] in ("1.4.1", "1.4.3", "104.1", "402.1")


# ------------------------------------------------------------------------------------------- other cards, other rules


def test_a_card_added_and_an_unrelated_one_mended_are_told_of_no_golden_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    used = {name for path in RECORDS for name in read_record(path).header["uses"]["card"]}
    unrelated = next(name for name in catalogue().cards if name not in used)
    added(monkeypatch, "cards", unrelated)
    mended(monkeypatch, "cards", unrelated, hp=catalogue().cards[unrelated].hp + 1)
    assert {path.stem: verify(read_record(path), GAME) for path in RECORDS} == {path.stem: [] for path in RECORDS}


def test_a_card_that_is_used_and_changed_is_named_and_the_rest_is_judged_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = read_record(Path(__file__).parent / "constructed.jsonl")
    mended(monkeypatch, "cards", "merkator", initiative=catalogue().cards["merkator"].initiative, types=("fish",))
    assert verify(record, GAME) == ["merkator is not the card it was played with"]
    record.entries[-1]["hash"] = "0"
    assert verify(record, GAME)[1].endswith("the position at the end has another hash than the one recorded")


def test_a_corrected_name_or_remark_changes_no_record(monkeypatch: pytest.MonkeyPatch) -> None:
    known = catalogue().cards["merkator"]
    mended(monkeypatch, "cards", "merkator", name={**known.name, "fr": "Merkator le Grand"}, note="looked up again")
    assert verify(read_record(Path(__file__).parent / "constructed.jsonl"), GAME) == []


def test_a_token_added_to_the_piles_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    added(monkeypatch, "rewards", "aero-boost", "zephyr-boost")
    problems = verify(read_record(Path(__file__).parent / "constructed.jsonl"), GAME)
    assert problems[0] == "zephyr-boost is part of it now, and was not when it was played"


def test_a_changed_arena_and_the_numbers_of_another_release_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    record = read_record(Path(__file__).parent / "constructed.jsonl")
    record.header["uses"]["release"]["2.7"] = "0"
    record.header["uses"]["arena"]["elemental"] = "0"
    assert verify(record, GAME) == [
        "2.7 is not the release it was played with",
        "elemental is not the arena it was played with",
    ]


def test_another_revision_of_the_rules_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "revision", GAME.revision + 1)
    record = read_record(Path(__file__).parent / "constructed.jsonl")
    now = GAME.revision
    told = f"it was played by revision {now - 1} of the rules, and this program plays by revision {now}"
    assert verify(record, GAME) == [told]


def test_a_card_that_is_gone_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    record = read_record(Path(__file__).parent / "constructed.jsonl")
    monkeypatch.setattr(catalogue(), "cards", {k: v for k, v in catalogue().cards.items() if k != "merkator"})
    assert "unknown card 'merkator'" in verify(record, GAME)[0]


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_a_record_that_names_the_whole_catalogue_is_read_as_before(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    header = json.loads(lines[0])
    assert "uses" not in header
    header["content"] = GAME.content_hash()
    assert verify(parse_record("\n".join([json.dumps(header), *lines[1:]])), GAME) == []
    header["content"] = "1-0"
    told = f"played with other content (1-0) than this program's ({GAME.content_hash()})"
    assert verify(parse_record("\n".join([json.dumps(header), *lines[1:]])), GAME) == [told]


# ------------------------------------------------------------------------------------------------------- the revision


def test_no_golden_record_has_changed_in_play_without_a_higher_revision_of_the_rules() -> None:
    assert len({(form.record, form.uses) for form in HIS}) == len(HIS)
    last = {form.record: form for form in HIS}
    now = {path.stem: form_of(path.stem, read_record(path)) for path in ALL}
    assert now == last
    assert {now[path.stem].revision for path in RECORDS} == {GAME.revision}
    assert {now[path.stem].revision for path in KAOS_RECORDS} == {KAOS.revision}
    for name in last:
        revisions = [form.revision for form in HIS if form.record == name]
        assert revisions == sorted(revisions)


def test_the_tool_writes_no_record_that_is_played_otherwise_under_the_same_revision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    golden = tools.golden.GAMES[0]
    monkeypatch.setattr(tools.golden, "GAMES", (golden,))
    monkeypatch.setattr(tools.golden, "KAOS_GAMES", ())
    assert write_records(tmp_path, []) == 0
    written = (tmp_path / "constructed.jsonl").read_bytes()
    assert (tmp_path / HISTORY).read_text().count("\n") == 2
    monkeypatch.setattr(tools.golden, "MOST_ANSWERS", 20)
    assert write_records(tmp_path, ["--check"]) == 0  # an agent that answers otherwise changes no record
    monkeypatch.setattr(tools.golden, "verify", lambda record, game: ["no longer so"])  # as if a rule had changed
    capsys.readouterr()
    assert write_records(tmp_path, []) == 1
    assert "raise `revision`" in capsys.readouterr().out
    assert (tmp_path / "constructed.jsonl").read_bytes() == written
    monkeypatch.setattr(type(GAME), "revision", GAME.revision + 1)
    assert write_records(tmp_path, []) == 0
    assert (tmp_path / "constructed.jsonl").read_bytes() != written
    assert (tmp_path / HISTORY).read_text().count("\n") == 3
    assert not contradicted(read_history(tmp_path / HISTORY)[-1], read_history(tmp_path / HISTORY))
