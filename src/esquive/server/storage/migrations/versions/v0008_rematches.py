"""Who wants to play a match again."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "rematches",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("rematches")
