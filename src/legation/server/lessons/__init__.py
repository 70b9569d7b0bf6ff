"""Lessons: games with scripted opponents for learning to play."""
