"""The rule behind a result: a sentence for everything that can happen, and where it stands."""

import pytest

from legation.board import LocationId, PowerId, UnitKind
from legation.game import choose_rulebook
from legation.judge import Finding, Outcome, Reason, Result
from legation.orders import NO_CLAUSE, ClauseId, Fault, Hold, Piece, Refusal
from legation.render.words import cite_rule, word_refusal_rule, word_rules
from legation.variants import add_modules, list_variants, load_variant

ADOPTED = {
    "cline-9-man-vii": "1971 rulebook (N9-1)",
    "colonia-i": "1971 rulebook (C1-1)",
    "colonia-iii": "1971 rulebook (C3-1)",
    "colonia-vii": "1982 rulebook (C7-1)",
    "colonial-variant": "1971 rulebook (CV-1)",
    "standard": "2000 rulebook",
}


HOLD = Outcome(
    PowerId("FRANCE"), Hold(Piece(UnitKind.ARMY, LocationId("PAR"))), Finding(Result.SUCCEEDS, Reason.HELD, ())
)


@pytest.mark.parametrize("variant", list_variants())
def test_every_reason_and_fault_is_the_edition_s_where_no_clause_decided(variant: str) -> None:
    rulebook = load_variant(variant).rulebook
    for reason in Reason:
        outcome = HOLD._replace(finding=Finding(Result.SUCCEEDS, reason, ()))
        (rule,) = word_rules(rulebook, outcome)
        assert rule.cite == cite_rule(rulebook, outcome.clause) == ADOPTED[variant]
        assert rule.text.endswith(".")
    for fault in Fault:
        rule = word_refusal_rule(rulebook, Refusal(fault))
        assert rule.cite == cite_rule(rulebook, NO_CLAUSE) == ADOPTED[variant]
        assert rule.text.endswith(".")


def test_the_clause_that_decided_stands_first_and_others_come_beside_the_edition() -> None:
    rulebook = load_variant("colonia-vii").rulebook
    ferry, seam = ClauseId("C7-4b"), ClauseId("C7-3")
    decided = HOLD.decided_by(ferry).citing(seam)
    assert [rule.cite for rule in word_rules(rulebook, decided)] == ["C7-4b", "C7-3", "1982 rulebook (C7-1)"]
    beside = HOLD.citing(seam)
    assert [rule.cite for rule in word_rules(rulebook, beside)] == ["1982 rulebook (C7-1)", "C7-3"]
    assert (cite_rule(rulebook, decided.clause), cite_rule(rulebook, beside.clause)) == (
        "C7-4b",
        "1982 rulebook (C7-1)",
    )
    assert word_refusal_rule(rulebook, Refusal(Fault.NO_FERRY, clause=ferry)).text.startswith(
        "An army dislodged from an"
    )


def test_a_clause_that_the_program_does_not_know_is_cited_by_its_id() -> None:
    assert (
        word_refusal_rule(load_variant("standard").rulebook, Refusal(Fault.RUINED, clause=ClauseId("XX-1"))).cite
        == "XX-1"
    )


def test_the_sheet_does_not_speak_for_a_rulebook_that_a_game_chose() -> None:
    variant = load_variant("colonia-vii")
    assert cite_rule(choose_rulebook(variant, None, {}), NO_CLAUSE) == "1982 rulebook (C7-1)"
    assert cite_rule(choose_rulebook(variant, "1982", {}), NO_CLAUSE) == "1982 rulebook (C7-1)"
    assert cite_rule(choose_rulebook(variant, "2000", {}), NO_CLAUSE) == "2000 rulebook"


def test_a_module_that_is_added_cites_its_own_clauses() -> None:
    rulebook = add_modules(load_variant("colonia-vii").rulebook, ["gigaton-bomb"])
    assert {"C7-4b", "GB-3b"} <= set(rulebook.clauses.listed)
    assert all(module.clauses is rulebook.clauses for module in rulebook.modules)
