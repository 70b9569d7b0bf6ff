"""Importing running games: from a file of the whole game, or from the printed turns of a zine."""
