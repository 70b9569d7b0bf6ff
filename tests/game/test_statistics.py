"""The figures and the turning points of games whose every order is written here."""

from dataclasses import replace

import pytest

from legation import Game
from legation.board import PowerId, SpaceId
from legation.game import (
    Attack,
    Ending,
    Fight,
    Holdings,
    OrderCount,
    OrderKind,
    PhaseFacts,
    SetOwner,
    Stab,
    SupportCount,
    TakeUnit,
    TurningPoint,
    TurnKind,
    list_turning_points,
    make_statistics,
    parse_phase,
    read_changes,
    read_facts,
    read_holdings,
)
from legation.render.words import word_turning_point
from tests.game.games import played_game
from tests.game.voting import STANDARD

AUSTRIA, ENGLAND, FRANCE, GERMANY, ITALY, RUSSIA = map(
    PowerId, ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA")
)
MUN, TYR, VIE, BUR = map(SpaceId, ("MUN", "TYR", "VIE", "BUR"))
SPRING, FALL = parse_phase("S1901M"), parse_phase("F1901M")


def play(game: Game, *phases: dict[str, list[str]]) -> Game:
    for orders in phases:
        for power, lines in orders.items():
            game.set_orders(power, lines)
        game.advance()
    return game


@pytest.fixture(scope="module")
def betrayal() -> Game:
    """Germany helps France into Burgundy; France walks on into Munich when Germany has left it."""
    return play(
        Game.new("standard"),
        {
            "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"],
            "GERMANY": ["A MUN S A PAR - BUR", "A BER S A MUN"],
            "AUSTRIA": ["A VIE - TYR", "A BUD - ATLANTIS"],
            "ITALY": ["A VEN - TYR"],
        },
        {"FRANCE": ["A BUR - MUN", "A MAR - SPA", "F MAO - POR"], "GERMANY": ["A MUN - TYR", "F KIE S A BUR - MUN"]},
    )


def test_orders_are_counted_by_power_and_kind(betrayal: Game) -> None:
    orders = betrayal.statistics.orders
    assert [count for count in orders if count.power == FRANCE] == [
        OrderCount(FRANCE, OrderKind.MOVE, 5, 5),
        OrderCount(FRANCE, OrderKind.SUPPORT, 1, 1),
    ]
    # Spring: A VIE - TYR bounced, A BUD's line was refused and it held, F TRI held. Fall: three held.
    assert [count for count in orders if count.power == AUSTRIA] == [
        OrderCount(AUSTRIA, OrderKind.HOLD, 5, 5),
        OrderCount(AUSTRIA, OrderKind.MOVE, 1, 0),
    ]
    # F KIE cannot reach Munich, so that its line of Fall was refused.
    assert betrayal.statistics.refused == {AUSTRIA: 1, GERMANY: 1}


def test_supports_are_counted_from_power_to_power(betrayal: Game) -> None:
    assert betrayal.statistics.supports == (
        SupportCount(FRANCE, FRANCE, 1, 1),
        SupportCount(GERMANY, FRANCE, 1, 1),
        SupportCount(GERMANY, GERMANY, 1, 1),
    )


def test_a_fight_is_counted_once_for_its_space_however_many_orders_tell_of_it(betrayal: Game) -> None:
    (front,) = betrayal.statistics.fronts
    assert front.powers == (AUSTRIA, ITALY)
    assert [(year.year, year.spaces) for year in front.years] == [(1901, (TYR,))]
    assert betrayal.statistics.battlegrounds == ((TYR, 1),)


def test_a_unit_is_idle_that_holds_though_nobody_attacks_or_supports_it(betrayal: Game) -> None:
    idle = betrayal.statistics.idle
    assert [(year.idle, year.units) for year in idle[FRANCE]] == [(0, 6)]
    # F KIE in Spring, A BER and F KIE in Fall; A MUN supported and then left.
    assert [(year.idle, year.units) for year in idle[GERMANY]] == [(3, 6)]


def test_a_centre_tells_who_held_it_since_when(betrayal: Game) -> None:
    stories = {story.space: story.tenures for story in betrayal.statistics.centres}
    assert [(tenure.owner, tenure.since) for tenure in stories[MUN]] == [(GERMANY, None), (FRANCE, FALL)]
    assert [(tenure.owner, tenure.since) for tenure in stories[SpaceId("SPA")]] == [(None, None), (FRANCE, FALL)]
    assert BUR not in stories


def test_to_attack_somebody_who_helped_last_turn_is_a_stab(betrayal: Game) -> None:
    assert betrayal.statistics.stabs == (Stab(FALL, FRANCE, GERMANY, (MUN,)),)


def test_the_turning_points_of_the_betrayal(betrayal: Game) -> None:
    assert betrayal.turning_points == (
        TurningPoint(TurnKind.FIRST_HOME, FALL, GERMANY, (FRANCE,), (MUN,)),
        TurningPoint(TurnKind.STAB, FALL, FRANCE, (GERMANY,), (MUN,), 1),
        TurningPoint(TurnKind.GAIN, FALL, FRANCE, (GERMANY,), number=3),
        TurningPoint(TurnKind.LEAD, FALL, FRANCE, (RUSSIA,), number=6),
    )
    assert [word_turning_point(STANDARD, point, None) for point in betrayal.turning_points] == [
        "Munich was the first home centre to fall: France took it from Germany.",
        "France stabbed Germany and took Munich.",
        "France made the largest gain of any year: 3 centres, some of them from Germany.",
        "France took the lead from Russia, with 6 centres.",
    ]


def test_an_attack_that_the_other_helps_is_no_stab() -> None:
    game = play(
        Game.new("standard"),
        {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN S A PAR - BUR"]},
        {"FRANCE": ["A BUR - MUN"], "GERMANY": ["A MUN - TYR", "A BER S A BUR - MUN"]},
    )
    assert game.state.position.owners[MUN] == FRANCE
    assert game.statistics.stabs == ()


@pytest.fixture(scope="module")
def ferrying() -> PhaseFacts:
    """Ships of others take an army aboard and let one off; one ship is attacked meanwhile, and one sails."""
    game = Game.new("colonial-variant")
    put = ["KHOUFAX F PO7", "UNION F NA10", "GENETTE A NA10 aboard", "OCEANIA A NA13", "BERENIA F PO2"]
    game.correct(read_changes(game.variant, game.state, game.rulebook, put=[*put, "ELUNIA A PO2 aboard"]), "to try")
    return play(
        game,
        {
            "KHOUFAX": ["F PO7 E A NA7"],
            "OCEANIA": ["A NA7 - PO7", "A NA13 - NA10"],
            "UNION": ["F NA10 H"],
            "GENETTE": ["A NA10 - NA11"],
            "BERENIA": ["F PO2 - PO1"],
        },
    ).phase_facts[-1]


def test_going_aboard_anothers_ship_is_no_attack_and_a_ship_that_let_its_army_off_has_not_left(
    ferrying: PhaseFacts,
) -> None:
    assert ferrying.attacks == (Attack(PowerId("OCEANIA"), PowerId("UNION"), SpaceId("NA10")),)


def test_ships_that_let_armies_off_and_armies_under_way_are_not_idle(ferrying: PhaseFacts) -> None:
    """Their other units do nothing: those of the start, less those named above."""
    assert ferrying.units is not None
    assert ferrying.idle == {
        power: ferrying.units[power] - len(busy)
        for power, busy in {
            PowerId("BERENIA"): ["F PO2"],
            PowerId("COLONGRAD"): [],
            PowerId("ELUNIA"): ["A PO2"],
            PowerId("GENETTE"): ["A NA10"],
            PowerId("KHOUFAX"): ["F PO7"],
            PowerId("OCEANIA"): ["A NA7", "A NA13"],
            PowerId("UNION"): ["F NA10"],
        }.items()
    }


def test_who_fought_since_the_help_cannot_be_stabbed() -> None:
    quiet: dict[str, list[str]] = {}
    attack = {"FRANCE": ["A BUR - MUN"]}
    help_first = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN S A PAR - BUR"]}
    game = play(Game.new("standard"), help_first, attack, quiet, attack)
    assert [stab.phase for stab in game.statistics.stabs] == [FALL]
    # Spring 1901 counts in the four movement phases up to Spring 1903; nobody builds, so there are no Winters.
    late = play(Game.new("standard"), help_first, quiet, quiet, quiet, attack)
    assert [str(stab.phase) for stab in late.statistics.stabs] == ["S1903M"]
    later = play(Game.new("standard"), help_first, quiet, quiet, quiet, quiet, attack)
    assert str(later.records[-1].phase) == "F1903M"
    assert later.statistics.stabs == ()


def test_a_power_falls_with_its_last_centre_by_whom_took_it() -> None:
    game = Game.new("standard")
    units = [TakeUnit(unit) for unit in game.state.position.units_of(AUSTRIA)]
    game.correct([*units, SetOwner(SpaceId("BUD"), None), SetOwner(SpaceId("TRI"), None)], "a small Austria")
    play(game, {"GERMANY": ["A MUN - TYR"]}, {"GERMANY": ["A TYR - VIE"]})
    assert game.turning_points == (
        TurningPoint(TurnKind.FIRST_HOME, FALL, AUSTRIA, (GERMANY,), (VIE,)),
        TurningPoint(TurnKind.FALL, FALL, AUSTRIA, (GERMANY,)),
    )
    assert word_turning_point(STANDARD, game.turning_points[1], None) == "Germany put Austria out of the game."


def holdings(**counts: int) -> Holdings:
    """So many centres, as powers own them at the start and then any others; who has none is out."""
    start = read_holdings(STANDARD, STANDARD.rulebook, STANDARD.start)
    numbers = {power: counts.get(power, 0) for power in STANDARD.powers}
    return replace(start, counts=numbers, alive=frozenset(power for power, number in numbers.items() if number))


def judged(phase: str, before: Holdings, after: Holdings, ending: Ending | None = None) -> PhaseFacts:
    return PhaseFacts(parse_phase(phase), before, after, ending)


def test_the_winner_took_the_lead_for_good_when_it_last_passed_all_others() -> None:
    first = holdings(FRANCE=5, RUSSIA=5, ITALY=4)
    france = holdings(FRANCE=7, RUSSIA=5, ITALY=2)
    even = holdings(FRANCE=7, RUSSIA=7)
    russia = holdings(FRANCE=4, RUSSIA=10)
    end = Ending("victory", (RUSSIA,), parse_phase("F1904M"))
    facts = [
        judged("F1901M", first, france),
        judged("F1902M", france, even),
        judged("F1903M", even, russia),
        judged("F1904M", russia, russia, end),
    ]
    points = list_turning_points(STANDARD, first, facts)
    assert [(point.kind.value, str(point.phase), point.power, point.number) for point in points] == [
        ("lead", "F1901M", FRANCE, 7),
        ("fall", "F1902M", ITALY, 0),
        ("gain", "F1903M", RUSSIA, 3),
        ("loss", "F1903M", FRANCE, 3),
        ("lead_kept", "F1903M", RUSSIA, 10),
        ("end", "F1904M", None, 0),
    ]
    assert word_turning_point(STANDARD, points[0], end) == "France took the lead, with 7 centres."
    assert word_turning_point(STANDARD, points[4], end) == (
        "Russia took the lead from France with 10 centres and kept it until the end."
    )
    assert word_turning_point(STANDARD, points[5], end) == "Russia wins."


def test_who_loses_the_last_home_centre_and_plays_on_is_told() -> None:
    before = read_holdings(STANDARD, STANDARD.rulebook, STANDARD.start)
    owners = {space: (ITALY if owner == AUSTRIA else owner) for space, owner in before.owners.items()}
    after = replace(before, owners=owners)
    points = list_turning_points(STANDARD, before, [judged("F1902R", before, after)])
    lost = [point for point in points if point.kind is TurnKind.HOMES_LOST]
    assert [(point.power, point.others, set(point.spaces)) for point in lost] == [
        (AUSTRIA, (ITALY,), {"BUD", "TRI", "VIE"})
    ]
    assert word_turning_point(STANDARD, lost[0], None) == "Austria lost its last home centre, to Italy, and played on."


def test_a_unit_that_is_driven_out_fought_the_unit_that_did_it_and_no_supporter_elsewhere() -> None:
    game = play(
        Game.new("standard"),
        {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - RUH", "A BER - MUN"]},
        {"GERMANY": ["A RUH - BUR", "A MUN S A RUH - BUR"]},
    )
    assert read_facts(game.variant, game.rulebook, game.records[1]).fights == (Fight((FRANCE, GERMANY), BUR),)


def test_two_units_that_meet_head_on_fight_for_both_spaces() -> None:
    game = play(
        Game.new("standard"),
        {"FRANCE": ["A PAR - BUR"]},
        {"FRANCE": ["A BUR - MUN"], "GERMANY": ["A MUN - BUR"]},
    )
    fights = read_facts(game.variant, game.rulebook, game.records[1]).fights
    assert fights == (Fight((FRANCE, GERMANY), BUR), Fight((FRANCE, GERMANY), MUN))


@pytest.mark.parametrize("variant", ["colonia-vii", "colonial-variant"])
def test_every_figure_adds_up(variant: str) -> None:
    game = played_game(variant, 12)
    found = game.statistics
    held = sum(len(year.spaces) for front in found.fronts for year in front.years)
    assert held == sum(number for _, number in found.battlegrounds)
    units = sum(len(record.before.position.units) for record in game.records if record.phase.kind.value == "M")
    assert units == sum(year.units for years in found.idle.values() for year in years)
    last = {story.space: story.tenures[-1].owner for story in found.centres if story.tenures[-1].owner}
    counted = {space for space, found in game.variant.board.spaces.items() if found.centre.is_counted}
    assert last == {space: owner for space, owner in game.state.position.owners.items() if space in counted}


def test_a_game_of_which_nothing_was_judged_has_no_figures_and_no_turning_points() -> None:
    game = Game.new("standard")
    assert game.turning_points == ()
    assert game.statistics.orders == ()
    start = read_holdings(game.variant, game.rulebook, game.history.setup.start.position)
    assert game.statistics == make_statistics(game.variant, start, [])
    assert ENGLAND in game.statistics.idle
