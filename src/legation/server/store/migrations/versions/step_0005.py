"""What was made under a number of the sender, so that what is sent again is not done twice."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "sendings",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("account", SERIAL, nullable=False),
        sa.Column("made", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_sendings_account")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_sendings")),
    )
    op.create_index(op.f("ix_sendings_account"), "sendings", ["account"])
    op.create_index(op.f("ix_sendings_at"), "sendings", ["at"])
