"""The transcript: all press between powers, opened to everybody when the game is over."""

from typing import Any

from legation.game import parse_phase
from legation.render.words import word_phase
from legation.server.base.refusals import forbidden
from legation.server.base.services import Services
from legation.server.base.times import format_time
from legation.server.game.membership import open_game
from legation.server.identity.viewers import Viewer
from legation.server.press.rooms import ALL, GM_MARK, list_members
from legation.server.press.storage import list_transcript


def write_transcript(services: Services, viewer: Viewer, game: str) -> list[dict[str, Any]]:
    """All press between powers, once the game is over. Letters to and from the game master stay between the two."""
    with services.store.read() as connection:
        row, _ = open_game(connection, game, viewer)
        if row.status != "ended":
            raise forbidden("The transcript opens to all when the game is over.")
        found = list_transcript(connection, row.id)
    return [
        {
            "room": message.key,
            "to": "all" if message.key == ALL else list(list_members(message.key)),
            "sender": None if message.is_grey else message.sender,
            "text": message.text,
            "at": format_time(message.sent_at),
            "phase": message.phase,
        }
        for message in found
        if not message.key.startswith(GM_MARK)
    ]


def format_transcript(messages: list[dict[str, Any]]) -> str:
    """A transcript as plain text, phase by phase."""
    lines: list[str] = []
    phase = ""
    for message in messages:
        if message["phase"] != phase:
            phase = message["phase"]
            lines += ["", word_phase(parse_phase(phase)), ""]
        sender = message["sender"] or "Grey press"
        others = [power for power in message["to"] if power != sender]
        to = "all" if message["to"] == "all" else ", ".join(others)
        lines += [f"{sender} to {to}, {message['at']}", *(f"  {line}" for line in message["text"].splitlines()), ""]
    return "\n".join(lines).strip() + "\n"
