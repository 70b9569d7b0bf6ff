"""How to take out each rule of the Colonial Variant and of the Gigaton Bomb, one small change for each clause."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from legation.board import Board, CentreKind, LocationId, Position, PowerId, Space, SpaceId, Unit, UnitKind, space_of
from legation.judge import Result, Rulebook, Verdict, Winners, carriage, convoy, solver
from legation.judge.battlefield import Battlefield
from legation.orders import Move, OrderRules, Plan, Scene, plan
from legation.orders import carriage as orders_carriage
from legation.variants.rules import ClosedToArmies, ColonialCentres, GigatonBomb, bomb_store, gigaton_bomb
from legation.variants.rules.bomb_store import BombStore
from legation.variants.rules.centre_clocks import CentreClock
from tests.clauses.altering import (
    by_profile,
    patched,
    with_borders,
    with_module,
    with_rules,
    with_spaces,
    without_border,
    without_module,
    without_unit,
)
from tests.clauses.registry import Mutation

COLONIAL = "colonial-variant"


def with_trait(kind: UnitKind, **changes: object) -> Mutation:
    """Let a kind of unit do what it cannot."""

    def change(rulebook: Rulebook) -> Rulebook:
        traits = {**rulebook.traits, kind: replace(rulebook.traits[kind], **changes)}  # type: ignore[arg-type]
        return replace(rulebook, traits=traits)

    return with_rules(COLONIAL, change)


def make_permanent(space: Space) -> Space:
    """A board without colonial centres."""
    return replace(space, centre=CentreKind.NEUTRAL) if space.centre is CentreKind.COLONIAL else space


IS_DISRUPTED = ColonialCentres._is_disrupted
CLOCKS = ColonialCentres.clocks
TAKES = plan._takes
LANDINGS = orders_carriage.list_landings


def ignore_stand_offs(module: ColonialCentres, before: Position, verdict: Verdict, space: SpaceId) -> bool:
    """A stand-off that leaves a centre empty does nothing to it."""
    calm = verdict._replace(position=verdict.position._replace(contested=frozenset()))
    return IS_DISRUPTED(module, before, calm, space)


def disrupt_by_any_stand_off(module: ColonialCentres, before: Position, verdict: Verdict, space: SpaceId) -> bool:
    """A stand-off disrupts a centre whether it is left empty or not."""
    beaten = [
        outcome
        for outcome in verdict.outcomes
        if isinstance(outcome.order, Move)
        and space_of(outcome.order.target) == space
        and outcome.result is Result.FAILS
    ]
    return len(beaten) > 1 or IS_DISRUPTED(module, before, verdict, space)


def land_by_sea_only(scene: Scene, army: Unit) -> tuple[LocationId, ...]:
    """An army lands only where its ship could sail."""
    sea = scene.board.fleet_moves[scene.units[army.space].location]
    return tuple(place for place in LANDINGS(scene, army) if place in sea)


def take_from_shore_only(orders: Plan, board: Board, rules: OrderRules, ship: int, army: int) -> bool:
    """No army passes from ship to ship."""
    return army not in orders.carrier and TAKES(orders, board, rules, ship, army)


def lose_armies(field: Battlefield) -> Iterator[Unit]:
    """Nobody stays aboard."""
    yield from ()


def embark_always(field: Battlefield, army: int, level: int) -> bool:
    """An army goes aboard a ship whatever becomes of it."""
    return True


def win_by_ripe_ones(module: ColonialCentres, board: Board, position: Position, power: PowerId) -> bool:
    """Colonial centres that have become permanent count as permanent for victory."""
    owned = position.centres_of(power)
    ripe = sum(module.is_permanent(board, position, space) for space in owned)
    permanent, colonial = module.needs[power]
    return ripe >= permanent and len(owned) - ripe >= colonial


def find_first_winner(module: ColonialCentres, board: Board, position: Position) -> Winners | None:
    """Only the first power in the list wins, never two."""
    powers = [power for power in map(PowerId, module.needs) if module._has_won(board, position, power)]
    return Winners((powers[0],)) if powers else None


def make_store_elsewhere(board: Board) -> BombStore:
    """Three bombs for each power, four for Russia, in neutral centres."""
    store = BombStore()
    neutral = [space.id for space in board.spaces.values() if space.centre is CentreKind.NEUTRAL]
    homes = [space for space in board.spaces.values() if space.centre is CentreKind.HOME]
    powers = sorted({space.powers[0] for space in homes})
    for place, power in zip(neutral, powers, strict=False):
        store.put(place, sum(space.powers[0] == power for space in homes), power)
    return store


def young_clocks(module: ColonialCentres, board: Board, position: Position) -> dict[SpaceId, CentreClock]:
    """A starting colony has just been taken."""
    return CLOCKS(replace(module, start_years=0), board, position)


ISLANDS = ("BI1", "BI3", "BI6", "BI7", "CP5", "CP6", "NA15", "NA16", "SA12", "SA13")
MUTATIONS: Mapping[str, Mutation] = {
    "CV-1": by_profile(COLONIAL, "2000"),
    "CV-2": without_unit(COLONIAL, "NA7"),
    "CV-3": patched(ColonialCentres, "_has_won", lambda *_: False),
    "CV-4": with_spaces(COLONIAL, make_permanent),
    "CV-5a": patched(ColonialCentres, "counts_centre", lambda *_: True),
    "CV-5b": patched(CentreClock, "is_permanent", property(lambda _: False)),
    "CV-6a": patched(ColonialCentres, "_is_disrupted", ignore_stand_offs),
    "CV-6b": patched(ColonialCentres, "_opposed", lambda *_: False),
    "CV-6b:driven out": patched(ColonialCentres, "_was_driven_out", lambda *_: False),
    "CV-6d": patched(ColonialCentres, "_is_disrupted", disrupt_by_any_stand_off),
    "CV-6c": patched(ColonialCentres, "after_moves", lambda _, __, ___, verdict: verdict),
    "CV-7a": with_rules(COLONIAL, lambda rulebook: replace(rulebook, extra_kinds=frozenset())),
    "CV-7b": patched(carriage, "_list_carried", lose_armies),
    "CV-7c": patched(solver, "QUESTIONS", (*solver.QUESTIONS[:4], embark_always)),
    "CV-8a": patched(plan, "Hold", object),
    "CV-8b": patched(plan, "_takes", take_from_shore_only),
    "CV-8c": patched(convoy, "_choose_ship", lambda *_: None),
    "CV-8d": patched(orders_carriage, "list_landings", land_by_sea_only),
    "CV-9": with_module(COLONIAL, ClosedToArmies(ISLANDS)),
    "CV-10": without_module(COLONIAL, "transport_fleets"),
    "CV-11a": with_trait(UnitKind.TRANSPORT, captures=frozenset(CentreKind)),
    "CV-11a:ripe": patched(ColonialCentres, "_is_transport", lambda *_: False),
    "CV-11b": patched(ColonialCentres, "refuse_order", lambda *_: None),
    "CV-12": with_trait(UnitKind.TRANSPORT, survives_dislodgement=True),
    "CV-13": with_trait(UnitKind.TRANSPORT, stands_off=True),
    "CV-14": with_trait(UnitKind.TRANSPORT, supports_attacks=True),
    "CV-15": with_trait(UnitKind.TRANSPORT, is_supported_in_attack=True),
    "CV-16": with_trait(UnitKind.TRANSPORT, cuts_support=True),
    "CV-17": patched(ColonialCentres, "_has_won", win_by_ripe_ones),
    "CV-18": without_border(COLONIAL, "CA2", "PO3"),
    "CV-19": patched(ColonialCentres, "clocks", young_clocks),
    "CV-20": with_borders(COLONIAL, lambda borders: tuple(border for border in borders if not border.is_one_way)),
    "CV-21": patched(convoy, "_crawl_past", lambda *_: False),
    "CV-22": patched(ColonialCentres, "find_winners", find_first_winner),
    "GB-1": patched(bomb_store, "make_store", lambda _: BombStore()),
    "GB-2": patched(gigaton_bomb._Strike, "fall", lambda strike, _: strike.verdict),
    "GB-3a": patched(gigaton_bomb._Strike, "_clear", lambda *_: []),
    "GB-3b": patched(GigatonBomb, "closed_to", lambda *_: frozenset()),
    "GB-4": patched(GigatonBomb, "revise", lambda *hook: hook[4]),
    "GB-5": patched(GigatonBomb, "_load", lambda *_: []),
    "GB-5a": patched(GigatonBomb, "_dislodge", lambda _, __, verdict, ___: verdict),
    "GB-5a:retreats": patched(GigatonBomb, "after_retreats", lambda _, __, ___, verdict: verdict),
    "GB-6": patched(GigatonBomb, "refuse_removal", lambda *_: None),
    "GB-7": patched(gigaton_bomb, "_capture", lambda store, _: store),
    "GB-8": patched(bomb_store, "make_store", make_store_elsewhere),
}
