"""What is wrong with an answer in the making, as a hand is told it."""

from typing import Final

from esquive.core.waiting import Condition
from esquive.kaos.geometry.units import CM, format_length, parse_length
from esquive.kaos.seen.draft_shapes import TriedProblem
from esquive.kaos.seen.shapes import Place
from esquive.kaos.spoken.wording import Wording

MILLIMETRE: Final = CM // 10
LENGTHS: Final = ("cost", "limit", "straight", "wanted")  # facts told to a millimetre


def told_problem(wording: Wording, condition: Condition, at: Place | None = None) -> TriedProblem:
    """A condition that fails as clients are told it: places and lengths to a millimetre."""
    facts = dict(condition.facts)
    if "at" in facts and at is not None:
        facts["at"] = f"{_rounded(round(at.x * CM))},{_rounded(round(at.y * CM))}"
    for name in LENGTHS:
        if name in facts:
            facts[name] = _rounded(parse_length(str(facts[name])))
    sentence = wording.condition(Condition(condition.kind, condition.rules, condition.holds, facts))
    return TriedProblem(kind=condition.kind, clauses=list(condition.clauses), sentence=sentence, at=at)


def _rounded(length: int) -> str:
    return format_length(round(length / MILLIMETRE) * MILLIMETRE)
