"""What two players may agree on before a match, in words: rulings that can be switched, and numbers."""

from typing import Final

from esquive.core.messages import messages
from esquive.kaos.seen.shapes import AgreedValue, Agreement
from esquive.kaos.table.settings import NUMBERS, OF_SCENARIOS, OPTIONS

# What is agreed on first.
ORDER: Final = ("horde_points", "rounds", "victory_points", "flight_rounds", *OPTIONS)


def agreements(language: str) -> list[Agreement]:
    """Every option of a match in a language; see `table.settings`."""
    spoken = messages(language)
    found: list[Agreement] = []
    for name in ORDER:
        label = spoken.say(f"kaos.agree.{name}", {})
        hint = spoken.say(f"kaos.agree.{name}.hint", {})
        if name in NUMBERS:
            usual, least, most, clause = NUMBERS[name]
            found.append(
                Agreement(
                    id=name,
                    label=label,
                    hint=hint,
                    clause=clause,
                    usual=str(usual),
                    least=least,
                    most=most,
                    scenario=name in OF_SCENARIOS,
                )
            )
        else:
            values, clause = OPTIONS[name]
            told = [AgreedValue(one, spoken.say(f"kaos.agree.{name}.{one}", {})) for one in values]
            found.append(Agreement(id=name, label=label, hint=hint, clause=clause, usual=values[0], values=told))
    return found
