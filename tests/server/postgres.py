"""A real PostgreSQL for the tests: found or installed, started, and gone afterwards."""

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

TEMPLATE = "legation_template"
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200", "shared_buffers=32MB")
"""Safe enough for data that a test throws away."""
WAIT = 30.0


def find_binaries() -> Path:
    """The folder with ``postgres`` and ``initdb``: of the machine, of a wheel, or installed now."""
    for folder in _list_folders():
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder.resolve()
    if os.geteuid() == 0 and shutil.which("apt-get"):
        for command in (["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", "postgresql"]):
            subprocess.run(
                command, check=True, capture_output=True, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            )
        return max(Path("/usr/lib/postgresql").glob("*/bin"))
    raise FileNotFoundError("no PostgreSQL here: install it, or run Python 3.11 or 3.12, for which a wheel has it")


def _list_folders() -> Iterator[Path]:
    found = shutil.which("postgres")
    if found:
        yield Path(found).resolve().parent
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    yield from (Path(place) for place in ("/usr/local/bin", "/usr/local/pgsql/bin", "/opt/homebrew/bin"))
    wheel = find_spec("pgserver")
    if wheel and wheel.origin:
        yield Path(wheel.origin).parent / "pginstall" / "bin"


@dataclass
class Postgres:
    """A running server, and new databases on it."""

    folder: Path
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://legation@/{database}?host={self.folder}"

    def make_database(self, *, template: str = TEMPLATE) -> str:
        """The address of a new database; with the tables of the template."""
        name = f"test_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def drop_database(self, url: str) -> None:
        """Remove a database, whoever is still connected."""
        name = url.partition("?")[0].rpartition("/")[2]
        self.run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def run(self, command: str) -> None:
        """Run one command on the server itself."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(command)


@contextmanager
def start_postgres() -> Iterator[Postgres]:
    """A server of its own in a new folder, reached through a socket there; never as root, which it refuses."""
    folder = Path(tempfile.mkdtemp(prefix="legation-pg-"))
    try:
        options = _as_nobody(folder)
        binaries = _reachable(find_binaries(), folder)
        make = [f"{binaries}/initdb", *f"-D {folder}/data -U legation -A trust -E UTF8 --locale=C --no-sync".split()]
        subprocess.run(make, check=True, capture_output=True, cwd=folder, **options)
        start = [*_end_with_us(), f"{binaries}/postgres", *f"-D {folder}/data -k {folder} -c listen_addresses=".split()]
        start += [part for setting in FAST for part in ("-c", setting)]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(start, stdout=log, stderr=log, cwd=folder, **options)
        try:
            postgres = Postgres(folder)
            _wait_for(postgres, process)
            yield postgres
        finally:
            process.send_signal(signal.SIGINT)  # fast shutdown
            process.wait(WAIT)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _as_nobody(folder: Path) -> dict[str, Any]:
    """How root starts a process as somebody else, who then owns the folder."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _reachable(binaries: Path, folder: Path) -> Path:
    """The binaries, copied where the other user could not reach them, as in a wheel under root's home."""
    if os.geteuid() != 0 or all(parent.stat().st_mode & 0o001 for parent in (binaries, *binaries.parents)):
        return binaries
    install = binaries.parent
    root = install.parent.parent
    for part in (install, *root.glob("pgserver.libs")):  # a wheel keeps its libraries beside it
        shutil.copytree(part, folder / part.relative_to(root), symlinks=True)
    return folder / binaries.relative_to(root)


def _end_with_us() -> list[str]:
    """What has the server stop when this process is killed, where the machine has it."""
    return ["setpriv", "--pdeathsig", "INT"] if shutil.which("setpriv") else []


def _wait_for(postgres: Postgres, process: subprocess.Popen[Any]) -> None:
    end = time.monotonic() + WAIT
    while True:
        try:
            postgres.run("SELECT 1")
            return
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError((postgres.folder / "log").read_text(errors="replace")) from None
            time.sleep(0.05)
