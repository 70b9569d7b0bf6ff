"""Settings of a host: where they come from, which goes first, and what is said of one that cannot be used."""

import os
import re
from pathlib import Path

import pytest
from pydantic import SecretStr
from typer.testing import CliRunner

from legation.cli.main import app
from legation.errors import RequestError
from legation.server import Settings, load_settings
from legation.server.base.settings import SECRETS, Variables

REFERENCE = Path(__file__).parents[3] / "docs" / "reference" / "settings.md"


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder to start in, and an environment without settings."""
    for name in [name for name in os.environ if name.lower() in Variables.model_fields or name == SECRETS]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_without_an_environment_everything_has_its_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    data = tmp_path / ".local" / "share" / "legation"
    assert load_settings() == Settings(database_url=SecretStr(f"sqlite:///{data / 'legation.db'}"), data=data)
    assert load_settings().letters == data / "mail"


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {
        "DATABASE_URL": "postgresql://legation@db/legation",
        "LEGATION_DATA": "somewhere",
        "LEGATION_PUBLIC_URL": "https://games.example.org/",
        "LEGATION_PORT": "9000",
        "LEGATION_GUESTS": "no",
        "SMTP_HOST": "mail.example.org",
        "SMTP_PORT": "465",
        "SMTP_SECURITY": "tls",
        "LEGATION_MAIL_FOLDER": "letters",
        "LEGATION_RATE_PERCENT": "250",
    }
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    settings = load_settings()
    assert settings.database_url.get_secret_value() == "postgresql://legation@db/legation"
    assert settings.data == Path("somewhere")
    assert settings.public_url == "https://games.example.org"
    assert settings.secure_cookies is True
    assert settings.port == 9000
    assert settings.allows_guests is False
    assert (settings.mail.host, settings.mail.port, settings.mail.security) == ("mail.example.org", 465, "tls")
    assert settings.letters == Path("letters")
    assert settings.rate_factor == 2.5


def test_the_command_line_goes_before_the_environment_the_file_and_the_secrets(
    monkeypatch: pytest.MonkeyPatch, bare: Path
) -> None:
    secrets = bare / "secrets"
    secrets.mkdir()
    for number, name in enumerate(("LEGATION_PORT", "SMTP_PORT", "LEGATION_WORKERS", "LEGATION_SESSION_DAYS")):
        (secrets / name.lower()).write_text("1\n", encoding="utf-8")
        if number < 3:
            with (bare / ".env").open("a", encoding="utf-8") as file:
                file.write(f"{name}=2\n")
        if number < 2:
            monkeypatch.setenv(name, "3")
    monkeypatch.setenv(SECRETS, str(secrets))
    settings = load_settings({"LEGATION_PORT": "4"})
    assert (settings.port, settings.mail.port, settings.workers, settings.session_days) == (4, 3, 2, 1)


def test_a_file_of_settings_may_hold_what_is_not_ours(bare: Path) -> None:
    text = "# a host\nDOMAIN=games.example.org\nSMTP_FROM='Die Spielleitung <gm@example.org>'\nSMTP_USER=\n"
    (bare / ".env").write_text(text, encoding="utf-8")
    settings = load_settings()
    assert settings.mail.sender == "Die Spielleitung <gm@example.org>"
    assert settings.mail.user is None


@pytest.mark.parametrize("name", ["SMTP_PASSWORD", "smtp_password"])
def test_a_password_may_be_a_file_of_secrets(monkeypatch: pytest.MonkeyPatch, bare: Path, name: str) -> None:
    (bare / name).write_text("correct horse\n", encoding="utf-8")
    monkeypatch.setenv(SECRETS, str(bare))
    password = load_settings().mail.password
    assert password is not None
    assert password.get_secret_value() == "correct horse"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("LEGATION_PORT", "http", "'http' is not a whole number"),
        ("LEGATION_PORT", "-1", "'-1' is less than 0"),
        ("LEGATION_PORT", "70000", "'70000' is more than 65535"),
        ("LEGATION_WORKERS", "0", "'0' is less than 1"),
        ("LEGATION_GUESTS", "perhaps", "'perhaps' is neither yes nor no"),
        ("SMTP_SECURITY", "some", "'some' is not one of starttls, tls, none"),
        ("SMTP_PORT", "2 5", "'2 5' is not a whole number"),
        ("SMTP_FROM", "the game master", "'the game master' is not an e-mail address"),
        (
            "LEGATION_PUBLIC_URL",
            "games.example.org",
            "'games.example.org' begins neither with http:// nor with https://",
        ),
        ("LEGATION_SESSION_DAYS", "9" * 5000, "is too large"),
        (SECRETS, "nowhere", "there is no folder 'nowhere'"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(RequestError) as refused:
        load_settings()
    assert refused.value.field == name
    assert sentence in refused.value.problem
    assert len(refused.value.problem) < 300


@pytest.mark.parametrize("value", ["mysql://u:db-secret@h/n", "db-secret"])
def test_what_is_wrong_with_a_secret_is_said_without_it(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("DATABASE_URL", value)
    done = CliRunner().invoke(app, ["serve"])
    assert isinstance(done.exception, RequestError)
    assert done.exception.problem == "the address begins neither with sqlite:/// nor with postgresql://"
    assert "db-secret" not in f"{done.output}{done.exception!r}{done.exception.__cause__!r}"


def test_a_file_of_settings_that_is_no_text_is_named(bare: Path) -> None:
    (bare / ".env").write_bytes(b"SMTP_FROM=\xff\xfe\n")
    with pytest.raises(RequestError, match=r"\.env: the file is not text in UTF-8"):
        load_settings()


def test_passwords_do_not_show_when_settings_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://u:db-secret@h/n")
    monkeypatch.setenv("SMTP_PASSWORD", "mail-secret")
    settings = load_settings()
    assert "secret" not in f"{settings!r} {settings} {settings.mail}"


def test_every_setting_is_documented() -> None:
    names = {name.upper() for name in Variables.model_fields} - {"XDG_DATA_HOME"} | {SECRETS}
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", REFERENCE.read_text(encoding="utf-8"), re.MULTILINE))
    assert len(names) > 15
    assert documented == names
