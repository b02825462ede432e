"""Games that are kept as they are played: JSON lines, so that a series that was broken off goes on where it was.

The first line says which series it is of; whoever goes on has to play the same one. A last line that was cut off, by a
power cut or a full disk, counts as not played.
"""

import json
import os
from pathlib import Path
from typing import Any, Final

from esquive.core.errors import EsquiveError
from esquive.core.phrases import phrase

_FIX: Final = "name another file, or delete it"


class KeptGames:
    """The lines of a file, `games`, and more to come; without a file nothing is kept.

    Raises EsquiveError for a file that cannot be read, or is of something else than what `header` says.
    """

    def __init__(self, file: Path | None, header: dict[str, Any]) -> None:
        self.file = file
        self.games: list[Any] = []
        self._header = header
        self._is_new = True
        if file is not None and file.exists():
            self._read(file)

    def keep(self, game: Any) -> None:
        """Write a game at once; raises EsquiveError where that cannot be."""
        self.games.append(game)
        if self.file is None:
            return
        lines = [self._header, game] if self._is_new else [game]
        try:
            with self.file.open("a", encoding="utf-8") as kept:
                kept.write("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
        except OSError as error:
            raise self._failed("cannot be written: {reason}", error) from error
        self._is_new = False

    def _read(self, file: Path) -> None:
        try:
            text = file.read_bytes()
            whole = text[: text.rfind(b"\n") + 1]
            lines = [json.loads(line) for line in whole.decode("utf-8").splitlines()]
        except OSError as error:
            raise self._failed("cannot be read: {reason}", error) from error
        except ValueError as error:
            raise self._foreign(error) from error
        if not lines and not json.dumps(self._header, ensure_ascii=False).encode().startswith(text):
            raise self._foreign("no line is whole")
        if lines and lines[0] != self._header:
            raise EsquiveError(
                "keeps the games of another series: {header}",
                str(file),
                "give the same settings, or another file",
                header=json.dumps(lines[0], ensure_ascii=False),
            )
        if len(whole) < len(text):  # it is ours: only now may the line that was cut off be taken out
            try:
                os.truncate(file, len(whole))
            except OSError as error:
                raise self._failed("cannot be written: {reason}", error) from error
        self.games = lines[1:]
        self._is_new = not lines

    def _foreign(self, why: object) -> EsquiveError:
        return EsquiveError("cannot be read as kept games: {why}", str(self.file), _FIX, why=why)

    def _failed(self, what: str, error: OSError) -> EsquiveError:
        return EsquiveError(what, str(self.file), "name another file", reason=phrase(str(error.strerror)))
