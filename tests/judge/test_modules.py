"""Every hook at which a rule module is asked, each with a tiny module that makes a difference."""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import pytest

from legation.board import (
    Board,
    Border,
    CentreKind,
    DislodgedUnit,
    LocationId,
    Position,
    PowerId,
    SpaceId,
    Unit,
    UnitKind,
)
from legation.judge import (
    Crossing,
    Fate,
    Reason,
    RuleModule,
    Verdict,
    choose_removals,
    judge_moves,
    list_build_sites,
    settle_ownership,
)
from legation.orders import (
    ClauseId,
    Fault,
    Move,
    Order,
    Refusal,
    Retreat,
    RetreatOrder,
    make_retreat_book,
    read_submissions,
)
from tests.kit import (
    STANDARD,
    judge,
    judge_position,
    judge_retreat_orders,
    judge_winter,
    make_book,
    make_position,
    make_tiny_board,
    rules,
)

FRANCE = PowerId("FRANCE")


class NoEntry(RuleModule):
    """Nobody may move to Paris."""

    def refuse_order(self, board: Board, position: Position, unit: Unit, order: Order) -> Refusal | None:
        return Refusal(Fault.BARRED_BY_RULE) if isinstance(order, Move) and order.target == "PAR" else None


def test_refuse_order_refuses_an_order_that_the_rulebook_allows() -> None:
    result = judge({"FRANCE": ["A BRE - PAR"], "GERMANY": ["A BUR - MAR"]}, rules("2000", NoEntry()))
    assert [rejection.fault for rejection in result.book.rejections] == [Fault.BARRED_BY_RULE]
    assert (result.units("FRANCE"), result.units("GERMANY")) == (["A BRE"], ["A MAR"])


class Recorder(RuleModule):
    """Remembers the orders it was asked about."""

    seen: ClassVar[list[Order]] = []

    def refuse_order(self, board: Board, position: Position, unit: Unit, order: Order) -> Refusal | None:
        self.seen.append(order)
        return None


def test_refuse_order_is_asked_only_about_orders_that_the_rulebook_allows() -> None:
    recorder = Recorder()
    make_book(make_position({"FRANCE": ["F GAS"]}), {"FRANCE": ["F GAS - MOS", "F GAS - SPA"]}, rules("2000", recorder))
    assert [order.target for order in recorder.seen if isinstance(order, Move)] == ["SPA/NC"]


class Canal(RuleModule):
    """The canal is open to France."""

    def may_cross(self, position: Position, unit: Unit, border: Border) -> bool:
        return border.condition == "canal" and unit.power == FRANCE


@pytest.fixture
def canal(tmp_path: Path) -> Board:
    spaces = "EAST,East,land\nWEST,West,land\nREAR,Rear,land\nFAR,Far,land\nSEA,Sea,sea"
    borders = """
        EAST,WEST,yes,no,,canal
        EAST,REAR,yes
        WEST,FAR,yes
        EAST,SEA,no,yes
        WEST,SEA,no,yes
    """
    return make_tiny_board(tmp_path, spaces, borders)


def test_may_cross_opens_a_conditional_border_to_a_move(canal: Board) -> None:
    opened = rules("2000", Canal())
    assert judge({"FRANCE": ["A EAST - WEST"]}, opened, board=canal).units("FRANCE") == ["A WEST"]
    assert judge({"SPAIN": ["A EAST - WEST"]}, opened, board=canal).units("SPAIN") == ["A EAST"]


def test_may_cross_opens_a_conditional_border_to_support(canal: Board) -> None:
    orders = {"FRANCE": ["A FAR - WEST", "A EAST S A FAR - WEST"], "SPAIN": ["A WEST H"]}
    assert judge(orders, rules("2000", Canal()), board=canal)["WEST"].fate is not Fate.STANDS
    assert judge(orders, board=canal)["WEST"].fate is Fate.STANDS


def test_may_cross_opens_a_conditional_border_to_a_retreat(canal: Board) -> None:
    orders = {"SPAIN": ["A REAR - EAST", "F SEA S A REAR - EAST"], "FRANCE": ["A EAST H"]}
    result = judge(orders, rules("2000", Canal()), board=canal)
    assert result.dislodged["A EAST"].retreats == ("WEST",)
    assert judge(orders, board=canal)["EAST"].fate is Fate.DESTROYED


def test_two_units_that_meet_on_an_open_conditional_border_stop_each_other(canal: Board) -> None:
    class Open(RuleModule):
        def may_cross(self, position: Position, unit: Unit, border: Border) -> bool:
            return True

    result = judge({"FRANCE": ["A EAST - WEST"], "SPAIN": ["A WEST - EAST"]}, rules("2000", Open()), board=canal)
    assert result["EAST"].reason is Reason.MET_HEAD_ON


def test_an_army_before_a_shut_border_that_nobody_carries_stays(canal: Board) -> None:
    """A fleet could carry it, so the move is legal; nobody ordered the convoy, and it cannot walk."""
    result = judge({"SPAIN": ["A EAST - WEST"], "FRANCE": ["F SEA H"]}, rules("2000", Canal()), board=canal)
    assert result["EAST"].reason is Reason.NO_CONVOY_ORDERED


def test_an_army_before_a_shut_border_goes_by_convoy(canal: Board) -> None:
    """It cannot walk, so it is convoyed by a foreign fleet without a tag, and its convoy may be broken."""
    orders = {"SPAIN": ["A EAST - WEST"], "ITALY": ["F SEA C A EAST - WEST"], "FRANCE": ["A WEST - EAST"]}
    result = judge(orders, rules("2000", Canal()), board=canal)
    assert (result["EAST"].reason, result["WEST"].reason) == (Reason.MOVED, Reason.MOVED)


class Ferry(RuleModule):
    """A French unit may always retreat to Tunis and to Picardy."""

    def retreat_options(self, board: Board, position: Position, dislodged: Unit) -> frozenset[LocationId]:
        return frozenset({LocationId("TUN"), LocationId("PIC")}) if dislodged.power == FRANCE else frozenset()


def test_retreat_options_adds_places_that_are_free() -> None:
    orders = {"FRANCE": ["A BEL H"], "GERMANY": ["A RUH - BEL", "A HOL S A RUH - BEL", "A PAR - PIC"]}
    result = judge(orders, rules("2000", Ferry()))
    assert result.dislodged["A BEL"].retreats == ("BUR", "TUN")


def test_retreat_options_saves_a_unit_that_would_be_destroyed() -> None:
    orders = {"FRANCE": ["F POR H"], "ENGLAND": ["F MAO - POR", "F SPA/SC S F MAO - POR"]}
    assert judge(orders)["POR"].fate is Fate.DESTROYED
    result = judge(orders, rules("2000", Ferry()))
    assert result["POR"].fate is Fate.DISLODGED
    assert result.dislodged["F POR"].retreats == ("PIC", "TUN")


class Storm(RuleModule):
    """Counts the phases, and sinks what is in the Mid-Atlantic."""

    name = "storm"

    def after_moves(self, board: Board, before: Position, verdict: Verdict) -> Verdict:
        after = verdict.position
        seen = before.memory.get(self.name, 0)
        assert isinstance(seen, int)
        units = {space: unit for space, unit in after.units.items() if space != "MAO"}
        return verdict._replace(position=after._replace(units=units, memory={**after.memory, self.name: seen + 1}))


def test_after_moves_changes_the_position_and_remembers() -> None:
    first = judge({"FRANCE": ["F BRE - MAO", "A PAR H"]}, rules("2000", Storm())).after
    assert (set(first.units), first.memory) == ({"PAR"}, {"storm": 1})
    second = judge_position(first, {}, rules("2000", Storm())).after
    assert second.memory == {"storm": 2}


def test_after_moves_of_each_module_sees_what_the_one_before_made() -> None:
    class Echo(RuleModule):
        def after_moves(self, board: Board, before: Position, verdict: Verdict) -> Verdict:
            heard = {"heard": dict(verdict.position.memory)}
            return verdict._replace(position=verdict.position._replace(memory=heard))

    result = judge({"FRANCE": ["A PAR H"]}, rules("2000", Storm(), Echo()))
    assert result.after.memory == {"heard": {"storm": 1}}


class Treaty(RuleModule):
    """Belgium belongs to nobody."""

    def own_centres(self, board: Board, before: Position, after: Position) -> Position:
        owners = {space: power for space, power in after.owners.items() if space != "BEL"}
        return after._replace(owners=owners)


def test_own_centres_changes_who_owns_what() -> None:
    position = make_position({"FRANCE": ["A BEL", "A HOL"]})
    assert settle_ownership(STANDARD, position, rules()).owners == {"BEL": FRANCE, "HOL": FRANCE}
    assert settle_ownership(STANDARD, position, rules("2000", Treaty())).owners == {"HOL": FRANCE}


class Colonies(RuleModule):
    """Units may be built in neutral centres that one owns."""

    def build_sites(self, board: Board, position: Position, power: PowerId) -> Mapping[SpaceId, ClauseId]:
        centres = position.centres_of(power)
        return {space: ClauseId("X-1") for space in centres if board.spaces[space].centre is CentreKind.NEUTRAL}


def test_build_sites_adds_places_that_are_free() -> None:
    position = make_position({"FRANCE": ["A HOL"]}, centres={"FRANCE": ["PAR", "BEL", "HOL"]})
    assert list_build_sites(STANDARD, position, FRANCE, rules()) == ("PAR",)
    assert list_build_sites(STANDARD, position, FRANCE, rules("2000", Colonies())) == ("BEL", "PAR")


def test_units_are_built_on_the_sites_that_a_module_adds() -> None:
    position = make_position({}, centres={"FRANCE": ["BEL"]})
    verdict = judge_winter(position, {"FRANCE": ["B F BEL"]}, rules("2000", Colonies())).verdict
    assert [str(unit) for unit in verdict.position.units.values()] == ["F BEL"]


def test_modules_leave_the_judge_pure() -> None:
    before = make_position({"FRANCE": ["F BRE"]})
    book = make_book(before, {"FRANCE": ["F BRE - MAO"]})
    rulebook = rules("2000", Storm())
    assert judge_moves(STANDARD, before, book, rulebook) == judge_moves(STANDARD, before, book, rulebook)
    assert before == make_position({"FRANCE": ["F BRE"]})


class ToPicardyOnly(RuleModule):
    """Every retreat must go to Picardy."""

    def complete_retreat(
        self, board: Board, position: Position, dislodged: DislodgedUnit, order: Retreat
    ) -> Retreat | Refusal:
        return order if order.target == "PIC" else Refusal(Fault.BARRED_BY_RULE)


def test_complete_retreat_refuses_a_retreat_as_it_is_written() -> None:
    orders = {"FRANCE": ["A BEL H"], "GERMANY": ["A RUH - BEL", "A HOL S A RUH - BEL"]}
    position = judge(orders).after
    checks = rules("2000", ToPicardyOnly()).order_rules
    for text, faults in (("A BEL R BUR", [Fault.BARRED_BY_RULE]), ("A BEL R PIC", [])):
        lines = read_submissions(STANDARD, {FRANCE: [text]})
        book = make_retreat_book(STANDARD, position, lines, checks)
        assert [rejection.fault for rejection in book.rejections] == faults


class Fog(RuleModule):
    """Nobody gets away from Belgium."""

    def carry_retreats(
        self, board: Board, position: Position, orders: Mapping[SpaceId, RetreatOrder]
    ) -> Mapping[SpaceId, Crossing]:
        return {SpaceId("BEL"): Crossing(ClauseId("X-1"))}


def test_a_retreat_that_nobody_carries_is_in_no_other_s_way() -> None:
    orders = {
        "FRANCE": ["A BEL H", "A PAR H"],
        "GERMANY": ["A RUH - BEL", "A HOL S A RUH - BEL", "A BUR - PAR", "A GAS S A BUR - PAR"],
    }
    position = judge(orders).after
    lines = {"FRANCE": ["A BEL R PIC", "A PAR R PIC"]}
    assert not judge_retreat_orders(position, lines).position.units_of(FRANCE)
    verdict = judge_retreat_orders(position, lines, rules("2000", Fog()))
    assert [outcome.reason for outcome in verdict.outcomes] == [Reason.RETREAT_STOPPED, Reason.RETREATED]
    assert [outcome.clause for outcome in verdict.outcomes] == ["X-1", ""]


class SecondHome(RuleModule):
    """Moscow is a home of France."""

    def home_centres(self, board: Board, position: Position, power: PowerId) -> frozenset[SpaceId]:
        return frozenset({SpaceId("MOS")})


def test_home_centres_shortens_the_way_home() -> None:
    position = make_position({"FRANCE": ["A MOS", "A MUN"]})
    assert str(choose_removals(STANDARD, position, FRANCE, 1, rules())[0]) == "A MOS"
    assert str(choose_removals(STANDARD, position, FRANCE, 1, rules("2000", SecondHome()))[0]) == "A MUN"


class FleetsOnly(RuleModule):
    """No army enters Brest."""

    def closed_to(self, board: Board, position: Position, kind: UnitKind) -> frozenset[SpaceId]:
        return frozenset({SpaceId("BRE")}) if kind is UnitKind.ARMY else frozenset()


def test_closed_to_bars_builds_too() -> None:
    position = make_position({}, centres={"FRANCE": ["BRE"]})
    rulebook = rules("2000", FleetsOnly())
    assert not judge_winter(position, {"FRANCE": ["B A BRE"]}, rulebook).verdict.position.units
    built = judge_winter(position, {"FRANCE": ["B F BRE"]}, rulebook).verdict.position.units
    assert [str(unit) for unit in built.values()] == ["F BRE"]
