import re
from pathlib import Path

import pytest

from legation.errors import RequestError
from legation.server import Settings, load_settings

REFERENCE = Path(__file__).parents[3] / "docs" / "reference" / "settings.md"
SOURCE = Path(__file__).parents[3] / "src" / "legation" / "server" / "base" / "settings.py"


def test_without_an_environment_everything_has_its_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    settings = load_settings({})
    data = tmp_path / ".local" / "share" / "legation"
    assert settings == Settings(database_url=f"sqlite:///{data / 'legation.db'}", data=data)
    assert settings.letters == data / "mail"


def test_settings_come_from_the_environment() -> None:
    settings = load_settings(
        {
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
    )
    assert settings.database_url == "postgresql://legation@db/legation"
    assert settings.data == Path("somewhere")
    assert settings.public_url == "https://games.example.org"
    assert settings.secure_cookies is True
    assert settings.port == 9000
    assert settings.allows_guests is False
    assert (settings.mail.host, settings.mail.port, settings.mail.security) == ("mail.example.org", 465, "tls")
    assert settings.letters == Path("letters")
    assert settings.rate_factor == 2.5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LEGATION_PORT", "http"),
        ("LEGATION_PORT", "-1"),
        ("LEGATION_GUESTS", "perhaps"),
        ("SMTP_SECURITY", "some"),
        ("SMTP_PORT", "2 5"),
        ("LEGATION_PORT", "70000"),
        ("LEGATION_PUBLIC_URL", "games.example.org"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(name: str, value: str) -> None:
    with pytest.raises(RequestError) as refused:
        load_settings({name: value})
    assert refused.value.field == name
    assert value in refused.value.problem


def test_passwords_do_not_show_when_settings_are_printed() -> None:
    settings = load_settings({"DATABASE_URL": "postgresql://u:db-secret@h/n", "SMTP_PASSWORD": "mail-secret"})
    assert "secret" not in repr(settings)


def test_every_setting_is_documented() -> None:
    names = set(re.findall(r'"((?:LEGATION|SMTP|DATABASE)_[A-Z_]+)"', SOURCE.read_text(encoding="utf-8")))
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", REFERENCE.read_text(encoding="utf-8"), re.MULTILINE))
    assert len(names) > 15
    assert documented == names
