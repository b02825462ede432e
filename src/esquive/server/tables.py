"""The tables of the database. `migrations` makes them; a test holds that the two agree."""

from sqlalchemy import Boolean, Column, Double, ForeignKey, Integer, MetaData, String, Table, Text

METADATA = MetaData()

# One line a match. `setup`, `players` and `tokens` are JSON; `sealed` is what the dice come from: see `sealing`.
MATCHES = Table(
    "matches",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("created", String(32), nullable=False),
    Column("game", String(32), nullable=False),
    Column("content", String(100), nullable=False),
    Column("setup", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("tokens", Text, nullable=False),
    Column("nonces", Text, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("winner", String(8), nullable=False),
    Column("changed", String(10), nullable=False, server_default="", index=True),  # the day it was last played (UTC)
    Column("sealed", String(200), nullable=False),
)

# Every answer and roll in order, from 1; lines are only ever added.
ANSWERS = Table(
    "answers",
    METADATA,
    Column("match_id", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("by", String(8), nullable=False),
    Column("line", Text, nullable=False),
)

# The whole position after an answer, as a position document, with its hash: a check on what is played again, and
# where a match goes on when newer rules would play its answers otherwise.
SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("match_id", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("rolls", Integer, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("document", Text, nullable=False),
)

# The processes that play matches. When its time is up, in seconds of the database's own clock, one is dead.
PROCESSES = Table(
    "processes",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("expires", Double, nullable=False),
)

# The process that plays a match; `fence` counts how often that changed. Used where several processes share a database.
OWNERS = Table(
    "owners",
    METADATA,
    Column("match_id", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("process", String(32), nullable=False),
    Column("fence", Integer, nullable=False),
)

# Seeds that were committed to, each for one match to come; sealed as well.
COMMITMENTS = Table(
    "commitments",
    METADATA,
    Column("commitment", String(64), primary_key=True),
    Column("seed", String(200), nullable=False),
    Column("created", String(32), nullable=False),
)

# Records that were brought to be shown, as they came; `size` in bytes.
UPLOADS = Table(
    "uploads",
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("created", String(32), nullable=False),
    Column("size", Integer, nullable=False),
    Column("record", Text, nullable=False),
)
