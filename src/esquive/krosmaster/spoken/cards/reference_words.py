"""The words of the card format's reference page: its introduction, and what each field means."""

from typing import Final

INTRODUCTION: Final = """# The format of card files

Generated from the declarations in `src/esquive/krosmaster/effects` and `cards/documents.py` by `esquive docs`.
A JSON Schema for editors lies beside this page: `card.schema.json`.

A card file is TOML: any number of `[[card]]`, `[[summon]]`, `[[reward]]` and `[[arena]]`. `esquive cards check FILE`
says whether it holds. A file has at most {kilobytes} kB and nests at most {depth} brackets; nothing in it is ever
executed. Ids are slugs: lower-case letters and digits, words joined by hyphens. A user's file uses an id of the
catalogue only to say `override = true`, and is then a pack ([packs](packs.md)).

What a card does is written with typed values in three shapes: `do` now, `when` an event happens, `while` a modifier
holds. What no op can say is a named `special` of the engine; what cannot be played yet is `unimplemented`, which bars
the card from play and is counted by `esquive cards coverage`. The sentences that players read follow from the ops.

```toml
[[card]]
id = "example-archer"
name = {{ en = "Example Archer", fr = "Archer d'exemple" }}
colour = "white"
types = ["cra"]
level = 3
initiative = 4
mp = 3
hp = 10
ap = 6

[[card.spell]]
id = "long-shot"
name = {{ en = "Long Shot" }}
range = {{ kind = "target", min = 2, max = 4, fixed = false }}
cost = {{ ap = 4 }}
kind = "attack"
element = "air"
base = 2
do = [{{ op = "push-back", x = 1 }}, {{ op = "pierce-armour" }}]

[[card.power]]
keyword = "armour"

[[card.power]]
id = "steady-hand"
name = {{ en = "Steady Hand" }}
while = [{{ that = {{ is = "on-crate" }}, give = [{{ op = "have-powers", powers = ["critical-hit"] }}] }}]
```
"""

MEANINGS: Final = {
    # documents
    "id": "how files, notation and records call it",
    "name": "what players read, in the languages it is known in",
    "version": "the part of the name after the dash, in lower case on the card",
    "hero": "who it is in team building; default: the slug of the name",
    "colour": "the colour of the printed name: how many copies a team may have",
    "types": "the printed types, Avenger and Villain among them",
    "give-types.types": "the types that they count as",
    "collection": "the expansion it belongs to",
    "print": "which printing",
    "house": "true: values or text of our own, not printed ones",
    "note": "what a reader should know",
    "override": "true: it takes the place of the catalogue's document of this id; what it leaves out stays as it is",
    "conflict": "where the sources disagree, and which one is used",
    "level": "how much glory it is worth",
    "initiative": "its place in the timeline",
    "mp": "MAX MP; a dash: no MP gauge, a mechanism",
    "hp": "the injuries it can bear; a dash: none can be placed",
    "ap": "MAX AP; a dash: no AP gauge",
    "spell": "its spells, in printed order",
    "power": "its powers, in printed order",
    "category": "Mobs are characters, mechanisms are not",
    "family": "a type that all summons of the family have",
    "obstacle": "false: its cell stays free, as a Trap's",
    "rank": "what it costs",
    "kind": "what sort it is",
    "slot": "the kind of equipment",
    "copies": "how many tokens of it there are",
    "map": "the drawing, north row first, letters separated by blanks",
    "starts": "set-up cells: p1 south and p2 north in a duel, p3 west and p4 east",
    "rink": "cells of the skating rink that the drawing hides under Kamas and Demons",
    "product": "the box it came in",
    "range": "where the spell can be aimed",
    "cost": "what casting takes",
    "element": "the element of its damage",
    "base": "the printed damage or healing",
    "limit": "how often: black, blue, purple or red name bar",
    "area": "the other cells it reaches",
    "area_if": "the area applies only under this condition",
    "summons": "the control value in brackets of a Summoning spell; infinity where it is printed so",
    "do": "the effects, in printed order",
    "min": "the least",
    "max": "the most",
    "range.min": "the least distance",
    "range.max": "the greatest distance",
    "fixed": "true: red icon, nothing alters the MAX",
    "cost.ap": "AP; a dash: this cost cannot be altered",
    "cost.mp": "MP",
    "cost.injuries": "injuries placed on the caster, neither inflicted nor suffered",
    "cost.kamas": "Kamas from the stock",
    "keyword": "a power of the rulebook by its name",
    "power.x": "the number of the keyword, as in Loot 2",
    "when": "the event that triggers it",
    "of": "which units",
    "power.of": "which other unit of the event; default: any",
    "by": "which unit caused it; default: any",
    "powers-against.against": "the units against which it has them",
    "least": "from so many dice on",
    "dice": "how many it rolls then",
    "face": "the face that is a success as well",
    "rolls": "the kinds of rolls",
    "recruit.type": "the type of who may join",
    "recruit.level": "the level of who may join",
    "give-fewer-gg.least": "never fewer than this, where the level is not lower itself",
    "recruit.least": "so many of the type, or more, are in the team without it",
    "below": "the team without it has fewer Krosmasters than this",
    "must-be-targeted.by": "the units whose spells must target the owner",
    "spared.by": "the units whose spells may not target the owner",
    "power.spell": "which spell of its own it is about; default: any",
    "targeted-this-turn.spell": "which spell",
    "buy-reward.rank": "only of this rank; default: any",
    "free": "without paying its price",
    "set-control.spell": "which spell of its own",
    "gg": "how many GG the opponent gains",
    "reverse_of": "the card whose other side it is: in play only once that one is turned",
    "at_least": "how many injuries at once it takes",
    "during": "in whose turn it can be triggered",
    "once": "how often it can be triggered",
    "that": "only under this condition",
    "while": "what holds as long as its condition does",
    "unimplemented": "what it does, as long as no op can say it",
    "give": "the modifiers",
    # ops
    "stat": "which gauge or number",
    "stats": "which gauges or numbers",
    "x": "how much",
    "to": "on whom",
    "inflicts": "whether the text says that this piece inflicts them (release 2.2)",
    "summon": "the summon token",
    "n": "how many",
    "heads": "for each coin that shows heads",
    "tails": "for each coin that shows tails",
    "all_heads": "once, if no coin shows tails",
    "powers": "keyword powers",
    "until": "how long",
    "spells": "which spells",
    "steal": "from the opponent's stock instead of the reserve",
    "remove": "into the reserve instead of the stock",
    "special-marker.name": "the name of the marker",
    "special.name": "the name of the engine's op",
    "card": "the card that replaces it",
    "others": "further cards, among which the player chooses",
    "optional": "the player may leave things as they are",
    "one": "who exchanges cells with it",
    "near": "next to which units, with `next-to-any`",
    "ricochet": "whether it is a ricochet, which powers may watch for",
    "where": "on which cell",
    "away_from": "where the line of the push begins",
    "options": "the lists of effects to choose from",
    "copy-powers.kind": "only units of this kind",
    "have-types.kind": "only units of this kind",
    "keep_same": "a power with the id of this one is kept",
    "gain-kamas.of": "whose stock",
    "cast.spell": "a spell of its own",
    "then": "what happens if so",
    "otherwise": "what happens if not",
    "against": "which targets the bonus counts against",
    "heal": "healing is capped as well",
    "in_spells": "only what a spell places or heals is capped",
    # who, how much, when
    "who": "where to start: the owner, the targets, the main target, the other unit of the event, every unit",
    "side": "only allies or only enemies of the owner's player; an allied unit is any piece of the team (release 2.2)",
    "selector.kind": "only units of this kind",
    "type": "only units of this type, family or name",
    "not_type": "only units without this type",
    "adjacent_to": "only units next to the owner, the target or the other unit",
    "aligned_with": "only units on the row or column of the owner, the target or the other unit",
    "other": "without the owner itself",
    "not_subject": "without the other unit of the event, or the one that `with` is about",
    "or_self": "the owner as well, whatever the filters say",
    "highest": "only a Krosmaster whose level is above that of every other one of its side in play",
    "without_markers": "only units without +1 markers of this kind",
    "weakened": "only units with at least one -1 marker of this kind",
    "apart": "only units at exactly this distance from the target",
    "left": "so many injuries are suffered all the same",
    "plays_next": "of those that pass all other filters, only the first that plays after the owner, round and round",
    "koed": "holds while the owner is out of play because it was KO'd, and not while it is in play",
    "beside": "only units adjacent to another piece of this type",
    "selector.power": "only units with this power; not in what gives or takes powers",
    "knows": "only units with a spell of this element, or of that of the spell being cast",
    "own": "only summons that the owner put into play",
    "began_beside": "only the active unit, if its turn began on a cell adjacent to the owner",
    "marked": "only the bearer of the owner's special marker",
    "min_level": "only Krosmasters of at least this level",
    "max_level": "only Krosmasters of at most this level",
    "choose": "one of them, chosen by the owner's player",
    "every": "for how many at a time",
    "ko-summons.every": "not only those of the caster, but all of them in play",
    "distinct": "units with equal cards or tokens count once",
    "on": "on whom",
    "inflicted-this-turn.by": "who inflicted it; default: the owner",
    "turn": "this unit's turn, or the whole turn of its player",
    "whose": "the owner's player, or an opponent; a partner is neither",
    "sign": "+1 or -1 markers",
    "no": "has none of them",
    "critical-roll.no": "true: if it has no success",
}
