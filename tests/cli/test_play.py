"""``legation play``, driven through a pipe."""

from pathlib import Path

import pytest

from legation.board import PowerId
from legation.bots import GreedyBot
from legation.cli.order_entry import OrderEntry
from legation.cli.picture import write_picture
from legation.cli.play_session import PlaySession, Terminal
from legation.game import GameState, parse_phase
from legation.library import Game
from legation.variants import list_variants
from tests.kit import make_position


def play(variant: str, power: str, lines: str, years: int = 50) -> str:
    told: list[str] = []
    game = Game.new(variant)
    terminal = Terminal(told.append, lines=iter(lines.splitlines()))
    PlaySession(game, PowerId(power), terminal, seed=1, bot=GreedyBot()).run(game.variant.first_year + years)
    return "\n".join(told)


def test_a_person_orders_sees_results_and_leaves() -> None:
    told = play("standard", "FRANCE", "A PAR - BUR\nF BRE - MAO\narmy marseilles to spain\ndone\nquit\n")
    assert "You play France against 6 bots. 18 of 34 centres win." in told
    assert "+ A MAR - SPA" in told
    assert "Spring 1901, orders: results of your orders" in told
    assert "The army in Paris moved to Burgundy" in told
    assert "You leave the game." in told


def test_a_refusal_says_what_would_be_right() -> None:
    told = play("standard", "FRANCE", "A PAR - LON\nA LVP - WAL\nA XYZ - LON\nflub\n")
    assert "! The unit cannot reach that space. Possible: BRE, BUR, GAS or PIC." in told
    assert "! The unit belongs to another power." in told
    assert "Unknown space 'XYZ'" in told


def test_a_question_mark_lists_what_a_unit_may_do() -> None:
    told = play("standard", "FRANCE", "?\n? A PAR\n? paris\n? A LON\n? nowhere\n")
    assert "Without an order: F BRE, A MAR, A PAR." in told
    assert told.count("move to BRE Brest, BUR Burgundy, GAS Gascony, PIC Picardy") == 2
    assert "You have no unit in London." in told


def test_a_later_order_replaces_an_earlier_one_and_undo_takes_it_back() -> None:
    told = play("standard", "FRANCE", "A PAR - BUR\nA PAR - PIC\norders\nundo\norders\nundo\n")
    assert "A PAR - PIC (instead of the earlier order)" in told
    assert "Undone: A PAR - PIC" in told
    assert "Nothing written yet." in told
    assert "There is nothing to undo." in told


def test_several_orders_stand_on_one_line() -> None:
    told = play("standard", "FRANCE", "A PAR - BUR; A MAR S A PAR - BUR\nENGLAND: F LON - NTH\n")
    assert "+ A MAR S A PAR - BUR" in told
    assert "The heading 'ENGLAND' is not understood, or not of this power and phase" in told


def test_questions_about_the_board_and_the_results_are_answered() -> None:
    lines = "where gascony\nwhere xyzzy\nboard West\nboard nowhere\nresults\nexplain A PAR\nhelp\nA PAR - BUR\ndone\n"
    told = play("standard", "FRANCE", f"{lines}explain A PAR\nexplain A WAR - XYZ\nresults\n")
    assert "GAS  Gascony" in told
    assert "No such theatre; there are East, North, South, West." in told
    assert told.count("Nothing has been judged yet.") == 2
    assert "Write one order per line" in told
    assert "+ FRANCE A PAR - BUR" in told
    assert "unknown order" in told


def test_a_bot_fills_in_what_is_left() -> None:
    told = play("standard", "FRANCE", "A PAR H\nauto\nauto\n")
    assert "A PAR H" in told
    assert "There were no orders left to give." in told


@pytest.mark.parametrize("variant", list_variants())
def test_every_variant_can_be_played_with_help_only(variant: str) -> None:
    game = Game.new(variant)
    power = next(iter(game.variant.powers))
    told = play(variant, power, "auto\ndone\n" * 20, years=2)
    assert "At the end:" in told
    assert "! " not in told.replace("! A", "!A")


def test_a_newcomer_plays_colonia_vii_to_the_end() -> None:
    told = play("colonia-vii", "CHINA", "auto\ndone\n" * 400)
    assert "You leave the game." not in told
    assert " wins (C7-9a)." in told or "drawn between" in told


def test_votes_are_proposed_cast_and_counted() -> None:
    told = play("standard", "FRANCE", "vote yes\npropose draw\nvote perhaps\nvote no\nvote yes\npropose draw\ndone\n")
    assert "There are no proposals." in told
    assert "S1901M.1 draw: proposed, with your vote for it." in told
    assert "Write vote yes, vote no or vote none" in told
    assert "You vote no on S1901M.1 draw." in told
    assert "The same ending has already been proposed" in told
    assert "S1901M.1 draw: 1 of 7 powers for it, 7 needed: 6 short." in told


def test_an_empty_winter_is_passed_over_and_builds_are_asked_for() -> None:
    told = play("standard", "FRANCE", "auto\ndone\nauto\ndone\n?\nB A LON\nbuild army paris\nwaive\ndone\nquit\n")
    assert "You may build:" in told
    assert "+ A PAR B" in told


def entry(phase: str, position_units: dict[str, list[str]], centres: dict[str, list[str]]) -> OrderEntry:
    game = Game.new()
    state = GameState(parse_phase(phase), make_position(position_units, centres=centres))
    return OrderEntry(game.variant, game.rulebook, state, PowerId("FRANCE"))


def test_builds_are_counted_down() -> None:
    found = entry("W1901A", {"FRANCE": ["A BEL"]}, {"FRANCE": ["PAR", "MAR", "BEL"]})
    assert found.still_open() == ["2 builds"]
    assert [reply.is_taken for reply in found.take("A PAR B; B A MAR; B F BRE")] == [True, True, False]
    assert found.still_open() == []


def test_removals_are_counted_down() -> None:
    found = entry("W1901A", {"FRANCE": ["A BEL", "A PAR"]}, {"FRANCE": ["PAR"]})
    assert found.still_open() == ["1 removal"]
    assert found.take("remove A BEL")[0].is_taken
    assert found.still_open() == []


def test_a_letter_may_be_pasted_line_by_line() -> None:
    found = entry("S1901M", {"FRANCE": ["A PAR", "A MAR", "F BRE"]}, {})
    lines = [
        "Old orders:",
        "A PAR - PIC",
        "",
        "Spring 1901",
        "A PAR - BUR",
        "Fall 1901",
        "A MAR H",
        "",
        "France:",
        "F BRE H",
    ]
    taken = [line for line in lines if any(reply.is_taken for reply in found.take(line))]
    assert taken == ["A PAR - BUR", "F BRE H"]


def test_a_picture_is_drawn_before_each_phase(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    write_picture(Game.new(), file)
    assert file.read_text(encoding="utf-8").startswith("<svg")


def test_the_same_seed_and_lines_play_the_same_game() -> None:
    lines = "auto\ndone\n" * 8
    assert play("standard", "ITALY", lines) == play("standard", "ITALY", lines)
