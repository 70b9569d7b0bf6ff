"""The Gigaton Bomb, clause by clause, on the regular board."""

from dataclasses import replace

import pytest

from legation.board import CentreKind, LocationId, Position, PowerId, SpaceId
from legation.errors import RequestError
from legation.game import PhaseRecord, read_changes
from legation.judge import (
    BombMark,
    DislodgedBombs,
    Fate,
    Reason,
    Rulebook,
    list_adjustments,
    list_marks,
    list_retreats,
)
from legation.library import Game
from legation.orders import Bomb, Fault, format_order, write_submissions
from legation.render.words import word_rejection
from legation.variants import add_modules, load_variant
from tests.carriage import load_ships
from tests.contract.kit import judge_json
from tests.kit import (
    STANDARD,
    Judged,
    Letters,
    judge_position,
    judge_retreat_orders,
    judge_winter,
    make_position,
    rules,
)

BOMB = "gigaton-bomb"


def armed(profile: str = "1971") -> Rulebook:
    return add_modules(rules(profile), [BOMB])


def play(
    orders: Letters,
    units: Letters,
    memory: object = None,
    centres: Letters | None = None,
    rulebook: Rulebook | None = None,
) -> Judged:
    position = make_position(units, centres=centres)
    if memory is not None:
        position = position._replace(memory={BOMB: memory})
    return judge_position(position, orders, rulebook or armed())


def lying(position: Position) -> dict[str, tuple[str, int]]:
    """Where bombs lie, whose they are, and how many."""
    memory = position.memory[BOMB]
    assert isinstance(memory, dict)
    return {space: (entry["owner"], entry["count"]) for space, entry in memory["bombs"].items()}


def bombs(**places: tuple[str, int]) -> dict[str, object]:
    """A memory with bombs in some places."""
    return {"bombs": {space: {"owner": owner, "count": count} for space, (owner, count) in places.items()}}


def faults(result: Judged) -> list[Fault]:
    return [rejection.fault for rejection in result.book.rejections]


@pytest.mark.clause("GB-1")
def test_every_power_begins_with_three_bombs_and_russia_with_four() -> None:
    result = play({}, {})
    held: dict[str, int] = {}
    for owner, count in lying(result.after).values():
        held[owner] = held.get(owner, 0) + count
    assert held == {power: 4 if power == "RUSSIA" else 3 for power in load_variant("standard").powers}


@pytest.mark.clause("GB-8")
def test_bombs_begin_in_the_home_centres() -> None:
    homes = {space.id: space.powers[0] for space in STANDARD.spaces.values() if space.centre is CentreKind.HOME}
    assert lying(play({}, {}).after) == {home: (owner, 1) for home, owner in homes.items()}


@pytest.mark.clause("GB-2")
@pytest.mark.parametrize("target", ["MOS", "BUR", "BLA", "PAR"])
def test_a_bomb_flies_any_distance_and_is_not_stopped(target: str) -> None:
    result = play({"FRANCE": [f"BOMB PAR - {target}"]}, {"RUSSIA": ["A MOS"]})
    assert result.verdict.outcomes[-1].reason is Reason.BOMB_STRUCK
    memory = result.after.memory[BOMB]
    assert isinstance(memory, dict)
    assert target in {*memory["ruined"], *memory["closed"]}
    assert "PAR" not in lying(result.after)


@pytest.mark.clause("GB-2")
def test_no_bomb_flies_at_a_space_that_nobody_can_enter() -> None:
    """The Arctic Ocean of Colonia III; a program's order, which is not read from a text, is refused as well."""
    game = Game.new("colonia-iii", modules=[BOMB])
    targets = {order.split()[-1] for order in game.legal_orders("FRANCE") if order.startswith("BOMB PAR")}
    assert targets == {space for space in game.variant.board.spaces if space != "ARC"}
    game.enter(write_submissions({PowerId("FRANCE"): [Bomb(SpaceId("PAR"), SpaceId("ARC"))]}))
    record = game.advance()
    assert [rejection.fault for rejection in record.rejections] == [Fault.IMPASSABLE]
    assert word_rejection(record.rejections[0]) == "The Arctic Ocean is impassable: no unit can enter it."
    assert game.verify() == ()


@pytest.mark.clause("GB-2")
def test_only_ones_own_bombs_fly_and_each_once() -> None:
    assert faults(play({"FRANCE": ["BOMB MOS - PAR"]}, {})) == [Fault.NO_BOMB_THERE]
    assert faults(play({"FRANCE": ["BOMB BUR - MOS"]}, {})) == [Fault.NO_BOMB_THERE]
    assert faults(play({"FRANCE": ["BOMB PAR - MOS", "BOMB PAR - WAR"]}, {})) == [Fault.NO_BOMB_THERE]


@pytest.mark.clause("GB-2")
def test_a_bomb_from_a_space_that_is_struck_or_entered_still_flies() -> None:
    orders = {"FRANCE": ["BOMB PAR - MUN"], "GERMANY": ["BOMB MUN - PAR", "A BUR - PAR"]}
    result = play(orders, {"GERMANY": ["A BUR", "A MUN"], "FRANCE": ["A GAS"]})
    assert result.units("GERMANY") == []


@pytest.mark.clause("GB-3a")
def test_a_bomb_destroys_units_bombs_and_the_centre() -> None:
    result = play({"FRANCE": ["BOMB PAR - MOS"]}, {"RUSSIA": ["A MOS"]}, centres={"RUSSIA": ["MOS", "WAR"]})
    assert (result.units("RUSSIA"), result.after.owners) == ([], {"WAR": "RUSSIA"})
    assert "MOS" not in lying(result.after)
    assert [str(unit) for unit in result.verdict.destroyed] == ["A MOS"]
    assert result["MOS"].fate is Fate.DESTROYED
    assert format_order(result["MOS"].dislodged_by) == "BOMB PAR - MOS"  # type: ignore[arg-type]


@pytest.mark.clause("GB-3a")
def test_a_destroyed_centre_leaves_the_majority() -> None:
    """With two of 34 centres gone, 17 of 32 win instead of 18."""
    variant = load_variant("standard")
    codes = [str(space.id) for space in STANDARD.spaces.values() if space.centre and space.id not in ("MOS", "WAR")]
    game = Game.new("standard", modules=[BOMB])
    state = game.state
    for ruined, is_won in (([], False), (["MOS", "WAR"], True)):
        position = make_position({}, centres={"FRANCE": codes[:17], "TURKEY": codes[17:]})
        position = position._replace(memory={BOMB: {**bombs(), "ruined": ruined}})
        late = Game(variant, game.rulebook, replace(state, position=position))
        late.advance()
        assert (late.advance().after.ending is not None) == is_won


@pytest.mark.clause("GB-3b")
def test_land_is_impassable_for_good() -> None:
    position = play({"FRANCE": ["BOMB PAR - BUR"]}, {"GERMANY": ["A MUN", "A RUH"]}).after
    for _ in range(5):
        result = judge_position(position, {"GERMANY": ["A MUN - BUR"]}, armed())
        assert faults(result) == [Fault.RUINED]
        position = result.after


@pytest.mark.clause("GB-3b")
def test_a_sea_is_impassable_for_the_next_two_moves() -> None:
    position = play({"FRANCE": ["BOMB PAR - NTH"]}, {"ENGLAND": ["F LON"]}).after
    tries = []
    for _ in range(3):
        result = judge_position(position, {"ENGLAND": ["F LON - NTH"]}, armed())
        tries.append(result.units("ENGLAND"))
        position = result.after
    assert tries == [["F LON"], ["F LON"], ["F NTH"]]


@pytest.mark.clause("GB-3b")
def test_a_struck_sea_is_open_to_the_retreats_after_the_second_move() -> None:
    """Closed in the turn of the strike and in the next; when retreats follow the second move, both are over."""
    attack = {"GERMANY": ["F WAL - LON", "F YOR S F WAL - LON"]}
    position = play({"FRANCE": ["BOMB PAR - NTH"]}, {"ENGLAND": ["F LON"], "GERMANY": ["F WAL", "F YOR"]}).after
    is_open = []
    for _ in range(3):
        (waiting,) = judge_position(position, attack, armed()).after.dislodged
        is_open.append(LocationId("NTH") in waiting.retreats)
        position = judge_position(position, {}, armed()).after
    assert is_open == [False, True, True]


@pytest.mark.clause("N9-12")
@pytest.mark.parametrize(("line", "struck"), [("BOMB LON - CAS", "CAS"), ("Bomb Lon - Cas", "CAS"),
                                              ("Bomb Lon - CAS", "CSP"), ("BOMB LON - CSP", "CSP")])  # fmt: skip
def test_a_bomb_tells_castille_and_the_caspian_by_their_case(line: str, struck: str) -> None:
    game = Game.new("cline-9-man-vii", modules=[BOMB])
    game.set_orders("ENGLAND", [line])
    assert [format_order(found.order) for found in game.advance().outcomes][-1] == f"BOMB LON - {struck}"


@pytest.mark.clause("GB-3b")
def test_nobody_retreats_to_a_struck_space() -> None:
    position = play({"FRANCE": ["BOMB PAR - BUR"]}, {"GERMANY": ["A MUN"]}).after
    options = list_retreats(STANDARD, position, position.units[SpaceId("MUN")], None, armed())
    assert LocationId("BUR") not in options
    assert LocationId("RUH") in options


@pytest.mark.clause("GB-4")
def test_bombs_fall_after_the_moves() -> None:
    """Who moves in is hit; who moves out is not."""
    result = play(
        {"FRANCE": ["BOMB PAR - MUN"], "GERMANY": ["A MUN - BER", "A TYR - MUN"]}, {"GERMANY": ["A MUN", "A TYR"]}
    )
    assert result.units("GERMANY") == ["A BER"]
    assert (result["TYR"].reason, result["TYR"].fate) == (Reason.MOVED, Fate.DESTROYED)
    assert result["MUN"].fate is Fate.STANDS


@pytest.mark.clause("GB-4")
def test_bombs_fall_before_the_retreats() -> None:
    """The unit driven out of Munich is still there when the bomb comes; one driven out elsewhere cannot flee there."""
    attack = ["A TYR - MUN", "A BOH S A TYR - MUN"]
    result = play(
        {"FRANCE": ["BOMB PAR - MUN"], "AUSTRIA": attack}, {"GERMANY": ["A MUN"], "AUSTRIA": ["A TYR", "A BOH"]}
    )
    assert result.after.dislodged == ()
    assert result.units("AUSTRIA") == ["A BOH"]
    assert sorted(str(unit) for unit in result.verdict.destroyed) == ["A MUN", "A MUN"]
    elsewhere = play(
        {"FRANCE": ["BOMB PAR - BUR"], "AUSTRIA": attack}, {"GERMANY": ["A MUN"], "AUSTRIA": ["A TYR", "A BOH"]}
    )
    assert "BUR" not in elsewhere.dislodged["A MUN"].retreats


def strike_beside_fiji(target: str) -> PhaseRecord:
    """An army is thrown off Fiji beside a fleet of its own, and a bomb falls."""
    game = Game.new("colonia-iii", modules=[BOMB])
    put = ["SPAIN A FIJ", "SPAIN F SPC", "RUSSIA F COR", "RUSSIA F BIS"]
    game.correct(read_changes(game.variant, game.state, game.rulebook, put=put), "the position to try")
    game.set_orders("RUSSIA", ["F COR - FIJ", "F BIS S F COR - FIJ", f"BOMB MOS - {target}"])
    return game.advance()


@pytest.mark.clause("GB-4")
def test_a_ferry_that_is_struck_carries_nobody_in_the_retreats() -> None:
    record = strike_beside_fiji("SPC")
    assert record.after.position.dislodged == ()
    assert sorted(str(unit) for unit in record.destroyed) == ["A FIJ", "F SPC"]
    army = next(found for found in record.outcomes if format_order(found.order) == "A FIJ H")
    assert army.fate is Fate.DESTROYED


@pytest.mark.clause("GB-4")
def test_a_ferry_goes_to_the_shores_that_are_not_struck() -> None:
    [waiting] = strike_beside_fiji("NWZ").after.position.dislodged
    assert sorted(waiting.retreats) == ["CHI", "PRU", "SAM", "TAH"]


@pytest.mark.clause("GB-5")
@pytest.mark.parametrize(("order", "places"), [("A PAR - BUR CARRY 4", "BUR"), ("A PAR - BUR", "PAR")])
def test_bombs_are_carried_any_number_or_left(order: str, places: str) -> None:
    result = play({"FRANCE": [order]}, {"FRANCE": ["A PAR"]}, bombs(PAR=("FRANCE", 4)))
    assert lying(result.after) == {places: ("FRANCE", 4)}


@pytest.mark.clause("GB-5")
def test_a_unit_that_does_not_get_there_carries_nothing() -> None:
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
    orders = {"FRANCE": ["A PAR - BUR CARRY 1"], "GERMANY": ["A MUN - BUR"]}
    assert lying(play(orders, units, bombs(PAR=("FRANCE", 1))).after) == {"PAR": ("FRANCE", 1)}


@pytest.mark.clause("GB-5")
def test_nobody_carries_more_than_there_is() -> None:
    result = play({"FRANCE": ["A PAR - BUR CARRY 2"]}, {"FRANCE": ["A PAR"]}, bombs(PAR=("FRANCE", 1)))
    assert faults(result) == [Fault.NO_BOMB_THERE]


DISLODGED: Letters = {"GERMANY": ["A MUN"], "AUSTRIA": ["A TYR", "A BOH"]}
ATTACK: Letters = {"AUSTRIA": ["A TYR - MUN CARRY 1", "A BOH S A TYR - MUN"]}


def armed_with(switch: str) -> Rulebook:
    return replace(armed(), dislodged_bombs=DislodgedBombs(switch))


def drive_out(
    switch: str, orders: Letters | None = None, units: Letters | None = None, **places: tuple[str, int]
) -> Judged:
    """Germany, with two bombs in Munich, is driven out of it by an Austrian army that brings one."""
    memory = bombs(MUN=("GERMANY", 2), TYR=("AUSTRIA", 1), **places)
    return play({**ATTACK, **(orders or {})}, units or DISLODGED, memory, rulebook=armed_with(switch))


def retreat(switch: str, result: Judged, *orders: str) -> Position:
    return judge_retreat_orders(result.after, {"GERMANY": orders}, armed_with(switch)).position


@pytest.mark.clause("GB-5a")
@pytest.mark.parametrize(
    ("switch", "lie"),
    [
        ("left", {"MUN": ("AUSTRIA", 3)}),
        ("carried", {"MUN": ("AUSTRIA", 1), "BUR": ("GERMANY", 2)}),
        ("lost", {"MUN": ("AUSTRIA", 1)}),
    ],
)
def test_the_bombs_of_a_dislodged_unit_are_left_go_with_it_or_are_lost(
    switch: str, lie: dict[str, tuple[str, int]]
) -> None:
    result = drive_out(switch)
    assert lying(retreat(switch, result, "A MUN R BUR")) == lie
    assert "GB-5a" in result["MUN"].clauses


@pytest.mark.clause("GB-5a")
def test_bombs_stay_behind_unless_the_switch_says_otherwise() -> None:
    assert armed().dislodged_bombs is DislodgedBombs.LEFT


@pytest.mark.clause("GB-5a")
@pytest.mark.parametrize("orders", [["A MUN D"], []])
def test_a_unit_that_disbands_instead_of_retreating_leaves_its_bombs(orders: list[str]) -> None:
    """As one that is removed does (rule 6); its attacker is there and takes them (rule 7)."""
    assert lying(retreat("carried", drive_out("carried"), *orders)) == {"MUN": ("AUSTRIA", 3)}


@pytest.mark.clause("GB-5a")
def test_a_unit_that_has_nowhere_to_go_leaves_its_bombs() -> None:
    around = ["A BUR", "A RUH", "A KIE", "A BER", "A SIL"]
    surrounded: Letters = {"GERMANY": ["A MUN"], "AUSTRIA": ["A TYR", "A BOH"], "FRANCE": around}
    result = drive_out("carried", units=surrounded)
    assert result["MUN"].fate is Fate.DESTROYED
    assert lying(result.after) == {"MUN": ("AUSTRIA", 3)}
    assert lying(drive_out("lost", units=surrounded).after) == {"MUN": ("AUSTRIA", 1)}


@pytest.mark.clause("GB-5a")
def test_colliding_retreats_leave_the_bombs_where_they_were() -> None:
    units: Letters = {**DISLODGED, "FRANCE": ["A RUH"], "ENGLAND": ["A BEL", "A HOL"]}
    orders: Letters = {"ENGLAND": ["A BEL - RUH", "A HOL S A BEL - RUH"]}
    result = drive_out("carried", orders, units, RUH=("FRANCE", 1))
    retreats = {"GERMANY": ["A MUN R BUR"], "FRANCE": ["A RUH R BUR"]}
    after = judge_retreat_orders(result.after, retreats, armed_with("carried")).position
    assert lying(after) == {"MUN": ("AUSTRIA", 3), "RUH": ("ENGLAND", 1)}


@pytest.mark.clause("GB-5a")
def test_a_bomb_that_strikes_the_dislodged_unit_destroys_its_bombs() -> None:
    result = drive_out("carried", {"FRANCE": ["BOMB PAR - MUN"]}, PAR=("FRANCE", 1))
    assert (lying(result.after), result.after.dislodged) == ({}, ())


@pytest.mark.clause("GB-5a")
def test_bombs_in_retreat_are_shown_with_the_unit_and_not_launched() -> None:
    result = drive_out("carried")
    rulebook = armed_with("carried")
    marks = list_marks(STANDARD, result.after, rulebook)
    assert BombMark(SpaceId("MUN"), PowerId("GERMANY"), 2, is_retreating=True) in marks
    assert BombMark(SpaceId("MUN"), PowerId("AUSTRIA"), 1) in marks
    sites = [module.launch_sites(STANDARD, result.after, PowerId("GERMANY")) for module in rulebook.modules]
    assert sites == [{}]


@pytest.mark.clause("GB-5a")
def test_a_unit_that_moves_out_with_its_bombs_or_without_is_not_dislodged() -> None:
    """What it leaves behind is taken by whoever moves in, as ever."""
    result = drive_out("carried", {"GERMANY": ["A MUN - BUR CARRY 1"]})
    assert lying(result.after) == {"MUN": ("AUSTRIA", 2), "BUR": ("GERMANY", 1)}


@pytest.mark.clause("GB-5a")
def test_bombs_go_with_a_ship_in_retreat() -> None:
    units: Letters = {"ENGLAND": ["F NTH"], "GERMANY": ["F HEL", "F SKA"]}
    memory = bombs(NTH=("ENGLAND", 1))
    rulebook = armed_with("carried")
    result = play({"GERMANY": ["F HEL - NTH", "F SKA S F HEL - NTH"]}, units, memory, rulebook=rulebook)
    after = judge_retreat_orders(result.after, {"ENGLAND": ["F NTH R LON"]}, rulebook).position
    assert lying(after) == {"LON": ("ENGLAND", 1)}


@pytest.mark.clause("GB-6")
def test_a_unit_with_a_bomb_is_removed_only_as_a_last_resort() -> None:
    """Without the bomb, the army in Moscow is farther from home and goes first."""
    memory = {BOMB: bombs(MOS=("FRANCE", 1))}
    units: Letters = {"FRANCE": ["A MOS", "A BUR"]}
    position = make_position(units, centres={"FRANCE": ["PAR"]})._replace(memory=memory)
    assert list(judge_winter(position, {}, armed()).verdict.position.units) == ["MOS"]
    named = judge_winter(position, {"FRANCE": ["A MOS D"]}, armed())
    assert [rejection.fault for rejection in named.rejections] == [Fault.CARRIES_A_BOMB]
    both = make_position(units)._replace(memory=memory)
    assert judge_winter(both, {}, armed()).verdict.position.units == {}


@pytest.mark.clause("GB-6")
@pytest.mark.parametrize("orders", [[], ["TF PO7 D"]])
def test_a_ship_goes_with_its_army_before_one_with_a_bomb(orders: list[str]) -> None:
    """One of two transport fleets must go. The army aboard the other could stay, but a bomb is spared before it."""
    board = load_variant("colonial-variant").board
    centres = {"OCEANIA": ["BI2", "BI4", "BI7"]}
    ashore = make_position({"OCEANIA": ["TF PO7", "TF PO10"]}, board, centres=centres)
    position = load_ships(ashore, {"OCEANIA": ["A PO10"]}, board)._replace(memory={BOMB: bombs(PO7=("OCEANIA", 1))})
    rulebook = add_modules(load_variant("colonial-variant").rulebook, [BOMB])
    result = judge_winter(position, {"OCEANIA": orders}, rulebook, board=board)
    assert [found.fault for found in result.rejections] == [Fault.CARRIES_A_BOMB] * len(orders)
    assert sorted(map(str, result.verdict.destroyed)) == ["A PO10", "TF PO10"]


def test_the_way_home_is_measured_as_if_nothing_had_been_struck() -> None:
    """Tyrolia is next to Munich, Warsaw two steps from Berlin; without Munich both would be two steps from home."""
    position = make_position({"GERMANY": ["A TYR", "A WAR"]}, centres={"GERMANY": ["BER"]})
    position = position._replace(memory={BOMB: {**bombs(), "ruined": ["MUN"]}})
    assert list(judge_winter(position, {}, armed()).verdict.position.units) == ["TYR"]


@pytest.mark.clause("GB-6")
def test_units_with_bombs_are_listed_for_removal_only_if_too_few_others_can_go() -> None:
    """One removal is due: Burgundy goes. With two due, Burgundy and one of the two carriers go."""
    memory = {BOMB: bombs(MOS=("FRANCE", 1), PAR=("FRANCE", 1))}
    units: Letters = {"FRANCE": ["A MOS", "A PAR", "A BUR"]}

    def list_removals(*centres: str) -> list[str]:
        position = make_position(units, centres={"FRANCE": centres})._replace(memory=memory)
        return sorted(map(format_order, list_adjustments(STANDARD, position, PowerId("FRANCE"), armed())))

    assert list_removals("PAR", "MAR") == ["A BUR D"]
    assert list_removals("PAR") == ["A BUR D", "A MOS D", "A PAR D"]


@pytest.mark.clause("GB-6")
@pytest.mark.parametrize("orders", [["A MOS D", "A BUR D"], ["A BUR D", "A MOS D"]])
def test_a_unit_with_a_bomb_may_be_named_if_too_few_others_can_go(orders: list[str]) -> None:
    position = make_position({"FRANCE": ["A MOS", "A PAR", "A BUR"]}, centres={"FRANCE": ["PAR"]})
    position = position._replace(memory={BOMB: bombs(MOS=("FRANCE", 1), PAR=("FRANCE", 1))})
    result = judge_winter(position, {"FRANCE": orders}, armed())
    assert result.rejections == ()
    assert list(result.verdict.position.units) == ["PAR"]


@pytest.mark.clause("GB-6")
def test_the_second_unit_with_a_bomb_is_refused_while_another_unit_can_go() -> None:
    position = make_position({"FRANCE": ["A MOS", "A PAR", "A BUR"]}, centres={"FRANCE": ["PAR"]})
    position = position._replace(memory={BOMB: bombs(MOS=("FRANCE", 1), PAR=("FRANCE", 1))})
    result = judge_winter(position, {"FRANCE": ["A MOS D", "A PAR D"]}, armed())
    assert [rejection.text for rejection in result.rejections] == ["A PAR D"]
    assert list(result.verdict.position.units) == ["PAR"]


@pytest.mark.clause("GB-6")
def test_the_bomb_of_a_removed_unit_stays_for_the_next_one_in() -> None:
    position = make_position({"FRANCE": ["A BUR"], "GERMANY": ["A MUN"]}, centres={"GERMANY": ["MUN"]})
    position = position._replace(memory={BOMB: bombs(BUR=("FRANCE", 1))})
    removed = judge_winter(position, {"FRANCE": ["A BUR D"]}, armed()).verdict.position
    entered = judge_position(removed, {"GERMANY": ["A MUN - BUR"]}, armed()).after
    assert lying(entered) == {"BUR": ("GERMANY", 1)}
    assert faults(judge_position(entered, {"GERMANY": ["BOMB BUR - MAR"]}, armed())) == []


@pytest.mark.clause("GB-6")
def test_bombs_are_with_the_ship_and_not_with_the_army_aboard() -> None:
    variant = load_variant("colonial-variant")
    ashore = make_position({"OCEANIA": ["F PO7", "F BI2"]}, variant.board, centres={"OCEANIA": ["BI2", "BI4"]})
    position = load_ships(ashore, {"OCEANIA": ["A PO7"]}, variant.board)
    position = position._replace(memory={BOMB: bombs(PO7=("OCEANIA", 1))})
    rulebook = add_modules(variant.rulebook, [BOMB])
    result = judge_winter(position, {"OCEANIA": ["A PO7 D"]}, rulebook, board=variant.board)
    assert result.rejections == ()
    assert [str(unit) for unit in result.verdict.destroyed] == ["A PO7"]


@pytest.mark.clause("GB-3b")
def test_a_sea_is_open_when_its_time_has_run_out() -> None:
    result = play({"FRANCE": ["F BRE - ENG"]}, {"FRANCE": ["F BRE"]}, {"closed": {"ENG": 0}})
    assert faults(result) == []


@pytest.mark.clause("GB-3b")
def test_ruins_are_not_named_as_places_to_build() -> None:
    position = make_position({}, centres={"FRANCE": ["BRE", "PAR"]})
    position = position._replace(memory={BOMB: {"ruined": ["PAR"]}})
    result = judge_winter(position, {"FRANCE": ["A PAR B"]}, armed())
    assert [(found.fault, found.choices) for found in result.rejections] == [(Fault.RUINED, ("BRE",))]


@pytest.mark.clause("GB-7")
def test_a_unit_that_moves_in_captures_the_bomb() -> None:
    entered = play({"GERMANY": ["A BUR - PAR"]}, {"GERMANY": ["A BUR"]}).after
    assert faults(judge_position(entered, {"GERMANY": ["BOMB PAR - MAR"]}, armed())) == []
    assert faults(judge_position(entered, {"FRANCE": ["BOMB PAR - MAR"]}, armed())) == [Fault.NO_BOMB_THERE]


@pytest.mark.clause("GB-7")
def test_a_unit_that_retreats_onto_a_bomb_leaves_it_to_its_own_power_when_it_is_removed() -> None:
    """It had the bomb last, although it never moved from there (clause 6)."""
    attack: Letters = {"GERMANY": ["A MUN - BUR", "A PIC S A MUN - BUR"]}
    units: Letters = {"GERMANY": ["A MUN", "A PIC"], "FRANCE": ["A BUR"]}
    driven_out = play(attack, units, bombs(RUH=("GERMANY", 1)), centres={"GERMANY": ["MUN", "BER"]}).after
    retreated = judge_retreat_orders(driven_out, {"FRANCE": ["A BUR R RUH"]}, armed()).position
    assert lying(retreated) == {"RUH": ("FRANCE", 1)}
    removed = judge_winter(retreated, {}, armed()).verdict.position
    assert set(removed.units) == {"BUR", "PIC"}
    assert faults(judge_position(removed, {"FRANCE": ["BOMB RUH - HOL"]}, armed())) == []
    assert faults(judge_position(removed, {"GERMANY": ["BOMB RUH - HOL"]}, armed())) == [Fault.NO_BOMB_THERE]


@pytest.mark.clause("GB-7")
def test_a_unit_that_is_built_on_a_bomb_has_it_at_once() -> None:
    position = make_position({}, centres={"FRANCE": ["BRE", "PAR"]})
    position = position._replace(memory={BOMB: bombs(BRE=("ENGLAND", 1), PAR=("ENGLAND", 2))})
    built = judge_winter(position, {"FRANCE": ["F BRE B"]}, armed()).verdict.position
    assert lying(built) == {"BRE": ("FRANCE", 1), "PAR": ("ENGLAND", 2)}


@pytest.mark.parametrize("variant", ["standard", "colonial-variant"])
def test_the_module_may_be_switched_on_for_a_game(variant: str) -> None:
    game = Game.new(variant, modules=[BOMB])
    game.advance()
    assert BOMB in game.state.position.memory


def test_the_module_may_be_switched_on_in_a_request() -> None:
    request = {"phase": "S1901M", "units": {"RUSSIA": ["A MOS"]}, "orders": {"FRANCE": ["BOMB PAR - MOS"]}}
    assert judge_json(request)["rejected"][0]["reason"] == "not_in_this_variant"
    answer = judge_json({**request, "modules": [BOMB]})
    assert answer["destroyed"] == [{"power": "RUSSIA", "unit": "A MOS"}]
    assert [outcome["text"] for outcome in answer["outcomes"]] == [
        "The army in Moscow held. It was destroyed by the bomb from Paris (GB-3a).",
        "The bomb from Paris struck Moscow (GB-2).",
    ]


def test_an_unknown_module_is_refused() -> None:
    with pytest.raises(RequestError):
        Game.new("standard", modules=["megaton-bomb"])


@pytest.mark.parametrize(
    "memory", [7, [], {"bombs": 3}, {"bombs": {"XXX": {}}, "closed": {"PAR": "x"}}, {"ruined": [1]}]
)
def test_a_memory_that_makes_no_sense_does_no_harm(memory: object) -> None:
    assert play({"FRANCE": ["A PAR - BUR"]}, {"FRANCE": ["A PAR"]}, memory).units("FRANCE")


def test_the_power_of_a_bomb_is_told() -> None:
    assert PowerId("FRANCE") in {outcome.power for outcome in play({"FRANCE": ["BOMB PAR - MOS"]}, {}).verdict.outcomes}


@pytest.mark.clause("GB-4")
def test_bombs_fall_at_once_whosever_letter_came_first() -> None:
    units = {"FRANCE": ["A PAR"], "RUSSIA": ["A MOS"], "GERMANY": ["A MUN"]}
    orders = {"FRANCE": ["BOMB PAR - MUN"], "RUSSIA": ["BOMB MOS - MUN"]}
    one = play(orders, units)
    other = play(dict(reversed(orders.items())), units)
    assert one.verdict.outcomes == other.verdict.outcomes


def tell(request: dict[str, object]) -> dict[str, tuple[str, str | None]]:
    """The sentence on every order of a request with bombs, and the clause that decided it."""
    answer = judge_json({"phase": "S1901M", "modules": [BOMB], **request})
    return {outcome["order"]: (outcome["text"], outcome["clause"]) for outcome in answer["outcomes"]}


@pytest.mark.clause("GB-3a")
def test_a_struck_unit_cites_the_clause_that_destroyed_it() -> None:
    """Also if its own order was decided by another one."""
    told = tell({
        "units": {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"]},
        "orders": {
            "FRANCE": ["BOMB PAR - MUN", "BOMB MAR - BUR", "BOMB BRE - BEL", "A BUR - BEL"],
            "GERMANY": ["A RUH - BEL"],
        },
    })  # fmt: skip
    assert told["A MUN H"] == ("The army in Munich held. It was destroyed by the bomb from Paris (GB-3a).", "GB-3a")
    assert told["A BUR - BEL"] == (
        "The army in Burgundy was stood off from Belgium by the army from the Ruhr (1 against 1). "
        "It was destroyed by the bomb from Marseilles (GB-3a).",
        "GB-3a",
    )
    box = tell({
        "variant": "colonial-variant", "phase": "S1M", "units": {"OCEANIA": ["F PO22"]},
        "orders": {"OCEANIA": ["F PO22 - OB5"], "KHOUFAX": ["BOMB MC2 - OB5"]},
    })  # fmt: skip
    assert box["F PO22 - OB5"] == (
        "The fleet in the Farther Ocean moved to the off-board box of PO5. "
        "It was destroyed by the bomb from Port Khoufa (GB-3a).",
        "GB-3a",
    )


@pytest.mark.clause("GB-3a")
def test_a_beaten_unit_that_is_struck_did_not_give_way_like_a_transport_fleet() -> None:
    told = tell({
        "units": {"FRANCE": ["A BUR"], "GERMANY": ["A RUH", "A HOL"]},
        "orders": {"FRANCE": ["BOMB PAR - BUR", "A BUR - BEL"], "GERMANY": ["A RUH - BEL", "A HOL S A RUH - BEL"]},
    })  # fmt: skip
    assert told["A BUR - BEL"][0].startswith("The army in Burgundy was beaten to Belgium by the army from the Ruhr")


@pytest.mark.clause("GB-3b")
@pytest.mark.parametrize("is_earlier", [True, False])
def test_a_unit_whose_last_way_out_was_struck_says_so(is_earlier: bool) -> None:
    """In this phase or before; but not if the way was closed anyway."""
    attack = ["F TYS - TUN", "F WES S F TYS - TUN", *([] if is_earlier else ["BOMB PAR - NAF"])]
    request = {
        "units": {"FRANCE": ["F TYS", "F WES"], "ITALY": ["A TUN"]},
        "orders": {"FRANCE": attack},
        "memory": {BOMB: {**bombs(PAR=("FRANCE", 1)), "ruined": ["NAF"] if is_earlier else []}},
    }
    assert tell(request)["A TUN H"] == (
        "The army in Tunis held but was dislodged by the fleet from the Tyrrhenian Sea and destroyed: "
        "a bomb had closed its last way out (GB-3b).",
        "GB-3b",
    )
    if not is_earlier:
        occupied = tell({**request, "units": {"FRANCE": ["F TYS", "F WES"], "ITALY": ["A TUN", "A NAF"]}})
        assert occupied["A TUN H"][0].endswith("and destroyed, having nowhere to retreat.")


@pytest.mark.clause("GB-3b")
@pytest.mark.parametrize("is_earlier", [True, False])
def test_an_army_aboard_goes_down_with_a_ship_whose_last_way_out_was_struck(is_earlier: bool) -> None:
    strikes = ["BOMB BI2 - PO23", "BOMB BI4 - PO33"]
    told = tell({
        "variant": "colonial-variant",
        "phase": "S1M",
        "units": {"KHOUFAX": ["F MC52"], "OCEANIA": ["A MC46", "A MC51"]},
        "orders": {"OCEANIA": ["A MC46 - MC52", "A MC51 S A MC46 - MC52", *([] if is_earlier else strikes)]},
        "memory": {
            "cargo": {"MC52": {"power": "KHOUFAX", "unit": "A MC52"}},
            BOMB: {
                **bombs(BI2=("OCEANIA", 1), BI4=("OCEANIA", 1)),
                "closed": {"PO23": 2, "PO33": 2} if is_earlier else {},
            },
        },
    })  # fmt: skip
    assert told["F MC52 H"][1] == "GB-3b"
    assert told["A MC52 H"] == ("The army aboard ship in Havrelle went down with its ship (CV-7b).", "CV-7b")
