"""Random games of Kaos, looked at all the way: invariants after every answer, and any answer at all judged.

What is drawn: both hordes out of all fighters, the battlefield or random scenery, cards or none, every match option.
At some of the decisions integers are made up and legal answers changed a little. Judging never raises, what is judged
legal can be taken, what is offered is legal, and where the answers are listed nothing else is.
"""

from random import Random
from typing import Any, Final

from esquive.core.errors import InvariantError
from esquive.core.waiting import Decision, Over
from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.table import answers
from esquive.kaos.table.settings import OPTIONS
from esquive.kaos.table.state import State
from esquive.kaos.written.documents.set_ups import new_state
from esquive.lab.kaos.invariants import check

MOST_WAITS: Final = 20_000
MUTANTS: Final = 16
KINDS: Final = ("wall", "platform", "crate", "wood", "marsh", "fence", "ramp", "column", "low-wall")
SOLE_OPTIONS: Final = ("equal_hordes",)  # would refuse hordes drawn by chance
EDGES: Final = (0, 1, -1, 500, -500, 25_000, 1 << 20, -(1 << 31), (1 << 31) - 1, 359_999, 360_000)


class Fuzzed:
    """What was seen: games, waits, the kinds of decisions and rolls, answers judged, refused and taken on trial."""

    __slots__ = ("games", "judged", "kinds", "refused", "rounds", "taken", "waits")

    def __init__(self) -> None:
        self.games = 0
        self.waits = 0
        self.rounds = 0
        self.judged = 0
        self.taken = 0
        self.kinds: dict[str, int] = {}
        self.refused: dict[str, int] = {}

    def __repr__(self) -> str:
        return (
            f"Fuzzed({self.games} games, {self.waits} waits of {len(self.kinds)} kinds, {self.judged} answers judged, "
            f"{self.taken} taken, {sum(self.refused.values())} refused for {len(self.refused)} reasons)"
        )


def random_setup(rng: Random) -> dict[str, Any]:
    """A set-up drawn out of everything the catalogue and the options have."""
    known = catalogue()
    fighters = list(known.fighters)
    options: dict[str, Any] = {name: rng.choice(values) for name, (values, _) in OPTIONS.items()}
    for name in SOLE_OPTIONS:
        del options[name]
    options.update(rounds=rng.randint(2, 6), horde_points=10_000, flight_rounds=rng.choice((0, 0, 1, 2)))
    if rng.random() < 0.3:
        options["victory_points"] = rng.choice((10, 30, 60))
    hordes = [rng.sample(fighters, rng.randint(1, 5)) for _ in range(2)]
    setup: dict[str, Any] = {"hordes": hordes, "options": options}
    place = rng.random()
    if place < 0.25:
        setup["scenario"] = rng.choice(list(known.scenarios))
    elif place < 0.5:
        setup["table"] = rng.choice(list(known.fields))
    else:
        setup["table"] = {"width": rng.randint(60, 120), "depth": rng.randint(60, 120)}
        setup["table"]["scenery"] = [piece(rng, number) for number in range(rng.randint(0, 8))]
    if rng.random() < 0.6:
        places = sorted({event.place for event in known.events.values() if event.place})
        setup["decks"] = {"objects": True, "events": True, "place": rng.choice(places)}
    return setup


def piece(rng: Random, number: int) -> dict[str, Any]:
    """A rectangle or a triangle of scenery somewhere."""
    kind = rng.choice(KINDS)
    x, y, w, d = rng.randint(2, 55), rng.randint(2, 55), rng.randint(2, 14), rng.randint(2, 14)
    shape = [[x, y], [x + w, y], [x + w, y + d], [x, y + d]]
    if rng.random() < 0.3:
        del shape[rng.randrange(4)]
    entry: dict[str, Any] = {"id": f"piece-{number}", "kind": kind, "shape": shape, "height": rng.randint(1, 7)}
    if kind == "marsh":
        entry["height"] = 0
    if kind == "ramp":
        entry["low"], entry["high"] = [x, y], [x + w, y]
    if rng.random() < 0.2:
        entry["flags"] = sorted({rng.choice(("climbable", "standable", "difficult", "blocks-sight")) for _ in range(2)})
    return entry


def fuzz(setup: dict[str, Any], seed: str, every: int, seen: Fuzzed) -> State:
    """Plays one random game to its end; every `every`-th decision is looked into.

    Raises InvariantError with the seed, the wait and the set-up.
    """
    rng = Random(seed)
    state = new_state(setup)
    for wait in range(MOST_WAITS):
        waiting = state.waiting
        spot = f"seed {seed}, wait {wait} ({waiting!r}) of {setup}"
        if isinstance(waiting, Over):
            seen.games += 1
            seen.rounds += state.round
            return state
        seen.waits += 1
        seen.kinds[waiting.kind] = seen.kinds.get(waiting.kind, 0) + 1
        if isinstance(waiting, Decision) and wait % every == 0:
            look_into(state, waiting, rng, seen, spot)
        answer = waiting.sample(rng)
        if isinstance(waiting, Decision):
            refusal = waiting.refusal(answer)
            if refusal is not None:
                raise InvariantError(f"{spot}: the sample {answer} is refused: {refusal!r}")
        take(state, answer, spot)
    raise InvariantError(f"seed {seed}: no end after {MOST_WAITS} waits")


def take(state: State, answer: int, spot: str) -> None:
    """Applies an answer; raises InvariantError when that fails or leaves an unsound position."""
    try:
        state.apply(answer)
    except Exception as error:
        raise InvariantError(f"{spot}: answer {answer} cannot be taken: {error!r}") from error
    broken = check(state)
    if broken:
        raise InvariantError(f"{spot}: answer {answer} leads to: {'; '.join(broken)}")


def look_into(state: State, decision: Decision, rng: Random, seen: Fuzzed, spot: str) -> None:
    """Judges and tries everything offered, and answers made up from it."""
    offered = decision.options() if decision.is_listed else decision.candidates(5)
    if not offered or len(set(offered)) != len(offered):
        raise InvariantError(f"{spot}: offered are {offered}")
    for answer in offered:
        refusal = decision.refusal(answer)
        if refusal is not None:
            raise InvariantError(f"{spot}: {answer} is offered and refused: {refusal!r}")
        take(state.copy(), answer, spot)
    before = state.to_data()
    for answer in made_up([*offered, decision.sample(rng)], rng):
        seen.judged += 1
        try:
            refusal = decision.refusal(answer)
        except Exception as error:
            raise InvariantError(f"{spot}: answer {answer} cannot be judged: {error!r}") from error
        if refusal is not None:
            seen.refused[refusal.kind] = seen.refused.get(refusal.kind, 0) + 1
        elif decision.is_listed and answer not in offered:
            raise InvariantError(f"{spot}: answer {answer} is legal and not listed")
        else:
            seen.taken += 1
            take(state.copy(), answer, spot)
    if state.to_data() != before:
        raise InvariantError(f"{spot}: judging answers changed the position")


def made_up(legal: list[int], rng: Random) -> list[int]:
    """Integers at random, and legal answers with a field or two changed, added or taken away."""
    found = [0, -1, rng.getrandbits(12), -rng.getrandbits(50), rng.getrandbits(rng.randrange(1, 700))]
    for _ in range(MUTANTS):
        answer = rng.choice(legal)
        verb, fields = answers.verb_of(answer), answers.fields_of(answer)
        for _ in range(rng.choice((1, 1, 2))):
            change(fields, rng)
        if rng.random() < 0.1:
            verb = rng.randrange(answers.VERBS)
        found.append(answers.pack(verb, [min(max(field, -(1 << 31)), (1 << 31) - 1) for field in fields]))
    return found


def change(fields: list[int], rng: Random) -> None:
    """Changes a field a little or a lot, drops or doubles one, or a leg's four."""
    dice = rng.random()
    if not fields or dice < 0.05:
        fields.insert(rng.randrange(len(fields) + 1), rng.choice(EDGES))
        return
    place = rng.randrange(len(fields))
    if dice < 0.1:
        del fields[place]
    elif dice < 0.2:
        del fields[place : place + 4]
    elif dice < 0.3:
        fields[place:place] = fields[place : place + 4]
    elif dice < 0.5:
        fields[place] = rng.choice(EDGES)
    elif dice < 0.8:
        fields[place] += rng.choice((1, -1, 3, 256, 300, -300, 10_000, -10_000))
    else:
        fields[place] += int((rng.random() - 0.5) * 100_000)
