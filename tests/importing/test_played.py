"""Boards of every foreign form are played: the batch engine agrees with the judge on them, and so do environments."""

from collections.abc import Callable
from pathlib import Path

import pytest

from legation.game import start_state
from legation.importing import import_variants
from tests.batch.compare import Comparison, Setting
from tests.conformance.test_environment import lead_both
from tests.importing import samples
from tests.importing.test_odd_files import write_document

FORMS: dict[str, Callable[[Path], Path]] = {
    "webdiplomacy": samples.write_webdiplomacy,
    "jdip": samples.write_jdip,
    "dpjudge": samples.write_dpjudge,
    "njudge": samples.write_njudge,
    "dvar": write_document,
    "godip": samples.write_godip,
}


@pytest.mark.parametrize("form", FORMS)
def test_batch_engine_and_environments_run_an_imported_board(form: str, tmp_path: Path) -> None:
    (found,) = import_variants(FORMS[form](tmp_path / "in"), tmp_path / "out", draw=False)
    assert (found.problem, found.format) == ("", form)
    board = str(found.folder)
    comparison = Comparison(Setting(board), games=4, seed=3)
    comparison.play_year()
    assert comparison.phases >= 4
    journey = lead_both(board, 2)
    assert found.variant is not None
    assert journey.phases[0] == str(start_state(found.variant).phase)
    assert any(phase.endswith("M") for phase in journey.phases)
