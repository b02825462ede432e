"""What happened, as flat tuples of integers `(kind, field, field, ...)`; one table says what the integers mean.

The log, the animation, the record's annotations and the screen reader's text all come from the same events. Every
kind declares its fields with their types, the clause it rests on, and who may see it. Emitting one is appending a
tuple: the hot path pays for nothing else.
"""

from typing import Final

EVERYBODY: Final = -1


class EventKind:
    """One kind of event: its public name, the clause it rests on, its fields (name, type), and its secrecy.

    `private_to` names the field that holds the only seat that may see the event; "" means everybody may. `shows` says
    that somebody knows more by it than could be known before: what nobody may take back alone.
    """

    __slots__ = ("clause", "fields", "name", "number", "private_to", "shows")

    def __init__(
        self,
        number: int,
        name: str,
        clause: str,
        fields: tuple[tuple[str, str], ...],
        private_to: str = "",
        shows: bool = False,
    ) -> None:
        self.number = number
        self.name = name
        self.clause = clause
        self.fields = fields
        self.private_to = private_to
        self.shows = shows or bool(private_to)

    def viewer(self, event: tuple[int, ...]) -> int:
        """The only seat that may see this event, or EVERYBODY."""
        if not self.private_to:
            return EVERYBODY
        position = [name for name, _ in self.fields].index(self.private_to)
        return event[position + 1]


def table_of(
    rows: tuple[tuple[str, str, str], ...], private: dict[str, str], shows: tuple[str, ...] = ()
) -> tuple[EventKind, ...]:
    """The kinds of rows `(name, clause, "field:type field:type")`, numbered in order; `shows` are names, as above."""
    kinds: list[EventKind] = []
    for number, (name, clause, text) in enumerate(rows):
        fields = tuple((part.split(":")[0], part.split(":")[1]) for part in text.split())
        kinds.append(EventKind(number, name, clause, fields, private.get(name, ""), name in shows))
    return tuple(kinds)
