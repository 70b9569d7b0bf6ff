"""The timeline of a phase: units glide along the lines of their orders, and end where the judge put them."""

import json
import math
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from legation.board import DislodgedUnit, LocationId, Position, Unit, is_aboard
from legation.contract import read_request
from legation.game import judge_phase
from legation.orders import Move, SupportMove
from legation.render.picture.arrows import draw_orders
from legation.render.picture.atlas import Atlas
from legation.render.picture.board_svg import Picture, Style
from legation.render.picture.glide import Glide, Pose, make_glides
from legation.render.picture.motion import Motion, Stage, StageName, make_motion
from legation.render.picture.pieces import displaced_spot
from legation.render.picture.situation import Situation
from legation.render.picture.tracks import Point, distance, length
from legation.render.picture.view import View, print_scale, whole_view
from tests.carriage import sail
from tests.kit import (
    STANDARD,
    Judged,
    judge,
    judge_retreat_orders,
    judge_winter,
    make_position,
    make_unit,
)
from tests.render.kit_drawing import atlas
from tests.render.motion_fixture import load_fixture, make_fixture

MIDGAMES = Path(__file__).parents[1] / "midgame"
STEP = 0.1


class Watched:
    """A judged phase, and how its units glide over the board of a variant."""

    def __init__(self, found: Atlas, before: Position, after: Position, motion: Motion) -> None:
        self.atlas, self.before, self.after, self.motion = found, before, after, motion
        self.view: View = whole_view(found.shapes, print_scale(found.shapes))
        self.glides: list[Glide] = make_glides(motion, found.shapes, self.view)

    @property
    def moments(self) -> list[float]:
        return [number * STEP for number in range(round(self.motion.seconds / STEP) + 1)]

    def place(self, unit: Unit, *, is_out: bool = False) -> Point:
        shapes = self.atlas.shapes
        spot = displaced_spot(shapes, self.view, unit.location) if is_out else shapes.place(unit.location)
        return self.view.pixel(spot)

    def apart(self, a: Point, b: Point) -> float:
        """Between two points, whichever copies of the world they are in."""
        turn = self.atlas.shapes.turn * self.view.scale
        across = a[0] - b[0]
        return math.hypot((across + turn / 2) % turn - turn / 2 if turn else across, a[1] - b[1])

    def find(self, text: str) -> Glide:
        (found,) = [glide for glide in self.glides if f"{glide.travel.kind} {glide.travel.way[0]}" == text]
        return found


def watch_midgame(variant: str) -> Watched:
    found = atlas(variant)
    request = read_request(json.loads((MIDGAMES / f"{variant}.json").read_text(encoding="utf-8")))
    verdict, _, _ = judge_phase(request.variant.board, request.state, list(request.submissions), request.rulebook)
    before = request.state.position
    return Watched(
        found, before, verdict.position, make_motion(found.board, before, verdict.position, verdict.outcomes)
    )


def count_units(position: Position) -> Counter[tuple[str, str]]:
    driven = [unit for found in position.dislodged for unit in found.units]
    return Counter((unit.power, unit.kind) for unit in (*position.units.values(), *driven))


def count_seen(watched: Watched, moment: float) -> Counter[tuple[str, str]]:
    seen: Counter[tuple[str, str]] = Counter()
    for glide in watched.glides:
        if pose := glide.pose(moment):
            seen[glide.travel.power, glide.travel.kind] += 1
            if pose.cargo:
                seen[pose.cargo, "A"] += 1
    return seen


@pytest.mark.parametrize("variant", ["standard", "colonia-vii", "colonial-variant"])
def test_every_unit_of_a_full_board_is_seen_once_at_each_moment_and_none_jumps(variant: str) -> None:
    watched = watch_midgame(variant)
    motion = watched.motion
    assert 2 <= motion.seconds <= 4
    before, after = count_units(watched.before), count_units(watched.after)
    for moment in watched.moments:
        seen = count_seen(watched, moment)
        assert seen == before if moment <= motion.settled - 0.3 else after <= seen <= before
    assert count_seen(watched, motion.seconds) == after
    for glide in watched.glides:
        poses = [pose for moment in watched.moments if (pose := glide.pose(moment))]
        reach = max(length(glide.track), watched.view.block) if len(glide.track) > 1 else 2 * watched.view.block
        for first, second in pairwise(poses):
            assert math.dist(first.place, second.place) < 0.4 * reach


@pytest.mark.parametrize("variant", ["standard", "colonia-vii", "colonial-variant"])
def test_units_end_where_the_judge_put_them(variant: str) -> None:
    watched = watch_midgame(variant)
    standing = [(unit, False) for unit in watched.after.units.values() if not is_aboard(unit.location)]
    driven = [(found.unit, True) for found in watched.after.dislodged]
    poses = [(glide.travel, glide.pose(watched.motion.seconds)) for glide in watched.glides]
    ends = [(travel.power, travel.kind, pose) for travel, pose in poses if pose]
    assert len(ends) == len(standing) + len(driven)
    for unit, is_out in [*standing, *driven]:
        place = watched.place(unit, is_out=is_out)
        (pose,) = [
            pose for power, kind, pose in ends
            if (power, kind) == (unit.power, unit.kind) and watched.apart(pose.place, place) < 0.5
        ]  # fmt: skip
        assert pose.tip == is_out


def watch(judged: Judged) -> Watched:
    found = atlas("standard")
    motion = make_motion(found.board, judged.before, judged.after, judged.verdict.outcomes)
    return Watched(found, judged.before, judged.after, motion)


def settle(glide: Glide, moment: float) -> Pose:
    pose = glide.pose(moment)
    assert pose is not None
    return pose


def find_stage(motion: Motion, name: StageName) -> Stage:
    (stage,) = [stage for stage in motion.stages if stage.name is name]
    return stage


def test_supports_come_first_and_attackers_meet_at_the_border_before_it_is_decided() -> None:
    watched = watch(judge({"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR - PAR"]}))
    motion = watched.motion
    assert [stage.name for stage in motion.stages] == ["help", "advance", "clash", "results"]
    support = next(reveal for reveal in motion.reveals if isinstance(reveal.order, SupportMove))
    moves = [reveal for reveal in motion.reveals if isinstance(reveal.order, Move)]
    assert support.line == 0 < min(reveal.line for reveal in moves)
    # The head of a beaten move tells its fate: it waits for the end.
    assert [reveal.head for reveal in moves] == [find_stage(motion, StageName.ADVANCE).start, motion.settled]
    met = find_stage(motion, StageName.CLASH).start
    french, german = settle(watched.find("A PAR"), met), settle(watched.find("A BUR"), met)
    apart = math.dist(french.place, german.place)
    assert watched.view.block < apart < 2 * watched.view.block
    end = settle(watched.find("A BUR"), motion.seconds)
    assert (end.tip, watched.apart(end.place, watched.place(make_unit("GERMANY", "A BUR"), is_out=True)) < 0.5) == (
        1,
        True,
    )


def test_units_that_stand_each_other_off_meet_in_the_empty_space_and_go_back() -> None:
    watched = watch(judge({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}))
    middle = watched.view.pixel(watched.atlas.shapes.place(LocationId("BUR")))
    met = find_stage(watched.motion, StageName.CLASH).start
    for text in ("A PAR", "A MUN"):
        glide = watched.find(text)
        assert math.dist(settle(glide, met).place, middle) < 1.2 * watched.view.block
        assert settle(glide, watched.motion.seconds).place == settle(glide, 0).place


def test_a_move_that_nobody_opposes_is_done_before_attacks_are_decided() -> None:
    watched = watch(judge({"FRANCE": ["A PAR - PIC"], "GERMANY": ["A MUN - BUR"], "ITALY": ["A MAR - BUR"]}))
    advance = find_stage(watched.motion, StageName.ADVANCE)
    assert settle(watched.find("A PAR"), advance.end) == settle(watched.find("A PAR"), watched.motion.seconds)
    quiet = watch(judge({"FRANCE": ["A PAR - PIC"]}))
    assert [stage.name for stage in quiet.motion.stages] == ["advance", "results"]


def test_orders_without_effect_move_nobody() -> None:
    watched = watch(judge({"FRANCE": ["A PAR - BRE VIA", "A MAR S A BUR - MUN"]}))
    for glide in watched.glides:
        assert settle(glide, 0).place == settle(glide, 1).place == settle(glide, watched.motion.seconds).place


def test_an_army_is_carried_over_the_seas_of_its_convoy() -> None:
    watched = watch(judge({"ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"]}))
    army = watched.find("A LON")
    assert army.travel.way == ("LON", "NTH", "BEL")
    fleet = watched.view.pixel(watched.atlas.shapes.place(LocationId("NTH")))
    assert distance(fleet, army.track) < watched.view.block


def test_units_glide_along_the_lines_that_are_drawn() -> None:
    judged = judge({"ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"], "FRANCE": ["A PAR - BUR", "F MAO - SPA/NC"]})
    watched = watch(judged)
    situation = Situation(position=judged.after, outcomes=judged.verdict.outcomes)
    found = watched.atlas
    picture = Picture(found.board, found.shapes, situation, Style(has_frame=False), watched.view)
    for task, drawing in draw_orders(picture.canvas).drawn:
        if isinstance(task.order, Move):
            glide = watched.find(str(task.order.unit))
            assert max(distance(point, glide.track) for point in drawing.extent) < 0.01


def test_an_army_goes_aboard_sails_and_lands() -> None:
    aboard = watch(sail({"FRANCE": ["F ENG E A BRE", "A BRE - ENG"]}, {"FRANCE": ["F ENG", "A BRE"]}))
    end = aboard.motion.seconds
    army, ship = aboard.find("A BRE"), aboard.find("F ENG")
    assert (army.pose(end), settle(ship, end).cargo, settle(ship, 0).cargo) == (None, "FRANCE", None)
    sailing = watch(sail({"FRANCE": ["F ENG - NTH"]}, {"FRANCE": ["F ENG"]}, {"FRANCE": ["A ENG"]}))
    assert all(settle(sailing.find("F ENG"), moment).cargo == "FRANCE" for moment in sailing.moments)
    landing = watch(sail({"FRANCE": ["A ENG - BEL", "F ENG H"]}, {"FRANCE": ["F ENG"]}, {"FRANCE": ["A ENG"]}))
    for watched in (aboard, sailing, landing):
        assert all(count_seen(watched, moment).total() == 2 for moment in watched.moments)


def test_a_landing_that_is_beaten_off_ends_on_deck() -> None:
    units, cargo = {"FRANCE": ["F ENG"], "GERMANY": ["A BEL"]}, {"FRANCE": ["A ENG"]}
    watched = watch(sail({"FRANCE": ["A ENG - BEL", "F ENG H"], "GERMANY": ["A BEL H"]}, units, cargo))
    (army,) = [glide for glide in watched.glides if glide.travel.hides]
    clash = find_stage(watched.motion, StageName.CLASH)
    assert settle(army, clash.start).place != army.track[0]
    assert army.pose(watched.motion.seconds) is None
    assert all(count_seen(watched, moment).total() == 3 for moment in watched.moments)


def test_retreats_start_beside_the_victor_and_those_given_up_fade() -> None:
    units = {"FRANCE": ["A BUR", "A GAS"], "GERMANY": []}
    gone = [
        DislodgedUnit(make_unit("GERMANY", text), retreats=(LocationId(to),))
        for text, to in (("A BUR", "MUN"), ("A GAS", "SPA"))
    ]
    before = make_position(units)._replace(dislodged=tuple(gone))
    verdict = judge_retreat_orders(before, {"GERMANY": ["A BUR R MUN", "A GAS D"]})
    motion = make_motion(STANDARD, before, verdict.position, verdict.outcomes)
    watched = Watched(atlas("standard"), before, verdict.position, motion)
    assert [stage.name for stage in motion.stages] == ["retreats", "removals", "results"]
    retreat, given_up = [glide for glide in watched.glides if glide.travel.starts_aside]
    if len(given_up.travel.way) > 1:
        retreat, given_up = given_up, retreat
    first, last = settle(retreat, 0), settle(retreat, motion.seconds)
    assert watched.apart(first.place, watched.place(make_unit("GERMANY", "A BUR"), is_out=True)) < 0.5
    assert watched.apart(last.place, watched.place(make_unit("GERMANY", "A MUN"))) < 0.5
    assert (first.tip, last.tip) == (1, 0)
    assert settle(given_up, 0).opacity == 1
    assert given_up.pose(motion.seconds) is None


def test_builds_appear_after_removals_have_gone() -> None:
    before = make_position({"FRANCE": ["A BUR"], "GERMANY": ["A RUH"]}, centres={"FRANCE": ["PAR", "MAR"]})
    winter = judge_winter(before, {"FRANCE": ["A PAR B"], "GERMANY": ["A RUH D"]}).verdict
    motion = make_motion(STANDARD, before, winter.position, winter.outcomes)
    watched = Watched(atlas("standard"), before, winter.position, motion)
    assert [stage.name for stage in motion.stages] == ["removals", "builds", "results"]
    new, old = watched.find("A PAR"), watched.find("A RUH")
    assert (new.pose(0), old.pose(motion.seconds)) == (None, None)
    assert settle(new, motion.seconds).opacity == settle(old, 0).opacity == 1


def test_the_shortest_phase_takes_two_seconds_and_the_longest_four() -> None:
    held = judge({"FRANCE": ["A PAR H"]})
    assert make_motion(STANDARD, held.before, held.after, held.verdict.outcomes).seconds == 2
    orders = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR H"]}
    fought = judge(orders)
    assert make_motion(STANDARD, fought.before, fought.after, fought.verdict.outcomes).seconds == 4


def test_the_page_is_held_to_what_pictures_come_to() -> None:
    assert load_fixture() == make_fixture()
