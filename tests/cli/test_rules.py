"""`esquive rules` and `esquive docs`."""

import argparse
import json
from pathlib import Path

import pytest

from esquive.clauses import clause_index
from esquive.clauses.clause_index import EDITIONS, index
from esquive.cli.docs import GENERATORS, Generator, index_text, run
from esquive.cli.main import main
from esquive.core.errors import EsquiveError
from esquive.core.rulebook import Rulebook


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> object:
    assert main([*words, "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return json.loads(captured.out)


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_coverage_has_the_public_keys_and_counts_398_testable_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    data = answer(capsys, "rules", "--coverage", "--game", "krosmaster", "--release", "2.7")
    assert isinstance(data, dict)
    assert {
        "game",
        "release",
        "clauses",
        "testable",
        "implemented",
        "tested",
        "missing",
        "unimplementable",
    } <= set(data)
    assert (data["game"], data["release"], data["testable"]) == ("krosmaster", "2.7", 398)
    assert len(data["missing"]) == 398 - data["implemented_and_tested"] - len(data["unimplementable"])


def test_a_clause_shows_its_code_tests_and_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    data = answer(capsys, "rules", "1.3.5.b")
    assert isinstance(data, dict)
    assert "limited_gg" in [site["name"] for site in data["code"]]
    assert "test_limited_gg_follow_both_teams_levels_and_the_lower_side_steals" in [
        site["name"] for site in data["tests"]
    ]
    assert [ruling["ruling"] for ruling in data["rulings"]] == ["R9"]
    assert main(["rules", "1.3.5.b"]) == 0
    assert "ruling R9" in capsys.readouterr().out


def test_a_heading_lists_its_clauses_and_no_code(capsys: pytest.CaptureFixture[str]) -> None:
    data = answer(capsys, "rules", "1.1.2")
    assert isinstance(data, dict)
    assert data["children"] == ["1.1.2.a", "1.1.2.b", "1.1.2.c"]


def test_a_ruling_is_printed_as_decided(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "R59"]) == 0
    assert "itty_bitty_sight" in capsys.readouterr().out


def test_without_a_clause_the_whole_book_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    data = answer(capsys, "rules")
    assert isinstance(data, list)
    assert len(data) == 566


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rules", "7.2.8.z"], "did you mean 7.2.8"),
        (["rules", "R999"], "no ruling"),
        (["rules", "1.1", "--release", "9.9"], "choose: krosmaster 2.7"),
        (["rules", "1.1", "--game", "chess"], "choose: krosmaster 2.7"),
        (["rules", "1.1", "--coverage"], "ask for one"),
        (["docs", "novel"], "choose from: pages, contents, indexes"),
    ],
)
def test_bad_input_is_one_line_with_the_fix(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    assert message in refusal(capsys, *words)


@pytest.mark.parametrize("words", [["rulse"], ["rules", "--colour"]])
def test_an_unknown_verb_or_option_ends_with_2_and_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_installed_wheel_answers_from_the_index_it_was_built_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scanned = index(EDITIONS[0])
    text = index_text(clause_index.PACKAGE.parents[1], EDITIONS[0])
    installed = Rulebook("krosmaster", "2.7", "KA", "docs/rulings.md", tmp_path, "")
    installed.folder = tmp_path
    monkeypatch.setattr(clause_index, "checkout", lambda: None)
    with pytest.raises(EsquiveError, match="no index of tests"):
        index(installed)
    (tmp_path / "coverage.json").write_text(text, encoding="utf-8")
    assert index(installed).sites == scanned.sites
    assert list(index(installed).rulings) == list(scanned.rulings)


def test_every_generated_file_can_be_made_and_its_staleness_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for generator in GENERATORS:
        made = generator.make(clause_index.PACKAGE.parents[1])
        assert made
        assert all(text.endswith("\n") for text in made.values())
    page = Generator("page", "docs/page.md", "tests.cli.test_rules:sample_page")
    monkeypatch.setattr("esquive.cli.docs.GENERATORS", (page,))
    monkeypatch.setattr("esquive.cli.docs.checkout", lambda: tmp_path)
    check = argparse.Namespace(names=[], read=None, check=True, json=True)
    write = argparse.Namespace(names=[], read=None, check=False, json=False)
    assert run(check) == 1
    assert json.loads(capsys.readouterr().out) == [{"name": "page", "file": "docs/page.md", "state": "stale"}]
    assert run(write) == 0
    assert (tmp_path / "docs/page.md").read_text(encoding="utf-8") == "words\n"
    assert run(check) == 0


def sample_page(root: Path) -> str:
    """The text of the page that the test above generates."""
    assert root.is_dir()
    return "words\n"


def test_a_clause_and_its_rulings_are_told_in_the_language_of_the_reader(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_CH.UTF-8")
    assert main(["rules", "4.14.2.d"]) == 0
    told = capsys.readouterr().out
    assert "article 4.14.2.d (procédure)" in told and "perd aussitôt 3 PM et 3 PA" in told
    assert "décision R50\u00a0: Des jets égaux" in told
    assert main(["rules", "4.14.2.d", "--language", "en"]) == 0
    assert "loses 3 MP and 3 AP at once" in capsys.readouterr().out


def test_what_is_not_translated_is_told_in_english_and_marked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("esquive.core.translations.read_clauses", lambda path: {})
    data = answer(capsys, "rules", "4.14.2.d", "--language", "fr")
    assert isinstance(data, dict)
    assert data["says"] == data["paraphrase"] and data["language"] == "en"
    assert main(["rules", "4.14.2.d", "--language", "fr"]) == 0
    assert "  [en] Block Step 4" in capsys.readouterr().out


def test_a_ruling_is_told_field_by_field(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "R50", "--language", "fr"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "R50. Des jets égaux, sans succès compris"
    assert lines[1] == "  Concerne\u00a0: duel"
    assert lines[4].startswith("  Décision\u00a0: Oui")
    assert lines[6] == "  Option\u00a0: version\u00a0: `lock_tie`, `lock_loss`"
    assert main(["rules", "R201", "--game", "kaos", "--language", "fr"]) == 0
    assert "  Option\u00a0: aucun" in capsys.readouterr().out


def test_the_rulings_of_an_installed_wheel_are_told_in_every_language_of_its_index() -> None:
    read = clause_index.Index.from_data(json.loads(index_text(clause_index.PACKAGE.parents[1], EDITIONS[0])))
    ruling = read.told(read.rulings["R50"], "fr")
    assert (ruling.language, ruling.title) == ("fr", "Des jets égaux, sans succès compris")
    assert read.told(read.rulings["R50"], "de") is read.rulings["R50"]
