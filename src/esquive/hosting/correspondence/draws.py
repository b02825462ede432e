"""The cards drawn in a match by correspondence, as one of its players knows them.

One's own are unlocked with both keys. Of the other's, those that were shown are known; for each of the rest some card
stands that may be it, so that the rules can be played: nothing that a player sees or may do depends on which.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from esquive.core.match import Match
from esquive.core.stretch_dice import StretchDice
from esquive.core.waiting import Roll
from esquive.hosting.correspondence.locks import BadLock, Locks, size_of, unlocked
from esquive.hosting.correspondence.mail import INVITER, Mail
from esquive.hosting.protocol import ProtocolError

_unlocked = lru_cache(maxsize=400)(unlocked)


class Drawn(Struct):
    """A draw: whose, from which deck, at which place of it, which card, and the seat that alone sees it or -1."""

    by: int
    deck: int
    place: int
    card: int
    private_to: int


class MailDraws:
    """The draws of a match as a player knows them; those that are `fixed`, by number, are the card that is said."""

    def __init__(self, mail: Mail, fixed: Mapping[int, int] | None = None, made: Sequence[Drawn] = ()) -> None:
        self._mail = mail
        self._fixed = fixed or {}
        self.made = list(made)

    def copy(self) -> "MailDraws":
        """Draws of their own that go on as these do."""
        return MailDraws(self._mail, self._fixed, self.made)

    def to_data(self) -> list[int]:
        """The outcomes up to now."""
        return [self._mail.cards[one.deck][one.card] for one in self.made]

    def outcome(self, number: int, roll: Roll, stretch: int) -> int:
        """The outcome of a draw: whoever's stretch it is draws, the inviter from the top and the guest from below."""
        del self.made[number:]
        by, deck = (stretch + 1) % 2, self._deck_of(roll)
        count = sum(one.by == by and one.deck == deck for one in self.made)
        place = place_of(by, count, len(self._mail.cards[deck]))
        card = self._card(number, by, deck, count, place)
        self.made.append(Drawn(by, deck, place, card, roll.private_to))
        return self._mail.cards[deck][card]

    def _deck_of(self, roll: Roll) -> int:
        first = roll.outcomes()[0][0]
        return next(deck for deck, cards in enumerate(self._mail.cards) if first in cards)

    def _card(self, number: int, by: int, deck: int, count: int, place: int) -> int:
        mail = self._mail
        if number in self._fixed:
            return self._fixed[number]
        if by == mail.place:
            return self._own(deck, count, place)
        if number not in mail.seen:
            return self._any(deck, place)
        told, card = mail.seen[number]
        if told != deck:
            raise ProtocolError("letter-wrong", 409)
        return card

    def _own(self, deck: int, count: int, place: int) -> int:
        """The card one draws oneself."""
        mail = self._mail
        if count >= len(mail.keys[deck]):
            raise ProtocolError("letter-no-key", 409)
        return opened(mail, deck, place, mail.keys[deck][count])

    def _any(self, deck: int, place: int) -> int:
        """Some card for a place of a deck that nobody has, nor will have as far as one knows."""
        mail, size = self._mail, len(self._mail.cards[deck])
        gone = {place, *(one.place for one in self.made if one.deck == deck and one.by != mail.place)}
        mine = {count: place_of(mail.place, count, size) for count in range(len(mail.keys[deck]))}
        taken = {self._own(deck, count, at) for count, at in mine.items() if at not in gone}
        taken |= {one.card for one in self.made if one.deck == deck}
        taken |= {card for known, card in mail.seen.values() if known == deck}
        found = next((card for card in range(size) if card not in taken), None)
        if found is None:
            raise ProtocolError("letter-wrong", 409)
        return found


def dice_of_mail(mail: Mail, fixed: Mapping[int, int] | None = None) -> StretchDice:
    """The dice of a match as a player knows them, at its first roll; `fixed` as for `MailDraws`."""
    return StretchDice(mail.stretches, MailDraws(mail, fixed))


def made_of(match: Match) -> list[Drawn]:
    """The draws of a match by correspondence up to now."""
    dice = match.dice
    if not isinstance(dice, StretchDice) or not isinstance(dice.draws, MailDraws):
        raise AssertionError("no match by correspondence")
    return dice.draws.made


def check_keys(mail: Mail, match: Match) -> None:
    """Raises ProtocolError `letter-no-key` where so many cards were drawn that the turn could not be ended any more."""
    made, reserve = made_of(match), match.game.cards_at_turn_end
    for deck, cards in enumerate(mail.cards):
        drawn = [one.by for one in made if one.deck == deck]
        if len(mail.keys[deck]) - drawn.count(mail.place) < min(reserve, len(cards) - len(drawn)):
            raise ProtocolError("letter-no-key", 409)


def note_dice(match: Match) -> None:
    """The header of a match says how its dice and cards fell up to now, so that its record can be proved."""
    if match.dice is not None:
        match.record.header["dice"] = match.dice.to_data()


def place_of(by: int, count: int, size: int) -> int:
    """The place of a player's next card after `count`: the inviter draws from the top, the guest from below."""
    return count if by == INVITER else size - 1 - count


def opened(mail: Mail, deck: int, place: int, theirs: bytes) -> int:
    """The card at a place of a deck by one's own key and the other's; raises ProtocolError where that opens none."""
    own = Locks(mail.secret).key(deck, place)
    try:
        return _unlocked(deck, mail.decks[deck], place, (own, theirs), size_of(mail.decks[deck]))
    except BadLock as error:
        raise ProtocolError("letter-wrong", 409) from error
