"""The extras of the package, `esquive[server]` and others: which one brings a module that is not installed."""

import re
from importlib.metadata import PackageNotFoundError, requires
from typing import Final

from esquive.core.errors import EsquiveError
from esquive.core.phrases import phrase

OURS: Final = "esquive"
TO_DEVELOP: Final = "dev"
PACKAGES: Final = {"pil": "pillow"}  # of modules that have another name
_REQUIREMENT: Final = re.compile(r"""(?P<name>[\w.-]+).*;.*extra *== *["'](?P<extra>[\w-]+)["']""")


def extra_of(module: str) -> str:
    """The extra that brings a module, by its whole name; "" where none does."""
    wanted = module.partition(".")[0].lower()
    try:
        found = [_REQUIREMENT.fullmatch(line) for line in requires(OURS) or ()]
    except PackageNotFoundError:  # run from a folder of sources
        return ""
    extras = {match["name"].lower().replace("-", "_"): match["extra"] for match in found if match is not None}
    extra = extras.get(PACKAGES.get(wanted, wanted), "")
    return "" if extra == TO_DEVELOP else extra


def lacking(error: ModuleNotFoundError) -> EsquiveError | None:
    """What to install, told for a module that an extra brings; None for any other."""
    module = error.name or ""
    extra = extra_of(module)
    if not extra:
        return None
    return EsquiveError(
        "{package} is not installed",
        "",
        phrase("pip install '{ours}[{extra}]'", ours=OURS, extra=extra),
        package=PACKAGES.get(module.partition(".")[0].lower(), module.partition(".")[0]),
    )
