"""Matches, their answers and their snapshots."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("content", sa.String(100), nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("tokens", sa.Text, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("nonces", sa.Text, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("winner", sa.String(8), nullable=False),
    )
    op.create_table(
        "answers",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("by", sa.String(8), nullable=False),
        sa.Column("line", sa.String(300), nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("rolls", sa.Integer, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables."""
    for name in ("snapshots", "answers", "matches"):
        op.drop_table(name)
