"""What is wrong with an answer in the making, as a hand is told it."""

import re

from esquive.core.waiting import Condition
from esquive.kaos.geometry.units import CM, parse_length
from esquive.kaos.text.bearings import spoken
from esquive.kaos.text.draft_shapes import TriedProblem
from esquive.kaos.text.shapes import Place
from esquive.kaos.text.wording import Wording


def told_problem(wording: Wording, condition: Condition, at: Place | None = None) -> TriedProblem:
    """A condition that fails as clients are told it: figures by their names, lengths to a millimetre."""
    facts, names = condition.facts, wording.state.names
    sentence = wording.condition(condition)
    for name, value in facts.items():
        if name == "at" and at is not None:
            sentence = sentence.replace(
                str(value), wording.point(spoken(round(at.x * CM), wording), spoken(round(at.y * CM), wording))
            )
        elif name in ("cost", "limit", "straight", "wanted"):
            told = wording.length(str(value))
            sentence = sentence.replace(f"{told} cm", f"{spoken(parse_length(str(value)), wording)} cm")
        elif value in names:
            told = wording.figure(names.index(value))
            sentence = re.sub(rf"(?<![\w-]){re.escape(value)}(?![\w-])", told, sentence)
    return TriedProblem(kind=condition.kind, clauses=list(condition.clauses), sentence=sentence, at=at)
