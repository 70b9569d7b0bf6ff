import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from legation.errors import DataError, RequestError
from legation.server.admin.backups import restore_backup, write_backup
from legation.server.identity.account_storage import add_account
from legation.server.store import Store, migrate, open_store
from legation.server.store.dump import dump_lines
from legation.server.store.migrate import read_head
from legation.server.store.tables import accounts, editions, metadata
from tests.server.kit import START
from tests.server.postgres import Postgres

Open = Callable[[str], Store]


@pytest.fixture
def open_empty(tmp_path: Path, request: pytest.FixtureRequest) -> Any:
    """Opens databases without tables: ``sqlite`` or ``postgres``."""
    opened: list[Store] = []
    postgres: Postgres = request.getfixturevalue("postgres")
    urls: list[str] = []

    def make(kind: str) -> Store:
        if kind == "sqlite":
            url = f"sqlite:///{tmp_path / f'empty-{len(opened)}.db'}"
        else:
            url = postgres.make_database(template="template0")
            urls.append(url)
        opened.append(open_store(url))
        return opened[-1]

    yield make
    for store in opened:
        store.close()
    for url in urls:
        postgres.drop_database(url)


def fill(store: Store) -> None:
    with store.write() as connection:
        for number in range(3):
            add_account(
                connection,
                made_at=START,
                name=f"Ilse {number} é 🎲",
                folded_name=f"ilse {number}",
                is_admin=number == 1,
            )
        files = bytes(range(256)) * 20
        connection.execute(insert(editions).values(digest="d" * 64, variant="x", files=files, made_at=START))


def read_all(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    with store.read() as connection:
        return {table.name: sorted(map(tuple, connection.execute(select(table)))) for table in metadata.sorted_tables}


@pytest.mark.parametrize("there", ["sqlite", "postgres"])
def test_everything_comes_back_in_either_database(store: Store, open_empty: Open, tmp_path: Path, there: str) -> None:
    fill(store)
    file = tmp_path / "all.jsonl.gz"
    assert write_backup(store, file) == file.stat().st_size
    target = open_empty(there)
    assert restore_backup(target, file) == 4
    assert read_all(target) == read_all(store)


def test_a_restored_database_counts_on(store: Store, open_empty: Open, tmp_path: Path) -> None:
    fill(store)
    write_backup(store, tmp_path / "all.jsonl.gz")
    target = open_empty("postgres")
    restore_backup(target, tmp_path / "all.jsonl.gz")
    with target.write() as connection:
        assert add_account(connection, made_at=START, name="New", folded_name="new") == 4


def test_a_copy_of_sqlite_is_restored_into_either(sqlite_url: str, open_empty: Open, tmp_path: Path) -> None:
    store = open_store(sqlite_url)
    fill(store)
    write_backup(store, tmp_path / "copy.db")
    for kind in ("sqlite", "postgres"):
        target = open_empty(kind)
        restore_backup(target, tmp_path / "copy.db")
        assert read_all(target) == read_all(store)
    store.close()


def test_a_backup_shows_one_moment_while_others_write(store: Store, tmp_path: Path) -> None:
    fill(store)
    lines = dump_lines(store)
    first = [next(lines), next(lines)]
    with store.write() as connection:
        add_account(connection, made_at=START, name="Late", folded_name="late")
    rest = list(lines)
    assert json.loads(rest[-1]) == {"end": 4}
    assert "Late" not in "".join(first + rest)


@pytest.mark.parametrize("name", ["all.jsonl.gz", "all.db"])
def test_only_the_host_may_read_a_backup(sqlite_url: str, tmp_path: Path, name: str) -> None:
    store = open_store(sqlite_url)
    write_backup(store, tmp_path / name)
    store.close()
    assert (tmp_path / name).stat().st_mode & 0o077 == 0


def test_postgresql_is_not_copied_as_a_file(postgres_url: str, tmp_path: Path) -> None:
    store = open_store(postgres_url)
    with pytest.raises(RequestError, match="only SQLite"):
        write_backup(store, tmp_path / "all.db")
    store.close()
    assert list(tmp_path.glob("all*")) == []


def test_a_backup_never_writes_over_a_file(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl.gz"
    file.write_text("precious")
    with pytest.raises(RequestError, match="exists already"):
        write_backup(store, file)
    assert file.read_text() == "precious"


def test_a_folder_that_is_not_there_is_told(store: Store, tmp_path: Path) -> None:
    with pytest.raises(RequestError, match="No such file"):
        write_backup(store, tmp_path / "none" / "all.jsonl.gz")
    with pytest.raises(RequestError, match="no such file"):
        restore_backup(store, tmp_path / "none.jsonl.gz")


def test_nothing_is_restored_into_a_database_that_is_not_empty(store: Store, tmp_path: Path) -> None:
    fill(store)
    write_backup(store, tmp_path / "all.jsonl.gz")
    before = read_all(store)
    with pytest.raises(DataError, match="not empty"):
        restore_backup(store, tmp_path / "all.jsonl.gz")
    assert read_all(store) == before


def spoil(lines: list[str], how: str) -> bytes:
    """A backup that something happened to."""
    match how:
        case "cut":
            return gzip.compress("\n".join(lines[:-2]).encode())
        case "torn":
            return gzip.compress("\n".join(lines).encode())[:-20]
        case "no end":
            return gzip.compress("\n".join(lines[:-1]).encode())
        case "nonsense":
            return b"this is no gzip file"
        case "table":
            return gzip.compress("\n".join([lines[0], '["passwords", 1]', *lines[1:]]).encode())
        case "short row":
            return gzip.compress("\n".join([lines[0], '["accounts", 1]', *lines[1:]]).encode())
        case "not json":
            return gzip.compress("\n".join([lines[0], "{", *lines[1:]]).encode())
        case "newer":
            return gzip.compress("\n".join([lines[0].replace(f'"{read_head()}"', '"9999"'), *lines[1:]]).encode())
        case _:
            return gzip.compress("\n".join(['{"format": "other"}', *lines[1:]]).encode())


@pytest.mark.parametrize(
    ("how", "kind"),
    [
        ("cut", "sqlite"),
        ("torn", "sqlite"),
        ("no end", "sqlite"),
        ("no end", "postgres"),
        ("nonsense", "sqlite"),
        ("table", "sqlite"),
        ("short row", "postgres"),
        ("not json", "sqlite"),
        ("newer", "sqlite"),
        ("other", "sqlite"),
    ],
)
def test_a_broken_backup_is_refused_and_leaves_the_database_empty(
    sqlite_url: str, open_empty: Open, tmp_path: Path, how: str, kind: str
) -> None:
    store = open_store(sqlite_url)
    fill(store)
    file = tmp_path / "all.jsonl.gz"
    write_backup(store, file)
    store.close()
    file.write_bytes(spoil(gzip.decompress(file.read_bytes()).decode().splitlines(), how))
    target = open_empty(kind)
    with pytest.raises(DataError):
        restore_backup(target, file)
    migrate(target)
    with target.read() as connection:
        assert connection.execute(select(accounts)).first() is None
