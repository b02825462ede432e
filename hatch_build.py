"""Compiles the message catalogues when the package is built or installed: a `.mo` beside each `.po`."""

import os
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALE = Path("src") / "esquive" / "locale"


def compile_catalogues(root: Path) -> None:
    """Write the binary form of every catalogue that the standard library's gettext reads.

    Each is there as a whole from one moment to the next: somebody may read it while a wheel is built beside him.
    """
    for source in sorted((root / LOCALE).glob("*/LC_MESSAGES/*.po")):
        compiled = BytesIO()
        with source.open("rb") as text:
            write_mo(compiled, read_po(text, locale=source.parts[-3]))
        made = source.with_suffix(f".{os.getpid()}.part")
        made.write_bytes(compiled.getvalue())
        made.replace(source.with_suffix(".mo"))


class CatalogueHook(BuildHookInterface[Any]):
    """What hatchling calls before it packs a wheel, installs the checkout as it is, or packs the sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues(Path(self.root))


if __name__ == "__main__":
    compile_catalogues(Path(__file__).parent)
