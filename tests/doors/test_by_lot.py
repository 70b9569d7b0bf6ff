"""One answer through every door, for situations by lot: ``LEGATION_SOAK_DOORS`` says how many."""

import os
from pathlib import Path

import pytest

from tests.doors.random_situations import make_situation
from tests.doors.test_doors import Doors, check_all_doors, host
from tests.server.kit import Server

__all__ = ["host"]


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(int(os.environ.get("LEGATION_SOAK_DOORS", "60"))))
def test_every_door_gives_the_same_answer_by_lot(seed: int, host: Server, tmp_path: Path) -> None:
    check_all_doors(Doors(make_situation(seed), host, tmp_path))
