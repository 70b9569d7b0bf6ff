"""Game, map, powers and messages."""
