"""A bot that orders anything legal."""

import random

from legation.board import PowerId, Unit
from legation.bots.adjustments import kind_of
from legation.bots.bombs import carry_bomb, list_bomb_sites
from legation.bots.survey import Survey, SurveyCache
from legation.game import GameState, PhaseKind
from legation.judge import Rulebook, Winter, is_spared, list_adjustments, list_retreat_orders
from legation.orders import (
    Bomb,
    Convoy,
    Disband,
    Embark,
    Hold,
    Move,
    MovementOrder,
    Order,
    Refusal,
    SupportHold,
    SupportMove,
    UnitOptions,
    Waive,
    piece_of,
)
from legation.variants import Variant


class RandomBot:
    """Chooses randomly among the legal orders: first what to do, then with whom and where."""

    def __init__(self) -> None:
        self._surveys = SurveyCache()

    def choose(
        self, variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, chance: random.Random
    ) -> list[Order]:
        """A random legal order for each unit, or random retreats, builds and removals."""
        match state.phase.kind:
            case PhaseKind.MOVES:
                survey = self._surveys.get(variant, rulebook, state.position)
                return choose_moves(survey, power, chance)
            case PhaseKind.RETREATS:
                return choose_retreats(variant, rulebook, state, power, chance)
            case PhaseKind.ADJUSTMENTS:
                return choose_adjustments(variant, rulebook, state, power, chance)


def choose_moves(survey: Survey, power: PowerId, chance: random.Random) -> list[Order]:
    """A random order for each unit of a power; where there are bombs, some are carried and a few launched."""
    orders: list[Order] = [
        carry_bomb(survey, choose_order(options, chance), chance) for options in survey.own(power).values()
    ]
    sites = list_bomb_sites(survey, power) if chance.random() < 0.05 else []
    if sites:
        orders.append(Bomb(chance.choice(sites), chance.choice(survey.board.order)))
    return orders


def choose_order(options: UnitOptions, chance: random.Random) -> MovementOrder:
    """One of a unit's legal orders. Every one is possible, without listing the convoys of a giant board."""
    piece = piece_of(options.unit)
    kinds = {
        Move: bool(options.moves or options.convoyed_moves),
        SupportHold: bool(options.support_holds),
        SupportMove: bool(options.support_moves),
        Convoy: bool(options.convoyable),
        Embark: bool(options.embarkable),
    }
    kind = chance.choice([Hold, Move, *(kind for kind, is_open in kinds.items() if is_open)])
    if kind is Move and kinds[Move]:
        return _choose_move(options, chance)
    if kind is SupportHold:
        return SupportHold(piece, chance.choice(options.support_holds))
    if kind is SupportMove:
        target = chance.choice(list(options.support_moves))
        return SupportMove(piece, chance.choice(options.support_moves[target]), target)
    if kind is Convoy:
        army = chance.choice(options.convoyable)
        targets = options.convoy_targets(army)
        if targets:
            return Convoy(piece, piece_of(army), chance.choice(targets))
    if kind is Embark:
        return Embark(piece, chance.choice(options.embarkable))
    return Hold(piece)


def _choose_move(options: UnitOptions, chance: random.Random) -> Move:
    by_sea = bool(options.convoyed_moves) and (not options.moves or chance.random() < 0.3)
    targets = options.convoyed_moves if by_sea else options.moves
    return Move(piece_of(options.unit), chance.choice(targets), via_convoy=by_sea)


def choose_retreats(
    variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, chance: random.Random
) -> list[Order]:
    """Any open place for each dislodged unit; occasionally a unit is given up."""
    orders: list[Order] = []
    for found in state.position.dislodged:
        if found.unit.power == power:
            ways: list[Order] = [*list_retreat_orders(variant.board, state.position, found, rulebook)]
            keep = ways and chance.random() < 0.95
            orders.append(chance.choice(ways) if keep else Disband(piece_of(found.unit)))
    return orders


def choose_adjustments(
    variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, chance: random.Random
) -> list[Order]:
    """Random builds and removals, as many as are due, each in its own place; occasionally one is waived."""
    winter = Winter(variant.board, state.position, power, rulebook)
    options = list(list_adjustments(variant.board, state.position, power, rulebook))
    chance.shuffle(options)
    options.sort(key=lambda order: isinstance(order, Disband) and _is_spared(variant, rulebook, state, power, order))
    return [
        order
        for order in options
        if (not isinstance(order, Waive) or chance.random() < 0.1) and not isinstance(winter.take_order(order), Refusal)
    ]


def _is_spared(variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId, order: Disband) -> bool:
    """True if a unit may be removed only when no other is left."""
    unit = Unit(power, kind_of(order.unit), order.unit.location)
    return is_spared(variant.board, state.position, unit, rulebook)
