"""The catalogue shipped with the program: cards, summons, Demonic Rewards and arenas by id.

The files are read once, when first asked for (about a fifth of a second), because a record names the hash of the
whole content: reading single files on demand would save nothing for a game that is recorded.
"""

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, TypeVar

import msgspec

from esquive.core.errors import DocumentError
from esquive.core.packs import InForce, joined, laid_over
from esquive.krosmaster.cards.documents import (
    ArenaDocument,
    CardDocument,
    Pack,
    RewardDocument,
    SummonDocument,
)
from esquive.krosmaster.cards.parts import Bearer, cards_named, summon_ids, unimplemented_notes
from esquive.krosmaster.cards.reading import read_shipped
from esquive.krosmaster.cards.translations import display_name

Document = TypeVar("Document", CardDocument, SummonDocument, RewardDocument, ArenaDocument)


class Catalogue:
    """Cards, summons, rewards and arenas by id, in the order of their ids; `content_hash` names this content.

    The hash is SHA-256 over the decoded documents as JSON with sorted keys, so that comments and layout do not count.
    """

    __slots__ = ("_hash", "arenas", "cards", "named_by_rewards", "rewards", "summons")

    def __init__(self, pack: Pack) -> None:
        self.cards: Mapping[str, CardDocument] = _by_id(pack.card, "card")
        self.summons: Mapping[str, SummonDocument] = _by_id(pack.summon, "summon")
        self.rewards: Mapping[str, RewardDocument] = _by_id(pack.reward, "reward")
        self.arenas: Mapping[str, ArenaDocument] = _by_id(pack.arena, "arena")
        # Cards and summons that any match may need, because a reward brings them.
        self.named_by_rewards: list[str] = [name for one in self.rewards.values() for name in cards_named(one)]
        self._hash = ""

    @property
    def content_hash(self) -> str:
        """The name of this content, worked out when first asked for: that takes longer than all the rest."""
        if not self._hash:
            self._hash = hashlib.sha256(self._canonical()).hexdigest()
        return self._hash

    def _canonical(self) -> bytes:
        kinds = {
            "card": self.cards,
            "summon": self.summons,
            "reward": self.rewards,
            "arena": self.arenas,
        }
        plain = {kind: [msgspec.to_builtins(one) for one in table.values()] for kind, table in kinds.items()}
        return msgspec.json.encode(plain, order="sorted")

    def unplayable_because(self, bearer: Bearer) -> tuple[str, ...]:
        """Why the bearer is barred from play: what it or one of its summons cannot do yet; empty when playable."""
        reasons = list(unimplemented_notes(bearer))
        for summon_id in summon_ids(bearer):
            summon = self.summons.get(summon_id)
            if summon is None:
                reasons.append(f"The summon '{summon_id}' is not in the catalogue.")
            elif summon is not bearer:
                reasons += [f"{summon_id}: {note}" for note in unimplemented_notes(summon)]
        return tuple(reasons)

    def is_playable(self, bearer: Bearer) -> bool:
        """True if nothing of the bearer or of its summons is unimplemented."""
        return not self.unplayable_because(bearer)

    def with_pack(self, pack: Pack) -> "Catalogue":
        """This catalogue and a user's pack.

        A document that says `override` takes the place of the one of its id; raises DocumentError for any other whose
        id is taken, and for one that overrides nothing.
        """
        return Catalogue(
            Pack(
                card=laid_over(self.cards, pack.card, "card"),
                summon=laid_over(self.summons, pack.summon, "summon"),
                reward=laid_over(self.rewards, pack.reward, "reward"),
                arena=laid_over(self.arenas, pack.arena, "arena"),
            )
        )


def hero_of(card: CardDocument) -> str:
    """The hero a card stands for in team building: the slug of its name unless the card says otherwise [KA 2.1.2]."""
    return card.hero if card.hero is not None else slug_of(display_name(card.name))


def slug_of(text: str) -> str:
    """Lower case words of ASCII letters and digits joined by hyphens."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


@cache
def catalogue() -> Catalogue:
    """The catalogue shipped with the program, read when first asked for."""
    packs: list[Pack] = []
    root = files("esquive.krosmaster").joinpath("catalogue")
    for kind in ("cards", "summons", "rewards", "arenas"):
        for file in sorted(root.joinpath(kind).iterdir(), key=lambda entry: entry.name):
            if file.name.endswith(".toml"):
                packs.append(read_shipped(file, f"{kind}/{file.name}", Pack))
    return Catalogue(joined(packs, Pack))


IN_FORCE: Final = InForce(catalogue)
catalogue_in_force, put_in_force = IN_FORCE.known, IN_FORCE.put


def _by_id(documents: tuple[Document, ...], kind: str) -> Mapping[str, Document]:
    table: dict[str, Document] = {}
    for one in sorted(documents, key=lambda document: document.id):
        if one.id in table:
            raise DocumentError("the id '{name}' is used twice", kind, "give every document its own id", name=one.id)
        table[one.id] = one
    return MappingProxyType(table)
