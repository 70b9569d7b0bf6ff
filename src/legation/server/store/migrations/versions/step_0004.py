"""What a host needs that strangers can reach: see each statement."""

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Change the tables."""
