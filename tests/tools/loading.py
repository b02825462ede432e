"""The scripts of tools/ as modules."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

TOOLS = Path(__file__).parents[2] / "tools"


def tool_named(name: str) -> ModuleType:
    """The script of this name, read anew; other processes that it starts find it by `tool_NAME`."""
    module_name = f"tool_{name}"
    spec = importlib.util.spec_from_file_location(module_name, TOOLS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    spec.loader.exec_module(module)
    return module
