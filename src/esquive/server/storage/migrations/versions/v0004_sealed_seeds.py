"""Seeds are kept sealed, those there are included; nothing of them is left in plain text in the file."""

import sqlalchemy as sa
from alembic import context, op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Seal every seed, of matches and of commitments."""
    connection = op.get_bind()
    seal = context.config.attributes["seal"]
    if connection.dialect.name == "sqlite":
        op.execute("PRAGMA secure_delete=ON")  # what is overwritten is no longer on the disk
    op.add_column("matches", sa.Column("sealed", sa.String(200), nullable=False, server_default=""))
    for match_id, seed in connection.execute(sa.text("SELECT id, seed FROM matches")).all():
        connection.execute(
            sa.text("UPDATE matches SET sealed = :sealed WHERE id = :id"),
            {"sealed": seal(seed, match_id), "id": match_id},
        )
    op.drop_column("matches", "seed")
    for commitment, seed in connection.execute(sa.text("SELECT commitment, seed FROM commitments")).all():
        connection.execute(
            sa.text("UPDATE commitments SET seed = :sealed WHERE commitment = :commitment"),
            {"sealed": seal(seed, commitment), "commitment": commitment},
        )
