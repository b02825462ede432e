"""The half of the mutation check that lives inside pytest: `python -m pytest -p mutation_worker …`.

It collects the tests once and then does one of two things with the rules of MUTATION_GAME, told by MUTATION_WORKER:

- `map`: runs every test and writes down which lines of the rules each one passes through, to the file MUTATION_MAP;
- `judge`: reads orders, one JSON document a line, from the pipe MUTATION_ORDERS and answers on MUTATION_ANSWERS. An
  order names a function, its module's broken text and the tests to run; each is carried out in a process of its own
  that starts with the tests collected and the rules whole, puts the broken code in the function's place and stops at
  the first failure.
"""

import functools
import importlib
import json
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, Final

import pytest

GAME: Final = os.environ.get("MUTATION_GAME", "krosmaster")
SOURCES: Final = str(Path("src/esquive").resolve() / GAME)
PACKAGE: Final = f"esquive.{GAME}"
FOLLOWED: Final = ("book/", "geometry/", "table/board.py")
CACHING: Final = tuple(f"{PACKAGE}.{name.rstrip('/').removesuffix('.py')}" for name in FOLLOWED)
FOLLOWED_CALLS: Final = 300  # of one function in one test: later ones seldom pass anywhere else, and cost time
MEMORY: Final = 4 << 30  # bytes: an endless rule that fills a list fails instead of filling the machine


# ----------------------------------------------------------------------------------------------------------------- map


class Tracer:
    """The lines of the rules passed through since `start`, as (file, line).

    Of a function that is called more than `FOLLOWED_CALLS` times the first calls are followed; `unfollowed` names it.
    """

    def __init__(self) -> None:
        self.lines: set[tuple[str, int]] = set()
        self.calls: Counter[CodeType] = Counter()
        self.wanted: dict[CodeType, str] = {}

    def start(self) -> None:
        """Forget what was seen and look from now on."""
        self.lines = set()
        self.calls = Counter()
        sys.settrace(self.call)

    def unfollowed(self) -> set[tuple[str, str]]:
        """The functions not every call of which was followed, as (file, function)."""
        return {
            (self.wanted[code], code.co_qualname.partition(".<locals>")[0])
            for code, number in self.calls.items()
            if number >= FOLLOWED_CALLS
        }

    def call(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any] | None:
        """Follow the functions of the rules, the board and the geometry, and no others."""
        code = frame.f_code
        file = self.wanted.get(code)
        if file is None:
            file = code.co_filename.removeprefix(SOURCES + "/")
            file = file if file.startswith(FOLLOWED) else ""
            self.wanted[code] = file
        if not file or self.calls[code] >= FOLLOWED_CALLS:
            return None
        self.calls[code] += 1
        add = self.lines.add
        add((file, code.co_firstlineno))

        def line(frame: FrameType, event: str, argument: object) -> Any:
            if event == "line":
                add((file, frame.f_lineno))
            return line

        return line


def record(session: pytest.Session) -> None:
    """Run every test by itself and write the map: tests with their seconds, and the tests of each line."""
    tracer = Tracer()
    lines: dict[str, dict[int, list[int]]] = {}
    unfollowed: dict[str, dict[str, list[int]]] = {}
    tests = []
    for number, item in enumerate(session.items):
        forget()
        tracer.start()
        started, failures = time.perf_counter(), session.testsfailed
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following(session.items, number))
        sys.settrace(None)
        test = {"name": item.nodeid, "seconds": time.perf_counter() - started, "lines": len(tracer.lines)}
        tests.append({**test, "failed": session.testsfailed > failures})
        for file, line in tracer.lines:
            lines.setdefault(file, {}).setdefault(line, []).append(number)
        for file, function in tracer.unfollowed():
            unfollowed.setdefault(file, {}).setdefault(function, []).append(number)
    document = {"tests": tests, "lines": lines, "unfollowed": unfollowed}
    Path(os.environ["MUTATION_MAP"]).write_text(json.dumps(document), encoding="utf-8")


def following(items: list[pytest.Item], number: int) -> pytest.Item | None:
    """The test after this one."""
    return items[number + 1] if number + 1 < len(items) else None


def forget() -> None:
    """Empty the caches of the rules, so that each test passes through the lines its outcome depends on."""
    for name, module in list(sys.modules.items()):
        if name.startswith(CACHING):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()


# --------------------------------------------------------------------------------------------------------------- judge


def function_named(file: str, name: str) -> FunctionType | None:
    """The function of a file of the rules by its name (`Class.method`), what wraps it taken off."""
    module = importlib.import_module(f"{PACKAGE}.{file.removesuffix('.py').replace('/', '.')}")
    owner, _, last = name.rpartition(".")
    found: Any = vars(getattr(module, owner) if owner else module).get(last)
    found = getattr(found, "fget", None) or getattr(found, "__func__", None) or found
    found = getattr(found, "__wrapped__", found)
    return found if isinstance(found, FunctionType) else None


def code_named(code: CodeType, name: str) -> CodeType | None:
    """The code of a function in that of its module."""
    for part in name.split("."):
        inner = [one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == part]
        if not inner:
            return None
        code = inner[-1]
    return code


def carry_out(session: pytest.Session, order: dict[str, Any], items: dict[str, pytest.Item]) -> str:
    """Break the rule and run the tests: the name of the first that fails, or nothing."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    function = function_named(order["file"], order["function"])
    code = code_named(compile(order["text"], order["file"], "exec"), order["function"])
    if function is None or code is None or function.__code__.co_freevars != code.co_freevars:
        return ""  # made anew each time or wrapped: every test has to run on the rewritten file
    function.__code__ = code
    forget()
    chosen = [items[name] for name in order["tests"]]
    for number, item in enumerate(chosen):
        before = session.testsfailed
        signal.setitimer(signal.ITIMER_VIRTUAL, 5 + 3 * order["seconds"][number])  # the end of an endless rule
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following(chosen, number))
        if session.testsfailed > before:
            return item.nodeid
    return ""


def judge(session: pytest.Session, order: dict[str, Any], items: dict[str, pytest.Item]) -> dict[str, str]:
    """Carry out an order in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        by = "a run that broke off"
        try:
            by = carry_out(session, order, items)
        finally:
            os.write(writing, by.encode() + b"\n")
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read().decode()
    os.waitpid(child, 0)
    if not said:
        return {"result": "endless", "by": ""}
    by = said.strip()
    return {"result": "caught" if by else "survived", "by": by}


def orders() -> Iterator[dict[str, Any]]:
    """The orders, until the pipe is closed."""
    with os.fdopen(int(os.environ["MUTATION_ORDERS"]), encoding="utf-8") as pipe:
        for line in pipe:
            yield json.loads(line)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Instead of running the tests: map them, or carry out orders."""
    if os.environ["MUTATION_WORKER"] == "map":
        record(session)
        return True
    items = {item.nodeid: item for item in session.items}
    with os.fdopen(int(os.environ["MUTATION_ANSWERS"]), "w", encoding="utf-8") as answers:
        for order in orders():
            print(json.dumps(judge(session, order, items)), file=answers, flush=True)
    return True
