"""What is compiled: the list of plain modules fits the sources, without compiling anything."""

from tests.tools.loading import tool_named


def test_every_module_is_compiled_or_plain_for_a_reason() -> None:
    """A new module with structs, or a plain one that is gone, has to be said in tools/compile.py."""
    tool = tool_named("compile")
    names = {tool.module_name(path) for path in tool.compiled_modules()}
    assert {"esquive.core.frames", "esquive.krosmaster.book.casting", "esquive.kaos.book.moves"} <= names
    assert "esquive.core.packs" not in names
