"""Proposals to end a game, and votes on them."""
