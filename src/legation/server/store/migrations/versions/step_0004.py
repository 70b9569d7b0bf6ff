"""What a host needs that strangers can reach: see each statement."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Change the tables."""
    _add_waiting_for_bots()
    _add_verified_addresses()
    _add_use_of_sessions()
    _add_scope_of_tokens()
    _add_passkeys()
    _add_bans()
    _add_admin_log()
    _measure_sandboxes()
    _add_pauses_with_an_end()
    _make_time_votes()
    _make_deadline_moves()
    _make_scheduled_acts()
    _add_letter_choices()
    _add_listing()
    _add_pictures_of_notices()
    _add_sketches_and_rooms()
    _add_speeds()
    _add_people()
    _add_waits()
    _add_blocks()
    _add_lessons()
    _add_sharing()
    _add_boards()
    _make_bot_questions()
    _add_talking_bots()


def _add_waiting_for_bots() -> None:
    """Games say that they wait for bots, and that somebody asked for a judgement; the clock looks at each anew."""
    op.add_column("games", sa.Column("bots_at", sa.BigInteger(), nullable=True))
    op.add_column("games", sa.Column("judge_wish", sa.Text(), nullable=True))
    op.create_index(op.f("ix_games_bots_at"), "games", ["bots_at"])
    op.execute("UPDATE games SET look_at = 0 WHERE status = 'running'")


def _add_verified_addresses() -> None:
    """Addresses wait to be verified; those that were there before have had letters all along, and count."""
    op.add_column("accounts", sa.Column("new_email", sa.String(length=254)))
    op.create_index(op.f("ix_accounts_new_email"), "accounts", ["new_email"])
    op.add_column("notices", sa.Column("address", sa.String(length=254)))
    op.add_column("tokens", sa.Column("email", sa.String(length=254)))


def _add_use_of_sessions() -> None:
    """Sessions live while they are used."""
    op.add_column("sessions", sa.Column("device", sa.String(length=60)))
    op.add_column("sessions", sa.Column("used_at", sa.BigInteger()))
    op.add_column("sessions", sa.Column("confirmed_at", sa.BigInteger()))


def _add_scope_of_tokens() -> None:
    """Tokens have a scope; those that were there before could do everything, and still can."""
    op.add_column("tokens", sa.Column("scope", sa.String(length=12)))
    op.execute("UPDATE tokens SET scope = 'account' WHERE kind = 'api'")


def _add_passkeys() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("credential", sa.String(length=1400), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("uses", sa.BigInteger(), nullable=False),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_passkeys_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
        sa.UniqueConstraint("credential", name=op.f("uq_passkeys_credential")),
    )
    op.create_index(op.f("ix_passkeys_account"), "passkeys", ["account"])
    op.create_table(
        "challenges",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("holder", sa.String(length=64), nullable=False),
        sa.Column("purpose", sa.String(length=12), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_challenges")),
    )
    op.create_index(op.f("ix_challenges_ends_at"), "challenges", ["ends_at"])


def _add_bans() -> None:
    op.add_column("accounts", sa.Column("banned_until", sa.BigInteger(), nullable=True))
    op.add_column("accounts", sa.Column("ban_reason", sa.String(length=500), nullable=True))
    op.create_table(
        "network_bans",
        sa.Column("id", SERIAL, autoincrement=True, nullable=False),
        sa.Column("network", sa.String(length=50), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_network_bans")),
        sa.UniqueConstraint("network", name=op.f("uq_network_bans_network")),
    )


def _add_admin_log() -> None:
    op.create_table(
        "admin_log",
        sa.Column("id", SERIAL, autoincrement=True, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=60), nullable=False),
        sa.Column("act", sa.String(length=40), nullable=False),
        sa.Column("target", sa.String(length=200), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_log")),
    )


def _measure_sandboxes() -> None:
    """Sandboxes are removed some day, and count against a limit of bytes."""
    op.add_column("sandboxes", sa.Column("network", sa.String(length=64), nullable=True))
    op.add_column("sandboxes", sa.Column("size", sa.Integer(), nullable=True))
    op.add_column("sandboxes", sa.Column("opened_at", sa.BigInteger(), nullable=True))
    op.execute(sa.text("UPDATE sandboxes SET size = length(text), opened_at = made_at"))
    with op.batch_alter_table("sandboxes") as table:
        table.alter_column("size", existing_type=sa.Integer(), nullable=False)
        table.alter_column("opened_at", existing_type=sa.BigInteger(), nullable=False)
    for columns in (["opened_at"], ["account", "size"], ["network", "size"], ["size"]):
        op.create_index(op.f(f"ix_sandboxes_{'_'.join(columns)}"), "sandboxes", columns)


def _add_pauses_with_an_end() -> None:
    """A pause may end by itself; players end a pause that they voted for."""
    op.add_column("games", sa.Column("paused_by", sa.String(length=12), nullable=True))
    op.add_column("games", sa.Column("resume_at", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_games_resume_at"), "games", ["resume_at"])
    op.execute("UPDATE games SET paused_by = 'gm' WHERE status = 'paused'")


def _make_time_votes() -> None:
    """Votes to extend, to pause and to go on. Votes on file were for one extension of a phase: they are cast anew."""
    op.drop_table("extensions")
    op.create_table(
        "time_votes",
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("subject", sa.String(length=12), nullable=False),
        sa.Column("power", sa.String(length=40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_time_votes_game")),
        sa.PrimaryKeyConstraint("game", "turn", "subject", "power", name=op.f("pk_time_votes")),
    )


def _make_deadline_moves() -> None:
    """What moved a deadline by itself, so that it can be counted and taken back."""
    op.create_table(
        "deadline_moves",
        sa.Column("id", SERIAL, autoincrement=True, nullable=False),
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("cause", sa.String(length=12), nullable=False),
        sa.Column("power", sa.String(length=40), nullable=True),
        sa.Column("member", SERIAL, nullable=True),
        sa.Column("absence", SERIAL, nullable=True),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("before", sa.BigInteger(), nullable=False),
        sa.Column("after", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_deadline_moves_game")),
        sa.ForeignKeyConstraint(["member"], ["members.id"], name=op.f("fk_deadline_moves_member")),
        sa.ForeignKeyConstraint(["absence"], ["absences.id"], name=op.f("fk_deadline_moves_absence")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deadline_moves")),
    )
    op.create_index(op.f("ix_deadline_moves_game"), "deadline_moves", ["game"])
    op.create_index(op.f("ix_deadline_moves_absence"), "deadline_moves", ["absence"])


def _make_scheduled_acts() -> None:
    """Acts of game masters that are set for later."""
    op.create_table(
        "scheduled_acts",
        sa.Column("id", SERIAL, autoincrement=True, nullable=False),
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("account", SERIAL, nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(length=12), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("run_at", sa.BigInteger(), nullable=True),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_scheduled_acts_game")),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_scheduled_acts_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scheduled_acts")),
    )
    op.create_index(op.f("ix_scheduled_acts_game"), "scheduled_acts", ["game"])
    op.create_index("ix_scheduled_acts_waiting", "scheduled_acts", ["state", "run_at"])


def _add_letter_choices() -> None:
    """Which letters a person wants in one game, lines of the log for some readers only, and links that end letters."""
    op.create_table(
        "letter_choices",
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("account", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("choices", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_letter_choices_game")),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_letter_choices_account")),
        sa.PrimaryKeyConstraint("game", "account", name=op.f("pk_letter_choices")),
    )
    op.add_column("log", sa.Column("audience", sa.String(length=60), nullable=False, server_default="all"))
    op.add_column("accounts", sa.Column("letter_key", sa.String(length=64)))


def _add_listing() -> None:
    """Whether strangers may see a game, in columns of its own: a list must not be cut off before it is filtered."""
    op.add_column("games", sa.Column("is_private", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("games", sa.Column("allows_spectators", sa.Boolean(), nullable=False, server_default=sa.false()))
    games = sa.table(
        "games", sa.column("id"), sa.column("terms"), sa.column("is_private"), sa.column("allows_spectators")
    )
    connection = op.get_bind()
    for game, text in connection.execute(sa.select(games.c.id, games.c.terms)).all():
        terms = json.loads(text)
        values = {
            "is_private": bool(terms.get("is_private", False)),
            "allows_spectators": bool(terms.get("spectators", {}).get("allowed", True)),
        }
        connection.execute(sa.update(games).where(games.c.id == game).values(**values))


def _add_pictures_of_notices() -> None:
    """Letters and webhooks that tell of a judged phase may show its results."""
    op.add_column("notices", sa.Column("picture", sa.String(length=12)))


def _add_sketches_and_rooms() -> None:
    """Letters may hold a sketch of orders; rooms have names, and each reader may mute them."""
    op.add_column("messages", sa.Column("sketch", sa.Text()))
    op.add_column("rooms", sa.Column("name", sa.String(length=60)))
    op.add_column("reads", sa.Column("is_muted", sa.Boolean(), nullable=False, server_default=sa.false()))


def _add_speeds() -> None:
    """How fast a game is and which press it has, by which lists are filtered; and what it is a rematch of."""
    op.add_column("games", sa.Column("speed", sa.String(length=12), nullable=False, server_default="days"))
    op.add_column("games", sa.Column("press", sa.String(length=12), nullable=False, server_default="full"))
    op.add_column("games", sa.Column("rematch_of", sa.String(length=24), nullable=True))
    op.add_column("games", sa.Column("placed_head", sa.String(length=64), nullable=True))
    op.create_index(op.f("ix_games_speed"), "games", ["speed"])
    op.create_index(op.f("ix_games_rematch_of"), "games", ["rematch_of"])
    games = sa.table("games", sa.column("id"), sa.column("terms"), sa.column("speed"), sa.column("press"))
    connection = op.get_bind()
    for game, text in connection.execute(sa.select(games.c.id, games.c.terms)).all():
        terms = json.loads(text)
        values = {"speed": _find_speed(terms.get("clock", {})), "press": _find_press(terms.get("press", {}))}
        connection.execute(sa.update(games).where(games.c.id == game).values(**values))


def _find_speed(clock: dict[str, Any]) -> str:
    kind = clock.get("kind", "duration")
    if kind == "none":
        return "none"
    hours = clock.get("hours", 72)
    if kind == "weekdays":
        hours = 168 / max(1, len(clock.get("weekdays", ("thu", "sun"))))
    return "live" if hours <= 2 else "day" if hours <= 36 else "days" if hours <= 96 else "week"


def _find_press(press: dict[str, Any]) -> str:
    if press.get("private", True) or press.get("rooms", True):
        return "full"
    return "public" if press.get("public", True) else "none"


def _account(name: str = "account") -> sa.Column[Any]:
    return sa.Column(name, SERIAL, nullable=False)


def _of_account(table: str, name: str = "account") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([name], ["accounts.id"], name=op.f(f"fk_{table}_{name}"))


def _of_game(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f(f"fk_{table}_game"))


def _add_people() -> None:
    """Profiles; who gave orders in time, who finished where, and the ratings that follow from that."""
    op.add_column("members", sa.Column("gave_up", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "profiles",
        _account(),
        sa.Column("about", sa.String(length=500), nullable=False),
        sa.Column("is_shown", sa.Boolean(), nullable=False),
        sa.Column("shows_games", sa.Boolean(), nullable=False),
        sa.Column("shows_placings", sa.Boolean(), nullable=False),
        sa.Column("shows_reliability", sa.Boolean(), nullable=False),
        sa.Column("shows_rating", sa.Boolean(), nullable=False),
        _of_account("profiles"),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_profiles")),
    )
    op.create_table(
        "attendance",
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        _account(),
        sa.Column("power", sa.String(length=40), nullable=False),
        sa.Column("mark", sa.String(length=12), nullable=False),
        _of_game("attendance"),
        _of_account("attendance"),
        sa.PrimaryKeyConstraint("game", "entry", "account", name=op.f("pk_attendance")),
    )
    op.create_index(op.f("ix_attendance_account"), "attendance", ["account"])
    op.create_table(
        "finishes",
        sa.Column("game", sa.String(length=24), nullable=False),
        _account(),
        sa.Column("power", sa.String(length=40), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("sharing", sa.Integer(), nullable=False),
        sa.Column("is_counted", sa.Boolean(), nullable=False),
        sa.Column("is_rated", sa.Boolean(), nullable=False),
        _of_game("finishes"),
        _of_account("finishes"),
        sa.PrimaryKeyConstraint("game", "account", name=op.f("pk_finishes")),
    )
    op.create_index(op.f("ix_finishes_account"), "finishes", ["account"])
    op.create_table(
        "ratings",
        _account(),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        _of_account("ratings"),
        sa.PrimaryKeyConstraint("account", name=op.f("pk_ratings")),
    )


def _add_waits() -> None:
    """People who were asked to play, and people who wait for a game."""
    op.create_table(
        "invitees",
        sa.Column("game", sa.String(length=24), nullable=False),
        _account(),
        _account("by"),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        _of_game("invitees"),
        _of_account("invitees"),
        _of_account("invitees", "by"),
        sa.PrimaryKeyConstraint("game", "account", name=op.f("pk_invitees")),
    )
    op.create_index(op.f("ix_invitees_account"), "invitees", ["account"])
    op.create_index(op.f("ix_invitees_ends_at"), "invitees", ["ends_at"])
    op.create_table(
        "waits",
        sa.Column("id", SERIAL, autoincrement=True, nullable=False),
        _account(),
        sa.Column("variant", sa.String(length=60), nullable=False),
        sa.Column("speed", sa.String(length=12), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        _of_account("waits"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_waits")),
        sa.UniqueConstraint("account", "variant", "speed", name=op.f("uq_waits_account_variant_speed")),
    )
    op.create_index(op.f("ix_waits_account"), "waits", ["account"])
    op.create_index(op.f("ix_waits_ends_at"), "waits", ["ends_at"])


def _add_blocks() -> None:
    """People whom somebody wants nothing of, and what was reported to the host."""
    op.create_table(
        "blocks",
        sa.Column("id", SERIAL, autoincrement=True, nullable=False),
        _account(),
        _account("blocked"),
        sa.Column("game", sa.String(length=24), nullable=True),
        sa.Column("power", sa.String(length=40), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        _of_account("blocks"),
        _of_account("blocks", "blocked"),
        _of_game("blocks"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_blocks")),
    )
    op.create_index(op.f("ix_blocks_account"), "blocks", ["account"])
    op.create_index(op.f("ix_blocks_blocked"), "blocks", ["blocked"])
    op.create_table(
        "reports",
        sa.Column("id", SERIAL, autoincrement=True, nullable=False),
        _account("reporter"),
        _account("reported"),
        sa.Column("game", sa.String(length=24), nullable=True),
        sa.Column("power", sa.String(length=40), nullable=True),
        sa.Column("cause", sa.String(length=20), nullable=False),
        sa.Column("text", sa.String(length=2000), nullable=False),
        sa.Column("letter", sa.Text(), nullable=True),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("outcome", sa.String(length=12), nullable=True),
        sa.Column("answer", sa.String(length=2000), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        _of_account("reports", "reporter"),
        _of_account("reports", "reported"),
        _of_game("reports"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    for column in ("reporter", "reported", "state"):
        op.create_index(op.f(f"ix_reports_{column}"), "reports", [column])


def _add_lessons() -> None:
    """Games in which somebody learns to play."""
    op.add_column("games", sa.Column("lesson", sa.String(length=24), nullable=True))


def _add_sharing() -> None:
    """Games that are over may be open to whoever has the link."""
    op.add_column("games", sa.Column("is_shared", sa.Boolean(), nullable=False, server_default=sa.false()))


def _add_boards() -> None:
    """Variants that people bring, or that lie in a folder of the host, each with its editions."""
    op.add_column("accounts", sa.Column("brings_boards", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "boards",
        sa.Column("id", sa.String(length=60), nullable=False),
        sa.Column("owner", SERIAL, nullable=True),
        sa.Column("folder", sa.String(length=200), nullable=True),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("fault", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("removed_at", sa.BigInteger(), nullable=True),
        _of_account("boards", "owner"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_boards")),
    )
    for column in ("owner", "folder", "state"):
        op.create_index(op.f(f"ix_boards_{column}"), "boards", [column])
    op.create_table(
        "board_editions",
        sa.Column("board", sa.String(length=60), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("source", sa.String(length=64), nullable=False),
        sa.Column("report", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["board"], ["boards.id"], name=op.f("fk_board_editions_board")),
        sa.ForeignKeyConstraint(["digest"], ["editions.digest"], name=op.f("fk_board_editions_digest")),
        sa.PrimaryKeyConstraint("board", "number", name=op.f("pk_board_editions")),
    )
    op.create_index(op.f("ix_board_editions_digest"), "board_editions", ["digest"])


def _make_bot_questions() -> None:
    """What players of games against bots ask: hints, and why a bot ordered what it did."""
    op.create_table(
        "bot_questions",
        sa.Column("id", SERIAL, autoincrement=True, nullable=False),
        sa.Column("game", sa.String(length=24), nullable=False),
        sa.Column("subject", sa.String(length=8), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("power", sa.String(length=40), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("waits_at", sa.BigInteger(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_bot_questions_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bot_questions")),
        sa.UniqueConstraint("game", "subject", "hash", "power", name=op.f("uq_bot_questions_game_subject_hash_power")),
    )
    op.create_index(op.f("ix_bot_questions_asked_at"), "bot_questions", ["asked_at"])
    op.create_index(op.f("ix_bot_questions_waits_at"), "bot_questions", ["waits_at"])


def _add_talking_bots() -> None:
    """Bots read letters and write some."""
    op.add_column("games", sa.Column("talks_at", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_games_talks_at"), "games", ["talks_at"])
    op.add_column("messages", sa.Column("meaning", sa.Text(), nullable=True))
