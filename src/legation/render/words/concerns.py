"""A phase's results as one player wants them: what concerns the player first, then the rest in short."""

from collections.abc import Iterator

from legation.board import LocationId, PowerId, SpaceId, space_of
from legation.game import PhaseRecord
from legation.judge import Outcome, Reason
from legation.orders import Bomb, Convoy, Move, Order, Retreat, SupportHold, SupportMove, Waive, format_order
from legation.render.words.language import ENGLISH
from legation.render.words.outcomes import word_outcome
from legation.render.words.refusals import word_rejection
from legation.render.words.text import mark
from legation.render.words.theatres import list_own_spaces
from legation.render.words.votes import word_ending
from legation.variants import Variant


def write_concerns(variant: Variant, record: PhaseRecord, power: PowerId) -> str:
    """One's own orders, then other powers' that touch one's units and centres, then what changed hands."""
    own = [outcome for outcome in record.outcomes if outcome.power == power]
    lines = [f"{record.phase.title}: what became of your orders" if own else f"{record.phase.title}: results"]
    lines += [_tell(variant, outcome) for outcome in own]
    lines += [
        f"  ! {rejection.text:<26} {word_rejection(rejection)}"
        for rejection in record.rejections
        if rejection.power == power
    ]
    near = find_near(record, power)
    if near:
        lines.append("What others did to you and beside you")
        lines += [_tell(variant, outcome, whose=True) for outcome in near]
    rest = len(record.outcomes) - len(own) - len(near)
    if rest:
        lines.append(f"Elsewhere: {rest} more order{'s' if rest > 1 else ''} (type results to read them all).")
    lines += _tell_owners(variant, record)
    if record.after.ending:
        lines.append(word_ending(variant, record.after.ending))
    return "\n".join(lines)


def _tell(variant: Variant, outcome: Outcome, *, whose: bool = False) -> str:
    name = f"{variant.powers[outcome.power].name}: " if whose else ""
    return f"  {mark(outcome)} {name}{format_order(outcome.order):<26} {word_outcome(variant.board, outcome)}"


def find_near(record: PhaseRecord, power: PowerId) -> list[Outcome]:
    """Other powers' orders that have their effect in a space of the power, or on one of its orders."""
    spaces = list_own_spaces(record.before, power)
    own = [outcome for outcome in record.outcomes if outcome.power == power]
    orders = {outcome.order for outcome in own}
    deciding = {order for outcome in own for order in outcome.because_of}
    return [
        outcome
        for outcome in record.outcomes
        if outcome.power != power
        and outcome.reason is not Reason.HELD
        and (
            outcome.order in deciding
            or not orders.isdisjoint(outcome.because_of)
            or not spaces.isdisjoint(_spaces_of(outcome.order))
        )
    ]


def _spaces_of(order: Order) -> list[SpaceId]:
    """Where an order has its effect."""
    match order:
        case Move(target=target) | Retreat(target=target) | SupportMove(target=target) | Convoy(target=target):
            return [space_of(target)]
        case SupportHold(supported=supported):
            return [supported.space]
        case Bomb(target=struck):
            return [space_of(LocationId(struck))]
        case Waive():
            return []
        case _:
            return [order.unit.space]


def _tell_owners(variant: Variant, record: PhaseRecord) -> Iterator[str]:
    """Centres that changed hands: power by power, what each won."""
    before, after = record.before.position.owners, record.after.position.owners
    for power in variant.powers.values():
        won = [
            f"{space}{f' from {variant.powers[before[space]].name}' if space in before else ''}"
            for space, owner in sorted(after.items())
            if owner == power.id and before.get(space) != owner
        ]
        if won:
            yield f"{power.name} took {ENGLISH.join_and(won)}."
