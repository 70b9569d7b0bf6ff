"""The rule behind a result: a sentence for everything that can happen, and where it stands."""

import pytest

from legation.board import LocationId, SpaceId, UnitKind
from legation.judge import Finding, Outcome, Reason, Result
from legation.orders import (
    Bomb,
    Build,
    Convoy,
    Disband,
    Embark,
    Fault,
    Hold,
    Move,
    Order,
    Piece,
    Rejection,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from legation.render.words import find_edition, word_refusal_rule, word_rules
from legation.variants import (
    Phase,
    Variant,
    add_modules,
    cite_outcome,
    cite_rejection,
    find_sources,
    list_variants,
    load_variant,
)

ADOPTED = {
    "cline-9-man-vii": "1971 rulebook (N9-1)",
    "colonia-i": "1971 rulebook (C1-1)",
    "colonia-iii": "1971 rulebook (C3-1)",
    "colonia-vii": "1982 rulebook (C7-1)",
    "colonial-variant": "1971 rulebook (CV-1)",
    "standard": "2000 rulebook",
}


def list_orders_of_every_kind(variant: Variant) -> list[Order]:
    """An order of each kind, for an army, a fleet and whatever else the variant has."""
    one, other = (LocationId(space) for space in list(variant.start.units)[:2])
    found: list[Order] = [Waive(), Bomb(SpaceId(one), SpaceId(other))]
    for kind in (None, *variant.rulebook.traits):
        unit, army = Piece(kind, one), Piece(UnitKind.ARMY, other)
        found += [Hold(unit), Move(unit, other), Move(unit, other, carry=1), SupportHold(unit, army)]
        found += [SupportMove(unit, army, one), Convoy(unit, army, one), Embark(unit, army), Retreat(unit, other)]
        found += [Disband(unit), Build(unit)]
    return found


@pytest.mark.parametrize("variant", list_variants())
@pytest.mark.parametrize("modules", [[], ["gigaton-bomb"]])
def test_every_reason_has_a_rule_and_its_source_in_every_variant(variant: str, modules: list[str]) -> None:
    found = load_variant(variant)
    sources = find_sources(found, add_modules(found.rulebook, modules))
    edition = find_edition(sources.clauses, found.rulebook_id, is_own=True)
    power = next(iter(found.powers))
    phase = Phase(found.start, found.start, ())
    for reason in Reason:
        for order in list_orders_of_every_kind(found):
            outcome = Outcome(power, order, Finding(Result.SUCCEEDS, reason, ()))
            rules = word_rules(edition, outcome, cite_outcome(sources, phase, outcome))
            assert all(rule.text.endswith(".") and rule.text[0].isupper() for rule in rules)
            assert all(rule.cite in (rule.clause, ADOPTED[variant]) for rule in rules)
            assert ADOPTED[variant] in [rule.cite for rule in rules]


@pytest.mark.parametrize("variant", list_variants())
def test_every_fault_has_a_rule_and_its_source_in_every_variant(variant: str) -> None:
    found = load_variant(variant)
    sources = find_sources(found, add_modules(found.rulebook, ["gigaton-bomb"]))
    edition = find_edition(sources.clauses, found.rulebook_id, is_own=True)
    power = next(iter(found.powers))
    for fault in Fault:
        for order in (None, *list_orders_of_every_kind(found)):
            rejection = Rejection(power, "text", fault, order)
            rule = word_refusal_rule(edition, rejection, cite_rejection(sources, found.start, rejection))
            assert rule.text.endswith(".")
            assert rule.cite in (rule.clause, ADOPTED[variant])


def test_the_sheet_does_not_speak_for_a_rulebook_that_a_game_chose() -> None:
    clauses = load_variant("colonia-vii").clauses
    assert find_edition(clauses, "1982", is_own=True).cite() == "1982 rulebook (C7-1)"
    assert find_edition(clauses, "2000", is_own=False).cite() == "2000 rulebook"
    assert find_edition(clauses, "2000", is_own=False).clause is None
