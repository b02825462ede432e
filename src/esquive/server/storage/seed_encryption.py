"""Encrypts seeds: who reads the database, or a copy of it, cannot tell how the dice of a match will fall.

A seed is encrypted with AES-256-GCM and bound to what it belongs to, so that it can be neither read nor exchanged for
another one. The key lies apart: in a file beside the database that its owner alone may read, or in the environment.
What this answers: a backup, a dump, a replica or a query that gets into the wrong hands. What it does not: somebody
who reads the memory of the server, or the key with the database.

A key is 64 hexadecimal digits; a key file holds one a line, the first of which seals. Older ones open what they sealed.
"""

import base64
import hashlib
import logging
import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from esquive.core.errors import EsquiveError
from esquive.hosting.protocol import ProtocolError

LOG: Final = logging.getLogger("esquive.server")
KEY: Final = "ESQUIVE_SEED_KEY"  # the key itself, or several with commas between them
KEY_FILE: Final = "ESQUIVE_SEED_KEY_FILE"
VERSION: Final = "s1"
NONCE: Final = 12  # bytes
KEY_BYTES: Final = 32
OTHERS: Final = 0o077  # what anybody but the owner may do with a file


class Sealer:
    """Seals and opens seeds; the first key seals."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._first = fingerprint(keys[0])
        self._keys = {fingerprint(key): AESGCM(key) for key in keys}

    def seal(self, seed: str, of: str) -> str:
        """A seed in hexadecimal digits, sealed for the match or commitment it belongs to."""
        nonce = secrets.token_bytes(NONCE)
        hidden = self._keys[self._first].encrypt(nonce, bytes.fromhex(seed), of.encode())
        return f"{VERSION}.{self._first}.{base64.urlsafe_b64encode(nonce + hidden).decode()}"

    def open(self, sealed: str, of: str) -> str:
        """The seed; raises ProtocolError `no-key` when its key is gone, or the seed is not the one sealed for this."""
        _, name, text = sealed.split(".")
        key = self._keys.get(name)
        try:
            if key is None:
                raise InvalidTag
            both = base64.urlsafe_b64decode(text)
            return key.decrypt(both[:NONCE], both[NONCE:], of.encode()).hex()
        except (InvalidTag, ValueError) as error:
            LOG.error("the seed of %s cannot be opened: its key (%s) is not among those of this server", of, name)
            raise ProtocolError("no-key", 409) from error


def fingerprint(key: bytes) -> str:
    """The name of a key, which tells nothing of it."""
    return hashlib.sha256(b"esquive key " + key).hexdigest()[:8]


def sealer(place: Path, is_needed: bool, settings: Mapping[str, str] = os.environ) -> Sealer:
    """The sealer with the keys of the environment, else of the file at a place, which is made where there is none.

    `is_needed`: seeds have been sealed before, so a key that is not there is lost. Raises EsquiveError for that, and
    for what is no key.
    """
    if settings.get(KEY):
        return Sealer(_keys(settings[KEY].replace(",", "\n"), KEY))
    file = Path(settings.get(KEY_FILE) or place)
    try:
        text = file.read_text(encoding="ascii")
    except FileNotFoundError:
        if is_needed:
            raise EsquiveError(
                "the key to the dice of the matches under way is missing",
                str(file),
                f"put it back, or name its place with {KEY_FILE}; where it is lost for good, make an empty file "
                "there: those matches cannot be played on then, new ones can",
            ) from None
        text = ""
    except (OSError, UnicodeDecodeError) as error:
        raise EsquiveError(f"this key cannot be read: {error}", str(file), "put the right one there") from error
    if os.name == "posix" and file.exists() and file.stat().st_mode & OTHERS:
        LOG.warning("%s holds the key to the dice, and others may read it: chmod 600 is safe", file)
    return Sealer(_keys(text, str(file)) if text.strip() else [_made(file)])


def _keys(text: str, where: str) -> list[bytes]:
    try:
        keys = [bytes.fromhex(line) for line in text.split()]
    except ValueError:
        keys = []
    if not keys or any(len(key) != KEY_BYTES for key in keys):
        raise EsquiveError("this is no key", where, "64 hexadecimal digits are one: `openssl rand -hex 32` makes it")
    return keys


def _made(file: Path) -> bytes:
    """A new key, on the disk before anything is sealed with it, that nobody but the owner of the file may read."""
    key = secrets.token_bytes(KEY_BYTES)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as out:
            out.write(key.hex() + "\n")
            out.flush()
            os.fsync(out.fileno())
    except OSError as error:
        fix = f"name another place with {KEY_FILE}, or give the key in {KEY}"
        raise EsquiveError(f"no key can be kept here: {error.strerror}", str(file), fix) from error
    return key


def key_place(database: Path | None, settings: Mapping[str, str] = os.environ) -> Path:
    """Where the key lies when nobody says so: beside a file of SQLite, else in the user's data folder."""
    if database is not None:
        return database.with_name(database.name + ".key")
    return Path(settings.get("ESQUIVE_DATA") or Path.home() / ".local" / "share" / "esquive") / "dice.key"
