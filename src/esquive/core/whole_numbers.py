"""Whole numbers of a document, within their limits."""

from typing import Any

from esquive.core.errors import DocumentError
from esquive.core.mends import leave_out, path_of, put_in
from esquive.core.phrases import phrase


def whole(table: dict[str, Any], key: str, default: int, where: str, least: int = 0, most: int = 999) -> int:
    """The whole number at a key, or the default; raises DocumentError outside the limits."""
    value = table.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        path = (*path_of(where), key)
        is_number = isinstance(value, int) and not isinstance(value, bool)
        raise DocumentError(
            "{key} cannot be {value!r}",
            where,
            phrase("use a whole number from {least} to {most}", least=least, most=most),
            key=key,
            value=value,
        ).mended(put_in(path, max(least, min(most, value))) if is_number else leave_out(path))
    return value
