"""A language: every sentence by its code, read from its catalogue when the first is needed."""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from legation.errors import DataError

CATALOGUES = files("legation.render.words") / "catalogue"
MOST_CHOICES = 8
"""Longer lists of choices are cut: they are hints, not tables."""


class Catalogue(NamedTuple):
    """The contents of a language file."""

    texts: Mapping[str, str]
    """Keys have dots: ``outcomes.moved.supported``."""
    words: Mapping[str, frozenset[str]]
    """Lists of words, such as those that take an article."""


class Language:
    """The sentences of one language. Its catalogue is read when the first of them is needed."""

    def __init__(self, read: Callable[[], Catalogue]) -> None:
        self._read = read

    @cached_property
    def _catalogue(self) -> Catalogue:
        return self._read()

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """Every sentence by its key."""
        return self._catalogue.texts

    @cached_property
    def words(self) -> Mapping[str, frozenset[str]]:
        """Lists of words, such as those that take an article."""
        return self._catalogue.words

    @cached_property
    def forms(self) -> "_Forms":
        """The parsed texts: filling one in is then a look-up and a ``%``."""
        return _Forms(self.texts)

    def fill(self, key: str, **values: object) -> str:
        """A sentence with its placeholders filled in; ``{Unit}`` is ``{unit}`` with a capital letter."""
        pattern, names = self.forms[key]
        return pattern % tuple(
            [values[name] if name in values else capitalize(str(values[uncapitalize(name)])) for name in names]
        )

    def prepare(self, key: str, *names: str) -> Callable[..., str]:
        """A sentence as a function of the values for these names, for one that is filled in often."""
        pattern, used = self.forms[key]
        if used == [*names]:
            return lambda *values: pattern % values
        return lambda *values: self.fill(key, **dict(zip(names, values, strict=True)))

    def count(self, key: str, number: int, **values: object) -> str:
        """A sentence that depends on a number: its form ``one`` or ``many``."""
        return self.fill(f"{key}.{'one' if number == 1 else 'many'}", number=number, **values)

    def choose(self, key: str, case: str, fallback: str) -> str:
        """The key of a case, or of the fallback if the case has no text of its own."""
        return f"{key}.{case}" if f"{key}.{case}" in self.texts else f"{key}.{fallback}"

    def join_and(self, parts: Sequence[str]) -> str:
        """``a, b and c``."""
        return self._join("lists.and", parts)

    def join_or(self, parts: Sequence[str]) -> str:
        """``a, b or c``: each choice once, and at most eight."""
        once = list(dict.fromkeys(parts))
        if len(once) > MOST_CHOICES:
            once = [*once[:MOST_CHOICES], self.texts["lists.others"]]
        return self._join("lists.or", once)

    def list_all(self, parts: Sequence[str]) -> str:
        """``a, b, c``."""
        return self.texts["lists.comma"].join(parts)

    def _join(self, key: str, parts: Sequence[str]) -> str:
        if len(parts) < 2:
            return "".join(parts)
        return self.fill(key, first=self.list_all(parts[:-1]), last=parts[-1])


class _Forms(dict[str, tuple[str, list[str]]]):
    """Texts as patterns, each parsed when it is first used."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    def __missing__(self, key: str) -> tuple[str, list[str]]:
        found = self[key] = compile_text(self._texts[key])
        return found


def capitalize(text: str) -> str:
    """The text with a capital letter at its beginning, otherwise unchanged."""
    return text[:1].upper() + text[1:]


def uncapitalize(text: str) -> str:
    """The text with a small letter at its beginning."""
    return text[:1].lower() + text[1:]


def list_placeholders(text: str) -> list[str]:
    """The names in braces, in order."""
    return [name for _, name, _, _ in Formatter().parse(text) if name is not None]


def compile_text(text: str) -> tuple[str, list[str]]:
    """A text as a pattern for ``%``, and the names of what is filled in."""
    parts = list(Formatter().parse(text))
    pattern = "".join(literal.replace("%", "%%") + ("" if name is None else "%s") for literal, name, _, _ in parts)
    return pattern, [name for _, name, _, _ in parts if name is not None]


def load_language(file: Path | Traversable) -> Language:
    """Read a catalogue; ``check_language`` reports what it lacks."""
    catalogue = read_catalogue(file)
    return Language(lambda: catalogue)


def read_catalogue(file: Path | Traversable) -> Catalogue:
    """Read the file of a language. Raises ``DataError`` if it is not a catalogue."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(str(error), file=str(file)) from None
    texts = dict(_flatten(data, ""))
    words = {name: frozenset(found) for name, found in data.get("articles", {}).items() if isinstance(found, list)}
    return Catalogue(texts, words)


def _flatten(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{key}.")
        elif isinstance(value, str):
            yield f"{prefix}{key}", value


def check_language(language: Language, original: Language) -> list[str]:
    """The errors of a translation: sentences that are missing, unknown, or use unknown placeholders."""
    problems = [f"missing: {key}" for key in original.texts if key not in language.texts]
    for key, text in language.texts.items():
        if key not in original.texts:
            problems.append(f"unknown: {key}")
            continue
        known = {uncapitalize(name) for name in list_placeholders(original.texts[key])}
        strange = [name for name in list_placeholders(text) if uncapitalize(name) not in known]
        problems += [f"{key}: unknown placeholder {{{name}}}" for name in strange]
    return problems


ENGLISH = Language(lambda: read_catalogue(CATALOGUES / "en.toml"))
"""The default language of every function."""
