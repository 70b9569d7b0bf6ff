"""One forged tiny board for all tests."""

from pathlib import Path

import pytest

from legation.forge import forge_board
from tests.forge.tiny import write_tiny


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Input and output folder of the forged tiny board."""
    source = write_tiny(tmp_path_factory.mktemp("tiny") / "source")
    target = source.parent / "tiny"
    forge_board(source, target)
    return source, target
