"""Looking after the host, from pages and from the command line: accounts, games, bans, letters, sizes, backups."""
