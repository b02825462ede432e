"""What a match uses: its cards, release and revision of the rules, in place of a hash of the whole catalogue."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the column; of matches stored before nothing is known."""
    op.add_column("matches", sa.Column("uses", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("matches", "uses")
