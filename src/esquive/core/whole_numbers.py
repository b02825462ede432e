"""Whole numbers of a document, within their limits."""

from typing import Any

from esquive.core.errors import DocumentError
from esquive.core.phrases import phrase


def whole(table: dict[str, Any], key: str, default: int, where: str, least: int = 0, most: int = 999) -> int:
    """The whole number at a key, or the default; raises DocumentError outside the limits."""
    value = table.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise DocumentError(
            "{key} cannot be {value!r}",
            where,
            phrase("use a whole number from {least} to {most}", least=least, most=most),
            key=key,
            value=value,
        )
    return value
