"""Saved games and the data of a phase."""
