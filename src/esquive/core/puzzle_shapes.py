"""What clients are told of tries at puzzles: their worth, what they gave away, and help on the way."""

from msgspec import Struct


class SolvedLineStep(Struct):
    """A step of the line that solves a puzzle: an answer of whoever solves it (`own`), or what dice and others do then.

    `chance` is that of the goal after it, in percent.
    """

    text: str
    own: bool
    chance: float


class PuzzleHelp(Struct):
    """Help with a puzzle from where its try has come to, as much as was asked for: each step says more.

    `look` says what to look at, `first` the best answer, `line` all of them as the dice are hoped to fall; `do` is that
    answer in notation, to be played. `chance` is the best there still is, in percent, `counted` what it is not.
    """

    look: str
    first: str
    line: list[SolvedLineStep]
    do: str
    chance: float
    counted: str


class GivenAwayChance(Struct):
    """The first answer of a try that gave chance away, the best one in its place, and the chances before and after."""

    text: str
    better: str
    before: float
    after: float


class PracticeTry(Struct):
    """What a try at a puzzle was worth, in percent, however the dice fell, beside the `best` chance there was.

    It is `solved` where that is the `least` asked for; `reached` says what the dice made of it, and `lost` what it gave
    away first, if anything. `help` is there if it was asked for; before the try is `over` it is worth nothing yet.
    """

    chance: float
    best: float
    least: int
    solved: bool
    reached: bool
    over: bool
    lost: GivenAwayChance | None = None
    help: PuzzleHelp | None = None
