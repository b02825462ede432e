"""What a seat cannot know, and dealing it anew: a position it could just as well be in, for agents that must not peek.

Secrets are the events the other player holds and the objects its figures carry, whose difficulty alone is shown, with
what lies in the piles [Ruling R217]. Cards keep their place; which card it is is drawn again. An object that has been
used is a secret no more.
"""

from random import Random

from esquive.core.frames import under_way
from esquive.kaos.book.event_cards import DRAW, EventsFrame
from esquive.kaos.book.searches import KEEP, SearchesFrame
from esquive.kaos.table.state import NONE, SEATS, State


def knows_object(state: State, entry: tuple[int, ...], seat: int | None) -> bool:
    """Whether a seat knows which object a figure carries: its own, or one already used; None knows everything."""
    figure, card, uses = entry
    return seat is None or state.owner[figure] == seat or uses < state.library.objects[card].uses


def holds_secrets(state: State, seat: int) -> bool:
    """Whether a player holds an event, or carries an object that has not been used: that it does, all can see."""
    frame = next(iter(under_way(state, EventsFrame)), None)
    if state.library.events and (state.reserved[seat] != NONE or (frame is not None and frame.drawn[seat] != NONE)):
        return True
    return any(state.owner[entry[0]] == seat and not knows_object(state, entry, 1 - seat) for entry in state.carried)


def hide(state: State, seat: int, rng: Random) -> State:
    """A copy in which everything the seat cannot see has been dealt anew, by the number of unseen cards.

    What the seat may see of the copy and of the original is the same. A seat of -1 knows no secret at all.
    """
    other = state.copy()
    if other.library.events:
        _deal_events(other, seat, rng)
    if other.library.objects:
        _deal_objects(other, seat, rng)
    return other


def _draw(cards: list[int], rng: Random, fits: list[bool] | None = None) -> int:
    """A card drawn from a pile (how many of each), among those that fit; taken out of it."""
    weights = [many if fits is None or fits[card] else 0 for card, many in enumerate(cards)]
    mark = rng.randrange(sum(weights))
    for card, many in enumerate(weights):
        mark -= many
        if mark < 0:
            cards[card] -= 1
            return card
    raise AssertionError("the weights add up to more than they did")


# -------------------------------------------------------------------------------------------------------------- events


def _deal_events(state: State, seat: int, rng: Random) -> None:
    """The other players' cards, in reserve, just drawn or put down unseen, from those and the pile together."""
    frame = next(iter(under_way(state, EventsFrame)), None)
    pile = list(state.event_pile)
    reserved = list(state.reserved)
    hidden = [number for number in range(SEATS) if number != seat]
    held: list[tuple[list[int], int]] = []
    for number in hidden:
        held.append((reserved, number))
        if frame is not None:
            held.append((frame.played if _has_chosen(state, frame, number) else frame.drawn, number))
    held = [(cards, number) for cards, number in held if cards[number] != NONE]
    for cards, number in held:
        pile[cards[number]] += 1
    before = [] if frame is None else list(frame.played)
    for cards, number in held:
        cards[number] = _draw(pile, rng)
    if frame is not None:
        for number in hidden:
            if _has_chosen(state, frame, number) and frame.drawn[number] != NONE:
                was_played = frame.drawn[number] == before[number]
                frame.drawn[number] = frame.played[number] if was_played else reserved[number]
    state.event_pile = pile
    state.reserved = reserved


def _has_chosen(state: State, frame: EventsFrame, number: int) -> bool:
    """Whether a player has said which of its cards it plays; the holder of the initiative says so last."""
    if frame.step == DRAW:
        return False
    return (number != state.first and frame.turn > 0) or frame.turn == SEATS


# ------------------------------------------------------------------------------------------------------------- objects


def _deal_objects(state: State, seat: int, rng: Random) -> None:
    """The objects of the other players' figures, as difficult as they are, then those under the pile."""
    objects = state.library.objects
    unseen = list(state.object_pile)
    hidden = [number for number, entry in enumerate(state.carried) if not knows_object(state, entry, seat)]
    frame = next(iter(under_way(state, SearchesFrame)), None)
    is_drawn = frame is not None and frame.step == KEEP and frame.seat(state) != seat
    for number in hidden:
        unseen[state.carried[number][1]] += 1
    for card in state.object_bottom:
        unseen[card] += 1
    if frame is not None and is_drawn:
        unseen[frame.card] += 1
    carried = list(state.carried)
    for number in hidden:
        figure, card, _ = carried[number]
        card = _draw(unseen, rng, [one.difficulty == objects[card].difficulty for one in objects])
        carried[number] = (figure, card, objects[card].uses)
    if frame is not None and is_drawn:
        frame.card = _draw(unseen, rng, [one.difficulty <= frame.best for one in objects])
    state.carried = carried
    state.object_bottom = [_draw(unseen, rng) for _ in state.object_bottom]
    state.object_pile = unseen
