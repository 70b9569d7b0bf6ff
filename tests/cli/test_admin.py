import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from legation import Game, __version__
from legation.cli.main import app
from legation.errors import LegationError

PASSWORD = "correct horse battery"
NO_SETTINGS = {"DATABASE_URL": None, "LEGATION_PUBLIC_URL": None, "LEGATION_PORT": None, "LEGATION_HOST": None}


def run(data: Path, *arguments: str, stdin: str = "") -> Result:
    """A command in this process: a process of its own would load the server's packages each time."""
    return CliRunner().invoke(app, ["admin", *arguments, "--data", str(data)], input=stdin, env=NO_SETTINGS)


def test_an_admin_is_made_listed_helped_and_closed(tmp_path: Path) -> None:
    made = run(tmp_path, "create-admin", "Ilse", "ilse@example.org", stdin=f"{PASSWORD}\n")
    assert (made.exit_code, made.stdout) == (0, "Created the account Ilse (ilse@example.org), an admin of this host.\n")
    assert run(tmp_path, "accounts").stdout.split("\t")[:4] == ["1", "admin", "Ilse", "ilse@example.org"]
    link = run(tmp_path, "reset-password", "ilse@example.org").stdout
    assert re.fullmatch(r"http://127\.0\.0\.1:8000/reset/[\w-]{43}\n", link)
    assert run(tmp_path, "close-account", "ILSE").stdout == "The account of Ilse was closed.\n"
    assert run(tmp_path, "accounts").stdout.split("\t")[1:4] == ["closed", "Ilse", "-"]


def test_a_running_game_is_taken_in_with_its_chain(tmp_path: Path) -> None:
    run(tmp_path, "create-admin", "Ilse", "ilse@example.org", stdin=f"{PASSWORD}\n")
    game = Game.new()
    game.advance()
    (tmp_path / "game.json").write_text(game.export_json(), encoding="utf-8")
    done = run(tmp_path, "import", str(tmp_path / "game.json"), "--master", "ilse", "--title", "The Long Peace")
    assert done.exit_code == 0, done.output
    head = game.history.sign().hashes[-1]
    assert done.stdout.startswith(f"Fall 1901, orders, 1 entries, the chain ends with {head}: http://")
    (tmp_path / "broken.json").write_text("{}", encoding="utf-8")
    failed = run(tmp_path, "import", str(tmp_path / "broken.json"), "--master", "ilse")
    assert isinstance(failed.exception, LegationError)
    nobody = run(tmp_path, "import", str(tmp_path / "game.json"), "--master", "nobody")
    assert "No open account" in str(nobody.exception)


def test_an_ordinary_account_is_made_with_a_link_to_choose_its_password(tmp_path: Path) -> None:
    made = run(tmp_path, "create-account", "Otto", "otto@example.org")
    assert made.exit_code == 0
    first, link, *rest = made.stdout.splitlines()
    assert first == "Created the account Otto (otto@example.org). Choose its password within a week here:"
    assert re.fullmatch(r"http://127\.0\.0\.1:8000/reset/[\w-]{43}", link)
    assert rest == []
    assert run(tmp_path, "accounts").stdout.split("\t")[1:4] == ["account", "Otto", "otto@example.org"]
    again = run(tmp_path, "create-account", "otto", "other@example.org")
    assert str(again.exception) == "The name otto or the address other@example.org is taken."


def test_an_address_is_not_verified_by_a_link_that_was_only_printed(tmp_path: Path) -> None:
    letters = {**NO_SETTINGS, "LEGATION_MAIL_FOLDER": str(tmp_path / "letters")}
    arguments = ["admin", "create-account", "Otto", "otto@example.org", "--letter", "--data", str(tmp_path)]
    made = CliRunner().invoke(app, arguments, env=letters)
    assert made.stdout.splitlines()[-1] == "The link is also sent to otto@example.org."
    assert run(tmp_path, "accounts").stdout.split("\t")[3:5] == ["otto@example.org", "waiting"]


def test_an_account_of_somebody_else_never_becomes_an_admin_by_its_name(tmp_path: Path) -> None:
    run(tmp_path, "create-account", "Ilse", "stranger@example.org")
    for name, email in (
        ("Ilse", "ilse@example.org"),
        ("ILSE", "stranger@example.org"),
        ("Otto", "stranger@example.org"),
    ):
        done = run(tmp_path, "create-admin", name, email, stdin=f"{PASSWORD}\n")
        assert "It was not changed; use appoint-admin to make it an admin." in str(done.exception)
    assert run(tmp_path, "accounts").stdout.split("\t")[1] == "account"


def test_an_admin_is_appointed_and_dismissed_by_name(tmp_path: Path) -> None:
    run(tmp_path, "create-account", "Ilse", "ilse@example.org")
    said = run(tmp_path, "appoint-admin", "ilse").stdout
    assert re.fullmatch(
        r"The account Ilse \(ilse@example.org, created [\d-]{10}\) is now an admin of this host\.\n", said
    )
    again = run(tmp_path, "appoint-admin", "ilse@example.org")
    assert str(again.exception) == "This account is already an admin of this host."
    assert run(tmp_path, "accounts").stdout.split("\t")[1] == "admin"
    assert "is no longer an admin of this host." in run(tmp_path, "dismiss-admin", "ilse").stdout
    assert run(tmp_path, "accounts").stdout.split("\t")[1] == "account"


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (("create-admin", "Ilse", "ilse@example.org"), "short\n", "at least 10 characters"),
        (("create-admin", "Ilse", "nowhere"), f"{PASSWORD}\n", "not an e-mail address"),
        (("reset-password", "nobody"), "", "No open account"),
        (("close-account", "nobody"), "", "No open account"),
        (("appoint-admin", "nobody"), "", "No open account"),
        (("create-account", "Ilse", "nowhere"), "", "not an e-mail address"),
        (("restore", "none.jsonl.gz"), "", "no such file"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], stdin: str, words: str
) -> None:
    done = run(tmp_path, *arguments, stdin=stdin)
    # What is raised so, the program tells in one line: see the next test.
    assert isinstance(done.exception, LegationError)
    assert words in str(done.exception)


def test_a_refusal_is_told_without_a_traceback(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "legation", "admin", "close-account", "nobody", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: No open account has the name or address 'nobody'.\n"


def test_a_backup_is_restored_elsewhere(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    run(here, "create-admin", "Ilse", "ilse@example.org", stdin=f"{PASSWORD}\n")
    file = tmp_path / "all.jsonl.gz"
    assert "bytes" in run(here, "backup", str(file)).stdout
    assert run(there, "restore", str(file)).stdout == "1 rows restored.\n"
    assert run(there, "accounts").stdout == run(here, "accounts").stdout
    again = run(there, "restore", str(file))
    assert "not empty" in str(again.exception)


def clean_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in NO_SETTINGS}


def test_a_server_answers_and_stops_when_told(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "legation", "serve", "--port", str(port), "--data", str(tmp_path)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=clean_environment()
    )
    try:
        assert process.stdout is not None
        assert f"Legation is at http://127.0.0.1:{port}." in process.stdout.readline()
        health = json.loads(wait_for(f"http://127.0.0.1:{port}/api/v1/health"))
        assert (health["status"], health["version"]) == ("ok", __version__)
    finally:
        process.send_signal(signal.SIGINT)
        _, log = process.communicate(timeout=30)
    assert "GET /api/v1/health 200" in log
    assert "Traceback" not in log
    assert (tmp_path / "legation.db").is_file()


def wait_for(url: str) -> bytes:
    """The answer of a server that is starting."""
    for _ in range(200):
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                return bytes(answer.read())
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


def test_other_commands_do_not_load_the_server() -> None:
    heavy = {"fastapi", "sqlalchemy", "uvicorn", "alembic", "argon2", "pydantic"}
    code = f"import sys, legation.cli.main; print(*sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "\n"


def test_bans_lists_and_the_log_share_what_the_pages_do(tmp_path: Path) -> None:
    run(tmp_path, "create-admin", "Ilse", "ilse@example.org", stdin=f"{PASSWORD}\n")
    assert run(tmp_path, "ban", "Ilse", "--why", "a test", "--days", "3").stdout.startswith("Ilse is banned until ")
    assert run(tmp_path, "accounts").stdout.split("\t")[1:3] == ["banned", "Ilse"]
    assert run(tmp_path, "unban", "Ilse").stdout == "Ilse is no longer banned.\n"
    assert run(tmp_path, "sign-out", "Ilse").exit_code == 0
    assert run(tmp_path, "ban-network", "203.0.113.0/24", "--why", "a flood").stdout == "203.0.113.0/24 is banned.\n"
    assert run(tmp_path, "networks").stdout == "203.0.113.0/24\t-\ta flood.\n"
    assert run(tmp_path, "unban-network", "203.0.113.0/24").exit_code == 0
    assert run(tmp_path, "ban", "Ilse").exit_code == 2
    lines = [line.split("\t")[1:] for line in run(tmp_path, "log").stdout.splitlines()]
    assert [line[0] for line in lines] == ["command line"] * 5
    assert lines[0][1] == "account 1 (Ilse)"
    assert lines[0][3] == "a test."
    assert lines[-1][2] == "203.0.113.0/24 is no longer banned."


def test_queues_sizes_and_games_are_printed(tmp_path: Path) -> None:
    run(tmp_path, "create-admin", "Ilse", "ilse@example.org", stdin=f"{PASSWORD}\n")
    assert run(tmp_path, "games").stdout == ""
    assert run(tmp_path, "games", "--which", "orphaned").exit_code == 0
    assert run(tmp_path, "games", "--which", "nonsense").exit_code == 2
    assert "letters\t0 waiting\t0 failing\t0 given up" in run(tmp_path, "queues").stdout
    rows = [line.split("\t") for line in run(tmp_path, "sizes").stdout.splitlines()]
    assert ["accounts", "1"] in [row[:2] for row in rows]
    assert ["sandboxes without an account", "0"] in [row[:2] for row in rows]
    assert rows[-1][0] == "all"
    assert run(tmp_path, "letters").stdout == ""
    assert run(tmp_path, "retry", "0").stdout == "0 e-mails and webhooks will be sent again.\n"


def test_verify_checks_a_live_database_and_tells_by_its_status(tmp_path: Path) -> None:
    run(tmp_path, "create-admin", "Ilse", "ilse@example.org", stdin=f"{PASSWORD}\n")
    assert (run(tmp_path, "verify").exit_code, run(tmp_path, "verify").stdout) == (0, "")
    assert isinstance(run(tmp_path, "verify", "nosuchgame").exception, LegationError)
