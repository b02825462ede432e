"""What `tools/make_puzzles.py` knows of a game: which positions it looks at, what is asked, what can be left out."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any, Final, Protocol

from esquive.core.game import Game
from esquive.core.waiting import Decision

Document = dict[str, Any]
Goal = dict[str, Any]


class Source(Protocol):
    """Where puzzles of a game come from."""

    def is_start(self, state: Any) -> bool:
        """Whether a turn begins here."""

    def near(self, game: Game, state: Any) -> Iterator[Document]:
        """Small positions about the figure that acts."""

    def drawn(self, rng: Random) -> Document:
        """A small position by chance."""

    def goals(self, game: Game, state: Any) -> list[Goal]:
        """What may be asked for in a position."""

    def smaller(self, document: Document, goal: Goal) -> Iterator[Document]:
        """The same position with one thing less, what matters most to a reader first."""

    def about(self, document: Document) -> str:
        """The figure that acts, as its card is called."""

    def theme(self, game: Game, state: Any, line: list[str], first: list[str]) -> str:
        """What the puzzle is about: the difference between the line that solves it and what comes to mind first."""


# ------------------------------------------------------------------------------------------------- Krosmaster Arena

HP_LEFT: Final = (2, 3)  # of enemies at most
AP_LEFT: Final = 5
MP_LEFT: Final = 3
# cards with few spells, each of another kind: those drawn for small positions
SIMPLE: Final = tuple(
    """
    oscar-kass kassius-kaos bill-tell lil-healey anna-tommy coa-gulary simon-jean
    bwork-warrior di-curey harry-gloo lilotte atcham srammy kanniball-sarbak
    darkli-moon lou tarolina mike-locke cathy-ranik kanniball-archer snoowolf
    argon-gass
    """.split()
)
WIDTH: Final = 5  # cells of a board cut out of an arena
DEPTH: Final = 4
MOST_UNITS: Final = 3
MOST_CASTS: Final = 6  # ways to cast at the start of a turn: who fills the board with bombs has too many
LETTERS: Final = {"none": ".", "tree": "T", "bush": "B", "crate": "C", "cube": "."}
DROPPED: Final = ("ap", "mp", "rewards", "used")


class Arenas:
    """Cuts a few rows and columns out of an arena, with whoever stands there."""

    def is_start(self, state: Any) -> bool:
        """Somebody has just been activated."""
        waiting = state.waiting
        unit = state.active_unit
        if not isinstance(waiting, Decision) or waiting.kind != "activation" or unit < 0 or not state.mp[unit]:
            return False
        casts = sum(game_line.startswith("cast") for game_line in waiting)
        return casts <= MOST_CASTS

    def near(self, game: Game, state: Any) -> Iterator[Document]:
        """The cells about the active unit and those next to it, with less AP and MP, and with weaker enemies."""
        whole = game.to_document(state)
        turn, units = whole["turn"], whole["unit"]
        active = next(unit for unit in units if unit["id"] == turn["unit"])
        board = state.board
        column, row = _cell(active["at"])
        west = min(max(column - WIDTH // 2, 1), board.width - WIDTH + 1)
        south = min(max(row - DEPTH // 2, 1), board.height - DEPTH + 1)
        kept: list[dict[str, Any]] = []
        for unit in sorted((one for one in units if one.get("at")), key=lambda one: _far(one["at"], active["at"])):
            x, y = _cell(unit["at"])
            if 0 <= x - west < WIDTH and 0 <= y - south < DEPTH and len(kept) < MOST_UNITS:
                moved = {key: value for key, value in unit.items() if key not in DROPPED and value not in (0, [], "")}
                kept.append({**moved, "at": _name(x - west + 1, y - south + 1)})
        if not any(unit["owner"] != active["owner"] for unit in kept):
            return
        rows = [
            " ".join(_letter(state, _name(x, y)) for x in range(west, west + WIDTH))
            for y in range(south + DEPTH - 1, south - 1, -1)
        ]
        document = {
            "game": "krosmaster",
            "turn": {"player": turn["player"], "unit": turn["unit"]},
            "board": {"map": "\n".join(rows)},
            "unit": kept,
        }
        ap, mp = min(state.ap[state.active_unit], AP_LEFT), min(state.mp[state.active_unit], MP_LEFT)
        for left in HP_LEFT:
            weak = [_weakened(one, left) if one["owner"] != active["owner"] else one for one in kept]
            less = {"ap": ap, "mp": mp}
            yield {**document, "unit": [{**one, **less} if one["id"] == turn["unit"] else one for one in weak]}

    def drawn(self, rng: Random) -> Document:
        """Two or three units on a few cells, with a tree or two; whoever acts has few points, the enemies little HP."""
        width, depth = rng.randint(4, 6), rng.randint(3, 4)
        cells = [(x, y) for x in range(1, width + 1) for y in range(1, depth + 1)]
        rng.shuffle(cells)
        rows = [["."] * width for _ in range(depth)]
        for letter in rng.choices(("T", "T", "B", "C", "D"), k=rng.randint(0, 3)):
            x, y = cells.pop()
            rows[depth - y][x - 1] = letter
        cards = rng.sample(SIMPLE, 3)
        units = []
        for place, card in enumerate(cards[: rng.choice((2, 3, 3))]):
            told = {"id": card, "card": card, "owner": "p2" if place else "p1", "at": _name(*cells.pop())}
            units.append(_weakened(told, rng.randint(1, 3)) if place else told)
        units[0] |= {"ap": rng.randint(3, 6), "mp": rng.randint(1, 3)}
        return {
            "game": "krosmaster",
            "turn": {"player": "p1", "unit": cards[0]},
            "board": {"map": _map(rows)},
            "unit": units,
        }

    def goals(self, game: Game, state: Any) -> list[Goal]:
        """Each KO, a Gallon more, and each Demon cell."""
        demons = [_name(x, y) for x, y, letter in _drawn(game.to_document(state)["board"]["map"]) if letter == "D"]
        goals = [goal for goal in game.goals(state) if any(key.endswith(".ko") for key in goal)]
        unit = state.names[state.active_unit]
        return [*goals, *({f"unit.{unit}.at": cell} for cell in demons if game.read(state, f"unit.{unit}.at") != cell)]

    def smaller(self, document: Document, goal: Goal) -> Iterator[Document]:
        """A unit less, a row or column less, a tree less, a fact of a unit less."""
        units, active = document["unit"], document["turn"]["unit"]
        for place, unit in enumerate(units):
            if unit["id"] != active:
                yield {**document, "unit": [*units[:place], *units[place + 1 :]]}
        for key in ("wild_gg", "players"):
            if key in document:
                yield {name: value for name, value in document.items() if name != key}
        yield from self._cut(document, goal)
        rows = [row.split() for row in document["board"]["map"].splitlines()]
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                if letter not in (".", "D") or (letter == "D" and not any(key.endswith(".at") for key in goal)):
                    drawn = deepcopy(rows)
                    drawn[y][x] = "."
                    yield {**document, "board": {"map": _map(drawn)}}
        for place, unit in enumerate(units):
            for key in unit:
                if key not in ("id", "card", "owner", "at"):
                    less = {name: value for name, value in unit.items() if name != key}
                    yield {**document, "unit": [*units[:place], less, *units[place + 1 :]]}

    def _cut(self, document: Document, goal: Goal) -> Iterator[Document]:
        """Without one of the outer rows and columns, where nobody stands; what is asked for moves along."""
        rows = [row.split() for row in document["board"]["map"].splitlines()]
        if any(key.endswith(".at") for key in goal):
            sides: tuple[str, ...] = ("north", "east")  # the cell asked for keeps its name
        else:
            sides = ("north", "south", "west", "east")
        for side in sides:
            cut = rows[1:] if side == "north" else rows[:-1] if side == "south" else rows
            cut = [row[1:] if side == "west" else row[:-1] if side == "east" else row for row in cut]
            dx, dy = int(side == "west"), int(side == "south")
            units = []
            for unit in document["unit"]:
                x, y = _cell(unit["at"])
                units.append({**unit, "at": _name(x - dx, y - dy)})
            inside = all(0 < x <= len(cut[0]) and 0 < y <= len(cut) for x, y in (_cell(one["at"]) for one in units))
            if inside and len(cut) > 1 and len(cut[0]) > 1:
                yield {**document, "unit": units, "board": {"map": _map(cut)}}

    def about(self, document: Document) -> str:
        """The card of the active unit."""
        return str(next(one["card"] for one in document["unit"] if one["id"] == document["turn"]["unit"]))

    def theme(self, game: Game, state: Any, line: list[str], first: list[str]) -> str:
        """By the verbs of the line; the reader corrects it."""
        verbs = [one.split()[0] for one in line]
        casts = [one for one in line if one.startswith("cast")]
        if "buy" in verbs:
            return "rewards"
        if verbs[0] == "cast" and "move" in verbs and first[0].startswith("move"):
            return "locks"
        if len({one.split()[1] for one in casts}) > 1 or (casts and casts[0] != next(iter(casts[1:]), casts[0])):
            return "order"
        if first[0].startswith("cast") and verbs[0] == "move":
            return "range"
        if first[0].startswith("cast") and verbs[0] == "cast":
            return "dice"
        return "ways" if not casts else "line-of-sight"


def _far(one: str, other: str) -> int:
    (x, y), (u, v) = _cell(one), _cell(other)
    return abs(x - u) + abs(y - v)


def _weakened(unit: dict[str, Any], left: int) -> dict[str, Any]:
    """A unit with at most so many HP left."""
    from esquive.krosmaster.cards.catalogue import catalogue

    card = catalogue().cards.get(unit["card"])
    hp = card.hp if card is not None else 0
    return {**unit, "injuries": max(unit.get("injuries", 0), hp - left)} if hp > left else unit


def _cell(name: str) -> tuple[int, int]:
    return ord(name[0]) - 96, int(name[1:])


def _name(x: int, y: int) -> str:
    return f"{chr(96 + x)}{y}"


def _letter(state: Any, name: str) -> str:
    from esquive.krosmaster.table.board import KIND_NAMES, parse_cell

    cell = parse_cell(name)
    scenery = state.board.scenery(cell)
    return "D" if KIND_NAMES[state.board.kinds[cell]] == "demon" else LETTERS[scenery]


def _drawn(drawing: str) -> Iterator[tuple[int, int, str]]:
    rows = [row.split() for row in drawing.splitlines()]
    for y, row in enumerate(rows):
        for x, letter in enumerate(row, 1):
            yield x, len(rows) - y, letter


def _map(rows: list[list[str]]) -> str:
    return "\n".join(" ".join(row) for row in rows)


# ---------------------------------------------------------------------------------------------------------------- Kaos

PROFILES: Final = tuple(
    """
    abe-vhol abe-pyrrane abe-tholine enc-brandesouche enc-feulin enc-grelonne enc-mousserole
    mel-ysaure mel-corvel mel-auberive mel-sandrin shi-nuitfine shi-sarcene shi-ravel
    tha-mordegaine tha-osmarque tha-vesperine tha-gonfalon tha-clavandre
    """.split()
)
REACH: Final = 26  # centimetres about the figure that acts
MARGIN: Final = 10
LEAST_TABLE: Final = 60
KEPT: Final = ("id", "profile", "owner", "x", "y", "z", "facing", "wounds")


class Tables:
    """Cuts a piece out of a table, with the figures and the scenery there; whoever else is there has played."""

    def is_start(self, state: Any) -> bool:
        """Somebody is to plan who stands in the fray, and is not put to flight."""
        waiting = state.waiting
        return isinstance(waiting, Decision) and waiting.kind == "plan" and not state.fleeing[state.active]

    def near(self, game: Game, state: Any) -> Iterator[Document]:
        """All within reach; whoever else is there has played."""
        whole = game.to_document(state)
        figures = [one for one in whole["figure"] if one.get("status", "in-play") in ("in-play", "") and "x" in one]
        active = next((one for one in figures if one["id"] == whole["turn"]["figure"]), None)
        if active is None:
            return

        def far(one: dict[str, Any]) -> float:
            return float(((one["x"] - active["x"]) ** 2 + (one["y"] - active["y"]) ** 2) ** 0.5)

        close = [one for one in figures if far(one) <= REACH]
        enemies = sorted((one for one in close if one["owner"] != active["owner"]), key=far)
        if not enemies:
            return
        yield _table(whole, active, [active, *enemies[:2]])

    def drawn(self, rng: Random) -> Document:
        """Three or four figures close together, about a wall or two, some of them wounded."""
        profiles = rng.sample(PROFILES, 4)
        scenery = []
        for number in range(rng.randint(0, 2)):
            x, y, long = rng.randint(20, 38), rng.randint(20, 38), rng.randint(4, 9)
            size = (long, 1) if rng.random() < 0.5 else (1, long)
            height = rng.choice((1, 8))
            flags = {"flags": ["impassable", "blocks-sight"]} if height == 8 else {}
            corners = [[x, y], [x + size[0], y], [x + size[0], y + size[1]], [x, y + size[1]]]
            kind = "wall" if height == 8 else "low-wall"
            scenery.append({"id": f"{kind}-{number}", "kind": kind, "shape": corners, "height": height, **flags})
        figures = []
        for place, profile in enumerate(profiles[: rng.choice((2, 2, 3))]):
            x, y = (30, 30) if not place else (rng.randint(18, 42), rng.randint(18, 42))
            told: dict[str, Any] = {"id": profile, "profile": profile, "owner": "p2" if place else "p1"}
            told |= {"x": x, "y": y, "facing": rng.choice((0, 45, 90, 135, 180, 225, 270, 315))}
            if place:
                told |= {"wounds": rng.randint(3, 9), "activated": True}
            figures.append(told)
        return {
            "game": "kaos",
            "options": {"rounds": 6},
            "table": {"width": LEAST_TABLE, "depth": LEAST_TABLE},
            **({"scenery": scenery} if scenery else {}),
            "players": {"p1": {"destiny": 0}, "p2": {"destiny": 0}},
            "turn": {"figure": profiles[0]},
            "figure": figures,
        }

    def goals(self, game: Game, state: Any) -> list[Goal]:
        """Each enemy out of action, or wounded so much more; also with being out of another one's sight then."""
        seat, name = state.waiting.seat, state.names[state.active]
        found: list[Goal] = []
        for enemy in state.in_play(1 - seat):
            other = state.names[enemy]
            out: Goal = {f"figure.{other}.out": True}
            hurt: Goal = {f"figure.{other}.wounds": {"min": state.wounds[enemy] + 3}}
            found += [out, hurt] if state.life_left(enemy) > 3 else [out]
            for watcher in state.in_play(1 - seat):
                if watcher != enemy:
                    found.append(
                        {
                            **(hurt if state.life_left(enemy) > 3 else out),
                            f"sight.{state.names[watcher]}.{name}": "none",
                        }
                    )
        return found

    def smaller(self, document: Document, goal: Goal) -> Iterator[Document]:
        """A figure less, a piece of scenery less, no wounds."""
        figures, active = document["figure"], document["turn"]["figure"]
        for place, figure in enumerate(figures):
            if figure["id"] != active:
                yield {**document, "figure": [*figures[:place], *figures[place + 1 :]]}
        pieces = document.get("scenery", [])
        for place in range(len(pieces)):
            yield {**document, "scenery": [*pieces[:place], *pieces[place + 1 :]]}
        for place, figure in enumerate(figures):
            if figure.get("wounds") and f"figure.{figure['id']}.wounds" not in goal:
                less = {name: value for name, value in figure.items() if name != "wounds"}
                yield {**document, "figure": [*figures[:place], less, *figures[place + 1 :]]}

    def about(self, document: Document) -> str:
        """The profile of the figure that acts."""
        return str(next(one["profile"] for one in document["figure"] if one["id"] == document["turn"]["figure"]))

    def theme(self, game: Game, state: Any, line: list[str], first: list[str]) -> str:
        """By the plan of the line; the reader corrects it."""
        plan = line[0] if line else ""
        if any(" then " in one for one in line) and " then " not in first[-1]:
            return "out-of-sight"
        if " shoot " in plan:
            return "cover" if "walk" in plan else "line-of-sight"
        if " strike " in plan and " strike " in first[-1]:
            same = plan.split()[-2:] == first[-1].split()[-2:]
            return "from-behind" if same else "weapons"
        return "order"


def _table(whole: Document, active: dict[str, Any], figures: list[dict[str, Any]]) -> Document:
    """A position on the part of a table where these figures stand, coordinates to a tenth of a centimetre."""
    xs, ys = [one["x"] for one in figures], [one["y"] for one in figures]
    west, south = max(0, min(xs) - MARGIN), max(0, min(ys) - MARGIN)
    east, north = min(whole["table"]["width"], max(xs) + MARGIN), min(whole["table"]["depth"], max(ys) + MARGIN)
    west, south = int(west), int(south)
    width, depth = max(LEAST_TABLE, int(east) - west + 1), max(LEAST_TABLE, int(north) - south + 1)
    told = []
    for one in figures:
        figure = {key: one[key] for key in KEPT if one.get(key) not in (None, 0) or key in ("x", "y", "facing")}
        figure |= {"x": round(one["x"] - west, 1), "y": round(one["y"] - south, 1)}
        if one is not active:
            figure["activated"] = True
        told.append(figure)
    pieces = []
    for piece in whole.get("scenery", []):
        shape = [[x - west, y - south] for x, y in piece.get("shape", [])]
        if shape and all(0 <= x <= width and 0 <= y <= depth for x, y in shape):
            pieces.append({**piece, "shape": shape})
    return {
        "game": "kaos",
        "options": {"rounds": 6},
        "table": {"width": width, "depth": depth},
        **({"scenery": pieces} if pieces else {}),
        "players": {"p1": {"destiny": 0}, "p2": {"destiny": 0}},
        "turn": {"figure": active["id"]},
        "figure": told,
    }


SOURCES: Final[dict[str, Source]] = {"krosmaster": Arenas(), "kaos": Tables()}
