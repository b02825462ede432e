"""What is compiled: the list of plain modules fits the sources, without compiling anything."""

import importlib.util
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "compile.py"


def test_every_module_is_compiled_or_plain_for_a_reason() -> None:
    """A new module with structs, or a plain one that is gone, has to be said in tools/compile.py."""
    spec = importlib.util.spec_from_file_location("compile_tool", TOOL)
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    sys.modules["compile_tool"] = tool
    spec.loader.exec_module(tool)
    names = {tool.module_name(path) for path in tool.compiled_modules()}
    assert {"esquive.core.frames", "esquive.krosmaster.book.casting", "esquive.kaos.book.moves"} <= names
    assert "esquive.core.packs" not in names
