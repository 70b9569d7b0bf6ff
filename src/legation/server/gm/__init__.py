"""The game master's page and every action on it."""
