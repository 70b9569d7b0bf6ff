"""Notes about an imported board: what was kept, what was changed, and what Legation's data cannot express."""

from dataclasses import dataclass, field

from legation.errors import printable

MOST_SENTENCES, LONGEST_SENTENCE = 400, 400
"""Per kind; the longest list for a published board has about 250."""


@dataclass(slots=True)
class Notes:
    """Sentences for the person who imports a board, in the order in which they were found."""

    kept: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def keep(self, sentence: str) -> None:
        """Note something that was kept."""
        _add(self.kept, sentence)

    def change(self, sentence: str) -> None:
        """Note something that was changed."""
        _add(self.changed, sentence)

    def lose(self, sentence: str) -> None:
        """Note something that was lost."""
        _add(self.lost, sentence)

    def write(self) -> str:
        """The notes as a text, one sentence per line."""
        parts = []
        for title, sentences in (("kept", self.kept), ("changed", self.changed), ("not expressible", self.lost)):
            if sentences:
                parts.append("\n".join([f"{title}:", *(f"  {sentence}" for sentence in sentences)]))
        return "\n".join(parts) + "\n"


def _add(sentences: list[str], sentence: str) -> None:
    """Add a sentence if it is new. Foreign names in it may contain terminal control characters."""
    plain = printable(sentence[:LONGEST_SENTENCE], " ")
    if len(sentences) == MOST_SENTENCES:
        plain = "and more of this kind"
    if len(sentences) <= MOST_SENTENCES and plain not in sentences:
        sentences.append(plain)
