"""How a match stands, and what was played before it, so that lists of matches tell it without opening one."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the columns; how a match stands that was stored before is known with its next answer."""
    op.add_column("matches", sa.Column("standing", sa.Text, nullable=False, server_default=""))
    op.add_column("matches", sa.Column("series", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("matches", "series")
    op.drop_column("matches", "standing")
