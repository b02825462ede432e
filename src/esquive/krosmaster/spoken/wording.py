"""What happened and why not, in the words of each language: events, conditions, effects on standby.

A sentence is a message of the catalogue (`messages`) with its places filled from the facts the engine left: the
fields of an event, the facts of a condition. Nothing here decides anything.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final

from esquive.core.clause_numbering import cited_one
from esquive.core.condition_messages import condition_message, told_plainly
from esquive.core.events import EventKind
from esquive.core.grammar import because
from esquive.core.ids import format_seat
from esquive.core.messages import Messages, messages
from esquive.core.waiting import Condition, Refusal
from esquive.krosmaster.book.dice import DICE, FACE_NAMES, faces_of
from esquive.krosmaster.book.effects.later import spell_with
from esquive.krosmaster.book.powers.terms import term_facts, unpacked
from esquive.krosmaster.book.rewards import pile_name
from esquive.krosmaster.book.standby import worn
from esquive.krosmaster.book.triggers import S_COUNTER, S_FARMER, S_KO_EFFECT, S_POWER, S_SPELL, S_WEAR, STANDBY_NAMES
from esquive.krosmaster.cards.catalogue import Catalogue, catalogue, hero_of
from esquive.krosmaster.cards.library import ELEMENT_NAMES, NO_ELEMENT
from esquive.krosmaster.cards.translations import display_name
from esquive.krosmaster.spoken.cards.sentences import keyword_text, power_name
from esquive.krosmaster.spoken.cards.words import Words
from esquive.krosmaster.table.board import format_cell
from esquive.krosmaster.table.entries import BONUS_NAMES, SPELLS_NAMES, UNTIL_NAMES
from esquive.krosmaster.table.events import EVENTS, SPARED_NAMES
from esquive.krosmaster.table.state import NONE, STAT_NAMES, State
from esquive.krosmaster.written.documents.units import names_of_mask
from esquive.krosmaster.written.notation import COIN_NAMES

# Which field of an event, when it names nobody else, changes the sentence; and how that other sentence is called.
_NOBODY: Final = {
    "injured": ("by", "nobody"),
    "healed": ("by", "nobody"),
    "ko": ("by", "nobody"),
    "gg-taken": ("from", "wild"),
}
# What a bonus is to, on which spells, and how long: by the numbers of `table.entries`.
_CHOICES: Final = {
    "bonus": BONUS_NAMES,
    "spells": SPELLS_NAMES,
    "until": UNTIL_NAMES,
    "spared": SPARED_NAMES,
}
_NAMES: Final = {"face": FACE_NAMES, "stat": STAT_NAMES, "element": ELEMENT_NAMES, **_CHOICES}
_COUNTED: Final = ("x", "successes", "price", "lost")
_NAMED_FACTS: Final = ("unit", "units", "target", "by")


@cache
def words_of(language: str) -> Words:
    """The words of a language, with the names of the catalogue shipped."""
    return Words(language, catalogue())


def type_names(types: Sequence[str], language: str) -> list[str]:
    """What types are called on a card, with a capital."""
    return [_type_name(slug, language) for slug in types]


@cache
def _type_name(slug: str, language: str) -> str:
    name = words_of(language).type_name(slug)
    return name[:1].upper() + name[1:]


@lru_cache(maxsize=8192)  # buttons and hints say the same again and again
def _said(language: str, name: str, count: int, places: tuple[tuple[str, Any], ...]) -> str:
    return words_of(language).sentence(messages(language).say(name, dict(places), count))


def called(name: str, id_: str, ids: Sequence[str]) -> str:
    """The name of a unit, with its number when others of these ids are of its kind."""
    kind, _, number = id_.rpartition("-")
    return f"{name} {number}" if number.isdigit() and kind in ids else name


def faces_in(field: int) -> list[int]:
    """The faces that an event's field of dice holds, first die first."""
    return faces_of(field % DICE, field // DICE)


def coins_in(field: int) -> list[str]:
    """The sides that an event's field of coins holds, first coin first."""
    return [COIN_NAMES[field % DICE >> coin & 1] for coin in range(field // DICE)]


def _named(state: State, type_: str, value: int) -> Any:
    """The public name of one field of an event: ids, seats, cells and faces as in notation."""
    library = state.library
    if type_ == "int":
        return value
    if type_ in ("dice", "faces"):
        return [FACE_NAMES[face] for face in faces_in(value)]
    if type_ == "coins":
        return coins_in(value)
    if type_ == "powers":
        return names_of_mask(value)
    if type_ == "cell":
        return format_cell(value)
    if value < 0:
        return None
    if type_ == "unit":
        return state.names[value]
    if type_ == "seat":
        return format_seat(value)
    if type_ == "pile":
        return pile_name(state, value)
    if type_ in _NAMES:
        return _NAMES[type_][value]
    if type_ == "terms":
        return term_facts(state, unpacked(value))
    named: Any = {
        "reward": library.rewards,
        "spell": library.spells,
        "power": library.powers,
        "profile": library.profiles,
    }[type_]
    return named[value].id


def event_data(state: State, event: tuple[int, ...], *, secret: bool = False) -> dict[str, Any]:
    """An event with names instead of numbers: `kind`, `clause` and the fields of its kind.

    A field that names nobody is None. With `secret`, what only one seat may know is left out.
    """
    kind = EVENTS[event[0]]
    data: dict[str, Any] = {"kind": kind.name, "clause": cited_one(state, kind.clause)}
    for (name, type_), value in zip(kind.fields, event[1:], strict=True):
        if secret and kind.private_to and type_ == "reward":
            continue
        data[name] = _named(state, type_, value)
    return data


class Wording:
    """Speaks one language about one match: names of units, spells and rewards, and whole sentences.

    `players` are the players' names by seat; without them they are Player 1 and Player 2.
    """

    __slots__ = ("language", "messages", "players", "state", "words")

    def __init__(self, state: State, language: str = "en", players: Sequence[str] = ()) -> None:
        self.state = state
        self.language = language
        self.messages: Messages = messages(language)
        self.words = words_of(language)
        self.players = players

    # -------------------------------------------------------------------------------------------------------- names

    def unit(self, unit: int) -> str:
        """The name on the unit's card, with its number when the game has several of them."""
        state = self.state
        if unit < 0:
            return self.messages.say("seat.none", {})
        name = display_name(state.library.profiles[state.profile[unit]].document.name, self.language)
        return called(name, state.names[unit], state.names)

    def seat(self, seat: int) -> str:
        """The name of the player in a seat."""
        if 0 <= seat < len(self.players):
            return self.players[seat]
        return self.messages.say(f"seat.{seat + 1}" if seat >= 0 else "seat.none", {})

    def spell(self, index: int) -> str:
        """The name of a spell."""
        return display_name(self.state.library.spells[index].document.name, self.language)

    def reward(self, index: int) -> str:
        """The name of a Demonic Reward."""
        return display_name(self.state.library.rewards[index].document.name, self.language)

    def pile(self, pile: int) -> str:
        """The name of a pile: its rank and number."""
        rank, number = self.state.settings.name_of(pile)
        return f"{self.messages.say(f'rank.{rank}', {})} {number}"

    def faces(self, faces: Sequence[int]) -> str:
        """Faces of dice by name."""
        return ", ".join(self.messages.say(f"face.{FACE_NAMES[face]}", {}) for face in faces)

    def cost(self, ap: int, mp: int, injuries: int, kamas: int) -> str:
        """A cost, the parts that are nothing left out."""
        parts = [
            self.messages.say(f"cost.{name}", {"x": x}, x)
            for name, x in (("ap", ap), ("mp", mp), ("injuries", injuries), ("kamas", kamas))
            if x
        ]
        return ", ".join(parts) or self.messages.say("cost.nothing", {})

    def card(self, profile: int) -> str:
        """The name of a card, by its number in the library."""
        return display_name(self.state.library.profiles[profile].document.name, self.language)

    def _place(self, type_: str, value: int) -> Any:
        if type_ in ("dice", "faces"):
            return self.faces(faces_in(value))
        if type_ == "coins":
            return ", ".join(self.messages.say(f"coin.{side}", {}) for side in coins_in(value))
        if type_ == "powers":
            return ", ".join(keyword_text(name, self.language)[0] for name in names_of_mask(value))
        if type_ == "cell":
            return format_cell(value)
        if type_ == "stat":
            return self.words.say(f"stat.{STAT_NAMES[value]}")
        if type_ == "element":
            element = ELEMENT_NAMES[value]
            return self.say("element.none") if value == NO_ELEMENT else self.words.say(f"element.{element}").lower()
        if type_ == "face":
            return self.faces([value])
        if type_ == "power":
            return power_name(self.state.library.powers[value].document, self.language)
        if type_ == "profile":
            return self.card(value)
        if type_ in _CHOICES:
            return _CHOICES[type_][value]
        if type_ == "terms":
            return self.terms(term_facts(self.state, unpacked(value)))
        speakers: dict[str, Any] = {
            "unit": self.unit,
            "seat": self.seat,
            "spell": self.spell,
            "reward": self.reward,
            "pile": self.pile,
        }
        return speakers[type_](value) if type_ in speakers else value

    # ---------------------------------------------------------------------------------------------------- sentences

    def say(self, name: str, count: int = 1, **places: Any) -> str:
        """A message with its places filled, the small words joined as the language joins them."""
        return _said(self.language, name, count, tuple(places.items()))

    def event(self, event: tuple[int, ...], *, secret: bool = False) -> str:
        """An event as a sentence; with `secret`, as those tell it who may not know all of it."""
        kind = EVENTS[event[0]]
        fields = {name: value for (name, _), value in zip(kind.fields, event[1:], strict=True)}
        places = {name: self._place(type_, fields[name]) for name, type_ in kind.fields}
        x = fields.get("x", 0)
        places.update(signed=f"{x:+d}".replace("-", "−"), sign="+" if x > 0 else "−", count=abs(x))
        if kind.name == "paid":
            places["cost"] = self.cost(fields["ap"], fields["mp"], fields["injuries"], fields["kamas"])
        elif kind.name == "bonus":
            element = "" if fields["element"] == NO_ELEMENT else places["element"]
            places["bonus"] = self.words.say(f"bonus.{places['bonus']}", x=places["signed"], element=element)
            until = self.words.say(f"until.{places['until']}")
            places["until"] = until[:1].lower() + until[1:]
        numbers = self._numbers(kind.name)
        places.update(numbers)
        count = next((abs(value) for name, value in (fields | numbers).items() if name in _COUNTED), 1)
        name = event_message(kind, fields, secret=secret)
        if kind.name == "locked" and self.state.settings.params.procedures["lock_loss"] == "all":
            name += ".all"
        told = self.words.sentence(self.messages.say(name, places, count))
        return self.because(told, places["sum"]) if places.get("sum") else told

    # ----------------------------------------------------------------------------------------------- why so much

    def walk(self, unit: int, cells: Sequence[int]) -> str:
        """Several steps of a unit as one sentence: the cells from where it stood to where it is."""
        names = [format_cell(cell) for cell in cells]
        places: dict[str, Any] = {"unit": self.unit(unit), "from": names[0], "to": " → ".join(names[1:])}
        return self.say("event.moved", **places)

    def terms(self, terms: Sequence[dict[str, Any]]) -> str:
        """What a number is made of, each term with its source and clause; "" when it is what is printed."""
        if len(terms) < 2:
            return ""
        return ", ".join(self.term(one) for one in terms)

    def term(self, term: dict[str, Any]) -> str:
        """One term: `5 printed`, `−1 Technique Ember Ring [4.7.11.f]`."""
        signed = f"{term['x']:+d}".replace("-", "−")
        places = {"x": term["x"], "signed": signed, "source": self.source(term)}
        text = self.messages.say(f"why.{term['why']}", places, abs(term["x"]))
        return text if term["why"] == "printed" else f"{text} [{term['clause']}]"

    def source(self, term: dict[str, Any]) -> str:
        """Where a term comes from: a Demonic Reward or a power by name, else the unit it lies on."""
        library = self.state.library
        name = self.unit(self.state.names.index(term["unit"])) if "unit" in term else ""
        if "reward" in term:
            known = next(reward for reward in library.rewards if reward.id == term["reward"])
            return display_name(known.document.name, self.language)
        if "power" in term:
            holder = library.profiles[self.state.profile[self.state.names.index(term["unit"])]].document
            power = next((one for one in holder.power if getattr(one, "id", None) == term["power"]), None)
            if power is not None:
                return f"{power_name(power, self.language)} ({name})"
        return name

    def because(self, told: str, terms: str) -> str:
        """A sentence with what its number is made of behind it, in brackets."""
        return because(told, terms, self.language)

    def _numbers(self, kind: str) -> dict[str, int]:
        """What an event costs or brings by the numbers of the match's release, where its fields do not say it."""
        params = self.state.settings.params
        if kind in ("locked", "caught"):
            block = params.block
            mp, ap = (block.locked_mp, block.locked_ap) if kind == "locked" else (block.caught_mp, block.caught_ap)
            return {"mp": mp, "ap": ap}
        return {"lost": params.gg.lost_to_a_double} if kind == "double" else {}

    def condition(self, condition: Condition | Refusal) -> str:
        """The sentence of a condition or refusal, and what the numbers in it are made of."""
        facts, name = condition.facts, condition_message(self.messages, condition)
        if name is None:
            return told_plainly(condition, self.language)
        count = next((facts[key] for key in ("most", "rows", "cost", "max") if isinstance(facts.get(key), int)), 1)
        told = self.words.sentence(self.messages.say(name, self._facts(facts), count))
        for number, terms in facts.get("terms", {}).items():
            made = self.terms(terms)
            if made:
                told = self.because(told, self.say("why.sum", number=self.number(number, facts), terms=made))
        return told

    def number(self, key: str, facts: dict[str, Any]) -> str:
        """The number that terms add up to: the fact of their name, or their sum with its name, as `10 HP`."""
        if key in facts:
            return str(facts[key])
        return f"{sum(term['x'] for term in facts['terms'][key])} {self.words.say(f'stat.{key}')}"

    def _facts(self, facts: dict[str, Any]) -> dict[str, Any]:
        """The facts of a condition with names in this language instead of ids."""
        places: dict[str, Any] = {}
        for name, value in facts.items():
            places[name] = self._fact(name, value)
        return places

    def _fact(self, name: str, value: Any) -> Any:
        if isinstance(value, dict):
            return ""  # terms: what follows the sentence
        if isinstance(value, list):
            return ", ".join(str(self._fact(name, one)) for one in value)
        state = self.state
        if name == "by" and value == "scenery":
            return self.messages.say("scenery", {})
        if name in _NAMED_FACTS and value in state.names:
            return self.unit(state.names.index(value))
        if name in ("dice", "rolled", "wanted"):
            return self.say(f"face.{value}")
        if name == "spell":
            return next((self.spell(spell.index) for spell in state.library.spells if spell.id == value), value)
        if name == "rank":
            return self.say(f"rank.{value}")
        if name == "face":
            return self.messages.say(value.replace(" ", "-"), {})
        return value

    def standby(self, entry: tuple[int, ...]) -> str:
        """An effect on standby as a sentence."""
        kind, unit, first, second = entry
        places: dict[str, Any] = {"unit": self.unit(unit), "x": first}
        if kind == S_SPELL:
            places["spell"] = self.spell(first)
        elif kind == S_POWER:
            places["power"] = power_name(self.state.library.powers[first].document, self.language)
        elif kind == S_COUNTER:
            places["target"] = self.unit(first)
        elif kind == S_KO_EFFECT:
            places["spell"], places["target"] = self.spell(spell_with(self.state, first)), self.unit(second)
        elif kind == S_WEAR:
            places["x"] = worn(self.state, unit)
        elif kind == S_FARMER:
            places["x"] = self.state.settings.params.kamas.farmer
        return self.words.sentence(self.messages.say(f"standby.{STANDBY_NAMES[kind]}", places, places["x"]))

    def over(self) -> str:
        """Why the game has ended; partners have won together [KA 9.3.2]."""
        state = self.state
        if state.winner >= 0:
            sides = state.settings.side_of
            pair = [self.seat(seat) for seat, side in enumerate(sides) if side == sides[state.winner]]
            if len(pair) > 1:
                return self.say(f"over.pair.{state.over_clause}", one=pair[0], other=pair[1])
            return self.say(f"over.{state.over_clause}", seat=pair[0])
        return self.say(f"over.draw.{state.over_clause}")


def event_message(kind: EventKind, fields: dict[str, int], *, secret: bool = False) -> str:
    """The id of the message that tells an event with these fields."""
    name = f"event.{kind.name}"
    if secret and kind.private_to:
        return f"{name}.secret"
    if kind.name in _NOBODY:
        field, instead = _NOBODY[kind.name]
        if fields[field] == NONE or fields[field] == fields.get("unit"):
            return f"{name}.{instead}"
    if fields.get("successes", 0) < 0:
        return f"{name}.open"
    if kind.name == "spared":
        return f"{name}.{SPARED_NAMES[fields['why']]}"
    if kind.name == "kamas" and fields["x"] < 0:
        return f"{name}.less"
    if kind.name == "bonus" and fields["spells"]:
        return f"{name}.{_CHOICES['spells'][fields['spells']]}"
    return name


def sentence(state: State, event: tuple[int, ...], language: str = "en") -> str:
    """An event as a sentence, for one who may know all of it."""
    return Wording(state, language).event(event)


def team_sentence(refusal: Refusal, language: str = "en", among: Catalogue | None = None) -> str:
    """What is wrong with a team, in a language; the facts are ids of cards and heroes of a catalogue."""
    known = messages(language)
    name = condition_message(known, refusal)
    if name is None:
        return told_plainly(refusal, language)
    cards = (among or catalogue()).cards
    places: dict[str, Any] = dict(refusal.facts)
    if "hero" in places:
        heroes = [card for card in cards.values() if hero_of(card) == places["hero"]]
        places["hero"] = display_name(heroes[0].name, language) if heroes else places["hero"]
    if "bosses" in places:
        places["bosses"] = ", ".join(display_name(cards[card].name, language) for card in places["bosses"])
    if "area" in places:
        spell = next(spell for spell in cards[places["card"]].spell if spell.id == places["spell"])
        places["spell"] = f"{display_name(cards[places['card']].name, language)}, {display_name(spell.name, language)},"
        places["area"] = words_of(language).say(f"area.{places['area']}")
    if "card" in places and places["card"] in cards:
        places["card"] = display_name(cards[places["card"]].name, language)
    if "cards" in places:
        places["cards"] = ", ".join(display_name(cards[card].name, language) for card in places["cards"])
    return known.say(name, places, places.get("most", places.get("max", 1)))
