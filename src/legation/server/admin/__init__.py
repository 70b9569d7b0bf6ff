"""What a host does from the command line: accounts, backups."""
