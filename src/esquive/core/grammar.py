"""How words join in French and Italian: elision, articles, blanks before signs, decimal commas.

A message of a catalogue does not know what its places are filled with: `de {unit}` is `de Tristepin`, `d'Amalia` and
`du Joueur 1`. So joints are made in the finished sentence, by patterns that names alone can meet: a cell such as `e4`
elides nothing, an infinitive such as `à le faire` is no article. Who has no name of their own is called by a noun
(*Joueur 1*), which takes an article within a sentence. English needs none of it.
"""

import re
from typing import Final

NO_BREAK: Final = "\u00a0"

_VOWEL: Final = r"(?![Ii][aeiou]|[Oo]nz|[Oo]ui)(?:[aeiouâàéèêëîïôœAEIOUÂÀÉÈÊËÎÏÔŒ][^\W\d]|Y[bcdfghjklmnpqrstvwxz])"
_FRENCH: Final = (
    (re.compile(rf"\b([Dd]|[Qq]u)e (?={_VOWEL})"), r"\1'"),
    (re.compile(r"\bde (?=(?:Joueur|Robot)\b)"), "du "),
    (re.compile(r"\bà (?=(?:Joueur|Robot)\b)"), "au "),
    (re.compile(r"\b(?!(?:au|ce|comme|du|le|un)\b)([a-zà-öø-ÿ]+) (?=(?:Joueur \d|Robot\b))"), r"\1 le "),
    (re.compile(r"(^|[.!?] )(?=Joueur \d [a-zà-öø-ÿ])"), r"\1Le "),
    (re.compile(r"(?<=: )(?=Joueur \d [a-zà-öø-ÿ])"), "le "),
    (re.compile(r"\bde Le "), "du "),
    (re.compile(r"\bà Le "), "au "),
    (re.compile(r"\bde Les "), "des "),
    (re.compile(r"\bà Les "), "aux "),
    (re.compile(r"(?<=\S) (?=[:;?!»%](?:\W|$))|(?<=«) "), NO_BREAK),
)
_ITALIAN: Final = (
    (re.compile(r"\b([Aa]) (?=A[^\W\d])"), r"\1d "),
    (re.compile(r"\b([Aa]) (?=a\d)"), r"\1d "),
    (re.compile(r"\be (?=E[^\W\d]|e\d)"), "ed "),
    (re.compile(r"\b([Dd])i (?=(?:Giocatore|Bot)\b)"), r"\1el "),
    (re.compile(r"\b([Aa]|[Dd]a) (?=(?:Giocatore|Bot)\b)"), r"\1l "),
    (re.compile(r"\b([Dd])i (?=Ospite\b)"), r"\1ell'"),
    (re.compile(r"\b([Aa]|[Dd]a) (?=Ospite\b)"), r"\1ll'"),
    (re.compile(r"\b([Ss])u (?=(?:Giocatore|Bot)\b)"), r"\1ul "),
    (re.compile(r"\b(?!(?:al|come|dal|del|il|nel|sul|un)\b)([a-zà-öø-ÿ]+) (?=(?:Giocatore \d|Bot\b))"), r"\1 il "),
    (re.compile(r"(^|[.!?] )(?=Giocatore \d [a-zà-öø-ÿ])"), r"\1Il "),
    (re.compile(r"(?<=: )(?=Giocatore \d [a-zà-öø-ÿ])"), "il "),
    (re.compile(r"(?<=\d) (?=%)"), NO_BREAK),
)
_JOINTS: Final[dict[str, tuple[tuple[re.Pattern[str], str], ...]]] = {"fr": _FRENCH, "it": _ITALIAN}
_POINT: Final = re.compile(r"(?<=\d)\.(?=\d)")


def joined(text: str, language: str) -> str:
    """A sentence with its words joined as the language joins them; text that is joined already stays as it is."""
    for pattern, replacement in _JOINTS.get(language, ()):
        text = pattern.sub(replacement, text)
    return text


def because(told: str, terms: str, language: str) -> str:
    """A sentence with what its number is made of behind it, in brackets, or in those that it ends with."""
    sentence, stop = (told[:-1], ".") if told.endswith(".") else (told, "")
    between = f"{NO_BREAK}; " if language == "fr" else "; "
    opened = f"{sentence[:-1]}{between}" if sentence.endswith(")") else f"{sentence} ("
    return f"{opened}{terms}){stop}"


def decimal(number: str, language: str) -> str:
    """A number as the language writes it: `12.5`, in French and Italian `12,5`."""
    return number if language == "en" else _POINT.sub(",", number)


def percent(share: float, language: str) -> str:
    """A share from 0 to 100 with one decimal and its sign: `58.3 %`, in French and Italian `58,3 %`."""
    return joined(f"{decimal(f'{share:.1f}', language)} %", language)
