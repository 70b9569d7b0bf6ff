import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from legation.server.serving import SWITCH, make_served_app


@pytest.fixture(autouse=True)
def switching() -> Iterator[None]:
    """The tests' own process switches as before afterwards."""
    before = sys.getswitchinterval()
    yield
    sys.setswitchinterval(before)


def test_a_process_that_serves_takes_its_settings_from_the_environment_and_switches_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEGATION_DATA", str(tmp_path / "here"))
    monkeypatch.setenv("LEGATION_SESSION_DAYS", "7")
    services = make_served_app().state.services
    assert (services.settings.data, services.settings.session_days) == (tmp_path / "here", 7)
    assert sys.getswitchinterval() == pytest.approx(SWITCH)
    services.store.close()
