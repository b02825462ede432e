"""The reference of the card format, generated from the declarations: a page for readers, a JSON Schema for editors.

What a declaration means is its docstring; what a field means is in `MEANINGS`, by field or by `op.field` where one
name means two things. Examples are the first use in the catalogue, with the sentence the players read.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
from msgspec import NODEFAULT, UNSET, inspect

from esquive.core.text_files import MAX_BYTES
from esquive.krosmaster.cards import documents, ops, who
from esquive.krosmaster.cards.catalogue import Catalogue, catalogue
from esquive.krosmaster.cards.parts import parts
from esquive.krosmaster.cards.reading import MAX_DEPTH
from esquive.krosmaster.spoken.cards.effect_sentences import effect_sentence
from esquive.krosmaster.spoken.cards.lint import CODES, WARNINGS
from esquive.krosmaster.spoken.cards.phrases import condition_phrase, per, who_phrase
from esquive.krosmaster.spoken.cards.reference_words import INTRODUCTION, MEANINGS
from esquive.krosmaster.spoken.cards.words import Words

# What a release other than 2.7 makes of a keyword power: the procedure of its name.
OTHERWISE: Final = {"counter": "any-turn", "unfazed": "place-and-points", "wisdom": "any-krosmaster"}
DOCUMENTS: Final = (
    documents.CardDocument,
    documents.SummonDocument,
    documents.RewardDocument,
    documents.ArenaDocument,
    documents.SpellDocument,
    documents.RangeDocument,
    documents.CostDocument,
    documents.PowerDocument,
    ops.While,
)

AMOUNTS: Final[tuple[type[msgspec.Struct], ...]] = tuple(
    option for option in get_args(who.Amount) if isinstance(option, type) and issubclass(option, msgspec.Struct)
)


def card_format(_: Path) -> str:
    """The text of docs/card-format.md."""
    known = catalogue()
    words = Words("en", known)
    lines = [INTRODUCTION.format(kilobytes=MAX_BYTES // 1024, depth=MAX_DEPTH), "## Documents", ""]
    for document in DOCUMENTS:
        lines += _declaration(document, "")
    lines += ["## Ops: what happens now", ""]
    for op in get_args(ops.Op):
        lines += _declaration(op, _example(op, known, words))
    lines += ["## Modifiers: what holds", "", "Used in `give` of a `while`.", ""]
    for modifier in get_args(ops.Modifier):
        lines += _declaration(modifier, _example(modifier, known, words))
    lines += ["## Triggers: when", "", "Used in `when` of a power; `of` narrows the other unit of the event.", ""]
    lines += [f"- `{trigger}`: {_trigger(trigger, words)}" for trigger in get_args(ops.Trigger)]
    lines += ["", "## Who", ""]
    lines += _declaration(who.Selector, _example(who.Selector, known, words))
    lines += ["## How much", "", "A number, or a table with `per`:", ""]
    for amount in AMOUNTS:
        lines += _declaration(amount, _example(amount, known, words))
    lines += ["## Under which condition", "", "A table with `is`:", ""]
    for condition in get_args(who.Condition):
        lines += _declaration(condition, _example(condition, known, words))
    lines += ["## Keyword powers", ""]
    lines += [f"- `{keyword}`: **{name}**. {text}" for keyword, (name, text) in _powers(words)]
    lines += ["", "## What the linter says", ""]
    lines += [f"- `{code}` ({_severity(code)}): {rule}." for code, rule in CODES.items()]
    return "\n".join(lines) + "\n"


def card_schema(_: Path) -> str:
    """The text of docs/card.schema.json: the JSON Schema of a card file, for editors."""
    schema = msgspec.json.schema(documents.Pack)
    schema["title"] = "A card file of Esquive"
    return json.dumps(schema, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def declared_fields(declaration: type[msgspec.Struct]) -> Iterator[tuple[str, Any, str]]:
    """Name in the file, type and default (as text; empty when the field is required) of each field."""
    info = inspect.type_info(declaration)
    if not isinstance(info, inspect.StructType):
        raise TypeError(f"{declaration} is no struct")
    for field in info.fields:
        yield field.encode_name, field.type, _default(field)


def meaning_of(declaration: type[msgspec.Struct], field: str) -> str:
    """What a field means; raises KeyError when nobody has written it down."""
    own = f"{title_of(declaration)}.{field}"
    return MEANINGS[own] if own in MEANINGS else MEANINGS[field]


def title_of(declaration: type[msgspec.Struct]) -> str:
    """What a declaration is called in files: its tag, or its name without `Document`."""
    tag = declaration.__struct_config__.tag
    return str(tag) if tag is not None else declaration.__name__.removesuffix("Document").lower()


def _declaration(declaration: type[msgspec.Struct], example: str) -> list[str]:
    tag_field = declaration.__struct_config__.tag_field
    title = title_of(declaration)
    heading = f'### `{tag_field} = "{title}"`' if tag_field is not None else f"### {title.capitalize()}"
    lines = [heading, "", _docstring(declaration), ""]
    rows = [
        f"| `{name}` | {_described(kind)} | {default} | {meaning_of(declaration, name)} |"
        for name, kind, default in declared_fields(declaration)
    ]
    if rows:
        lines += ["| key | value | default | meaning |", "|---|---|---|---|", *rows, ""]
    if example:
        lines += [example, ""]
    return lines


def _docstring(declaration: type[msgspec.Struct]) -> str:
    text = declaration.__doc__ or ""
    return "\n".join(line.strip() for line in text.strip().splitlines())


def _default(field: inspect.Field) -> str:
    if field.required:
        return "required"
    value = field.default
    if value is NODEFAULT and field.default_factory is not NODEFAULT:
        value = field.default_factory()
    if value is None or value is UNSET or value == ():
        return "none"
    if isinstance(value, who.Selector):
        return f"`{_toml({'who': value.who, **msgspec.to_builtins(value)})}`"
    return f"`{_toml(msgspec.to_builtins(value))}`"


def _described(kind: Any) -> str:
    """A type in words: its values, its range, or the section that describes it."""
    if isinstance(kind, inspect.UnionType):
        inner = [option for option in kind.types if not isinstance(option, inspect.NoneType)]
        structs = [option for option in inner if isinstance(option, inspect.StructType)]
        if len(structs) > 1:
            section = {"op": "an op", "per": "an amount", "is": "a condition"}[str(structs[0].tag_field)]
            if issubclass(structs[0].cls, get_args(ops.Modifier)):
                section = "a modifier"
            plain = [_described(option) for option in inner if not isinstance(option, inspect.StructType)]
            return " or ".join([*plain, section])
        return " or ".join(_described(option) for option in inner)
    if isinstance(kind, inspect.VarTupleType):
        most = f", at most {kind.max_length}" if kind.max_length is not None else ""
        return f"list of {_described(kind.item_type).removeprefix('an ').removeprefix('a ')}s{most}"
    if isinstance(kind, inspect.LiteralType):
        return ", ".join(f"`{value}`" for value in kind.values)
    if isinstance(kind, inspect.IntType):
        return "number" if kind.ge is None else f"{kind.ge} to {kind.le}"
    if isinstance(kind, inspect.StrType):
        return "slug" if kind.pattern else "text"
    if isinstance(kind, inspect.BoolType):
        return "`true`, `false`"
    if isinstance(kind, inspect.DictType):
        return f"table of {_described(kind.key_type)}"
    if isinstance(kind, inspect.StructType):
        return title_of(kind.cls)
    raise TypeError(f"no words for the type {kind!r}")


def _powers(words: Words) -> Iterator[tuple[str, tuple[str, str]]]:
    """Every keyword power, and behind it what another release makes of it."""
    for keyword in get_args(who.Keyword):
        yield keyword, words.power(keyword)
        if keyword in OTHERWISE:
            yield f"{keyword}.{OTHERWISE[keyword]}", words.power(keyword, OTHERWISE[keyword])


def _example(declaration: type[msgspec.Struct], known: Catalogue, words: Words) -> str:
    """The shortest use of the declaration in the catalogue, with its sentence."""
    uses = [
        part
        for table in (known.cards, known.summons, known.rewards)
        for bearer in table.values()
        for part in parts(bearer)
        if type(part) is declaration
    ]
    if not uses:
        return ""
    shown = min(uses, key=lambda part: (len(_toml(msgspec.to_builtins(part))) < 30, len(str(part)), str(part)))
    sentence = _sentence(shown, words)
    return f"```toml\n{_toml(msgspec.to_builtins(shown))}\n```\n{sentence}"


def _sentence(shown: Any, words: Words) -> str:
    if isinstance(shown, who.Selector):
        return words.sentence(who_phrase(shown, words)) + "."
    if isinstance(shown, get_args(who.Condition)):
        return words.sentence(f"If {condition_phrase(shown, words)}") + "."
    if type(shown) in AMOUNTS:
        return words.sentence(per(shown, words)) + "."
    return words.sentence(effect_sentence(shown, words))


def _toml(value: Any) -> str:
    """Plain values as an inline TOML value."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(inner) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _trigger(trigger: str, words: Words) -> str:
    return words.say(f"trigger.{trigger}", subject="a unit").lower() + "."


def _severity(code: str) -> str:
    return "warning" if code in WARNINGS else "error"
