import json
import shutil
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from legation import Game
from legation.board import PowerId
from legation.cli import game, import_foreign, report, verify
from legation.errors import LegationError
from legation.render.words import word_marks, word_phase
from tests.game.games import busy_game

app = typer.Typer()
app.add_typer(game.app, name="game")
app.command("verify")(verify.verify)
app.command("report")(report.report)
app.command("import")(import_foreign.import_foreign)


def run(*arguments: str | Path, stdin: str = "", code: int = 0) -> str:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)
    assert done.exit_code == code, f"{done.output}{done.exception!r}"
    return done.output


def fail(*arguments: str | Path, stdin: str = "") -> str:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)
    assert isinstance(done.exception, LegationError), f"{done.output}{done.exception!r}"
    return str(done.exception)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    run("game", "new", "standard", tmp_path / "game", "--player", "FRANCE=Ann")
    return tmp_path / "game"


def test_a_game_is_begun_with_rules_switches_and_players(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    said = run(
        "game", "new", "standard", folder, "--rules", "1971", "--option", "removal_target=owned",
        "--option", "decline_builds=no", "--player", "fra=Ann",
    )  # fmt: skip
    assert "Spring 1901" in said
    loaded = Game.load(folder)
    assert loaded.rulebook.multi_route.value == "any"
    assert not loaded.rulebook.decline_builds
    assert loaded.history.players == {"FRANCE": "Ann"}
    assert "holds a game already" in fail("game", "new", "standard", folder)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("mars",), "unknown variant"),
        (("standard", "--rules", "1812"), "1812"),
        (("standard", "--option", "gravity=off"), "options.gravity"),
        (("standard", "--option", "gravity"), "--option"),
        (("standard", "--module", "dragons"), "modules"),
        (("standard", "--player", "MARS=Ann"), "MARS"),
    ],
)
def test_a_game_that_cannot_be_begun_leaves_no_folder(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    assert words in fail("game", "new", arguments[0], tmp_path / "game", *arguments[1:])
    assert not (tmp_path / "game").exists()


def test_orders_say_what_was_read_and_refused_and_give_receipts(folder: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("France:\nA PAR - BUR\nA MAR - LON\nGERMANY\nA MUN - BUR; F KIE - DEN", "utf-8")
    said = run("game", "orders", folder, letter)
    assert "FRANCE: 1 read, 1 refused" in said
    assert "no order for F BRE, A MAR" in said
    assert "+ F KIE - DEN" in said
    assert f"receipt {Game.load(folder).receipt('FRANCE')}" in said
    assert "receipt GERMANY-S1901M-" in said
    status = run("game", "status", folder)
    assert "ITALY        no orders yet" in status
    assert "1 read, 1 refused" in status


def test_orders_are_added_replaced_and_withdrawn(folder: Path) -> None:
    run("game", "orders", folder, "-", "--power", "france", stdin="A PAR - BUR\nF BRE - MAO\n")
    run("game", "orders", folder, "-", "--power", "france", "--add", stdin="A PAR - PIC\n")
    assert Game.load(folder).orders == {"FRANCE": ("F BRE - MAO", "A PAR - PIC")}
    run("game", "orders", folder, "-", "--power", "france", stdin="A PAR H\n")
    assert Game.load(folder).orders == {"FRANCE": ("A PAR H",)}
    run("game", "orders", folder, "--withdraw", "FRANCE")
    assert Game.load(folder).orders == {}


def test_a_letter_of_one_power_has_no_headings_of_others(folder: Path) -> None:
    told = run("game", "orders", folder, "-", "--power", "FRANCE", stdin="A MAR H\nGermany\nA BER H\n")
    assert "FRANCE: 1 read, 2 refused" in told
    assert Game.load(folder).orders == {"FRANCE": ("A MAR H", "(Germany:)", "(Germany:) A BER H")}


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        ((), "", "name a letter"),
        (("-",), "A BUR H", "not under a power's heading"),
        (("-",), "", "no orders in it"),
        (("-", "--power", "MARS"), "A PAR H", "MARS"),
        (("no-such-file",), "", "no-such-file"),
        (("--withdraw", "MARS"), "", "MARS"),
    ],
)
def test_a_letter_that_cannot_be_used_changes_nothing(
    arguments: tuple[str, ...], stdin: str, words: str, folder: Path
) -> None:
    run("game", "orders", folder, "-", stdin="FRANCE: A PAR H")
    assert words in fail("game", "orders", folder, *arguments, stdin=stdin)
    assert Game.load(folder).orders == {"FRANCE": ("A PAR H",)}


def test_advance_tells_the_results_and_who_sent_nothing(folder: Path) -> None:
    run("game", "orders", folder, "-", stdin="FRANCE: A PAR - BUR\nGERMANY: A MUN - BUR")
    said = run("game", "advance", folder)
    assert "stood off from Burgundy" in said
    assert "No orders came from Austria, England, Italy, Russia and Turkey." in said
    assert "Next: Fall 1901, orders." in said
    assert run("verify", folder).startswith("sound: 1 entries, 1 phases judged again\nthe chain ends in ")


def test_a_receipt_leads_back_to_the_orders(folder: Path) -> None:
    run("game", "orders", folder, "-", stdin="FRANCE: A PAR - BUR")
    receipt = Game.load(folder).receipt("FRANCE")
    assert "stands for no orders" in fail("game", "receipt", folder, receipt)
    run("game", "advance", folder)
    assert "A PAR - BUR" in run("game", "receipt", folder, receipt)


def test_proposals_and_votes_are_taken_back(folder: Path) -> None:
    run("game", "propose", folder, "france", "draw")
    run("game", "vote", folder, "Italy", "yes")
    assert "ITALY withdraws its vote on S1901M.1, draw" in run("game", "vote", folder, "Italy", "none")
    assert "0 of 7 powers for it" in run("game", "status", folder)
    assert "Only the power that made a proposal" in fail("game", "withdraw-proposal", folder, "Italy", "S1901M.1")
    assert "S1901M.1: FRANCE withdraws draw" in run("game", "withdraw-proposal", folder, "France")
    assert "S1901M.1" not in run("game", "status", folder)
    assert "S1901M.2: ITALY proposes draw" in run("game", "propose", folder, "Italy", "draw")
    run("game", "advance", folder)
    assert run("verify", folder).startswith("sound")


def test_proposals_and_votes_end_a_game(folder: Path) -> None:
    assert "S1901M.1: FRANCE proposes draw" in run("game", "propose", folder, "france", "draw")
    assert "already been proposed. See S1901M.1." in fail("game", "propose", folder, "Italy", "draw")
    assert "a win cannot be voted" in fail("game", "propose", folder, "Italy", "ITALY")
    assert "expected yes, no or none" in fail("game", "vote", folder, "Italy", "maybe")
    assert "no such open proposal" in fail("game", "vote", folder, "Italy", "yes", "S1901M.7")
    powers = sorted(Game.load(folder).variant.powers)
    for power in powers[:-1]:
        run("game", "vote", folder, power, "yes")
    assert "6 of 7 powers for it, 7 needed: 1 short" in run("game", "status", folder)
    run("game", "vote", folder, powers[-1], "yes", "s1901m.1")
    said = run("game", "advance", folder)
    assert "carried" in said
    assert "The game is over." in said
    status = run("game", "status", folder)
    assert "Spring 1901, orders: the game is over" in status
    places = "Final places: 1 Austria, England, France, Germany, Italy, Russia and Turkey."
    assert places in status
    assert places in said
    assert places in run("report", folder)
    assert "Spring 1901, orders" in run("report", folder)
    assert "Fall 1901" not in run("report", folder)
    assert "over" in fail("game", "advance", folder)
    assert "over" in fail("game", "orders", folder, "-", stdin="FRANCE: A PAR H")
    assert run("verify", folder).startswith("sound")


def test_undo_correct_disorder_and_seat_are_told_in_the_history(folder: Path) -> None:
    run("game", "orders", folder, "-", stdin="FRANCE: A PAR - BUR")
    run("game", "advance", folder)
    assert "with the orders of FRANCE" in run("game", "back", folder, "S1901M", "--note", "late letter")
    run(
        "game", "correct", folder, "--note", "misprint", "--remove", "A PAR", "--unit", "FRANCE A PIC",
        "--centre", "BEL=FRANCE",
    )  # fmt: skip
    run("game", "disorder", folder, "Turkey", "on")
    run("game", "seat", folder, "France", "Bob", "--note", "substitute")
    told = run("game", "history", folder)
    for words in ("S1901M judged", "back to S1901M, before entry 1: late letter", "FRANCE A PAR taken off", "misprint"):
        assert words in told
    assert "TURKEY falls into civil disorder" in told
    assert "FRANCE is played by Bob" in told
    assert "TURKEY       in civil disorder" in run("game", "status", folder)
    run("game", "disorder", folder, "Turkey", "off")
    assert "in civil disorder" not in run("game", "status", folder)
    assert run("verify", folder).startswith("sound: 6 entries, 0 phases judged again\nthe chain ends in ")
    assert "expected on or off" in fail("game", "disorder", folder, "Turkey", "perhaps")
    assert "was not judged in this game" in fail("game", "back", folder, "F1999M")


def test_a_game_goes_out_as_a_saved_game_and_comes_in_again(tmp_path: Path) -> None:
    played = Game.new("standard")
    played.set_orders("FRANCE", ["A PAR - BUR", "F BRE - MAO"])
    played.advance()
    played.save(tmp_path / "one")
    run("game", "export", tmp_path / "one", tmp_path / "saved.json", "--saved-game")
    text = (tmp_path / "saved.json").read_text("utf-8")
    assert (json.loads(text)["id"], text[-1]) == ("one", "\n")
    assert run("import", tmp_path / "saved.json", tmp_path / "in").endswith(
        "1 games, 0 differences, 0 of them unexplained\n"
    )
    again = Game.load(tmp_path / "in" / "saved")
    assert "A BUR" in again.units[PowerId("FRANCE")]
    assert again.state.position == played.state.position
    busy_game().save(tmp_path / "colonies")
    assert "which that form cannot hold" in fail("game", "export", tmp_path / "colonies", "--saved-game")


def test_export_and_import_round_trip_exactly(tmp_path: Path) -> None:
    busy_game().save(tmp_path / "one")
    run("game", "export", tmp_path / "one", tmp_path / "game.json")
    assert "entries" in run("game", "import", tmp_path / "game.json", tmp_path / "two")
    assert run("game", "export", tmp_path / "two") == (tmp_path / "game.json").read_text("utf-8")
    assert "holds a game already" in fail("game", "import", tmp_path / "game.json", tmp_path / "two")


def test_an_export_is_verified_without_a_folder(tmp_path: Path) -> None:
    busy_game().save(tmp_path / "one")
    run("game", "export", tmp_path / "one", tmp_path / "game.json")
    assert run("verify", tmp_path / "game.json") == run("verify", tmp_path / "one")


def test_a_forged_export_is_refused(tmp_path: Path) -> None:
    busy_game().save(tmp_path / "one")
    run("game", "export", tmp_path / "one", tmp_path / "game.json")
    data = json.loads((tmp_path / "game.json").read_text("utf-8"))
    data["entries"][1]["event"]["judged"]["record"]["texts"] = {}
    (tmp_path / "game.json").write_text(json.dumps(data), "utf-8")
    assert "was changed" in fail("game", "import", tmp_path / "game.json", tmp_path / "two")
    assert not (tmp_path / "two").exists()


def test_verify_names_what_was_changed_and_ends_with_a_status(folder: Path) -> None:
    run("game", "advance", folder)
    file = folder / "records" / "0001-S1901M.json"
    file.write_text(file.read_text("utf-8").replace("A PAR", "A GAS", 1), "utf-8")
    said = run("verify", folder, code=1)
    assert "records/0001-S1901M.json" in said
    assert "changed" in said


def test_a_report_is_for_everybody_or_for_one_power(tmp_path: Path) -> None:
    busy_game().save(tmp_path)
    public = run("report", tmp_path)
    assert "nonsense" not in public
    assert "nonsense" in run("report", tmp_path, "--power", "france")
    assert run("report", tmp_path, "--format", "markdown").startswith("# Colonia III\n")
    first = Game.load(tmp_path).records[0].phase
    assert word_phase(first) in run("report", tmp_path, "--phase", str(first))
    assert len(run("report", tmp_path, "--phase", "all")) > len(public)
    assert "was not judged" in fail("report", tmp_path, "--phase", "S1999M")
    assert "MARS" in fail("report", tmp_path, "--power", "MARS")


@pytest.mark.parametrize("command", ["status", "history", "advance", "export"])
def test_a_folder_without_a_game_is_named(command: str, tmp_path: Path) -> None:
    assert "there is no game here" in fail("game", command, tmp_path)
    assert "no-such-folder" in fail("game", command, tmp_path / "no-such-folder")


def test_the_status_lists_what_rules_know_about_spaces(tmp_path: Path) -> None:
    game = Game.new("standard", modules=("gigaton-bomb",))
    game.set_orders("FRANCE", ["BOMB PAR - MOS", "BOMB BRE - NTH"])
    game.advance()
    game.save(tmp_path / "bombs")
    said = run("game", "status", tmp_path / "bombs")
    marks = list(word_marks(game.variant, game.rulebook, game.state.position))
    assert len(marks) > 20
    assert all(mark in said for mark in marks)
    assert any("MOS" in mark or "Moscow" in mark for mark in marks)


def test_a_misread_order_is_changed_some_phases_later_and_the_differences_are_told_first(folder: Path) -> None:
    for letter in ("FRANCE: A PAR - BUR; A MAR H", "FRANCE: A BUR - BEL", "FRANCE: BUILD A PAR"):
        run("game", "orders", folder, "-", stdin=letter)
        run("game", "advance", folder)
    before = run("game", "history", folder)
    told = run("game", "back", folder, "S1901M", "-", "--replay", "--dry-run", stdin="A PAR - PIC")
    assert "France A PAR - BUR: succeeds, now not given." in told
    assert "On the board now: France A PIC." in told
    assert "France must give new orders: A PIC." in told
    assert "The game is now in Fall 1901, orders: players must give new orders." in told
    assert run("game", "history", folder) == before
    done = run("game", "back", folder, "S1901M", "-", "--replay", "--hold", "--note", "misread", stdin="A PAR - PIC")
    assert "Winter 1901, builds: is no longer played." in done
    assert "Back to Spring 1902, orders" in done
    assert run("verify", folder).startswith("sound")


def test_one_letter_holds_the_orders_of_all_without_headings(folder: Path) -> None:
    said = run("game", "orders", folder, "-", stdin="A PAR - BUR\nF LON - NTH\nA MAR - SPA")
    assert "FRANCE: 2 read" in said
    assert "ENGLAND: 1 read" in said
    assert "is not under a power's heading" in fail("game", "orders", folder, "-", stdin="A BUR - MUN")


ZINE = """Fall 1905
Austria: A Boh, A Tyr
Centres: home
Germany: A Mun, F Kie, A Ber
Centres: home
"""


def test_a_game_begins_with_a_position_from_a_zine(tmp_path: Path) -> None:
    (tmp_path / "zine.txt").write_text(ZINE, encoding="utf-8")
    said = run("game", "new", "standard", tmp_path / "game", "--position", tmp_path / "zine.txt", "--player", "aus=Ann")
    assert "Fall 1905" in said
    assert "England, France, Italy, Russia and Turkey are not named" in said
    loaded = Game.load(tmp_path / "game")
    assert loaded.units[PowerId("GERMANY")] == ["A BER", "F KIE", "A MUN"]
    assert loaded.verify() == ()
    run("verify", tmp_path / "game")


def test_the_phase_can_be_named_beside_the_position(tmp_path: Path) -> None:
    (tmp_path / "zine.txt").write_text(ZINE.replace("Fall 1905\n", ""), encoding="utf-8")
    arguments = ("game", "new", "standard", tmp_path / "game", "--position", tmp_path / "zine.txt")
    assert "names no phase" in fail(*arguments)
    assert "Spring 1906" in run(*arguments, "--phase", "Spring 1906")


def test_past_turns_are_judged_and_compared(tmp_path: Path) -> None:
    (tmp_path / "zine.txt").write_text(ZINE, encoding="utf-8")
    turn = "Austria: A Boh - Mun, A Tyr S A Boh - Mun\nPosition\nAustria: A Mun, A Tyr\nGermany: F Kie, A Ber, A Ruh"
    (tmp_path / "turn.txt").write_text(turn, encoding="utf-8")
    arguments = ("game", "new", "standard", tmp_path / "game", "--position", tmp_path / "zine.txt")
    assert "RUH: printed GERMANY A RUH, judged none." in fail(*arguments, "--turn", tmp_path / "turn.txt")
    assert not (tmp_path / "game").exists()
    said = run(*arguments, "--turn", tmp_path / "turn.txt", "--as-printed")
    assert "Fall 1905, retreats" in said
    history = run("game", "history", tmp_path / "game")
    assert "as printed: turn.txt" in history


def test_a_packed_folder_is_imported(tmp_path: Path, folder: Path) -> None:
    packed = shutil.make_archive(str(tmp_path / "packed"), "zip", folder)
    run("game", "import", packed, tmp_path / "copy")
    assert Game.load(tmp_path / "copy").history.genesis == Game.load(folder).history.genesis


def test_figures_and_turning_points_are_printed(tmp_path: Path) -> None:
    game = Game.new("standard")
    for orders in (
        {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN S A PAR - BUR"]},
        {"FRANCE": ["A BUR - MUN"], "GERMANY": ["A MUN - TYR"]},
    ):
        for power, lines in orders.items():
            game.set_orders(power, lines)
        game.advance()
    game.save(tmp_path / "game")
    said = run("game", "stats", tmp_path / "game")
    assert "  Fall 1901, orders: France stabbed Germany and took Munich.\n" in said
    assert "  Germany: 1 for France (1 given)\n" in said
    assert "  France: 4 of 4 holds, 2 of 2 moves\n" in said
    assert "  Munich: Germany, France from F1901M\n" in said
    found = json.loads(run("game", "stats", tmp_path / "game", "--format", "json"))
    assert found["stabs"] == [{"phase": "F1901M", "by": "FRANCE", "against": "GERMANY", "spaces": ["MUN"]}]
