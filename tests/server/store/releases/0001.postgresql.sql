CREATE TABLE accounts (
	id BIGSERIAL NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	folded_name VARCHAR(60) NOT NULL, 
	email VARCHAR(254), 
	password TEXT, 
	is_guest BOOLEAN NOT NULL, 
	is_admin BOOLEAN NOT NULL, 
	is_closed BOOLEAN NOT NULL, 
	settings TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	seen_at BIGINT, 
	CONSTRAINT pk_accounts PRIMARY KEY (id), 
	CONSTRAINT uq_accounts_folded_name UNIQUE (folded_name), 
	CONSTRAINT uq_accounts_email UNIQUE (email)
);
CREATE TABLE editions (
	digest VARCHAR(64) NOT NULL, 
	variant VARCHAR(60) NOT NULL, 
	files BYTEA NOT NULL, 
	made_at BIGINT NOT NULL, 
	CONSTRAINT pk_editions PRIMARY KEY (digest)
);
CREATE TABLE games (
	id VARCHAR(24) NOT NULL, 
	title VARCHAR(120) NOT NULL, 
	variant VARCHAR(60) NOT NULL, 
	edition VARCHAR(64) NOT NULL, 
	status VARCHAR(12) NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	terms TEXT NOT NULL, 
	setup TEXT NOT NULL, 
	state TEXT NOT NULL, 
	phase VARCHAR(12) NOT NULL, 
	head VARCHAR(64) NOT NULL, 
	entry INTEGER NOT NULL, 
	turn INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	deadline BIGINT, 
	look_at BIGINT, 
	paused_at BIGINT, 
	is_locked BOOLEAN NOT NULL, 
	made_at BIGINT NOT NULL, 
	phase_since BIGINT, 
	ended_at BIGINT, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT fk_games_edition FOREIGN KEY(edition) REFERENCES editions (digest)
);
CREATE TABLE sandboxes (
	id VARCHAR(24) NOT NULL, 
	account BIGINT, 
	variant VARCHAR(60) NOT NULL, 
	text TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	CONSTRAINT pk_sandboxes PRIMARY KEY (id), 
	CONSTRAINT fk_sandboxes_account FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE sessions (
	digest VARCHAR(64) NOT NULL, 
	account BIGINT NOT NULL, 
	csrf VARCHAR(64) NOT NULL, 
	made_at BIGINT NOT NULL, 
	ends_at BIGINT NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (digest), 
	CONSTRAINT fk_sessions_account FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE tokens (
	id BIGSERIAL NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	account BIGINT NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	label VARCHAR(80) NOT NULL, 
	made_at BIGINT NOT NULL, 
	ends_at BIGINT, 
	used_at BIGINT, 
	CONSTRAINT pk_tokens PRIMARY KEY (id), 
	CONSTRAINT uq_tokens_digest UNIQUE (digest), 
	CONSTRAINT fk_tokens_account FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE absences (
	id BIGSERIAL NOT NULL, 
	account BIGINT NOT NULL, 
	game VARCHAR(24), 
	begins_at BIGINT NOT NULL, 
	ends_at BIGINT NOT NULL, 
	note VARCHAR(200) NOT NULL, 
	CONSTRAINT pk_absences PRIMARY KEY (id), 
	CONSTRAINT fk_absences_account FOREIGN KEY(account) REFERENCES accounts (id), 
	CONSTRAINT fk_absences_game FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE entries (
	game VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	phase VARCHAR(12) NOT NULL, 
	is_undone BOOLEAN NOT NULL, 
	made_at BIGINT NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_entries PRIMARY KEY (game, number), 
	CONSTRAINT fk_entries_game FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE events (
	id BIGSERIAL NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	audience VARCHAR(40) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (id), 
	CONSTRAINT fk_events_game FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE extensions (
	game VARCHAR(24) NOT NULL, 
	turn INTEGER NOT NULL, 
	power VARCHAR(40) NOT NULL, 
	hours INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_extensions PRIMARY KEY (game, turn, power), 
	CONSTRAINT fk_extensions_game FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE invitations (
	digest VARCHAR(64) NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	role VARCHAR(12) NOT NULL, 
	power VARCHAR(40), 
	uses INTEGER NOT NULL, 
	made_at BIGINT NOT NULL, 
	ends_at BIGINT, 
	CONSTRAINT pk_invitations PRIMARY KEY (digest), 
	CONSTRAINT fk_invitations_game FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE log (
	id BIGSERIAL NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	at BIGINT NOT NULL, 
	actor VARCHAR(60) NOT NULL, 
	act VARCHAR(40) NOT NULL, 
	text TEXT NOT NULL, 
	note TEXT NOT NULL, 
	CONSTRAINT pk_log PRIMARY KEY (id), 
	CONSTRAINT fk_log_game FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE members (
	id BIGSERIAL NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	account BIGINT NOT NULL, 
	role VARCHAR(12) NOT NULL, 
	power VARCHAR(40), 
	wishes TEXT NOT NULL, 
	is_ready BOOLEAN NOT NULL, 
	joined_at BIGINT NOT NULL, 
	left_at BIGINT, 
	seen_at BIGINT, 
	days_off INTEGER NOT NULL, 
	CONSTRAINT pk_members PRIMARY KEY (id), 
	CONSTRAINT fk_members_game FOREIGN KEY(game) REFERENCES games (id), 
	CONSTRAINT fk_members_account FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE notices (
	id BIGSERIAL NOT NULL, 
	game VARCHAR(24), 
	account BIGINT, 
	channel VARCHAR(12) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	subject VARCHAR(200) NOT NULL, 
	body TEXT NOT NULL, 
	key VARCHAR(120), 
	made_at BIGINT NOT NULL, 
	due_at BIGINT NOT NULL, 
	sent_at BIGINT, 
	tries INTEGER NOT NULL, 
	problem VARCHAR(300), 
	CONSTRAINT pk_notices PRIMARY KEY (id), 
	CONSTRAINT fk_notices_game FOREIGN KEY(game) REFERENCES games (id), 
	CONSTRAINT fk_notices_account FOREIGN KEY(account) REFERENCES accounts (id), 
	CONSTRAINT uq_notices_key UNIQUE (key)
);
CREATE TABLE orders (
	game VARCHAR(24) NOT NULL, 
	turn INTEGER NOT NULL, 
	power VARCHAR(40) NOT NULL, 
	plan VARCHAR(1) NOT NULL, 
	version INTEGER NOT NULL, 
	texts TEXT NOT NULL, 
	standing TEXT NOT NULL, 
	by VARCHAR(12) NOT NULL, 
	saved_at BIGINT NOT NULL, 
	confirmed_at BIGINT, 
	confirmed TEXT, 
	receipt VARCHAR(60), 
	is_ready BOOLEAN NOT NULL, 
	CONSTRAINT pk_orders PRIMARY KEY (game, turn, power, plan), 
	CONSTRAINT fk_orders_game FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE rooms (
	id BIGINT NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	key VARCHAR(400) NOT NULL, 
	CONSTRAINT pk_rooms PRIMARY KEY (id), 
	CONSTRAINT uq_rooms_game_key UNIQUE (game, key), 
	CONSTRAINT fk_rooms_game FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE seats (
	game VARCHAR(24) NOT NULL, 
	power VARCHAR(40) NOT NULL, 
	bot VARCHAR(20), 
	missed INTEGER NOT NULL, 
	is_offered BOOLEAN NOT NULL, 
	notes TEXT NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (game, power), 
	CONSTRAINT fk_seats_game FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE messages (
	id BIGSERIAL NOT NULL, 
	game VARCHAR(24) NOT NULL, 
	room BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	sender VARCHAR(40), 
	account BIGINT, 
	is_grey BOOLEAN NOT NULL, 
	phase VARCHAR(12) NOT NULL, 
	text TEXT NOT NULL, 
	folded TEXT NOT NULL, 
	sent_at BIGINT NOT NULL, 
	request VARCHAR(40), 
	CONSTRAINT pk_messages PRIMARY KEY (id), 
	CONSTRAINT uq_messages_game_account_request UNIQUE (game, account, request), 
	CONSTRAINT uq_messages_room_number UNIQUE (room, number), 
	CONSTRAINT fk_messages_game FOREIGN KEY(game) REFERENCES games (id), 
	CONSTRAINT fk_messages_room FOREIGN KEY(room) REFERENCES rooms (id), 
	CONSTRAINT fk_messages_account FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE reads (
	room BIGINT NOT NULL, 
	account BIGINT NOT NULL, 
	message INTEGER NOT NULL, 
	CONSTRAINT pk_reads PRIMARY KEY (room, account), 
	CONSTRAINT fk_reads_room FOREIGN KEY(room) REFERENCES rooms (id), 
	CONSTRAINT fk_reads_account FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE INDEX ix_games_deadline ON games (deadline);
CREATE INDEX ix_games_look_at ON games (look_at);
CREATE INDEX ix_games_status ON games (status);
CREATE INDEX ix_games_variant ON games (variant);
CREATE INDEX ix_sessions_account ON sessions (account);
CREATE INDEX ix_sessions_ends_at ON sessions (ends_at);
CREATE INDEX ix_tokens_account ON tokens (account);
CREATE INDEX ix_absences_account ON absences (account);
CREATE INDEX ix_absences_game ON absences (game);
CREATE INDEX ix_events_game ON events (game);
CREATE INDEX ix_invitations_game ON invitations (game);
CREATE INDEX ix_log_game ON log (game);
CREATE INDEX ix_members_account ON members (account);
CREATE INDEX ix_members_game ON members (game);
CREATE INDEX ix_notices_game ON notices (game);
CREATE INDEX ix_notices_waiting ON notices (sent_at, due_at);
CREATE INDEX ix_rooms_game ON rooms (game);
CREATE INDEX ix_messages_game ON messages (game);
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
INSERT INTO alembic_version VALUES ('0001');
