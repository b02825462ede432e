"""What is written on the diagrams of Frigost and the Axe, in French and Italian; other diagrams speak English yet.

Only their words are replaced: pieces, marks and boards stay what the rules answered.
"""

from typing import Final

from esquive.core.messages import messages
from esquive.krosmaster.text.diagrams.picture import SCENERY_MESSAGES, Picture

TRANSLATED: Final = ("312.3", "313.5d", "313.6a")

_WORDS: Final[dict[str, dict[str, str]]] = {
    "fr": {
        "The Axe: behind the main target, and beside it on the side chosen": (
            "La Hache : derrière la cible principale, et à côté, du côté choisi"
        ),
        "The western side": "Côté ouest",
        "The eastern side": "Côté est",
        "Main target": "Cible principale",
        "Additional targets": "Cibles supplémentaires",
        "An Ice Cube lends an alterable range 1 MAX": "Un Cube de glace prête 1 MAX à une portée modifiable",
        "On the rink": "Sur la patinoire",
        "On an Ice Cube": "Sur un Cube de glace",
        "In range as printed: MIN 1, MAX 2": "À portée comme imprimé : MIN 1, MAX 2",
        "In range by the Ice Cube": "À portée grâce au Cube de glace",
        "Push-Cube 2: the cube takes along who stands on it": "Pousse-cube 2 : le cube emporte qui s'y tient",
        "Before": "Avant",
        "After": "Après",
        "caster": "lanceur",
        "enemy": "ennemi",
        "other enemy": "autre ennemi",
    },
    "it": {
        "The Axe: behind the main target, and beside it on the side chosen": (
            "L'Ascia: dietro il bersaglio principale, e accanto, dal lato scelto"
        ),
        "The western side": "Lato ovest",
        "The eastern side": "Lato est",
        "Main target": "Bersaglio principale",
        "Additional targets": "Bersagli addizionali",
        "An Ice Cube lends an alterable range 1 MAX": "Un Cubetto di Ghiaccio dà 1 MAX a una portata modificabile",
        "On the rink": "Sulla pista",
        "On an Ice Cube": "Su un Cubetto di Ghiaccio",
        "In range as printed: MIN 1, MAX 2": "A portata come stampato: MIN 1, MAX 2",
        "In range by the Ice Cube": "A portata grazie al Cubetto di Ghiaccio",
        "Push-Cube 2: the cube takes along who stands on it": "Spingi-Cubetto 2: il cubo porta con sé chi vi sta sopra",
        "Before": "Prima",
        "After": "Dopo",
        "caster": "lanciatore",
        "enemy": "nemico",
        "other enemy": "altro nemico",
    },
}


def translate(picture: Picture, language: str) -> None:
    """Puts the words of a picture into a language; KeyError for words that have none."""
    known, said = _WORDS[language], messages(language)
    picture.language = language
    picture.title = known[picture.title]
    picture.scenery = {kind: said.say(name, {}) for kind, name in SCENERY_MESSAGES.items()}
    for panel in picture.panels:
        panel.caption = known[panel.caption]
        for mark in panel.marks:
            mark.text = known[mark.text]
        for piece in (*panel.pieces, *panel.ghosts):
            piece.name = known[piece.name]
            piece.letter = piece.name[0].upper()
