"""The transcript: all press between powers, opened to everyone when the game is over."""

from dataclasses import dataclass
from typing import Literal

from legation.board import PowerId
from legation.game import parse_phase
from legation.render.words import word_phase
from legation.server.base.refusals import forbidden
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.membership import open_game
from legation.server.identity.viewers import Viewer
from legation.server.press.rooms import ALL, GM_MARK, list_members
from legation.server.press.sketches import Sketch, read_sketch, word_sketch
from legation.server.press.storage import list_transcript


@dataclass(frozen=True, slots=True)
class TranscriptLetter:
    """A letter of the transcript."""

    room: str
    to: Literal["all"] | list[PowerId]
    sender: str | None
    """A power, or ``GM``; null for grey press."""
    text: str
    at: str
    phase: str
    name: str | None
    """The name that its members gave the room."""
    sketch: Sketch | None
    """Orders that accompanied it for discussion."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """All press between powers, in the order in which it was sent."""

    messages: list[TranscriptLetter]


def read_transcript(services: Services, viewer: Viewer, game: str) -> Transcript:
    """All press between powers, once the game is over. Letters to and from the game master stay private."""
    with services.store.read() as connection:
        row, membership = open_game(connection, game, viewer)
        if not row.is_over:
            raise forbidden("transcript")
        if membership.by_link:
            raise forbidden("transcript_by_link")
        found = list_transcript(connection, row.id)
    return Transcript(
        [
            TranscriptLetter(
                room=message.key,
                to="all" if message.key == ALL else list(list_members(message.key)),
                sender=None if message.is_grey else message.sender,
                text=message.text,
                at=format_time(message.sent_at),
                phase=message.phase,
                name=message.room_name,
                sketch=read_sketch(message.sketch),
            )
            for message in found
            if not message.key.startswith(GM_MARK)
        ]
    )


def format_transcript(transcript: Transcript) -> str:
    """A transcript as plain text, phase by phase."""
    lines: list[str] = []
    phase = ""
    for letter in transcript.messages:
        if letter.phase != phase:
            phase = letter.phase
            lines += ["", word_phase(parse_phase(phase)), ""]
        sender = letter.sender or "Grey press"
        to = "all" if letter.to == "all" else ", ".join(power for power in letter.to if power != sender)
        named = f" ({letter.name})" if letter.name else ""
        body = [*letter.text.splitlines(), *word_sketch(letter.sketch)]
        lines += [f"{sender} to {to}{named}, {letter.at}", *(f"  {line}" for line in body), ""]
    return "\n".join(lines).strip() + "\n"
