"""Brings the tables of a database up to date; `migrations/versions` holds one change a version.

Alembic makes the changes. It takes longer to import than all else a server needs, so it is left alone where there is
nothing to change: at every start but the first of a version.
"""

from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, inspect, text

MIGRATIONS = Path(__file__).resolve().parent / "migrations"
MIGRATING = 7_305_519_172_027_119_459  # the advisory lock of PostgreSQL under which the tables are changed


class NotMigrated(Exception):
    """The tables cannot be brought up to date, and why: mostly those of a newer version."""


def newest() -> str:
    """The number of the last change, such as `0008`."""
    return max(file.stem for file in (MIGRATIONS / "versions").glob("v*.py"))[1:5]


def lock(connection: Connection) -> None:
    """Whoever else is starting on the same PostgreSQL waits here until this transaction ends, and finds it done."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATING})


def migrate(connection: Connection, seal: Callable[[str, str], str]) -> None:
    """Make the changes that are missing; `seal` makes unreadable what earlier versions kept in plain text.

    Raises NotMigrated.
    """
    if inspect(connection).has_table("alembic_version"):
        made = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
        if list(made) == [newest()]:
            return
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    config.attributes["seal"] = seal
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise NotMigrated(str(error)) from error
