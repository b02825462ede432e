"""What an op does, as one sentence in each language: for cards, for effects that lie on a figure, for the reference."""

from typing import Final

from esquive.kaos.cards import op_codes as codes
from esquive.kaos.cards.library import Op
from esquive.kaos.geometry.units import format_length

LANGUAGES: Final = ("en", "fr", "it")

# What happens at once, or holds; {n} is a number with its sign where it changes something, {what} names things.
_SENTENCES: Final[dict[str, dict[int, str]]] = {
    "en": {
        codes.WOUNDS: "wounds: {n}",
        codes.HEAL: "wounds healed: {n}",
        codes.PUSH: "pushed {cm} cm away",
        codes.PLACE: "put down up to {cm} cm away",
        codes.DESTINY: "destiny points: {n:+d}",
        codes.POINTS: "victory points: {n:+d}",
        codes.EXTRA_ACTION: "plays another turn",
        codes.DICE: "dice on {what}: {n:+d}",
        codes.MOVE: "move: {sign}{cm} cm",
        codes.HALF_MOVE: "moves half as far",
        codes.IMMOBILISE: "cannot move",
        codes.ARMOUR: "armour: {n:+d}",
        codes.FORBID: "not allowed: {what}",
        codes.IGNORE: "malus ignored: {what}",
        codes.NEEDED: "succeeds on {n}+ on {what}",
        codes.REROLL: "rolls failures again on {what}",
        codes.SIGHT: "nobody sees farther than {cm} cm",
    },
    "fr": {
        codes.WOUNDS: "blessures : {n}",
        codes.HEAL: "blessures soignées : {n}",
        codes.PUSH: "repoussé de {cm} cm",
        codes.PLACE: "posé à {cm} cm au plus",
        codes.DESTINY: "points de destinée : {n:+d}",
        codes.POINTS: "points de victoire : {n:+d}",
        codes.EXTRA_ACTION: "joue un autre tour",
        codes.DICE: "dés pour {what} : {n:+d}",
        codes.MOVE: "déplacement : {sign}{cm} cm",
        codes.HALF_MOVE: "se déplace de moitié",
        codes.IMMOBILISE: "ne peut pas bouger",
        codes.ARMOUR: "armure : {n:+d}",
        codes.FORBID: "interdit : {what}",
        codes.IGNORE: "malus ignoré : {what}",
        codes.NEEDED: "réussit sur {n}+ pour {what}",
        codes.REROLL: "relance les échecs pour {what}",
        codes.SIGHT: "personne ne voit au-delà de {cm} cm",
    },
    "it": {
        codes.WOUNDS: "ferite: {n}",
        codes.HEAL: "ferite curate: {n}",
        codes.PUSH: "spinto via di {cm} cm",
        codes.PLACE: "posato al massimo a {cm} cm",
        codes.DESTINY: "punti destino: {n:+d}",
        codes.POINTS: "punti vittoria: {n:+d}",
        codes.EXTRA_ACTION: "gioca un altro turno",
        codes.DICE: "dadi per {what}: {n:+d}",
        codes.MOVE: "movimento: {sign}{cm} cm",
        codes.HALF_MOVE: "si muove della metà",
        codes.IMMOBILISE: "non può muoversi",
        codes.ARMOUR: "armatura: {n:+d}",
        codes.FORBID: "proibito: {what}",
        codes.IGNORE: "malus ignorato: {what}",
        codes.NEEDED: "riesce con {n}+ per {what}",
        codes.REROLL: "ritira i fallimenti per {what}",
        codes.SIGHT: "nessuno vede oltre {cm} cm",
    },
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
    "life-gauge": ("life gauge", "la jauge de vie", "la riserva di vita"),
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
    "with-melee": ("in melee", "au corps à corps", "in mischia"),
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
_ABOUT_ROLLS: Final = (codes.DICE, codes.NEEDED, codes.REROLL)


def sentence(op: Op, language: str = "en", *, with_end: bool = True) -> str:
    """What an op does, in a few words: whom it is for, how much, under which circumstances and, if asked, how long."""
    kind, what, amount = op[codes.KIND], op[codes.WHAT], op[codes.AMOUNT]
    pattern = _SENTENCES[language][kind]
    text = pattern.format(
        n=amount,
        cm=format_length(abs(amount)),
        sign="-" if amount < 0 else "+",
        what=", ".join(word(name, language) for name in things_of(kind, what)),
    )
    parts = [text]
    if op[codes.WHEN]:
        parts.append(word(codes.WHEN_NAMES[op[codes.WHEN]], language))
    if kind == codes.WOUNDS and what:
        parts.append(word("no armour", language))
    if op[codes.WHOM]:
        parts.append(word(codes.tribe_of(op[codes.WHOM]), language))
    if with_end and codes.lasts(op) and op[codes.UNTIL]:
        parts.append(word(codes.UNTIL_NAMES[op[codes.UNTIL]], language))
    return ", ".join(parts)


def word(name: str, language: str) -> str:
    """A word of the vocabulary in a language."""
    return _WORDS[name][LANGUAGES.index(language)]


def things_of(kind: int, what: int) -> tuple[str, ...]:
    """The rolls, the things forbidden or the maluses that an op is about."""
    if kind in _ABOUT_ROLLS:
        return codes.roll_groups(what) or ("every roll",)
    if kind == codes.FORBID:
        return codes.names_of(what, codes.FORBIDDEN)
    if kind == codes.IGNORE:
        return codes.names_of(what, codes.MALUSES)
    return ()
