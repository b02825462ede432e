"""The position as one seat may see it, ready to be shown: all of the position document, with what follows from it.

What a seat may not know is never put in: the other player's objects have a difficulty and no name, its reserve none
[Ruling R217]. A seat of -1 is a spectator, who knows no secret at all. Lengths are centimetres, angles degrees.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from esquive.core.converting import convert
from esquive.core.frames import DRAW, UNDECIDED, on_top
from esquive.core.ids import format_seat
from esquive.core.waiting import Decision, Over
from esquive.kaos.book.modifiers import armour_of, is_immobilised, move_of
from esquive.kaos.book.rolls import ContestFrame
from esquive.kaos.cards.library import DEFENCES, EMBLEMS, TARGETS, TIMINGS, TRIBES, WEAPON_KINDS, Profile
from esquive.kaos.cards.looks import look_of, material_of, standee_of
from esquive.kaos.seen.objectives import goal_of, told_objectives
from esquive.kaos.seen.own_cards import own_parts
from esquive.kaos.seen.prompt_details import rolled
from esquive.kaos.seen.shapes import KaosView
from esquive.kaos.spoken.declared_plan import declared_view
from esquive.kaos.spoken.scenery_names import spoken_kind
from esquive.kaos.spoken.wording import Wording, known_in
from esquive.kaos.table.state import IN_PLAY, STATUS_NAMES, State
from esquive.kaos.written.documents.inline_cards import number_of, write_piece
from esquive.kaos.written.documents.positions import to_document
from esquive.kaos.written.hidden_information import knows_object
from esquive.kaos.written.notation import format_answer

MOST_LINES = 200


def view(state: State, seat: int, language: str = "en", players: Sequence[str] = ()) -> KaosView:
    """The position as a seat may see it (-1: a spectator); `players` are the players' names by seat."""
    wording = Wording(state, language, players)
    document = to_document(state, seat)
    for key in ("profile", "object", "event", "pack"):
        document.pop(key, None)
    document["scenery"] = [write_piece(piece) for piece in state.table.pieces]
    entries = [*document["scenery"], *document.get("selection", ())]
    for entry, piece in zip(entries, [*state.table.pieces, *state.library.selection], strict=True):
        entry["label"], entry["noun"] = wording.piece(entry["id"]), spoken_kind(entry["kind"], language)
        entry["look"], entry["material"] = look_of(piece), material_of(piece)
    document["viewer"] = format_seat(seat)
    shown = without_secrets(state, seat)
    document["figure"] = [
        {**entry, **_figure_view(shown, figure, wording)} for figure, entry in enumerate(document["figure"])
    ]
    own = own_parts(state, language)
    document["fighters"] = [
        {**_profile_view(profile, wording), "parts": own.get(profile.id, [])} for profile in state.library.profiles
    ]
    for number, entry in enumerate(document["players"].values()):
        entry["name"] = wording.seat(number)
    document["asked"] = _asked_view(state, seat)
    document["declared"] = declared_view(shown)
    document["over"] = over_view(state, wording)
    contest = on_top(state, ContestFrame)
    if contest is not None and isinstance(state.waiting, Decision):
        document["rolled"] = msgspec.to_builtins(rolled(contest, wording))
    for entry, told in zip(document.get("objective", ()), told_objectives(state, wording), strict=True):
        entry.update(told)
    document["goal"] = msgspec.to_builtins(goal_of(state, wording))
    return convert(document, KaosView)


def without_secrets(state: State, seat: int) -> State:
    """The position without the objects that the seat does not know, which change their bearers."""
    known = [entry for entry in state.carried if knows_object(state, entry, seat)]
    if len(known) == len(state.carried):
        return state
    shown = state.copy()
    shown.carried = known
    return shown


def _figure_view(state: State, figure: int, wording: Wording) -> dict[str, Any]:
    """What follows from a figure's card and what lies on it."""
    found: dict[str, Any] = {
        "name": wording.figure(figure),
        "status": STATUS_NAMES[state.status[figure]],
        "life": state.card(figure).life,
        "life_left": state.life_left(figure),
        "activated": bool(state.activated[figure]),
    }
    if state.status[figure] == IN_PLAY:
        found["move"] = number_of(move_of(state, figure))
        found["armour"] = armour_of(state, figure)
        found["immobilised"] = is_immobilised(state, figure)
        found["effects"] = [wording.effect(one.op.kind, one.op.amount) for one in state.lasting if one.figure == figure]
    return found


def _profile_view(profile: Profile, wording: Wording) -> dict[str, Any]:
    """A profile card as the rules read it, with the names that it has in the language."""
    known = known_in(wording.state).fighters.get(profile.id)

    def label(part: str, number: int, printed: str) -> str:
        return printed if known is None else wording.spoken(getattr(known, part)[number].name)

    return {
        "id": profile.id,
        "label": profile.label if known is None else wording.spoken(known.name),
        "tribe": TRIBES[profile.tribe],
        "emblem": EMBLEMS[profile.tribe],
        "cost": profile.cost,
        "base": number_of(profile.side),
        "height": number_of(profile.height),
        "move": number_of(profile.move),
        "will": profile.will,
        "life": profile.life,
        "armour": profile.armour,
        "dodge": profile.dodge,
        "shield": profile.shield if profile.shield >= 0 else None,
        "standee": standee_of(profile),
        "weapons": [
            {
                "id": one.id,
                "label": label("weapon", number, one.label),
                "kind": WEAPON_KINDS[one.kind],
                "dice": one.dice,
                "wounds": one.wounds,
                "range": number_of(one.reach),
            }
            for number, one in enumerate(profile.weapons)
        ],
        "spells": [
            {
                "id": one.id,
                "label": label("spell", number, one.label),
                "dice": one.dice,
                "wounds": one.wounds,
                "range": number_of(one.reach),
                "defence": DEFENCES[one.defence],
                "free": one.is_free,
                "targets": TARGETS[one.targets],
            }
            for number, one in enumerate(profile.spells)
        ],
        "skills": [
            {
                "id": one.id,
                "label": label("skill", number, one.label),
                "dice": one.dice,
                "free": one.is_free,
                "timing": TIMINGS[one.timing],
            }
            for number, one in enumerate(profile.skills)
        ],
    }


def _asked_view(state: State, seat: int) -> dict[str, Any] | None:
    """What is waited for; the answers of a listed decision as lines, for the seat that is asked."""
    waiting = state.waiting
    if isinstance(waiting, Over):
        return None
    if not isinstance(waiting, Decision):
        return {"player": format_seat(waiting.seat), "kind": "roll", "roll": waiting.kind, "dice": waiting.count}
    found: dict[str, Any] = {"player": format_seat(waiting.seat), "kind": waiting.kind}
    if waiting.seat == seat:
        found["listed"] = waiting.is_listed
        if waiting.is_listed:
            found["lines"] = [format_answer(state, answer) for answer in waiting.options()[:MOST_LINES]]
    return found


def over_view(state: State, wording: Wording) -> dict[str, Any] | None:
    """The end of the game, or None while it goes on."""
    if state.winner == UNDECIDED:
        return None
    return {
        "winner": "draw" if state.winner == DRAW else format_seat(state.winner),
        "reason": wording.over(),
        "clause": state.over_clause,
    }
