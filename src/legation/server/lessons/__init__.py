"""Lessons: games with scripted opponents in which someone learns to play."""
