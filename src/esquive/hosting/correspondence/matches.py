"""Matches by correspondence: begun, gone on by a letter, and laid open when they are over. Nothing here is stored.

Whatever in a letter is not as it must be is a ProtocolError `letter-wrong`; then nothing has changed.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Mapping
from itertools import combinations, product
from typing import Any, Final

import msgspec
from msgspec import structs

from esquive.core.errors import NotationError
from esquive.core.game import Game
from esquive.core.games import game_named
from esquive.core.ids import SEAT_NAMES
from esquive.core.match import Match
from esquive.core.record import DICE
from esquive.core.stretch_dice import StretchDice
from esquive.core.waiting import Decision
from esquive.hosting.correspondence import chains
from esquive.hosting.correspondence.draws import Drawn, dice_of_mail, made_of, note_dice, opened, place_of
from esquive.hosting.correspondence.letters import Shown, Turn
from esquive.hosting.correspondence.locks import Locks, first_locked, second_locked, third_locked
from esquive.hosting.correspondence.mail import INVITER, Mail
from esquive.hosting.match_views import SPECTATOR
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.resumption import END, UNDO, agents_of, stored_lines, take_forced, take_line
from esquive.hosting.stored_match import StoredLine, StoredMatch

AHEAD: Final = 6  # cards of a deck that a player can draw before the next letter comes


def wrong() -> ProtocolError:
    """A letter that cannot have been written by the other's page as it is."""
    return ProtocolError("letter-wrong", 409)


def is_asked(match: Match, place: int) -> bool:
    """Whether a player has to decide."""
    waiting = match.waiting
    return (
        isinstance(waiting, Decision) and not match.is_over and match.game.player_in(match.state, waiting.seat) == place
    )


def seat_in(match: Match, place: int) -> int:
    """The seat of a player."""
    return next(seat for seat in range(2) if match.game.player_in(match.state, seat) == place)


def public_hash(mail: Mail, match: Match) -> bytes:
    """What both players have to agree on, as 8 bytes: who plays, with what, and what everybody sees of the position."""
    bounds = [chains.bound(mail.secret), mail.bound]
    header, seen = match.record.header, match.game.to_document(match.state, SPECTATOR)
    agreed = [bounds if mail.place == INVITER else bounds[::-1], match.version, header["uses"], seen]
    return hashlib.sha256(msgspec.json.encode(agreed, order="deterministic")).digest()[:8]


def played_again(
    stored: StoredMatch, mail: Mail, lines: list[StoredLine], fixed: Mapping[int, int] | None = None
) -> Match:
    """The match after its answers, with the dice and cards that the player knows of; `fixed` as for `MailDraws`."""
    match = Match(game_named(stored.game), stored.setup, dice_of_mail(mail, fixed), agents_of(stored.players))
    for line in lines:
        if line.by != DICE and not take_line(match, line):
            raise wrong()
    take_forced(match)
    return match


# ------------------------------------------------------------------------------------------------------------- writing


def turn_of(stored: StoredMatch, mail: Mail, match: Match) -> tuple[Turn, Mail]:
    """The letter with the stretch that is done, and what is kept once it is written.

    `match` is the match as it stands, of which the player is asked nothing any more.
    """
    lines = stored_lines(match)
    fresh = list(enumerate(lines[mail.since :], mail.since + 1))
    answers = [one.line for version, one in fresh if one.by not in (DICE, UNDO, END) and version not in match.forced]
    end = next((one.line for _, one in fresh if one.by == END), "")
    made = made_of(match)
    shown = _shown(stored, mail, match, lines, made)
    keys = [_more_keys(mail, deck, made) for deck in range(len(mail.cards))]
    turn = Turn(
        match=bytes.fromhex(stored.id),
        number=mail.number,
        answers=answers,
        told=chains.value(mail.secret, mail.number + 1),
        hash=public_hash(mail, match),
        shown=[Shown(one, made[one].deck, made[one].place, _key(mail, made[one])) for one in shown],
        keys=keys,
        end=end,
        decks=mail.decks if mail.number == 1 else [],
        secret=mail.secret if match.is_over else b"",
        team=mail.team if mail.number == 1 else b"",
    )
    given = [count + len(more) for count, more in zip(mail.given, keys, strict=True)]
    return turn, structs.replace(mail, shown=[*mail.shown, *shown], given=given, written=match.version)


def _key(mail: Mail, drawn: Drawn) -> bytes:
    return Locks(mail.secret).key(drawn.deck, drawn.place)


def _more_keys(mail: Mail, deck: int, made: list[Drawn]) -> list[bytes]:
    """The keys that the other needs, so that he can draw until the next letter."""
    other, size = 1 - mail.place, len(mail.cards[deck])
    drawn = [one.by for one in made if one.deck == deck]
    wanted = drawn.count(other) + keys_ahead(size - len(drawn))
    return keys_for(mail.secret, other, deck, size, range(mail.given[deck], wanted))


def keys_ahead(left: int) -> int:
    """How many cards of a deck with so many left a player can draw before the next letter comes."""
    return min(AHEAD, left)


def keys_for(secret: bytes, reader: int, deck: int, size: int, counts: range) -> list[bytes]:
    """The keys to the cards of a deck that the reader of a letter draws by these numbers of his."""
    locks = Locks(secret)
    return [locks.key(deck, place_of(reader, count, size)) for count in counts]


def _shown(stored: StoredMatch, mail: Mail, match: Match, lines: list[StoredLine], made: list[Drawn]) -> list[int]:
    """The player's draws, by number, that the other has come to know in this stretch.

    Those that nobody drew in secret, and those drawn in secret that lie open by now. Where equal cards leave open which
    it was, it is the one with which the match goes as everybody has seen it go.
    """
    own = [number for number, one in enumerate(made) if one.by == mail.place and number not in mail.shown]
    public = [number for number in own if made[number].private_to < 0]
    secret = [number for number in own if made[number].private_to >= 0]
    outcome = {number: mail.cards[made[number].deck][made[number].card] for number in secret}
    hidden = Counter(match.game.concealed(match.state, seat_in(match, mail.place)))
    open_ = Counter(outcome.values()) - hidden
    choices = [
        list(combinations([number for number in secret if outcome[number] == card], count))
        for card, count in open_.items()
    ]
    found = [[*public, *(number for some in chosen for number in some)] for chosen in product(*choices)]
    if len(found) == 1:
        return sorted(found[0])
    for one in found:
        if _is_as_seen(stored, mail, match, lines, {*secret} - {*one}):
            return sorted(one)
    raise AssertionError("the match goes otherwise with every choice of the cards shown")


def _is_as_seen(stored: StoredMatch, mail: Mail, match: Match, lines: list[StoredLine], kept: set[int]) -> bool:
    """Whether the match goes as everybody has seen it for somebody who takes these draws for other cards."""
    try:
        found = played_again(stored, mail, lines, _otherwise(mail, made_of(match), kept))
    except (ProtocolError, NotationError):
        return False
    return public_hash(mail, found) == public_hash(mail, match)


def _otherwise(mail: Mail, made: list[Drawn], kept: set[int]) -> dict[int, int]:
    """The cards of all draws, with other kinds for those that are `kept`: cards nobody has drawn, else exchanged ones.

    Exchanged are those whose kind is nobody's business: other `kept` ones, and what the other has drawn in secret.
    """
    found = {number: one.card for number, one in enumerate(made)}
    hidden = {number for number, one in enumerate(made) if one.by != mail.place and number not in mail.seen}
    for number in sorted(kept):
        deck, card = made[number].deck, made[number].card
        kinds, of_deck = mail.cards[deck], {one for one in found if made[one].deck == deck}
        drawn = {found[one] for one in of_deck}
        free = [other for other in range(len(kinds)) if other not in drawn and kinds[other] != kinds[card]]
        twins = [one for one in sorted(of_deck & (kept | hidden)) if kinds[found[one]] != kinds[card]]
        if free:
            found[number] = free[0]
        elif twins and found[number] == card:
            found[number], found[twins[0]] = found[twins[0]], found[number]
    return found


# ------------------------------------------------------------------------------------------------------------- reading


def read_turn(stored: StoredMatch, mail: Mail, lines: list[StoredLine], turn: Turn) -> tuple[Match, Mail]:
    """The match after a stretch of the other's, and what is kept of it; `lines` are the answers before it."""
    value = chains.before(turn.told)
    if not chains.leads(value, 1, mail.told) or len(turn.keys) not in (0, len(mail.cards)):
        raise wrong()
    rolls = sum(line.by == DICE for line in lines)
    keys = [[*old, *new] for old, new in zip(mail.keys, turn.keys or [[] for _ in mail.keys], strict=True)]
    mail = structs.replace(mail, keys=keys, told=turn.told, letter="", written=-1)
    mail.stretches = [*mail.stretches, (rolls, _seed(mail, value))]
    mail.number = len(mail.stretches)
    mail.seen = {**mail.seen, **{one.draw: (one.deck, _seen(mail, one)) for one in turn.shown}}
    match = played_again(stored, mail, lines)
    writer = 1 - mail.place
    for answer in turn.answers:
        if not is_asked(match, writer) or not _answered(match, answer):
            raise wrong()
        take_forced(match)
    _close(match, turn, writer)
    if is_asked(match, writer) or public_hash(mail, match) != turn.hash:
        raise ProtocolError("letter-differs", 409)
    made = made_of(match)
    if any(one.draw >= len(made) or made[one.draw].place != one.place for one in turn.shown):
        raise wrong()
    if match.is_over:
        return lay_open(stored, mail, match, turn.secret)
    return match, _next_stretch(mail, match, turn.told)


def _answered(match: Match, answer: str) -> bool:
    """Plays an answer of the other's: whether it could be."""
    try:
        return match.answer(answer) is None
    except NotationError:
        return False


def _seed(mail: Mail, other: bytes) -> bytes:
    """The seed of the next stretch by the other's value for it."""
    own = chains.value(mail.secret, len(mail.stretches) + 1)
    return chains.seed_of(*((own, other) if mail.place == INVITER else (other, own)))


def _seen(mail: Mail, shown: Shown) -> int:
    if shown.deck >= len(mail.cards) or shown.place >= len(mail.cards[shown.deck]):
        raise wrong()
    return opened(mail, shown.deck, shown.place, shown.key)


def _close(match: Match, turn: Turn, writer: int) -> None:
    """The writer has given up."""
    if not turn.end:
        return
    by, winner = SEAT_NAMES[seat_in(match, writer)], SEAT_NAMES[seat_in(match, 1 - writer)]
    if match.is_over or turn.end != f"{by} resigned {winner}":
        raise wrong()
    match.close("resigned", by, winner)


def _next_stretch(mail: Mail, match: Match, told: bytes) -> Mail:
    """The stretch of whoever has just read; the dice of the match go on with its seed."""
    rolls = sum(line.by == DICE for line in stored_lines(match))
    seed = _seed(mail, told)
    mail.stretches = [*mail.stretches, (rolls, seed)]
    if isinstance(match.dice, StretchDice):
        match.dice.begin(rolls, seed)
    mail.number, mail.since = len(mail.stretches), match.version
    return mail


def lay_open(stored: StoredMatch, mail: Mail, match: Match, secret: bytes) -> tuple[Match, Mail]:
    """A match that is over, with nothing hidden: the dice, the decks and each card drawn are worked out again."""
    mail = structs.replace(mail, theirs=secret)
    made = made_of(match)
    if not hmac.compare_digest(chains.bound(secret), mail.bound):
        mail.wrong = "dice"
    elif not _are_dealt(mail, secret):
        mail.wrong = "decks"
    else:
        theirs = Locks(secret)
        other = {number: one for number, one in enumerate(made) if one.by != mail.place}
        cards = {
            number: (one.deck, opened(mail, one.deck, one.place, theirs.key(one.deck, one.place)))
            for number, one in other.items()
        }
        if any(cards[number] != known for number, known in mail.seen.items()):
            mail.wrong = "cards"
        else:
            return _as_it_was(stored, structs.replace(mail, seen=cards), match)
    return match, mail


def _are_dealt(mail: Mail, secret: bytes) -> bool:
    """Whether both have shuffled and locked the decks as they had to."""
    own, other = Locks(mail.secret), Locks(secret)
    inviter, guest = (own, other) if mail.place == INVITER else (other, own)
    sizes = [len(cards) for cards in mail.cards]
    return third_locked(inviter, second_locked(guest, first_locked(inviter, sizes))) == mail.decks


def _as_it_was(stored: StoredMatch, mail: Mail, match: Match) -> tuple[Match, Mail]:
    """The match with every card that it was; one that could not have been played so was played with other cards."""
    try:
        found = played_again(stored, mail, stored_lines(match))
    except ProtocolError:
        return match, structs.replace(mail, wrong="cards")
    note_dice(found)
    return found, mail


def decks_of(game: Game, state: Any) -> list[list[int]]:
    """The decks of a match as it begins; raises ProtocolError for one that cannot be played by correspondence."""
    decks = game.decks(state)
    if decks is None:
        raise ProtocolError("letter-cards", 501)
    return [list(deck) for deck in decks]
