"""Tournaments: every seat, scores counted by hand, and bots from elsewhere."""

import itertools
import json
import pickle
import random
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from unittest.mock import Mock

import pytest
from typer.testing import CliRunner

from legation.board import PowerId
from legation.bots import GreedyBot, RandomBot, play_phase
from legation.cli.main import app
from legation.errors import DataError, RequestError, UnknownNameError
from legation.game import PhaseKind
from legation.library import Game
from legation.sim import tournament
from legation.sim.arena import Seat, play_seats
from legation.sim.entrants import Guest, get_maker
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
    assert isinstance(get_maker("greedy")(), GreedyBot)
    guest = get_maker("legation.bots:RandomBot")()
    assert isinstance(guest, Guest)
    assert isinstance(guest.bot, RandomBot)
    assert isinstance(get_maker("http://127.0.0.1:1/")(), HttpBot)


def test_entrants_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError):
        get_maker("gredy")
    with pytest.raises(RequestError, match="cannot be loaded"):
        get_maker("legation.nowhere:Bot")
    with pytest.raises(RequestError, match="not a class with a method choose"):
        get_maker("pathlib:Path")
    with pytest.raises(DataError):
        get_maker(str(tmp_path / "missing.npz"))


BOTS = """
class Nobody:
    def choose(self, variant, rulebook, state, power, chance):
        return []

class Strings(Nobody):
    def choose(self, *asked):
        return ["A PAR H"]

class Nothing(Nobody):
    def choose(self, *asked):
        return None

class Text(Nobody):
    def choose(self, *asked):
        return "A PAR H"

class Number(Nobody):
    def choose(self, *asked):
        return [7]

class Broken(Nobody):
    def choose(self, *asked):
        return 1 / 0

class Demanding(Nobody):
    def __init__(self, wish):
        pass
"""


@pytest.fixture
def own_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots in a file of the current folder, which is not where Python looks for modules."""
    (tmp_path / "my_own_bots.py").write_text(BOTS)
    (tmp_path / "unreadable_bots.py").write_text("def (:")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    monkeypatch.delitem(sys.modules, "my_own_bots", raising=False)


@pytest.mark.usefixtures("own_bots")
def test_a_bot_in_the_current_folder_plays() -> None:
    assert get_maker("my_own_bots:Nobody")().choose(*ASKED) == []


ASKED = (
    Game.new("standard").variant,
    Game.new("standard").rulebook,
    Game.new("standard").state,
    PowerId("FRANCE"),
    random.Random(1),
)


@pytest.mark.usefixtures("own_bots")
@pytest.mark.parametrize(
    ("name", "problem"),
    [
        (
            "my_own_bots:Strings",
            "answers 'A PAR H' for FRANCE in S1901M, which is no order; legation.orders.parse_order",
        ),
        ("my_own_bots:Text", "answers 'A PAR H' for FRANCE in S1901M, which is no order; legation.orders.parse_order"),
        ("my_own_bots:Number", r"answers '7' for FRANCE in S1901M, which is no order$"),
        ("my_own_bots:Nothing", "failed for FRANCE in S1901M: TypeError"),
        ("my_own_bots:Broken", r"ZeroDivisionError: division by zero \(my_own_bots.py, line 24\)"),
        ("my_own_bots:Demanding", "cannot be made: TypeError"),
        ("unreadable_bots:Bot", "cannot be loaded: SyntaxError"),
        (":Bot", "cannot be loaded: ValueError"),
    ],
)
def test_what_goes_wrong_in_a_bot_from_elsewhere_is_said_with_its_name(name: str, problem: str) -> None:
    with pytest.raises(RequestError, match=problem) as found:
        get_maker(name)().choose(*ASKED)
    assert name in str(found.value)
    again = pickle.loads(pickle.dumps(found.value))
    assert (str(again), again.field) == (str(found.value), "bots"), "errors come back from other processes"


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
    [
        (b"", 200),
        (b"[]", 200),
        (b'{"orders": [1]}', 200),
        (b'{"orders": []}', 500),
        (b'{"orders": []}', 302),
        (b"x" * 10_000_000, 200),
        (b"[" * 100_000, 200),
        (b'{"orders": ["\\ud800"]}', 200),
        (b'{"orders": [' + b'"A PAR H", ' * 2_000 + b'""]}', 200),
    ],
)
def test_a_program_that_answers_badly_orders_nothing(answer: bytes, status: int) -> None:
    with serve(answer, status) as (address, _):
        game, bot = play_france(address)
    assert len(bot.faults) == 1
    assert game.state.phase.year == 1901


@contextmanager
def answer_slowly(pieces: Iterable[bytes]) -> Iterator[str]:
    """A program that sends some bytes ten times a second, whatever they are."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            with suppress(OSError):
                caller, _ = listener.accept()
                with caller:
                    for piece in pieces:
                        caller.sendall(piece)
                        time.sleep(0.1)

        thread = threading.Thread(target=answer)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        thread.join()


EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.mjs"
HEAD = b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize("piece", [b"X-Wait: 1\r\n", b"\r\n" + b"x" * 10])
def test_a_program_that_trickles_is_cut_off_after_its_time(piece: bytes) -> None:
    with answer_slowly([HEAD, *[piece] * 30]) as address:
        bot = HttpBot(address, seconds=0.3)
        began = time.monotonic()
        assert bot.choose(*ASKED) == []
        assert time.monotonic() - began < 2
    assert "no whole answer in 0.3 seconds" in bot.faults[0]


def test_a_program_that_does_not_speak_http_orders_nothing() -> None:
    with answer_slowly([b"what?\r\n\r\n"]) as address:
        bot = HttpBot(address)
        assert bot.choose(*ASKED) == []
    assert "what?" in bot.faults[0]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_the_example_in_javascript_plays_without_a_fault() -> None:
    with subprocess.Popen(["node", str(EXAMPLE), "0"], stdout=subprocess.PIPE, text=True) as program:
        try:
            assert program.stdout is not None
            bot, game = HttpBot(program.stdout.readline().strip()), Game.new("standard")
            assert len(bot.choose(*ASKED)) == 3, "an order for each unit"
            for seed in range(12):
                play_phase(game, bot, random.Random(seed))
        finally:
            program.terminate()
    assert bot.faults == []
    assert all(not record.rejections for record in game.records if record.phase.kind is not PhaseKind.ADJUSTMENTS)


def test_a_program_that_is_not_there_orders_nothing() -> None:
    _, bot = play_france("http://127.0.0.1:1/")
    assert len(bot.faults) == 1


@pytest.mark.parametrize("address", ["file:///etc/passwd", "http://", "http://[", "http://name:port/"])
def test_an_address_of_another_kind_is_refused(address: str) -> None:
    with pytest.raises(RequestError, match="not an address"):
        HttpBot(address)


def test_faults_of_a_program_are_told_in_the_end() -> None:
    """A bot that is never reached must not look like one that plays badly."""
    bots = ["--bots", "http://127.0.0.1:1/,random", "--years", "1", "--jobs", "1"]
    found = CliRunner().invoke(app, ["tournament", "standard", *bots])
    assert found.exit_code == 0
    assert "faults, the first of them by http://127.0.0.1:1/: S1901M" in found.stderr
