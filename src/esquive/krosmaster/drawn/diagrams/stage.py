"""The figures, boards and moves of the diagrams: positions are written down, all that follows from them is played."""

from functools import cache
from typing import Any, Final

from esquive.core.converting import convert
from esquive.core.frames import under_way
from esquive.core.waiting import Decision, Roll
from esquive.krosmaster.book.casting import CastFrame
from esquive.krosmaster.cards.catalogue import Catalogue, catalogue
from esquive.krosmaster.cards.documents import Pack
from esquive.krosmaster.table.state import State
from esquive.krosmaster.written.documents.positions import from_document
from esquive.krosmaster.written.documents.set_ups import new_state
from esquive.krosmaster.written.notation import parse_answer

AREAS: Final = ("cross", "square", "hammer", "staff", "shovel", "hand", "breath", "axe")


def _named(slug: str) -> dict[str, Any]:
    return {"id": slug, "name": {"en": slug.replace("-", " ").title()}}


def _spell(slug: str, reach: str, least: int = 0, most: int = 0, **keys: Any) -> dict[str, Any]:
    """An Attack spell of base 1 for 1 AP unless told otherwise."""
    span: dict[str, Any] = {"kind": reach, "fixed": keys.pop("fixed", True)}
    if most:
        span |= {"min": least, "max": most}
    table: dict[str, Any] = {**_named(slug), "range": span, "cost": {"ap": 1}, "kind": "attack", **keys}
    return {"element": "fire", "base": 1, **table} if table["kind"] == "attack" else table


def _moving(slug: str, x: int) -> dict[str, Any]:
    return _spell(f"{slug}-{x}", "target", 1, 8, kind="special", do=[{"op": slug, "x": x}])


def _figure(slug: str, initiative: int, **keys: Any) -> dict[str, Any]:
    table = {**_named(slug), "colour": "white", "level": 1, "initiative": initiative, "mp": 3, "hp": 9, "ap": 9}
    return {**table, **keys}


def _effect(slug: str) -> dict[str, Any]:
    """A spell whose additional effect is bound to a keyword, Track or Invasion."""
    return _spell(slug, "target", 1, 4, do=[{"op": slug, "then": [{"op": "markers", "stat": "ap", "x": -1}]}])


_SPELLS: Final = (
    _spell("fist", "close-combat"),
    _spell("ranged", "target", 2, 4),
    _spell("line", "line", 1, 4),
    _spell("over", "no-line-of-sight", 1, 4),
    _spell("own", "personal", kind="heal", element="water", base=1),
    _spell("green", "target", 1, 2, fixed=False),
    _spell("red", "target", 1, 2),
    _spell("far", "target", 1, 12),
    *(_spell(area, "target", 1, 3, area=area) for area in AREAS),
    _spell("multiple-targets", "target", 1, 3, area="multiple-targets"),
    *(_moving(slug, x) for slug in ("push-back", "attract", "retreat", "move-closer", "push-cube") for x in (1, 2, 3)),
    _effect("track"),
    _effect("invasion"),
)


def _token(slug: str, **keys: Any) -> dict[str, Any]:
    return {**_named(slug), "category": "mechanism", "mp": "-", "hp": 2, "ap": "-", **keys}


_SNAP: Final = _spell("snap", "personal", cost={"ap": "-"})

_CAST: Final[dict[str, Any]] = {
    "card": [
        _figure("figure", 3),
        _figure("itty-bitty", 3, power=[{"keyword": "itty-bitty"}]),
        *(_figure(f"deployed-{number}", 12 - number) for number in range(12)),
    ],
    "summon": [
        _token("mob", category="mob", mp=2, ap=2),
        _token("obstructive", category="mob", mp=2, ap=2, power=[{"keyword": "obstructive"}]),
        _token("bomb", family="bomb"),
        _token("trap", family="trap", hp="-", obstacle=False, spell=[_SNAP]),
    ],
}


@cache
def _known(with_spells: str) -> Catalogue:
    """The figures, one of them with the spell asked for, and the arenas of the game."""
    caster = _figure("caster", 3, spell=[spell for spell in _SPELLS if spell["id"] == with_spells])
    pack = convert({**_CAST, "card": [*_CAST["card"], caster]}, Pack)
    return Catalogue(Pack(card=pack.card, summon=pack.summon, arena=tuple(catalogue().arenas.values())))


def unit(name: str, card: str, owner: str, at: str, **keys: Any) -> dict[str, Any]:
    """A unit's table in a position document."""
    return {"id": name, "card": card, "owner": owner, "at": at, **keys}


def scene(spell: str, board: str | tuple[int, int], *units: dict[str, Any], release: str = "2.7") -> State:
    """A position in the Activation Phase of the first unit, who can cast one spell; `board` is a map or a size."""
    drawn = board if isinstance(board, str) else "\n".join([" ".join("." * board[0])] * board[1])
    turn = {"player": units[0]["owner"], "unit": units[0]["id"], "phase": "activation"}
    document: dict[str, Any] = {"game": "krosmaster", "turn": turn, "board": {"map": drawn}, "unit": list(units)}
    document["release"] = release
    return from_document(document, _known(spell))


def play(state: State, line: str) -> State:
    """Give one answer; raises ValueError when the rules refuse it, since the diagram would show what cannot happen."""
    answer = parse_answer(state, line)
    waiting = state.waiting
    refusal = waiting.refusal(answer) if isinstance(waiting, Decision) else None
    if refusal is not None:
        raise ValueError(f"the diagram plays {line!r}, which is refused: {refusal!r}")
    state.apply(answer)
    return state


def cast_by(state: State, *lines: str) -> CastFrame:
    """The spell being resolved after a `cast` line, its targets determined; the state itself stays as it is."""
    played = state.copy()
    for line in lines:
        play(played, line)
    casts = under_way(played, CastFrame)
    if casts:
        return casts[-1]
    raise ValueError(f"{lines[0]!r} does not wait for a roll: give the spell a base")


def set_up(form: str, teams: int) -> State:
    """A new match before its deployment: each team has two figures, the first team the highest Initiative."""
    cards = [[f"deployed-{2 * team}", f"deployed-{2 * team + 1}"] for team in range(teams)]
    state = new_state({"arena": "elemental", "format": form, "teams": cards}, _known(""))
    while isinstance(state.waiting, Roll):
        state.apply(0)
    return state
