"""Receipts: a short code that identifies exactly these orders of a power in this phase of this game."""

import hashlib
from collections.abc import Sequence

from legation.board import PowerId
from legation.game.history import History, Judged
from legation.game.phase import Phase
from legation.game.record_codec import dump

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which are misread."""


def make_receipt(genesis: str, phase: Phase, power: PowerId, texts: Sequence[str]) -> str:
    """``FRANCE-S1751M-7K3Q-9XWD``: 40 bits of the hash of the orders as written."""
    content = dump([genesis, str(phase), power, list(texts)])
    number = int.from_bytes(hashlib.sha256(content.encode("ascii")).digest()[:5], "big")
    code = "".join(LETTERS[number >> 5 * place & 31] for place in reversed(range(8)))
    return f"{power}-{phase}-{code[:4]}-{code[4:]}"


def find_receipt(history: History, receipt: str) -> tuple[int, PowerId] | None:
    """The entry of the chain, and the power in it, whose judged orders a receipt identifies."""
    genesis = history.genesis
    wanted = receipt.strip().upper()
    for number, event in enumerate(history.events, start=1):
        if isinstance(event, Judged):
            for power, texts in event.record.texts.items():
                if make_receipt(genesis, event.record.phase, power, texts).upper() == wanted:
                    return number, power
    return None
