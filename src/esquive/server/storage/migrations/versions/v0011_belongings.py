"""What a browser keeps goes along when another one becomes somebody's: teams, hordes, a collection."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the column; with codes that are under way nothing goes along."""
    op.add_column("codes", sa.Column("kept", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("codes", "kept")
