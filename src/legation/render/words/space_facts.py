"""One space in words: its kind, its owner and since when, its borders, and who could attack."""

from collections.abc import Iterator, Sequence

from legation.board import Board, LocationId, PowerId, Space, Terrain, UnitKind, space_of
from legation.game import Approach, Force, SpaceFacts, UnitReach
from legation.judge import ClosedSeaMark, RuinMark
from legation.orders import Fault
from legation.render.words.language import ENGLISH, Language
from legation.render.words.marks import word_mark
from legation.render.words.phrases import word_phase
from legation.render.words.refusals import word_refusal
from legation.variants import Variant


def describe_space(variant: Variant, facts: SpaceFacts, language: Language = ENGLISH) -> str:
    """The facts of a space, one sentence per line."""
    space = facts.space
    theatre = f", {space.theatre}" if space.theatre else ""
    lines = [f"{space.id}  {space.name}{theatre}: {word_kind(variant, space, language)}."]
    lines += [f"  {line}" for line in _list_sentences(variant, facts, language)]
    return "\n".join(lines)


def _list_sentences(variant: Variant, facts: SpaceFacts, language: Language) -> Iterator[str]:
    is_struck = any(isinstance(mark, RuinMark | ClosedSeaMark) for mark in facts.marks)
    if facts.space.centre.is_counted and not is_struck:
        yield word_owner(variant, facts, language)
    for reach in facts.units:
        key = "facts.aboard" if reach.unit.is_aboard else "facts.unit"
        yield language.fill(key, power=variant.powers[reach.unit.power].name, unit=reach.unit)
    for found in facts.dislodged:
        yield language.fill("facts.dislodged", power=variant.powers[found.unit.power].name, unit=found.unit)
        if found.cargo:
            yield language.fill("facts.aboard", power=variant.powers[found.cargo.power].name, unit=found.cargo)
    for mark in facts.marks:
        yield word_mark(variant, mark, language)
    for refusal in facts.closed:
        if not is_struck or refusal.fault is not Fault.RUINED:  # the mark has said so
            yield word_refusal(refusal, language)
    yield from _list_ways(variant.board, facts, language)
    for reach in facts.units:
        yield from _list_carried(variant.board, reach, language)
    for force in facts.forces:
        yield word_force(variant, force, language)
    for power, count in facts.bombs:
        yield language.count("facts.bombs", count, power=variant.powers[power].name)
    for clause in facts.clauses:
        yield f"{clause.id}: {clause.text}"


def word_owner(variant: Variant, facts: SpaceFacts, language: Language = ENGLISH) -> str:
    """``It has belonged to France since Fall 1901, orders.``"""
    if facts.owner is None:
        return language.texts["facts.free"]
    owner = variant.powers[facts.owner].name
    if facts.since is None:
        return language.fill("facts.owner", power=owner)
    return language.fill("facts.owner_since", power=owner, phase=word_phase(facts.since, language))


def word_kind(variant: Variant, space: Space, language: Language = ENGLISH) -> str:
    """``an island, home centre of France``."""
    terrain = "island" if space.is_island else space.terrain.value
    kind = language.texts[f"facts.terrain.{terrain}"]
    if not space.centre:
        return kind
    centre = language.texts[f"facts.centre.{space.centre.value}"]
    if space.powers:
        powers = language.join_and([_name_power(variant, power) for power in space.powers])
        centre = language.fill("facts.centre_of", centre=centre, powers=powers)
    return f"{kind}, {centre}"


def _name_power(variant: Variant, power: PowerId) -> str:
    known = variant.powers.get(power)
    return known.name if known else power.title()


def _list_ways(board: Board, facts: SpaceFacts, language: Language) -> Iterator[str]:
    """Where armies and fleets go from the space, and from each of its coasts."""
    if facts.space.terrain is Terrain.IMPASSABLE:
        return
    ways = (
        (UnitKind.ARMY, "facts.armies_go", board.army_moves),
        (UnitKind.FLEET, "facts.fleets_go", board.fleet_moves),
    )
    for kind, key, moves in ways:
        for place in facts.space.locations:
            goals = tuple(goal for goal in moves[place] if (kind, space_of(goal)) not in facts.shut)
            if goals:
                where = language.fill("facts.from", place=place) if "/" in place else ""
                yield language.fill(key, where=where, places=_name_places(board, goals, language))


def _list_carried(board: Board, reach: UnitReach, language: Language) -> Iterator[str]:
    for key, places in (
        ("facts.ships", reach.ships),
        ("facts.convoyed", reach.convoyed),
        ("facts.convoyed_by_others", reach.convoyed_by_others),
    ):
        if places:
            yield language.fill(key, unit=reach.unit, places=_name_places(board, places, language))


def word_force(variant: Variant, force: Force, language: Language = ENGLISH) -> str:
    """``France could attack with 2: A MAR, A PAR. Support there: A MAR, A PAR.``"""
    power = variant.powers[force.power].name
    alone = [approach for approach in force.approaches if approach.is_own]
    others = [approach for approach in force.approaches if not approach.is_own]
    parts = []
    if force.holds:
        parts.append(language.fill("facts.defends", power=power, strength=force.strength))
    elif alone:
        units = language.list_all([word_approach(approach, language) for approach in alone])
        parts.append(language.fill("facts.attacks", power=power, strength=force.strength, units=units))
    if others:
        units = language.list_all([word_approach(approach, language) for approach in others])
        parts.append(language.fill("facts.attacks_with_others", power=power, units=units))
    if force.supporters:
        units = language.list_all([str(unit) for unit in force.supporters])
        parts.append(language.fill("facts.supports" if parts else "facts.only_supports", power=power, units=units))
    return " ".join(parts)


def word_approach(approach: Approach, language: Language = ENGLISH) -> str:
    """``A LON over ENG, NTH``."""
    if not approach.fleets:
        return str(approach.unit)
    return language.fill("facts.over", unit=approach.unit, seas=language.list_all([*approach.fleets]))


def _name_places(board: Board, locations: Sequence[LocationId], language: Language) -> str:
    """``BUR Burgundy, SPA/NC Spain``."""
    return language.list_all([f"{location} {board.space(location).name}" for location in locations])
