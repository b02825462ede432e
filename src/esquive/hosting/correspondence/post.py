"""Letters written and opened: matches by correspondence as a host keeps them."""

import asyncio
import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final, Protocol

import msgspec
from msgspec import structs

from esquive.core.errors import EsquiveError
from esquive.core.games import game_named
from esquive.core.match import Match
from esquive.core.messages import messages
from esquive.core.record import start_of
from esquive.hosting.correspondence import chains
from esquive.hosting.correspondence.letters import (
    Acceptance,
    AnyLetter,
    Brought,
    Invitation,
    LastLetter,
    Table,
    Team,
    Turn,
    read,
    team_of,
    text_of,
)
from esquive.hosting.correspondence.locks import SIZE, BadLock, Locks, first_locked, second_locked, third_locked
from esquive.hosting.correspondence.mail import GUEST, INVITER, Mail, Pending
from esquive.hosting.correspondence.matches import (
    decks_of,
    is_asked,
    keys_ahead,
    keys_for,
    lay_open,
    played_again,
    read_turn,
    turn_of,
    wrong,
)
from esquive.hosting.correspondence.messages import (
    AcceptanceWanted,
    InvitationView,
    InvitationWanted,
    LetterOpened,
    MailView,
    Stage,
)
from esquive.hosting.grants import issue
from esquive.hosting.match_setup import setup_of
from esquive.hosting.match_store import Beside, MatchStore
from esquive.hosting.player_names import check_apart, cleaned
from esquive.hosting.protocol import HUMAN, NewMatch, NewPlayer, ProtocolError
from esquive.hosting.registry import MatchRegistry
from esquive.hosting.resumption import stored_lines, winner_in_order
from esquive.hosting.rooms import Room
from esquive.hosting.stored_match import SeatedPlayer, StoredLine, StoredMatch

ID_BYTES: Final = 8
SALT_BYTES: Final = 16


class MailStore(MatchStore, Protocol):
    """A store that keeps what a match by correspondence needs beside its answers."""

    async def keep_pending(self, pending: Pending) -> None:
        """Keep a match that has not begun; once one with its id is created it is forgotten."""

    async def pending(self, match_id: str) -> Pending | None:
        """A match that has not begun, or None."""

    async def all_pending(self) -> list[Pending]:
        """Every match that has not begun."""

    async def drop_pending(self, match_id: str) -> None:
        """Forget one of them."""

    async def replace(self, match: StoredMatch, lines: list[StoredLine]) -> None:
        """Keep a match with other answers than before, and all that is kept of it beside, at once."""

    async def keep_mail(self, match_id: str, mail: Mail) -> None:
        """Keep what a player knows of a match."""


class Post:
    """The matches by correspondence of a host at which one person sits."""

    def __init__(
        self, registry: MatchRegistry, store: MailStore, opening: asyncio.Lock, new_secret: Callable[[], bytes]
    ) -> None:
        """`opening` is held while a letter is opened: of one that is opened twice at once, one comes first.

        `new_secret` makes 32 bytes that nobody can guess.
        """
        self._new_secret = new_secret
        self._registry = registry
        self._store = store
        self._opening = opening

    # ------------------------------------------------------------------------------------------------------ beginning

    async def invite(self, wanted: InvitationWanted, language: str) -> MailView:
        """Writes an invitation; raises ProtocolError for a table or a team that cannot be, and `letter-cards`."""
        player = _brought(wanted.player)
        table = Table(wanted.game, wanted.release, wanted.format, wanted.arena, wanted.options, wanted.setup)
        _, cards = await _begins(table, player, player, language)
        secret = self._new_secret()
        decks = first_locked(Locks(secret), [len(deck) for deck in cards])
        number = self._new_secret()[:ID_BYTES]
        team = msgspec.msgpack.encode(Team(self._new_secret()[:SALT_BYTES], player.cards, player.setup))
        hashed = hashlib.sha256(team).digest()
        letter = text_of(Invitation(number, table, player.name, hashed, chains.bound(secret), decks))
        pending = Pending(number.hex(), _now(), INVITER, secret, letter, team)
        await self._store.keep_pending(pending)
        return _waiting(pending)

    async def accept(self, wanted: AcceptanceWanted, language: str) -> MailView:
        """Accepts an invitation; raises ProtocolError as `invite` does, and `letter-unreadable` for another letter."""
        invitation = read(wanted.letter)
        if not isinstance(invitation, Invitation):
            raise ProtocolError("letter-unreadable")
        async with self._opening:
            known = await self._store.pending(invitation.match.hex())
            if known is not None or await self._store.has(invitation.match.hex()):
                raise ProtocolError(
                    "letter-own" if known is not None and known.place == INVITER else "letter-again", 409
                )
            player = _brought(wanted.player, invitation.name)
            _, cards = await _begins(invitation.table, player, player, language)
            if [len(deck) for deck in invitation.decks] != [len(deck) * SIZE for deck in cards]:
                raise wrong()
            secret = self._new_secret()
            locks = Locks(secret)
            try:
                decks = second_locked(locks, invitation.decks)
            except BadLock as error:
                raise wrong() from error
            sizes = [len(kinds) for kinds in cards]
            keys = [keys_for(secret, INVITER, deck, size, range(keys_ahead(size))) for deck, size in enumerate(sizes)]
            told = chains.value(secret, 1)
            letter = text_of(Acceptance(invitation.match, player, chains.bound(secret), told, decks, keys))
            kept = text_of(invitation)
            pending = Pending(invitation.match.hex(), _now(), GUEST, secret, kept, b"", letter)
            await self._store.keep_pending(pending)
            return _waiting(pending)

    # ------------------------------------------------------------------------------------------------------- opening

    async def open(self, text: str, language: str) -> LetterOpened:
        """Takes a letter that has come: whatever follows from it is kept once this returns.

        Raises ProtocolError `letter-unreadable`, `letter-own`, `letter-again` for one that was opened before,
        `letter-early` where one before it is missing, `letter-elsewhere`, `letter-wrong` and `letter-differs`.
        """
        letter = read(text)
        match_id = letter.match.hex()
        async with self._opening:
            pending = await self._store.pending(match_id)
            if isinstance(letter, Invitation):
                return await self._invited(letter, pending)
            if pending is not None:
                await self._begin(letter, pending, language)
            else:
                await self._go_on(letter, match_id)
            return LetterOpened(match_id, await self.token(match_id))

    async def _invited(self, letter: Invitation, pending: Pending | None) -> LetterOpened:
        match_id, table = letter.match.hex(), letter.table
        if pending is not None and pending.place == INVITER:
            raise ProtocolError("letter-own", 409)
        stored = await self._store.load(match_id)
        if stored is not None and stored.mail is not None:
            raise ProtocolError("letter-own" if stored.mail.place == INVITER else "letter-again", 409)
        if pending is not None:
            raise ProtocolError("letter-again", 409)
        seen = InvitationView(
            table.game, table.release, table.format, table.arena, table.options, table.setup, letter.name
        )
        return LetterOpened(match_id, invitation=seen)

    async def _begin(self, letter: AnyLetter, pending: Pending, language: str) -> None:
        """The other's first letter after the invitation: the acceptance, or the first stretch."""
        if isinstance(letter, Acceptance) and pending.place == GUEST:
            raise ProtocolError("letter-own", 409)
        invitation = read(pending.invitation)
        acceptance = letter if pending.place == INVITER else read(pending.acceptance)
        if not isinstance(invitation, Invitation) or not isinstance(acceptance, Acceptance):
            raise wrong() if isinstance(letter, Acceptance) else ProtocolError("letter-early", 409)
        team = _team(letter, pending, invitation)
        inviter = Brought(invitation.name, team.cards, team.setup)
        setup, cards = await _begins(invitation.table, inviter, acceptance.player, language)
        mail = Mail(pending.place, pending.secret, b"", b"", cards, [], [[] for _ in cards], [0] * len(cards))
        mail.team = pending.team
        names = (invitation.name, acceptance.player.name)
        stored = StoredMatch(
            pending.id,
            _now(),
            invitation.table.game,
            setup,
            [SeatedPlayer(name, HUMAN) for name in names],
            "",
            ["", ""],
            private=True,
            mail=mail,
        )
        if pending.place == INVITER:
            match = await asyncio.to_thread(_begun_by_inviter, stored, mail, acceptance)
        elif isinstance(letter, Turn):
            match, stored.mail = await asyncio.to_thread(_begun_by_guest, stored, mail, invitation, letter)
        else:
            raise wrong()
        stored.uses = match.record.header["uses"]
        _note_end(stored, match)
        _, grant = issue(stored.id, [pending.place], is_host=True)
        await self._registry.adopt(stored, match, Beside([grant]))

    async def _go_on(self, letter: AnyLetter, match_id: str) -> None:
        """A letter of a match that goes on."""
        room = await self._room(match_id)
        async with room.lock:
            mail = _mail_of(room)
            if isinstance(letter, Acceptance):
                raise ProtocolError("letter-own" if mail.place == GUEST else "letter-again", 409)
            if isinstance(letter, LastLetter):
                if not room.match.is_over:
                    raise wrong()
                if mail.is_open:
                    raise ProtocolError("letter-again", 409)
                match, found = await asyncio.to_thread(lay_open, room.stored, mail, room.match, letter.secret)
            elif isinstance(letter, Turn):
                _check_number(mail, letter, room.match)
                lines = stored_lines(room.match)
                match, found = await asyncio.to_thread(read_turn, room.stored, mail, lines, letter)
            else:
                raise wrong()
            stored = structs.replace(room.stored, mail=found)
            _note_end(stored, match)
            await self._store.replace(stored, stored_lines(match))
            room.go_on_as(stored, match)

    async def _room(self, match_id: str) -> Room:
        try:
            return await self._registry.room(match_id)
        except ProtocolError as error:
            raise ProtocolError("letter-elsewhere", 404) if error.code == "no-such-match" else error from error

    # -------------------------------------------------------------------------------------------------------- writing

    async def state(self, match_id: str, language: str) -> MailView:
        """How a match stands, with the letter to be sent; raises ProtocolError `no-such-match` for any other match."""
        pending = await self._store.pending(match_id)
        if pending is not None:
            return _waiting(pending)
        room = await self._registry.room(match_id)
        if room.stored.mail is None:
            raise ProtocolError("no-such-match", 404, id=match_id)
        async with room.lock:
            await self._write(room)
            return self._seen(room, language)

    async def which(self, text: str) -> LetterOpened:
        """The match that a letter belongs to; raises ProtocolError `no-such-match` where it is not here."""
        match_id = read(text).match.hex()
        if await self._store.pending(match_id) is None and not await self._store.has(match_id):
            raise ProtocolError("no-such-match", 404, id=match_id)
        return LetterOpened(match_id)

    async def all(self) -> list[MailView]:
        """The matches that have not begun, newest first."""
        found = sorted(await self._store.all_pending(), key=lambda one: one.created, reverse=True)
        return [_waiting(one) for one in found]

    async def forget(self, match_id: str) -> None:
        """Forgets a match that has not begun; raises ProtocolError `no-such-match`."""
        if await self._store.pending(match_id) is None:
            raise ProtocolError("no-such-match", 404, id=match_id)
        await self._store.drop_pending(match_id)

    async def token(self, match_id: str) -> str:
        """A token for one's own place at a match."""
        room = await self._registry.room(match_id)
        token, grant = issue(match_id, [_mail_of(room).place], is_host=True)
        await self._registry.store.seat(match_id, room.stored.players, [grant])
        return token

    async def _write(self, room: Room) -> None:
        """Has the letter written that is due; whoever calls it holds the lock."""
        mail, match = _mail_of(room), room.match
        if mail.written == match.version or is_asked(match, mail.place):
            return
        if mail.is_own_stretch:
            turn, kept = await asyncio.to_thread(turn_of, room.stored, mail, match)
            found = structs.replace(kept, letter=text_of(turn))
        elif match.is_over:
            last = text_of(LastLetter(bytes.fromhex(room.stored.id), mail.secret))
            found = structs.replace(mail, letter=last, written=match.version)
        else:
            return
        await self._store.keep_mail(room.stored.id, found)
        room.stored.mail = found

    def _seen(self, room: Room, language: str) -> MailView:
        mail, match = _mail_of(room), room.match
        stage: Stage = "done" if match.is_over else "own" if is_asked(match, mail.place) else "theirs"
        told = messages(language).say(f"letter.wrong.{mail.wrong}", {}) if mail.wrong else ""
        other = room.stored.players[1 - mail.place].name
        letter = "" if mail.is_open and mail.is_own_stretch else mail.letter  # the other has answered the last one
        return MailView(room.stored.id, room.stored.game, stage, other, mail.number, letter, mail.is_open, told)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _mail_of(room: Room) -> Mail:
    if room.stored.mail is None:
        raise ProtocolError("letter-elsewhere", 404)
    return room.stored.mail


def _note_end(stored: StoredMatch, match: Match) -> None:
    end = match.record.end
    if end is not None:
        stored.over, stored.winner = True, winner_in_order(match, str(end["winner"]))


def _brought(player: NewPlayer, other: str = "") -> Brought:
    """A player with his team, his name as it may be; raises ProtocolError for that of the other."""
    name = check_apart([other, player.name], [])[1] if other else cleaned(player.name)
    return Brought(name, list(player.cards), dict(player.setup))


def _team(letter: AnyLetter, pending: Pending, invitation: Invitation) -> Team:
    """The inviter's team: his own, or as his first stretch tells it."""
    if pending.place == INVITER:
        return team_of(pending.team)
    if not isinstance(letter, Turn):
        raise wrong()
    if letter.number != 1:
        raise ProtocolError("letter-early", 409)
    if hashlib.sha256(letter.team).digest() != invitation.team:
        raise ProtocolError("letter-differs", 409)
    return team_of(letter.team)


async def _begins(table: Table, one: Brought, other: Brought, language: str) -> tuple[dict[str, Any], list[list[int]]]:
    """The set-up of a match and its decks; before both are known one stands in for the other."""
    players = [NewPlayer(each.name, list(each.cards), setup=each.setup) for each in (one, other)]
    wanted = NewMatch(players=players, access="private", **structs.asdict(table))
    setup = setup_of(wanted, language)
    game = game_named(table.game)
    try:
        state = await asyncio.to_thread(start_of, game, setup)
    except EsquiveError as error:
        raise ProtocolError("bad-request", why=error) from error
    return setup, decks_of(game, state)


def _waiting(pending: Pending) -> MailView:
    invitation = read(pending.invitation)
    if not isinstance(invitation, Invitation):
        raise AssertionError("what is kept of an invitation is one")
    if pending.place == INVITER:
        return MailView(pending.id, invitation.table.game, "invited", "", 0, pending.invitation)
    return MailView(pending.id, invitation.table.game, "accepted", invitation.name, 0, pending.acceptance)


def _check_number(mail: Mail, turn: Turn, match: Match) -> None:
    """Raises ProtocolError for a letter that is not the next of the other's."""
    if turn.number % 2 != mail.place:  # those of the inviter have odd numbers
        raise ProtocolError("letter-own", 409)
    expected = mail.number + 1 if mail.is_own_stretch else mail.number
    if turn.number < expected or (match.is_over and not mail.is_own_stretch):
        raise ProtocolError("letter-again", 409)
    if turn.number > expected or is_asked(match, mail.place) or match.is_over:
        raise ProtocolError("letter-early", 409)


def _begun_by_inviter(stored: StoredMatch, mail: Mail, acceptance: Acceptance) -> Match:
    """The match as it begins once the guest has accepted: the first stretch is the inviter's."""
    sizes = [len(deck) * SIZE for deck in mail.cards]
    if [len(deck) for deck in acceptance.decks] != sizes or len(acceptance.keys) != len(sizes):
        raise wrong()
    if not chains.leads(acceptance.told, 1, acceptance.bound):
        raise wrong()
    try:
        mail.decks = third_locked(Locks(mail.secret), acceptance.decks)
    except BadLock as error:
        raise wrong() from error
    mail.bound, mail.told, mail.keys = acceptance.bound, acceptance.told, acceptance.keys
    mail.stretches = [(0, chains.seed_of(chains.value(mail.secret, 1), acceptance.told))]
    return played_again(stored, mail, [])


def _begun_by_guest(stored: StoredMatch, mail: Mail, invitation: Invitation, turn: Turn) -> tuple[Match, Mail]:
    """The match after the inviter's first stretch."""
    if [len(deck) for deck in turn.decks] != [len(deck) * SIZE for deck in mail.cards]:
        raise wrong()
    mail = structs.replace(mail, bound=invitation.bound, told=invitation.bound, decks=turn.decks)
    mail.given = [keys_ahead(len(cards)) for cards in mail.cards]
    return read_turn(stored, mail, [], turn)
