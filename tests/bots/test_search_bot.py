"""The searching bot: legal, the same by the same seed, in time, and better than its own first drafts."""

import random
from dataclasses import replace

import numpy as np
import pytest

from legation.board import LocationId, PowerId, SpaceId, Unit, UnitKind, make_units
from legation.bots import Patience, play_match
from legation.bots.aftermaths import Aftermaths
from legation.bots.changes import Orders
from legation.bots.draft import Draft
from legation.bots.greedy_bot import draft_moves
from legation.bots.learned import find_sage
from legation.bots.odds import Odds
from legation.bots.scales import Scales
from legation.bots.searching import Effort, SearchBot
from legation.bots.searching.courts import ArrayCourt, Courts, ReferenceCourt
from legation.bots.searching.outlook import HandmadeOutlook
from legation.bots.searching.replies import Replies, list_neighbours
from legation.bots.searching.search import Deadline
from legation.bots.searching.search_bot import mix_in_habits
from legation.bots.surroundings import Surroundings
from legation.bots.survey import Survey
from legation.game import GameState, Phase, parse_phase
from legation.library import Game
from legation.orders import Hold, Move, Order, format_order, piece_of
from legation.variants import load_variant
from tests.carriage import load_ships
from tests.kit import Letters, make_position, make_unit

VARIANT = load_variant("standard")
FRANCE = PowerId("FRANCE")
SPRING = parse_phase("S1901M")
COLONIAL_TRANSPORT = Unit(PowerId("COLONGRAD"), UnitKind.TRANSPORT, LocationId("PO6"))
IN_DISORDER = VARIANT.start._replace(in_disorder=frozenset({FRANCE}))
SMALL = Effort(joint_moves=2000, judged_one_by_one=60, replies=8, seconds=None)


def choose(units: Letters, centres: Letters, power: str, phase: str = "F1901M", seed: int = 1) -> set[str]:
    state = GameState(parse_phase(phase), make_position(units, centres=centres))
    orders = SearchBot(SMALL).choose(VARIANT, VARIANT.rulebook, state, PowerId(power), random.Random(seed))
    return {format_order(order) for order in orders}


def all_but(power: str, *left: str) -> Letters:
    """The power owns every centre but some."""
    return {power: [space.id for space in VARIANT.board.spaces.values() if space.centre and space.id not in left]}


@pytest.mark.parametrize("variant", ["standard", "colonia-vii", "colonial-variant"])
def test_a_searcher_orders_nothing_illegal(variant: str) -> None:
    game = play_match(Game.new(variant), SearchBot(SMALL), seed=3, patience=Patience(years=1))
    assert [record.rejections for record in game.records if record.rejections] == []
    assert len(game.records) >= 3


def test_a_searcher_orders_nothing_illegal_where_there_are_bombs() -> None:
    game = Game.new("standard", modules=("gigaton-bomb",))
    play_match(game, SearchBot(SMALL), seed=3, patience=Patience(years=1))
    assert [record.rejections for record in game.records if record.rejections] == []


def test_the_same_seed_plays_the_same_game() -> None:
    one, other = (play_match(Game.new(), SearchBot(SMALL), seed=5, patience=Patience(years=2)) for _ in range(2))
    assert [record.texts for record in one.records] == [record.texts for record in other.records]


def test_what_a_searcher_orders_does_not_hang_on_who_asked_before() -> None:
    state = Game.new().state
    asked = SearchBot(SMALL)
    for power in VARIANT.powers:
        asked.choose(VARIANT, VARIANT.rulebook, state, power, random.Random(1))
    again = asked.choose(VARIANT, VARIANT.rulebook, state, FRANCE, random.Random(2))
    assert again == SearchBot(SMALL).choose(VARIANT, VARIANT.rulebook, state, FRANCE, random.Random(2))


@pytest.mark.parametrize("seed", range(3))
def test_a_free_centre_is_taken(seed: int) -> None:
    assert choose({"FRANCE": ["A PIC"]}, all_but("FRANCE", "BEL"), "FRANCE", seed=seed) == {"A PIC - BEL"}


def test_two_units_drive_out_one_that_stands_alone() -> None:
    units = {"FRANCE": ["A PIC", "A BUR"], "ENGLAND": ["F BEL"]}
    centres = {**all_but("FRANCE", "BEL"), "ENGLAND": ["BEL"]}
    together = [{"A PIC S A BUR - BEL", "A BUR - BEL"}, {"A BUR S A PIC - BEL", "A PIC - BEL"}]
    assert choose(units, centres, "FRANCE") in together


def test_a_power_without_units_orders_nothing() -> None:
    assert choose({"FRANCE": ["A PIC"]}, {"FRANCE": ["PAR"], "ENGLAND": ["LON"]}, "ENGLAND") == set()


def test_who_values_by_rules_of_thumb_takes_something_off_for_risk_and_who_has_learned_does_not() -> None:
    survey = make_survey()
    by_rules, _ = SearchBot(SMALL).study(Draft(survey, SPRING, FRANCE, random.Random(1)), SPRING)
    learned = SearchBot(SMALL, find_sage=find_sage)
    by_network, _ = learned.study(Draft(survey, SPRING, FRANCE, random.Random(1)), SPRING)
    assert by_rules.caution > 0
    assert by_network.caution == 0


class Ticks:
    """A clock that goes on by a second whenever somebody looks at it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def test_when_time_is_up_the_search_ends_and_orders_all_the_same() -> None:
    clock = Ticks()
    bot = SearchBot(Effort(seconds=6.0), clock)
    orders: list[Order] = bot.choose(VARIANT, VARIANT.rulebook, Game.new().state, FRANCE, random.Random(1))
    assert len(orders) == 3
    # Each of some powers is asked for once after the time for preparing is gone; nothing is tried again and again.
    assert clock.now < 60


def test_a_deadline_without_seconds_never_comes() -> None:
    assert not Deadline(None, Ticks()).is_over()
    assert Deadline(1.0, Ticks()).is_over()
    assert not Deadline(4.0, Ticks()).is_over(0.5)


def make_survey(variant: str = "standard") -> Survey:
    found = load_variant(variant)
    return Survey(found, found.rulebook, found.start)


def test_both_courts_judge_alike() -> None:
    check_courts(make_survey(), FRANCE, SPRING, is_late=False)


def test_both_courts_judge_alike_where_ships_carry_armies() -> None:
    found = load_variant("colonial-variant")
    fleet = make_unit("OCEANIA", "F PO7", found.board)
    units = make_units([*found.start.units.values(), fleet, COLONIAL_TRANSPORT])
    cargo = {"OCEANIA": ["A PO7"], "COLONGRAD": ["A PO6"]}
    position = load_ships(found.start._replace(units=units), cargo, found.board)
    survey = Survey(found, found.rulebook, position)
    for power in ("OCEANIA", "COLONGRAD"):
        check_courts(survey, PowerId(power), parse_phase("S2M"), is_late=True)


def check_courts(survey: Survey, power: PowerId, phase: Phase, *, is_late: bool) -> None:
    """Drafts of one power against some of the others' by both courts."""
    replies = Replies(survey, phase)
    powers = list(survey.variant.powers)
    replies.prepare(powers, lambda: is_late)
    sampled = replies.sample([other for other in powers if other != power], 6, random.Random(1))
    court = Courts().open(survey)
    assert isinstance(court, ArrayCourt)
    quick = court.judge(replies.drafts_of(power), sampled)
    slow = ReferenceCourt(survey).judge(replies.drafts_of(power), sampled)
    assert len(quick.power) == len(replies.drafts_of(power)) * 6
    for name in Aftermaths._fields:
        one, other = getattr(quick, name), getattr(slow, name)
        is_told = quick.power >= 0 if name in ("sails", "place") else np.full(quick.power.shape, True)
        assert np.array_equal(one[is_told], other[is_told]), name


def test_what_the_batch_engine_does_not_cover_goes_to_the_reference_judge() -> None:
    found = load_variant("colonial-variant")
    traits = found.rulebook.traits
    bold = replace(traits[UnitKind.TRANSPORT], stands_off=True)
    rulebook = replace(found.rulebook, traits={**traits, UnitKind.TRANSPORT: bold})
    assert isinstance(Courts().open(Survey(found, rulebook, found.start)), ReferenceCourt)
    assert isinstance(Courts().open(Survey(VARIANT, VARIANT.rulebook, IN_DISORDER)), ReferenceCourt)


def test_far_powers_are_left_out() -> None:
    position = make_position({"FRANCE": ["A BRE"], "ENGLAND": ["F ENG"], "TURKEY": ["A SYR"]})
    assert list_neighbours(Survey(VARIANT, VARIANT.rulebook, position), FRANCE) == ["ENGLAND"]


def test_when_it_is_late_nothing_is_planned_with_care() -> None:
    survey = make_survey()
    late, early = Replies(survey, SPRING), Replies(survey, SPRING)
    late.prepare([FRANCE], lambda: True)
    early.prepare([FRANCE], lambda: False)
    assert 0 < len(late.drafts_of(FRANCE)) < len(early.drafts_of(FRANCE))
    assert set(late.sample([FRANCE], 3, random.Random(1))[0]) == {"BRE", "MAR", "PAR"}


def value(position_units: Letters, centres: Letters, phase: str, moves: dict[str, str]) -> float:
    """What France holds its moves to be worth when nobody else does anything."""
    survey = Survey(VARIANT, VARIANT.rulebook, make_position(position_units, centres=centres))
    draft = Draft(survey, parse_phase(phase), FRANCE, random.Random(1))
    court = Courts().open(survey)
    orders = {
        key: Move(piece_of(options.unit), LocationId(moves[key])) if key in moves else Hold(piece_of(options.unit))
        for key, options in draft.units.items()
    }
    after: Aftermaths = court.judge([orders], [{}])
    return float(HandmadeOutlook(draft, Surroundings(draft.values), court.powers.index(FRANCE)).value(after)[0])


def test_a_centre_counts_whole_in_fall_and_partly_in_spring() -> None:
    units, centres = {"FRANCE": ["A PIC"]}, all_but("FRANCE", "BEL")
    fall = value(units, centres, "F1901M", {"PIC": "BEL"}) - value(units, centres, "F1901M", {})
    spring = value(units, centres, "S1901M", {"PIC": "BEL"}) - value(units, centres, "S1901M", {})
    assert 0.8 < fall <= 1.0
    assert 0.3 < spring < fall


def test_a_centre_left_to_others_is_in_danger() -> None:
    units, centres = {"FRANCE": ["A PAR"], "GERMANY": ["A BUR"]}, all_but("FRANCE", "MUN")
    assert value(units, centres, "S1901M", {}) > value(units, centres, "S1901M", {"PAR": "BRE"})


def test_scales_agree_with_themselves_on_a_part() -> None:
    survey = make_survey()
    draft = Draft(survey, SPRING, FRANCE, random.Random(1))
    draft_moves(draft)
    scales = Scales(draft, Odds(survey, FRANCE), Surroundings(draft.values))
    orders = dict(draft.orders)
    paris = SpaceId("PAR")
    changed = {**orders, paris: Hold(piece_of(draft.units[paris].unit))}
    part = scales.weigh_near(changed, paris) - scales.weigh_near(orders, paris)
    assert part == pytest.approx(scales.weigh(changed) - scales.weigh(orders))


def test_others_are_expected_to_plan_with_care_three_times_in_four() -> None:
    survey = Survey(VARIANT, VARIANT.rulebook, Game.new().state.position)
    replies = Replies(survey, SPRING)
    replies.prepare([FRANCE], lambda: False)
    assert replies.habits_of(FRANCE) == [0.1875] * 4 + [0.0625] * 4
    hurried = Replies(survey, SPRING)
    hurried.prepare([FRANCE], lambda: True)
    assert hurried.habits_of(FRANCE) == [0.25] * 4


def test_others_are_part_creature_of_habit_part_searcher_and_part_thinker() -> None:
    mixed = mix_in_habits([0.5, 0.0, 0.5, 0.0], [0.4, 0.6])
    assert mixed == pytest.approx([0.1 + 0.12, 0.18, 0.1 + 0.25, 0.25])
    assert sum(mixed) == pytest.approx(1.0)


def test_where_nothing_was_searched_habits_count_for_that_too() -> None:
    assert mix_in_habits([1.0, 0.0], [0.4, 0.6]) == pytest.approx([0.2 + 0.32, 0.48])


def test_what_short_searches_find_is_kept_for_all_who_look() -> None:
    survey = Survey(VARIANT, VARIANT.rulebook, Game.new().state.position)
    replies = Replies(survey, SPRING)
    replies.prepare([FRANCE], lambda: False)
    drawn: list[float] = []

    def find(chance: random.Random) -> Orders:
        drawn.append(chance.random())
        return {}

    replies.search_for(FRANCE, find, lambda: True)
    assert replies.sets_of(FRANCE) == replies.drafts_of(FRANCE)
    for _ in range(2):
        replies.search_for(FRANCE, find, lambda: False)
    assert replies.searched_of(FRANCE) == [{}, {}]
    assert replies.sets_of(FRANCE) == [*replies.drafts_of(FRANCE), {}, {}]
    assert len(set(drawn)) == 2  # each has a chance of its own, and no search is made twice


def test_a_learned_bot_searches_for_its_neighbours_too() -> None:
    bot = SearchBot(SMALL, find_sage=find_sage)
    survey = Survey(VARIANT, VARIANT.rulebook, Game.new().state.position)
    search, own = bot.study(Draft(survey, SPRING, FRANCE, random.Random(1)), SPRING)
    looked_up = bot._look_around(survey, SPRING)
    for power in (FRANCE, *list_neighbours(survey, FRANCE)):
        assert len(looked_up.searched_of(power)) == 2, power
        assert all(set(found) == set(survey.own(power)) for found in looked_up.searched_of(power))
    assert own == looked_up.sets_of(FRANCE)
    assert search.replies


def test_a_part_of_the_time_begins_with_the_whole_and_ends_sooner() -> None:
    times = iter([0.0, 0.6, 1.1, 1.1])  # the whole begins; then its half is cut off and asked
    whole = Deadline(2.0, lambda: next(times))
    half = whole.cut(0.5)
    assert half.is_over()
    assert not whole.is_over()
    assert not Deadline(None).cut(0.5).is_over()
