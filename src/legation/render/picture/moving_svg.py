"""A judged phase as one SVG file that moves by itself.

Only its style sheet moves things. If that is ignored, or the reader wants no motion, the file shows the outcome.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from legation.render.picture.animation import FADE, Animation, UnitLook, look_of
from legation.render.picture.arrows import LINE_LOOK
from legation.render.picture.glide import Glide, Pose
from legation.render.picture.svg import group, number, tag
from legation.render.picture.symbols import TIP, at

STEP = 0.1
"""The seconds between two places of a unit; it goes straight from one to the next."""
INSTANT = 0.01
"""The seconds in which something jumps."""


class Frame(NamedTuple):
    """The state of an element at a moment of the motion: its opacity, and its distance from where it is drawn."""

    time: float
    opacity: float
    across: float = 0.0
    down: float = 0.0


@dataclass(slots=True)
class StyleSheet:
    """The rules that move elements, each with its own class."""

    seconds: float
    rules: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def add(self, frames: list[Frame], still: float) -> str:
        """Add a class for elements with opacity ``still`` in the outcome, which comes last; returns its name."""
        name = f"m{len(self.names)}"
        rest = Frame(0.0, still)
        timed = [*frames, rest._replace(time=frames[-1].time + INSTANT), rest._replace(time=self.seconds)]
        kept = [frame for place, frame in enumerate(timed) if not _is_dull(timed, place)]
        self.rules.append(f"@keyframes {name}{{{''.join(map(self._write, kept))}}}")
        self.names.append(name)
        return name

    def _write(self, frame: Frame) -> str:
        share = number(100 * frame.time / self.seconds)
        move = f"translate({number(frame.across)}px,{number(frame.down)}px)"
        return f"{share}%{{opacity:{number(frame.opacity)};transform:{move}}}"

    def write(self) -> str:
        """The element with all rules."""
        moving = [f".{name}{{animation:{name} {number(self.seconds)}s linear infinite}}" for name in self.names]
        media = ["@media (prefers-reduced-motion:no-preference){", *moving, "}"]
        return tag("style", "\n".join(["", *self.rules, *media, ""]))


def _is_dull(frames: list[Frame], place: int) -> bool:
    """True if a frame is the same as those before and after it."""
    around = frames[max(0, place - 1) : place + 2]
    return 0 < place < len(frames) - 1 and len({frame[1:] for frame in around}) == 1


def draw_moving(animation: Animation) -> str:
    """The file: the motion, then the outcome, in a loop."""
    return _Mover(animation).draw()


class _Mover:
    def __init__(self, animation: Animation) -> None:
        self.animation = animation
        self.motion = animation.motion
        self.sheet = StyleSheet(self.motion.seconds)

    def draw(self) -> str:
        before, after = self.animation.before, self.animation.after
        settled = self.motion.settled
        early = self.sheet.add([Frame(0.0, 1.0), Frame(settled, 1.0)], 0.0)
        late = self.sheet.add([Frame(0.0, 0.0), Frame(settled, 0.0)], 1.0)
        was_base = group([before.draw_base()], class_=early, opacity=0)
        was_centres = group([before.draw_centres()], class_=early, opacity=0)
        was_marks = group([before.draw_happenings()], class_=early, opacity=0)
        marks = group([after.draw_happenings(), after.orders.badges], class_=late)
        lines, heads = self._draw_orders()
        parts = [
            *after.draw_ground(was_base),
            lines,
            *after.draw_warning_plate(),
            was_centres,
            group([after.draw_centres(), after.orders.ghosts], class_=late),
            *self._draw_units(),
            after.draw_worn(),
            was_marks,
            marks,
            heads,
            *after.draw_top(),
        ]
        return after.write([self.sheet.write(), *parts])

    def _draw_orders(self) -> tuple[str, str]:
        """Lines and heads, by the moment at which they appear."""
        lines: list[str] = []
        heads: list[str] = []
        names: dict[float, str] = {}
        for order in self.animation.after.orders.placed:
            line, head = self.animation.times_of(order)
            for start in {line, head} - names.keys():
                frames = [Frame(0.0, 0.0), Frame(start, 0.0), Frame(start + FADE, 1.0)]
                names[start] = self.sheet.add(frames if start < self.motion.settled else frames[:2], 1.0)
            lines.append(group([order.line], class_=names[line]))
            heads.append(group([order.head], class_=names[head]))
        return group(lines, **LINE_LOOK), group(heads, **LINE_LOOK)

    def _draw_units(self) -> Iterator[str]:
        """Every unit in each of its looks. It is drawn at its final place and moved from there."""
        settled = self.motion.settled
        times = [min(settled, step * STEP) for step in range(round(settled / STEP) + 1)]
        for glide in self.animation.glides:
            poses, end = [glide.pose(time) for time in times], glide.pose(self.motion.seconds)
            # A unit that changes its looks, such as a ship that takes an army aboard, is drawn once for each of them,
            # and each is hidden while it has another.
            for look in dict.fromkeys(look_of(pose) for pose in (*poses, end) if pose):
                seen = [pose if pose and look_of(pose) == look else None for pose in poses]
                still = end if end and look_of(end) == look else None
                yield self._draw_look(glide, look, list(zip(times, seen, strict=True)), still)

    def _draw_look(
        self, glide: Glide, look: UnitLook, timed: list[tuple[float, Pose | None]], still: Pose | None
    ) -> str:
        poses = [pose for _, pose in timed if pose]
        home = still or poses[-1]
        drawn = self._draw_copies(glide, look, home, poses)
        if all(pose == home for pose in (still, *(pose for _, pose in timed))):
            return drawn
        frames = []
        here = poses[0] if poses else home
        for time, pose in timed:
            here = pose or here
            across, down = here.place[0] - home.place[0], here.place[1] - home.place[1]
            frames.append(Frame(time, pose.opacity if pose else 0.0, across, down))
        opacity = 1.0 if still else 0.0
        return group([drawn], class_=self.sheet.add(frames, opacity), opacity=None if still else 0)

    def _draw_copies(self, glide: Glide, look: UnitLook, home: Pose, poses: list[Pose]) -> str:
        """A unit at its final place, in each copy of the world in which it is ever visible."""
        copies = self.animation.list_copies
        shifts = {round(x - pose.place[0], 2) for pose in (home, *poses) for x, _ in copies(pose)}
        symbol, turn = self.animation.draw_symbol(glide, look), TIP if look.is_tipped else 0.0
        x, y = home.place
        return group(at(x + shift, y, self.animation.size, symbol, turn=turn) for shift in sorted(shifts))
