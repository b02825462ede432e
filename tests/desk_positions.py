"""The positions by which tests hold rulings, as questions for the judge's desk (`core.worked_positions`).

While a test of a ruling runs, what is played and judged on its tables is noted. The first line that the desk can
answer, in a position that a document can say, shows the ruling. What is shipped is compared with that, test by test;
`tools/desk_positions.py` writes it anew.
"""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from esquive.clauses.clause_index import EDITIONS
from esquive.core.errors import EsquiveError
from esquive.core.games import game_named
from esquive.core.question_answers import answered
from esquive.core.question_links import Question, lasting
from esquive.core.waiting import Decision, Over, Roll
from esquive.core.worked_positions import worked_positions
from esquive.kaos.cards.library import DEFENCES, KEYWORDS, TARGETS, Profile, Spell, Weapon
from esquive.kaos.geometry.units import CM

WRITE: Final = "DESK_POSITIONS"  # names the file to which what is noted is added
ANEW: Final = "run `python tools/desk_positions.py`"
SHOWN: Final = Path(__file__).with_name("tests_of_positions.json")  # by ruling: the test that shows it
RULING: Final = re.compile(r"test_ruling_r(\d+)_\w+")
ACTS: Final = {
    "krosmaster": ("play", "start", "refused", "broken", "judged", "odds"),
    "kaos": ("play", "refusal", "conditions"),
}
MOST_LIFE: Final = 24
KINDS: Final = ("close_melee", "long_melee", "ranged")


@contextmanager
def noted() -> Iterator[list[tuple[str, Question]]]:
    """What is asked on tables meanwhile, as far as the desk can answer it."""
    from tests.kaos.playing import Table as KaosTable
    from tests.krosmaster.playing import Table as KrosmasterTable

    found: list[tuple[str, Question]] = []
    rolls: list[tuple[str, Question]] = []
    with ExitStack() as stack:
        for game, table in (("krosmaster", KrosmasterTable), ("kaos", KaosTable)):
            for act in ACTS[game]:
                stack.enter_context(patch.object(table, act, _noting(game, getattr(table, act), found, rolls)))
        yield found
    # Where nobody is asked anything that the desk can answer, what is rolled first is shown.
    found += rolls[: not found]


Noted = list[tuple[str, Question]]


def _noting(game: str, act: Callable[..., Any], found: Noted, rolls: Noted) -> Callable[..., Any]:
    def noting(table: Any, *args: Any, **keys: Any) -> Any:
        if not found and args and isinstance(table.state.waiting, Decision):
            question = _question(game, table.state, args[0])
            if question is not None:
                found.append((game, question))
        elif not rolls and isinstance(table.state.waiting, Roll):
            question = _question(game, table.state, "")
            if question is not None:
                rolls.append((game, question))
        return act(table, *args, **keys)

    return noting


def _question(name: str, state: Any, line: Any) -> Question | None:
    """A line in a position as the desk has it; None where it cannot answer it."""
    game = game_named(name)
    try:
        said = line if isinstance(line, str) else game.format(state, line)
        document = {key: value for key, value in game.to_document(state).items() if key not in ("exact", "profiles")}
        if document["release"] not in {one.release for one in EDITIONS}:
            return None
        if name == "kaos":
            document = _with_fighters(document, state)
        again = game.from_document(game.complete(document))
        whole = lasting(game, game.to_document(again))
        if "exact" in whole or again.waiting.kind != state.waiting.kind or isinstance(again.waiting, Over):
            return None
        if not said:
            return Question(whole)
        judged = answered(game.words(again), said)
        then, now = state.waiting.refusal(game.parse(state, said)), again.waiting.refusal(game.parse(again, said))
    except (EsquiveError, KeyError, IndexError, ValueError, AttributeError):
        return None
    is_same = (then is None) == (now is None) == judged.is_legal
    return Question(whole, said) if is_same else None


def _with_fighters(document: dict[str, Any], state: Any) -> dict[str, Any]:
    """A position of Kaos as a document may say it: fighters written in place, each kind under a name of its own.

    Tests have tables, lives and names of scenery that no match has; what may not be so is brought to what may.
    """
    known: dict[Profile, str] = {}
    for figure, profile in zip(document["figure"], state.library.profiles, strict=True):
        if profile not in known:
            known[profile] = profile.id if not known else f"{profile.id}-{len(known) + 1}"
        figure["profile"] = known[profile]
    if "figure" in document["turn"]:
        acting = next(one for one in document["figure"] if one["id"] == document["turn"]["figure"])
        acting.pop("activated", None)
        document["turn"] = {"player": acting["owner"], **document["turn"], "phase": "activations"}
        document["round"] = max(1, document["round"])
    document["table"] = {side: max(60, length) for side, length in document["table"].items()}
    for number, piece in enumerate(document["scenery"], start=1):
        piece["id"] = f"{piece['id']}-{number}" if number > 1 else piece["id"]
    return {**document, "profile": [_fighter(profile, name) for profile, name in known.items()]}


def _fighter(profile: Profile, name: str) -> dict[str, Any]:
    if profile.skills or any(one.effects for one in profile.spells):
        raise ValueError("what skills and spells do is written in cards only")
    said = {
        "id": name,
        "cost": profile.cost,
        "base_cm": profile.side / CM,
        "height_cm": profile.height / CM,
        "head_cm": profile.head / CM,
        "body_width_cm": profile.body / CM,
        "move_cm": profile.move / CM,
        "will_dice": profile.will,
        "life_points": min(profile.life, MOST_LIFE),
        "armour": profile.armour,
        "dodge_dice": profile.dodge,
        "weapon": [_weapon(one) for one in profile.weapons],
        "spell": [_spell(one) for one in profile.spells],
    }
    if profile.shield >= 0:
        said["shield_dice"] = profile.shield
    if profile.keywords:
        said["keywords"] = [key for key, bit in KEYWORDS.items() if profile.keywords & bit]
    return said


def _spell(spell: Spell) -> dict[str, Any]:
    return {
        "id": spell.id,
        "dice": spell.dice,
        "range_cm": spell.reach / CM,
        "wounds": spell.wounds,
        "ignores_armour": spell.ignores_armour,
        "defence": DEFENCES[spell.defence],
        "successes_required": spell.required,
        "free": spell.is_free,
        "targets": TARGETS[spell.targets],
        "can_target_contact": spell.can_target_contact,
    }


def _weapon(weapon: Weapon) -> dict[str, Any]:
    said: dict[str, Any] = {
        "id": weapon.id,
        "kind": KINDS[weapon.kind],
        "dice": weapon.dice,
        "wounds": weapon.wounds,
    }
    if weapon.reach:
        said["range_cm"] = weapon.reach / CM
    return {**said, "can_target_contact": True} if weapon.can_target_contact else said


def slim(name: str, document: dict[str, Any]) -> dict[str, Any]:
    """A position document without what goes without saying."""
    game = game_named(name)
    whole = game.to_document(game.from_document(document))
    left: dict[str, Any] = json.loads(json.dumps(document))
    for table in [left, *_tables_in(left)]:
        for key in [*table]:
            value = table.pop(key)
            try:
                is_same = game.to_document(game.from_document(left)) == whole
            except (EsquiveError, KeyError, IndexError, ValueError, AttributeError, TypeError):
                is_same = False
            if not is_same:
                table[key] = value
    return left


def _tables_in(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for key, value in data.items():
        several = value if isinstance(value, list) else [value]
        yield from (one for one in several if isinstance(one, dict) and key in ("unit", "figure", "players", "board"))


def note(test: str, found: list[tuple[str, Question]]) -> None:
    """Adds what a test has shown to the file that is to be written, or compares it with what is shipped."""
    named = RULING.fullmatch(test)
    if named is None or not found:
        return
    ruling, (game, question) = f"R{named[1]}", found[0]
    if os.environ.get(WRITE):
        with Path(os.environ[WRITE]).open("a", encoding="utf-8") as kept:
            kept.write(json.dumps([ruling, game, test, question.line, question.document]) + "\n")
        return
    folder = next(one.folder for one in EDITIONS if one.game == game and one.base is None)
    shipped = worked_positions(folder).rulings.get(ruling)
    assert shipped is not None, f"the desk has no position for {ruling}: {ANEW}"
    if json.loads(SHOWN.read_text(encoding="utf-8"))[ruling] == test:
        known = game_named(game)
        document = lasting(known, known.to_document(known.from_document(shipped.question.document)))
        is_same = (document, shipped.question.line) == (question.document, question.line)
        assert is_same, f"{ruling} is shown otherwise: {ANEW}"
