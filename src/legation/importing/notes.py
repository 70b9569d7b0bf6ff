"""What happened to a foreign board: what was kept, what was changed, and what cannot be said in Legation's data."""

from dataclasses import dataclass, field

from legation.errors import printable

MOST_SENTENCES, LONGEST_SENTENCE = 400, 400
"""Of one kind; the longest list that a published board needed has some 250."""


@dataclass(slots=True)
class Notes:
    """Sentences for the person who brings a board, in the order in which they were found."""

    kept: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def keep(self, sentence: str) -> None:
        """Note what is as it was."""
        _add(self.kept, sentence)

    def change(self, sentence: str) -> None:
        """Note what had to be put in another way."""
        _add(self.changed, sentence)

    def lose(self, sentence: str) -> None:
        """Note what cannot be expressed."""
        _add(self.lost, sentence)

    def write(self) -> str:
        """The notes as a text, one sentence a line."""
        parts = []
        for title, sentences in (("kept", self.kept), ("changed", self.changed), ("not expressible", self.lost)):
            if sentences:
                parts.append("\n".join([f"{title}:", *(f"  {sentence}" for sentence in sentences)]))
        return "\n".join(parts) + "\n"


def _add(sentences: list[str], sentence: str) -> None:
    """Add a sentence that is not there yet; foreign names in it may hold signs that change a terminal."""
    plain = printable(sentence[:LONGEST_SENTENCE], " ")
    if len(sentences) == MOST_SENTENCES:
        plain = "and more of this kind"
    if len(sentences) <= MOST_SENTENCES and plain not in sentences:
        sentences.append(plain)
