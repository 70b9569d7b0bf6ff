"""Lessons: games with scripted opponents in which somebody learns to play."""
