"""What a host needs that strangers can reach: see each statement."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Change the tables."""
    _add_waiting_for_bots()


def _add_waiting_for_bots() -> None:
    """Games say that they wait for bots, and that somebody asked for a judgement; the clock looks at every game anew."""
    op.add_column("games", sa.Column("bots_at", sa.BigInteger(), nullable=True))
    op.add_column("games", sa.Column("judge_wish", sa.Text(), nullable=True))
    op.create_index(op.f("ix_games_bots_at"), "games", ["bots_at"])
    op.execute("UPDATE games SET look_at = 0 WHERE status = 'running'")
