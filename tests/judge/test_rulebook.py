import pytest

from legation.board import (
    STANDARD_TRAITS,
    Board,
    Border,
    LocationId,
    Position,
    PowerId,
    SpaceId,
    Unit,
    UnitKind,
)
from legation.errors import RequestError
from legation.judge import SWITCHES, Rulebook, RuleModule, Verdict, make_rulebook
from legation.orders import DoubleOrder, Hold, Piece
from legation.variants import load_rulebook
from tests.kit import STANDARD, make_unit, rules

# Every switch and value of rulebooks.md, section 4; and those that only variants use.
DOCUMENTED = {
    "multi_route": ["any", "all"],
    "foreign_fleets": ["offered", "if_needed"],
    "paradox_rule": ["r1971", "r1982", "r2000", "none"],
    "paradox_backup": ["szykman", "all_hold"],
    "adjacent_convoy": ["r1971", "r1971_strict", "intent1982", "own_or_tag", "explicit"],
    "land_fallback": ["always", "no_route_only", "never"],
    "dislodged_effect": ["head_to_head_only", "never_any_effect"],
    "retreat_to_convoy_origin": ["no", "yes"],
    "convoy_path_in_order": ["ignore", "honour", "require"],
    "support_coast": ["ignore", "match_if_given", "required"],
    "impossible_order": ["ignored", "hold_unsupportable"],
    "double_order": ["none", "first", "last"],
    "decline_builds": ["yes", "no"],
    "removal_target": ["home", "owned"],
    "removal_steps": ["army_any_fleet_legal", "plain"],
    "disorder_support": ["works", "fails"],
    "draw_shares": ["units", "centres"],
    "build_in": ["home", "owned", "any_home", "owned_with_home"],
    "coastal_crawl": ["no", "yes"],
    "landing": ["ordered", "held"],
    "port_embarkation": ["any", "own"],
    "dislodged_bombs": ["left", "carried", "lost"],
}


def test_the_switches_are_those_of_the_document() -> None:
    assert set(SWITCHES) == set(DOCUMENTED)


@pytest.mark.parametrize(
    ("switch", "value"), [(name, value) for name, values in DOCUMENTED.items() for value in values]
)
def test_every_documented_value_is_accepted(switch: str, value: str) -> None:
    made = getattr(make_rulebook({switch: value}), switch)
    assert made == (value == "yes" if SWITCHES[switch] is bool else value)


@pytest.mark.parametrize("switch", DOCUMENTED)
def test_the_values_of_a_switch_differ(switch: str) -> None:
    values = ["yes", "no"] if SWITCHES[switch] is bool else DOCUMENTED[switch]
    assert len({getattr(make_rulebook({switch: value}), switch) for value in values}) == len(values)


def test_an_unknown_switch_is_answered_with_those_there_are() -> None:
    with pytest.raises(RequestError) as caught:
        make_rulebook({"multi_rout": "any"})
    assert caught.value.field == "multi_rout"
    assert "multi_route" in caught.value.problem


@pytest.mark.parametrize(
    ("switch", "value"), [("multi_route", "some"), ("decline_builds", "maybe"), ("draw_shares", 3)]
)
def test_an_unknown_value_is_answered_with_those_there_are(switch: str, value: object) -> None:
    with pytest.raises(RequestError) as caught:
        make_rulebook({switch: value})
    assert caught.value.field == switch
    assert any(known in caught.value.problem for known in DOCUMENTED[switch])


def test_truth_values_may_be_given_as_such() -> None:
    assert make_rulebook({"decline_builds": True}).decline_builds
    assert not make_rulebook({"decline_builds": False}).decline_builds


def test_a_rulebook_without_switches_is_the_profile_2000() -> None:
    assert Rulebook() == load_rulebook("2000")


def test_switches_are_set_on_top_of_a_base() -> None:
    made = make_rulebook({"multi_route": "all"}, load_rulebook("1971"))
    assert made.multi_route == "all"
    assert made.paradox_rule == "r1971"


def test_what_concerns_the_writing_of_orders_is_handed_on() -> None:
    class Picky(RuleModule):
        def may_cross(self, position: Position, unit: Unit, border: Border) -> bool:
            return True

    class Closing(RuleModule):
        def closed_to(self, board: Board, position: Position, kind: UnitKind) -> frozenset[SpaceId]:
            return frozenset()

    module, closing = Picky(), Closing()
    order_rules = rules("1971", RuleModule(), module, closing).order_rules
    assert order_rules.space_checks == (closing,)
    assert order_rules.double_order is DoubleOrder.NONE
    assert order_rules.checks == (module,)
    assert order_rules.traits == STANDARD_TRAITS


@pytest.mark.parametrize(("value", "expected"), [("never", True), ("no_route_only", False), ("always", False)])
def test_a_tag_needs_a_convoy_only_where_no_army_falls_back_to_land(value: str, expected: bool) -> None:
    assert rules(land_fallback=value).order_rules.tag_needs_convoy is expected


def test_a_rule_module_that_overrides_nothing_changes_nothing() -> None:
    module, position = RuleModule(), Position()
    unit = make_unit("FRANCE", "A PAR")
    (border, *_) = STANDARD.borders
    assert module.refuse_order(STANDARD, position, unit, Hold(Piece(None, LocationId("PAR")))) is None
    assert not module.may_cross(position, unit, border)
    assert module.retreat_options(STANDARD, position, unit) == frozenset()
    verdict = Verdict((), position)
    assert module.after_moves(STANDARD, position, verdict) is verdict
    assert module.own_centres(STANDARD, position, position) is position
    assert module.build_sites(STANDARD, position, PowerId("FRANCE")) == {}
    assert module.find_winners(STANDARD, position) is None
