"""What a judge of Kaos says in one language: the sentence of a condition, the odds of a legal answer."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from esquive.core.odds import MOST_POSITIONS, Ending, TooManyWays, odds_of
from esquive.core.waiting import Condition, Refusal
from esquive.kaos.table.state import IN_PLAY, STATUS_NAMES, State
from esquive.kaos.text.odds import ODDS
from esquive.kaos.text.wording import Wording

_LEFT = tuple(name for status, name in enumerate(STATUS_NAMES) if status > IN_PLAY)


class JudgeWords:
    """Speaks one language about one position."""

    def __init__(self, state: State, language: str = "en", players: Sequence[str] = ()) -> None:
        self.state = state
        self.wording = Wording(state, language, players)

    def sentence(self, condition: Condition | Refusal) -> str:
        """The sentence of a condition."""
        return self.wording.condition(condition)

    def too_many(self) -> str:
        """Why there are no odds, when there are too many ways to count."""
        return self.wording.say("kaos.odds.too-many", {"most": MOST_POSITIONS})

    def odds(self, answer: int, answers: tuple[str, ...] = ()) -> dict[str, Any]:
        """What may come of a legal answer: `odds`, and `odds_note`, a sentence about them or None.

        `odds` is a list of `text`, `probability` as a fraction and `percent`, likeliest first; None when nothing is
        rolled or there are too many ways to count. Endings that read alike are added up; where a player has a choice on
        the way that matters, the text begins with it and the probabilities are those of the dice alone.
        """
        try:
            odds = odds_of(ODDS, self.state, answer, answers)
        except TooManyWays:
            return {"odds": None, "odds_note": self.too_many()}
        if not odds.has_dice:
            return {"odds": None, "odds_note": None}
        added: dict[str, Fraction] = {}
        for ending in odds.endings:
            text = self.told(ending)
            added[text] = added.get(text, Fraction(0)) + ending.probability
        lines = [
            {"text": text, "probability": str(share), "percent": round(float(share) * 100, 4)}
            for text, share in sorted(added.items(), key=lambda entry: (-entry[1], entry[0]))
        ]
        return {"odds": lines, "odds_note": self.wording.say("kaos.odds.note")}

    def told(self, ending: Ending) -> str:
        """One ending: the choices made on the way, then what it changes for each figure."""
        parts: list[str] = []
        for figure, name in enumerate(self.state.names):
            parts += self._figure(figure, name, ending.changes)
        for path, value in ending.changes.items():
            if path == "winner":
                seat = -1 if value == "draw" else int(value[1:]) - 1
                parts.append(self.wording.messages.say("kaos.odds.winner", {"seat": self.wording.seat(seat)}))
        if ending.changes.get("effects"):
            parts.append(self.wording.messages.say("kaos.odds.effect", {}))
        text = ", ".join(parts) or self.wording.messages.say("kaos.odds.nothing", {})
        chosen = " / ".join(ending.answers)
        return f"{chosen}: {text}" if chosen else text[:1].upper() + text[1:]

    def _figure(self, figure: int, name: str, changes: dict[str, Any]) -> list[str]:
        """What becomes of a figure: wounds, out of action."""
        places = {"figure": self.wording.figure(figure)}
        if changes.get(f"figure.{name}.status") in _LEFT:
            return [self.wording.messages.say("kaos.odds.out", places)]
        wounds = changes.get(f"figure.{name}.wounds")
        if wounds is None:
            return []
        more = wounds - self.state.wounds[figure]
        return [self.wording.messages.say("kaos.odds.wounds", {**places, "wounds": f"{more:+d}"}, abs(more))]
