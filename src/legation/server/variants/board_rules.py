"""The rules of a board that has no page of its own: what its data says, as HTML."""

from collections.abc import Iterator
from html import escape

from legation.judge import SWITCHES
from legation.variants import PLAIN_DRAW, Variant, load_rulebook


def write_board_rules(variant: Variant, number: int) -> str:
    """What is known of a board: who made it, how it is won, and where it differs from its rulebook."""
    parts = [f"<p>{escape(variant.description)}</p>"] if variant.description else []
    parts.append(f"<h2>How it is won</h2><p>{escape(' '.join(_tell_victory(variant)))}</p>")
    parts.append(f"<h2>Rules</h2><p>{escape(' '.join(_tell_rules(variant)))}</p>")
    credit = [text for text in _tell_credits(variant) if text]
    if credit:
        items = "".join(f"<li>{escape(text)}</li>" for text in credit)
        parts.append(f"<h2>Whose board it is</h2><ul>{items}</ul>")
    parts.append(f"<p>Edition {number} of this board. A game keeps the edition with which it began.</p>")
    return "".join(parts)


def _tell_victory(variant: Variant) -> Iterator[str]:
    victory = variant.victory
    if variant.winning_count is not None:
        yield f"Who owns {victory.centres} centres after a Fall, and more than anybody else, has won."
    for year, centres in sorted(victory.centres_from.items()):
        yield f"From {year} on {centres} centres win."
    for holding in victory.holdings:
        names = ", ".join(variant.board.spaces[space].name for space in holding.spaces)
        since = f" from {holding.from_year} on" if holding.from_year else ""
        yield f"Who holds {names} after a Fall{since} has won."
    if victory.last_year is not None:
        end = "who has most centres wins" if victory.at_end.value == "most_centres" else "the game is a draw"
        yield f"After the Fall of {victory.last_year} it is over: {end}."
    if victory.quiet_years is not None:
        yield f"After {victory.quiet_years} Falls in which no centre changed hands the game is a draw."
    if variant.votes is None or variant.votes == PLAIN_DRAW:
        yield "All who are still in the game may agree on a draw."


def _tell_rules(variant: Variant) -> Iterator[str]:
    yield f"The rulebook of {variant.rulebook_id} holds."
    usual = load_rulebook(variant.rulebook_id)
    changed = [
        f"{switch.replace('_', ' ')}: {_word(getattr(variant.rulebook, switch))}"
        for switch in SWITCHES
        if getattr(variant.rulebook, switch) != getattr(usual, switch)
    ]
    if changed:
        yield f"It differs in {'; '.join(changed)}."
    modules = [module.name.replace("-", " ") for module in variant.rulebook.modules]
    if modules:
        yield f"Rules of its own: {', '.join(modules)}."
    idle = [power.name for power in variant.powers.values() if not power.is_played]
    if idle:
        yield f"Nobody plays {', '.join(idle)}: their units hold, and disband when they are dislodged."


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _tell_credits(variant: Variant) -> Iterator[str]:
    found = variant.credits
    yield f"By {found.author}" if found.author else ""
    yield f"From {found.source}" if found.source else ""
    yield f"Licence: {found.licence}" if found.licence else ""
    yield found.note
    yield variant.board_note
