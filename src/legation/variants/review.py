"""All findings about a variant's folder before it is played: one answer for every caller."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from legation.board import Folder, list_problems, list_warnings, load_shapes
from legation.errors import DataError, LegationError
from legation.variants.load import list_unknown_power_keys, load_variant_folder
from legation.variants.variant import Variant

MOST_FINDINGS = 200
"""The most errors or warnings that are listed."""


@dataclass(frozen=True, slots=True)
class VariantReview:
    """The findings of a folder."""

    variant: Variant | None
    """None if something is wrong."""
    errors: tuple[DataError, ...] = ()
    warnings: tuple[DataError, ...] = ()


def review_folder(folder: Folder | str) -> VariantReview:
    """Check a folder: all errors of its board or, if there are none, the first error in the other files."""
    place = Path(folder) if isinstance(folder, str) else folder
    if not (place / "variant.toml").is_file():
        return VariantReview(None, (DataError("the file is missing", file=f"{place.name}/variant.toml"),))
    try:
        problems = tuple(islice(list_problems(place), MOST_FINDINGS))
        if problems:
            return VariantReview(None, problems)
        variant = load_variant_folder(place)
        shapes = tuple(islice(_check_shapes(place, variant), MOST_FINDINGS))
        warnings = chain(list_unknown_power_keys(place), list_warnings(place))
        return VariantReview(None if shapes else variant, shapes, tuple(islice(warnings, MOST_FINDINGS)))
    except DataError as error:
        return VariantReview(None, (error,))
    except (LegationError, ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError) as error:
        # Data may hold values of kinds that no reader expects; any resulting error is reported as the folder's.
        return VariantReview(None, (DataError(f"cannot be used: {error}"[:300], file=f"{place.name}/variant.toml"),))


def _check_shapes(folder: Folder, variant: Variant) -> Iterator[DataError]:
    """What is wrong with the drawing, if there is one."""
    if not (folder / "shapes.json").is_file():
        return
    shapes, label = load_shapes(folder), f"{folder.name}/shapes.json"
    for space in variant.board.spaces:
        if space not in shapes.spaces and space not in shapes.impassable:
            yield DataError(f"there is no shape of {space}", file=label)
    for space in shapes.spaces:
        if space not in variant.board.spaces:
            yield DataError(f"there is a shape of {space!r}, which is not a space of the board", file=label)
