"""Every verb speaks the language of $LANG, also where it refuses: walked through on both games, errors included."""

import re
from pathlib import Path

import pytest
from pytest import CaptureFixture, MonkeyPatch

from esquive.cli.main import main

SCENARIOS = Path(__file__).parents[1] / "scenarios"
GRID = next(iter(sorted((SCENARIOS / "krosmaster").rglob("*.toml"))))
TABLE = next(iter(sorted((SCENARIOS / "kaos").rglob("*.toml"))))
# English that no French or Italian line of a verb has; ids, paths and the words of documents are no sentences.
ENGLISH = re.compile(
    r"\b(?:the|is|are|was|were|has|have|no|not|cannot|does|there|use|give|name|leave|choose|write|known|unknown|did|you"
    r"|mean|folder|games|turns|with|without|from|and|of|at least|at most)\b"
)
WALK = [
    ["cards", "show", "oscar-kass"],
    ["cards", "show", "water-bomb"],
    ["cards", "show", "aero-boost"],
    ["cards", "show", "nobody-of-that-name-at-all"],
    ["cards", "show", "ysaure", "--game", "kaos"],
    ["cards", "coverage"],
    ["cards", "coverage", "--game", "kaos"],
    ["cards", "list", "--collection", "nothing"],
    ["team", "check", "no-such-file.toml"],
    ["team", "check", "TEAM"],
    ["team", "check", "HORDE", "--game", "kaos"],
    ["team", "check", "TEAM", "--release", "3.9"],
    ["rules", "--coverage"],
    ["rules", "7.2.8.zz"],
    ["rules", "--compare", "2.2", "3.9"],
    ["rules", "1.1", "--coverage"],
    ["judge", str(GRID), "--do", "cat con d4"],
    ["judge", str(TABLE), "--do", "cat con d4"],
    ["judge", "no-such-file.toml", "--do", "end"],
    ["match", "krosmaster", "--agents", "random", "nobody"],
    ["match", "krosmaster", "--agents", "random", "random", "--games", "1", "--measures"],
    ["match", "kaos", "--agents", "random", "random", "--games", "0"],
    ["replay", "no-such-file.jsonl"],
    ["show", "no-such-file.toml"],
    ["show", str(GRID), "--mark", "reach"],
    ["scenario", "run", "no-such-file.toml"],
    ["bench", "--seconds", "0"],
    ["docs", "--read", "nothing"],
    ["play", "--port", "99999"],
    ["dance"],
    ["team", "check"],
    ["cards", "list", "--dance"],
]


def words(text: str) -> list[str]:
    """English words of what was printed, without ids, code, file names, options and what is quoted."""
    text = re.sub(r"(?m)^esquive \w+:( \w+ \w+:)?", "", text)
    plain = re.sub(r"[\w./-]*[./_-][\w./-]+|`[^`]*`|'[^']*'|\"[^\"]*\"|«[^»]*»|\([^()]*: [^()]*\)|--\w+", " ", text)
    return ENGLISH.findall(plain)


@pytest.mark.parametrize("language", ["fr_FR.UTF-8", "it_IT.UTF-8"])
@pytest.mark.parametrize("arguments", WALK, ids=" ".join)
def test_a_verb_says_nothing_in_english_to_who_reads_another_language(
    arguments: list[str], language: str, tmp_path: Path, monkeypatch: MonkeyPatch, capsys: CaptureFixture[str]
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", language)
    files = {"TEAM": 'cards = ["oscar-kass", "house-woodcutter", "cloud-knight", "cloud-knight"]\n'}
    files["HORDE"] = 'cards = ["mel-ysaure", "mel-ysaure"]\npoints = 5\n'
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    given = [str(tmp_path / word) if word in files else word for word in arguments]
    try:
        main(given)
    except SystemExit:
        pass
    out, err = capsys.readouterr()
    assert out or err
    assert words(out + err) == [], out + err
