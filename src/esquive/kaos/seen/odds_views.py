"""The odds of an action in words: what may come of it for each figure, and how often, as fractions."""

from fractions import Fraction

from esquive.core.grammar import because
from esquive.core.odds import MOST_POSITIONS, Ending, Odds, TooManyWays, odds_of, sums_of
from esquive.core.shapes import Chance, OddsView
from esquive.kaos.book.terms import term_facts, unpacked
from esquive.kaos.spoken.odds_counting import ODDS
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table.events import E_ARMOUR, E_POOL, E_WOUNDED
from esquive.kaos.table.state import IN_PLAY, STATUS_NAMES, State
from esquive.kaos.written.names import means_names

_LEFT = tuple(name for status, name in enumerate(STATUS_NAMES) if status > IN_PLAY)


def too_many(wording: Wording) -> str:
    """Why there are no odds, when there are too many ways to count."""
    return wording.say("kaos.odds.too-many", {"most": MOST_POSITIONS})


def odds_view(state: State, answer: int, wording: Wording, answers: tuple[str, ...] = ()) -> OddsView:
    """What may come of a legal answer: `odds`, and `odds_note`, a sentence about them or None.

    `odds` is a list of `text`, `probability` as a fraction and `percent`, likeliest first; None when nothing is
    rolled or there are too many ways to count. Endings that read alike are added up; where a player has a choice on
    the way that matters, such as a reaction, the text begins with it, what may come of one choice stands together and
    the probabilities are those of the dice alone.
    """
    try:
        odds = odds_of(ODDS, state, answer, answers)
    except TooManyWays:
        return OddsView(odds=None, odds_note=too_many(wording))
    if not odds.has_dice:
        return OddsView(odds=None, odds_note=None)
    added: dict[tuple[tuple[str, ...], str], Fraction] = {}
    for ending in odds.endings:
        key = (ending.answers, told(state, ending, wording))
        added[key] = added.get(key, Fraction(0)) + ending.probability
    lines = [
        Chance(text=text, probability=str(share), percent=round(float(share) * 100, 4))
        for (_, text), share in sorted(added.items(), key=lambda entry: (entry[0][0], -entry[1], entry[0][1]))
    ]
    return OddsView(odds=lines, odds_note=" ".join([*pools_told(odds, wording), wording.say("kaos.odds.note")]))


def sums_view(state: State, answer: int, wording: Wording, answers: tuple[str, ...] = ()) -> list[Chance]:
    """What several outcomes have in common, such as a figure out of action, added up."""
    try:
        odds = odds_of(ODDS, state, answer, answers)
    except TooManyWays:
        return []
    return [
        Chance(
            text=told(state, Ending(one.answers, one.probability, {one.path: one.value}), wording),
            probability=str(one.probability),
            percent=round(float(one.probability) * 100, 4),
        )
        for one in sums_of(ODDS, odds)
    ]


def pools_told(odds: Odds, wording: Wording) -> list[str]:
    """The pools of dice that may be rolled on the way, each once, with what they are made of."""
    pools = {note for ending in odds.endings for note in ending.notes if note[0] == E_POOL}
    return [wording.event(note) for note in sorted(pools, key=lambda note: (note[3], note))]


def told(state: State, ending: Ending, wording: Wording) -> str:
    """One ending: the choices made on the way, then what it changes for each figure."""
    say = wording.messages.say
    parts: list[str] = []
    for figure in range(len(state.names)):
        parts += _figure(state, figure, ending, wording)
    for path, value in ending.changes.items():
        if path == "winner":
            seat = -1 if value == "draw" else int(value[1:]) - 1
            parts.append(say("kaos.odds.winner", {"seat": wording.seat(seat)}))
        elif path == "initiative":
            seat = -1 if value == "again" else int(value[1:]) - 1
            name = "kaos.odds.again" if seat < 0 else "kaos.odds.initiative"
            parts.append(say(name, {"seat": wording.seat(seat)}))
        elif path == "deployment":
            seat = -1 if value == "again" else int(value[1:]) - 1
            name = "kaos.odds.again" if seat < 0 else "kaos.odds.deployment"
            parts.append(say(name, {"seat": wording.seat(seat)}))
    if ending.changes.get("effects"):
        parts.append(say("kaos.odds.effect", {}))
    text = ", ".join(parts) or say("kaos.odds.nothing", {})
    chosen = " / ".join(chosen_told(line, wording) for line in ending.answers)
    return say("rules.labelled", {"label": chosen, "text": text}) if chosen else text[:1].upper() + text[1:]


def chosen_told(line: str, wording: Wording) -> str:
    """A choice made on the way in words: a reaction as its player is offered it, any other as its line."""
    words = line.split()
    if words[0] != "react":
        return line
    state, name = wording.state, words[2] if len(words) > 2 else ""
    known = [(figure, means_names(state, figure)) for figure in range(len(state.names)) if name]
    means = next((wording.means(figure, found[name]) for figure, found in known if name in found), name)
    return wording.say(f"kaos.option.react.{words[1]}", {"means": means})


def _figure(state: State, figure: int, ending: Ending, wording: Wording) -> list[str]:
    """What becomes of a figure: wounds and what they are made of, or what armour kept away; out of action."""
    changes = ending.changes
    places, name = {"figure": wording.figure(figure)}, state.names[figure]
    if changes.get(f"figure.{name}.status") in _LEFT:
        return [_because(wording.messages.say("kaos.odds.out", places), figure, ending, wording)]
    wounds = changes.get(f"figure.{name}.wounds")
    if wounds is None:
        stopped = [wording.event(note) for note in ending.notes if note[0] == E_ARMOUR and note[1] == figure]
        return [one[:1].lower() + one[1:].rstrip(".") for one in stopped]
    more = wounds - state.wounds[figure]
    text = wording.messages.say("kaos.odds.wounds", {**places, "wounds": f"{more:+d}".replace("-", "−")}, abs(more))
    return [_because(text, figure, ending, wording)]


def _because(text: str, figure: int, ending: Ending, wording: Wording) -> str:
    """What becomes of a figure, with what each of its wounds is made of, where that is more than what is printed."""
    sums = [note[-1] for note in ending.notes if note[0] == E_WOUNDED and note[1] == figure]
    made = [wording.terms(term_facts(wording.state.library, unpacked(one))) for one in sums]
    told = "; ".join(one for one in made if one)
    return because(text, told, wording.language) if told else text
