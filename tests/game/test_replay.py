"""Going back to a phase with changed orders: what follows from it, known before anything is done."""

from collections.abc import Mapping, Sequence

import pytest

from legation import Game
from legation.board import PowerId, SpaceId
from legation.errors import RequestError
from legation.game import PutUnit, SetOwner, Stop, Way, read_changes
from legation.render.words import word_replay

FRANCE, GERMANY, AUSTRIA, RUSSIA = map(PowerId, ("FRANCE", "GERMANY", "AUSTRIA", "RUSSIA"))


def play(game: Game, *turns: Mapping[str, Sequence[str]]) -> Game:
    """Judge a phase for each set of orders."""
    for orders in turns:
        for power, lines in orders.items():
            game.set_orders(power, lines)
        game.advance()
    return game


def open_game() -> Game:
    """S1901M, F1901M, W1901A, S1902M are judged; France has taken Burgundy, Germany held."""
    return play(
        Game.new(),
        {"FRANCE": ["A PAR - BUR", "A MAR - SPA", "F BRE - MAO"], "GERMANY": ["A MUN H", "A BER H", "F KIE - DEN"]},
        {"FRANCE": ["A BUR - BEL", "A SPA - POR", "F MAO H"], "GERMANY": ["A MUN - RUH", "F DEN H", "A BER - KIE"]},
        {"FRANCE": ["BUILD A PAR", "BUILD A MAR"], "GERMANY": ["BUILD A MUN"]},
        {"FRANCE": ["A BEL H", "A PAR - PIC", "A POR H", "F MAO H", "A MAR H"], "GERMANY": ["A RUH H", "A KIE H"]},
    )


def is_sound(game: Game) -> bool:
    return game.verify() == ()


def test_without_replay_the_orders_of_all_undone_phases_are_on_file_as_they_open() -> None:
    game = open_game()
    judged = [dict(record.texts) for record in game.records]
    game.back("S1901M", note="misread")
    assert game.orders == judged[0]
    game.advance()
    assert (game.phase, game.orders) == ("F1901M", judged[1])
    game.advance()
    assert game.orders == judged[2]
    game.advance()
    assert game.orders == judged[3]
    game.advance()
    assert (game.phase, game.orders) == ("F1902M", {})
    assert is_sound(game)


def test_orders_that_no_longer_fit_are_not_on_file() -> None:
    game = open_game()
    game.back("S1901M", orders={FRANCE: ["A PAR - PIC"]})
    assert game.orders[FRANCE] == ("A MAR - SPA", "F BRE - MAO", "A PAR - PIC")
    game.advance()
    assert game.orders[FRANCE] == ("A SPA - POR", "F MAO H")


def test_one_line_changes_one_unit_and_the_game_stands_where_a_player_must_decide_anew() -> None:
    game = open_game()
    found = game.back("S1901M", orders={FRANCE: ["a par-pic"]}, replay=True, note="misread")
    assert (game.phase, found.stop) == ("F1901M", Stop.ORDERS_MISSING)
    assert [(one.phase.season.value, one.way) for one in found.phases][:2] == [("S", Way.AGAIN), ("F", Way.WAITING)]
    assert [str(unit) for missing in found.phases[1].missing for unit in missing.units] == ["A PIC"]
    assert game.units[FRANCE] == ["F MAO", "A PIC", "A SPA"]
    assert game.orders[FRANCE] == ("A SPA - POR", "F MAO H")
    assert game.orders[GERMANY] == ("A MUN - RUH", "F DEN H", "A BER - KIE")
    assert is_sound(game)


def test_with_holds_everything_is_judged_again() -> None:
    game = open_game()
    found = game.back("S1901M", orders={FRANCE: ["A PAR - PIC"]}, replay=True, holds=True, note="misread")
    assert found.stop is Stop.CAUGHT_UP
    assert game.phase == "F1902M"
    assert "BEL" not in game.centres[FRANCE]
    lines = "\n".join(word_replay(game.variant, found, open_game().state))
    assert "France A BUR - BEL: succeeds, now refused." in lines
    assert "France must give new orders: A PIC." in lines
    assert "BEL belongs to nobody, not France." in lines
    assert is_sound(game)


def test_a_dry_run_changes_nothing_and_tells_what_will_be_done() -> None:
    game = open_game()
    before = game.export_json()
    told = game.back("S1901M", orders={FRANCE: ["A PAR - PIC"]}, replay=True, holds=True, dry_run=True)
    assert game.export_json() == before
    done = game.back("S1901M", orders={FRANCE: ["A PAR - PIC"]}, replay=True, holds=True)
    assert done == told
    assert game.state == told.state


def test_an_order_that_makes_no_difference_leads_to_the_same_position() -> None:
    game = open_game()
    position = game.state.position
    found = game.back("S1902M", orders={GERMANY: ["A KIE S A RUH"]}, replay=True, note="support was misread")
    assert found.stop is Stop.CAUGHT_UP
    assert game.state.position == position
    assert found.phases[0].new is not None
    assert "A KIE S A RUH" in found.phases[0].new.texts[GERMANY]


def test_the_orders_on_file_now_stay_where_the_game_stands_in_the_same_phase() -> None:
    game = open_game()
    game.set_orders("FRANCE", ["A BEL - HOL"])
    game.back("S1902M", replay=True)
    assert game.orders == {FRANCE: ("A BEL - HOL",)}


def test_a_whole_sheet_replaces_all_orders_of_a_power() -> None:
    game = open_game()
    game.back("S1901M", orders={FRANCE: ["A PAR - PIC"], GERMANY: []}, whole_sheets=True)
    assert game.orders == {FRANCE: ("A PAR - PIC",)}


def test_retreats_that_become_necessary_stop_the_replay() -> None:
    setup = {"ITALY": ["A VEN - TYR"], "FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN H", "A BER - KIE"]}
    game = play(
        Game.new(), setup, {"FRANCE": ["A BUR - MUN"], "GERMANY": ["A MUN H"], "ITALY": ["A TYR H"]},
    )  # fmt: skip
    assert game.phase == "S1902M"
    found = game.back("F1901M", orders={PowerId("ITALY"): ["A TYR S A BUR - MUN"]}, replay=True)
    assert (game.phase, found.stop, found.phases[-1].way) == ("F1901R", Stop.ORDERS_MISSING, Way.NEW)
    assert [missing.power for missing in found.phases[-1].missing] == [GERMANY]
    assert is_sound(game)


def test_retreats_that_are_not_needed_any_more_are_left_out() -> None:
    game = play(
        Game.new(),
        {"ITALY": ["A VEN - TYR"], "FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN H", "A BER - KIE"]},
        {"FRANCE": ["A BUR - MUN"], "GERMANY": ["A MUN H"], "ITALY": ["A TYR S A BUR - MUN"]},
        {"GERMANY": ["A MUN - SIL"]},
    )
    found = game.back("F1901M", orders={PowerId("ITALY"): ["A TYR H"]}, replay=True, note="no support was given")
    assert [(str(one.phase), one.way) for one in found.phases] == [("F1901M", Way.AGAIN), ("F1901R", Way.NEEDLESS)]
    assert (game.phase, "A MUN" in game.units[GERMANY]) == ("S1902M", True)
    assert is_sound(game)


def test_the_game_master_says_where_the_game_shall_stand() -> None:
    game = open_game()
    found = game.back("S1901M", replay=True, until="W1901A")
    assert (game.phase, found.stop) == ("W1901A", Stop.ASKED)
    assert game.orders[FRANCE] == ("BUILD A PAR", "BUILD A MAR")
    with pytest.raises(RequestError, match="comes before"):
        game.back("F1901M", replay=True, until="S1901M")


def test_a_later_correction_is_made_again_or_named_where_it_does_not_fit() -> None:
    game = play(Game.new(), {"FRANCE": ["A PAR - BUR"]})
    changes = read_changes(game.variant, game.state, game.rulebook, put=["FRANCE A PIC"], centres=["BEL=FRANCE"])
    game.correct(changes, "forgotten")
    play(game, {"FRANCE": ["A BUR H", "A PIC H"]})
    again = game.back("S1901M", replay=True, dry_run=True)
    assert again.failed == ()
    assert again.state.position == game.state.position
    found = game.back("S1901M", orders={FRANCE: ["A PAR - PIC"]}, replay=True, dry_run=True)
    assert found.stop is Stop.CORRECTION_FAILS
    assert isinstance(found.failed[0].correction.changes[0], PutUnit)
    held = game.back("S1901M", orders={FRANCE: ["A PAR - PIC"]}, replay=True, holds=True)
    assert held.stop is Stop.CAUGHT_UP
    assert "is no longer possible" in "\n".join(word_replay(game.variant, held, game.state))
    assert is_sound(game)


def test_proposals_and_votes_are_kept_and_an_ending_by_vote_can_fall_away() -> None:
    game = play(Game.new(), {"FRANCE": ["A PAR - BUR"]})
    game.propose("FRANCE", "draw")
    for power in game.variant.powers:
        game.vote(power, True)
    game.advance()
    assert game.state.ending is not None
    again = game.back("S1901M", replay=True, dry_run=True)
    assert again.state == game.state
    assert again.stop is Stop.GAME_OVER
    found = game.back("S1901M", replay=True, until="F1901M", note="the draw was not agreed")
    assert (game.phase, found.state.ending, found.stop) == ("F1901M", None, Stop.ASKED)
    assert len(game.state.open_proposals) == 1
    assert "The ending no longer applies" in "\n".join(word_replay(game.variant, found, again.state))
    assert is_sound(game)


def test_facts_are_set_right_before_the_phase_is_judged_again() -> None:
    game = open_game()
    changes = [SetOwner(SpaceId("BEL"), GERMANY)]
    with pytest.raises(RequestError, match="needs a note"):
        game.back("S1902M", changes=changes, replay=True)
    game.back("S1902M", changes=changes, replay=True, note="Belgium was German")
    assert "BEL" in game.centres[GERMANY]
    assert is_sound(game)


def test_orders_of_a_power_in_civil_disorder_are_refused() -> None:
    game = Game.new()
    game.set_disorder("AUSTRIA", True)
    game.advance()
    with pytest.raises(RequestError, match="civil disorder"):
        game.back("S1901M", orders={AUSTRIA: ["A VIE - GAL"]})
