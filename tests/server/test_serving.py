import stat
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from legation.errors import RequestError
from legation.server.base.services import make_services
from legation.server.base.settings import load_settings
from legation.server.serving import SWITCH, bind, make_served_app, prepare_storage
from tests.server.kit import make_settings


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


def test_a_port_that_is_taken_is_said_before_anything_else(tmp_path: Path) -> None:
    settings = load_settings({"LEGATION_DATA": str(tmp_path), "LEGATION_PORT": "0"})
    with bind(settings) as listening:
        taken = replace(settings, port=listening.getsockname()[1])
        with pytest.raises(RequestError, match="choose another with --port"):
            bind(taken)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"LEGATION_DATA": "/dev/null/here"},
            "LEGATION_DATA: '/dev/null/here' cannot be used: Not a directory",
        ),
        ({"DATABASE_URL": "postgresql://u:hidden@127.0.0.1:1/x"}, "DATABASE_URL: the database does not answer: conn"),
        (
            {"DATABASE_URL": "sqlite:////dev/null/x.db"},
            "DATABASE_URL: '/dev/null/x.db' cannot be used: Not a directory",
        ),
    ],
)
def test_a_host_that_cannot_keep_anything_says_so_in_one_sentence(
    given: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(RequestError) as refused:
        prepare_storage(load_settings({"LEGATION_DATA": str(tmp_path), **given}))
    assert str(refused.value).startswith(sentence)
    assert "hidden" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_folder_of_a_host_is_read_by_the_host_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    make_services(make_settings(folder)).close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
