"""The tables of the database. `migrations` makes them; a test holds that the two agree."""

from sqlalchemy import Boolean, Column, Double, ForeignKey, Integer, MetaData, String, Table, Text, false

METADATA = MetaData()

# One line a match. `setup`, `players` and `uses` (what it is played with: see `core.uses`) are JSON; `sealed` is what
# the dice come from: see `sealing`. `tokens` held what the table of that name holds now, and `content` the hash of the
# whole catalogue: matches stored then have no `uses`.
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
    Column("private", Boolean, nullable=False, server_default=false()),
    Column("uses", Text, nullable=False, server_default=""),
    Column("standing", Text, nullable=False, server_default=""),  # how it stands, as JSON; "" where that is not known
    Column("series", Text, nullable=False, server_default=""),  # the matches before it, as JSON; "" for a first one
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

# What somebody may do at a match: answer for `players` (JSON), watch, or, invited (`invites`: seat or watch), become
# one who may. The hash is that of the token; `name` is what it is called in a list; `holder` is a person.
TOKENS = Table(
    "tokens",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("name", String(16), nullable=False),
    Column("match_id", String(32), ForeignKey("matches.id"), nullable=False, index=True),
    Column("players", Text, nullable=False),
    Column("is_host", Boolean, nullable=False),
    Column("invites", String(8), nullable=False),
    Column("issuer", String(16), nullable=False),
    Column("holder", String(32), nullable=False),
    Column("delay", Integer, nullable=False, server_default="0"),  # seconds later than it is played
    Column("created", String(32), nullable=False),
    Column("expires", String(32), nullable=False),
)

# Those who come again: known by keys that their browsers keep, of which only hashes are stored.
PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", String(32), nullable=False),
)

KEYS = Table(
    "keys",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String(16), nullable=False),
    Column("device", String(80), nullable=False),
    Column("created", String(32), nullable=False),
)

# A code by which another browser may ask to become the same person's, once: the `key` of the one that has, what it says
# that it is, and `state`, "" until then (see `moving`).
CODES = Table(
    "codes",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("expires", String(32), nullable=False),
    Column("key", String(64), nullable=False, server_default=""),
    Column("device", String(80), nullable=False, server_default=""),
    Column("state", String(8), nullable=False, server_default=""),
    Column("kept", Text, nullable=False, server_default=""),
)

# Which player of which match is whose; place -1 is that of whoever has created it.
SEATINGS = Table(
    "seatings",
    METADATA,
    Column("match_id", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False, index=True),
)

# What is left on the clocks of a match that has any, as JSON (see `clocks`), and whether they ran when it was written.
CLOCKS = Table(
    "clocks",
    METADATA,
    Column("match_id", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("running", Boolean, nullable=False),
    Column("document", Text, nullable=False),
)

# Those who sit down to a match that begins once the last of them has, as JSON (see `gatherings`). `version` counts the
# changes: of two who take the last place one is told that it is taken.
GATHERINGS = Table(
    "gatherings",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("expires", String(32), nullable=False),
    Column("document", Text, nullable=False),
)

# The players of a match, by their places, who want to play it again.
REMATCHES = Table(
    "rematches",
    METADATA,
    Column("match_id", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("place", Integer, primary_key=True),
)
