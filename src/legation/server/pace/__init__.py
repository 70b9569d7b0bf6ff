"""The pace of a game: vacations, excuses, and votes of the players for more time."""
