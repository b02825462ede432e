"""Clause pages show players no paths of files: those stand behind "for developers", which is closed at first."""

from pathlib import Path

ARTICLE = Path(__file__).parents[2] / "web" / "src" / "rules" / "ClauseArticle.svelte"


def test_paths_of_code_and_tests_stand_behind_for_developers_alone() -> None:
    text = ARTICLE.read_text(encoding="utf-8")
    opened, closed = text.index('<details data-testid="for-developers">'), text.index("</details>")
    for shown in ("view.code ?? []", "view.tests ?? []"):
        assert text.count(shown) == 1
        assert opened < text.index(shown) < closed
    assert "rulesDevelopers" in text[opened:closed]
    assert "<details open" not in text
