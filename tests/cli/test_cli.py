import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from legation import __version__
from legation.variants import data_folder
from tests.commands import run_command

REQUEST = {
    "phase": "S1901M",
    "units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]},
    "orders": {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]},
}


def run_apart(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """A process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "legation", *arguments],
        input=stdin, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def test_judge_answers_each_line_of_standard_input() -> None:
    done = run_apart("judge", stdin=json.dumps(REQUEST) + "\nnonsense\n" + json.dumps(REQUEST) + "\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [("error" in answer) for answer in answers] == [False, True, False]
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
@pytest.mark.parametrize("arguments", [["judge"], ["check", str(data_folder("standard"))], ["--version"]])
def test_an_output_that_takes_no_more_is_said_in_one_line(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "legation", *arguments],
            input=json.dumps(REQUEST), stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, "error: standard output: No space left on device\n")


def test_an_input_that_cannot_be_read_is_not_called_the_output() -> None:
    with Path(os.devnull).open("wb") as unreadable:
        done = subprocess.run(
            [sys.executable, "-m", "legation", "judge"],
            stdin=unreadable, capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, "error: Bad file descriptor\n")


def test_an_output_that_somebody_closes_is_no_fault_of_the_file_that_is_read(tmp_path: Path) -> None:
    file = tmp_path / "requests.jsonl"
    file.write_text((json.dumps(REQUEST) + "\n") * 300, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "legation", "judge", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as done:
        assert done.stdout is not None
        assert done.stderr is not None
        assert done.stdout.readline().startswith(b"{")
        done.stdout.close()  # as ``| head -1`` does
        assert done.stderr.read() == b""


def test_judge_reads_a_file(tmp_path: Path) -> None:
    file = tmp_path / "requests.jsonl"
    file.write_text(json.dumps(REQUEST) + "\n", encoding="utf-8")
    assert json.loads(run_command("judge", str(file)).stdout)["contested"] == []
    assert json.loads(run_command("judge", str(file)).stdout)["next_phase"] == "F1901M"


def test_judge_knows_a_board_of_ones_own_by_its_id(tmp_path: Path) -> None:
    board = tmp_path / "mine"
    board.mkdir()
    for name in ("variant.toml", "spaces.csv", "borders.csv", "start.csv"):
        text = (data_folder("standard") / name).read_text(encoding="utf-8")
        (board / name).write_text(text.replace('id = "standard"', 'id = "mine"'), encoding="utf-8")
    request = json.dumps({**REQUEST, "variant": "mine"})
    assert "unknown variant" in run_command("judge", stdin=request).stdout
    assert json.loads(run_command("judge", "--board", str(board), stdin=request).stdout)["next_phase"] == "F1901M"


def test_judge_survives_bytes_that_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "bytes"
    file.write_bytes(b"\xff\xfe\x00garbage\n" + json.dumps(REQUEST).encode() + b"\n")
    answers = [json.loads(line) for line in run_command("judge", str(file)).stdout.splitlines()]
    assert [("error" in answer) for answer in answers] == [True, False]


def test_judge_goes_on_after_lines_that_cannot_be_written_again(tmp_path: Path) -> None:
    unsafe = [
        '{"id": 1, "orders": {"FRANCE": ["A PAR - \\ud800"]}}',
        '{"id": ' + "[" * 985 + "]" * 985 + "}",
        '{"id": NaN}',
    ]
    file = tmp_path / "windows.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + "\r\n".join([json.dumps(REQUEST), *unsafe, json.dumps(REQUEST)]).encode())
    done = run_command("judge", str(file))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [("error" in answer) for answer in answers] == [False, True, True, True, False]
    assert (done.returncode, done.stderr) == (0, "")


def test_explain_prints_the_chain_and_what_would_have_changed_it() -> None:
    done = run_command("explain", "A PAR - BUR", stdin=json.dumps(REQUEST))
    assert "stood off from Burgundy by the army from Munich" in done.stdout
    assert "A MUN H instead of A MUN - BUR" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (("judge", "no-such-file"), "", "no-such-file"),
        (("explain", "A PAR"), "{", "not JSON"),
        (("explain", "A PAR"), '{"orders": {"FRANCE": ["A PAR - \\ud800"]}}', "half of a surrogate pair"),
        (("explain", "A PAR"), "[" * 990 + "]" * 990, "nested more than 100 deep"),
        (("explain", "A PAR"), '{"id": NaN}', "NaN is not a number"),
        (("explain", "A WAR"), json.dumps(REQUEST), "unknown order 'A WAR'"),
        (("watch", "mars"), "", "unknown variant 'mars'"),
        (("watch", "--module", "gigaton"), "", "gigaton-bomb"),
        (("watch", "--option", "gravity=off"), "", "no such switch"),
        (("watch", "--option", "players=off"), "", "no such switch"),
        (("watch", "--bots", "napoleon"), "", "unknown bot 'napoleon'"),
        (("watch", "--bots", ","), "", "name at least one"),
        (("check", "no-such-folder"), "", "no-such-folder/variant.toml: the file is missing"),
    ],
)
def test_bad_input_is_answered_in_one_line_without_a_traceback(
    arguments: tuple[str, ...], stdin: str, words: str
) -> None:
    done = run_command(*arguments, stdin=stdin)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_the_version_is_printed() -> None:
    assert run_apart("--version").stdout == f"legation {__version__}\n"


def test_watch_plays_and_tells_every_order() -> None:
    done = run_command("watch", "--years", "1")
    assert "Spring 1901, orders" in done.stdout
    assert "The board now" in done.stdout
    assert run_apart("watch", "--years", "1").stdout == done.stdout  # where sets have another order


def test_watch_plays_with_a_module_and_by_other_rules() -> None:
    done = run_command(
        "watch", "--years", "2", "--module", "gigaton-bomb", "--rules", "1971", "--option", "multi_route=any"
    )
    assert done.stderr == ""
    assert "bomb" in done.stdout


def test_watch_lets_the_named_bots_play() -> None:
    greedy, steady = (
        run_command("watch", "--years", "1", "--bots", level).stdout for level in ("greedy", "greedy,steady")
    )
    assert "The board now" in steady
    assert steady != greedy


def test_check_counts_what_a_folder_holds() -> None:
    folder = Path(__file__).parents[2] / "src" / "legation" / "variants" / "data" / "standard"
    assert "75 spaces" in run_command("check", str(folder)).stdout
