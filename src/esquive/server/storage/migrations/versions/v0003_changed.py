"""When a match was last played: what is kept for a time is counted from then."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the day; of matches that are there already it is the day they were created, which is the most one knows."""
    op.add_column("matches", sa.Column("changed", sa.String(10), nullable=False, server_default=""))
    op.execute("UPDATE matches SET changed = substr(created, 1, 10)")
    op.create_index("ix_matches_changed", "matches", ["changed"])


def downgrade() -> None:
    """Drop it."""
    op.drop_index("ix_matches_changed", "matches")
    with op.batch_alter_table("matches") as matches:
        matches.drop_column("changed")
