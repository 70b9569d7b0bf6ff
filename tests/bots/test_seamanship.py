"""What bots do with ships and homes, and that it is counted rightly."""

from benchmarks.convoy_chances import ConvoyLog
from benchmarks.seamanship import Landing, SeaLog, play

from legation.board import LocationId, PowerId, SpaceId, UnitKind
from legation.bots.atlas import atlas_of
from legation.library import Game


def see(game: Game, log: SeaLog, **orders: list[str]) -> None:
    """Judge one phase with these orders, and let the log look on."""
    for power, lines in orders.items():
        game.set_orders(power, lines)
    log.see(game.advance())


def test_a_voyage_is_a_landing_and_worth_it_where_no_march_leads() -> None:
    game = Game.new("colonial-variant")
    log = SeaLog(game)
    see(game, log, OCEANIA=["F BI2 - PO7", "A NA7 H"])
    see(game, log, OCEANIA=["F PO7 E A NA7", "A NA7 - PO7"])
    while game.state.phase.kind.value != "M":
        log.see(game.advance())
    see(game, log, OCEANIA=["F PO7 H", "A PO7 - BI2"])
    assert log.landings == [Landing(SpaceId("NA7"), SpaceId("BI2"), turns=2, walk=None)]
    assert log.landings[0].was_worth_it


def test_a_voyage_that_a_march_would_have_matched_was_not_worth_it() -> None:
    assert not Landing(SpaceId("NA7"), SpaceId("NA10"), turns=2, walk=2).was_worth_it
    assert Landing(SpaceId("NA7"), SpaceId("NA10"), turns=2, walk=3).was_worth_it


def test_an_army_aboard_sails_lands_and_marches() -> None:
    atlas = atlas_of(Game.new("colonial-variant").variant.board)
    ways = atlas.voyage_steps(SpaceId("NA7"))
    assert ways[LocationId("PO7")] == 1
    assert ways[LocationId("BI2")] == 2
    assert atlas.shipped_steps(SpaceId("NA7"))[LocationId("BI2")] == 2


def test_who_leaves_an_entered_centre_before_it_is_taken_walked_in_and_out() -> None:
    game = Game.new()
    log = SeaLog(game)
    see(game, log, GERMANY=["A MUN - BUR", "F KIE - DEN"], FRANCE=["A PAR - PIC"])
    see(game, log, GERMANY=["A BUR - PAR", "F DEN - BAL"], FRANCE=["A PIC H"])
    assert log.walked_out == [(PowerId("GERMANY"), SpaceId("DEN"), 1901)]
    assert log.idle_walks == log.walked_out


def test_two_powers_that_take_each_others_homes_have_swapped_them() -> None:
    game = Game.new()
    log = SeaLog(game)
    see(game, log, GERMANY=["A MUN - BUR"], FRANCE=["A PAR - PIC", "F BRE - ENG"])
    see(game, log, GERMANY=["A BUR - PAR"], FRANCE=["A PIC - BEL"])
    while game.state.phase.year == 1901:
        log.see(game.advance())
    assert log.swaps == []
    see(game, log, FRANCE=["A MAR - BUR"])
    see(game, log, FRANCE=["A BUR - MUN"], GERMANY=["A PAR H"])
    while game.state.phase.year == 1902:
        log.see(game.advance())
    assert log.swaps == [(PowerId("FRANCE"), PowerId("GERMANY"), 1902)]


def test_armies_of_the_colonial_variant_go_by_ship_where_that_is_sooner() -> None:
    landings = play("colonial-variant", "greedy", 7, 8).landings
    assert landings
    assert 5 * sum(landing.was_worth_it for landing in landings) >= 4 * len(landings)


def test_what_a_convoy_would_save_is_counted_for_each_army() -> None:
    """London is an island for an army: Paris, Munich and Liverpool know no sea or none that helps more."""
    game = Game.new()
    log = ConvoyLog(game)
    for power, lines in {"ENGLAND": ["A LVP - YOR", "F LON - NTH"]}.items():
        game.set_orders(power, lines)
    record = game.advance()
    log.see(record)
    armies = [unit for unit in record.before.position.units.values() if unit.kind is UnitKind.ARMY]
    assert log.armies == len(armies) == 13
    assert log.inland + sum(log.saved.values()) == 13
    ashore = {"PAR", "MUN", "BUD", "VIE", "MOS", "WAR"}  # no sea touches these homes of armies
    assert log.inland == len(ashore)
    assert log.ready == 0, "no fleet is at sea yet"
    log = ConvoyLog(game)
    log.see(game.advance())
    assert log.ready == 1, "from York by the North Sea to Norway, Denmark, Holland or Belgium"
