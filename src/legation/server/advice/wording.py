"""Bots' answers to people, in sentences."""

from collections import Counter
from collections.abc import Sequence

from legation.board import LocationId, PowerId, space_of
from legation.bots import Advice, Hint, Prospect
from legation.game import PhaseKind, Season
from legation.orders import Build, Disband, Move, MovementOrder, Order, Retreat, Waive, piece_of
from legation.render.words import ENGLISH, name_place, name_with_article
from legation.server.advice.service import HintOption, HintPage, MotivePage, UnitHint
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.order_lines import describe_orders
from legation.server.game.terms import Level

MOST_TOLD = 3
"""The number of spaces that one sentence names before it counts the others."""
LITTLE = 0.05
"""In centres: a smaller difference counts as none."""


def word_hint(game: LoadedGame, power: PowerId, hint: Hint) -> HintPage:
    """A hint as its page shows it."""
    units = game.state.position.units
    best = max((advice.worth for advice in hint.options), default=0.0)
    return HintPage(
        "ready",
        [_describe(game, power, advice) for advice in hint.options],
        [
            UnitHint(str(piece_of(units[key])), [_describe_unit(game, power, one, best) for one in advices])
            for key, advices in hint.units.items()
        ],
    )


def _describe(game: LoadedGame, power: PowerId, advice: Advice) -> HintOption:
    is_moves = game.state.phase.kind is PhaseKind.MOVES
    stands = "advice.better" if advice.worth - advice.holding > LITTLE else "advice.keeps"
    return HintOption(
        describe_orders(game.variant.board, [(power, order) for order in advice.orders]),
        _word_moves(game, advice, stands) if is_moves else _word_orders(game, power, advice),
        round(advice.worth - advice.holding, 1) + 0.0 if is_moves else None,  # not -0.0
    )


def _describe_unit(game: LoadedGame, power: PowerId, advice: Advice, best: float) -> HintOption:
    """An option of one unit. The value of boards is given for all units together."""
    lines = describe_orders(game.variant.board, [(power, order) for order in advice.orders])
    lags = best - advice.worth > LITTLE
    text = _word_moves(game, advice, "advice.lags" if lags else "advice.serves", less=best - advice.worth)
    return HintOption(lines, text, None)


def _word_moves(game: LoadedGame, advice: Advice, without_gains: str, *, less: float = 0.0) -> str:
    """Reasons for these orders: what they may gain, and what they may lose."""
    case = without_gains
    gains, vain = _split_vain(advice.gains)
    if gains:  # centres that are entered in Spring are taken in Fall at the earliest
        case = "advice.takes" if game.state.phase.season is Season.FALL else "advice.enters"
    risk = _word_risk(game, advice)
    ending = "risky" if risk else "safe"
    told = ENGLISH.fill(f"{case}.{ending}", spaces=_list_spaces(game, gains), risk=risk, less=f"{less:.1f}")
    return f"{told} {ENGLISH.fill('advice.vain', spaces=_list_vain(game, vain))}" if vain else told


def _split_vain(prospects: Sequence[Prospect]) -> tuple[list[Prospect], list[Prospect]]:
    """What may happen, and what is ordered although it did not happen in any try: to hinder others, or for nothing."""
    return [one for one in prospects if one.chance > 0], [one for one in prospects if one.chance == 0]


def _word_risk(game: LoadedGame, advice: Advice) -> str:
    if advice.losses:
        case = "advice.risk.lost" if game.state.phase.season is Season.FALL else "advice.risk.losses"
        return ENGLISH.fill(case, spaces=_list_spaces(game, advice.losses))
    if advice.driven_out:
        return ENGLISH.fill("advice.risk.driven_out", spaces=_list_spaces(game, advice.driven_out))
    return ""


def _word_orders(game: LoadedGame, power: PowerId, advice: Advice) -> str:
    """Reasons for these retreats, builds or removals."""
    orders: Sequence[Order] = advice.orders
    if advice.gains:
        case = "take" if game.state.phase.season is Season.FALL else "enter"
        if any(one.chance < 1 for one in advice.gains):
            case = f"may_{case}"
        return ENGLISH.fill(f"advice.retreats.{case}", spaces=_list_names(game, [one.space for one in advice.gains]))
    if any(isinstance(order, Retreat) for order in orders):
        own = game.state.position.centres_of(power)
        goals = [order.target.partition("/")[0] for order in orders if isinstance(order, Retreat)]
        guarded = [goal for goal in goals if goal in own]
        if guarded:
            return ENGLISH.fill("advice.retreats.guard", spaces=_list_names(game, guarded))
        return ENGLISH.texts["advice.retreats.near"]
    if any(isinstance(order, Build) for order in orders):
        return ENGLISH.texts["advice.builds"]
    if game.state.phase.kind is PhaseKind.RETREATS or all(isinstance(order, Waive) for order in orders):
        return ENGLISH.texts["advice.no_way"]
    assert any(isinstance(order, Disband) for order in orders)
    return ENGLISH.texts["advice.removals"]


def word_motive(game: LoadedGame, power: PowerId, level: Level, advice: Advice) -> MotivePage:
    """Why a bot gave its orders, in two sentences: its aim, and what it expected of the others."""
    return MotivePage("ready", power, f"{_word_aim(game, advice)} {_word_fear(game, level, advice)}")


def _word_aim(game: LoadedGame, advice: Advice) -> str:
    aims, vain = _split_vain(_list_aims(advice))
    spaces, tried = _list_spaces(game, aims), _list_vain(game, vain)
    if aims:
        return ENGLISH.fill("motives.aim.both" if vain else "motives.aim.centres", spaces=spaces, tried=tried)
    if advice.worth - advice.holding > LITTLE:
        better = f"{advice.worth - advice.holding:.1f}"
        return ENGLISH.fill("motives.aim.tried" if vain else "motives.aim.place", better=better, tried=tried)
    return ENGLISH.fill("motives.aim.tried_only" if vain else "motives.aim.keep", tried=tried)


def _list_aims(advice: Advice) -> list[Prospect]:
    """The gains where units go or stay. What a unit takes only because it fails to leave is no aim, unless another unit
    of its power stops it.
    """
    orders = [order for order in advice.orders if isinstance(order, MovementOrder)]
    entering = Counter(space_of(order.target) for order in orders if isinstance(order, Move))
    staying = {
        order.unit.space for order in orders if not isinstance(order, Move) or entering[space_of(order.target)] > 1
    }
    return [gain for gain in advice.gains if gain.space in staying or gain.space in entering]


def _word_fear(game: LoadedGame, level: Level, advice: Advice) -> str:
    if level is Level.EASY:
        return ENGLISH.texts["motives.fear.whims"]
    if advice.losses:
        worst = advice.losses[0]
        values = {"space": _name(game, worst.space), "of_ten": _count_of_ten(worst.chance)}
        if worst.power is None:
            return ENGLISH.fill("motives.fear.anybody", **values)
        power = game.variant.powers[worst.power].name
        return ENGLISH.fill("motives.fear.centre", power=name_with_article(power), **values)
    if advice.driven_out:
        return ENGLISH.fill("motives.fear.driven_out", spaces=_list_spaces(game, advice.driven_out))
    return ENGLISH.texts["motives.fear.nothing"]


def _list_spaces(game: LoadedGame, prospects: Sequence[Prospect]) -> str:
    """``Belgium (9 of 10) and Holland (6 of 10)``; of many, the likeliest and the number of the others."""
    told = [
        ENGLISH.fill("advice.chance", space=_name(game, one.space), of_ten=_count_of_ten(one.chance))
        for one in prospects
    ]
    return ENGLISH.join_and(_shorten(told))


def _list_vain(game: LoadedGame, prospects: Sequence[Prospect]) -> str:
    """``Belgium or Holland``."""
    return ENGLISH.join_or(_shorten([_name(game, one.space) for one in prospects]))


def _shorten(told: Sequence[str]) -> Sequence[str]:
    if len(told) <= MOST_TOLD + 1:  # one more name is as short as "1 more"
        return told
    return [*told[:MOST_TOLD], ENGLISH.fill("advice.more", number=len(told) - MOST_TOLD)]


def _list_names(game: LoadedGame, spaces: Sequence[str]) -> str:
    return ENGLISH.join_and(_shorten([_name(game, space) for space in spaces]))


def _name(game: LoadedGame, space: str) -> str:
    return name_place(game.variant.board, LocationId(space))


def _count_of_ten(chance: float) -> int:
    """10 only for what happened in all tries, and 0 for nothing."""
    return round(10 * chance) if chance in (0, 1) else max(1, min(9, round(10 * chance)))
