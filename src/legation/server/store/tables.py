"""The tables. Migrations under ``migrations/`` create and change them; a test compares the two.

A change here needs a new step there, since existing databases were created by earlier steps.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

from legation.server.store.values import UtcMicroseconds

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


Serial = BigInteger().with_variant(Integer, "sqlite")
"""Incremented by the database; SQLite does that for plain integers only."""


def _serial() -> Column[int]:
    return Column("id", Serial, primary_key=True, autoincrement=True)


def _of_game(**options: Any) -> Column[str]:
    return Column("game", String(24), ForeignKey("games.id"), nullable=False, **options)


accounts = Table(
    "accounts",
    metadata,
    _serial(),
    Column("name", String(60), nullable=False),
    Column("folded_name", String(60), nullable=False, unique=True),
    Column("email", String(254), unique=True),  # folded and verified; e-mails go there
    Column("new_email", String(254), index=True),  # folded; waits for verification, and has no owner until then
    Column("password", Text),  # argon2; none for guests
    Column("is_guest", Boolean, nullable=False, default=False),
    Column("is_admin", Boolean, nullable=False, default=False),
    Column("brings_boards", Boolean, nullable=False, server_default=false()),  # an admin has given the right
    Column("is_closed", Boolean, nullable=False, default=False),
    Column("banned_until", UtcMicroseconds),  # none: not banned
    Column("ban_reason", String(500)),
    Column("settings", Text, nullable=False, default="{}"),  # JSON: theme, zone, notices
    Column("letter_key", String(64)),  # secret: signs the links in e-mails that stop a kind of them
    Column("made_at", UtcMicroseconds, nullable=False),
    Column("seen_at", UtcMicroseconds),
)

sessions = Table(
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),  # SHA-256 of the cookie's secret
    Column("account", Serial, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("csrf", String(64), nullable=False),
    Column("device", String(60)),  # in words, such as 'Firefox on Linux'
    Column("made_at", UtcMicroseconds, nullable=False),
    Column("ends_at", UtcMicroseconds, nullable=False, index=True),  # moves on while the session is used
    Column("used_at", UtcMicroseconds),
    Column("confirmed_at", UtcMicroseconds),  # when the person last gave the password or a passkey
)

tokens = Table(
    "tokens",
    metadata,
    _serial(),
    Column("digest", String(64), nullable=False, unique=True),
    Column("account", Serial, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("kind", String(12), nullable=False),  # api, reset, verify, demo
    Column("label", String(80), nullable=False, default=""),
    Column("scope", String(12)),  # of a token for scripts: read, play, run, account
    Column("email", String(254)),  # the address to which a link was sent; using it verifies the address
    Column("made_at", UtcMicroseconds, nullable=False),
    Column("ends_at", UtcMicroseconds),
    Column("used_at", UtcMicroseconds),
)

passkeys = Table(
    "passkeys",
    metadata,
    _serial(),
    Column("account", Serial, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("credential", String(1400), nullable=False, unique=True),  # base64url: the id from the device
    Column("public_key", LargeBinary, nullable=False),
    Column("uses", BigInteger, nullable=False),  # as counted by the device; 0 for devices that do not count
    Column("label", String(60), nullable=False),
    Column("made_at", UtcMicroseconds, nullable=False),
    Column("used_at", UtcMicroseconds),
)

challenges = Table(
    "challenges",
    metadata,
    Column("digest", String(64), primary_key=True),  # SHA-256 of what a device must sign
    Column("holder", String(64), nullable=False),  # digest of the session, or of the cookie of a person not signed in
    Column("purpose", String(12), nullable=False),  # register, sign_in, confirm
    Column("ends_at", UtcMicroseconds, nullable=False, index=True),
)

sendings = Table(
    "sendings",
    metadata,
    Column("digest", String(64), primary_key=True),  # SHA-256 of the sender, the address and the sender's own number
    Column("account", Serial, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("made", Text, nullable=False),  # the id of what was made, or the response
    Column("at", UtcMicroseconds, nullable=False, index=True),
)

buckets = Table(
    "buckets",
    metadata,
    Column("key", String(64), primary_key=True),  # SHA-256 of what is counted and for whom
    Column("tokens", Float, nullable=False),
    Column("since", UtcMicroseconds, nullable=False, index=True),
)

absences = Table(
    "absences",
    metadata,
    _serial(),
    Column("account", Serial, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("game", String(24), ForeignKey("games.id"), index=True),  # an excuse in one game; none: a vacation in all
    Column("begins_at", UtcMicroseconds, nullable=False),
    Column("ends_at", UtcMicroseconds, nullable=False),
    Column("note", String(200), nullable=False, default=""),
)

editions = Table(
    "editions",
    metadata,
    Column("digest", String(64), primary_key=True),  # of the variant's files
    Column("variant", String(60), nullable=False),
    Column("files", LargeBinary, nullable=False),  # a zip: a game keeps the variant it started with
    Column("made_at", UtcMicroseconds, nullable=False),
)

boards = Table(  # variants that are not built in
    "boards",
    metadata,
    Column("id", String(60), primary_key=True),
    Column("owner", Serial, ForeignKey("accounts.id"), index=True),  # none: it is in the host's folder
    Column("folder", String(200), index=True),  # its name in that folder
    Column("name", String(120), nullable=False),
    Column("state", String(12), nullable=False, index=True),  # private, asked, published
    Column("number", Integer, nullable=False),  # of the edition that new games use; 0: there is none yet
    Column("fault", Text, nullable=False, default=""),  # why the current folder cannot be used
    Column("made_at", UtcMicroseconds, nullable=False),
    Column("changed_at", UtcMicroseconds, nullable=False),
    Column("removed_at", UtcMicroseconds),  # games that use it go on
)

board_editions = Table(
    "board_editions",
    metadata,
    Column("board", String(60), ForeignKey("boards.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("digest", String(64), ForeignKey("editions.digest"), nullable=False, index=True),
    Column("source", String(64), nullable=False),  # digest of the files as they came
    Column("report", Text, nullable=False),  # JSON: the findings of its check
    Column("made_at", UtcMicroseconds, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("title", String(120), nullable=False),
    Column("variant", String(60), nullable=False, index=True),
    Column("edition", String(64), ForeignKey("editions.digest"), nullable=False),
    Column("status", String(12), nullable=False, index=True),  # open, running, paused, ended
    Column("kind", String(12), nullable=False, default="hosted"),  # hosted, solo
    Column("lesson", String(24)),  # of a solo game: the lesson whose script its bots follow
    Column("terms", Text, nullable=False),  # JSON of Terms: deadlines, seats, press, who sees what
    Column("is_private", Boolean, nullable=False, server_default=true()),  # of the terms, so that lists can be filtered
    Column("allows_spectators", Boolean, nullable=False, server_default=false()),
    Column("speed", String(12), nullable=False, server_default="days", index=True),  # live, day, days, week, none
    Column("press", String(12), nullable=False, server_default="full"),  # full, public, none
    Column("rematch_of", String(24), index=True),  # the game that its players wanted to play again
    Column("placed_head", String(64)),  # of an ended game: the head for which its places were stored
    Column("setup", Text, nullable=False),  # JSON of the game package
    Column("state", Text, nullable=False),  # JSON of the game package: the current state, including proposals and votes
    Column("phase", String(12), nullable=False),
    Column("head", String(64), nullable=False),  # hash of the last entry, or of the setup
    Column("entry", Integer, nullable=False, default=0),  # number of the last entry
    Column("turn", Integer, nullable=False, default=0),  # counts openings of phases; orders belong to one
    Column("version", Integer, nullable=False, default=0),  # increases with every change that pages must hear of
    Column("deadline", UtcMicroseconds, index=True),  # none: no clock
    Column("look_at", UtcMicroseconds, index=True),  # when the clock checks the game next, deadline or not
    Column("talks_at", UtcMicroseconds, index=True),  # from when its bots may talk; none: they have nothing to read
    Column("bots_at", UtcMicroseconds, index=True),  # from when its bots may be asked for orders; none: not awaited
    Column("judge_wish", Text),  # JSON of a line of the log: judge the phase as soon as its bots have ordered
    Column("paused_at", UtcMicroseconds),
    Column("paused_by", String(12)),  # gm, vote
    Column("resume_at", UtcMicroseconds, index=True),  # when a pause ends by itself; none: when someone ends it
    Column("is_locked", Boolean, nullable=False, default=False),
    Column("is_shared", Boolean, nullable=False, server_default=false()),  # once over, anyone with the link may see it
    Column("made_at", UtcMicroseconds, nullable=False),
    Column("phase_since", UtcMicroseconds),
    Column("ended_at", UtcMicroseconds),
)

entries = Table(
    "entries",
    metadata,
    _of_game(primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("hash", String(64), nullable=False),
    Column("kind", String(12), nullable=False),  # judged, changed, undone
    Column("phase", String(12), nullable=False),
    Column("is_undone", Boolean, nullable=False, default=False),
    Column("made_at", UtcMicroseconds, nullable=False),
    Column("text", Text, nullable=False),  # JSON of the game package, part of the hash chain
)

members = Table(
    "members",
    metadata,
    _serial(),
    _of_game(index=True),
    Column("account", Serial, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("role", String(12), nullable=False),  # gm, co_gm, player, standby, candidate, spectator
    Column("power", String(40)),  # of a player
    Column("wishes", Text, nullable=False, default="[]"),  # JSON: powers in order of preference
    Column("is_ready", Boolean, nullable=False, default=False),
    Column("joined_at", UtcMicroseconds, nullable=False),
    Column("left_at", UtcMicroseconds),
    Column("seen_at", UtcMicroseconds),
    Column("days_off", Integer, nullable=False, default=0),  # vacation days used
    Column("gave_up", Boolean, nullable=False, default=False, server_default=false()),  # a living power, before the end
)

seats = Table(
    "seats",
    metadata,
    _of_game(primary_key=True),
    Column("power", String(40), primary_key=True),
    Column("bot", String(20)),  # level of the bot that plays it, if any
    Column("missed", Integer, nullable=False, default=0),  # phases in a row without orders
    Column("is_offered", Boolean, nullable=False, default=False),  # to standbys
    Column("notes", Text, nullable=False, default=""),  # a leaver's notes for the next player; read by its players only
)

orders = Table(
    "orders",
    metadata,
    _of_game(primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("power", String(40), primary_key=True),
    Column("plan", String(1), primary_key=True),  # A counts, B is only stored
    Column("version", Integer, nullable=False, default=1),  # a save names the version that it is based on
    Column("texts", Text, nullable=False),  # JSON list, in standard form if understood
    Column("standing", Text, nullable=False, default="{}"),  # JSON: retreats and builds given in advance
    Column("by", String(12), nullable=False, default="player"),  # player, gm, bot
    Column("saved_at", UtcMicroseconds, nullable=False),
    Column("confirmed_at", UtcMicroseconds),
    Column("confirmed", Text),  # JSON list: the orders that the receipt identifies
    Column("receipt", String(60)),
    Column("is_ready", Boolean, nullable=False, default=False),
)

rooms = Table(
    "rooms",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # a hash: a counter would reveal other rooms
    _of_game(index=True),
    Column("key", String(400), nullable=False),  # all, gm:FRANCE, or the powers, sorted, joined by '+'
    Column("name", String(60)),  # chosen by its members
    UniqueConstraint("game", "key"),
)

messages = Table(
    "messages",
    metadata,
    _serial(),
    _of_game(index=True),
    Column("room", Serial, ForeignKey("rooms.id"), nullable=False),
    Column("number", Integer, nullable=False),  # in its room: shown instead of the id, whose gaps show other rooms
    Column("sender", String(40)),  # a power, or GM
    Column("account", Serial, ForeignKey("accounts.id")),
    Column("is_grey", Boolean, nullable=False, default=False),
    Column("phase", String(12), nullable=False),
    Column("text", Text, nullable=False),
    Column("folded", Text, nullable=False),  # the text in lower case, for searching
    Column("sketch", Text),  # JSON of Sketch: orders for discussion, which have no effect
    Column("meaning", Text),  # JSON: what a bot meant by it, or understood; none: no bot has read it
    Column("sent_at", UtcMicroseconds, nullable=False),
    Column("request", String(40)),  # the sender's own number: the same message is never stored twice
    UniqueConstraint("game", "account", "request"),
    UniqueConstraint("room", "number"),
)

reads = Table(
    "reads",
    metadata,
    Column("room", Serial, ForeignKey("rooms.id"), primary_key=True),
    Column("account", Serial, ForeignKey("accounts.id"), primary_key=True),
    Column("message", Integer, nullable=False),  # number in the room
    Column("is_muted", Boolean, nullable=False, default=False, server_default=false()),
)

log = Table(
    "log",
    metadata,
    _serial(),
    _of_game(index=True),
    Column("at", UtcMicroseconds, nullable=False),
    Column("actor", String(60), nullable=False),  # a name, or 'clock'
    Column("act", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("note", Text, nullable=False, default=""),
    Column("audience", String(60), nullable=False, default="all", server_default="all"),  # all, power:FRANCE, account:7
)

letter_choices = Table(
    "letter_choices",
    metadata,
    _of_game(primary_key=True),
    Column("account", Serial, ForeignKey("accounts.id"), primary_key=True),
    Column("choices", Text, nullable=False),  # JSON: kinds of e-mails that are wanted or not in this game
)

invitations = Table(
    "invitations",
    metadata,
    Column("digest", String(64), primary_key=True),
    _of_game(index=True),
    Column("role", String(12), nullable=False),
    Column("power", String(40)),
    Column("uses", Integer, nullable=False, default=1),  # left
    Column("made_at", UtcMicroseconds, nullable=False),
    Column("ends_at", UtcMicroseconds),
)

time_votes = Table(
    "time_votes",
    metadata,
    _of_game(primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("subject", String(12), primary_key=True),  # extend, pause, resume
    Column("power", String(40), primary_key=True),
    Column("at", UtcMicroseconds, nullable=False),
)

bot_questions = Table(  # questions of players in games against bots: hints, and why a bot ordered what it did
    "bot_questions",
    metadata,
    _serial(),
    _of_game(),
    Column("subject", String(8), nullable=False),  # hint, motive
    Column("hash", String(64), nullable=False),  # of the entry: the last one, or the one that judged the phase
    Column("power", String(40), nullable=False),
    Column("asked_at", UtcMicroseconds, nullable=False, index=True),
    Column("waits_at", UtcMicroseconds, index=True),  # from when a bot may be asked; none: there is an answer
    Column("tries", Integer, nullable=False, default=0),
    Column("answer", Text),  # JSON, as sent to the page
    UniqueConstraint("game", "subject", "hash", "power"),
)

deadline_moves = Table(
    "deadline_moves",
    metadata,
    _serial(),
    _of_game(index=True),
    Column("turn", Integer, nullable=False),
    Column("cause", String(12), nullable=False),  # absence, vote, missing
    Column("power", String(40)),  # whose absence or missing orders moved it
    Column("member", Serial, ForeignKey("members.id")),  # of an absence: whose days were used
    Column("absence", Serial, ForeignKey("absences.id"), index=True),
    Column("days", Integer, nullable=False, default=0),  # vacation days used
    Column("before", UtcMicroseconds, nullable=False),
    Column("after", UtcMicroseconds, nullable=False),
    Column("at", UtcMicroseconds, nullable=False),
)

scheduled_acts = Table(
    "scheduled_acts",
    metadata,
    _serial(),
    _of_game(index=True),
    Column("account", Serial, ForeignKey("accounts.id"), nullable=False),  # the game master who set it
    Column("turn", Integer, nullable=False),  # in which it was scheduled
    Column("phase", String(12), nullable=False),
    Column("body", Text, nullable=False),  # JSON of the act
    Column("text", Text, nullable=False),  # the line that the log would have had then
    Column("run_at", UtcMicroseconds),  # none: once its phase has been judged
    Column("state", String(12), nullable=False),  # waiting, done, dropped, cancelled
    Column("problem", Text, nullable=False, default=""),  # why it was dropped
    Column("made_at", UtcMicroseconds, nullable=False),
    Column("ended_at", UtcMicroseconds),
    Index("ix_scheduled_acts_waiting", "state", "run_at"),
)

notices = Table(
    "notices",
    metadata,
    _serial(),
    Column("game", String(24), ForeignKey("games.id"), index=True),
    Column("account", Serial, ForeignKey("accounts.id")),  # none: the game's webhook
    Column("address", String(254)),  # the recipient of an e-mail, if not the account's address
    Column("channel", String(12), nullable=False),  # mail, hook
    Column("kind", String(20), nullable=False),
    Column("subject", String(200), nullable=False),
    Column("body", Text, nullable=False),
    Column("picture", String(12)),  # the phase whose results are shown beside the text
    Column("key", String(120), unique=True),  # the same notice is never made twice
    Column("made_at", UtcMicroseconds, nullable=False),
    Column("due_at", UtcMicroseconds, nullable=False),
    Column("sent_at", UtcMicroseconds),
    Column("tries", Integer, nullable=False, default=0),
    Column("problem", String(300)),
    Index("ix_notices_waiting", "sent_at", "due_at"),
)

events = Table(
    "events",
    metadata,
    _serial(),
    _of_game(index=True),
    Column("audience", String(40), nullable=False),  # all, gm, power:FRANCE, room:12
    Column("kind", String(20), nullable=False),  # judged, orders, press, vote, gm, deadline, members
    Column("at", UtcMicroseconds, nullable=False),
)

sandboxes = Table(
    "sandboxes",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("account", Serial, ForeignKey("accounts.id")),
    Column("network", String(64)),  # SHA-256 of the sender's network; none for those with an account
    Column("variant", String(60), nullable=False),
    Column("text", Text, nullable=False),  # JSON: a judge request
    Column("size", Integer, nullable=False),  # bytes of the text
    Column("made_at", UtcMicroseconds, nullable=False),
    Column("opened_at", UtcMicroseconds, nullable=False, index=True),  # an unopened one is eventually removed
    # Sizes are added up from these columns alone, without reading the texts.
    Index("ix_sandboxes_account_size", "account", "size"),
    Index("ix_sandboxes_network_size", "network", "size"),
    Index("ix_sandboxes_size", "size"),
)

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("id", String(20), primary_key=True),  # worker
    Column("at", UtcMicroseconds, nullable=False),
)

network_bans = Table(
    "network_bans",
    metadata,
    _serial(),
    Column("network", String(50), nullable=False, unique=True),  # an address, or a network such as 203.0.113.0/24
    Column("reason", String(500), nullable=False),
    Column("made_at", UtcMicroseconds, nullable=False),
    Column("ends_at", UtcMicroseconds),  # none: until it is lifted
)

admin_log = Table(
    "admin_log",
    metadata,
    _serial(),
    Column("at", UtcMicroseconds, nullable=False),
    Column("actor", String(60), nullable=False),  # a name, or 'command line'
    Column("act", String(40), nullable=False),
    Column("target", String(200), nullable=False),  # the account, game, network or e-mail that it affected
    Column("text", Text, nullable=False),
    Column("reason", Text, nullable=False, default=""),
)

profiles = Table(
    "profiles",
    metadata,
    Column("account", Serial, ForeignKey("accounts.id"), primary_key=True, autoincrement=False),
    Column("about", String(500), nullable=False, default=""),
    Column("is_shown", Boolean, nullable=False, default=False),  # whether others see anything at all
    Column("shows_games", Boolean, nullable=False, default=False),
    Column("shows_placings", Boolean, nullable=False, default=False),
    Column("shows_reliability", Boolean, nullable=False, default=False),
    Column("shows_rating", Boolean, nullable=False, default=False),
)

attendance = Table(
    "attendance",
    metadata,
    _of_game(primary_key=True),
    Column("entry", Integer, primary_key=True, autoincrement=False),  # of the chain: it judged the phase
    Column("account", Serial, ForeignKey("accounts.id"), primary_key=True, autoincrement=False, index=True),
    Column("power", String(40), nullable=False),
    Column("mark", String(12), nullable=False),  # in_time, late, missed, excused
)

finishes = Table(
    "finishes",
    metadata,
    _of_game(primary_key=True),
    Column("account", Serial, ForeignKey("accounts.id"), primary_key=True, autoincrement=False, index=True),
    Column("power", String(40), nullable=False),
    Column("place", Integer, nullable=False),  # 1 is the best; powers that share a place have the same number
    Column("sharing", Integer, nullable=False),  # powers with this place
    Column("is_counted", Boolean, nullable=False),  # whether the place is this person's: most of the seat's phases were
    Column("is_rated", Boolean, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("account", Serial, ForeignKey("accounts.id"), primary_key=True, autoincrement=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

invitees = Table(
    "invitees",
    metadata,
    _of_game(primary_key=True),
    Column("account", Serial, ForeignKey("accounts.id"), primary_key=True, autoincrement=False, index=True),
    Column("by", Serial, ForeignKey("accounts.id"), nullable=False),
    Column("made_at", UtcMicroseconds, nullable=False),
    Column("ends_at", UtcMicroseconds, nullable=False, index=True),
)

waits = Table(
    "waits",
    metadata,
    _serial(),
    Column("account", Serial, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("variant", String(60), nullable=False),
    Column("speed", String(12), nullable=False),
    Column("made_at", UtcMicroseconds, nullable=False),
    Column("ends_at", UtcMicroseconds, nullable=False, index=True),
    UniqueConstraint("account", "variant", "speed"),
)

blocks = Table(
    "blocks",
    metadata,
    _serial(),
    Column("account", Serial, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("blocked", Serial, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("game", String(24), ForeignKey("games.id")),  # of an anonymous game: it holds there, and reveals no name
    Column("power", String(40)),
    Column("made_at", UtcMicroseconds, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    _serial(),
    Column("reporter", Serial, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("reported", Serial, ForeignKey("accounts.id"), nullable=False, index=True),
    Column("game", String(24), ForeignKey("games.id")),
    Column("power", String(40)),  # that the reported person plays there
    Column("cause", String(20), nullable=False),  # abuse, spam, cheating, other
    Column("text", String(2000), nullable=False),  # the reporter's words
    Column("letter", Text),  # the reported letter, if its reporter lets admins read it
    Column("state", String(12), nullable=False, index=True),  # open, closed
    Column("outcome", String(12)),  # acted, nothing
    Column("answer", String(2000), nullable=False, default=""),  # to the reporter
    Column("made_at", UtcMicroseconds, nullable=False),
    Column("closed_at", UtcMicroseconds),
)
