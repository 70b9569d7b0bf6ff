"""The talks of bots in a phase: each writes its letters, and each proposal gets one answer. Then they are over."""

from collections.abc import Mapping, Sequence

from legation.board import PowerId
from legation.bots.talking.diplomat import Diplomat
from legation.bots.talking.messages import Letter


def open_talks(diplomats: Mapping[PowerId, Diplomat]) -> list[Letter]:
    """The letters that bots start, and their answers to each other. Answers get no answers, so this ends."""
    letters = [letter for power in diplomats for letter in diplomats[power].open()]
    return [*letters, *answer_letters(diplomats, letters)]


def answer_letters(diplomats: Mapping[PowerId, Diplomat], letters: Sequence[Letter]) -> list[Letter]:
    """The bots' answers to some letters, of people or of bots, in order."""
    answers: list[Letter] = []
    for letter in letters:
        reader, writer = diplomats.get(letter.to), diplomats.get(letter.sender)
        reply = reader.hear(letter) if reader else None
        if reply is None:
            continue
        answer = Letter(letter.phase, letter.to, letter.sender, reply)
        answers.append(answer)
        if writer is not None:
            writer.hear(answer)
    return answers
