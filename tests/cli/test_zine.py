"""``legation game zine``: a turn on paper, from a game in a folder."""

from pathlib import Path

import pytest
import typer
from pypdf import PdfReader
from typer.testing import CliRunner

from legation import Game
from legation.cli import game as commands
from legation.errors import LegationError, MissingExtraError

app = typer.Typer()
app.add_typer(commands.app, name="game")


def run(*arguments: str | Path) -> None:
    done = CliRunner().invoke(app, ["game", "zine", *(str(argument) for argument in arguments)])
    assert done.exit_code == 0, f"{done.output}{done.exception!r}"


def fail(*arguments: str | Path) -> str:
    done = CliRunner().invoke(app, ["game", "zine", *(str(argument) for argument in arguments)])
    assert isinstance(done.exception, LegationError), f"{done.output}{done.exception!r}"
    return str(done.exception)


def read_pdf(file: Path) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(file).pages).split())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game of two judged phases in which Belgium falls to France."""
    game = Game.new("standard", players={"FRANCE": "Ann"})
    for orders in (["A PAR - PIC", "A MAR - MUN"], ["A PIC - BEL"]):
        game.set_orders("FRANCE", orders)
        game.advance()
    game.save(tmp_path / "game")
    return tmp_path / "game"


def test_a_turn_is_printed_with_orders_centres_and_what_comes_next(folder: Path, tmp_path: Path) -> None:
    run(folder, "F1901M", tmp_path / "turn.pdf", "--title", "The Long War", "--deadline", "Thursday at eight")
    text = read_pdf(tmp_path / "turn.pdf")
    assert "The Long War" in text
    assert "Diplomacy. Fall 1901, orders" in text
    assert "A PIC - BEL The army in Picardy moved to Belgium." in text
    assert "Next: Winter 1901, builds, due Thursday at eight." in text
    assert "France may build 1 unit." in text
    assert "France Ann 4 +1 3 +1 +BEL" in text
    first = PdfReader(tmp_path / "turn.pdf").pages[0].mediabox
    assert (round(first.width), round(first.height)) == (595, 842)


def test_the_last_phase_goes_on_letter_paper_in_black_and_white(folder: Path, tmp_path: Path) -> None:
    run(folder, "last", tmp_path / "turn.pdf", "--paper", "letter", "--black-and-white", "--no-theatres")
    first = PdfReader(tmp_path / "turn.pdf").pages[0].mediabox
    assert (round(first.width), round(first.height)) == (612, 792)
    assert "Fall 1901, orders" in read_pdf(tmp_path / "turn.pdf")


def test_a_note_and_press_stand_on_the_sheet_as_they_were_written(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text('#panic("no") $x$ *bold* <b>\nNo deadline at Christmas.', encoding="utf-8")
    (tmp_path / "press.txt").write_text("From: Paris\nPeace is near.\n---\nFrom: Rome\nNever.\n", encoding="utf-8")
    run(folder, "S1901M", tmp_path / "turn.pdf", "--note", tmp_path / "note.txt", "--press", tmp_path / "press.txt")
    text = read_pdf(tmp_path / "turn.pdf")
    assert 'From the game master #panic("no") $x$ *bold* <b> No deadline at Christmas.' in text
    assert "Press Paris Peace is near." in text
    assert "Rome Never." in text


def test_the_same_sheet_is_a_page_that_prints(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("<script>alert(1)</script>", encoding="utf-8")
    run(folder, "F1901M", tmp_path / "turn.html", "--note", tmp_path / "note.txt")
    page = (tmp_path / "turn.html").read_text(encoding="utf-8")
    assert "<code>+ A PIC - BEL</code> The army in Picardy moved to Belgium." in page
    assert '<img src="data:image/svg+xml;base64,' in page
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_the_sheet_names_the_entry_in_which_the_phase_stands(folder: Path, tmp_path: Path) -> None:
    run(folder, "S1901M", tmp_path / "turn.html")
    entry = Game.load(folder).history.entries[0]
    assert f"entry 1, {entry.hash[:16]} of the game" in (tmp_path / "turn.html").read_text(encoding="utf-8")


def test_a_large_board_is_followed_by_its_theatres(tmp_path: Path) -> None:
    game = Game.new("colonia-vii")
    game.advance()
    game.save(tmp_path / "game")
    run(tmp_path / "game", "last", tmp_path / "turn.html")
    page = (tmp_path / "turn.html").read_text(encoding="utf-8")
    assert "<figcaption>Europe</figcaption>" in page
    assert "<figcaption>Antarctic</figcaption>" not in page, "no unit stands there"
    assert "A reconstruction: the map is lost." in page
    run(tmp_path / "game", "last", tmp_path / "plain.html", "--no-theatres")
    assert "<figcaption>" not in (tmp_path / "plain.html").read_text(encoding="utf-8")


def test_what_cannot_be_printed_is_refused(folder: Path, tmp_path: Path) -> None:
    assert "F1999M" in fail(folder, "F1999M", tmp_path / "turn.pdf")
    assert "ends in .pdf or .html" in fail(folder, "last", tmp_path / "turn.doc")
    assert "missing.txt" in fail(folder, "last", tmp_path / "turn.pdf", "--note", tmp_path / "missing.txt")
    Game.new("standard").save(tmp_path / "fresh")
    assert "no phase of this game is judged yet" in fail(tmp_path / "fresh", "last", tmp_path / "turn.pdf")


def test_without_the_extra_one_sentence_says_what_to_install(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    done = CliRunner().invoke(app, ["game", "zine", str(folder), "last", str(tmp_path / "turn.pdf")])
    assert isinstance(done.exception, MissingExtraError)
    assert "legation[print]" in str(done.exception)
    assert not (tmp_path / "turn.pdf").exists()
