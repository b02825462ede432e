"""The ways to break the rules of a game: every small change of a syntax tree, named and made one at a time.

A change is a comparison, a number, a condition turned round, a step left out, a procedure that returns at once. Texts
for people, logs and declarations are left alone. mutate.py makes the changes and sees who notices.
"""

import ast
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
# Functions that only copy, save or name things: properties hold them, not the tests of the rules.
NOT_RULES: Final = ("copy", "to_data", "__repr__", "pile_name", "slot_name")


class Game(NamedTuple):
    """What is broken of a game, and which tests have to notice: `tests` narrowed by pytest's `-k` to `matching`."""

    name: str
    targets: tuple[str, ...]
    # Declarations, read by the card reader, and words for people: nothing there decides anything.
    left_out: tuple[str, ...]
    tests: tuple[str, ...]
    matching: str

    @property
    def folder(self) -> Path:
        """The game's package, relative to the root."""
        return Path("src/esquive") / self.name


INVARIANTS: Final = ("tests/lab/krosmaster/test_invariants.py", "tests/lab/krosmaster/test_changes.py")
KROSMASTER: Final = Game(
    "krosmaster",
    ("book/**/*.py", "table/board.py"),
    (),
    ("tests/counts", "tests/test_scenarios.py", "tests/krosmaster", *INVARIANTS),
    "not kaos",
)
KAOS: Final = Game(
    "kaos",
    ("book/**/*.py", "geometry/*.py"),
    (),
    ("tests/test_scenarios.py", "tests/kaos", "tests/lab/kaos"),
    "kaos",
)
GAMES: Final = {game.name: game for game in (KROSMASTER, KAOS)}


def read_equivalents(game: Game) -> dict[str, str]:
    """The mutations that change nothing anybody could notice, by name (see `Mutation.name`), with the reason."""
    found = tomllib.loads((ROOT / "tools" / "mutation_equivalents.toml").read_text(encoding="utf-8"))
    return {name: group["why"] for group in found[game.name] for name in group["mutations"]}


FLIPPED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SWAPPED_NAMES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutation(NamedTuple):
    """One way to break one place: `number` is its place among those of the file."""

    file: str
    line: int
    function: str
    what: str
    number: int

    @property
    def name(self) -> str:
        """File, function and change: the same as long as the function keeps its words."""
        return f"{self.file} {self.function}: {self.what}"

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.function}: {self.what}"


# ------------------------------------------------------------------------------------------------------------- breaking


class Change(NamedTuple):
    """A change of a syntax tree: where it stands, what it is in words, and how to make it."""

    line: int
    function: str
    what: str
    make: Callable[[], None]


def short(node: ast.AST) -> str:
    """A piece of code, cut to 60 characters."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions and methods of a module with their names, in the order of the file."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner


def changes(tree: ast.Module) -> Iterator[Change]:
    """Every change of a module's functions, in the order of the file; of several of one name the later are numbered."""
    met: Counter[tuple[str, str]] = Counter()
    for name, function in functions(tree):
        for change in changes_of_function(function, name):
            met[name, change.what] += 1
            times = met[name, change.what]
            yield change if times == 1 else change._replace(what=f"{change.what} ({times})")


def changes_of_function(function: ast.FunctionDef, name: str) -> Iterator[Change]:
    """The changes of one function: returning at once, then every statement."""
    if function.name in NOT_RULES or function.name == "__init__":
        return
    yield from early_returns(function, name)
    yield from changes_of_body(function.body, name)


def early_returns(function: ast.FunctionDef, name: str) -> Iterator[Change]:
    """A procedure that does nothing, a question that is always answered the same way."""
    kind = ast.unparse(function.returns) if function.returns is not None else ""
    values = {"None": [""], "bool": ["True", "False"], "int": ["0"]}.get(
        kind, ["[]"] if kind.startswith("list[") else []
    )
    if function.name in ("run", "waiting", "options", "conditions", "answer"):
        return  # a frame that never runs or answers hangs or breaks everything: nothing would be learnt
    first = next((one for one in function.body if not is_text(one)), None)
    for value in values:
        statement = ast.parse(f"return {value}").body[0]
        if first is not None and ast.dump(first) == ast.dump(statement):
            continue  # it says nothing else

        def make(statement: ast.stmt = statement) -> None:
            function.body.insert(0, statement)

        yield Change(function.lineno, name, f"return {value} at once".replace("  ", " "), make)


def is_text(statement: ast.stmt) -> bool:
    """Whether a statement is a docstring."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def is_log(node: ast.AST) -> bool:
    """Whether a condition asks whether anybody listens: what it guards is told, not done."""
    return any(isinstance(part, ast.Attribute) and part.attr == "log" for part in ast.walk(node))


def changes_of_body(body: list[ast.stmt], name: str) -> Iterator[Change]:
    """The changes of a block: each statement left out where that makes sense, and everything inside it."""
    for place, statement in enumerate(body):
        if isinstance(statement, ast.If) and is_log(statement.test):
            continue
        if is_droppable(statement):

            def make(place: int = place) -> None:
                body[place] = ast.Pass()

            yield Change(statement.lineno, name, f"leave out `{short(statement)}`", make)
        yield from changes_of_statement(statement, name)


def is_droppable(statement: ast.stmt) -> bool:
    """Whether a statement can be left out and the function still runs: a call, or a value given to a field."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    if isinstance(statement, ast.AugAssign):
        return True
    if isinstance(statement, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in statement.targets)
    return False


def changes_of_statement(statement: ast.stmt, name: str) -> Iterator[Change]:
    """The changes inside one statement."""
    if isinstance(statement, ast.If):

        def turn(node: ast.If = statement) -> None:
            node.test = ast.UnaryOp(ast.Not(), node.test)

        yield Change(statement.lineno, name, f"if not ({short(statement.test)})", turn)
    if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add | ast.Sub):

        def reverse(node: ast.AugAssign = statement) -> None:
            node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()

        yield Change(statement.lineno, name, f"the other way round: `{short(statement)}`", reverse)
    for field, value in ast.iter_fields(statement):
        if field in ("annotation", "returns", "decorator_list", "args"):
            continue
        blocks = value if isinstance(value, list) else [value]
        if field in ("body", "orelse", "finalbody") and isinstance(statement, ast.If | ast.For | ast.While):
            yield from changes_of_body(value, name)
            continue
        for node in blocks:
            if isinstance(node, ast.expr):
                yield from changes_of_expression(node, name, statement)


def changes_of_expression(expression: ast.expr, name: str, around: ast.AST) -> Iterator[Change]:
    """The changes inside an expression; texts for people are left alone. `around`: what it is a part of."""
    if isinstance(expression, ast.JoinedStr):
        return
    yield from changes_of_node(expression, name, around)
    within = around if isinstance(expression, ast.UnaryOp) else expression  # `-1` alone says little
    for child in ast.iter_child_nodes(expression):
        if isinstance(child, ast.expr):
            yield from changes_of_expression(child, name, within)
        elif isinstance(child, ast.comprehension):
            for part in (child.iter, *child.ifs):
                yield from changes_of_expression(part, name, within)
        elif isinstance(child, ast.keyword):
            yield from changes_of_expression(child.value, name, within)


def changes_of_node(node: ast.expr, name: str, around: ast.AST) -> Iterator[Change]:
    """The changes of one node itself."""
    line = node.lineno
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):

            def flip(node: ast.Compare = node, place: int = place) -> None:
                node.ops[place] = FLIPPED[type(node.ops[place])]()

            yield Change(line, name, f"{FLIPPED[type(operator)].__name__} in `{short(node)}`", flip)
    elif isinstance(node, ast.BoolOp):

        def swap(node: ast.BoolOp = node) -> None:
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()

        yield Change(line, name, f"and/or swapped in `{short(node)}`", swap)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        for step in (1, -1):

            def count(node: ast.Constant = node, step: int = step) -> None:
                node.value = int(str(node.value)) + step

            yield Change(line, name, f"{node.value} becomes {node.value + step} in `{short(around)}`", count)
    elif isinstance(node, ast.IfExp):

        def exchange(node: ast.IfExp = node) -> None:
            node.body, node.orelse = node.orelse, node.body

        yield Change(line, name, f"branches swapped in `{short(node)}`", exchange)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):

        def negate(node: ast.BinOp = node) -> None:
            node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()

        yield Change(line, name, f"+/- swapped in `{short(node)}`", negate)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SWAPPED_NAMES:

        def rename(function: ast.Name = node.func) -> None:
            function.id = SWAPPED_NAMES[function.id]

        yield Change(line, name, f"{SWAPPED_NAMES[node.func.id]} in `{short(node)}`", rename)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):

        def affirm(node: ast.UnaryOp = node) -> None:
            node.op = ast.Not()
            node.operand = ast.UnaryOp(ast.Not(), node.operand)

        yield Change(line, name, f"the not dropped in `{short(node)}`", affirm)


def sources(game: Game) -> list[str]:
    """The files to break, relative to the game's package."""
    package = ROOT / game.folder
    found = sorted(path for pattern in game.targets for path in package.glob(pattern) if path.name != "__init__.py")
    return [file for file in (str(path.relative_to(package)) for path in found) if file not in game.left_out]


def every_mutation(game: Game) -> Iterator[Mutation]:
    """Every mutation of every file."""
    for file in sources(game):
        text = (ROOT / game.folder / file).read_text(encoding="utf-8")
        for number, change in enumerate(changes(ast.parse(text))):
            yield Mutation(file, change.line, change.function, change.what, number)


def all_mutations(game: Game) -> list[Mutation]:
    """Every mutation of every file, those known to change nothing left out."""
    equivalent = read_equivalents(game)
    return [mutation for mutation in every_mutation(game) if mutation.name not in equivalent]


def mutations_of_release(game: Game, release: str) -> list[Mutation]:
    """The mutations of what a release alone has; raises FileNotFoundError for one that is not shipped.

    That are the procedures that it names and its base does not, and every function whose docstring cites its book and
    not that of the base.
    """
    package = ROOT / game.folder
    said = tomllib.loads((package / "releases" / release / "release.toml").read_text(encoding="utf-8"))
    found: set[tuple[str, str]] = set()
    for file in sources(game):
        for name, function in functions(ast.parse((package / file).read_text(encoding="utf-8"))):
            if is_of_release(function, said):
                found.add((file, name))
    return [mutation for mutation in all_mutations(game) if (mutation.file, mutation.function) in found]


def is_of_release(function: ast.FunctionDef, said: dict[str, Any]) -> bool:
    """Whether a function is a procedure of a release, or cites its book alone; `said` is what its file says."""
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "procedure":
            key, value = (ast.literal_eval(argument) for argument in decorator.args)
            return bool(said["procedures"].get(key) == value)
    text = ast.get_docstring(function) or ""
    book: str = said["book"]
    return f"[{book} " in text and f"[{book.partition('-')[0]} " not in text


def broken(text: str, number: int) -> str:
    """The text of a file with one of its changes made."""
    tree = ast.parse(text)
    list(changes(tree))[number].make()
    return ast.unparse(ast.fix_missing_locations(tree))
