"""Tournaments: every seat, scores counted by hand, and bots from elsewhere."""

import itertools
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from unittest.mock import Mock

import pytest
from typer.testing import CliRunner

from legation.board import PowerId
from legation.bots import GreedyBot, RandomBot, play_phase
from legation.cli.main import app
from legation.errors import DataError, RequestError, UnknownNameError
from legation.library import Game
from legation.sim import tournament
from legation.sim.arena import Seat, play_seats
from legation.sim.entrants import find_entrant
from legation.sim.http_bot import HttpBot
from legation.sim.tournament import Bout, list_fixtures, play_bouts, score_bouts


def make_bout(mine: float, other: float, *, won: bool = False) -> Bout:
    seats = Seat("a", PowerId("X"), mine, won, True), Seat("b", PowerId("Y"), other, False, True)
    return Bout("a", "b", PowerId("X"), seats)


def test_squares_are_a_part_of_all_squares() -> None:
    assert make_bout(0.6, 0.3).squares == pytest.approx(0.36 / 0.45)
    assert make_bout(0, 0).squares == 0


def test_a_table_counts_games_and_wins() -> None:
    (score,) = score_bouts([make_bout(1, 0, won=True), make_bout(0.5, 0.5)])
    assert (score.games, score.fair) == (2, 0.5)
    assert score.squares.middle == pytest.approx(0.75)
    assert score.wins.middle == 0.5
    assert score.by_power == {"X": pytest.approx(0.75)}


def test_every_bot_plays_every_seat_alone() -> None:
    bouts = list(play_bouts(list_fixtures("standard", ["greedy", "random"], rounds=1, years=1)))
    assert len(bouts) == 14
    assert {bout.power for bout in bouts if bout.alone == "greedy"} == set(Game.new("standard").variant.seats)
    assert all(sum(seat.bot == bout.alone for seat in bout.seats) == 1 for bout in bouts)


@pytest.mark.soak
def test_games_are_the_same_by_however_many_processes() -> None:
    fixtures = list_fixtures("standard", ["greedy", "random"], rounds=1, years=1)
    alone = set(play_bouts(fixtures))
    assert set(play_bouts(fixtures, jobs=2)) == alone


def test_a_tournament_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.jsonl"
    fixtures = list_fixtures("standard", ["greedy", "random"], rounds=1, years=1)[:3]
    first, second = itertools.islice(play_bouts(fixtures, kept=file), 2)
    with file.open("a") as target:
        target.write('{"fixture": {"variant"')  # stopped while it wrote
    play = Mock(wraps=play_seats)
    monkeypatch.setattr(tournament, "play_seats", play)
    assert list(play_bouts(fixtures, kept=file))[:2] == [first, second]
    assert play.call_count == 1
    assert len(list(play_bouts(fixtures, kept=file))) == 3
    assert play.call_count == 1


@pytest.mark.parametrize("content", [b"{}\n", b"[]\n", b"\xff\xfe\n", b"my notes", b"my notes\nwithout an end"])
def test_a_file_of_something_else_is_refused_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(content)
    with pytest.raises(DataError, match="no games of a tournament"):
        list(play_bouts([], kept=file))
    assert file.read_bytes() == content


def test_a_file_that_was_cut_off_in_its_first_line_begins_anew(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text('{"fixture": {"variant": "stan')
    assert list(play_bouts([], kept=file)) == []
    assert file.read_text() == ""


@pytest.mark.parametrize("place", [".", "nowhere/games.jsonl"])
def test_a_place_that_cannot_be_written_is_told_before_a_game_is_played(tmp_path: Path, place: str) -> None:
    wish = ["standard", "--bots", "greedy,random", "--years", "1", "--jobs", "1", "--out", str(tmp_path / place)]
    found = CliRunner().invoke(app, ["tournament", *wish])
    assert isinstance(found.exception, DataError)


def test_entrants_by_name() -> None:
    assert isinstance(find_entrant("greedy")(), GreedyBot)
    assert isinstance(find_entrant("legation.bots:RandomBot")(), RandomBot)
    assert isinstance(find_entrant("http://127.0.0.1:1/")(), HttpBot)


def test_entrants_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError):
        find_entrant("gredy")
    with pytest.raises(RequestError, match="cannot be loaded"):
        find_entrant("legation.nowhere:Bot")
    with pytest.raises(RequestError, match="no class with a method choose"):
        find_entrant("pathlib:Path")
    with pytest.raises(DataError):
        find_entrant(str(tmp_path / "missing.npz"))


@contextmanager
def serve(answer: bytes, status: int = 200) -> Iterator[tuple[str, list[dict[str, object]]]]:
    """A program behind an address that always gives the same answer; and what it was asked."""
    asked: list[dict[str, object]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def play_france(address: str) -> tuple[Game, HttpBot]:
    import random  # noqa: PLC0415

    game, bot = Game.new("standard"), HttpBot(address)
    play_phase(game, {PowerId("FRANCE"): bot}, random.Random(1))
    return game, bot


def test_a_program_behind_an_address_orders() -> None:
    with serve(b'{"orders": ["A PAR - BUR", "A MAR S A PAR - BUR", "frobnicate"]}') as (address, asked):
        game, bot = play_france(address)
    assert "A BUR" in {str(unit.kind) + " " + unit.space for unit in game.state.position.units_of(PowerId("FRANCE"))}
    assert len(bot.faults) == 1
    assert "frobnicate" in bot.faults[0]
    (question,) = asked
    assert question["power"] == "FRANCE"
    assert question["phase"] == "S1901M"
    assert "A PAR - BUR" in question["legal"]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("answer", "status"),
    [(b"", 200), (b"[]", 200), (b'{"orders": [1]}', 200), (b'{"orders": []}', 500), (b"x" * 1_000_002, 200)],
)
def test_a_program_that_answers_badly_orders_nothing(answer: bytes, status: int) -> None:
    with serve(answer, status) as (address, _):
        game, bot = play_france(address)
    assert len(bot.faults) == 1
    assert game.state.phase.year == 1901


def test_a_program_that_is_not_there_orders_nothing() -> None:
    _, bot = play_france("http://127.0.0.1:1/")
    assert len(bot.faults) == 1


def test_an_address_of_another_kind_is_refused() -> None:
    with pytest.raises(RequestError, match="no address"):
        HttpBot("file:///etc/passwd")


def test_faults_of_a_program_are_told_in_the_end() -> None:
    """A bot that is never reached must not look like one that plays badly."""
    bots = ["--bots", "http://127.0.0.1:1/,random", "--years", "1", "--jobs", "1"]
    found = CliRunner().invoke(app, ["tournament", "standard", *bots])
    assert found.exit_code == 0
    assert "faults, the first of them by http://127.0.0.1:1/: S1901M" in found.stderr
