"""Where dice come from: a seed, a list written down, or a seed committed to before the match and revealed after it.

The engine never rolls. It says that it waits for a `Roll`; the driver asks a source for the outcome. So the same rules
serve a bot match (seeded), a scenario (listed), a server whose players need not trust it (committed) and a physical
table (no source at all: people enter what the dice show).
"""

import hashlib
import hmac
from random import Random
from typing import Any, Final, Protocol

from esquive.core.errors import DocumentError
from esquive.core.waiting import Roll

MOST_TOLD_APART: Final = 1 << 53  # numbers between 0 and 1 that `Random.random` gives


class DiceSource(Protocol):
    """Whatever can say how a roll falls."""

    def outcome(self, roll: Roll) -> int:
        """The outcome of a roll, one of those it lists."""

    def to_data(self) -> dict[str, Any]:
        """What a record keeps so that the outcomes can be proved; `kind` names the source."""

    def copy(self) -> "DiceSource":
        """A source of its own that goes on as this one does."""


def pick(roll: Roll, mark: int) -> int:
    """The outcome in whose share of the total weight the mark falls; 0 <= mark < `roll.total()`."""
    if roll.weights is None:
        return mark
    for outcome, weight in enumerate(roll.weights):
        mark -= weight
        if mark < 0:
            return outcome
    raise ValueError(f"mark beyond the total weight of {roll!r}")


class SeededDice:
    """Dice from a seed (an integer or a text): the same seed gives the same dice, on every machine and version.

    A roll of more outcomes than one number of the generator can tell apart takes several.
    """

    __slots__ = ("_random", "seed")

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._random = Random(str(seed))

    def outcome(self, roll: Roll) -> int:
        """The next outcome; drawn by `Random.random`, whose sequence Python promises never to change."""
        total = roll.total()
        if total <= MOST_TOLD_APART:
            return pick(roll, int(self._random.random() * total))
        mark, told_apart = 0, 1
        while told_apart < total * MOST_TOLD_APART:  # so many more that what is left over does not count
            mark = mark * MOST_TOLD_APART + int(self._random.random() * MOST_TOLD_APART)
            told_apart *= MOST_TOLD_APART
        return pick(roll, mark * total // told_apart)

    def to_data(self) -> dict[str, Any]:
        """`kind` and `seed`."""
        return {"kind": "seeded", "seed": self.seed}

    def copy(self) -> "SeededDice":
        """Dice of their own that go on as these do."""
        other = SeededDice(self.seed)
        other._random.setstate(self._random.getstate())
        return other


class ListedDice:
    """Dice written down beforehand, one text a die, coin or token, in rolling order. None may be missing or left over.

    A die written `dofus:lock` falls on Dofus and is turned to Lock; `turned` holds what the dice of the last roll were
    turned to, or None when none of them says so.
    """

    __slots__ = ("texts", "turned", "used")

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        self.used = 0
        self.turned: list[str] | None = None

    def line(self, roll: Roll) -> str:
        """The next dice as one line of notation; raises DocumentError when there are too few for the roll."""
        taken = self.texts[self.used : self.used + roll.count]
        if len(taken) < roll.count:
            needs = "1 die" if roll.count == 1 else f"{roll.count} dice"
            has = f"only {', '.join(taken)} left" if taken else "none is left"
            raise DocumentError(
                "the {roll} roll needs {needs} and {given}",
                "dice",
                "list every die that is rolled",
                roll=roll.kind,
                needs=needs,
                given=has,
            )
        self.used += roll.count
        self.turned = [text.partition(":")[2] or text for text in taken] if any(":" in text for text in taken) else None
        return " ".join(taken)

    def left(self) -> list[str]:
        """The dice nobody rolled."""
        return self.texts[self.used :]


class ToldDice:
    """Dice of an exercise: the first rolls fall as `lines` say, a line each, all others as another source has it.

    A line that is of another number of dice than are rolled is passed over.
    """

    __slots__ = ("lines", "then", "used")

    def __init__(self, lines: list[str], then: DiceSource) -> None:
        self.lines = lines
        self.then = then
        self.used = 0

    def told(self, roll: Roll) -> str | None:
        """How the next roll falls, or None where it is not said."""
        if self.used == len(self.lines):
            return None
        line = self.lines[self.used]
        self.used += 1
        return line if len(line.split()) == roll.count else None

    def outcome(self, roll: Roll) -> int:
        """What the other source has for a roll of which nothing is said."""
        return self.then.outcome(roll)

    def to_data(self) -> dict[str, Any]:
        """`kind`, the `lines`, and the other source."""
        return {"kind": "told", "lines": list(self.lines), "then": self.then.to_data()}

    def copy(self) -> "ToldDice":
        """Dice of their own that go on as these do."""
        other = ToldDice(self.lines, self.then.copy())
        other.used = self.used
        return other


def commitment_of(seed: bytes) -> str:
    """What is shown before the match: the SHA-256 of the seed, as 64 hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()


class CommittedDice:
    """Dice nobody can choose: roll number i is HMAC-SHA256(seed, nonces and i), and the seed is bound beforehand.

    Whoever holds the seed shows `commitment` first; then every seat names a nonce of its own, so that neither side
    alone decides the dice. Once the seed is revealed anybody can work out every roll again (`verify_dice`).
    `index` is the number of the next roll; a match that is loaded again goes on from where it stood.

    The first 64 bits of the digest are the number drawn, all of them for more than 2**53 outcomes. Numbers beyond the
    largest multiple of the total weight are thrown away and drawn again, so every outcome has exactly its share.
    """

    __slots__ = ("_message", "index", "nonces", "seed")

    def __init__(self, seed: bytes, nonces: tuple[str, ...], index: int = 0) -> None:
        self.seed = seed
        self.nonces = nonces
        self.index = index
        # Lengths first, so that moving a character from one nonce to the next changes the message.
        self._message = b"".join(len(n.encode()).to_bytes(4, "big") + n.encode() for n in nonces)

    @property
    def commitment(self) -> str:
        """What is shown before the match."""
        return commitment_of(self.seed)

    def copy(self) -> "CommittedDice":
        """Dice of their own that go on as these do."""
        return CommittedDice(self.seed, self.nonces, self.index)

    def outcome(self, roll: Roll) -> int:
        """The outcome of the next roll; counts it."""
        index = self.index
        self.index += 1
        return self.outcome_at(roll, index)

    def outcome_at(self, roll: Roll, index: int) -> int:
        """The outcome of roll number `index`, counted from 0."""
        total = roll.total()
        size = 8 if total <= MOST_TOLD_APART else 32  # bytes: a pool of two dozen dice has more outcomes than a word
        word = 1 << 8 * size
        limit = word - word % total
        attempt = 0
        while True:
            message = self._message + index.to_bytes(8, "big") + attempt.to_bytes(4, "big")
            number = int.from_bytes(hmac.digest(self.seed, message, "sha256")[:size], "big")
            if number < limit:
                return pick(roll, number % total)
            attempt += 1

    def to_data(self) -> dict[str, Any]:
        """`kind`, `commitment`, `nonces` and the `seed` in hexadecimal: for a match that is over."""
        return {**self.to_public_data(), "seed": self.seed.hex()}

    def to_public_data(self) -> dict[str, Any]:
        """The same without the seed: for a match in progress."""
        return {"kind": "committed", "commitment": self.commitment, "nonces": list(self.nonces)}
