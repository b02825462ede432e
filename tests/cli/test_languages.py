"""Every verb speaks the language that is asked for, else that of whoever reads."""

import argparse
import importlib

import pytest

from esquive.cli.main import VERBS, main

# What a verb needs besides the option; `docs` writes the English pages, `serve` and `db` speak to operators.
ASKED = {
    "play": ["play"],
    "rules": ["rules"],
    "cards": ["cards", "show", "one"],
    "team": ["team", "check", "team.toml"],
    "pack": ["pack", "check", "mine.toml"],
    "scenario": ["scenario", "run", "one.toml"],
    "judge": ["judge", "one.toml", "--do", "end"],
    "ladder": ["ladder", "kaos", "--agents", "random", "greedy"],
    "link": ["link", "one.toml"],
    "match": ["match", "kaos", "--agents", "random", "random"],
    "balance": ["balance", "oscar-kass", "--instead", "percedal"],
    "replay": ["replay", "one.jsonl"],
    "analyse": ["analyse", "one.jsonl"],
    "show": ["show", "one.toml"],
    "bench": ["bench"],
    "site": ["site", "--out", "page"],
}


def parsed(verb: str, *more: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    importlib.import_module(VERBS[verb][0]).add_parser(parser.add_subparsers())
    return parser.parse_args([*ASKED[verb], *more])


def test_no_verb_is_forgotten() -> None:
    assert set(ASKED) == set(VERBS) - {"completion", "docs", "serve", "db"}


@pytest.mark.parametrize("verb", ASKED)
def test_a_verb_can_be_told_the_language_and_else_takes_that_of_lang(
    verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert parsed(verb).language == "it"
    assert parsed(verb, "--language", "fr").language == "fr"
    assert parsed(verb, "--lang", "en").language == "en"


def test_an_unknown_verb_is_told_in_the_language_of_the_reader(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    with pytest.raises(SystemExit):
        main(["shwo"])
    assert "vouliez-vous dire show" in capsys.readouterr().err


def test_differences_of_two_releases_are_told_with_french_labels(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--compare", "2.2", "2.7", "--language", "fr"]) == 0
    told = capsys.readouterr().out
    assert "tient à team.size_min\u00a0: 2 / 3" in told
    assert "turns on" not in told
