"""The state of gigaton bombs: where bombs lie, which spaces are ruined, and which seas are closed for a while."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from legation.board import Board, CentreKind, PowerId, SpaceId, Terrain
from legation.variants.rules.centre_clocks import read_count
from legation.variants.rules.memory_form import check_entries, check_spaces, is_count

SEA_PHASES = 2
"""Clause 3: a sea is impassable for two moves after the attack."""


@dataclass(slots=True)
class BombStore:
    """Read from a module's memory, changed, and written back as plain JSON."""

    bombs: dict[SpaceId, int] = field(default_factory=dict)
    owners: dict[SpaceId, PowerId] = field(default_factory=dict)
    """The owner of the bombs in a space, unless there is a unit of another power."""
    retreating: dict[SpaceId, tuple[PowerId, int]] = field(default_factory=dict)
    """The bombs with a dislodged unit and their owner, by the space from which it must retreat."""
    ruined: set[SpaceId] = field(default_factory=set)
    """Land that was struck: permanently impassable."""
    closed: dict[SpaceId, int] = field(default_factory=dict)
    """Seas that were struck: the number of further movement phases for which they are impassable."""

    def put(self, space: SpaceId, count: int, owner: PowerId) -> None:
        """Lay bombs down; the power that brings them owns all bombs there."""
        if count:
            self.bombs[space] = self.bombs.get(space, 0) + count
            self.owners[space] = owner

    def take(self, space: SpaceId, count: int) -> int:
        """Remove up to this many bombs; return how many were removed."""
        taken = min(count, self.bombs.get(space, 0))
        if taken:
            self.bombs[space] -= taken
        if not self.bombs.get(space):
            self.bombs.pop(space, None)
            self.owners.pop(space, None)
        return taken

    def change(self, old: "BombStore", new: "BombStore") -> None:
        """Change whatever differs between two other stores, as it is in the second, and nothing else."""
        for space in sorted(old.bombs.keys() | new.bombs.keys()):
            if (old.bombs.get(space), old.owners.get(space)) != (new.bombs.get(space), new.owners.get(space)):
                self.take(space, self.bombs.get(space, 0))
                if space in new.bombs:
                    self.put(space, new.bombs[space], new.owners[space])
        _change_entries(self.retreating, old.retreating, new.retreating)
        _change_entries(self.closed, old.closed, new.closed)
        self.ruined = self.ruined - (old.ruined - new.ruined) | (new.ruined - old.ruined)

    def count_down(self) -> None:
        """One movement phase is over: struck seas open when their last one is."""
        self.closed = {space: phases - 1 for space, phases in self.closed.items() if phases > 1}

    def write(self) -> dict[str, object]:
        """The store as JSON."""
        bombs = {space: (self.owners[space], count) for space, count in self.bombs.items()}
        return {
            "bombs": _write_bombs(bombs),
            "ruined": sorted(map(str, self.ruined)),
            "closed": {str(space): phases for space, phases in sorted(self.closed.items())},
            **({"retreating": _write_bombs(self.retreating)} if self.retreating else {}),
        }


Entry = TypeVar("Entry")


def _change_entries(entries: dict[SpaceId, Entry], old: Mapping[SpaceId, Entry], new: Mapping[SpaceId, Entry]) -> None:
    """Change the entries of the spaces where two other tables differ, as in the second."""
    for space in old.keys() | new.keys():
        if old.get(space) != new.get(space):
            entries.pop(space, None)
            if space in new:
                entries[space] = new[space]


def check_store(board: Board, powers: Collection[str], memory: object) -> str | None:
    """What is wrong with a store from outside; parts of it may be left out."""
    if not isinstance(memory, Mapping) or memory.keys() - {"bombs", "retreating", "ruined", "closed"}:
        return "expected an object with bombs, ruined, closed and retreating"

    def is_heap(entry: object) -> bool:
        if not (isinstance(entry, Mapping) and entry.keys() == {"owner", "count"}):
            return False
        owner = entry["owner"]
        return isinstance(owner, str) and owner in powers and is_count(entry["count"])

    heap = '{"owner": a power, "count": a number}'
    return (
        check_entries(board, memory.get("bombs", {}), is_heap, heap)
        or check_entries(board, memory.get("retreating", {}), is_heap, heap)
        or check_entries(board, memory.get("closed", {}), _is_time, f"a number of phases, {SEA_PHASES} at most")
        or check_spaces(board, memory.get("ruined", []))
        or _check_struck(board, read_store(board, memory))
    )


def _is_time(value: object) -> bool:
    """True if a sea can be closed for so many more moves."""
    return is_count(value) and isinstance(value, int) and value <= SEA_PHASES


def _check_struck(board: Board, store: BombStore) -> str | None:
    """Clause 3: land is ruined for good and a sea closed for a while; the bombs there are gone, and none come."""
    for space in sorted({*store.ruined, *store.closed}):
        is_sea = board.spaces[space].terrain is Terrain.SEA
        if is_sea and space in store.ruined:
            return f"{space} is a sea: a bomb closes it for a while, and ruins only land"
        if not is_sea and space in store.closed:
            return f"{space} is land: a bomb ruins it for good"
        if space in store.bombs or space in store.retreating:
            return f"no bombs are in {space}: it was struck by one"
    return None


def _write_bombs(bombs: Mapping[SpaceId, tuple[PowerId, int]]) -> dict[str, object]:
    return {str(space): {"owner": str(owner), "count": count} for space, (owner, count) in sorted(bombs.items())}


def read_store(board: Board, memory: object) -> BombStore:
    """The store in a module's memory; without one it is as at the start."""
    if not isinstance(memory, Mapping):
        return make_store(board)
    store = BombStore()
    for space, (owner, count) in _read_bombs(board, memory, "bombs").items():
        store.put(space, count, owner)
    store.retreating = _read_bombs(board, memory, "retreating")
    ruined = memory.get("ruined")
    names = ruined if isinstance(ruined, list | tuple) else ()
    store.ruined = {SpaceId(name) for name in names if isinstance(name, str) and name in board.spaces}
    closed = {space: read_count(phases) for space, phases in _known(board, memory, "closed").items()}
    store.closed = {space: phases for space, phases in closed.items() if phases}
    return store


def _read_bombs(board: Board, memory: Mapping[object, object], key: str) -> dict[SpaceId, tuple[PowerId, int]]:
    found: dict[SpaceId, tuple[PowerId, int]] = {}
    for space, entry in _known(board, memory, key).items():
        count = read_count(entry.get("count")) if isinstance(entry, Mapping) else 0
        if isinstance(entry, Mapping) and count:
            found[space] = PowerId(str(entry.get("owner", ""))), count
    return found


def _known(board: Board, memory: Mapping[object, object], key: str) -> dict[SpaceId, object]:
    """The entries of one key under existing spaces: memory may come from outside, and the judge never raises."""
    table = memory.get(key)
    if not isinstance(table, Mapping):
        return {}
    return {SpaceId(name): entry for name, entry in table.items() if isinstance(name, str) and name in board.spaces}


def make_store(board: Board) -> BombStore:
    """The start: one bomb in every home centre (clauses 1 and 8), so Russia has four on the regular board."""
    store = BombStore()
    for space in board.spaces.values():
        if space.centre is CentreKind.HOME and space.powers:
            store.put(space.id, 1, space.powers[0])
    return store
