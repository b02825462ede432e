"""The odds of an action in words: what may come of it, and how often, as fractions."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from esquive.core.frames import on_top
from esquive.core.ids import SEAT_NAMES
from esquive.core.odds import MOST_POSITIONS, Ending, Odds, Sum, TooManyWays, odds_of, sums_of
from esquive.core.shapes import Chance, OddsView
from esquive.core.waiting import Over
from esquive.krosmaster.book.activation import ActivationFrame
from esquive.krosmaster.book.powers.rolls import ROLL_NAMES
from esquive.krosmaster.book.powers.terms import term_facts, unpacked
from esquive.krosmaster.book.powers.values import powers
from esquive.krosmaster.seen.decisions import option_view
from esquive.krosmaster.spoken.cards.sentences import keyword_text
from esquive.krosmaster.spoken.odds_counting import BEGUN, ODDS, KrosmasterOdds
from esquive.krosmaster.spoken.wording import Wording, faces_in
from esquive.krosmaster.table.answers import CAST, verb_of
from esquive.krosmaster.table.board import format_cell, parse_cell
from esquive.krosmaster.table.events import (
    E_CAUGHT,
    E_DAMAGE,
    E_DRAWN,
    E_ESCAPED,
    E_GAINED,
    E_HEALING,
    E_HELD,
    E_KAMA_TAKEN,
    E_LOCKED,
    E_LOST,
    E_PILE_REVEALED,
    E_POWERS_GAINED,
    E_REPLACED,
    E_SPARED,
    OF_HEALING,
    SPARED_NAMES,
)
from esquive.krosmaster.table.state import STAT_NAMES, State
from esquive.krosmaster.written.documents.facts import read_path
from esquive.krosmaster.written.documents.units import FROZEN_KEYS, names_of_mask

MOST_TOGETHER: Final = 12  # outcomes listed whole; more are told apart, unit by unit
_OF_THE_ARENA: Final = ("unit", "scenery", "scenery_injuries", "effects")
_MARKERS: Final = {"ap_markers": "ap", "mp_markers": "mp", "range_markers": "range"}
_SHOWN: Final = (".at", ".ap", ".mp", ".injuries", ".ko")
_HURT: Final = (".injuries", ".ko")
_SUMS: Final = (E_DAMAGE, E_HEALING, E_SPARED)  # told with the injuries they explain
_GAUGES: Final = {E_GAINED: "odds.gained", E_LOST: "odds.lost"}
_BLOCKS: Final = {E_LOCKED: "odds.locked", E_CAUGHT: "odds.caught", E_ESCAPED: "odds.free"}


class _Labelled(KrosmasterOdds):
    """The same game, of which the alternatives of a choice are called what a player reads on them."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording

    def format(self, state: State, answer: int) -> str:
        """The label of an answer, without the point of a sentence."""
        spoken = Wording(state, self.wording.language, self.wording.players)
        return option_view(state, answer, spoken).label.removesuffix(".")


def too_many(wording: Wording) -> str:
    """Why there are no odds, when there are too many ways to count."""
    return wording.say("odds.too-many", most=MOST_POSITIONS)


def odds_view(state: State, answer: int, wording: Wording, answers: tuple[str, ...] = ()) -> OddsView:
    """What may come of a legal answer: `odds`, and `odds_note`, a sentence about them or None.

    `odds` is None when nothing is rolled or there are too many ways to count, as the note then says. Endings that read
    alike are added up. Where a player has a choice on the way that makes a difference, the text begins with the choice
    and the probabilities are those of the dice alone. More than a dozen outcomes are told apart, unit by unit: then
    each line stands for itself.
    """
    try:
        odds = odds_of(_Labelled(wording), state, answer, answers)
    except TooManyWays:
        return OddsView(odds=None, odds_note=too_many(wording))
    told = _Teller(state, odds, wording)
    if not odds.has_dice:
        is_cast = on_top(state, ActivationFrame) is not None and verb_of(answer) == CAST
        return OddsView(odds=None, odds_note=told.certain(told.say("odds.nothing") if is_cast else ""))
    notes = []
    lines = told.lines(told.together)
    if len(lines) > MOST_TOGETHER:
        lines = told.lines(told.apart)
        notes.append(wording.say("odds.apart"))
    if state.settings.asks_dice and odds.rolls.intersection(ROLL_NAMES) and len(lines) > 1:
        notes.append(wording.say("odds.turned"))
    return OddsView(odds=lines, odds_note=" ".join(notes) or None)


def sums_view(state: State, answer: int, wording: Wording, answers: tuple[str, ...] = ()) -> list[Chance]:
    """What several outcomes of an action have in common, such as a KO, added up, in the words of each of them."""
    game = _Labelled(wording)
    try:
        odds = odds_of(game, state, answer, answers)
    except TooManyWays:
        return []
    return [_sum_told(state, one, wording) for one in sums_of(game, odds)]


def _sum_told(state: State, one: Sum, wording: Wording) -> Chance:
    ending = Ending(one.answers, one.probability, {one.path: one.value})
    told = _Teller(state, Odds([ending], []), wording)
    text = told.after(one.answers, "", told.joined(told.parts(ending)))
    return Chance(text=text, probability=str(one.probability), percent=round(float(one.probability) * 100, 1))


def told_step(state: State, after: State, wording: Wording) -> str:
    """What a step without dice has done to units and scenery, "" for nothing; Kamas and GG are for the caller to tell.

    `after` has the log of the step.
    """
    changes = {path: x for path, x in ODDS.changes(state, after).items() if path.split(".")[0] in _OF_THE_ARENA}
    notes = ODDS.notes(after)
    if not changes and not notes:
        return ""
    ending = Ending((), Fraction(1), changes, notes)
    told = _Teller(state, Odds([ending], []), wording)
    return told.joined(told.parts(ending))


class _Teller:
    """Puts the endings of one action into words: pairs of who, and what comes of it for them."""

    def __init__(self, state: State, odds: Odds, wording: Wording) -> None:
        self.state = state
        self.odds = odds
        self.wording = wording
        self._called: Counter[str] | None = None  # both only where something is told
        self._order: dict[str, int] | None = None
        # Kamas that whoever acts pays whatever the dice say: the conditions tell what an action costs.
        seat = -1 if isinstance(state.waiting, Over) else state.waiting.seat
        own = f"player.{SEAT_NAMES[seat]}.kamas" if seat >= 0 else ""
        self.paid = [own] if odds.has_dice and is_cost(state, odds, own) else []
        # Units that a spell strikes or some ending injures, by the choices made: where they are not injured it is
        # said, and why.
        self.struck: set[tuple[tuple[str, ...], str]] = set()
        # Units that something keeps from being healed, likewise.
        self.kept: set[tuple[tuple[str, ...], str]] = set()
        # Units whose gauges depend on the dice; what an action costs in any case is left out.
        self.drained: list[str] = []
        for ending in odds.endings:
            hurt = {path.split(".")[1] for path in ending.changes if path.endswith(_HURT)}
            self.struck.update((ending.answers, name) for name in hurt if self.is_struck(ending, name))
            for note in ending.notes:
                if note[0] in (E_DAMAGE, E_SPARED) and 0 <= note[1] < len(state.names):
                    is_kept = note[0] == E_SPARED and note[3] in OF_HEALING
                    (self.kept if is_kept else self.struck).add((ending.answers, state.names[note[1]]))
        if len(odds.endings) > 1:
            for name in state.names:
                if len({self.gauges(ending, name) for ending in odds.endings} - {None}) > 1:
                    self.drained.append(name)

    @property
    def called(self) -> Counter[str]:
        """How many units in play have a name."""
        if self._called is None:
            self._called = Counter(self.wording.unit(unit) for unit in self.state.units_in_play())
        return self._called

    @property
    def order(self) -> dict[str, int]:
        """The units by what they are called."""
        if self._order is None:
            self._order = {self.name(unit): unit for unit in reversed(range(len(self.state.names)))}
        return self._order

    def say(self, name: str, count: int = 1, **places: Any) -> str:
        """A part of a sentence."""
        return self.wording.messages.say(name, places, count)

    def is_struck(self, ending: Ending, name: str) -> bool:
        """Whether an ending injures a unit of the position, or knocks it out."""
        if name not in self.state.names:
            return False
        before = self.state.injuries[self.state.names.index(name)]
        is_ko = bool(ending.changes.get(f"unit.{name}.ko"))
        return is_ko or int(ending.changes.get(f"unit.{name}.injuries", before)) > before

    def gauges(self, ending: Ending, name: str) -> tuple[int, int] | None:
        """The AP and MP a unit has at an ending; None when it is KO'd, which says it all."""
        unit = self.state.names.index(name)
        if ending.changes.get(f"unit.{name}.ko"):
            return None
        ap = ending.changes.get(f"unit.{name}.ap", self.state.ap[unit])
        return int(ap), int(ending.changes.get(f"unit.{name}.mp", self.state.mp[unit]))

    def certain(self, nothing: str) -> str:
        """What comes of an action without dice, when no choice on the way decides it; `nothing` for nothing at all."""
        endings = self.odds.endings
        if len(endings) > MOST_TOGETHER // 2:
            return self.wording.say("odds.no-dice.choices")
        if len(endings) > 1:
            told = [f"{', '.join(ending.answers)} → {self.together(ending)[0][1]}" for ending in endings]
            return self.wording.say("odds.no-dice.each", text=" / ".join(told))
        text = self.joined(self.parts(self.odds.endings[0])) or nothing
        return self.wording.say("odds.certain", text=text) if text else self.wording.say("odds.no-dice")

    def together(self, ending: Ending) -> list[tuple[str, str]]:
        """All that an ending brings, in one text about all."""
        return [("", self.joined(self.parts(ending)) or self.say("odds.nothing"))]

    def apart(self, ending: Ending) -> list[tuple[str, str]]:
        """All that an ending brings, a text for each unit or player, with who it is about."""
        parts = self.parts(ending)
        subjects = dict.fromkeys(who for who, _ in parts)
        return [(who, self.joined([part for part in parts if part[0] == who])) for who in subjects]

    def joined(self, parts: list[tuple[str, str]]) -> str:
        """Parts in one text, those of one unit or player together."""
        found = []
        for who in dict.fromkeys(who for who, _ in parts):
            text = ", ".join(what for other, what in parts if other == who)
            found.append(self.say("odds.of", who=who, text=text) if who else text)
        return self.say("odds.between").join(found)

    def lines(self, split: Callable[[Ending], list[tuple[str, str]]]) -> list[Chance]:
        """Each text with its probability: by the choices before it, then by who it is about, likeliest first."""
        found: dict[tuple[tuple[str, ...], str, str], Fraction] = {}
        ends: dict[tuple[tuple[str, ...], str, str], dict[str, Any]] = {}
        paths = self.told_paths()
        for ending in self.odds.endings:
            facts = {path: ending.changes.get(path, read_path(self.state, path)) for path in paths}
            for who, text in split(ending):
                key = (ending.answers, who, text)
                found[key] = found.get(key, Fraction(0)) + ending.probability
                agreed = ends.setdefault(key, facts).items()
                ends[key] = {path: x for path, x in agreed if facts[path] == x}
        if _reads_alike(found):
            first = min(answers for answers, _, _ in found)
            found = {((), who, text): share for (answers, who, text), share in found.items() if answers == first}
            ends = {((), who, text): facts for (answers, who, text), facts in ends.items() if answers == first}
        subjects = list(dict.fromkeys(who for _, who, _ in found))
        shares = sorted(found.items(), key=lambda one: (one[0][0], subjects.index(one[0][1]), -one[1]))
        return [
            Chance(
                text=self.after(*key),
                probability=str(share),
                percent=round(float(share) * 100, 1),
                ko=[path.split(".")[1] for path, x in ends[key].items() if path.endswith(".ko") and x],
                ends={path.removeprefix("unit."): x for path, x in ends[key].items()},
            )
            for key, share in shares
        ]

    def told_paths(self) -> list[str]:
        """The facts of units on the table that some ending changes and that a view shows under the same name."""
        changed = {path for ending in self.odds.endings for path in ending.changes if path.endswith(_SHOWN)}
        return sorted(path for path in changed if path.split(".")[1] in self.state.names)

    def after(self, answers: tuple[str, ...], _: str, text: str) -> str:
        """A text with the choices that lead to it."""
        if not answers:
            return self.wording.words.sentence(text)
        return self.wording.say("odds.choice", choice=", ".join(answers), text=text)

    def parts(self, ending: Ending) -> list[tuple[str, str]]:
        """What an ending brings, one thing after the other, with who it happens to."""
        found = [self.noted(note) for note in ending.notes if not self.is_told_otherwise(note, ending)]
        found += self.spared(ending)
        # Injuries first, placed or kept away.
        for path, value in sorted(ending.changes.items(), key=lambda one: not one[0].endswith(_HURT)):
            found += self.changed(path, value, ending)
        for name in self.drained:
            gauges = self.gauges(ending, name)
            if gauges is not None:
                left = self.say("odds.gauges", ap=gauges[0], mp=gauges[1])
                found.append((self.name(self.state.names.index(name)), left))
        if len(found) < 2:
            return found
        # Always in the same order of units, so that outcomes are easily compared.
        order = self.order
        return sorted(found, key=lambda part: order.get(part[0], len(order)))

    def is_told_otherwise(self, note: tuple[int, ...], ending: Ending) -> bool:
        """Whether a change tells what a note does: why injuries are so many, the powers gained for the fight, a summon
        that comes with something."""
        if note[0] in BEGUN and note[1] >= len(self.state.names):
            return True
        if note[0] == E_POWERS_GAINED:
            return f"unit.{self.state.names[note[1]]}.powers" in ending.changes
        if note[0] in _GAUGES and note[1] < len(self.state.names):
            # Where dice decide how many are left, that is told of all of them; a KO says it all.
            name = self.state.names[note[1]]
            return name in self.drained or bool(ending.changes.get(f"unit.{name}.ko"))
        return note[0] in _SUMS

    def spared(self, ending: Ending) -> list[tuple[str, str]]:
        """Whom an ending neither injures nor heals, though others do, or something kept it away."""
        found = []
        for unit, name in enumerate(self.state.names):
            text = ""
            if (ending.answers, name) in self.struck:
                text = "" if self.is_struck(ending, name) else "odds.unhurt"
            elif (ending.answers, name) in self.kept and f"unit.{name}.injuries" not in ending.changes:
                text = "odds.unhealed"
            if text:
                found.append((self.name(unit), self.because(self.say(text), unit, ending)))
        return found

    def name(self, unit: int) -> str:
        """What a unit of the position is called: with its cell when another one in play is called the same."""
        state, name = self.state, self.wording.unit(unit)
        if state.cell[unit] and self.called[name] > 1:
            return f"{name} ({format_cell(state.cell[unit])})"
        return name

    def noted(self, note: tuple[int, ...]) -> tuple[str, str]:
        """What happened on the way, in words."""
        kind = note[0]
        if kind in _BLOCKS:
            return self.name(note[1]), self.say(_BLOCKS[kind], by=self.name(note[2]))
        if kind == E_HELD:
            return self.name(note[1]), self.say("odds.held")
        if kind in _GAUGES:
            stat = self.wording.words.say(f"stat.{STAT_NAMES[note[2]]}")
            return self.name(note[1]), self.say(_GAUGES[kind], x=note[3], stat=stat)
        if kind == E_REPLACED:
            return self.name(note[1]), self.say("odds.replaced", card=self.wording.card(note[2]))
        if kind == E_KAMA_TAKEN:
            return "", self.wording.event(note).removesuffix(".")
        if kind in BEGUN:
            return "", self.wording.event(note).removesuffix(".")
        if kind == E_DRAWN:
            return self.wording.seat(note[1]), self.say("odds.drawn", reward=self.wording.reward(note[2]))
        if kind == E_PILE_REVEALED:
            return self.wording.pile(note[1]), self.wording.reward(note[2])
        return "", self.say("odds.die", faces=self.wording.faces(faces_in(note[2])))

    def because(self, text: str, unit: int, ending: Ending, x: int | None = 0) -> str:
        """Injuries, `x` placed or healed (None: a KO), with what their number is made of and what kept some away."""
        sums = [note for note in ending.notes if note[0] in (E_DAMAGE, E_HEALING) and note[1] == unit]
        away = [note for note in ending.notes if note[0] == E_SPARED and note[1] == unit]
        made = [self.sum(note, x, full=bool(away)) for note in sums]
        made += [self.say(f"odds.spared.{SPARED_NAMES[note[3]]}", note[2], x=note[2]) for note in away]
        terms = self.say("odds.between").join(one for one in made if one)
        return self.say("odds.because", text=text, terms=terms) if terms else text

    def sum(self, note: tuple[int, ...], x: int | None, *, full: bool) -> str:
        """What damage or healing was made of, what is printed alone only when `full`.

        Where it is not the `x` injuries told, the number stands before it: other effects injured too, or fewer could
        be healed.
        """
        facts = term_facts(self.state, unpacked(note[-1]))
        terms = ", ".join(self.wording.term(one) for one in facts) if full else self.wording.terms(facts)
        if not terms or full or x is None or note[2] == x:
            return terms
        return self.say("odds.damage" if note[0] == E_DAMAGE else "odds.healing", x=note[2], terms=terms)

    def changed(self, path: str, value: Any, ending: Ending) -> list[tuple[str, str]]:
        """A change in words; gauges are left to those that depend on the dice."""
        parts = path.split(".")
        if parts[0] == "unit":
            return self.unit(parts[1], parts[2], value, ending)
        if parts[0] == "player":
            seat = SEAT_NAMES.index(parts[1])
            change = value - (self.state.gg[seat] if parts[2] == "gg" else self.state.kamas[seat])
            if path in self.paid:
                return []
            return [(self.wording.seat(seat), self.say(f"odds.{parts[2]}", abs(change), signed=signed(change)))]
        if parts[0] in ("scenery", "scenery_injuries"):
            return self.scenery(parts[1], value)
        if path == "effects":  # told by what began, where the log says it
            return [] if any(note[0] in BEGUN for note in ending.notes) else [("", self.say("odds.effect"))]
        if path == "effects_ended":
            return [("", self.say("odds.effect-ends", value, x=value))]
        if path != "winner":
            return []
        if value in SEAT_NAMES:
            return [(self.wording.seat(SEAT_NAMES.index(value)), self.say("odds.wins"))]
        return [("", self.say("odds.draw"))]

    def scenery(self, name: str, value: Any) -> list[tuple[str, str]]:
        """What becomes of the scenery of a cell: injuries, a cube that comes, or its end."""
        if isinstance(value, int):
            cell = parse_cell(name)
            placed = value - self.state.scenery_injuries.get(cell, 0)
            return [(self.place(cell), self.say("odds.injured", placed, x=placed))]
        if value != "none":
            return [(self.say("odds.cube"), self.say("odds.placed", cell=name))]
        gone = self.state.board.scenery(parse_cell(name))
        return [] if gone == "cube" else [(self.place(parse_cell(name)), self.say("odds.destroyed"))]

    def place(self, cell: int) -> str:
        """The scenery of a cell by its name and place."""
        return self.say(f"odds.{self.state.board.scenery(cell)}", cell=format_cell(cell))

    def powers(self, unit: int, now: list[str]) -> list[tuple[str, str]]:
        """The powers a unit gains and loses."""
        then, language = names_of_mask(powers(self.state, unit)), self.wording.language
        gained, lost = _gained(now, then, language), _gained(then, now, language)
        found = [(self.name(unit), self.say("odds.gains", powers=gained))] if gained else []
        return [*found, (self.name(unit), self.say("odds.loses", powers=lost))] if lost else found

    def markers(self, name: str, change: int, stat: str) -> str:
        """So many markers of +1 or -1: there is no marker of another size [KA 4.11.5]."""
        return self.say(name, abs(change), x=abs(change), sign=signed(change)[0], stat=stat)

    def unit(self, name: str, key: str, value: Any, ending: Ending) -> list[tuple[str, str]]:
        """One change of one unit in words; a KO says it all."""
        state, changes = self.state, ending.changes
        if name not in state.names:
            shown = self.wording.words.summon_name(str(changes.get(f"unit.{name}.card", name)))
            return [(shown, self.say("odds.summoned", cell=value))] if key == "at" and value else []
        unit = state.names.index(name)
        text = ""
        if key == "powers":
            return self.powers(unit, value)
        if key == "ko":
            text = self.because(self.say("odds.ko"), unit, ending, None) if value else ""
        elif changes.get(f"unit.{name}.ko"):
            text = ""
        elif key == "injuries":
            change = value - state.injuries[unit]
            text = self.say("odds.injured" if change > 0 else "odds.healed", abs(change), x=abs(change))
            text = self.because(text, unit, ending, abs(change))
        elif key == "at":
            text = self.say("odds.placed", cell=value) if value else self.say("odds.gone")
        elif key == "special_markers":
            text = self.say("odds.marked")
        elif key in FROZEN_KEYS:
            change = value - state.frozen_of(unit, FROZEN_KEYS.index(key))
            stat = self.wording.words.say(f"stat.{'ap' if 'ap' in key else 'mp'}")
            if key == "frozen_injuries":
                text = self.say("odds.frozen-injuries", abs(change), signed=signed(change))
            else:
                text = self.markers("odds.frozen-markers", change, stat)
        elif key in _MARKERS:
            change = value - getattr(state, key)[unit]
            stat = self.wording.words.say(f"stat.{_MARKERS[key]}")
            text = self.markers("odds.markers", change, stat)
        return [(self.name(unit), text)] if text else []


def _reads_alike(found: dict[tuple[tuple[str, ...], str, str], Fraction]) -> bool:
    """Whether the same may come of every way of choosing, as far as it is told."""
    by_answers: dict[tuple[str, ...], dict[tuple[str, str], Fraction]] = {}
    for (answers, who, text), share in found.items():
        by_answers.setdefault(answers, {})[who, text] = share
    told = list(by_answers.values())
    return len(told) > 1 and all(other == told[0] for other in told)


def _gained(some: list[str], known: list[str], language: str) -> str:
    """The names of powers that are not known."""
    return ", ".join(keyword_text(name, language)[0] for name in some if name not in known)


def is_cost(state: State, odds: Odds, path: str) -> bool:
    """Whether the Kamas of a path, those of whoever acts, grow less by the same number at every ending."""
    left = {ending.changes.get(path) for ending in odds.endings}
    only = left.pop()
    return not left and only is not None and int(only) < state.kamas[SEAT_NAMES.index(path.split(".")[1])]


def signed(number: int) -> str:
    """A number with its sign, a true minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"
