"""Proofs that a procedure of a release steers: one position a key, played once by every procedure registered for it."""

from collections.abc import Callable
from typing import Any

MISS = ["lock", "lock"]  # neither a Critical nor an Armour

Proof = Callable[[str], Any]
PROOFS: dict[str, tuple[Proof, dict[str, Any]]] = {}


def shows(key: str, plays: dict[str, Any]) -> Callable[[Proof], Proof]:
    """The proof of a key: what it gives back by each value."""

    def note(proof: Proof) -> Proof:
        assert key not in PROOFS, f"{key} has two proofs"
        PROOFS[key] = (proof, plays)
        return proof

    return note
