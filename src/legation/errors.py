"""Every exception class of the project. Game facts are never exceptions: a bad order is a Rejection, not an error."""

from collections.abc import Mapping

LONGEST_QUOTE = 60
"""Characters of a value that an error repeats."""
LONGEST_FIELD = 120
"""Characters of a field's name, which may be an unknown one, or a file's."""


def quote(value: object) -> str:
    """A value as an error repeats it: in quotation marks, and shortened where it is long."""
    text = str(value)
    return repr(text) if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]!r}..."


def shorten(text: str) -> str:
    """A text as an error repeats it without quotation marks."""
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "..."


def printable(text: str, instead: str = "?") -> str:
    """A text on one line, without signs that would change a terminal or the direction of writing."""
    return text if text.isprintable() else "".join(letter if letter.isprintable() else instead for letter in text)


def word_read_error(error: Exception) -> str:
    """Why a file of tables cannot be read, without what Python says to programmers."""
    if isinstance(error, RecursionError):
        return "lists or tables are nested too deep"
    return "a number has too many digits" if "integer string conversion" in str(error) else str(error)


class LegationError(Exception):
    """Something that was handed in cannot be used; the fields say what and where."""

    def __reduce__(self) -> tuple[object, ...]:
        """An error may come from another process. Python would call its class with the finished sentence."""
        return _restore, (type(self), self.args, self.__dict__)


def _restore(kind: type[LegationError], args: tuple[object, ...], fields: Mapping[str, object]) -> LegationError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class DataError(LegationError):
    """A data file is broken: which file, which line, and what was expected there."""

    def __init__(self, problem: str, *, file: str, line: int | None = None) -> None:
        self.problem = problem
        self.file = file
        self.line = line
        place = file if line is None else f"{file}:{line}"
        super().__init__(f"{place}: {problem}")


class UnknownNameError(LegationError):
    """A name that belongs to nothing, with the nearest names that do exist."""

    def __init__(self, what: str, text: str, candidates: tuple[str, ...] = ()) -> None:
        self.what = what
        self.text = shorten(text)
        self.candidates = candidates
        hint = f"; did you mean {' or '.join(candidates)}?" if candidates else ""
        super().__init__(f"unknown {what} {quote(text)}{hint}")


class AmbiguousNameError(LegationError):
    """A name that could mean several things: their ids, and how people call them where that differs."""

    def __init__(self, what: str, text: str, candidates: tuple[str, ...], titles: tuple[str, ...] = ()) -> None:
        self.what = what
        self.text = shorten(text)
        self.candidates = candidates
        self.titles = titles or candidates
        self.meanings = tuple(
            f"{title} ({key})" if title != key else key for title, key in zip(self.titles, candidates, strict=True)
        )
        super().__init__(f"{self.text} could be {', '.join(self.meanings[:-1])} or {self.meanings[-1]}")


class ImpassableSpaceError(LegationError):
    """A name of something on the board that no unit can enter."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"{name} is impassable: no unit can enter it")


class MalformedOrderError(LegationError):
    """Text that cannot be read as an order: the line, the code of what is wrong with it, and what is quoted of it."""

    def __init__(self, text: str, code: str, values: Mapping[str, str]) -> None:
        self.text = text
        self.code = code
        self.values = values
        shown = "".join(f" {quote(value)}" for value in values.values())
        self.problem = f"{code.replace('_', ' ')}{shown}"
        super().__init__(self.problem)


class RequestError(LegationError):
    """A request or a game file that does not fit its contract: the field, what stood there, what was expected."""

    def __init__(self, field: str, problem: str, candidates: tuple[str, ...] = ()) -> None:
        self.field = field[:LONGEST_FIELD]
        self.problem = problem
        self.candidates = candidates
        super().__init__(f"{self.field}: {problem}")


class MissingExtraError(LegationError):
    """A library is not installed that only some parts of the package need."""

    def __init__(self, library: str, extra: str) -> None:
        self.library = library
        self.extra = extra
        super().__init__(f"this needs {library}, which is not installed; try: pip install 'legation[{extra}]'")
