"""Parts of the package that need more libraries: a missing one is said in one sentence, with what to install."""

from collections.abc import Iterator
from contextlib import contextmanager

from legation.errors import MissingExtraError


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Around imports: where a library is missing, name the extra of the package that brings it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("legation"):
            raise  # a fault of ours, not of the installation
        raise MissingExtraError(str(error.name), extra) from None
