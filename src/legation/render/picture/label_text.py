"""The text of a label: a name with its code in bold, or the code alone, on one or more lines."""

from dataclasses import dataclass

from legation.board import Space, Terrain
from legation.render.picture.lettering import text_width
from legation.render.picture.looks import LOOKS

_LABELS = LOOKS["labels"]
LEADING: float = _LABELS["leading"]
SPACED: float = _LABELS["spacing"]
"""Spacing of capitals, in ems."""


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of one line in one weight."""

    text: str
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class Along:
    """A name in one line."""

    runs: tuple[Run, ...]

    def width(self, size: float) -> float:
        """The width in px, without any spacing."""
        return sum(text_width(run.text, size, bold=run.is_bold) for run in self.runs)

    @property
    def count(self) -> int:
        """The number of letters."""
        return sum(len(run.text) for run in self.runs)


@dataclass(frozen=True, slots=True)
class Wording:
    """The lines of a label."""

    lines: tuple[tuple[Run, ...], ...]
    is_sea: bool
    has_code_line: bool = False
    """True if the last line is the code in spaced capitals."""
    is_name: bool = True
    least_code: float = 0.0
    """The smallest letters of the code, in px."""
    spacing: float = 0.0
    """The spacing of a name's lines, in ems: names of oceans are spaced capitals."""

    def width(self, size: float) -> float:
        """The width of the widest line, in px."""
        return max(self._line_width(number, size) for number in range(len(self.lines)))

    def height(self, size: float) -> float:
        """The height of all lines, in px."""
        return float(size * (LEADING * (len(self.lines) - 1) + _LABELS["lineHeight"]))

    def _line_width(self, number: int, size: float) -> float:
        is_code = self.has_code_line and number == len(self.lines) - 1
        spacing, letters = (SPACED, self.code_size(size)) if is_code else (self.spacing, size)
        return sum(
            text_width(run.text, letters, bold=run.is_bold or is_code, spacing=spacing) for run in self.lines[number]
        )

    def code_size(self, size: float) -> float:
        """The letter size of the line with a sea's code, in px: beneath a name it grows less than the name."""
        if not self.is_name:
            return float(max(self.least_code, size * _LABELS["codeShare"]))
        most = _LABELS["codeMost"]
        return float(
            max(self.least_code, min(size, most + (size - most) * _LABELS["codeGrowth"]) * _LABELS["codeShare"])
        )

    def code_width(self, size: float) -> float:
        """The width of the line with the code, in px."""
        return self._line_width(len(self.lines) - 1, size)

    @property
    def along(self) -> "Along":
        """The name as one line, to run along a curve."""
        lines = self.lines[:-1] if self.has_code_line else self.lines
        return Along(tuple(run for line in lines for run in line))


def word_space(space: Space, least_code: float = 0.0, *, is_ocean: bool = False) -> list[Wording]:
    """The possible wordings, best first; the code alone comes last. Oceans are written in capitals."""
    return _word_sea(space, least_code, is_ocean=is_ocean) if space.terrain is Terrain.SEA else _word_land(space)


def short_code(space: Space) -> str:
    """``Bur`` for BUR; codes with digits are unchanged."""
    return space.id.capitalize() if space.id.isalpha() else str(space.id)


def _word_land(space: Space) -> list[Wording]:
    code = short_code(space)
    broken: tuple[tuple[Run, ...], ...]
    alone = Wording(((Run(code, is_bold=True),),), is_sea=False, is_name=False)
    if space.name.upper() == space.id:
        return [alone]
    if space.name.upper().startswith(space.id):
        runs = (Run(space.name[: len(code)], is_bold=True), Run(space.name[len(code) :]))
        words = space.name[len(code) :].split(" ", 1)
        broken = ((runs[0], Run(words[0])), (Run(words[1]),)) if len(words) == 2 else ()
    else:
        runs = (Run(f"{space.name} "), Run(code, is_bold=True))
        broken = ((Run(space.name),), (Run(code, is_bold=True),))
    wordings = [Wording((runs,), is_sea=False)]
    if broken:
        wordings.append(Wording(broken, is_sea=False))
    return [*wordings, alone]


def _word_sea(space: Space, least_code: float, *, is_ocean: bool) -> list[Wording]:
    alone = Wording(((Run(space.id),),), is_sea=True, has_code_line=True, is_name=False, least_code=least_code)
    if space.name.upper() == space.id:
        return [alone]
    code = (Run(space.id),)
    found = []
    words = _glue((space.name.upper() if is_ocean else space.name).split())
    spacing = _LABELS["oceanSpacing"] if is_ocean else 0.0
    for count in range(min(len(words), 3), 0, -1):
        lines = tuple((Run(line),) for line in _break(words, count))
        found.append(Wording((*lines, code), is_sea=True, has_code_line=True, least_code=least_code, spacing=spacing))
    return [*found, alone]


def _glue(words: list[str]) -> list[str]:
    """Join small words to the next one: 'of Biscay'."""
    glued: list[str] = []
    for word in words:
        if glued and glued[-1].split()[-1] in ("of", "the", "de", "OF", "THE", "DE"):
            glued[-1] += f" {word}"
        else:
            glued.append(word)
    return glued


def _break(words: list[str], count: int) -> list[str]:
    """Break words into this many lines, with the longest line as short as possible."""
    if count == 1:
        return [" ".join(words)]
    choices = [[" ".join(words[:cut]), *_break(words[cut:], count - 1)] for cut in range(1, len(words) - count + 2)]
    return min(choices, key=lambda lines: max(map(len, lines)))
