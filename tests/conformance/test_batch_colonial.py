"""The batch engine against the judge in the Colonial Variant: whole years by chance, and its rules by hand."""

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from legation import batch as engine
from legation.batch import Batch, BatchBoard, CarriageMasks, codes
from legation.batch.batch import AGE, HELD
from legation.batch.compiling import Codes
from legation.board import CentreKind, LocationId, Position, PowerId, SpaceId, Unit, UnitKey, UnitKind, make_units
from legation.errors import RequestError
from legation.judge import Reason, judge_moves
from legation.orders import OrderBook, PortEmbarkation, SupportMove, UnitOptions, list_orders
from legation.variants import load_variant
from legation.variants.rules import ColonialCentres, TransportFleets
from tests.batch.chronicle import Chronicle, Course
from tests.batch.compare import FATES, RESULTS, by_place
from tests.carriage import carriage_rules, put_aboard

VARIANT = load_variant("colonial-variant")
PLAIN = [
    Course("plain from the start", carriage=False),
    Course("plain, 40 units", 40, carriage=False),
    Course("plain, 90 units", 90, carriage=False),
    Course("plain, builds anywhere", 30, carriage=False, switches=(("build_in", "owned"),)),
]
MIXED = [
    Course("mixed from the start"),
    Course("mixed, 40 units", 40),
    Course("mixed, 70 units", 70),
    Course("mixed, builds forced", 30, switches=(("decline_builds", "no"), ("removal_target", "owned"))),
    Course("mixed, transports for units", 40, switches=(("coastal_crawl", "yes"),), use_up_centres=True),
]
LADEN = [
    Course("laden, 60 units", 60, laden=True),
    Course("laden, 110 units", 110, laden=True),
    Course("laden, own in port", 90, laden=True, switches=(("port_embarkation", "own"), ("coastal_crawl", "yes"))),
    Course(
        "laden, other paradoxes",
        150,
        laden=True,
        switches=(("paradox_rule", "none"), ("paradox_backup", "all_hold"), ("dislodged_effect", "never_any_effect")),
    ),
]
CROWDS = [
    Course("plain, 110 units", 110, carriage=False),
    Course("plain, 150 units", 150, carriage=False),
    Course("mixed, 110 units", 110),
]
SOAK_PHASES = int(os.environ.get("LEGATION_SOAK_COLONIAL_PHASES", "60000"))


def label(course: Course) -> str:
    return course.label


@pytest.mark.parametrize("course", PLAIN, ids=label)
def test_games_of_armies_and_fleets_come_out_as_the_judge_says(course: Course) -> None:
    chronicle = Chronicle(course, games=30, seed=3)
    for _ in range(4):
        chronicle.play_year()
    assert chronicle.phases >= 3 * 4 * 30
    assert chronicle.referred == 0, "all of it on arrays"
    assert chronicle.seen["disrupted"] > 0


@pytest.mark.parametrize("course", MIXED, ids=label)
def test_games_with_transports_and_armies_aboard_come_out_as_the_judge_says(course: Course) -> None:
    chronicle = Chronicle(course, games=12, seed=2)
    for _ in range(5):
        chronicle.play_year()
    assert chronicle.referred == 0, "all of it on arrays"
    for reason in (Reason.EMBARKED, Reason.STAYED_ABOARD, Reason.TOOK_ABOARD, Reason.BUILT):
        assert chronicle.seen[reason.value] > 0


@pytest.mark.parametrize("course", LADEN, ids=label)
def test_battles_of_many_laden_ships_come_out_as_the_judge_says(course: Course) -> None:
    """Most units are removed in the first Winter, so each year has a crowd of its own."""
    seen: Counter[str] = Counter()
    for seed in range(0, 100, 50):
        chronicle = Chronicle(course, games=8, seed=seed)
        chronicle.play_year()
        assert chronicle.referred == 0, "all of it on arrays"
        seen += chronicle.seen
    for reason in (Reason.EMBARKED, Reason.NOT_TAKEN_ABOARD, Reason.CARRIER_DID_NOT_HOLD, Reason.WENT_DOWN):
        assert seen[reason.value] > 0, reason


@pytest.mark.parametrize("course", CROWDS, ids=label)
def test_battles_on_crowded_boards_come_out_as_the_judge_says(course: Course) -> None:
    """Crowds thin out within a year, so each year has a crowd of its own."""
    disrupted = collided = 0
    for seed in range(0, 150, 50):
        chronicle = Chronicle(course, games=20, seed=seed)
        chronicle.play_year()
        disrupted += chronicle.seen["disrupted"]
        collided += chronicle.seen[Reason.RETREATS_COLLIDED.value]
    assert disrupted > 10
    assert collided > 0


@pytest.mark.soak
def test_decades_of_the_colonial_variant_come_out_as_the_judge_says() -> None:
    phases, seed = 0, 1000
    while phases < SOAK_PHASES:
        for course in (*PLAIN, *MIXED, *LADEN, *CROWDS):
            seed += 100
            chronicle = Chronicle(course, games=20 if course.carriage else 60, seed=seed)
            for _ in range(8):
                chronicle.play_year()
            phases += chronicle.phases
    assert phases >= SOAK_PHASES


@pytest.fixture
def arrays() -> BatchBoard:
    return engine.make_batch_board(VARIANT)


def unit(power: str, text: str) -> Unit:
    kind, location = text.split()
    return Unit(PowerId(power), UnitKind(kind), LocationId(location))


def colony(space: str, owner: str, held: int, age: int, *units: Unit) -> Position:
    """A colonial centre that has an owner for so many years."""
    memory = {"colonial_centres": {space: {"held": held, "age": age}}}
    return Position(make_units(list(units)), {SpaceId(space): PowerId(owner)}, memory=memory)


def clock(arrays: BatchBoard, batch: Batch, space: str) -> tuple[int, int]:
    row = batch.colonial[0, arrays.numbers[LocationId(space)]]
    return int(row[HELD]), int(row[AGE])


def owner(arrays: BatchBoard, batch: Batch, space: str) -> str | None:
    number = batch.owner[0, arrays.numbers[LocationId(space)]]
    return arrays.powers[number] if number >= 0 else None


def march(arrays: BatchBoard, position: Position, *starts: str, to: str) -> Batch:
    batch = engine.encode_positions(arrays, [position])
    orders = np.zeros((1, arrays.columns), np.int32)
    for start in starts:
        orders[0, arrays.numbers[LocationId(start)]] = codes.pack(codes.MOVE, arrays.numbers[LocationId(to)], 0)
    assert not engine.is_referred(arrays, batch, orders).any()
    return engine.judge_moves(arrays, batch, orders)[0]


@pytest.mark.parametrize("age", [1, 2, 3])
def test_a_stand_off_disrupts_a_colony_until_it_is_permanent(arrays: BatchBoard, age: int) -> None:
    before = colony("SA6", "KHOUFAX", 1, age, unit("UNION", "A SA10"), unit("GENETTE", "A SA3"))
    after = march(arrays, before, "SA10", "SA3", to="SA6")
    assert owner(arrays, after, "SA6") == ("KHOUFAX" if age == 3 else None)
    assert clock(arrays, after, "SA6") == ((1, 3) if age == 3 else (0, 0))


def test_marching_in_unopposed_disrupts_nothing(arrays: BatchBoard) -> None:
    after = march(arrays, colony("SA6", "KHOUFAX", 1, 1, unit("UNION", "A SA10")), "SA10", to="SA6")
    assert owner(arrays, after, "SA6") == "KHOUFAX"
    assert clock(arrays, after, "SA6") == (1, 1)


def test_a_repelled_attack_disrupts_nothing(arrays: BatchBoard) -> None:
    before = colony("SA6", "KHOUFAX", 1, 1, unit("UNION", "A SA10"), unit("KHOUFAX", "A SA6"))
    assert owner(arrays, march(arrays, before, "SA10", to="SA6"), "SA6") == "KHOUFAX"


def test_driving_a_unit_out_disrupts_a_colony(arrays: BatchBoard) -> None:
    before = colony("SA6", "KHOUFAX", 2, 2, unit("UNION", "A SA10"), unit("UNION", "A SA3"), unit("KHOUFAX", "A SA6"))
    batch, goal = engine.encode_positions(arrays, [before]), arrays.numbers[LocationId("SA6")]
    orders = np.zeros((1, arrays.columns), np.int32)
    orders[0, arrays.numbers[LocationId("SA10")]] = codes.pack(codes.MOVE, goal, 0)
    orders[0, arrays.numbers[LocationId("SA3")]] = codes.pack(
        codes.SUPPORT_MOVE, goal, arrays.numbers[LocationId("SA10")]
    )
    after, told = engine.judge_moves(arrays, batch, orders)
    assert told.fate[0, goal] != codes.STANDS
    assert owner(arrays, after, "SA6") is None


@pytest.mark.parametrize("is_lost", [True, False])
def test_a_landing_from_a_lost_ship_opposes_nobody(arrays: BatchBoard, is_lost: bool) -> None:
    """Otherwise it stands off the army that marches in, and the colony is disrupted."""
    enemies = [unit("OCEANIA", "F PO7"), unit("OCEANIA", "F PO33")] if is_lost else []
    ship = [unit("GENETTE", "F PO10"), put_aboard(unit("GENETTE", "A PO10"))]
    batch = engine.encode_positions(arrays, [colony("SA6", "KHOUFAX", 1, 1, unit("UNION", "A SA10"), *ship, *enemies)])
    number, orders = arrays.numbers, np.zeros((1, arrays.columns), np.int32)
    goal, sea = number[LocationId("SA6")], number[LocationId("PO10")]
    orders[0, number[LocationId("SA10")]] = orders[0, sea + arrays.space_count] = codes.pack(codes.MOVE, goal, 0)
    if is_lost:
        orders[0, number[LocationId("PO7")]] = codes.pack(codes.MOVE, sea, 0)
        orders[0, number[LocationId("PO33")]] = codes.pack(codes.SUPPORT_MOVE, sea, number[LocationId("PO7")])
    check_moves(arrays, batch, orders)
    after, _ = engine.judge_moves(arrays, batch, orders)
    assert owner(arrays, after, "SA6") == ("KHOUFAX" if is_lost else None)


@pytest.mark.parametrize("switch", list(PortEmbarkation))
def test_a_foreign_army_that_lands_in_a_port_is_taken_aboard_or_attacks(switch: PortEmbarkation) -> None:
    arrays = engine.make_batch_board(VARIANT, replace(VARIANT.rulebook, port_embarkation=switch))
    units = [unit("GENETTE", "F PO10"), put_aboard(unit("GENETTE", "A PO10")), unit("GENETTE", "A SA10")]
    batch = engine.encode_positions(arrays, [colony("SA6", "KHOUFAX", 1, 1, *units, unit("KHOUFAX", "F SA6"))])
    number, orders = arrays.numbers, np.zeros((1, arrays.columns), np.int32)
    goal, lander = number[LocationId("SA6")], number[LocationId("PO10")] + arrays.space_count
    orders[0, lander] = codes.pack(codes.MOVE, goal, 0)
    orders[0, number[LocationId("SA10")]] = codes.pack(codes.SUPPORT_MOVE, goal, lander)
    orders[0, goal] = codes.pack(codes.EMBARK, 0, lander)
    check_moves(arrays, batch, orders)
    after, _ = engine.judge_moves(arrays, batch, orders)
    assert owner(arrays, after, "SA6") == ("KHOUFAX" if switch is PortEmbarkation.ANY else None)


def test_a_colony_ripens_and_changes_hands_in_peace(arrays: BatchBoard) -> None:
    batch = engine.encode_positions(arrays, [Position(make_units([unit("UNION", "A SA6")]))])
    union = arrays.powers.index(PowerId("UNION"))
    found = []
    for _ in range(4):
        batch = engine.settle_ownership(arrays, batch)
        found.append((*clock(arrays, batch, "SA6"), int(engine.count_centres(arrays, batch)[0, union])))
    assert found == [(0, 0, 0), (1, 1, 1), (2, 2, 1), (3, 3, 1)]
    batch.power[batch.power == union] = arrays.powers.index(PowerId("GENETTE"))
    batch = engine.settle_ownership(arrays, batch)
    assert owner(arrays, batch, "SA6") == "GENETTE"
    assert clock(arrays, batch, "SA6") == (0, 3)
    assert engine.count_centres(arrays, batch).sum() == 1, "permanent: it counts at once"


@pytest.mark.parametrize(("age", "taker"), [(1, "UNION"), (2, "KHOUFAX"), (3, "KHOUFAX")])
def test_a_transport_fleet_takes_a_colony_until_it_is_permanent(arrays: BatchBoard, age: int, taker: str) -> None:
    before = colony("SA6", "KHOUFAX", 1, age, unit("UNION", "TF SA6"))
    assert owner(arrays, engine.settle_ownership(arrays, engine.encode_positions(arrays, [before])), "SA6") == taker


def own(power: str, permanent: int, colonial: int, skip: int = 0) -> dict[SpaceId, PowerId]:
    spaces = [space for space in VARIANT.board.spaces.values() if space.centre]
    colonies = [space.id for space in spaces if space.centre is CentreKind.COLONIAL][skip : skip + colonial]
    plain = [space.id for space in spaces if space.centre is not CentreKind.COLONIAL][skip : skip + permanent]
    return dict.fromkeys([*plain, *colonies], PowerId(power))


def test_every_power_wins_by_its_own_condition(arrays: BatchBoard) -> None:
    for power, (permanent, colonial) in arrays.colonial.rules.needs.items() if arrays.colonial else ():
        owned = [
            own(power, permanent, colonial),
            own(power, permanent - 1, colonial),
            own(power, permanent, colonial - 1),
        ]
        batch = engine.encode_positions(arrays, [Position(owners=each) for each in owned])
        assert engine.list_winners(arrays, batch).tolist() == [arrays.powers.index(PowerId(power)), -1, -1]


def test_a_colony_that_does_not_count_yet_wins_nothing(arrays: BatchBoard) -> None:
    batch = engine.encode_positions(arrays, [Position(owners=own("UNION", 6, 5))])
    batch.colonial[..., HELD] = batch.colonial[..., AGE] = 0
    assert engine.list_winners(arrays, batch).tolist() == [codes.NOBODY]


def test_powers_that_win_at_once_share_a_draw(arrays: BatchBoard) -> None:
    owners = {**own("UNION", 6, 5), **own("COLONGRAD", 7, 6, skip=6)}
    batch = engine.encode_positions(arrays, [Position(owners=owners)])
    assert engine.list_winners(arrays, batch).tolist() == [codes.SHARED]
    victors = np.flatnonzero(engine.mark_victors(arrays, batch)[0])
    assert [arrays.powers[number] for number in victors] == ["COLONGRAD", "UNION"]


@pytest.mark.parametrize("paradox_rule", ["none", "r1971", "r1982", "r2000"])
@pytest.mark.parametrize("backup", ["szykman", "all_hold"])
def test_armies_aboard_on_the_regular_board_fight_as_the_judge_says(paradox_rule: str, backup: str) -> None:
    """The seas are small there, so that ships, landings and supports wait for each other."""
    arrays = regular_arrays(paradox_rule, backup)
    batch = engine.sample_positions(arrays, 25, units=40, seed=7, laden=True)
    check_moves(arrays, batch, engine.sample_moves(arrays, batch, 7))


def regular_arrays(paradox_rule: str, backup: str) -> BatchBoard:
    """The regular board with ships that carry armies, under one way out of paradoxes."""
    rules = carriage_rules("1971", paradox_rule=paradox_rule, paradox_backup=backup)
    regular = load_variant("standard")
    chosen = replace(rules, modules=(ColonialCentres(), TransportFleets()))
    return engine.make_board_arrays(regular.board, chosen, tuple(sorted(regular.powers)), 18)


def check_moves(arrays: BatchBoard, batch: Batch, orders: Codes) -> None:
    """The position after the moves, the result of every order and the fate of every unit."""
    assert not engine.is_referred(arrays, batch, orders).any()
    after, told = engine.judge_moves(arrays, batch, orders)
    for game in range(batch.games):
        before = engine.decode_position(arrays, batch, game)
        book = OrderBook(engine.decode_orders(arrays, batch, orders, game))
        verdict = judge_moves(arrays.board, before, book, arrays.rulebook)
        found = engine.decode_position(arrays, after, game)
        assert found.units == dict(verdict.position.units)
        assert found.contested == verdict.position.contested
        assert found.owners == dict(verdict.position.owners)
        assert by_place(found) == by_place(verdict.position)
        for key, outcome in zip(before.units, verdict.outcomes, strict=True):
            column = engine.column_of(arrays, key)
            assert told.result[game, column] == RESULTS[outcome.result], outcome
            assert told.fate[game, column] == FATES[outcome.fate], outcome


@pytest.mark.parametrize("paradox_rule", ["none", "r1971", "r1982", "r2000"])
@pytest.mark.parametrize("backup", ["szykman", "all_hold"])
def test_a_landing_on_who_helps_to_sink_its_ship_is_judged_by_the_paradox_rule(paradox_rule: str, backup: str) -> None:
    """A landing that would dislodge a supporter of the attack on its own ship."""
    arrays = regular_arrays(paradox_rule, backup)
    units = [
        *(unit("ENGLAND", text) for text in ("F NTH", "A HOL")),
        *(unit("FRANCE", text) for text in ("F ENG", "F BEL")),
        put_aboard(unit("ENGLAND", "A NTH")),
    ]
    batch = engine.encode_positions(arrays, [Position(make_units(units))])
    number, orders = arrays.numbers, np.zeros((1, arrays.columns), np.int32)
    sea, port = number[LocationId("NTH")], number[LocationId("BEL")]
    army = sea + arrays.space_count
    orders[0, number[LocationId("ENG")]] = codes.pack(codes.MOVE, sea, 0)
    orders[0, port] = codes.pack(codes.SUPPORT_MOVE, sea, number[LocationId("ENG")])
    orders[0, army] = codes.pack(codes.MOVE, port, 0)
    orders[0, number[LocationId("HOL")]] = codes.pack(codes.SUPPORT_MOVE, port, army)
    check_moves(arrays, batch, orders)


def test_transport_fleets_with_other_rules_than_the_sheets_go_through_the_judge() -> None:
    own = VARIANT.rulebook
    bold = replace(own.traits[UnitKind.TRANSPORT], stands_off=True, cuts_support=True)
    arrays = engine.make_batch_board(VARIANT, replace(own, traits={**own.traits, UnitKind.TRANSPORT: bold}))
    before = Position(make_units([unit("OCEANIA", "TF PO7"), unit("UNION", "F PO8")]))
    batch, orders = engine.encode_positions(arrays, [before]), np.zeros((1, arrays.columns), np.int32)
    for start in ("PO7", "PO8"):
        orders[0, arrays.numbers[LocationId(start)]] = codes.pack(codes.MOVE, arrays.numbers[LocationId("PO6")], 0)
    assert engine.is_referred(arrays, batch, orders).all()
    after, told = engine.judge_moves(arrays, batch, orders)
    assert (told.result[0] == codes.FAILS).sum() == 2, "they stand each other off"
    assert engine.decode_position(arrays, after, 0).contested == {"PO6"}


def test_a_fleet_takes_an_army_aboard_and_sails_with_it(arrays: BatchBoard) -> None:
    start = VARIANT.start._replace(units={**VARIANT.start.units, SpaceId("PO7"): unit("OCEANIA", "F PO7")})
    batch, orders = engine.encode_positions(arrays, [start]), np.zeros((1, arrays.columns), np.int32)
    army, sea = arrays.numbers[LocationId("NA7")], arrays.numbers[LocationId("PO7")]
    orders[0, sea] = codes.pack(codes.EMBARK, army, army)
    orders[0, army] = codes.pack(codes.MOVE, sea, 0)
    batch, _ = engine.judge_moves(arrays, batch, orders)
    assert engine.decode_position(arrays, batch, 0).armies_aboard == (put_aboard(unit("OCEANIA", "A PO7")),)
    orders[:] = 0
    orders[0, sea] = codes.pack(codes.MOVE, arrays.numbers[LocationId("PO6")], 0)
    batch, _ = engine.judge_moves(arrays, batch, orders)
    assert engine.decode_position(arrays, batch, 0).armies_aboard == (put_aboard(unit("OCEANIA", "A PO6")),)


def winter(arrays: BatchBoard, position: Position, power: str, *lines: int) -> tuple[Batch, engine.WinterOutcomes]:
    batch = engine.encode_positions(arrays, [position])
    orders = np.zeros((1, len(arrays.powers), 6), np.int32)
    orders[0, arrays.powers.index(PowerId(power)), : len(lines)] = lines
    assert not engine.is_referred(arrays, batch, orders).any()
    return engine.judge_adjustments(arrays, batch, orders)


def test_a_ship_that_is_removed_takes_its_own_army_down_and_that_is_one_of_the_removals(arrays: BatchBoard) -> None:
    army = put_aboard(unit("OCEANIA", "A PO7"))
    units = [unit("OCEANIA", "F PO7"), army, unit("OCEANIA", "A NA7"), unit("OCEANIA", "A NA4")]
    before = Position(make_units(units), own("OCEANIA", 2, 0))
    ship = codes.pack(codes.REMOVE, arrays.numbers[LocationId("PO7")], 0)
    cargo = codes.pack(codes.REMOVE_ABOARD, arrays.numbers[LocationId("PO7")], 0)
    after, told = winter(arrays, before, "OCEANIA", ship, cargo)
    assert told.result.max() == codes.VOID, "the army is gone with its ship"
    assert [*engine.decode_position(arrays, after, 0).units] == ["NA4", "NA7"]


def test_a_ship_is_spared_if_its_own_army_would_be_one_removal_too_many(arrays: BatchBoard) -> None:
    """The ship is farther from home than the armies ashore, and goes first where two must."""
    army = put_aboard(unit("OCEANIA", "A PO22"))
    units = [unit("OCEANIA", "F PO22"), army, unit("OCEANIA", "A NA7"), unit("OCEANIA", "A NA4")]
    kept = []
    for centres in (3, 2):
        before = Position(make_units(units), own("OCEANIA", centres, 0))
        kept.append("PO22" in engine.decode_position(arrays, winter(arrays, before, "OCEANIA")[0], 0).units)
    assert kept == [True, False]


def test_transport_fleets_beyond_their_number_go(arrays: BatchBoard) -> None:
    units = [unit("OCEANIA", "TF PO7"), unit("OCEANIA", "TF PO6")]
    for centres, left in ((6, 2), (5, 1), (2, 0)):
        before = Position(make_units(units), own("OCEANIA", centres, 0))
        after, _ = winter(arrays, before, "OCEANIA")
        assert len(engine.decode_position(arrays, after, 0).units) == left


def test_orders_without_columns_for_cargo_let_armies_stay_aboard(arrays: BatchBoard) -> None:
    laden = Position(make_units([unit("OCEANIA", "F PO7"), put_aboard(unit("UNION", "A PO7"))]))
    batch = engine.encode_positions(arrays, [laden])
    orders = np.zeros(batch.power.shape, np.int32)
    orders[0, arrays.numbers[LocationId("PO7")]] = codes.pack(codes.MOVE, arrays.numbers[LocationId("PO6")], 0)
    after, told = engine.judge_moves(arrays, batch, orders)
    assert engine.decode_position(arrays, after, 0).armies_aboard == (put_aboard(unit("UNION", "A PO6")),)
    assert told.result[0, arrays.space_count + arrays.numbers[LocationId("PO7")]] == codes.SUCCEEDS


def test_sets_of_legal_orders_know_ships_that_carry() -> None:
    """Two games with transport fleets and armies aboard in every sea: all sets of all units, and whom they may help."""
    chronicle = Chronicle(Course("sets", 90, laden=True), games=2, seed=8)
    arrays = chronicle.arrays
    masks = engine.make_legal_masks(arrays, chronicle.batch)
    assert isinstance(masks, CarriageMasks)
    for game, position in enumerate(chronicle.positions):
        tables = list_orders(VARIANT.board, position, None, VARIANT.rulebook.order_rules).units
        check_sets(arrays, masks, game, tables)
        laden = {army.space for army in position.armies_aboard}
        movers = sorted(engine.column_of(arrays, key) for key in tables)
        for key in sorted(tables)[::9]:
            options = tables[key]
            if options.unit.is_aboard:
                continue
            expected: dict[int, set[int]] = {mover: set() for mover in movers}
            for order in options.orders():
                if isinstance(order, SupportMove):
                    other = codes.other_of(engine.encode_order(arrays, order, laden))
                    expected[other].add(arrays.numbers[order.target])
            helper = engine.column_of(arrays, key)
            found = {mover: set(engine.list_places(masks.helps(game, helper, mover))) for mover in movers}
            assert found == expected, options.unit


def check_sets(arrays: BatchBoard, masks: CarriageMasks, game: int, tables: Mapping[UnitKey, UnitOptions]) -> None:
    """Moves, supports in holding, boarding and landing of every unit of a game."""
    units = sorted((engine.column_of(arrays, key), options) for key, options in tables.items())
    ashore = [options for column, options in units if column < arrays.space_count]
    aboard = [(column - arrays.space_count, options) for column, options in units if column >= arrays.space_count]
    sets = zip(ashore, masks.moves(game), masks.holds(game), masks.boards(game), strict=True)
    for options, moves, holds, boards in sets:
        steps, ships = set(engine.list_places(moves)), set(engine.list_places(boards))
        numbers = {arrays.numbers[place] for place in options.moves}
        if options.unit.kind is UnitKind.ARMY:
            assert steps | ships == numbers, options.unit
        else:
            assert steps == numbers, options.unit
            assert ships == {arrays.board.index[piece.location] for piece in options.embarkable}
        held = {arrays.board.index[piece.location] for piece in options.support_holds}
        assert set(engine.list_places(holds)) == held, options.unit
    assert masks.aboard(game).tolist() == [ship for ship, _ in aboard]
    for (_, options), landings, changes in zip(aboard, masks.landings(game), masks.changes(game), strict=True):
        found = set(engine.list_places(landings)) | set(engine.list_places(changes))
        assert found == {arrays.numbers[place] for place in options.moves}, options.unit


def test_a_set_of_a_ship_without_an_army_is_refused(arrays: BatchBoard) -> None:
    batch = engine.encode_positions(arrays, [VARIANT.start])
    masks, spaces = engine.make_legal_masks(arrays, batch), arrays.space_count
    fleet, army = arrays.numbers[LocationId("BI2")], arrays.numbers[LocationId("NA7")]
    with pytest.raises(RequestError, match="no army is aboard"):
        masks.helps(0, army, fleet + spaces)


def test_positions_with_transports_and_armies_aboard_come_back_the_same() -> None:
    chronicle = Chronicle(MIXED[1], games=8, seed=5)
    for _ in range(3):
        chronicle.play_year()
    again = engine.encode_positions(chronicle.arrays, chronicle.positions)
    assert any(position.armies_aboard for position in chronicle.positions)
    for game, position in enumerate(chronicle.positions):
        assert engine.decode_position(chronicle.arrays, again, game) == position


@pytest.mark.parametrize(("units", "laden", "seed"), [(45, False, 3), (45, True, 4), (130, True, 5)])
def test_every_legal_order_is_listed_and_no_other(units: int, laden: bool, seed: int) -> None:
    chronicle = Chronicle(Course("listing", units, laden=laden), games=3, seed=seed)
    if units < 100:
        chronicle.play_year()
    arrays, batch = chronicle.arrays, chronicle.batch
    legal = engine.list_orders(arrays, batch)
    masks = engine.mask_orders(arrays, legal)
    for game, position in enumerate(chronicle.positions):
        tables = list_orders(VARIANT.board, position, None, VARIANT.rulebook.order_rules)
        decks = [army.space for army in position.armies_aboard]
        listed = 0
        for key, options in tables.units.items():
            column = engine.column_of(arrays, key)
            expected = sorted(engine.encode_order(arrays, order, decks) for order in options.orders())
            found = legal.of(game, column)
            assert sorted(map(int, found)) == expected, options.unit
            assert {(code & codes.KIND_MASK, codes.place_of(code)) for code in expected} == set(
                zip(*map(np.ndarray.tolist, masks[game, column].nonzero()), strict=True)
            )
            listed += len(expected)
        assert listed == sum(len(legal.of(game, column)) for column in range(arrays.columns))
