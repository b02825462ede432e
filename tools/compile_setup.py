"""Builds the extension modules of `tools/compile.py`: run by it in the folder of the copies, with mypyc's arguments.

    python compile_setup.py C_FILES OBJECTS MYPY_ARGUMENTS... FILES...

mypyc writes one C file a module, all of one group: calls between modules are direct calls in C. The C files are
compiled side by side, and only those that differ from the last time, headers included.
"""

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from mypyc.build import mypycify
from setuptools import setup  # type: ignore[import-untyped]
from setuptools._distutils.ccompiler import CCompiler

GROUP: Final = "esquive"  # a name of its own: mypyc's would change with every module that comes or goes
LEVEL: Final = "2"  # of optimization


def compile_side_by_side(
    self: Any,
    sources: Sequence[str],
    output_dir: str | None = None,
    macros: Any = None,
    include_dirs: Any = None,
    debug: bool = False,
    extra_preargs: Any = None,
    extra_postargs: Any = None,
    depends: Any = None,
) -> list[str]:
    """`CCompiler.compile` on all processors; an object whose source, headers and options are as they were is kept."""
    macros, objects, postargs, pp_opts, build = self._setup_compile(
        output_dir, macros, include_dirs, sources, depends, extra_postargs
    )
    arguments = self._get_cc_args(pp_opts, debug, extra_preargs)
    headers = digest([*arguments, *postargs], sorted(Path(sources[0]).parent.glob("*.h")))

    def make(target: str) -> None:
        source, extension = build[target]
        made, stamp = Path(target), Path(f"{target}.of")
        wanted = digest([headers], [Path(source)])
        if made.is_file() and stamp.is_file() and stamp.read_text() == wanted:
            return
        stamp.unlink(missing_ok=True)
        self._compile(target, source, extension, arguments, postargs, pp_opts)
        stamp.write_text(wanted)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(make, objects))
    return list(objects)


def digest(words: Sequence[str], files: Sequence[Path]) -> str:
    """A hash of words and of what files hold."""
    found = blake2b("\0".join(words).encode(), digest_size=16)
    for file in files:
        found.update(file.read_bytes())
    return found.hexdigest()


def main(c_files: str, objects: str, *arguments: str) -> None:
    """Writes the C files, compiles them, and puts the modules beside the copies."""
    modules = mypycify(
        list(arguments), opt_level=LEVEL, debug_level="0", multi_file=True, target_dir=c_files, group_name=GROUP
    )
    CCompiler.compile = compile_side_by_side  # type: ignore[assignment, method-assign]
    setup(
        name="esquive-compiled",
        version="0",
        packages=[],
        ext_modules=modules,
        script_args=["--quiet", "build_ext", "--inplace", f"--build-temp={objects}", f"--parallel={os.cpu_count()}"],
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
