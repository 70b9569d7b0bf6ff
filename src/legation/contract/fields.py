"""The fields of an object in a request."""

from collections.abc import Collection, Mapping

from legation.errors import RequestError


def check_fields(data: Mapping[str, object], known: Collection[str], within: str = "") -> None:
    """Raise if there is an unknown field: a misspelt one would be left out silently. ``within`` is where they are."""
    for key in data:
        if key not in known:
            raise RequestError(f"{within}{str(key)[:60] or repr('')}", f"unknown field; there are {', '.join(known)}")
