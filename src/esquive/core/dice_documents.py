"""Dice as a record tells them, so that each roll can be proved: what `to_data` of a source wrote, read again."""

from typing import Any

from esquive.core.dice import CommittedDice, DiceSource, SeededDice, ToldDice, commitment_of
from esquive.core.errors import DocumentError
from esquive.core.stretch_dice import KIND, stretches_from_data


def dice_from_data(data: dict[str, Any]) -> DiceSource | None:
    """The source that `to_data` described, at its first roll, or None when the dice were rolled by hand.

    Raises DocumentError for an unknown source, and for a revealed seed that is not the one committed to.
    """
    kind = data.get("kind")
    if kind == "table":
        return None
    if kind == "seeded" and isinstance(data.get("seed"), int | str):
        return SeededDice(data["seed"])
    if kind == "committed":
        return _committed(data)
    if kind == KIND:
        return stretches_from_data(data)
    if kind == "told" and isinstance(data.get("lines"), list) and isinstance(data.get("then"), dict):
        then = dice_from_data(data["then"])
        if then is not None:
            return ToldDice([str(line) for line in data["lines"]], then)
    raise DocumentError(
        "unknown dice {data!r}", "dice", 'kinds: "seeded", "committed", "stretches", "told", "table"', data=data
    )


def _committed(data: dict[str, Any]) -> CommittedDice:
    if not isinstance(data.get("seed"), str):
        raise DocumentError("the seed has not been revealed", "dice.seed", "verify the record once the match is over")
    try:
        seed = bytes.fromhex(data["seed"])
    except ValueError:
        raise DocumentError("the seed is not hexadecimal", "dice.seed", "use the record as it was written") from None
    if commitment_of(seed) != data.get("commitment"):
        raise DocumentError(
            "the seed is not the one committed to", "dice.seed", "its SHA-256 must equal dice.commitment"
        )
    return CommittedDice(seed, tuple(str(nonce) for nonce in data.get("nonces", ())))
