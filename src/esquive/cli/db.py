"""`esquive db`: backup, restore, check, prune and forget, of the database a server keeps its matches in.

A file is copied and checked while its server runs; what changes it needs the server stopped. A database that is no file
is backed up and restored with its own tools; the rest works while its servers run.
"""

import argparse
import asyncio
import json
import os
import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from esquive.cli.serve import add_configuration, database_of, in_force
from esquive.core.errors import EsquiveError

if TYPE_CHECKING:
    from esquive.server.storage.store import Store

PAGES: Final = 1000  # copied at a time, so that nobody who writes waits long


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb, what it can do, and the options."""
    parser = subparsers.add_parser("db", help="the database of a server", description=__doc__)
    todo = parser.add_subparsers(dest="todo", metavar="WHAT", required=True)
    backup = todo.add_parser("backup", help="a consistent copy of the file, while the server runs")
    backup.add_argument("file", type=Path, help="where it goes; what is there already is not overwritten")
    restore = todo.add_parser("restore", help="puts a copy where the server looks for it; stop the server first")
    restore.add_argument("file", type=Path, help="the copy")
    check = todo.add_parser("check", help="plays every match again and compares; exit code 1 when something is wrong")
    check.add_argument("--match", default=None, metavar="ID", help="only this one")
    prune = todo.add_parser("prune", help="deletes matches that have not been played for long")
    prune.add_argument("--over-days", type=int, default=None, metavar="N", help="over, and not played for N days")
    prune.add_argument(
        "--waiting-days", type=int, default=None, metavar="N", help="not over, and not played for N days"
    )
    prune.add_argument("--dry-run", action="store_true", help="only tell which")
    forget = todo.add_parser("forget", help="takes a player's name and tokens out of every match")
    forget.add_argument("name", help="the name as it stands in the matches")
    forget.add_argument("--match", default=None, metavar="ID", help="only in this one")
    forget.add_argument("--dry-run", action="store_true", help="only tell which")
    for one in (backup, restore, check, prune, forget):
        add_configuration(one)
        one.add_argument(
            "--data", default=None, metavar="FILE", help="a SQLite file or a URL, instead of the configured"
        )
        one.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    """Does one of them; 0, or 1 when a check found something wrong. Raises EsquiveError."""
    return WHAT[args.todo](args)


def _url(args: argparse.Namespace) -> str:
    from esquive.server.storage.database import database_url

    return database_url(args.data) if args.data is not None else database_of(in_force(args).configuration)


def _file(args: argparse.Namespace, tool: str) -> Path:
    """The SQLite file; raises EsquiveError for another database, with the tool that is its own."""
    url = _url(args)
    if not url.startswith("sqlite"):
        raise EsquiveError(
            "this is for SQLite files", f"db {args.todo}", f"use {tool}; check, prune and forget work here too"
        )
    return Path(url.partition(":///")[2])


def _tell(args: argparse.Namespace, found: dict[str, Any], text: str) -> None:
    print(json.dumps(found) if args.json else text)


def _with_store(url: str, work: "Callable[[Store], Awaitable[int]]", *, is_alone: bool = False) -> int:
    """Opens the database, which must be there, and works on it; `is_alone`: while no server has it open."""
    from esquive.server.storage.store import Store

    if url.startswith("sqlite") and not Path(url.partition(":///")[2]).is_file():
        raise EsquiveError(
            "there is no such file", url.partition(":///")[2], "name the database with --data or --config"
        )

    async def whole() -> int:
        store = Store(url)
        await store.open(is_server=is_alone)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(whole())


# ----------------------------------------------------------------------------------------------------- files of SQLite


def backup(args: argparse.Namespace) -> int:
    """A consistent copy, by SQLite's own way of making one."""
    source = _file(args, "pg_dump --format=custom --file=FILE DATABASE")
    if args.file.exists():
        raise EsquiveError("is there already", str(args.file), "name a file that is not there yet")
    matches = _copied(source, args.file)
    key = _key_of(source)
    told = f"{matches} matches in {args.file}"
    if key.is_file():
        told += f"; the key to their dice, {key}, is not in it: keep that too, and elsewhere"
    _tell(args, {"file": str(args.file), "matches": matches, "key": str(key) if key.is_file() else None}, told)
    return 0


def _key_of(file: Path) -> Path:
    return file.with_name(file.name + ".key")


def _copied(source: Path, target: Path) -> int:
    """A whole copy of a file, which somebody may be writing to; the number of its matches."""
    if not source.is_file():
        raise EsquiveError("there is no such file", str(source), "name the database with --data or --config")
    part = target.with_name(target.name + ".part")
    try:
        with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True, timeout=30)) as original:
            part.unlink(missing_ok=True)
            with closing(sqlite3.connect(part)) as copy:
                original.backup(copy, pages=PAGES)
                copy.execute("PRAGMA journal_mode=DELETE")  # one file, whole by itself
                matches = _fault(copy, str(source))
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(target)
    except (sqlite3.Error, OSError) as error:
        raise EsquiveError(f"no copy could be made: {error}", str(source), "see that there is space") from error
    finally:
        part.unlink(missing_ok=True)
    return matches


def restore(args: argparse.Namespace) -> int:
    """Puts a copy where there is nothing yet."""
    target = _file(args, "pg_restore --create --dbname=postgres FILE")
    for one in (target, Path(f"{target}-wal"), Path(f"{target}-shm")):
        if one.exists():
            raise EsquiveError("is there already, and is not overwritten", str(one), "stop the server and move it away")
    part = target.with_name(target.name + ".part")
    try:
        with closing(sqlite3.connect(f"file:{args.file}?mode=ro", uri=True)) as copy:
            matches = _fault(copy, str(args.file))
            target.parent.mkdir(parents=True, exist_ok=True)
            part.unlink(missing_ok=True)
            with closing(sqlite3.connect(part)) as made:
                copy.backup(made)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        os.link(part, target)  # fails where somebody has been faster
    except (sqlite3.Error, OSError) as error:
        raise EsquiveError(f"cannot be restored: {error}", str(args.file), "name a file made by `db backup`") from error
    finally:
        part.unlink(missing_ok=True)
    told = f"{matches} matches in {target}"
    if not _key_of(target).exists():
        told += f"; put the key to their dice at {_key_of(target)}"
    _tell(args, {"file": str(target), "matches": matches}, told)
    return 0


def _fault(connection: sqlite3.Connection, where: str) -> int:
    """The number of matches in a file; raises EsquiveError for one that is damaged or holds none of ours."""
    said = [row[0] for row in connection.execute("PRAGMA integrity_check(5)")]
    if said != ["ok"]:
        raise EsquiveError(
            f"is damaged: {'; '.join(said)}", where, "take an older copy, or `esquive db check` to see more"
        )
    return int(connection.execute("SELECT count(*) FROM matches").fetchone()[0])


# ------------------------------------------------------------------------------------------------------------- matches


def check(args: argparse.Namespace) -> int:
    """Plays every match again; 1 when something is wrong."""
    from esquive.server.storage.database import sqlite_url
    from esquive.server.storage.retention import counts
    from esquive.server.storage.verification import check_match, check_matches

    async def work(store: "Store") -> int:
        if args.match is None:
            checked = [one async for one in check_matches(store)]
        else:
            checked = [await check_match(store, args.match)]
        wrong = {one.id: one.wrong for one in checked if one.wrong}
        number, answers = await counts(store), sum(one.answers for one in checked)
        lines = [f"{match_id}: {sentence}" for match_id, found in wrong.items() for sentence in found]
        lines.append(f"{len(checked)} matches with {answers} answers played again: {len(wrong)} are not as stored")
        _tell(args, {**number, "checked": len(checked), "played": answers, "wrong": wrong}, "\n".join(lines))
        return 1 if wrong else 0

    if not _url(args).startswith("sqlite"):
        return _with_store(_url(args), work)
    file = _file(args, "")
    with TemporaryDirectory(prefix="esquive-check-", dir=file.parent) as folder:
        copy = Path(folder) / file.name
        _copied(file, copy)
        if _key_of(file).is_file():
            shutil.copy(_key_of(file), _key_of(copy))
        return _with_store(sqlite_url(copy), work)


def prune(args: argparse.Namespace) -> int:
    """Deletes what has been kept long enough."""
    from esquive.server.operations.configuration import Retention
    from esquive.server.storage.retention import outdated

    if args.over_days is None and args.waiting_days is None:
        retention = in_force(args).configuration.retention
    else:
        retention = Retention(over_days=args.over_days or 0, waiting_days=args.waiting_days or 0)
    if not retention.over_days and not retention.waiting_days:
        raise EsquiveError(
            "nothing is to be deleted", "db prune", "say --over-days N, --waiting-days N, or [retention]"
        )

    async def work(store: "Store") -> int:
        found = await outdated(store, retention)
        ids = [one.id for one in found]
        gone = [] if args.dry_run else await store.delete(ids)
        lines = [f"{one.id} {one.game}, last played {one.changed}{', over' if one.over else ''}" for one in found]
        said = f"{len(ids)} matches would be deleted" if args.dry_run else f"{len(gone)} matches deleted"
        if not args.dry_run and len(gone) < len(ids):
            said += f", {len(ids) - len(gone)} left to the server that runs: with [retention] it deletes them itself"
        _tell(args, {"deleted": gone, "found": ids}, "\n".join([*lines, said]))
        return 0

    return _with_store(_url(args), work, is_alone=True)


def forget(args: argparse.Namespace) -> int:
    """Takes a name and the tokens of whoever bears it out of the matches."""
    from esquive.hosting.stored_match import without
    from esquive.server.storage.retention import named

    async def work(store: "Store") -> int:
        found = [one for one in await named(store, args.name) if args.match in (None, one[0].id)]
        if not args.dry_run:
            for stored, places in found:
                await store.forget(stored.id, without(stored, places), places)
        said = "would be forgotten" if args.dry_run else "is forgotten"
        matches = [stored.id for stored, _ in found]
        _tell(args, {"name": args.name, "matches": matches}, f"{args.name} {said} in {len(found)} matches")
        return 0

    return _with_store(_url(args), work, is_alone=True)


WHAT: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "backup": backup,
    "restore": restore,
    "check": check,
    "prune": prune,
    "forget": forget,
}
