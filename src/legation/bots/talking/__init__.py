"""Bots that talk: what they say and understand, their characters, their memory of promises, and their answers."""
