"""Taking in running games: from a file that holds the whole game, or from what a zine has printed."""
