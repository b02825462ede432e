"""Clocks, and spectators who see a match later than it is played."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the table and the column."""
    op.create_table(
        "clocks",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("running", sa.Boolean, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
    )
    op.add_column("tokens", sa.Column("delay", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Drop both."""
    op.drop_column("tokens", "delay")
    op.drop_table("clocks")
