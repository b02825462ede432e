"""Tokens in a table of their own, people and their keys, and matches that are private."""

import json
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables, and move the tokens there are: the one that controls most players is the host's."""
    op.add_column("matches", sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()))
    tokens = op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("is_host", sa.Boolean, nullable=False),
        sa.Column("invites", sa.String(8), nullable=False),
        sa.Column("issuer", sa.String(16), nullable=False),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("expires", sa.String(32), nullable=False),
    )
    op.create_index("ix_tokens_match_id", "tokens", ["match_id"])
    _move(tokens)
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
    )
    op.create_table(
        "codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("expires", sa.String(32), nullable=False),
    )
    op.create_table(
        "seatings",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
    )
    for name in ("keys", "codes", "seatings"):
        op.create_index(f"ix_{name}_person", name, ["person"])


def _move(tokens: sa.Table) -> None:
    now = datetime.now(UTC)
    created, expires = (when.isoformat(timespec="seconds") for when in (now, now + timedelta(days=90)))
    connection = op.get_bind()
    matches = sa.table("matches", sa.column("id", sa.String), sa.column("tokens", sa.Text))
    for match_id, text in connection.execute(sa.select(matches.c.id, matches.c.tokens)).all():
        known: dict[str, list[int]] = json.loads(text)
        host = max(known, key=lambda one: len(known[one]), default="")
        rows = [
            {
                "hash": hashed,
                "name": hashed[:12],
                "match_id": match_id,
                "players": json.dumps(players),
                "is_host": hashed == host,
                "invites": "",
                "issuer": "",
                "holder": "",
                "created": created,
                "expires": expires,
            }
            for hashed, players in known.items()
        ]
        if rows:
            connection.execute(tokens.insert(), rows)
    connection.execute(matches.update().values(tokens="{}"))


def downgrade() -> None:
    """Drop the tables; tokens that were moved are lost."""
    for name in ("seatings", "codes", "keys", "people", "tokens"):
        op.drop_table(name)
    op.drop_column("matches", "private")
