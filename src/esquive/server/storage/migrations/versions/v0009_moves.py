"""A browser that says a code waits until one that is that person's accepts it."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
COLUMNS = {"key": 64, "device": 80, "state": 8}


def upgrade() -> None:
    """Add which browser asks, what it says that it is, and what has become of it."""
    for name, length in COLUMNS.items():
        op.add_column("codes", sa.Column(name, sa.String(length), nullable=False, server_default=""))


def downgrade() -> None:
    """Drop them."""
    with op.batch_alter_table("codes") as codes:
        for name in COLUMNS:
            codes.drop_column(name)
