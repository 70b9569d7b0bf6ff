"""The pace of a game: vacations, excuses, and players' votes for more time."""
