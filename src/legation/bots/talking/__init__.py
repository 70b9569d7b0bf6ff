"""Bots that talk: what they write and understand, their characters, their memory of promises, and their answers."""

from legation.bots.talking.characters import CHARACTERS, Character, Tone, deal_characters
from legation.bots.talking.diplomat import Diplomat, list_helpers
from legation.bots.talking.memory import YEARS_REMEMBERED, JudgedPromise, Memory, remember
from legation.bots.talking.messages import (
    Answer,
    Ask,
    Declare,
    Draw,
    Intent,
    Letter,
    Meaning,
    Noted,
    Offer,
    Peace,
    Puzzled,
    Reproach,
    Thanks,
    Topic,
    Warn,
    Why,
    name_kind,
    read_meaning,
    write_meaning,
)
from legation.bots.talking.parley import answer_letters, open_talks
from legation.bots.talking.promises import Promise, Upshot, is_hostile, judge_promise, list_promises
from legation.bots.talking.reading import Talk, find_open_proposal, read_letter
from legation.bots.talking.talking_match import Talks, play_talking_match
from legation.bots.talking.talks import TalkingSeat, TalkResult, WrittenLetter, hold_talks

__all__ = [
    "CHARACTERS",
    "YEARS_REMEMBERED",
    "Answer",
    "Ask",
    "Character",
    "Declare",
    "Diplomat",
    "Draw",
    "Intent",
    "JudgedPromise",
    "Letter",
    "Meaning",
    "Memory",
    "Noted",
    "Offer",
    "Peace",
    "Promise",
    "Puzzled",
    "Reproach",
    "Talk",
    "TalkResult",
    "TalkingSeat",
    "Talks",
    "Thanks",
    "Tone",
    "Topic",
    "Upshot",
    "Warn",
    "Why",
    "WrittenLetter",
    "answer_letters",
    "deal_characters",
    "find_open_proposal",
    "hold_talks",
    "is_hostile",
    "judge_promise",
    "list_helpers",
    "list_promises",
    "name_kind",
    "open_talks",
    "play_talking_match",
    "read_letter",
    "read_meaning",
    "remember",
    "write_meaning",
]
