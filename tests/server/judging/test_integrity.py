"""A restore is tested: every game that comes out of a backup is judged again, and what was tampered with is found."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import delete, select, update

from legation.server.admin.backups import restore_backup, write_backup
from legation.server.base.services import Services
from legation.server.judging.integrity import check_games, check_one
from legation.server.store import open_store
from legation.server.store.tables import entries, games
from legation.server.worker import work_through
from tests.server.kit import Server
from tests.server.postgres import Postgres


def play(server: Server, variant: str = "standard") -> str:
    """A game of two judged phases or more."""
    ilse = server.sign_up(f"Ilse {variant}")
    game = ilse.post("/api/v1/solo", json={"variant": variant, "level": "easy"}).json()["game"]
    for _ in range(2):
        sheet = ilse.get(f"/api/v1/games/{game['id']}/orders").json()
        done = ilse.post(f"/api/v1/games/{game['id']}/orders/ready", json={"turn": sheet["turn"], "ready": True})
        assert done.status_code == 200, done.text
        work_through(server.services)
    assert len(ilse.get(f"/api/v1/games/{game['id']}/phases").json()["phases"]) >= 2
    return str(game["id"])


def test_games_of_a_backup_are_whole_on_the_other_database(server: Server, postgres: Postgres, tmp_path: Path) -> None:
    played = [play(server), play(server, "colonial-variant")]
    write_backup(server.services.store, tmp_path / "all.jsonl.gz")
    url = postgres.make_database(template="template0")
    there = replace(server.services, store=open_store(url))
    restore_backup(there.store, tmp_path / "all.jsonl.gz")
    assert check_games(there) == ()
    with there.store.read() as connection:
        kept = connection.execute(select(games.c.id, games.c.entry)).all()
    assert sorted(row.id for row in kept) == sorted(played)
    assert all(row.entry >= 2 for row in kept)
    there.store.close()
    postgres.drop_database(url)


def change_entry(services: Services, game: str, number: int, old: str, new: str) -> None:
    with services.store.write() as connection:
        chosen = (entries.c.game == game) & (entries.c.number == number)
        text = connection.execute(select(entries.c.text).where(chosen)).scalar_one()
        assert old in text
        connection.execute(update(entries).where(chosen).values(text=text.replace(old, new, 1)))


def test_an_entry_that_was_changed_is_found(server: Server) -> None:
    game = play(server)
    assert check_games(server.services) == ()
    change_entry(server.services, game, 1, "A MUN", "A MAR")
    (problem,) = check_games(server.services)
    assert problem.startswith(f"game {game}: ")


@pytest.mark.parametrize("column", ["head", "state", "entry"])
def test_a_game_that_does_not_fit_its_entries_is_found(server: Server, column: str) -> None:
    game = play(server)
    with server.services.store.write() as connection:
        row = connection.execute(select(games).where(games.c.id == game)).one()
        state = json.loads(row.state)
        state["position"]["owners"] = {}
        wrong = {"head": "0" * 64, "state": json.dumps(state), "entry": row.entry - 1}[column]
        connection.execute(update(games).where(games.c.id == game).values({column: wrong}))
    (problem,) = check_games(server.services)
    assert problem.startswith(f"game {game}: ")


def test_a_chain_is_checked_without_judging_again(server_on_each: Server) -> None:
    server = server_on_each
    game = play(server)
    with server.services.store.read() as connection:
        head = connection.execute(select(games.c.head)).scalar_one()
    for is_replayed in (False, True):
        checked = check_one(server.services, game, is_replayed=is_replayed)
        assert (checked.problem, checked.head) == ("", head)
        assert checked.entries >= 2
    change_entry(server.services, game, 1, "A MUN", "A MAR")
    assert check_one(server.services, game, is_replayed=False).problem == "entry 1 was changed after it was written"
    with server.services.store.write() as connection:
        connection.execute(delete(entries).where(entries.c.number == 1))
    assert check_one(server.services, game, is_replayed=False).problem == "entry 1 is missing"


def test_a_chain_that_was_cut_off_or_given_another_setup_is_found(server: Server) -> None:
    game = play(server)
    with server.services.store.write() as connection:
        last = connection.execute(select(games.c.entry)).scalar_one()
        connection.execute(delete(entries).where(entries.c.number == last))
    assert check_one(server.services, game, is_replayed=False).problem.startswith("its last entry is not")
    other = play(server, "colonial-variant")
    with server.services.store.write() as connection:
        setup = connection.execute(select(games.c.setup).where(games.c.id == other)).scalar_one()
        changed = setup.replace(":1", ":2", 1)
        assert changed != setup
        connection.execute(update(games).where(games.c.id == other).values(setup=changed))
    assert check_one(server.services, other, is_replayed=False).problem
