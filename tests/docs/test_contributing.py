"""What CONTRIBUTING.md walks through can be walked: its files are there, its card holds, its examples run."""

import re
from pathlib import Path

import pytest

from esquive.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def examples(language: str) -> list[str]:
    """The examples of a language, without the indentation of the list they stand in."""
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```$", TEXT, re.MULTILINE | re.DOTALL)
    return ["\n".join(line.removeprefix(indent) for line in text.splitlines()) + "\n" for indent, text in found]


def test_every_link_and_path_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", TEXT)
    paths = re.findall(r"`((?:src|tests|docs|tools|web)/[\w./*-]+)`", TEXT)
    assert len(links) > 6 and len(paths) > 12
    made_on_the_way = {"src/esquive/krosmaster/catalogue/cards/lone-wolf.toml"}
    named = [name for name in (*links, *paths) if name not in made_on_the_way]
    assert [name for name in named if not list(ROOT.glob(name))] == []


def test_the_card_holds_and_its_scenario_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card, scenario = examples("toml")
    (tmp_path / "wolf.toml").write_text(card, encoding="utf-8")
    (tmp_path / "bite.toml").write_text(scenario + "\n" + card, encoding="utf-8")
    assert main(["cards", "check", str(tmp_path / "wolf.toml")]) == 0
    assert main(["scenario", "run", str(tmp_path / "bite.toml")]) == 0
    assert main(["judge", str(tmp_path / "bite.toml"), "--do", "cast bite b1"]) == 0
    assert "1/2" in capsys.readouterr().out


def test_the_test_of_a_rule_passes() -> None:
    (example,) = [text for text in examples("python") if "def test_" in text]
    names: dict[str, object] = {}
    exec(f"from tests.krosmaster.playing import Table, mine, theirs\n{example}", names)  # noqa: S102
    test = names["test_an_equal_roll_catches_the_mover"]
    assert callable(test)
    test()


def test_every_target_of_make_that_is_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for text in (TEXT, (ROOT / "README.md").read_text(encoding="utf-8")):
        named = {
            word
            for line in re.findall(r"\bmake ((?:[a-z-]+ ?)+)(?=`|  |$)", text, re.MULTILINE)
            for word in line.split()
        }
        assert named
        assert [name for name in named if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []
