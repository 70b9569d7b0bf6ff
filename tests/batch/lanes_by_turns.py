"""Lanes without a GPU: each lane is a greenlet, and between two meetings they go on one after another, in any order.

So a lane that relies on what another does at the same time, or that reads before it meets, is found out.
"""

from collections.abc import Mapping
from random import Random
from types import FunctionType
from typing import Any

from greenlet import getcurrent, greenlet

from legation.batch import lanes
from legation.batch.compiling import Shorts
from legation.batch.cycles import resolve_cycles
from legation.batch.layout import _keep_proper
from legation.batch.translate import Form, Kernel, translate
from legation.batch.words import lowest


class Crew:
    """So many lanes that work on one game."""

    def __init__(self, count: int, chance: Random) -> None:
        self.count, self.chance = count, chance
        self.numbers: dict[greenlet, int] = {}

    def run(self, work: Kernel, *args: object) -> None:
        """Let all lanes do the same work."""
        crew = [greenlet(lambda: work(*args)) for _ in range(self.count)]
        self.numbers = {each: number for number, each in enumerate(crew)}
        said: list[Any] = [None] * self.count
        while not all(each.dead for each in crew):
            heard = list(said)
            assert not any(each.dead for each in crew), "one lane is done and another waits for it"
            for number in self.chance.sample(range(self.count), self.count):
                said[number] = crew[number].switch(heard) if crew[number].gr_frame else crew[number].switch()
            assert len({type(each) for each in said}) == 1, "lanes met in different places"

    def say(self, word: object) -> list[Any]:
        """Tell the others and hear what they say."""
        answer: list[Any] = getcurrent().parent.switch(word)
        return answer

    def form(self) -> Form:
        """How kernels are translated for them."""
        sole = {lowest: lambda word: (int(word) & -int(word)).bit_length() - 1}
        return Form(_plain, {**sole, **self._stand_ins()}, sole, frozenset({resolve_cycles, _keep_proper}))

    def _stand_ins(self) -> Mapping[Kernel, Kernel]:
        def lane() -> int:
            return self.numbers[getcurrent()]

        def count() -> int:
            return self.count

        def meet() -> None:
            self.say(None)

        def keep_step() -> None:
            self.say(None)

        def is_within(place: int, number: int) -> bool:
            return place < number

        def is_any(flag: bool) -> bool:
            return any(self.say(bool(flag)))

        def append(lists: Shorts, row: int, number: int, value: int, is_member: bool) -> int:
            members = self.say(bool(is_member))
            if is_member:
                lists[row, number + sum(members[: lane()])] = value
            return int(number + sum(members))

        def push(field: Shorts, head: int, column: int, number: int, *rest: int) -> None:
            following, is_member = rest
            self.say(None)
            if is_member:
                field[number, following] = field[head, column]
                field[head, column] = number
            self.say(None)

        def clear(field: Shorts, rows: int, width: int) -> None:
            field[lane() : rows : self.count, :width] = -1

        stand_ins = (lane, count, is_within, meet, keep_step, is_any, append, push, clear)
        names = ("lane", "lanes", "is_within", "meet", "keep_step", "is_any", "append", "push", "clear")
        return {getattr(lanes, name): each for name, each in zip(names, stand_ins, strict=True)}


def _plain(function: FunctionType) -> Kernel:
    return function


def run_by_turns(kernel: Kernel, games: int, count: int, *args: object) -> None:
    """Run a kernel for one game on games one after another, with so many lanes."""
    crew = Crew(count, Random(count))
    work = translate(kernel, crew.form())
    for game in range(games):
        crew.run(work, *args, game)
