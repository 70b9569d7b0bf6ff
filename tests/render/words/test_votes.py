from legation.board import PowerId
from legation.game import Proposal, Tally, parse_phase
from legation.render.words import word_tally, word_tally_in_full
from legation.variants import load_variant


def test_a_count_is_told_with_names_and_for_commands_with_its_id() -> None:
    variant = load_variant("colonia-vii")
    proposal = Proposal(parse_phase("S1752M"), 1, PowerId("CHINA"), ((PowerId("CHINA"),),))
    tally = Tally(proposal, 7, 0, 107, 86)
    assert word_tally_in_full(variant, tally) == "First China. 7 of 114 centres for it, 86 needed: 79 short."
    assert word_tally(variant, tally) == "S1752M.1 CHINA: 7 of 114 centres for it, 86 needed: 79 short."
