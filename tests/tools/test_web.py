"""The web client's checker keeps what it has made of each component; what has moved is forgotten."""

from pathlib import Path

from tools.web import forget_moved


def test_what_is_kept_of_a_component_that_moved_is_removed(tmp_path: Path) -> None:
    (tmp_path / "src" / "table").mkdir(parents=True)
    (tmp_path / "src" / "table" / "Term.svelte").touch()
    kept = tmp_path / ".svelte-check" / "svelte"
    for folder, name in (("table", "Term"), ("game", "Term"), ("table", "Gone")):
        (kept / "src" / folder).mkdir(parents=True, exist_ok=True)
        for file in (f"++{name}.svelte.ts", f"{name}.d.svelte.ts"):
            (kept / "src" / folder / file).touch()
    forget_moved(kept, tmp_path)
    assert sorted(file.relative_to(kept / "src").as_posix() for file in kept.rglob("*.ts")) == [
        "table/++Term.svelte.ts",
        "table/Term.d.svelte.ts",
    ]
