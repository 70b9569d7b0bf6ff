"""Which letters are promises, whether they were kept, and how far a power is trusted after that."""

from legation.board import PowerId
from legation.bots.talking import (
    Answer,
    Letter,
    Memory,
    Offer,
    Peace,
    Promise,
    Topic,
    Upshot,
    judge_promise,
    list_promises,
    remember,
)
from legation.game import Phase, PhaseRecord, parse_phase
from legation.library import Game
from legation.orders import parse_order, read_submissions
from legation.variants import load_variant

BOARD = load_variant("standard").board
FRANCE, GERMANY, ITALY = PowerId("FRANCE"), PowerId("GERMANY"), PowerId("ITALY")
SPRING, FALL = parse_phase("S1901M"), parse_phase("F1901M")
OFFER = Letter(SPRING, FRANCE, GERMANY, Peace())
YES = Letter(SPRING, GERMANY, FRANCE, Answer(Topic.PEACE, is_yes=True))
SUPPORT = parse_order("A MUN S A PAR - BUR", BOARD.names)


def play(*turns: dict[str, list[str]]) -> dict[Phase, PhaseRecord]:
    game = Game.new("standard")
    records = {}
    for orders in turns:
        game.enter(read_submissions(BOARD, {PowerId(power): texts for power, texts in orders.items()}))
        record = game.advance()
        records[record.phase] = record
    return records


def test_peace_is_made_by_an_offer_and_a_yes_and_an_order_by_one_word() -> None:
    assert list_promises([OFFER]) == list_promises([YES]) == []
    assert list_promises([OFFER, YES]) == [Promise(GERMANY, FRANCE, SPRING), Promise(FRANCE, GERMANY, SPRING)]
    promised = [Letter(SPRING, GERMANY, FRANCE, Offer(SUPPORT))]
    assert list_promises(promised) == [Promise(GERMANY, FRANCE, SPRING, SUPPORT)]
    no = Letter(SPRING, GERMANY, FRANCE, Answer(Topic.PEACE, is_yes=False))
    assert list_promises([OFFER, no]) == []
    unwanted = Letter(SPRING, FRANCE, GERMANY, Answer(Topic.ORDER, is_yes=False, order=SUPPORT))
    assert list_promises([*promised, unwanted]) == []  # who is told no need not help


def test_peace_binds_until_winter_and_an_order_in_its_phase() -> None:
    peace, support = Promise(FRANCE, GERMANY, SPRING), Promise(FRANCE, GERMANY, SPRING, SUPPORT)
    phases = [parse_phase(text) for text in ("S1901M", "S1901R", "F1901M", "W1901A", "S1902M")]
    assert [peace.binds(phase) for phase in phases] == [True, False, True, False, False]
    assert [support.binds(phase) for phase in phases] == [True, False, False, False, False]


def test_a_support_is_judged_by_what_was_ordered() -> None:
    promise = Promise(GERMANY, FRANCE, SPRING, SUPPORT)
    kept = play({"GERMANY": ["A MUN S A PAR - BUR"], "FRANCE": ["A PAR - BUR"]})
    assert judge_promise(BOARD, promise, kept[SPRING]) is Upshot.KEPT
    broken = play({"GERMANY": ["A MUN - BUR"], "FRANCE": ["A PAR - BUR"]})
    assert judge_promise(BOARD, promise, broken[SPRING]) is Upshot.BROKEN
    nobody = Promise(ITALY, FRANCE, SPRING, SUPPORT)
    assert judge_promise(BOARD, nobody, kept[SPRING]) is Upshot.VOID


def test_an_attack_breaks_peace_for_both_and_is_remembered() -> None:
    records = play({"FRANCE": ["A PAR - BUR"]}, {"FRANCE": ["A BUR - MUN"]})
    memory = remember(BOARD, GERMANY, FALL, [OFFER, YES], records)
    assert memory.list_upshots(FRANCE, Upshot.KEPT)[0].phase == SPRING
    assert memory.list_upshots(FRANCE, Upshot.BROKEN)[0].phase == FALL
    assert memory.trust(FRANCE) < 0.3 < memory.trust(ITALY) == 0.5
    early = play({"FRANCE": ["A PAR - BUR"]}, {"FRANCE": ["A BUR - MUN"], "GERMANY": ["A MUN - BUR"]})
    assert remember(BOARD, FRANCE, FALL, [OFFER, YES], early).trust(GERMANY) == 0.5 + 0.08 - 0.45


def test_a_peace_that_was_broken_binds_nobody_any_more() -> None:
    peace = Promise(GERMANY, FRANCE, SPRING)
    assert Memory(GERMANY, (peace,)).list_own(FALL) == [peace]
    records = play({"FRANCE": ["A PAR - BUR"]})
    broken = remember(BOARD, GERMANY, FALL, [OFFER, YES], {})
    assert broken.list_own(FALL) == [peace]
    attack = play({"FRANCE": ["A MAR - BUR", "A PAR - PIC"]}, {"FRANCE": ["A BUR - MUN"]})
    late = remember(BOARD, GERMANY, FALL, [OFFER, YES], attack)
    assert late.list_own(FALL) == []
    assert remember(BOARD, GERMANY, FALL, [OFFER, YES], records).list_own(FALL) == [peace]


def test_after_some_years_a_broken_word_is_forgotten() -> None:
    records = play({"FRANCE": ["A PAR - BUR"]}, {"FRANCE": ["A BUR - MUN"]})
    later = parse_phase("S1906M")
    assert remember(BOARD, GERMANY, later, [OFFER, YES], records).trust(FRANCE) == 0.5
