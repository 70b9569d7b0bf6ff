"""The first tables. A step is never changed: hosts have taken it. A change of the tables is a new step."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("folded_name", sa.String(length=60), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("is_guest", sa.Boolean(), nullable=False),
        sa.Column("is_admin", sa.Boolean(), nullable=False),
        sa.Column("is_closed", sa.Boolean(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("email", name=op.f("uq_accounts_email")),
        sa.UniqueConstraint("folded_name", name=op.f("uq_accounts_folded_name")),
    )
    op.create_table(
        "editions",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("variant", sa.String(length=60), nullable=False),
        sa.Column("files", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_editions")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("title", sa.String(length=120), nullable=False),
        sa.Column("variant", sa.String(length=60), nullable=False),
        sa.Column("edition", sa.String(length=64), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("phase", sa.String(length=12), nullable=False),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("look_at", sa.BigInteger(), nullable=True),
        sa.Column("paused_at", sa.BigInteger(), nullable=True),
        sa.Column("is_locked", sa.Boolean(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("phase_since", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["edition"], ["editions.digest"], name=op.f("fk_games_edition")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    op.create_index(op.f("ix_games_deadline"), "games", ["deadline"], unique=False)
    op.create_index(op.f("ix_games_look_at"), "games", ["look_at"], unique=False)
    op.create_index(op.f("ix_games_status"), "games", ["status"], unique=False)
    op.create_index(op.f("ix_games_variant"), "games", ["variant"], unique=False)
    op.create_table(
        "sandboxes",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("variant", sa.String(length=60), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_sandboxes_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sandboxes")),
    )
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("csrf", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_sessions_account")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_account"), "sessions", ["account"], unique=False)
    op.create_index(op.f("ix_sessions_ends_at"), "sessions", ["ends_at"], unique=False)
    op.create_table(
        "tokens",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=True),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_tokens_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("digest", name=op.f("uq_tokens_digest")),
    )
    op.create_index(op.f("ix_tokens_account"), "tokens", ["account"], unique=False)
    op.create_table(
        "absences",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(length=24), nullable=True),
        sa.Column("begins_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.Column("note", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_absences_account")),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_absences_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_absences")),
    )
    op.create_index(op.f("ix_absences_account"), "absences", ["account"], unique=False)
    op.create_index(op.f("ix_absences_game"), "absences", ["game"], unique=False)
    op.create_table(
        "entries",
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("phase", sa.String(length=12), nullable=False),
        sa.Column("is_undone", sa.Boolean(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_entries_game")),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_entries")),
    )
    op.create_table(
        "events",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("audience", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_events_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
    )
    op.create_index(op.f("ix_events_game"), "events", ["game"], unique=False)
    op.create_table(
        "extensions",
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("power", sa.String(length=40), nullable=False),
        sa.Column("hours", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_extensions_game")),
        sa.PrimaryKeyConstraint("game", "turn", "power", name=op.f("pk_extensions")),
    )
    op.create_table(
        "invitations",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("role", sa.String(length=12), nullable=False),
        sa.Column("power", sa.String(length=40), nullable=True),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_invitations_game")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_invitations")),
    )
    op.create_index(op.f("ix_invitations_game"), "invitations", ["game"], unique=False)
    op.create_table(
        "log",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=60), nullable=False),
        sa.Column("act", sa.String(length=40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_log_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_log")),
    )
    op.create_index(op.f("ix_log_game"), "log", ["game"], unique=False)
    op.create_table(
        "members",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("role", sa.String(length=12), nullable=False),
        sa.Column("power", sa.String(length=40), nullable=True),
        sa.Column("wishes", sa.Text(), nullable=False),
        sa.Column("is_ready", sa.Boolean(), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.Column("left_at", sa.BigInteger(), nullable=True),
        sa.Column("seen_at", sa.BigInteger(), nullable=True),
        sa.Column("days_off", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_members_account")),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_members_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_members")),
    )
    op.create_index(op.f("ix_members_account"), "members", ["account"], unique=False)
    op.create_index(op.f("ix_members_game"), "members", ["game"], unique=False)
    op.create_table(
        "notices",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("game", sa.String(length=24), nullable=True),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("channel", sa.String(length=12), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("problem", sa.String(length=300), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_notices_account")),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_notices_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
        sa.UniqueConstraint("key", name=op.f("uq_notices_key")),
    )
    op.create_index(op.f("ix_notices_game"), "notices", ["game"], unique=False)
    op.create_index("ix_notices_waiting", "notices", ["sent_at", "due_at"], unique=False)
    op.create_table(
        "orders",
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("power", sa.String(length=40), nullable=False),
        sa.Column("plan", sa.String(length=1), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("texts", sa.Text(), nullable=False),
        sa.Column("standing", sa.Text(), nullable=False),
        sa.Column("by", sa.String(length=12), nullable=False),
        sa.Column("saved_at", sa.BigInteger(), nullable=False),
        sa.Column("confirmed_at", sa.BigInteger(), nullable=True),
        sa.Column("confirmed", sa.Text(), nullable=True),
        sa.Column("receipt", sa.String(length=60), nullable=True),
        sa.Column("is_ready", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_orders_game")),
        sa.PrimaryKeyConstraint("game", "turn", "power", "plan", name=op.f("pk_orders")),
    )
    op.create_table(
        "rooms",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("key", sa.String(length=400), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_rooms_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rooms")),
        sa.UniqueConstraint("game", "key", name=op.f("uq_rooms_game_key")),
    )
    op.create_index(op.f("ix_rooms_game"), "rooms", ["game"], unique=False)
    op.create_table(
        "seats",
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("power", sa.String(length=40), nullable=False),
        sa.Column("bot", sa.String(length=20), nullable=True),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("is_offered", sa.Boolean(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_seats_game")),
        sa.PrimaryKeyConstraint("game", "power", name=op.f("pk_seats")),
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("room", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("sender", sa.String(length=40), nullable=True),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("is_grey", sa.Boolean(), nullable=False),
        sa.Column("phase", sa.String(length=12), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=False),
        sa.Column("request", sa.String(length=40), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_messages_account")),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_messages_game")),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name=op.f("fk_messages_room")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
        sa.UniqueConstraint("game", "account", "request", name=op.f("uq_messages_game_account_request")),
        sa.UniqueConstraint("room", "number", name=op.f("uq_messages_room_number")),
    )
    op.create_index(op.f("ix_messages_game"), "messages", ["game"], unique=False)
    op.create_table(
        "reads",
        sa.Column("room", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("message", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_reads_account")),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name=op.f("fk_reads_room")),
        sa.PrimaryKeyConstraint("room", "account", name=op.f("pk_reads")),
    )
