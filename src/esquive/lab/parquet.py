"""The games of a series as a table of Parquet, for those who work on them with pandas, Polars or DuckDB.

A row a game, with the keys of `matches.jsonl` and those of its measures; written by `pyarrow` (extra `parquet`).
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Any


def parquet_of(games: Sequence[dict[str, Any]]) -> bytes:
    """The file of one game or more, all of them with the same keys but for their measures."""
    import pyarrow as arrow
    from pyarrow import parquet

    measures = sorted({name for game in games for name in game["measures"]})
    rows = [
        {key: value for key, value in game.items() if key != "measures"}
        | {name: game["measures"].get(name) for name in measures}
        for game in games
    ]
    written = BytesIO()
    parquet.write_table(arrow.Table.from_pylist(rows), written)
    return written.getvalue()
