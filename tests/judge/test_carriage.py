"""Armies aboard ships: going aboard, being carried, landing, going down."""

import pytest

from legation.board import DislodgedUnit, LocationId, PowerId, SpaceId, UnitKind, aboard
from legation.judge import (
    Fate,
    Reason,
    Result,
    count_adjustments,
    find_remedies,
    judge_adjustments,
    judge_moves,
    judge_retreats,
)
from legation.orders import (
    Embark,
    Fault,
    Hold,
    Move,
    MovementOrder,
    Refusal,
    Rejection,
    Scene,
    SupportHold,
    SupportMove,
    check_order,
    format_order,
    list_orders,
    make_retreat_book,
    piece_of,
    read_submissions,
)
from legation.render.words import word_outcome
from tests.carriage import carriage_rules, list_aboard, load_ships, put_aboard, sail
from tests.kit import (
    STANDARD,
    Letters,
    judge_position,
    judge_winter,
    make_book,
    make_position,
    make_unit,
    write_orders,
)

ALONE: Letters = {"FRANCE": ["F ENG", "A BRE"]}
BOARD: Letters = {"FRANCE": ["A BRE - ENG", "F ENG E A BRE"]}
ATTACK_ON_CHANNEL = ["F NTH - ENG", "F LON S F NTH - ENG"]


def test_an_army_goes_aboard_a_ship_that_is_ordered_to_take_it() -> None:
    result = sail(BOARD, ALONE)
    assert list_aboard(result.after) == {"ENG": "FRANCE A ENG"}
    assert result.units("FRANCE") == ["F ENG", "A ENG"]
    assert (result["BRE"].reason, result["ENG"].reason) == (Reason.EMBARKED, Reason.TOOK_ABOARD)
    assert result.because("BRE") == ["F ENG E A BRE"]


def test_a_ship_of_another_power_may_take_it() -> None:
    result = sail(
        {"FRANCE": ["A BRE - ENG"], "ENGLAND": ["F ENG E A BRE"]}, {"FRANCE": ["A BRE"], "ENGLAND": ["F ENG"]}
    )
    assert list_aboard(result.after) == {"ENG": "FRANCE A ENG"}


@pytest.mark.parametrize("ship", ["F ENG H", "F ENG - IRI", "F ENG E A PIC"])
def test_without_a_matching_order_the_army_stays(ship: str) -> None:
    units = {"FRANCE": ["F ENG", "A BRE", "A PIC"]}
    result = sail({"FRANCE": ["A BRE - ENG", ship]}, units)
    assert (result["BRE"].result, result["BRE"].reason) == (Result.VOID, Reason.NOT_TAKEN_ABOARD)
    assert "A BRE" in result.units("FRANCE")


def test_an_embark_order_for_an_army_that_does_not_come_is_void() -> None:
    result = sail({"FRANCE": ["A BRE H", "F ENG E A BRE"]}, ALONE)
    assert (result["ENG"].result, result["ENG"].reason) == (Result.VOID, Reason.EMBARK_UNMATCHED)


def test_a_dislodged_ship_takes_nobody() -> None:
    units = {**ALONE, "ENGLAND": ["F NTH", "F LON"]}
    result = sail({**BOARD, "ENGLAND": ATTACK_ON_CHANNEL}, units)
    assert result["BRE"].reason is Reason.CARRIER_DISLODGED
    assert result["ENG"].reason is Reason.CARRIER_DISLODGED
    assert result.units("FRANCE") == ["A BRE"]
    assert list_aboard(result.after) == {}


def test_a_ship_taking_an_army_may_be_supported_as_if_it_held() -> None:
    units = {"FRANCE": ["F ENG", "A BRE", "F PIC"], "ENGLAND": ["F NTH", "F LON"]}
    result = sail({"FRANCE": [*BOARD["FRANCE"], "F PIC S F ENG"], "ENGLAND": ATTACK_ON_CHANNEL}, units)
    assert list_aboard(result.after) == {"ENG": "FRANCE A ENG"}


def test_going_aboard_is_no_attack() -> None:
    """It cuts no support and stands nobody off, not even in a port where an attack would."""
    units = {"FRANCE": ["A BRE", "F GAS", "F MAO"], "GERMANY": ["F PIC", "F ENG", "A PAR"]}
    orders = {
        "FRANCE": ["A BRE - PIC", "F GAS - BRE", "F MAO S F GAS - BRE"],
        "GERMANY": ["F PIC E A BRE", "F ENG S F PIC", "A PAR H"],
    }
    result = sail(orders, units)
    assert result["BRE"].reason is Reason.EMBARKED
    assert result["GAS"].reason is Reason.MOVED
    assert result.after.contested == frozenset()


def test_the_space_it_leaves_is_vacated() -> None:
    units = {"FRANCE": ["F ENG", "A BRE", "A PAR"]}
    result = sail({"FRANCE": [*BOARD["FRANCE"], "A PAR - BRE"]}, units)
    assert result["PAR"].reason is Reason.MOVED
    assert result.units("FRANCE") == ["A BRE", "F ENG", "A ENG"]


def test_the_space_stays_taken_if_the_ship_is_dislodged() -> None:
    units = {"FRANCE": ["F ENG", "A BRE", "A PAR"], "ENGLAND": ["F NTH", "F LON"]}
    result = sail({"FRANCE": [*BOARD["FRANCE"], "A PAR - BRE"], "ENGLAND": ATTACK_ON_CHANNEL}, units)
    assert result["PAR"].reason is Reason.OWN_UNIT_IN_WAY
    assert result.units("FRANCE") == ["A BRE", "A PAR"]


def test_an_army_moves_with_its_ship() -> None:
    result = sail({"FRANCE": ["F ENG - IRI"]}, {"FRANCE": ["F ENG"]}, {"ENGLAND": ["A ENG"]})
    assert list_aboard(result.after) == {"IRI": "ENGLAND A IRI"}
    assert result["ENG/ABOARD"].reason is Reason.STAYED_ABOARD


def test_an_army_lands_from_a_ship_that_holds() -> None:
    result = sail({"FRANCE": ["F ENG H", "A ENG - WAL"]}, {"FRANCE": ["F ENG"]}, {"FRANCE": ["A ENG"]})
    assert result.units("FRANCE") == ["F ENG", "A WAL"]
    assert list_aboard(result.after) == {}
    assert (result["ENG"].reason, result["ENG/ABOARD"].reason) == (Reason.HELD, Reason.MOVED)


@pytest.mark.parametrize("ship", ["F ENG - IRI", "F ENG S F LON"])
def test_an_army_does_not_land_unless_its_ship_holds(ship: str) -> None:
    units = {"FRANCE": ["F ENG", "F LON", "A PIC"]}
    result = sail({"FRANCE": [ship, "A ENG - WAL"]}, units, {"FRANCE": ["A ENG"]})
    assert "A WAL" not in result.units("FRANCE")
    assert result["ENG/ABOARD"].reason is Reason.CARRIER_DID_NOT_HOLD
    assert result.because("ENG/ABOARD") == [ship]


@pytest.mark.parametrize("orders", [["A ENG - WAL"], ["F ENG E A PIC", "A ENG - WAL"]])
def test_a_ship_without_a_legal_order_holds_and_lets_its_army_off_only_by_the_switch(orders: list[str]) -> None:
    """A ship with an army aboard has no room, so its embark order is refused."""
    units, cargo = {"FRANCE": ["F ENG", "A PIC"]}, {"FRANCE": ["A ENG"]}
    assert sail({"FRANCE": orders}, units, cargo)["ENG/ABOARD"].reason is Reason.CARRIER_NOT_ORDERED
    result = sail({"FRANCE": orders}, units, cargo, carriage_rules(landing="held"))
    assert "A WAL" in result.units("FRANCE")


def test_a_ship_that_is_removed_counts_its_army_as_a_removal() -> None:
    """A ship goes with the army aboard, and nobody else; a foreign army counts for nothing."""
    centres = {"FRANCE": ["PAR", "MAR", "BRE"], "ENGLAND": ["LON"]}
    position = make_position({"FRANCE": ["F ENG", "A PAR", "A MAR", "A BRE"], "ENGLAND": []}, centres=centres)
    for owner, left in (("FRANCE", ["A BRE", "A MAR", "A PAR"]), ("ENGLAND", ["A BRE", "A MAR", "A PAR"])):
        laden = load_ships(position, {owner: ["A ENG"]})
        lines = read_submissions(STANDARD, {PowerId("FRANCE"): ["F ENG D"]})
        verdict = judge_adjustments(STANDARD, laden, lines, carriage_rules()).verdict
        assert [str(unit) for unit in verdict.position.units_of(PowerId("FRANCE"))] == left
        assert len(verdict.destroyed) == 2


def test_two_removals_may_be_a_ship_and_its_army_but_one_is_not() -> None:
    """Unordered removals spare a ship whose own army would go down with it, unless both must go."""
    for owned, left in ((["PAR", "MAR"], ["F ENG", "A PAR"]), (["PAR"], ["A PAR"])):
        position = make_position({"FRANCE": ["F ENG", "A PAR"]}, centres={"FRANCE": owned})
        laden = load_ships(position, {"FRANCE": ["A ENG"]})
        verdict = judge_adjustments(STANDARD, laden, [], carriage_rules()).verdict
        assert [str(unit) for unit in verdict.position.units_of(PowerId("FRANCE"))] == left


def test_an_army_that_sinks_with_its_ship_cannot_be_removed_again() -> None:
    position = load_ships(make_position({"FRANCE": ["F ENG", "A PAR"]}), {"FRANCE": ["A ENG"]})
    lines = read_submissions(STANDARD, {PowerId("FRANCE"): ["F ENG D", "A ENG D", "A PAR D"]})
    result = judge_adjustments(STANDARD, position, lines, carriage_rules())
    assert [rejection.fault for rejection in result.rejections] == [Fault.ORDERED_ALREADY]
    assert result.verdict.position.units == {}


def test_a_landing_dislodges_with_support() -> None:
    units = {"FRANCE": ["F ENG", "F IRI"], "ENGLAND": ["A WAL"]}
    orders = {"FRANCE": ["F ENG H", "A ENG - WAL", "F IRI S A ENG - WAL"]}
    result = sail(orders, units, {"FRANCE": ["A ENG"]})
    assert result["WAL"].fate is Fate.DISLODGED
    assert result.because("ENG/ABOARD") == ["F IRI S A ENG - WAL"]


def test_a_landing_cuts_support_and_stands_off() -> None:
    units = {"FRANCE": ["F ENG"], "ENGLAND": ["A WAL", "A YOR", "A LVP"], "GERMANY": ["A LON"]}
    orders = {"FRANCE": ["F ENG H", "A ENG - WAL"], "ENGLAND": ["A WAL S A YOR - LON", "A YOR - LON"]}
    assert sail(orders, units, {"FRANCE": ["A ENG"]})["WAL"].reason is Reason.SUPPORT_CUT
    orders = {"FRANCE": ["F ENG H", "A ENG - WAL"], "ENGLAND": ["A LVP - WAL"]}
    result = sail(orders, {"FRANCE": ["F ENG"], "ENGLAND": ["A LVP"]}, {"FRANCE": ["A ENG"]})
    assert result.after.contested == {"WAL"}
    assert list_aboard(result.after) == {"ENG": "FRANCE A ENG"}


def test_a_landing_from_a_dislodged_ship_has_no_effect() -> None:
    units = {"FRANCE": ["F ENG"], "ENGLAND": ["F NTH", "F LON", "A WAL", "A YOR", "A LVP"]}
    orders = {
        "FRANCE": ["F ENG H", "A ENG - WAL"],
        "ENGLAND": [*ATTACK_ON_CHANNEL, "A LVP - WAL", "A WAL - YOR", "A YOR - LVP"],
    }
    result = sail(orders, units, {"FRANCE": ["A ENG"]})
    assert result["ENG/ABOARD"].reason is Reason.CARRIER_DISLODGED
    assert result["LVP"].reason is Reason.MOVED
    (waiting,) = result.after.dislodged
    assert str(waiting.cargo) == "A ENG"


def test_a_landing_does_not_meet_the_unit_that_attacks_its_ship_head_on() -> None:
    units = {"FRANCE": ["F ENG", "F IRI"], "ENGLAND": ["F WAL"]}
    orders = {"FRANCE": ["F ENG H", "A ENG - WAL", "F IRI S A ENG - WAL"], "ENGLAND": ["F WAL - ENG"]}
    result = sail(orders, units, {"FRANCE": ["A ENG"]})
    assert result["ENG/ABOARD"].reason is Reason.MOVED
    assert result["WAL"].reason is Reason.REPELLED


@pytest.mark.parametrize("profile", ["1971", "1982", "2000", "2023"])
def test_a_landing_that_would_save_its_own_ship_has_an_answer(profile: str) -> None:
    """The landing would dislodge a supporter of the attack on its ship: the heart of the old convoy paradox."""
    units = {"FRANCE": ["F ENG", "F IRI"], "ENGLAND": ["F WAL", "F LON"]}
    orders = {
        "FRANCE": ["F ENG H", "A ENG - WAL", "F IRI S A ENG - WAL"],
        "ENGLAND": ["F WAL S F LON - ENG", "F LON - ENG"],
    }
    result = sail(orders, units, {"FRANCE": ["A ENG"]}, carriage_rules(profile))
    assert result["ENG"].fate is Fate.DISLODGED
    assert result["WAL"].fate is Fate.STANDS
    if profile == "1971":
        assert result["WAL"].reason is Reason.SUPPORT_GIVEN


def test_an_army_changes_ships() -> None:
    result = sail(
        {"FRANCE": ["F ENG H", "A ENG - NTH"], "ENGLAND": ["F NTH E A ENG"]},
        {"FRANCE": ["F ENG"], "ENGLAND": ["F NTH"]},
        {"FRANCE": ["A ENG"]},
    )
    assert list_aboard(result.after) == {"NTH": "FRANCE A NTH"}
    assert result["ENG/ABOARD"].reason is Reason.EMBARKED


@pytest.mark.parametrize("lost", ["ENG", "NTH"])
def test_an_army_changes_ships_only_if_neither_is_dislodged(lost: str) -> None:
    attack = {"ENG": ["F LON - ENG", "F WAL S F LON - ENG"], "NTH": ["F LON - NTH", "F YOR S F LON - NTH"]}[lost]
    units = {"FRANCE": ["F ENG", "F NTH"], "ENGLAND": ["F LON", "F WAL", "F YOR"]}
    orders = {"FRANCE": ["F ENG H", "A ENG - NTH", "F NTH E A ENG"], "ENGLAND": attack}
    result = sail(orders, units, {"FRANCE": ["A ENG"]})
    assert result["ENG/ABOARD"].reason is Reason.CARRIER_DISLODGED
    assert result["NTH"].reason is Reason.CARRIER_DISLODGED
    assert list_aboard(result.after) == ({} if lost == "ENG" else {"ENG": "FRANCE A ENG"})


def test_an_army_goes_down_with_a_ship_that_is_destroyed() -> None:
    units = {"FRANCE": ["TF ENG"], "ENGLAND": ["F NTH", "F LON"]}
    result = sail({"ENGLAND": ATTACK_ON_CHANNEL}, units, {"GERMANY": ["A ENG"]})
    assert [str(unit) for unit in result.verdict.destroyed] == ["TF ENG", "A ENG"]
    assert (result["ENG/ABOARD"].reason, result["ENG/ABOARD"].fate) == (Reason.WENT_DOWN, Fate.DESTROYED)
    assert list_aboard(result.after) == {}


@pytest.mark.parametrize(("order", "is_saved"), [("F ENG R IRI", True), ("F ENG D", False)])
def test_an_army_retreats_with_its_ship_or_goes_down(order: str, is_saved: bool) -> None:
    units = {"FRANCE": ["F ENG"], "ENGLAND": ["F NTH", "F LON"]}
    moved = sail({"ENGLAND": ATTACK_ON_CHANNEL}, units, {"GERMANY": ["A ENG"]}).after
    book = make_retreat_book(STANDARD, moved, read_submissions(STANDARD, write_orders({"FRANCE": [order]})))
    verdict = judge_retreats(STANDARD, moved, book, carriage_rules())
    army = moved.dislodged[0].cargo
    if is_saved:
        assert [str(army) for army in verdict.position.armies_aboard] == ["A IRI"]
    else:
        assert army in verdict.destroyed
        lost = verdict.outcomes[-1]
        assert (lost.reason, list(map(format_order, lost.because_of))) == (Reason.WENT_DOWN, ["F ENG D"])


def test_an_army_aboard_counts_as_a_unit_and_may_be_removed() -> None:
    position = load_ships(make_position({"ENGLAND": ["F ENG"]}, centres={"ENGLAND": ["LON"]}), {"FRANCE": ["A ENG"]})
    assert count_adjustments(STANDARD, position, PowerId("FRANCE"), carriage_rules()) == -1
    verdict = judge_winter(position, {"FRANCE": ["A ENG D"]}, carriage_rules()).verdict
    assert list(verdict.position.units) == ["ENG"]
    assert verdict.outcomes[0].reason is Reason.REMOVED


def test_an_army_goes_down_with_a_ship_that_is_removed() -> None:
    position = load_ships(make_position({"ENGLAND": ["F ENG"]}, centres={"FRANCE": ["PAR"]}), {"FRANCE": ["A ENG"]})
    verdict = judge_winter(position, {"ENGLAND": ["F ENG D"]}, carriage_rules()).verdict
    assert verdict.position.units == {}
    assert [str(unit) for unit in verdict.destroyed] == ["F ENG", "A ENG"]
    lost = verdict.outcomes[-1]
    assert (lost.reason, list(map(format_order, lost.because_of))) == (Reason.WENT_DOWN, ["F ENG D"])


def test_what_would_have_changed_a_result_aboard_is_found() -> None:
    position = make_position(ALONE)
    book = make_book(position, {"FRANCE": ["A BRE - ENG", "F ENG H"]}, carriage_rules())
    outcome = judge_moves(STANDARD, position, book, carriage_rules()).outcomes[1]
    remedies = find_remedies(STANDARD, position, book, carriage_rules(), outcome)
    assert [format_order(remedy.instead) for remedy in remedies] == ["F ENG E A BRE"]


def test_an_order_that_keeps_an_army_aboard_is_a_remedy_of_its_own() -> None:
    """A ship that holds lands its army in the way of another; one that supports to no avail keeps it aboard."""
    orders = {"FRANCE": ["F ENG H", "A ENG - BRE", "A GAS - BRE", "A PIC H"]}
    result = sail(orders, {"FRANCE": ["F ENG", "A GAS", "A PIC"]}, {"FRANCE": ["A ENG"]})
    remedies = find_remedies(STANDARD, result.before, result.book, carriage_rules(), result["GAS"])
    supports = {format_order(found.instead) for found in remedies if isinstance(found.instead, SupportMove)}
    assert supports == {"F ENG S A GAS - BRE", "A PIC S A GAS - BRE", "F ENG S A PIC - BEL"}


def test_the_letter_tells_a_ship_from_the_army_aboard() -> None:
    result = sail({"FRANCE": ["F ENG H", "A ENG - BRE"]}, {"FRANCE": ["F ENG"]}, {"FRANCE": ["A ENG"]})
    assert {key: format_order(order) for key, order in result.book.orders.items()} == {
        "ENG": "F ENG H",
        "ENG/ABOARD": "A ENG - BRE",
    }


@pytest.mark.parametrize(
    ("order", "fault"),
    [
        ("A ENG S F NTH", Fault.ABOARD),
        ("F ENG E A BRE", Fault.NO_ROOM_ABOARD),
        ("A BRE - ENG", Fault.NO_ROOM_ABOARD),
        ("A BRE E A PIC", Fault.NOT_A_SHIP),
        ("F NTH E A BRE", Fault.ARMY_OUT_OF_REACH),
        ("F NTH E F ENG", Fault.ARMY_OUT_OF_REACH),
        ("F ENG S A ENG - NTH", Fault.SHIP_MUST_HOLD),
        ("A ENG - MUN", Fault.NOT_ADJACENT),
        ("A ENG - MAO", Fault.UNSUITABLE_SPACE),
        ("F NTH S A ENG", Fault.SUPPORT_THE_SHIP),
        ("F ENG S A ENG - BRE", Fault.SHIP_MUST_HOLD),
        ("F ENG S A ENG", Fault.SHIP_MUST_HOLD),
        ("F ENG C A PIC - LON", Fault.NOT_IN_THIS_VARIANT),
        ("F NTH S A ENG - BRE", Fault.SUPPORT_UNREACHABLE),
        ("A PIC S A ENG - BUR", Fault.SUPPORT_IMPOSSIBLE_MOVE),
    ],
)
def test_what_an_army_aboard_or_its_ship_cannot_do(order: str, fault: Fault) -> None:
    units = {"FRANCE": ["F ENG", "A BRE", "A PIC", "F NTH"]}
    result = sail({"FRANCE": [order]}, units, {"FRANCE": ["A ENG"]})
    found = [rejection.fault for rejection in result.book.rejections]
    if order == "F NTH E F ENG":  # an embark order can only mean the army
        assert found == []
    else:
        assert found == [fault]


def test_legal_orders_list_boarding_landing_and_embarking() -> None:
    position = load_ships(make_position({"FRANCE": ["F ENG", "F IRI", "A WAL"]}), {"FRANCE": ["A ENG"]})
    listed = {format_order(order) for order in list_orders(STANDARD, position, None, carriage_rules().order_rules)}
    assert {"A WAL - IRI", "F IRI E A WAL", "A ENG - BRE", "A ENG - IRI", "F IRI E A ENG", "A ENG H"} <= listed
    assert "A WAL - ENG" not in listed
    assert "F IRI S A ENG - WAL" in listed
    for text in listed:
        assert judge_position(position, {"FRANCE": [text]}, carriage_rules()).book.rejections == (), text


def test_boarding_across_a_strait_of_coasts_minds_the_coast() -> None:
    """A fleet on Spain's south coast is out of reach of an army on Gascony's shore, but armies march there."""
    units = {"FRANCE": ["F SPA/SC", "A GAS"]}
    assert list_aboard(sail({"FRANCE": ["A GAS - SPA", "F SPA/SC E A GAS"]}, units).after) == {"SPA": "FRANCE A SPA"}


def test_armies_are_only_ever_aboard_ships() -> None:
    result = sail(BOARD, ALONE)
    position = result.after
    assert [position.units[army.space].kind for army in position.armies_aboard] == [UnitKind.FLEET]
    assert list(position.units)[-1] == "ENG/ABOARD"


def test_the_listed_orders_are_the_legal_ones() -> None:
    """Every order that could be written for a ship, an army beside it and one aboard, by legality and by the list."""
    units = {"FRANCE": ["F ENG", "F IRI", "TF NTH", "A WAL", "A PIC", "F BRE"]}
    position = load_ships(make_position(units), {"FRANCE": ["A ENG", "A BRE"]})
    scene = Scene(STANDARD, position, carriage_rules().order_rules)
    everybody = list(position.units.values())
    places = [LocationId(space.id) for space in STANDARD.spaces.values() if not space.coasts]
    written: list[MovementOrder] = []
    for unit in everybody:
        me = piece_of(unit)
        written += [Hold(me), *(Move(me, place) for place in places)]
        for other in map(piece_of, everybody):
            written += [SupportHold(me, other), *(SupportMove(me, other, place) for place in places)]
            written += [Embark(me, other)] if other.kind is UnitKind.ARMY else []
    legal = set()
    for order in written:
        owner = scene.find(order.unit)
        assert owner is not None
        found = check_order(scene, owner, order)
        if not isinstance(found, Refusal):
            legal.add(format_order(found))
    listed = [format_order(order) for order in list_orders(STANDARD, position, None, carriage_rules().order_rules)]
    assert len(listed) == len(set(listed))
    assert {text for text in listed if "/" not in text} == legal


def test_without_a_letter_a_power_means_its_own_unit() -> None:
    result = sail({"ENGLAND": ["F ENG H"], "FRANCE": ["ENG - BRE"]}, {"ENGLAND": ["F ENG"]}, {"FRANCE": ["A ENG"]})
    assert result.book.rejections == ()
    assert format_order(result.book.orders[aboard(SpaceId("ENG"))]) == "A ENG - BRE"


def test_without_a_letter_an_own_army_is_meant_where_its_ship_could_not_go() -> None:
    result = sail({"FRANCE": ["BRE - PAR"]}, {"FRANCE": ["F BRE"]}, {"FRANCE": ["A BRE"]})
    assert format_order(result.book.orders[aboard(SpaceId("BRE"))]) == "A BRE - PAR"


LOADED: Letters = {"FRANCE": ["F ENG", "F IRI"]}
ABOARD: Letters = {"FRANCE": ["A ENG"]}


@pytest.mark.parametrize(
    ("line", "choices"),
    [
        ("ENG - BRE", ("A ENG - BRE", "F ENG - BRE")),
        ("Eng to Wales", ("A ENG - WAL", "F ENG - WAL")),
        ("IRI S ENG - WAL", ("F IRI S A ENG - WAL", "F IRI S F ENG - WAL")),
    ],
)
def test_without_a_letter_ship_and_army_are_asked_for_where_both_could_go(line: str, choices: tuple[str, ...]) -> None:
    result = sail({"FRANCE": [line]}, LOADED, ABOARD)
    (rejection,) = result.book.rejections
    assert (rejection.fault, rejection.choices) == (Fault.SHIP_OR_ARMY, choices)
    assert [format_order(order) for order in result.book.orders.values()] == [
        "F ENG H",
        "F IRI H",
        "A ENG H",
    ]


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("ENG - NTH", "F ENG - NTH"),
        ("ENG - MAO", "F ENG - MAO"),
        ("ENG H", "F ENG H"),
        ("ENG S IRI", "F ENG S F IRI"),
        ("ENG S IRI - WAL", "F ENG S F IRI - WAL"),
        ("IRI S ENG", "F IRI S F ENG"),
        ("IRI S ENG - MAO", "F IRI S F ENG - MAO"),
        ("IRI E ENG", "F IRI E A ENG"),
        ("F IRI S A ENG - WAL", "F IRI S A ENG - WAL"),
        ("ENG - IRI", None),
    ],
)
def test_without_a_letter_the_unit_is_meant_that_can_follow(line: str, order: str | None) -> None:
    result = sail({"FRANCE": [line]}, LOADED, ABOARD)
    followed = [format_order(answer) for answer in result.book.answers if not isinstance(answer, Rejection)]
    if order:
        assert (followed, result.book.rejections) == ([order], ())
    else:  # the ship sails there, and the army might change ships
        assert result.book.rejections[0].choices == ("A ENG - IRI", "F ENG - IRI")


def test_a_support_without_a_letter_is_for_the_army_where_its_ship_could_not_go() -> None:
    result = sail({"FRANCE": ["A GAS S BRE - PAR"]}, {"FRANCE": ["F BRE", "A GAS"]}, {"FRANCE": ["A BRE"]})
    assert format_order(result.book.orders[SpaceId("GAS")]) == "A GAS S A BRE - PAR"


def test_without_a_letter_a_removal_asks_for_ship_or_army() -> None:
    position = load_ships(make_position({"FRANCE": ["F ENG", "A PAR"]}, centres={"FRANCE": ["PAR", "BRE"]}), ABOARD)
    asked = judge_winter(position, {"FRANCE": ["remove ENG"]}, carriage_rules())
    (rejection,) = asked.rejections
    assert (rejection.fault, rejection.choices) == (Fault.SHIP_OR_ARMY, ("A ENG D", "F ENG D"))
    foreign = load_ships(make_position({"GERMANY": ["F ENG"]}, centres={"GERMANY": ["KIE"]}), ABOARD)
    removed = judge_winter(foreign, {"FRANCE": ["remove ENG"]}, carriage_rules())
    assert [str(unit) for unit in removed.verdict.destroyed] == ["A ENG"]


@pytest.mark.parametrize("order", ["A ENG R BRE", "A ENG D", "A ENG - BRE"])
@pytest.mark.parametrize("owner", ["FRANCE", "GERMANY"])
def test_an_army_aboard_has_no_retreat_of_its_own(order: str, owner: str) -> None:
    ship = make_unit("FRANCE", "F ENG")
    army = put_aboard(make_unit(owner, "A ENG"))
    waiting = (DislodgedUnit(ship, SpaceId("LON"), (LocationId("IRI"), LocationId("BRE")), army),)
    position = make_position({"ENGLAND": ["F ENG"]})._replace(dislodged=waiting)
    lines = read_submissions(STANDARD, {PowerId(owner): [order]})
    lines += read_submissions(STANDARD, {PowerId("FRANCE"): ["F ENG R IRI"]})
    book = make_retreat_book(STANDARD, position, lines, carriage_rules().order_rules)
    assert [rejection.fault for rejection in book.rejections] == [Fault.RETREATS_WITH_SHIP]
    assert format_order(book.orders[SpaceId("ENG")]) == "F ENG R IRI"


@pytest.mark.parametrize("ship", [[], ["F ENG - IRI"]])
def test_a_ship_is_told_that_the_other_did_not_let_the_army_go(ship: list[str]) -> None:
    result = sail(
        {"FRANCE": [*ship, "F NTH E A ENG", "A ENG - NTH"]}, {"FRANCE": ["F ENG", "F NTH"]}, {"FRANCE": ["A ENG"]}
    )
    reason = Reason.CARRIER_DID_NOT_HOLD if ship else Reason.CARRIER_NOT_ORDERED
    assert result["NTH"].reason is reason
    assert result["ENG/ABOARD"].reason is reason
    assert [format_order(cause) for cause in result["NTH"].because_of] == (ship or ["F ENG H"])


def test_the_support_of_an_army_that_went_aboard_says_that_it_attacked_nobody() -> None:
    result = sail(
        {"FRANCE": ["F BRE E A PAR"], "GERMANY": ["A PAR - BRE", "A PIC S A PAR - BRE"]},
        {"FRANCE": ["F BRE"], "GERMANY": ["A PAR", "A PIC"]},
    )
    assert word_outcome(STANDARD, result["PIC"]) == (
        "The army in Picardy supported the army in Paris to Brest, but the army in Paris made no attack there."
    )


def test_a_ship_that_lost_its_army_to_a_lost_ship_says_so() -> None:
    result = sail(
        {
            "FRANCE": ["F ENG H", "F NTH E A ENG", "A ENG - NTH"],
            "ENGLAND": ["F LON - ENG", "F WAL S F LON - ENG"],
        },
        {"FRANCE": ["F ENG", "F NTH"], "ENGLAND": ["F LON", "F WAL"]},
        {"FRANCE": ["A ENG"]},
    )
    assert word_outcome(STANDARD, result["NTH"]) == (
        "The fleet in the North Sea could not take the army in the English Channel aboard: "
        "the fleet in the English Channel was dislodged."
    )
