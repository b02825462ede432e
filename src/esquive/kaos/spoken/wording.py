"""What happened and why not, in the words of each language: events, conditions, the end.

A sentence is a message of the catalogue with its places filled from the facts the engine left: the fields of an event,
the facts of a condition. Nothing here decides anything.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from esquive.core.condition_messages import condition_message, told_plainly
from esquive.core.errors import DocumentError
from esquive.core.events import EventKind
from esquive.core.grammar import because, decimal, joined
from esquive.core.ids import format_seat
from esquive.core.messages import Messages, messages
from esquive.core.waiting import Condition, Refusal
from esquive.kaos.book.means import label_of, skill_of, spell_of, weapon_of
from esquive.kaos.book.rolls import dice_of_number
from esquive.kaos.book.terms import term_facts, unpacked
from esquive.kaos.book.victory import REASONS
from esquive.kaos.cards.catalogue import Catalogue, catalogue
from esquive.kaos.cards.documents import display_name
from esquive.kaos.cards.library import NONE
from esquive.kaos.cards.op_codes import ROLL_NAMES
from esquive.kaos.cards.ops import OPS, Base
from esquive.kaos.geometry.units import format_angle, format_length, spoken_length
from esquive.kaos.spoken.scenery_names import spoken_piece
from esquive.kaos.table.answers import ACTION_NAMES, NO_ACTION, NO_MEANS, PLAN_NAMES, REACTION_NAMES
from esquive.kaos.table.events import EVENTS
from esquive.kaos.table.state import State
from esquive.kaos.table.ways import unpacked_way
from esquive.kaos.written.documents.inline_cards import number_of
from esquive.kaos.written.horde_conditions import CONDITIONS
from esquive.kaos.written.names import means_name, means_names

# The field whose number decides between the singular and the plural of a sentence.
_COUNTED: Final = ("wounds", "stopped", "saved", "points", "dice", "left", "total", "number")
# The fact that does so for a condition.
_COUNTED_FACTS: Final = ("dice", "left", "objects", "points")
# Facts of conditions that name figures.
_FIGURES: Final = (
    "figure",
    "blocker",
    "enemy",
    "comrade",
    "mover",
    "striker",
    "victim",
    "target",
    "attacker",
    "bearer",
)


# ---------------------------------------------------------------------------------------------------------------- data


def event_data(state: State, event: tuple[int, ...], *, secret: bool = False) -> dict[str, Any]:
    """An event with names instead of numbers: `kind`, `clause` and the fields of its kind.

    Lengths and angles are texts in centimetres and degrees, dice lists of faces; a field that names nobody is None.
    With `secret`, what only one seat may know is left out.
    """
    kind = EVENTS[event[0]]
    data: dict[str, Any] = {"kind": kind.name, "clause": kind.clause}
    fields = {name: value for (name, _), value in zip(kind.fields, event[1:], strict=True)}
    for name, type_ in kind.fields:
        if secret and kind.private_to and type_ in ("object", "event"):
            continue
        data[name] = _named(state, type_, fields[name], fields)
    return data


def _named(state: State, type_: str, value: int, fields: dict[str, int]) -> Any:
    """The public name of one field of an event."""
    if type_ in ("figure", "figures"):
        return None if value == NONE else state.names[value]
    if type_ in ("seat", "seats"):
        return format_seat(value) if value >= 0 else None
    if type_ == "length":
        return format_length(value)
    if type_ == "angle":
        return format_angle(value)
    if type_ == "way":
        return [dict(zip("xyz", map(number_of, place), strict=True)) for place in unpacked_way(value)]
    if type_ == "dice":
        return dice_of_number(value)
    if type_ == "means":
        return None if value == NO_MEANS else means_name(state, fields["figure"], value)
    if type_ == "terms":
        return term_facts(state.library, unpacked(value))
    tables: dict[str, Sequence[Any]] = {
        "roll": ROLL_NAMES,
        "plan": PLAN_NAMES,
        "action": ACTION_NAMES,
        "reaction": REACTION_NAMES,
        "effect": [kind.name() for kind in OPS],
        "object": [card.id for card in state.library.objects],
        "event": [card.id for card in state.library.events],
        "word": [reason[0] for reason in REASONS],
    }
    return tables[type_][value] if type_ in tables else value


# ----------------------------------------------------------------------------------------------------------- sentences


def known_in(state: State) -> Catalogue:
    """The catalogue a match is played from, with the documents that it has brought along."""
    known: Catalogue | None = state.library.known
    return known or catalogue()


class Wording:
    """Speaks one language about one match: names of figures, weapons and cards, and whole sentences.

    `players` are the players' names by seat; without them they are Player 1 and Player 2.
    """

    __slots__ = ("language", "messages", "players", "state")

    def __init__(self, state: State, language: str = "en", players: Sequence[str] = ()) -> None:
        self.state = state
        self.language = language
        self.messages: Messages = messages(language)
        self.players = players

    # ------------------------------------------------------------------------------------------------------------ names

    def say(self, name: str, places: Mapping[str, Any] | None = None, count: int = 1) -> str:
        """A message with its places filled, with a capital at its beginning."""
        text = self.messages.say(name, places or {}, count)
        return text[:1].upper() + text[1:]

    def spoken(self, name: Mapping[Any, str]) -> str:
        """A name of the catalogue in this language, else in English."""
        return display_name(name, self.language)

    def figure(self, figure: int) -> str:
        """The name on the card, with a number when there are several; or another name given to it in this game."""
        state = self.state
        if not 0 <= figure < len(state.names):
            return self.messages.say("kaos.nobody", {})
        card, own = state.card(figure), state.names[figure]
        number = own.removeprefix(card.id).removeprefix("-")
        if own != card.id and not (own.startswith(f"{card.id}-") and number.isdigit()):
            return own.replace("-", " ").capitalize()
        fighters = known_in(state).fighters
        name = self.spoken(fighters[card.id].name) if card.id in fighters else card.label
        return f"{name} {number}".rstrip()

    def seat(self, seat: int) -> str:
        """The name of the player in a seat."""
        if 0 <= seat < len(self.players):
            return self.players[seat]
        return self.messages.say(f"seat.{seat + 1}" if seat >= 0 else "seat.none", {})

    def who(self, figure: int, seat: int) -> str:
        """The figure, or the player where it is nobody in particular; everybody where it is neither."""
        if figure != NONE:
            return self.figure(figure)
        return self.seat(seat) if seat != NONE else self.messages.say("kaos.everybody", {})

    def means(self, figure: int, means: int) -> str:
        """What the card calls something that a figure uses."""
        state = self.state
        number = means & 0xFF
        if means >> 8 == 4 and number < len(state.library.objects):
            return self.object(number)
        card = state.card(figure)
        for parts, found in (
            ("weapon", weapon_of(card, means)),
            ("spell", spell_of(card, means)),
            ("skill", skill_of(card, means)),
        ):
            if found is not None:
                fighter = known_in(state).fighters.get(card.id)
                return found.label if fighter is None else self.spoken(getattr(fighter, parts)[number].name)
        return means_name(state, figure, means)

    def object(self, card: int) -> str:
        """The title of an object."""
        found = self.state.library.objects[card]
        known = known_in(self.state).objects.get(found.id)
        return found.label if known is None else self.spoken(known.name)

    def event_card(self, card: int) -> str:
        """The title of an event card."""
        found = self.state.library.events[card]
        known = known_in(self.state).events.get(found.id)
        return found.label if known is None else self.spoken(known.name)

    def length(self, number: str) -> str:
        """A number of centimetres or degrees as the language writes it."""
        return decimal(number, self.language)

    def point(self, x: str, y: str) -> str:
        """A point of the table; where numbers have a comma, another sign stands between them."""
        return f"{x}, {y}" if self.language == "en" else joined(f"{self.length(x)} ; {self.length(y)}", self.language)

    def effect(self, kind: type[Base], x: int) -> str:
        """What a lasting effect does, in a few words."""
        cm = self.length(format_length(x))
        places = {"x": x, "signed": _signed(str(x)), "cm": cm, "signed_cm": _signed(cm)}
        return self.messages.say(f"kaos.effect.{kind.name()}", places, abs(x))

    # -------------------------------------------------------------------------------------------------------- sentences

    def event(self, event: tuple[int, ...], *, secret: bool = False) -> str:
        """An event as a sentence; with `secret`, as those tell it who may not know all of it.

        Lengths are rounded for the eye; `event_data` and the record have them exactly.
        """
        kind = EVENTS[event[0]]
        fields = {name: value for (name, _), value in zip(kind.fields, event[1:], strict=True)}
        places: dict[str, Any] = {name: self._place(type_, fields[name], fields) for name, type_ in kind.fields}
        if "x" in fields and "y" in fields:
            places["at"] = self.point(spoken_length(fields["x"]), spoken_length(fields["y"]))
        if "effect" in fields:
            places["effect"] = self.effect(OPS[fields["effect"]], fields["x"])
        places["who"] = self.who(fields.get("figure", NONE), fields.get("seat", NONE))
        count = abs(next((fields[name] for name in _COUNTED if name in fields), 1))
        places["count"] = count
        told = self.say(event_message(kind, fields, secret=secret), places, count)
        return because(told, places["sum"], self.language) if places.get("sum") else told

    def _place(self, type_: str, value: int, fields: dict[str, int]) -> Any:
        state = self.state
        if type_ in ("figure", "figures"):
            return self.figure(value)
        if type_ in ("seat", "seats"):
            return self.seat(value)
        if type_ == "length":
            return self.length(spoken_length(value))
        if type_ == "angle":
            return self.length(format_angle(value))
        if type_ == "dice":
            return " ".join(str(face) for face in dice_of_number(value))
        if type_ == "means":
            return self.means(fields["figure"], value)
        if type_ == "roll":
            return self.say(f"kaos.roll.{ROLL_NAMES[value]}")
        if type_ == "plan":
            return self.messages.say(f"kaos.plan.{PLAN_NAMES[value]}", {})
        if type_ == "object":
            return self.object(value)
        if type_ == "event":
            return self.event_card(value)
        if type_ == "word":
            return self.messages.say(f"kaos.reason.{REASONS[value][0]}", {})
        if type_ == "piece":
            return self.piece(state.library.selection[value].name)
        if type_ == "terms":
            return self.terms(term_facts(state.library, unpacked(value)))
        return value

    def piece(self, name: str) -> str:
        """A piece of scenery by its name in lines."""
        pieces = (*self.state.table.pieces, *self.state.library.selection)
        kind = next((piece.kind for piece in pieces if piece.name == name), "")
        return spoken_piece(name, kind, self.language)

    def blocker(self, name: str) -> str:
        """What is in the way by its name in lines, a figure or a piece of scenery."""
        names = self.state.names
        return self.figure(names.index(name)) if name in names else self.piece(name)

    # -------------------------------------------------------------------------------------------------- why so much

    def terms(self, terms: Sequence[dict[str, Any]]) -> str:
        """What a number is made of, each term with its clause; "" when it is what is printed, or nobody said."""
        return ", ".join(self.term(one) for one in terms) if len(terms) > 1 else ""

    def term(self, term: dict[str, Any]) -> str:
        """One term: `4 printed [K14.3]`, `−1 at the end of a charge [K28.2]`."""
        x = self.length(str(term["x"]))
        places = {"x": x, "signed": _signed(x), "source": self.source(term)}
        count = abs(term["x"]) if isinstance(term["x"], int) else 2  # lengths: some of a unit
        text = self.messages.say(f"kaos.why.{term['why']}", places, count)
        return f"{text} [{term['clause']}]"

    def source(self, term: dict[str, Any]) -> str:
        """The card a term comes from: an object, an event, or a fighter's spell or skill."""
        library, card = self.state.library, term.get("card", "")
        owner, _, part = card.partition(".")
        for number, one in enumerate(library.objects):
            if one.id == card:
                return self.object(number)
        for number, event in enumerate(library.events):
            if event.id == card:
                return self.event_card(number)
        for profile in library.profiles:
            if profile.id != owner:
                continue
            labels = {spell.id: spell.label for spell in profile.spells}
            labels |= {skill.id: skill.label for skill in profile.skills}
            fighter = known_in(self.state).fighters.get(owner)
            names = {} if fighter is None else {spell.id: spell.name for spell in fighter.spell}
            names |= {} if fighter is None else {skill.id: skill.name for skill in fighter.skill}
            if part in labels:
                return self.spoken(names[part]) if part in names else labels[part]
        return self.messages.say("kaos.why.card", {})

    # --------------------------------------------------------------------------------------------------- conditions

    def condition(self, condition: Condition | Refusal) -> str:
        """The sentence of a condition or refusal, and what the numbers in it are made of."""
        told = self._told(condition)
        for number, terms in condition.facts.get("terms", {}).items():
            made = self.terms(terms)
            if made:
                places = {"number": self.length(str(condition.facts[number])), "terms": made}
                told = because(told, self.messages.say("why.sum", places), self.language)
        return told

    def _told(self, condition: Condition | Refusal) -> str:
        name = condition_message(self.messages, condition, CONDITIONS)
        if name is None:
            return told_plainly(condition, self.language)
        facts = condition.facts
        places = {key: self._fact(key, value, facts) for key, value in facts.items()}
        count = next((places[key] for key in _COUNTED_FACTS if isinstance(places.get(key), int)), 1)
        return self.say(name, places, count)

    def _fact(self, key: str, value: Any, facts: Mapping[str, Any]) -> Any:
        if key == "zone":
            west, south, east, north = value
            corners = {"first": self.point(west, south), "last": self.point(east, north)}
            return self.messages.say("kaos.zone", corners)
        if isinstance(value, list):
            return ", ".join(str(self._fact(key, one, facts)) for one in value)
        names = self.state.names
        if value in names and key.rstrip("s") in _FIGURES:
            return self.figure(names.index(value))
        if key in ("piece", "blocker") and value in {one.name for one in self.state.table.pieces} | {
            one.name for one in self.state.library.selection
        }:
            return self.piece(value)
        if key == "means":
            return self._means_called(value, facts)
        if key == "at" and "," in str(value):
            return self.point(*str(value).split(",", 1))
        return self.length(value) if isinstance(value, str) and value[-1:].isdigit() else value

    def _means_called(self, label: str, facts: Mapping[str, Any]) -> str:
        """What is used, told by what the card of its figure or a line calls it."""
        who = facts.get("figure", facts.get("attacker"))
        if who in self.state.names:
            figure = self.state.names.index(who)
            card = self.state.card(figure)
            for word, means in means_names(self.state, figure).items():
                if label in (word, label_of(card, means)):
                    return self.means(figure, means)
        return label

    def over(self) -> str:
        """Why the game has ended."""
        state = self.state
        for number, (word, sentence, _) in enumerate(REASONS):
            if sentence == state.over_reason:
                reason = self.messages.say(f"kaos.reason.{word}", {})
                name = "kaos.event.over" if state.winner >= 0 else "kaos.event.over.draw"
                return self.say(name, {"seat": self.seat(state.winner), "reason": reason, "number": number})
        raise DocumentError(
            "unknown reason {over_reason!r}", "over", "see rules.victory.REASONS", over_reason=state.over_reason
        )


def _signed(number: str) -> str:
    return f"−{number[1:]}" if number.startswith("-") else f"+{number}"


def event_message(kind: EventKind, fields: dict[str, int], *, secret: bool = False) -> str:
    """The id of the message that tells an event with these fields."""
    name = f"kaos.event.{kind.name}"
    if secret and kind.private_to:
        return f"{name}.secret"
    if kind.name == "declared":
        return name if fields["action"] == NO_ACTION else f"{name}.{ACTION_NAMES[fields['action']]}"
    if kind.name == "reaction":
        return f"{name}.{REACTION_NAMES[fields['reaction']]}"
    if kind.name == "moved" and not fields["cost"]:
        return f"{name}.placed"
    if kind.name == "pool" and not fields["dice"]:
        return f"{name}.nothing"
    if kind.name == "over" and fields["seat"] < 0:
        return f"{name}.draw"
    if kind.name in ("free-use", "missed", "object-used", "skill-used") and fields["target"] != NONE:
        return f"{name}.target"
    return name


def sentence(state: State, event: tuple[int, ...], language: str = "en") -> str:
    """An event as a sentence, for one who may know all of it."""
    return Wording(state, language).event(event)
