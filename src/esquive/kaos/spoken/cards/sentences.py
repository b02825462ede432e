"""What an op does, as one sentence in each language: for cards, for effects that lie on a figure, for the reference."""

from typing import Final

from esquive.kaos.cards import op_codes as codes
from esquive.kaos.cards.library import TRIBES
from esquive.kaos.cards.op_codes import Op
from esquive.kaos.cards.ops import Wounds
from esquive.kaos.geometry.units import format_length

LANGUAGES: Final = ("en", "fr", "it")

# What happens at once, or holds, by the name of the op: English, French and Italian. {n} is a number, with
# its sign where it changes something; {what} names things.
_SENTENCES: Final[dict[str, tuple[str, str, str]]] = {
    "wounds": ("wounds: {n}", "blessures : {n}", "ferite: {n}"),
    "heal": ("wounds healed: {n}", "blessures soignées : {n}", "ferite curate: {n}"),
    "push": ("pushed {cm} cm away", "repoussé de {cm} cm", "spinto via di {cm} cm"),
    "place": ("put down up to {cm} cm away", "posé à {cm} cm au plus", "posato al massimo a {cm} cm"),
    "destiny": ("destiny points: {n:+d}", "points de destinée : {n:+d}", "punti destino: {n:+d}"),
    "points": ("victory points: {n:+d}", "points de victoire : {n:+d}", "punti vittoria: {n:+d}"),
    "extra-action": ("plays another turn", "joue un autre tour", "gioca un altro turno"),
    "dice": ("dice on {what}: {n:+d}", "dés pour {what} : {n:+d}", "dadi per {what}: {n:+d}"),
    "move": ("move: {sign}{cm} cm", "déplacement : {sign}{cm} cm", "movimento: {sign}{cm} cm"),
    "half-move": ("moves half as far", "se déplace de moitié", "si muove della metà"),
    "immobilise": ("cannot move", "ne peut pas bouger", "non può muoversi"),
    "armour": ("armour: {n:+d}", "armure : {n:+d}", "armatura: {n:+d}"),
    "forbid": ("not allowed: {what}", "interdit : {what}", "proibito: {what}"),
    "ignore": ("malus ignored: {what}", "malus ignoré : {what}", "malus ignorato: {what}"),
    "needed": ("succeeds on {n}+ on {what}", "réussit sur {n}+ pour {what}", "riesce con {n}+ per {what}"),
    "reroll": ("rolls failures again on {what}", "relance les échecs pour {what}", "ritira i fallimenti per {what}"),
    "sight": ("nobody sees farther than {cm} cm", "personne ne voit au-delà de {cm} cm", "nessuno vede oltre {cm} cm"),
}

# Words for rolls, for what is forbidden, for maluses, for tribes: the English, French and Italian of each.
_WORDS: Final[dict[str, tuple[str, str, str]]] = {
    "every roll": ("every roll", "tous les jets", "ogni tiro"),
    "attack": ("attacks", "l'attaque", "l'attacco"),
    "spell": ("spells", "les sorts", "gli incantesimi"),
    "dodge": ("dodges", "l'esquive", "la schivata"),
    "shield": ("shield", "le bouclier", "lo scudo"),
    "will": ("will", "la volonté", "la volontà"),
    "initiative": ("initiative", "l'initiative", "l'iniziativa"),
    "life-gauge": ("life gauge", "la jauge de vie", "la barra dei punti vita"),
    "skill": ("personal skills", "les compétences personnelles", "le abilità personali"),
    "fall": ("falls", "les chutes", "le cadute"),
    "action": ("action", "agir", "l'azione"),
    "riposte": ("riposte", "riposter", "la risposta"),
    "shot": ("shots", "tirer", "i tiri"),
    "interception": ("interceptions", "intercepter", "le intercettazioni"),
    "free": ("free spells and skills", "le gratuit", "ciò che è gratuito"),
    "at-distance": ("striking from a distance", "frappe à distance", "colpo a distanza"),
    "in-contact": ("striking in contact", "frappe au contact", "colpo a contatto"),
    "charge": ("charge", "charge", "carica"),
    "range": ("beyond the range", "portée dépassée", "gittata superata"),
    "moving-target": ("moving target", "cible mobile", "bersaglio mobile"),
    "moving-shooter": ("moving shooter", "tireur mobile", "tiratore mobile"),
    "cover": ("cover", "couvert", "copertura"),
    "dodges": ("dodges already tried", "esquives déjà tentées", "schivate già tentate"),
    "back": ("back attack", "attaque de dos", "attacco alle spalle"),
    "in-the-back": ("in the back", "dans le dos", "alle spalle"),
    "with-melee": ("in melee", "au corps à corps", "in corpo a corpo"),
    "with-ranged": ("with ranged weapons", "avec une arme à distance", "con armi a distanza"),
    "badly-hurt": ("when badly hurt", "gravement blessé", "gravemente ferito"),
    "next-roll": ("for the next roll", "pour le prochain jet", "per il prossimo tiro"),
    "round": ("until the end of the round", "jusqu'à la fin du round", "fino alla fine del round"),
    "next-round": (
        "until the end of the next round",
        "jusqu'à la fin du prochain round",
        "fino alla fine del prossimo round",
    ),
    "game": ("for the rest of the game", "pour le reste de la partie", "per il resto della partita"),
    "no armour": ("armour does not count", "sans armure", "l'armatura non conta"),
    "meleien": ("Méléiens only", "Méléiens seulement", "solo i Méléien"),
    "thanigiste": ("Thanigistes only", "Thanigistes seulement", "solo i Thanigisti"),
    "abelberien": ("Abelbériens only", "Abelbériens seulement", "solo gli Abelbérien"),
    "shimeien": ("Shiméiens only", "Shiméiens seulement", "solo gli Shiméien"),
    "enchantee": ("enchanted creatures only", "créatures enchantées seulement", "solo le creature incantate"),
}


def sentence(op: Op, language: str = "en", *, with_end: bool = True) -> str:
    """What an op does, in a few words: whom it is for, how much, under which circumstances and, if asked, how long."""
    text = _SENTENCES[op.kind.name()][LANGUAGES.index(language)].format(
        n=op.amount,
        cm=format_length(abs(op.amount)),
        sign="-" if op.amount < 0 else "+",
        what=", ".join(word(name, language) for name in op.kind.things(op.what)),
    )
    parts = [text]
    if op.when:
        parts.append(word(codes.WHEN_NAMES[op.when], language))
    if op.kind is Wounds and op.what:
        parts.append(word("no armour", language))
    if op.whom:
        parts.append(word(TRIBES[op.whom - 1], language))
    if with_end and op.kind.LASTS and op.until:
        parts.append(word(codes.UNTIL_NAMES[op.until], language))
    return ", ".join(parts)


def word(name: str, language: str) -> str:
    """A word of the vocabulary in a language."""
    return _WORDS[name][LANGUAGES.index(language)]
