"""Lessons: games with scripted opponents in which someone learns to play."""

from legation.lessons.coach import Advice, AdvisedTask, Kind, Reply, advise, is_finished, list_replies
from legation.lessons.lesson import Lesson, Step, list_lessons, load_lesson

__all__ = [
    "Advice",
    "AdvisedTask",
    "Kind",
    "Lesson",
    "Reply",
    "Step",
    "advise",
    "is_finished",
    "list_lessons",
    "list_replies",
    "load_lesson",
]
