"""Settings of a host: environment, a ``.env`` file and secret files (``docs/reference/settings.md``)."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from legation.errors import RequestError, quote

ENV_FILE = ".env"
SECRETS = "LEGATION_SECRETS"
"""The variable with the path of the folder of secrets."""
USUAL_SECRETS = Path("/run/secrets")
"""The folder that containers use."""
DATABASES = ("sqlite:///", "postgresql://", "postgres://", "postgresql+psycopg://")
SENDER = "Legation <legation@localhost>"
Security = Literal["starttls", "tls", "none"]
Port = Annotated[int, Field(ge=0, le=65_535)]
Count = Annotated[int, Field(ge=1, le=100_000)]


@dataclass(frozen=True, slots=True)
class Mail:
    """How e-mails are sent: by SMTP if a host is set, otherwise as files in a folder."""

    host: str | None = None
    port: int = 587
    user: str | None = None
    password: SecretStr | None = None
    security: Security = "starttls"
    sender: str = SENDER


@dataclass(frozen=True, slots=True)
class Keeping:
    """How long unused things are kept, and how much room sandboxes may take."""

    sandbox_days: int = 30  # since it was last opened, if its owner had no account
    owned_sandbox_days: int = 365
    guest_days: int = 30  # since a guest was last here
    notice_days: int = 90  # since an e-mail was sent or given up
    sandbox_total: int = 1_000  # megabytes of all sandboxes; people without an account may fill half of it
    sandbox_account: int = 25
    sandbox_address: int = 5


BoardUploads = Literal["nobody", "named", "everybody"]


@dataclass(frozen=True, slots=True)
class Boards:
    """Which boards there are besides the built-in ones, and who may upload them."""

    folder: Path | None = None  # of the host: each subfolder is a variant
    uploads: BoardUploads = "named"  # named: admins, and people to whom an admin gave the right
    each: int = 20  # boards of one account


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a host."""

    database_url: SecretStr  # it may contain a password
    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = "http://127.0.0.1:8000"
    workers: int = 1
    mail: Mail = Mail()
    mail_folder: Path | None = None
    secure_cookies: bool = False
    connections_each: int = 60  # of one address, in each process
    trusted_proxies: str = ""  # addresses whose X-Forwarded-For is believed, separated by commas; '*' for all
    allows_sign_up: bool = True
    allows_guests: bool = True
    session_days: int = 30
    keeping: Keeping = Keeping()
    boards: Boards = Boards()
    has_worker: bool = True  # judges due games and sends notices in this process
    bots_apart: bool = True  # bots think in a process of their own
    hooks_to_private: bool = False  # webhooks may go to this machine and its network: for tests
    rate_factor: float = 1.0  # all rate limits are multiplied by this; 0 removes them
    body_limit: int = 256_000
    judge_body_limit: int = 2_000_000
    import_body_limit: int = 12_000_000
    board_body_limit: int = 4_000_000
    password_cost: int = 3  # rounds of argon2
    password_memory: int = 65_536  # KiB of argon2

    @property
    def sends_letters(self) -> bool:
        """True if people receive e-mails: without a server and a folder, only the host sees them."""
        return self.mail.host is not None or self.mail_folder is not None

    @property
    def letters(self) -> Path:
        """The folder to which e-mails are written if no SMTP host is set."""
        return self.mail_folder or self.data / "mail"


class Variables(BaseSettings):
    """Every variable that a host can set, by its own name; an empty variable counts as not set."""

    model_config = SettingsConfigDict(env_ignore_empty=True, extra="ignore", frozen=True, validate_default=False)

    legation_data: Path | None = None
    xdg_data_home: Path | None = None
    database_url: SecretStr | None = None
    legation_host: str = "127.0.0.1"
    legation_port: Port = 8000
    legation_public_url: str | None = None
    legation_workers: Annotated[int, Field(ge=1, le=64)] = 1
    legation_connections_each: Count = 60
    legation_trusted_proxies: str = ""
    legation_secure_cookies: bool | None = None
    smtp_host: str | None = None
    smtp_port: Port = 587
    smtp_security: Security = "starttls"
    smtp_user: str | None = None
    smtp_password: SecretStr | None = None
    smtp_from: str = SENDER
    legation_mail_folder: Path | None = None
    legation_sign_up: bool = True
    legation_guests: bool = True
    legation_session_days: Count = 30
    legation_sandbox_days: Count = 30
    legation_owned_sandbox_days: Count = 365
    legation_guest_days: Count = 30
    legation_notice_days: Count = 90
    legation_sandbox_total_mb: Count = 1_000
    legation_sandbox_account_mb: Count = 25
    legation_sandbox_address_mb: Count = 5
    legation_variants: Path | None = None
    legation_board_uploads: BoardUploads = "named"
    legation_boards_each: Count = 20
    legation_rate_percent: Annotated[int, Field(ge=0, le=100_000)] = 100
    legation_hooks_private: bool = False
    legation_worker: bool = True
    legation_bots_apart: bool = True

    @field_validator("legation_public_url")
    @classmethod
    def _check_address(cls, address: str) -> str:
        if not address.startswith(("http://", "https://")):
            raise ValueError("begins neither with http:// nor with https://")
        return address.rstrip("/")

    @field_validator("legation_variants")
    @classmethod
    def _check_folder(cls, folder: Path) -> Path:
        if not folder.is_dir():
            raise ValueError("there is no such folder")
        return folder

    @field_validator("database_url")
    @classmethod
    def _check_database(cls, address: SecretStr) -> SecretStr:
        if not address.get_secret_value().startswith(DATABASES):
            raise ValueError("the address begins neither with sqlite:/// nor with postgresql://")
        return address

    @field_validator("smtp_from")
    @classmethod
    def _check_sender(cls, sender: str) -> str:
        if "@" not in parseaddr(sender)[1] or not sender.isprintable():
            raise ValueError("is not an e-mail address such as Legation <legation@example.org>")
        return sender


def load_settings(wishes: Mapping[str, str] | None = None) -> Settings:
    """The settings: first from the command line, then the environment, the ``.env`` file and secret files."""
    given: dict[str, Any] = {name.lower(): value for name, value in (wishes or {}).items() if value}
    given |= {"_env_file": ENV_FILE, "_secrets_dir": _find_secrets()}
    try:
        variables = Variables(**given)
    except ValidationError as error:
        raise _tell(error) from None
    except UnicodeDecodeError:
        raise RequestError(ENV_FILE, "the file is not text in UTF-8") from None
    return _make_settings(variables)


def _find_secrets() -> Path | None:
    named = os.environ.get(SECRETS)
    if not named:
        return USUAL_SECRETS if USUAL_SECRETS.is_dir() else None
    if not Path(named).is_dir():
        raise RequestError(SECRETS, f"there is no folder {named!r}")
    return Path(named)


def _make_settings(given: Variables) -> Settings:
    data = given.legation_data or (given.xdg_data_home or Path.home() / ".local" / "share") / "legation"
    public_url = given.legation_public_url or f"http://{given.legation_host}:{given.legation_port}"
    secure = given.legation_secure_cookies
    return Settings(
        database_url=given.database_url or SecretStr(f"sqlite:///{data / 'legation.db'}"),
        data=data,
        host=given.legation_host,
        port=given.legation_port,
        public_url=public_url,
        workers=given.legation_workers,
        mail=Mail(
            host=given.smtp_host,
            port=given.smtp_port,
            user=given.smtp_user,
            password=given.smtp_password,
            security=given.smtp_security,
            sender=given.smtp_from,
        ),
        mail_folder=given.legation_mail_folder,
        secure_cookies=public_url.startswith("https://") if secure is None else secure,
        connections_each=given.legation_connections_each,
        trusted_proxies=given.legation_trusted_proxies,
        allows_sign_up=given.legation_sign_up,
        allows_guests=given.legation_guests,
        session_days=given.legation_session_days,
        keeping=Keeping(
            sandbox_days=given.legation_sandbox_days,
            owned_sandbox_days=given.legation_owned_sandbox_days,
            guest_days=given.legation_guest_days,
            notice_days=given.legation_notice_days,
            sandbox_total=given.legation_sandbox_total_mb,
            sandbox_account=given.legation_sandbox_account_mb,
            sandbox_address=given.legation_sandbox_address_mb,
        ),
        boards=Boards(
            folder=given.legation_variants, uploads=given.legation_board_uploads, each=given.legation_boards_each
        ),
        has_worker=given.legation_worker,
        bots_apart=given.legation_bots_apart,
        hooks_to_private=given.legation_hooks_private,
        rate_factor=given.legation_rate_percent / 100,
    )


def _tell(error: ValidationError) -> RequestError:
    """The first error, in our words. The value of a secret is not repeated."""
    wrong = error.errors(include_url=False)[0]
    name = str(wrong["loc"][0])
    bounds: dict[str, Any] = wrong.get("ctx", {})
    sentence = {
        "int_parsing": "is not a whole number",
        "int_parsing_size": "is too large",
        "bool_parsing": "is neither yes nor no",
        "literal_error": "is not one of " + str(bounds.get("expected")).replace(" or ", ", ").replace("'", ""),
        "less_than_equal": f"is more than {bounds.get('le')}",
        "greater_than_equal": f"is less than {bounds.get('ge')}",
        "value_error": str(bounds.get("error")),
    }.get(wrong["type"], wrong["msg"])
    is_secret = "SecretStr" in str(Variables.model_fields[name].annotation)
    return RequestError(name.upper(), sentence if is_secret else f"{quote(str(wrong['input']))} {sentence}")
