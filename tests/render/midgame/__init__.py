"""Six positions from the middle of games, one a board, with the orders of that turn: what legibility is measured on.

``python -m tests.render.midgame`` plays the games anew with planner bots. Keep the files as they are unless codes of a
board change: figures can only be compared on the same positions.
"""
