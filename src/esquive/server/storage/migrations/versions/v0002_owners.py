"""Which process plays which match, the seeds committed to and the records brought: what several processes share.

A line of notation may be of any length: PostgreSQL holds a text to the length its column names, where SQLite does not.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("expires", sa.Double, nullable=False),
    )
    op.create_table(
        "owners",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("fence", sa.Integer, nullable=False),
    )
    op.create_table(
        "commitments",
        sa.Column("commitment", sa.String(64), primary_key=True),
        sa.Column("seed", sa.String(200), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
    )
    op.create_table(
        "uploads",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )
    with op.batch_alter_table("answers") as answers:
        answers.alter_column("line", existing_type=sa.String(300), type_=sa.Text, existing_nullable=False)


def downgrade() -> None:
    """Drop the tables."""
    with op.batch_alter_table("answers") as answers:
        answers.alter_column("line", existing_type=sa.Text, type_=sa.String(300), existing_nullable=False)
    for name in ("uploads", "commitments", "owners", "processes"):
        op.drop_table(name)
