"""Every fault has an order that shows it, with the choices that are offered instead."""

from dataclasses import dataclass, field

import pytest

from legation.board import DislodgedUnit, LocationId, Position, SpaceId
from legation.judge import RuleModule
from legation.orders import Fault, Refusal, Rejection
from tests.kit import (
    Letters,
    judge,
    judge_winter,
    make_book,
    make_owners,
    make_position,
    make_retreats,
    make_unit,
    rules,
    transport_rules,
)


@dataclass(frozen=True)
class Example:
    """An order of France that is refused."""

    fault: Fault
    text: str
    units: Letters = field(default_factory=lambda: {"FRANCE": ["A PAR"]})
    choices: tuple[str, ...] = ()
    centres: Letters = field(default_factory=dict)


def label(example: Example) -> str:
    return f"{example.fault.value}: {example.text}"


ALONE = {"FRANCE": ["A PAR", "F BRE", "A MAR"]}
MOVEMENT = [
    Example(Fault.UNREADABLE, "A PAR - Constantinoble", choices=("CON",)),
    Example(Fault.UNREADABLE, "A PAR what"),
    Example(Fault.NO_SUCH_UNIT, "A MUN - BUR"),
    Example(Fault.NOT_YOUR_UNIT, "A MUN - BUR", {"GERMANY": ["A MUN"]}),
    Example(Fault.WRONG_PHASE, "A PAR B"),
    Example(Fault.WRONG_PHASE, "A PAR R BUR"),
    Example(Fault.WRONG_PHASE, "A PAR D"),
    Example(Fault.WRONG_PHASE, "WAIVE"),
    Example(Fault.NOT_IN_THIS_VARIANT, "BOMB PAR - MOS"),
    Example(Fault.NOT_IN_THIS_VARIANT, "F BRE E A PAR", ALONE),
    Example(Fault.SAME_SPACE, "A PAR - PAR"),
    Example(Fault.SAME_SPACE, "A PAR S A MAR - MAR", ALONE),
    Example(Fault.SAME_SPACE, "F ENG C A PIC - PIC", {"FRANCE": ["F ENG", "A PIC"]}),
    Example(Fault.UNSUITABLE_SPACE, "A BRE - ENG", {"FRANCE": ["A BRE"]}, ("GAS", "PAR", "PIC")),
    Example(Fault.UNSUITABLE_SPACE, "F BRE - PAR", ALONE, ("ENG", "GAS", "MAO", "PIC")),
    Example(Fault.NOT_ADJACENT, "A PAR - MOS", choices=("BRE", "BUR", "GAS", "PIC")),
    Example(Fault.NOT_ADJACENT, "F BRE - NTH", ALONE, ("ENG", "GAS", "MAO", "PIC")),
    Example(Fault.COAST_NEEDED, "F POR - SPA", {"FRANCE": ["F POR"]}, ("SPA/NC", "SPA/SC")),
    Example(Fault.COAST_UNREACHABLE, "F GAS - SPA/SC", {"FRANCE": ["F GAS"]}, ("SPA/NC",)),
    Example(Fault.NO_CONVOY_POSSIBLE, "A BRE - LON", {"FRANCE": ["A BRE"]}, ("GAS", "PAR", "PIC")),
    Example(Fault.NO_CONVOY_POSSIBLE, "A PIC - BEL VIA", {"FRANCE": ["A PIC"]}, ("A PIC - BEL",)),
    Example(Fault.NOT_A_ROUTE, "A BUR - RUH - MUN", {"FRANCE": ["A BUR"]}, ("A BUR - RUH", "A BUR - MUN")),
    Example(Fault.NOT_A_ROUTE, "F BRE - MAO - POR", ALONE, ("F BRE - MAO",)),
    Example(Fault.NOT_A_ROUTE, "F ENG - NTH - BEL", {"FRANCE": ["F ENG"]}, ("F ENG - NTH", "F ENG - BEL")),
    Example(Fault.NOT_A_ROUTE, "A PIC - BEL via PAR", {"FRANCE": ["A PIC"]}, ("A PIC - PAR", "A PIC - BEL")),
    Example(Fault.SUPPORT_SELF, "A PAR S A PAR"),
    Example(Fault.SUPPORT_SELF, "A PAR S A PAR - BUR"),
    Example(Fault.SUPPORT_UNREACHABLE, "A PAR S F BRE - ENG", ALONE, ("BRE", "BUR", "GAS", "PIC")),
    Example(Fault.SUPPORT_UNREACHABLE, "A PAR S A MAR", ALONE, ("BRE", "BUR", "GAS", "PIC")),
    Example(Fault.SUPPORT_IMPOSSIBLE_MOVE, "A PAR S A MAR - PIC", ALONE, ("BUR", "GAS", "PIE", "SPA")),
    Example(Fault.NO_UNIT_TO_SUPPORT, "A PAR S A BUR"),
    Example(Fault.NO_UNIT_TO_SUPPORT, "A PAR S A MUN - BUR"),
    Example(Fault.NOT_A_CONVOYER, "F BRE C A PAR - PIC", ALONE),
    Example(Fault.NOT_A_CONVOYER, "A PAR C A MAR - GAS", ALONE),
    Example(Fault.CONVOY_OFF_ROUTE, "F BAL C A BRE - LON", {"FRANCE": ["F BAL", "A BRE"]}),
    Example(Fault.CONVOY_OFF_ROUTE, "F ENG C A PAR - LON", {"FRANCE": ["F ENG", "A PAR"]}),
    Example(Fault.CONVOY_OFF_ROUTE, "F ENG C A BRE - NTH", {"FRANCE": ["F ENG", "A BRE"]}),
    Example(Fault.NO_ARMY_TO_CONVOY, "F ENG C A BRE - LON", {"FRANCE": ["F ENG"]}),
    Example(Fault.NO_ARMY_TO_CONVOY, "F ENG C F BRE - LON", {"FRANCE": ["F ENG", "F BRE"]}),
]


@pytest.mark.parametrize("example", MOVEMENT, ids=label)
def test_a_faulty_movement_order_is_refused(example: Example) -> None:
    book = make_book(make_position(example.units), {"FRANCE": [example.text]})
    (rejection,) = book.rejections
    assert (rejection.power, rejection.text, rejection.fault) == ("FRANCE", example.text, example.fault)
    if example.choices:
        assert rejection.choices == example.choices


def dislodge_burgundy() -> Position:
    """France is thrown out of Burgundy by Munich; Gascony is contested, Picardy and Ruhr are occupied."""
    return judge(
        {
            "FRANCE": ["A BUR H", "A TUN H"],
            "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"],
            "ITALY": ["A MAR - GAS"],
            "ENGLAND": ["A BRE - GAS", "A PIC H"],
        }
    ).after


def dislodge_fleets() -> Position:
    """Two French fleets are thrown out of the Mid-Atlantic and Gascony; Spain is free."""
    return judge(
        {
            "FRANCE": ["F MAO H", "F GAS H"],
            "ENGLAND": ["F NAO - MAO", "F IRI S F NAO - MAO"],
            "ITALY": ["A PAR - GAS", "A BUR S A PAR - GAS"],
        }
    ).after


RETREATS = [
    Example(Fault.UNREADABLE, "A BUR R Constantinoble", choices=("CON",)),
    Example(Fault.WRONG_PHASE, "A BUR H"),
    Example(Fault.WRONG_PHASE, "A BUR S A PIC"),
    Example(Fault.WRONG_PHASE, "A BUR B"),
    Example(Fault.NO_SUCH_UNIT, "A MOS R UKR"),
    Example(Fault.NOT_DISLODGED, "A TUN R NAF"),
    Example(Fault.NOT_YOUR_UNIT, "A MAR R SPA"),
    Example(Fault.SAME_SPACE, "A BUR R BUR"),
    Example(Fault.NOT_ADJACENT, "A BUR R MOS"),
    Example(Fault.SPACE_OCCUPIED, "A BUR R PIC"),
    Example(Fault.SPACE_OCCUPIED, "A BUR R RUH"),
    Example(Fault.ATTACKER_CAME_FROM_THERE, "A BUR R MUN"),
    Example(Fault.SPACE_CONTESTED, "A BUR R GAS"),
    Example(Fault.SPACE_CONTESTED, "A BUR - GAS"),
    Example(Fault.NOT_IN_THIS_VARIANT, "A BUR - PAR CARRY 1"),
    Example(Fault.NOT_A_ROUTE, "A BUR - BEL - PAR", choices=("A BUR R BEL", "A BUR R PAR")),
    Example(Fault.NOT_A_ROUTE, "A BUR R PAR VIA MUN", choices=("A BUR R PAR",)),
]


@pytest.mark.parametrize("example", RETREATS, ids=label)
def test_a_faulty_retreat_is_refused_with_the_retreats_there_are(example: Example) -> None:
    (rejection,) = make_retreats(dislodge_burgundy(), {"FRANCE": [example.text]}).rejections
    assert rejection.fault is example.fault
    where = ("BEL", "PAR") if " R " in example.text or " - " in example.text else ()
    assert rejection.choices in (where, example.choices)


def test_a_retreat_of_another_power_is_refused() -> None:
    (rejection,) = make_retreats(dislodge_burgundy(), {"ENGLAND": ["A BUR R PAR"]}).rejections
    assert rejection.fault is Fault.NOT_YOUR_UNIT


PARIS = {"FRANCE": ["PAR"]}
WINTER = [
    Example(Fault.UNREADABLE, "B A Constantinoble", {}, ("CON",), PARIS),
    Example(Fault.WRONG_PHASE, "A PAR H", {}, (), PARIS),
    Example(Fault.NOT_A_BUILD_SITE, "B A BUR", {}, ("PAR",), PARIS),
    Example(Fault.NOT_A_BUILD_SITE, "B A BEL", {}, ("PAR",), {"FRANCE": ["PAR", "BEL"]}),
    Example(Fault.SITE_NOT_OWNED, "B A MAR", {}, ("PAR",), PARIS),
    Example(Fault.SITE_OCCUPIED, "B A PAR", {"GERMANY": ["A PAR"]}, ("BRE",), {"FRANCE": ["PAR", "BRE"]}),
    Example(Fault.KIND_NEEDED, "B BRE", {}, ("A BRE", "F BRE"), {"FRANCE": ["BRE"]}),
    Example(Fault.UNSUITABLE_SPACE, "B F PAR", {}, (), PARIS),
    Example(Fault.UNSUITABLE_SPACE, "B F PAR", {}, ("BRE",), {"FRANCE": ["PAR", "BRE"]}),
    Example(Fault.NO_BUILDS_LEFT, "B A PAR", {"FRANCE": ["A BUR"]}, (), PARIS),
    Example(Fault.NO_BUILDS_LEFT, "WAIVE", {"FRANCE": ["A BUR"]}, (), PARIS),
    Example(Fault.NO_REMOVALS_LEFT, "REMOVE A BUR", {"FRANCE": ["A BUR"]}, (), PARIS),
    Example(Fault.NO_SUCH_UNIT, "REMOVE A MAR", {"FRANCE": ["A BUR"]}, (), PARIS),
    Example(Fault.NOT_YOUR_UNIT, "REMOVE A MUN", {"FRANCE": ["A BUR"], "GERMANY": ["A MUN"]}, (), PARIS),
    Example(Fault.NOT_IN_THIS_VARIANT, "B TF BRE", {}, ("BRE",), {"FRANCE": ["BRE"]}),
]


@pytest.mark.parametrize("example", WINTER, ids=label)
def test_a_faulty_adjustment_is_refused_with_the_sites_there_are(example: Example) -> None:
    position = make_position(example.units)._replace(owners=make_owners(example.centres))
    (rejection,) = judge_winter(position, {"FRANCE": [example.text]}).rejections
    assert (rejection.text, rejection.fault) == (example.text, example.fault)
    assert rejection.choices == example.choices


def refuse_fleet_retreat(text: str) -> Rejection:
    (rejection,) = make_retreats(dislodge_fleets(), {"FRANCE": [text]}).rejections
    return rejection


def test_a_fleet_that_retreats_to_an_unnamed_coast_is_refused() -> None:
    rejection = refuse_fleet_retreat("F MAO R SPA")
    assert rejection.fault is Fault.COAST_NEEDED
    assert rejection.choices == ("SPA/NC", "SPA/SC")


def test_a_fleet_that_retreats_to_a_coast_out_of_reach_is_refused() -> None:
    rejection = refuse_fleet_retreat("F GAS R SPA/SC")
    assert (rejection.fault, rejection.choices) == (Fault.COAST_UNREACHABLE, ("SPA/NC",))


def test_an_open_neighbour_that_is_not_among_the_open_retreats_was_closed() -> None:
    found = DislodgedUnit(make_unit("FRANCE", "A BUR"), SpaceId("MUN"), (LocationId("PAR"),))
    position = Position(dislodged=(found,))
    (rejection,) = make_retreats(position, {"FRANCE": ["A BUR R GAS"]}).rejections
    assert (rejection.fault, rejection.choices) == (Fault.WAS_CLOSED, ("PAR",))


def test_no_unit_retreats_to_where_another_stands_whatever_a_given_list_says() -> None:
    found = DislodgedUnit(make_unit("GERMANY", "F NWY"), None, (LocationId("BAR"), LocationId("NTH")))
    position = make_position({"RUSSIA": ["F NTH"]})._replace(dislodged=(found,))
    (rejection,) = make_retreats(position, {"GERMANY": ["F NWY R NTH"]}).rejections
    assert (rejection.fault, str(rejection.refusal.unit)) == (Fault.SPACE_OCCUPIED, "F NTH")


def test_a_fleet_cannot_retreat_inland() -> None:
    after = judge({"FRANCE": ["F BRE H"], "ENGLAND": ["F ENG - BRE", "F MAO S F ENG - BRE"]}).after
    (rejection,) = make_retreats(after, {"FRANCE": ["F BRE R PAR"]}).rejections
    assert (rejection.fault, rejection.choices) == (Fault.UNSUITABLE_SPACE, ("GAS", "PIC"))


def test_support_that_the_kind_of_unit_cannot_give_is_refused() -> None:
    position = make_position({"FRANCE": ["TF ENG", "F MAO"]})
    (rejection,) = make_book(position, {"FRANCE": ["TF ENG S F MAO - BRE"]}, transport_rules()).rejections
    assert rejection.fault is Fault.SUPPORT_NOT_ALLOWED


class NoMoves(RuleModule):
    """Bars every order."""

    def refuse_order(self, *_: object) -> Refusal:
        return Refusal(Fault.BARRED_BY_RULE)


def test_what_a_rule_module_bars_is_refused() -> None:
    (rejection,) = make_book(make_position(ALONE), {"FRANCE": ["A PAR - BUR"]}, rules("2000", NoMoves())).rejections
    assert rejection.fault is Fault.BARRED_BY_RULE


def test_every_fault_has_an_example() -> None:
    shown = {example.fault for example in (*MOVEMENT, *RETREATS, *WINTER)}
    apart = {Fault.SUPPORT_NOT_ALLOWED, Fault.BARRED_BY_RULE}
    apart |= {Fault.NOT_A_SHIP, Fault.NO_ROOM_ABOARD, Fault.ABOARD}  # tests/judge/test_carriage.py
    apart |= {Fault.RETREATS_WITH_SHIP, Fault.SHIP_MUST_HOLD, Fault.SUPPORT_THE_SHIP}  # the same
    apart |= {Fault.ARMY_OUT_OF_REACH}  # the same
    apart |= {Fault.BOARDING_IS_NO_ATTACK}  # tests/doors/situations_cargo.toml
    apart |= {Fault.NO_BOMB_THERE, Fault.RUINED, Fault.CARRIES_A_BOMB}  # tests/clauses/test_gigaton_bomb.py
    apart |= {Fault.CLOSED_TO_ARMIES}  # tests/clauses/test_colonia_i.py
    apart |= {Fault.NO_FERRY, Fault.FERRY_HAS_CONVOYED, Fault.FERRY_TAKES_ONE}  # tests/clauses/test_colonia_iii.py
    apart |= {Fault.TWO_SEAS_AWAY, Fault.NOT_FROM_AN_ISLAND}  # the same
    apart |= {Fault.SPECIAL_FOR_OTHERS, Fault.SPECIAL_NOT_OWNED}  # tests/judge/test_closed_choices.py
    apart |= {Fault.BUILD_ONLY_FOR_OTHERS, Fault.BUILD_ONLY_NOT_OWNED, Fault.COLONY_TOO_YOUNG}  # the same
    apart |= {Fault.NO_HOME_LEFT}  # tests/judge/test_closed_choices.py
    apart |= {Fault.SHIP_OR_ARMY}  # tests/judge/test_carriage.py
    apart |= {Fault.PERMANENT_CENTRE}  # tests/clauses/test_colonial_variant.py
    apart |= {Fault.NO_CONVOYS_HERE}  # tests/contract/test_cited_refusals.py
    apart |= {Fault.WAS_CLOSED}  # above
    apart |= {Fault.IN_DISORDER}  # tests/render/words/test_report.py
    apart |= {Fault.NO_BUILD_OF_KIND, Fault.NO_REMOVAL_OF_KIND}  # tests/doors/situations_voyages.toml
    apart |= {Fault.BUILDS_ARE_DUE}  # tests/judge/test_adjustments.py
    apart |= {Fault.AMBIGUOUS_NAME, Fault.IMPASSABLE}  # tests/orders/test_shared_names.py
    doubled = {Fault.ORDERED_ALREADY, Fault.ORDERED_TWICE}  # tests/orders/test_order_book.py
    apart |= {Fault.IS_A_VOTE}  # tests/game/test_review.py
    assert shown | apart | doubled == set(Fault)
