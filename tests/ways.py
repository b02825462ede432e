"""One thing is shown in one way by `make test`, and in every other way by `make check`."""

from typing import Any

import pytest


def again(*values: Any) -> Any:
    """A case that shows what another one shows, in another language, theme or size, or by another hand."""
    return pytest.param(*values, marks=pytest.mark.again)
