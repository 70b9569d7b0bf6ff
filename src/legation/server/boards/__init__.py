"""Boards that people upload: checking, editing and publishing them, and boards in a folder of the host."""
