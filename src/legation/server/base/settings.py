"""Settings of a host, from the environment (``docs/reference/settings.md``)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from legation.errors import RequestError

TRUE = ("1", "true", "yes", "on")
FALSE = ("0", "false", "no", "off", "")
MOST_PORT = 65_535
SECURITIES = ("starttls", "tls", "none")


@dataclass(frozen=True, slots=True)
class Mail:
    """How letters leave: by SMTP where a host is named, else as files in a folder."""

    host: str | None = None
    port: int = 587
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    security: str = "starttls"
    sender: str = "Legation <legation@localhost>"


@dataclass(frozen=True, slots=True)
class Settings:
    """All that a host can set."""

    database_url: str = field(repr=False)  # may hold a password
    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = "http://127.0.0.1:8000"
    workers: int = 1
    mail: Mail = Mail()
    mail_folder: Path | None = None
    secure_cookies: bool = False
    trusted_proxies: str = ""  # addresses whose X-Forwarded-For is believed, with commas; '*' for all
    allows_sign_up: bool = True
    allows_guests: bool = True
    session_days: int = 30
    has_worker: bool = True  # judges due games and sends notices in this process
    bots_apart: bool = True  # bots think in a process of their own
    hooks_to_private: bool = False  # webhooks may go to this machine and its network: for tests
    rate_factor: float = 1.0  # all rate limits times this; 0 takes them away
    body_limit: int = 256_000
    judge_body_limit: int = 2_000_000
    password_cost: int = 3  # rounds of argon2
    password_memory: int = 65_536  # KiB of argon2

    @property
    def letters(self) -> Path:
        """The folder to which letters are written where no SMTP host is set."""
        return self.mail_folder or self.data / "mail"


def load_settings(environment: Mapping[str, str]) -> Settings:
    """Settings from environment variables; what is missing gets its default."""
    data = Path(environment.get("LEGATION_DATA") or _default_data(environment))
    host = environment.get("LEGATION_HOST") or "127.0.0.1"
    port = _number(environment, "LEGATION_PORT", 8000, MOST_PORT)
    public_url = (environment.get("LEGATION_PUBLIC_URL") or f"http://{host}:{port}").rstrip("/")
    if not public_url.startswith(("http://", "https://")):
        raise RequestError("LEGATION_PUBLIC_URL", f"{public_url!r} begins neither with http:// nor with https://")
    folder = environment.get("LEGATION_MAIL_FOLDER")
    return Settings(
        database_url=environment.get("DATABASE_URL") or f"sqlite:///{data / 'legation.db'}",
        data=data,
        host=host,
        port=port,
        public_url=public_url,
        workers=_number(environment, "LEGATION_WORKERS", 1),
        mail=_load_mail(environment),
        mail_folder=Path(folder) if folder else None,
        secure_cookies=_flag(environment, "LEGATION_SECURE_COOKIES", public_url.startswith("https://")),
        trusted_proxies=environment.get("LEGATION_TRUSTED_PROXIES", ""),
        allows_sign_up=_flag(environment, "LEGATION_SIGN_UP", True),
        allows_guests=_flag(environment, "LEGATION_GUESTS", True),
        session_days=_number(environment, "LEGATION_SESSION_DAYS", 30),
        has_worker=_flag(environment, "LEGATION_WORKER", True),
        bots_apart=_flag(environment, "LEGATION_BOTS_APART", True),
        hooks_to_private=_flag(environment, "LEGATION_HOOKS_PRIVATE", False),
        rate_factor=_number(environment, "LEGATION_RATE_PERCENT", 100) / 100,
    )


def _load_mail(environment: Mapping[str, str]) -> Mail:
    security = environment.get("SMTP_SECURITY") or "starttls"
    if security not in SECURITIES:
        raise RequestError("SMTP_SECURITY", f"{security!r} is none of {', '.join(SECURITIES)}", SECURITIES)
    return Mail(
        host=environment.get("SMTP_HOST") or None,
        port=_number(environment, "SMTP_PORT", 587, MOST_PORT),
        user=environment.get("SMTP_USER") or None,
        password=environment.get("SMTP_PASSWORD") or None,
        security=security,
        sender=environment.get("SMTP_FROM") or Mail().sender,
    )


def _default_data(environment: Mapping[str, str]) -> Path:
    share = environment.get("XDG_DATA_HOME")
    return (Path(share) if share else Path.home() / ".local" / "share") / "legation"


def _number(environment: Mapping[str, str], name: str, default: int, most: int = 100_000) -> int:
    text = environment.get(name, "").strip()
    if not text:
        return default
    if not text.isascii() or not text.isdigit():
        raise RequestError(name, f"{text!r} is no whole number")
    if int(text[:9]) > most:
        raise RequestError(name, f"{text!r} is more than {most}")
    return int(text)


def _flag(environment: Mapping[str, str], name: str, default: bool) -> bool:
    text = environment.get(name)
    if text is None:
        return default
    if text.lower() in TRUE:
        return True
    if text.lower() in FALSE:
        return False
    raise RequestError(name, f"{text!r} is neither yes nor no")
