"""Why a number is what it is: what is printed, and each thing that changes it, with its clause and its card.

A term is `(why, x, clause, card)`: what it stands for; what it adds, in dice, wounds or micrometres; the clause it
rests on; and the number of the card it comes from (`Op.card`), 0 where it comes from none. Pools of dice are made of
such terms from the start (see `pools`); the functions here go the way of `modifiers` once more, slowly, and must agree
with it.
"""

from collections.abc import Iterable
from typing import Any, Final

from esquive.kaos.book.modifiers import armour_of, modifiers_of, move_of
from esquive.kaos.cards import ops
from esquive.kaos.cards.library import Library
from esquive.kaos.cards.op_codes import LEAST_MOVE, Op
from esquive.kaos.geometry.paths import Passage
from esquive.kaos.geometry.units import format_length
from esquive.kaos.geometry.walks import DOWN, UP
from esquive.kaos.table.state import State

Term = tuple[str, int, str, int]

MODIFIERS: Final = "modifiers"  # what a card changes
# Every reason an event may tell, with its clause, by the number it has in a packed term.
WHYS: Final[tuple[tuple[str, str], ...]] = (
    ("skill", "K14.3"),
    ("skill", "K23.9"),
    ("skill", "K29.1"),
    ("skill", "K21.10"),
    ("skill", "K23.16"),
    ("gauge", "K23.17"),
    ("skill", "K34.3"),
    ("gauge", "K12.3"),
    ("skill", "K8.1"),
    ("skill", "K6.7"),
    (MODIFIERS, "K16.3"),
    ("at-distance", "K21.3"),
    ("at-distance", "K21.4"),
    ("in-contact", "K22.4"),
    ("charge", "K28.2"),
    ("point-blank", "K25.2"),
    ("range", "K25.3"),
    ("moving-target", "K25.6"),
    ("moving-shooter", "K25.7"),
    ("cover", "K25.8"),
    ("dodges", "K29.4"),
    ("back", "K30.1"),
    ("floor", "K16.2"),
    ("floor", "K29.5"),
    ("before", "R233"),
    ("aligned", "K8.2"),
    ("aligned", "K6.8"),
    ("bare", "K14.3"),
    ("printed", "K18.3"),
    ("floor", "K18.3"),
    ("weapon", "K18.1"),
    ("spell", "K24.2"),
    ("effect", "K18.6"),
    ("fall", "K12.1"),
    ("saved", "K12.4"),
    ("slam", "K22.7"),
    ("armour", "K18.3"),
    ("life", "K18.2"),
)
_NUMBERS: Final = {why: number for number, why in enumerate(WHYS)}
_FIELD: Final = 32  # bits of each field of a packed term
_MASK: Final = (1 << _FIELD) - 1
_OFFSET: Final = 1 << 31


def total(terms: Iterable[Term]) -> int:
    """What the terms add up to."""
    return sum([term[1] for term in terms])


def packed(terms: Iterable[Term]) -> int:
    """Terms as one integer, for the field of an event; each reason must be one of WHYS."""
    number = 1
    for why, x, clause, card in terms:
        three = (_NUMBERS[why, clause] << _FIELD | x + _OFFSET) << _FIELD | card
        number = number << 3 * _FIELD | three
    return number


def unpacked(number: int) -> list[Term]:
    """The terms that `packed` wrote; none for 0, which says that nothing is known."""
    fields: list[int] = []
    while number > 1:
        fields.insert(0, number & _MASK)
        number >>= _FIELD
    threes = [fields[at : at + 3] for at in range(0, len(fields), 3)]
    return [(WHYS[why][0], x - _OFFSET, WHYS[why][1], card) for why, x, card in threes]


def term_facts(library: Library, terms: Iterable[Term], *, in_cm: bool = False) -> list[dict[str, Any]]:
    """Terms as facts of a condition: `x why clause`, and `card` where it comes from one.

    `in_cm`: whether they are lengths, which are told as texts in centimetres.
    """
    return [
        {"x": format_length(x) if in_cm else x, "why": why, "clause": clause, **card_facts(library, card)}
        for why, x, clause, card in terms
    ]


def card_facts(library: Library, number: int) -> dict[str, str]:
    """The card behind a term by its id: an object or event, or `fighter.part` for a spell or skill of a fighter."""
    if not number:
        return {}
    if not library.sources:
        library.sources = _sources(library)
    source = library.sources.get(number)
    return {} if source is None else {"card": source}


def _sources(library: Library) -> dict[int, str]:
    """The card that each number of an effect is printed on; of several the first."""
    printed: list[tuple[str, tuple[Op, ...]]] = []
    for card in library.objects:
        printed.append((card.id, (*card.effects, *card.standing)))
    for event in library.events:
        printed.append((event.id, (*event.effects, *event.standing)))
    for profile in library.profiles:
        printed += [(f"{profile.id}.{spell.id}", spell.effects) for spell in profile.spells]
        printed += [(f"{profile.id}.{skill.id}", (*skill.effects, *skill.standing)) for skill in profile.skills]
    found: dict[int, str] = {}
    for source, effects in printed:
        for op in effects:
            found.setdefault(op.card, source)
    return found


def floored(terms: list[Term], least: int, clause: str) -> list[Term]:
    """The terms with what keeps their sum from falling below the least."""
    below = least - total(terms)
    return [*terms, ("floor", below, clause, 0)] if below > 0 else terms


# --------------------------------------------------------------------------------------------------------------- moves


def move_terms(state: State, figure: int) -> list[Term]:
    """How far a figure walks; must agree with `modifiers.move_of` [Kaos K10.1] [Kaos K10.13] [Kaos K10.14]."""
    terms: list[Term] = [("printed", state.card(figure).move, "K10.1", 0)]
    found = modifiers_of(state, figure)
    for op in found:
        if op.kind is ops.Immobilise:
            return [*terms, ("held-fast", -total(terms), "K10.14", op.card)]
        if op.kind is ops.Move:
            terms.append((MODIFIERS, op.amount, "K16.3", op.card))
    half = next((op for op in found if op.kind is ops.HalfMove), None)
    if half is not None:
        move = total(terms)
        terms.append(("half", move // 2 - move, "K16.3", half.card))
    if found:
        terms = floored(terms, LEAST_MOVE, "K10.13")
    assert total(terms) == move_of(state, figure)
    return terms


def limit_terms(state: State, figure: int, limit: int, run: str, offered: str) -> list[Term]:
    """What a path may cost: a simple move, or twice that by the clause `run` [Kaos K10.2] [Ruling R235].

    A limit that was set before a card changed the figure's move stands as it was offered, by the clause `offered`.
    """
    terms = move_terms(state, figure)
    simple = total(terms)
    if limit == simple:
        return terms
    if limit == 2 * simple:
        return [*terms, ("run", simple, run, 0)]
    return [("before", limit, offered, 0)]


def cost_terms(*parts: Passage) -> list[Term]:
    """What paths cost: their way, more for climbing and difficult ground, less for going down.

    [Kaos K10.9] [Kaos K11.1] [Kaos K11.2] [Kaos K11.8]
    """
    way = up = down = difficult = 0
    for stretch in (stretch for part in parts for stretch in part.pieces):
        plain = stretch.length
        if stretch.kind in (UP, DOWN):
            plain = stretch.length * 2 if stretch.kind == UP else (stretch.length + 1) >> 1
        if stretch.kind == UP:
            up += plain - stretch.length
        if stretch.kind == DOWN:
            down += plain - stretch.length
        way += stretch.length
        difficult += stretch.cost - plain
    found: list[Term] = [("way", way, "K10.9", 0)]
    found += [("up", up, "K11.1", 0)] if up else []
    found += [("down", down, "K11.2", 0)] if down else []
    found += [("difficult", difficult, "K11.8", 0)] if difficult else []
    return found


# -------------------------------------------------------------------------------------------------------------- wounds


def armour_terms(state: State, figure: int) -> list[Term]:
    """Armour points; must agree with `modifiers.armour_of` [Kaos K18.3] [Kaos K18.6]."""
    terms: list[Term] = [("printed", state.card(figure).armour, "K18.3", 0)]
    for op in modifiers_of(state, figure):
        if op.kind is ops.Armour:
            terms.append((MODIFIERS, op.amount, "K16.3", op.card))
    terms = floored(terms, 0, "K18.3")
    assert total(terms) == armour_of(state, figure)
    return terms


def wound_terms(made: list[Term], wounds: int, suffered: int) -> list[Term]:
    """The wounds suffered: what made them, less what armour stopped and what the life gauge has no room for."""
    if not made:
        return []
    stopped = total(made) - wounds
    found = [*made, ("armour", -stopped, "K18.3", 0)] if stopped else made
    return [*found, ("life", suffered - wounds, "K18.2", 0)] if suffered < wounds else found
