"""The linter for card files: what decodes and still makes no sense, each finding with a code, file, line and fix.

Errors bar a file from play; warnings tell what is odd or not playable yet. Codes never change their meaning:
KC1xx spells, KC2xx powers, KC3xx cards and summons, KC4xx rewards, KC5xx arenas, KC9xx what the engine has to do.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from esquive.core import findings as core
from esquive.core.did_you_mean import nearest
from esquive.core.phrases import phrase
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.catalogue import Catalogue, hero_of
from esquive.krosmaster.cards.documents import (
    ArenaDocument,
    CardDocument,
    Pack,
    PowerDocument,
    RewardDocument,
    SpellDocument,
    SummonDocument,
)
from esquive.krosmaster.cards.parts import (
    Bearer,
    is_circular,
    is_wavering,
    parts,
    special_names,
    summon_ids,
    takes_after,
    unimplemented_notes,
)
from esquive.krosmaster.cards.reading import line_of
from esquive.krosmaster.cards.who import PerCritical

Identified = CardDocument | SummonDocument | RewardDocument | ArenaDocument

CODES: Final[Mapping[str, str]] = {
    "KC101": "an Attack spell has an element, other spells have none",
    "KC102": "Attack and Healing spells have a base value, Special spells have none",
    "KC103": "Close Combat and Personal spells have no MIN and MAX range",
    "KC104": "other spells have a MIN and a MAX range, the MIN not above the MAX",
    "KC105": "every summon exists",
    "KC106": "a Summoning spell has a control value",
    "KC107": "an area that applies only sometimes names the area",
    "KC108": "damage effects belong into Attack spells, healing ones into Healing spells",
    "KC109": "extra damage is of the element of its spell",
    "KC110": "the spells of a card have different ids",
    "KC201": "a power is a keyword, or has an id and a name of its own",
    "KC202": "an own power has exactly one shape: when with do, while, or unimplemented",
    "KC203": "the number of a keyword power is given where the keyword has one, and only there",
    "KC204": "a spell that is cast or improved by an effect is the unit's own",
    "KC205": "what gives or takes powers does not look at powers",
    "KC206": "there are as many options as are chosen",
    "KC207": "powers and types are copied without a condition, and by a power of a card or token",
    "KC301": "all versions of a hero have a name of one colour",
    "KC302": "an id is used once, and none of the catalogue's",
    "KC303": "a Mob has MP, a mechanism has none",
    "KC304": "a card that replaces another one exists",
    "KC305": "what overrides has the id of a document of the catalogue",
    "KC401": "equipment has a slot, boosts and buffs have none",
    "KC402": "a boost does something or gives a spell; buffs and equipment hold something",
    "KC501": "the drawing of an arena is a rectangle of known letters",
    "KC502": "starting cells are free cells of the board, given once",
    "KC503": "cells of the rink are cells of the board, given once",
    "KC901": "something is not implemented yet: barred from rated play",
    "KC902": "a special op of the engine is used",
}
WARNINGS: Final = frozenset({"KC109", "KC901", "KC902"})
NOTHING: Final = Pack()
MAP_LETTERS: Final = frozenset(".TBCDs~I123456789")


class Finding(core.Finding):
    """One thing the linter of this game found: code, severity, place (`file:line`), message and fix."""

    __slots__ = ()
    WARNINGS = WARNINGS


class _File:
    """A pack with its text: finds lines, and knows the names of the pack and of the catalogue beside it."""

    __slots__ = ("beside", "cards", "known", "pack", "summons", "text", "where")

    def __init__(self, pack: Pack, text: str, where: str, known: Catalogue | None, beside: Pack) -> None:
        self.pack = pack
        self.text = text
        self.where = where
        self.known = known
        self.beside = beside
        self.cards = {**(known.cards if known else {}), **{card.id: card for card in (*beside.card, *pack.card)}}
        mobs = (*beside.summon, *pack.summon)
        self.summons = {**(known.summons if known else {}), **{summon.id: summon for summon in mobs}}

    def place(self, *path: str | int, key: str | None = None) -> str:
        """`file:line` of the part at the path, or of a key inside it."""
        return f"{self.where}:{line_of(self.text, list(path), key)}"


def lint(
    pack: Pack,
    text: str,
    where: str,
    known: Catalogue | None = None,
    *,
    is_of_catalogue: bool = False,
    beside: Pack = NOTHING,
) -> list[Finding]:
    """Everything odd about a file of a pack, in its order; `known` is the catalogue it would be used beside.

    A file of the catalogue itself (`is_of_catalogue`) has the catalogue's ids; `beside` it are the pack's other files.
    """
    file = _File(pack, text, where, known, beside)
    found: list[Finding] = []
    for i, card in enumerate(pack.card):
        found += _of_bearer(file, card, "card", i)
    for i, summon in enumerate(pack.summon):
        found += _of_bearer(file, summon, "summon", i)
        found += _of_summon(file, summon, i)
    for i, reward in enumerate(pack.reward):
        found += _of_bearer(file, reward, "reward", i)
        found += _of_reward(file, reward, i)
    for i, arena in enumerate(pack.arena):
        found += _of_arena(file, arena, i)
    found += _of_ids(file, None if is_of_catalogue else known)
    found += _of_sides(file)
    found += _of_heroes(file)
    return found


def _of_bearer(file: _File, bearer: Bearer, kind: str, i: int) -> Iterator[Finding]:
    spell_ids: set[str] = set()
    for j, spell in enumerate(bearer.spell):
        yield from _of_spell(file, spell, (kind, i, "spell", j), f"{kind} '{bearer.id}' spell '{spell.id}'")
        if spell.id in spell_ids:
            place = file.place(kind, i, "spell", j, key="id")
            yield Finding(
                "KC110",
                place,
                phrase("{kind} '{bearer}' has two spells '{spell}'", kind=kind, bearer=bearer.id, spell=spell.id),
                "rename one of them",
            )
        spell_ids.add(spell.id)
    if not isinstance(bearer, RewardDocument):
        for j, power in enumerate(bearer.power):
            yield from _of_power(file, power, (kind, i, "power", j), f"{kind} '{bearer.id}' power {j + 1}", spell_ids)
    for summon_id in summon_ids(bearer):
        if summon_id not in file.summons:
            message = phrase(
                "{kind} '{bearer}' summons '{summon_id}', which does not exist",
                kind=kind,
                bearer=bearer.id,
                summon_id=summon_id,
            )
            yield Finding("KC105", file.place(kind, i, key="summon"), message, nearest(summon_id, file.summons))
    for part in parts(bearer):
        yield from _of_part(file, bearer, part, kind, i)
    for note in unimplemented_notes(bearer):
        yield Finding("KC901", file.place(kind, i), f"{kind} '{bearer.id}': {note}", "express it with ops")
    for name in special_names(bearer):
        fix = "nothing to do, if the engine has it"
        yield Finding(
            "KC902",
            file.place(kind, i),
            phrase("{kind} '{bearer}' uses the special op '{name}'", kind=kind, bearer=bearer.id, name=name),
            fix,
        )


def _of_part(file: _File, bearer: Bearer, part: Any, kind: str, i: int) -> Iterator[Finding]:
    if isinstance(part, ops.Replace | ops.TurnsInstead):
        for card in (part.card, *part.others) if isinstance(part, ops.Replace) else (part.card,):
            if card not in file.cards:
                message = phrase(
                    "{kind} '{bearer}' is replaced by '{card}', which does not exist",
                    kind=kind,
                    bearer=bearer.id,
                    card=card,
                )
                yield Finding("KC304", file.place(kind, i, key="card"), message, nearest(card, file.cards))
    if isinstance(part, ops.ImproveSpell) and part.spell not in {spell.id for spell in bearer.spell}:
        message = phrase(
            "{kind} '{bearer}' improves '{spell}', which is no spell of this unit",
            kind=kind,
            bearer=bearer.id,
            spell=part.spell,
        )
        fix = nearest(part.spell, sorted(spell.id for spell in bearer.spell))
        yield Finding("KC204", file.place(kind, i, key="spell"), message, fix)
    if isinstance(part, ops.While) and is_circular(part):
        message = phrase("{kind} '{bearer}' gives or takes powers by looking at powers", kind=kind, bearer=bearer.id)
        yield Finding("KC205", file.place(kind, i, key="while"), message, "select by type, kind or side")
    if isinstance(part, ops.While) and (is_wavering(part) or (kind == "reward" and takes_after(part))):
        message = phrase(
            "{kind} '{bearer}' copies powers or types under a condition, or is no card", kind=kind, bearer=bearer.id
        )
        fix = "let a power of a card do it, without 'that'"
        yield Finding("KC207", file.place(kind, i, key="while"), message, fix)
    if isinstance(part, ops.Choose) and part.n > len(part.options):
        message = phrase(
            "{kind} '{bearer}' chooses {chosen} of {count} options",
            kind=kind,
            bearer=bearer.id,
            chosen=part.n,
            count=len(part.options),
        )
        yield Finding("KC206", file.place(kind, i, key="options"), message, "give more options, or a smaller 'n'")


def _of_spell(file: _File, spell: SpellDocument, path: tuple[str | int, ...], who: str) -> Iterator[Finding]:
    is_attack = spell.kind == "attack"
    if is_attack != (spell.element is not None):
        fault = "{who}: an Attack spell without element" if is_attack else "{who}: an element on no Attack spell"
        yield Finding(
            "KC101",
            file.place(*path, key="kind"),
            phrase(fault, who=who),
            "water, air, earth, fire or neutral on attacks",
        )
    if (spell.kind == "special") != (spell.base is None):
        fault = "{who}: a {kind} spell with base" if spell.kind == "special" else "{who}: a {kind} spell without base"
        message = phrase(fault, who=who, kind=spell.kind)
        yield Finding("KC102", file.place(*path, key="kind"), message, "add or remove 'base'")
    yield from _of_range(file, spell, path, who)
    summons = [part for part in parts(spell) if isinstance(part, ops.Summon)]
    is_open = any(isinstance(part, ops.Special | ops.Unimplemented) for part in parts(spell))
    if bool(summons) != (spell.summons is not None) and not is_open:
        fault = "{who}: summons without a control value" if summons else "{who}: a control value and nothing summoned"
        yield Finding("KC106", file.place(*path, key="name"), phrase(fault, who=who), "add or remove 'summons = …'")
    if spell.area_if is not None and spell.area == "none":
        message = phrase("{who}: 'area_if' without an area", who=who)
        yield Finding("KC107", file.place(*path, key="area_if"), message, "add 'area = …'")
    yield from _of_damage(file, spell, path, who)


def _of_range(file: _File, spell: SpellDocument, path: tuple[str | int, ...], who: str) -> Iterator[Finding]:
    reach = spell.range
    place = file.place(*path, key="range")
    if reach.kind in ("close-combat", "personal"):
        if reach.min is not None or reach.max is not None:
            yield Finding(
                "KC103",
                place,
                phrase("{who}: a {reach} spell has no MIN and MAX", who=who, reach=reach.kind),
                "remove 'min' and 'max'",
            )
    elif reach.min is None or reach.max is None:
        yield Finding("KC104", place, phrase("{who}: a range without MIN or MAX", who=who), "add 'min' and 'max'")
    elif reach.min > reach.max:
        yield Finding(
            "KC104",
            place,
            phrase("{who}: the MIN {min} is above the MAX {max}", who=who, min=reach.min, max=reach.max),
            "exchange them",
        )


def _of_damage(file: _File, spell: SpellDocument, path: tuple[str | int, ...], who: str) -> Iterator[Finding]:
    only = {
        "attack": (ops.ExtraDamage, ops.IfKoes, ops.PierceArmour, ops.StealHealth),
        "heal": (ops.ExtraHeal,),
    }
    for_others = {id(part) for op in parts(spell.do) if isinstance(op, ops.ImproveSpell) for part in parts(op.do)}
    for part in parts(spell.do):
        if id(part) in for_others:
            continue
        for kind, kinds in only.items():
            if isinstance(part, kinds) and spell.kind != kind:
                tag = type(part).__struct_config__.tag
                message = phrase("{who}: '{tag}' does nothing in a {spell} spell", who=who, tag=tag, spell=spell.kind)
                yield Finding(
                    "KC108",
                    file.place(*path, key="do"),
                    message,
                    phrase("use it in a spell of kind '{kind}'", kind=kind),
                )
        if isinstance(part, PerCritical) and spell.kind == "special":
            message = phrase("{who}: a Special spell rolls no Critical Hit", who=who)
            yield Finding("KC108", file.place(*path, key="do"), message, "use a plain number")
        if isinstance(part, ops.ExtraDamage) and spell.element is not None and part.element != spell.element:
            message = phrase(
                "{who}: +X {element} adds nothing to a spell of {other}",
                who=who,
                element=part.element.upper(),
                other=spell.element.upper(),
            )
            yield Finding(
                "KC109", file.place(*path, key="do"), message, phrase('element = "{element}"', element=spell.element)
            )


def _of_power(
    file: _File, power: PowerDocument, path: tuple[str | int, ...], who: str, spell_ids: set[str]
) -> Iterator[Finding]:
    if power.keyword is not None:
        own = [key for key in ("id", "name", "when", "unimplemented") if getattr(power, key) is not None]
        own += [key for key, value in (("do", power.do), ("while", power.holds)) if value]
        if own:
            message = phrase(
                "{who}: the keyword '{keyword}' and '{own}' exclude each other",
                who=who,
                keyword=power.keyword,
                own=own[0],
            )
            yield Finding("KC201", file.place(*path, key=own[0]), message, "make them two powers")
    else:
        if power.id is None or power.name is None:
            fix = "add 'id' and 'name', or 'keyword'"
            yield Finding("KC201", file.place(*path), phrase("{who}: an own power without id or name", who=who), fix)
        shapes = (power.when is not None or bool(power.do), bool(power.holds), power.unimplemented is not None)
        if sum(shapes) != 1 or (power.when is None) != (not power.do):
            fix = "give it 'when' with 'do', or 'while', or 'unimplemented'"
            yield Finding(
                "KC202", file.place(*path), phrase("{who}: no shape, half a shape, or more than one", who=who), fix
            )
    if (power.keyword == "loot") != (power.x is not None):
        fault = "{who}: Loot without its number" if power.x is None else "{who}: a number that means nothing here"
        message = phrase(fault, who=who)
        yield Finding("KC203", file.place(*path), message, "'x' belongs to 'loot'")
    if power.spell is not None and power.spell not in spell_ids:
        message = phrase("{who} is about '{spell}', which is no spell of this unit", who=who, spell=power.spell)
        yield Finding("KC204", file.place(*path, key="spell"), message, nearest(power.spell, sorted(spell_ids)))
    for part in parts(power):
        named = part.spell if isinstance(part, ops.Cast | ops.NoSightNeeded) else None
        if named is not None and named not in spell_ids:
            message = phrase("{who} casts '{spell}', which is no spell of this unit", who=who, spell=named)
            yield Finding("KC204", file.place(*path, key="do"), message, nearest(named, sorted(spell_ids)))


def _of_summon(file: _File, summon: SummonDocument, i: int) -> Iterator[Finding]:
    if (summon.category == "mob") == (summon.mp == "-"):
        message = phrase(
            "summon '{summon}' is a {category} and has {mp}",
            summon=summon.id,
            category=summon.category,
            mp="no MP" if summon.mp == "-" else "MP",
        )
        yield Finding("KC303", file.place("summon", i, key="mp"), message, 'Mobs move, mechanisms have mp = "-"')


def _of_reward(file: _File, reward: RewardDocument, i: int) -> Iterator[Finding]:
    if (reward.kind == "equipment") != (reward.slot is not None):
        message = phrase("reward '{reward}': a slot is for equipment and only for it", reward=reward.id)
        yield Finding("KC401", file.place("reward", i, key="kind"), message, "add or remove 'slot'")
    if reward.kind == "boost":
        is_right = bool(reward.do or reward.spell) and not reward.holds
    else:
        is_right = bool(reward.holds) and not (reward.do or reward.spell)
    if not is_right:
        message = phrase(
            "reward '{reward}': a {kind} with the wrong kind of effect", reward=reward.id, kind=reward.kind
        )
        fix = "a boost has 'do' or a spell; buffs and equipment have 'while'"
        yield Finding("KC402", file.place("reward", i, key="kind"), message, fix)


def _of_arena(file: _File, arena: ArenaDocument, i: int) -> Iterator[Finding]:
    rows = arena_rows(arena)
    place = file.place("arena", i, key="map")
    if not rows or len({len(row) for row in rows}) != 1:
        yield Finding(
            "KC501", place, phrase("arena '{arena}': rows of different lengths", arena=arena.id), "draw a rectangle"
        )
        return
    unknown = sorted({letter for row in rows for letter in row} - MAP_LETTERS)
    if unknown:
        message = phrase("arena '{arena}': unknown letters {unknown}", arena=arena.id, unknown=" ".join(unknown))
        yield Finding("KC501", place, message, "known: . T B C D 1-9 s ~ I")
    letters = {f"{chr(97 + x)}{len(rows) - y}": letter for y, row in enumerate(rows) for x, letter in enumerate(row)}
    for seat, cells in arena.starts.items():
        wrong = [cell for cell in cells if letters.get(cell, "T") in "TB"]
        wrong += [cell for cell in dict.fromkeys(cells) if cells.count(cell) > 1]
        if wrong:
            message = phrase(
                "arena '{arena}', {seat}: {wrong} cannot be a starting cell or is given twice",
                arena=arena.id,
                seat=seat,
                wrong=" ".join(wrong),
            )
            yield Finding("KC502", file.place("arena", i, "starts", key=seat), message, "name free cells, each once")
    stray = [cell for cell in dict.fromkeys(arena.rink) if cell not in letters or arena.rink.count(cell) > 1]
    if stray:
        message = phrase(
            "arena '{arena}': {stray} cannot be a cell of the rink or is given twice",
            arena=arena.id,
            stray=" ".join(stray),
        )
        yield Finding("KC503", file.place("arena", i, key="rink"), message, "name cells of the drawing, each once")


def arena_rows(arena: ArenaDocument) -> list[list[str]]:
    """The letters of an arena's drawing, north row first."""
    return [line.split() for line in arena.map.strip().splitlines()]


def _of_ids(file: _File, known: Catalogue | None) -> Iterator[Finding]:
    pack, beside = file.pack, file.beside
    tables: list[tuple[str, Sequence[Identified], Sequence[Identified], Collection[str]]] = [
        ("card", pack.card, beside.card, known.cards if known else ()),
        ("summon", pack.summon, beside.summon, known.summons if known else ()),
        ("reward", pack.reward, beside.reward, known.rewards if known else ()),
        ("arena", pack.arena, beside.arena, known.arenas if known else ()),
    ]
    for kind, documents, others, taken in tables:
        seen = {document.id for document in others}
        for i, document in enumerate(documents):
            place = file.place(kind, i, key="id")
            if document.id in seen or (document.id in taken and not document.override):
                whose = "used twice" if document.id in seen else "the catalogue's"
                message = phrase(
                    "the id of {kind} '{document}' is {whose}", kind=kind, document=document.id, whose=whose
                )
                fix = "choose another id" if document.id in seen else "choose another id, or say override = true"
                yield Finding("KC302", place, message, fix)
            elif document.override and document.id not in taken:
                message = phrase("{kind} '{id}' overrides nothing", kind=kind, id=document.id)
                yield Finding("KC305", place, message, nearest(document.id, taken))
            seen.add(document.id)


def _of_sides(file: _File) -> Iterator[Finding]:
    for i, card in enumerate(file.pack.card):
        if card.reverse_of is not None and card.reverse_of not in file.cards:
            message = phrase(
                "card '{card}' is the other side of '{other}', which does not exist",
                card=card.id,
                other=card.reverse_of,
            )
            yield Finding(
                "KC304", file.place("card", i, key="reverse_of"), message, nearest(card.reverse_of, file.cards)
            )


def _of_heroes(file: _File) -> Iterator[Finding]:
    colours: dict[str, CardDocument] = {}
    for card in (file.known.cards if file.known else {}).values():
        colours.setdefault(hero_of(card), card)
    for i, card in enumerate(file.pack.card):
        other = colours.setdefault(hero_of(card), card)
        if other.colour != card.colour:
            message = phrase(
                "card '{card}' is {colour}, but '{other}' of the same hero is {its}",
                card=card.id,
                colour=card.colour,
                other=other.id,
                its=other.colour,
            )
            yield Finding("KC301", file.place("card", i, key="colour"), message, "give both one colour, or a 'hero'")
