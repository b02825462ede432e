"""Offers between players: a takeback, a draw, an end, a rematch. What is agreed to, the room does.

What may be taken back alone: one's own last answer and what followed from it, as long as no dice have fallen, nothing
was shown that somebody did not know, and nobody else has answered since. Beyond that everybody else at the table has
to agree. Bots agree to what goes over their own answers, for nobody is harmed, and never to what goes over dice or
over something shown: there one would learn, and choose again. Answers that the server gave in somebody's place, for
there was no other, count as nobody's.

Where dice are thrown on a real table everybody has seen them, and one may have been entered wrong: what is taken back
is the last answer or roll, whoever gave it, by all who play, and who plays for them all may put the position right.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal, Protocol

from msgspec import Struct

from esquive.core.errors import EsquiveError
from esquive.core.ids import SEAT_NAMES
from esquive.core.match import Match
from esquive.core.messages import messages
from esquive.core.practice import PRACTICE
from esquive.core.record import DICE
from esquive.core.waiting import Decision
from esquive.hosting.offer_messages import DeclinedView, EndedView, How, What, WishesView, WishView
from esquive.hosting.presence import CLAIM_AFTER
from esquive.hosting.protocol import HUMAN, ProtocolError, Wish
from esquive.hosting.rematches import Rematch, invitation_to_table
from esquive.hosting.stored_match import StoredMatch, forgotten_places
from esquive.hosting.time_source import Time


class Attendance(Protocol):
    """Who is at a table: its participants."""

    def absent_since(self, player: int) -> float | None:
        """Since when a player is not here, UTC in seconds; None for one who is."""


class Table(Protocol):
    """A match, who plays it and who is there: a room."""

    match: Match
    stored: StoredMatch
    rematch: Rematch
    time: Time

    @property
    def participants(self) -> Attendance:
        """Who is there."""

    @property
    def seats(self) -> range:
        """Every seat."""

    def player_in(self, seat: int) -> int:
        """The player, by place in the set-up, who sits in a seat."""


class Request(Struct):
    """What the player `by` asks for; all of `agreed` agree by now, `waits` do not. `to`: the version to go back to."""

    what: What
    by: int
    agreed: list[int]
    waits: list[int]
    to: int = 0


YIELDED: Final = "yielded"  # what is done where several sides go on


class AgreedAction(Struct):
    """What is to be done now: to go back to version `to`, to put another position (`document`) in place of this one, or
    to end the match; `by`, `winner` are seats, -1 nobody."""

    how: Literal["undo", "correct", "yielded"] | How
    by: int
    to: int = 0
    winner: int = -1
    document: dict[str, Any] = {}
    without: Literal["draw", "none"] = "none"  # what is recorded where nobody has won


class LastAnswer(Struct):
    """The last answer of some players: the version before it; `is_free` if they may take it back alone, `is_open` if
    no dice have fallen since and nothing was shown."""

    to: int
    is_free: bool
    is_open: bool


def last_answer(room: Table, players: frozenset[int]) -> LastAnswer | None:
    """The last answer that these players chose, or None; where dice are thrown by hand the last of all."""
    match = room.match
    if room.stored.is_by_hand:
        last = next((before for before, version, _, _ in match.standing() if version not in match.forced), None)
        return None if last is None else LastAnswer(last, True, True)
    own = {SEAT_NAMES[seat] for seat in room.seats if room.player_in(seat) in players}
    is_free = is_open = True
    for before, version, by, events in match.standing():
        is_dice = by == DICE
        is_open = is_open and not is_dice and not any(match.game.events[match.log[n][0]].shows for n in events)
        is_chosen = not is_dice and version not in match.forced
        if is_chosen and by in own:
            return LastAnswer(before, is_free and is_open, is_open)
        is_free = is_free and is_open and not is_chosen
    return None


class Offers(Struct):
    """What is wished at a match, and what was declined last."""

    open: list[Request] = []
    declined: tuple[What, int] | None = None

    # -------------------------------------------------------------------------------------------------------- looking

    def view(self, room: Table, players: frozenset[int]) -> WishesView:
        """As it is told to who plays for these players."""
        seat_of = {room.player_in(seat): SEAT_NAMES[seat] for seat in room.seats}
        declined = None if self.declined is None else DeclinedView(self.declined[0], seat_of[self.declined[1]])
        rematch = room.rematch
        forgotten = forgotten_places(room.stored.players) if room.match.is_over and not rematch.next else []
        return WishesView(
            undo=self.undo_of(room, players),
            open=[
                WishView(
                    one.what,
                    seat_of[one.by],
                    [seat_of[place] for place in one.waits],
                    room.match.first_event_at(one.to) if one.what == "undo" else 0,
                )
                for one in self.open
                if one.what != "resign" or players & {*one.agreed, *one.waits}
            ],
            declined=declined,
            again=[] if forgotten else [seat_of[place] for place in rematch.again],
            next=rematch.next,
            table=rematch.table,
            invitation=invitation_to_table(room.stored) if rematch.table else "",
            forgotten=[seat_of[place] for place in forgotten],
        )

    def undo_of(self, room: Table, players: frozenset[int]) -> Literal["", "free", "ask"]:
        """How players could take back their last answer."""
        last = None if room.match.is_over or room.stored.mail is not None else last_answer(room, players)
        if last is None:
            return ""
        others, is_alone = persons(room) - players, len(persons(room)) == len(room.stored.players)
        if "exercise" in room.stored.setup.get(PRACTICE, ()):  # nobody plays the other side of one
            return "free" if last.is_free else ""
        if room.stored.is_by_hand:
            return "ask" if others else "free"
        if last.is_free or (not others and (last.is_open or is_alone)):
            return "free"
        return "ask" if others and (last.is_open or is_alone) else ""

    # -------------------------------------------------------------------------------------------------------- wishing

    def say(self, room: Table, players: frozenset[int], wish: Wish) -> AgreedAction | None:
        """Somebody who plays for these players says something: what is to be done by it.

        Raises ProtocolError `over`, `not-your-decision` for who only watches, `nothing-to-undo`, `stale-version` for an
        undo or a correction of something else, `not-gone` for a claim, `bad-position` for a correction that is no
        position of this match, and `no-such-wish` for an answer to what nobody has asked.
        """
        if room.match.is_over:
            raise ProtocolError("over", 409)
        players &= persons(room)
        if not players:
            raise ProtocolError("not-your-decision", 403)
        if wish.what == "claim":
            return self._claim(room, players)
        if wish.say == "ask":
            if wish.what in ("undo", "correct") and wish.version != room.match.version:
                raise ProtocolError("stale-version", 409, version=wish.version)
            if wish.what == "correct":
                return self._correct(room, players, wish.document or {})
            return self._ask(room, players, wish.what)
        known = next((one for one in self.open if one.what == wish.what), None)
        if known is None or not players & {known.by, *known.agreed, *known.waits}:
            raise ProtocolError("no-such-wish", 409)
        if wish.say == "agree":
            return self._agree(room, players, known)
        self.open = [one for one in self.open if one is not known]
        if not players & {*known.agreed}:
            self.declined = (known.what, min(players))
        return None

    def _ask(self, room: Table, players: frozenset[int], what: What) -> AgreedAction | None:
        by = _speaker(room, players)
        known = next((one for one in self.open if one.what == what), None)
        if known is not None:  # two who offer the same agree
            return self._agree(room, players, known) if players & {*known.waits} else None
        self.declined = None
        request = Request(what, by, sorted(players), [])
        if what == "undo":
            how, last = self.undo_of(room, players), last_answer(room, players)
            if not how or last is None:
                raise ProtocolError("nothing-to-undo", 409)
            request.to = last.to
            request.waits = sorted(persons(room) - players) if how == "ask" else []
        elif what == "draw":
            sides = list(_sides(room))
            unwilling = [side for side in sides if not {*side} & persons(room)]
            if unwilling:
                self.declined = (what, unwilling[0][0])
                return None
            request.waits = sorted(persons(room) - players)
        else:
            own = next(side for side in _sides(room) if by in side)
            request.waits = sorted(persons(room) & {*own} - players)
        return self._done(room, request)

    def _correct(self, room: Table, players: frozenset[int], document: dict[str, Any]) -> AgreedAction:
        """Another position is put in place of this one; raises ProtocolError where one may not, or it is none."""
        if not room.stored.is_by_hand or persons(room) - players:
            raise ProtocolError("not-your-decision", 403)
        by = next(seat for seat in room.seats if room.player_in(seat) == _speaker(room, players))
        try:
            room.match.check_correction(document, SEAT_NAMES[by])
        except EsquiveError as error:
            raise ProtocolError("bad-position", why=error) from error
        self.open = []
        return AgreedAction("correct", by, document=document)

    def _claim(self, room: Table, players: frozenset[int]) -> AgreedAction:
        """Who has to decide is gone for good; raises ProtocolError `not-gone` where he is not."""
        waiting = room.match.waiting
        seat = waiting.seat if isinstance(waiting, Decision) else -1
        gone = room.player_in(seat) if seat >= 0 else -1
        since = room.participants.absent_since(gone) if gone in persons(room) else None
        own = next((side for side in _sides(room) if gone in side), [])
        if since is None or room.time.utc() < since + CLAIM_AFTER or players & {*own}:
            raise ProtocolError("not-gone", 409)
        self.open = []
        return _defeat(room, seat, "claimed")

    def _agree(self, room: Table, players: frozenset[int], known: Request) -> AgreedAction | None:
        known.agreed = sorted({*known.agreed, *players})
        known.waits = [place for place in known.waits if place not in players]
        return self._done(room, known)

    def _done(self, room: Table, request: Request) -> AgreedAction | None:
        """What is to be done once all agree; until then it is kept as an offer."""
        if request.waits:
            self.open = [*(one for one in self.open if one is not request), request]
            return None
        self.open = [one for one in self.open if one.what == "draw" and request.what == "undo"]
        by = next(seat for seat in room.seats if room.player_in(seat) == request.by)
        if request.what == "undo":
            return AgreedAction("undo", by, request.to)
        if request.what == "draw":
            return AgreedAction("agreed", by, without="draw")
        return _defeat(room, by, "resigned")

    def answered(self, room: Table, player: int) -> bool:
        """A player has answered: what waited for it is past. Whether anything was."""
        side = next(side for side in _sides(room) if player in side)
        left = [] if room.match.is_over else [one for one in self.open if one.what != "undo" and _lasts(one, side)]
        is_changed = len(left) < len(self.open) or self.declined is not None
        self.open, self.declined = left, None
        return is_changed


def _lasts(request: Request, side: list[int]) -> bool:
    """Whether an offer outlives an answer of this side: a draw that it was offered does not."""
    return request.what != "draw" or request.by in side


def persons(room: Table) -> frozenset[int]:
    """The players who are people, by their places."""
    return frozenset(place for place, player in enumerate(room.stored.players) if player.agent == HUMAN)


def _sides(room: Table) -> Iterator[list[int]]:
    """The players of each side."""
    known: set[int] = set()
    for seat in room.seats:
        if seat not in known:
            partners = room.match.game.partners_of(room.match.state, seat)
            known |= {*partners}
            yield [room.player_in(one) for one in partners]


def _defeat(room: Table, seat: int, how: How) -> AgreedAction:
    """What is done when a seat gives up: the other side has won. Where there are several they go on, and a bot in its
    place; and where no people are left among them nobody has won."""
    own = room.match.game.partners_of(room.match.state, seat)
    others = [side for side in _sides(room) if room.player_in(seat) not in side]
    if len(others) == 1:
        return AgreedAction(how, seat, winner=next(one for one in room.seats if one not in own))
    goes_on = any(persons(room) & {*side} for side in others)
    return AgreedAction("yielded", seat) if goes_on else AgreedAction(how, seat)


def out_of_time(room: Table, player: int) -> AgreedAction:
    """What is to be done when the time of a player is out and he loses by it."""
    return _defeat(room, next(seat for seat in room.seats if room.player_in(seat) == player), "timed")


def _speaker(room: Table, players: frozenset[int]) -> int:
    """For whom somebody speaks who plays several: for who is asked, else for the first."""
    waiting = room.match.waiting
    asked = room.player_in(waiting.seat) if isinstance(waiting, Decision) else -1
    return asked if asked in players else min(players)


def ended_of(room: Table, language: str) -> EndedView | None:
    """How players have ended the match, in a language; None where a rule did, or nothing has."""
    end = room.match.record.end
    if end is None or "how" not in end:
        return None
    by, game = SEAT_NAMES.index(end["by"]), room.match.game
    winner = SEAT_NAMES.index(end["winner"]) if end["winner"] in SEAT_NAMES else -1
    winners = game.partners_of(room.match.state, winner)
    name = room.stored.players[room.player_in(by)].name
    sentence = messages(language).say(f"ended.{end['how']}", {"name": name})
    return EndedView(end["how"], SEAT_NAMES[by], [SEAT_NAMES[seat] for seat in winners], sentence)
