"""A large board as text, theatre by theatre."""

from collections.abc import Iterator

from legation.board import PowerId
from legation.game import GameState
from legation.judge import Rulebook, count_centres
from legation.render.words.game_report import list_aboard, list_due_actions, list_free_centres, report_board
from legation.render.words.language import ENGLISH, Language
from legation.render.words.marks import word_goals, word_marks
from legation.render.words.phrases import word_phase
from legation.render.words.report import Report
from legation.render.words.report_writers import write_text
from legation.variants import Variant

BIG = 90
"""A board with more spaces than this is shown by theatre."""


def is_big(variant: Variant) -> bool:
    """True if the board is better shown by theatre."""
    return len(variant.board.spaces) > BIG


def list_theatres(variant: Variant) -> list[str]:
    """The theatres of a board, by name."""
    return sorted({space.theatre for space in variant.board.spaces.values() if space.theatre})


def draw_position(variant: Variant, rulebook: Rulebook, state: GameState, language: Language = ENGLISH) -> str:
    """The board as a table: every power's centres and units, and the free centres."""
    board = report_board(variant, rulebook, state, word_phase(state.shown_phase, language), language=language)
    text = write_text(Report(variant.name, (board,)), language, is_titled=False)
    return text + "\n".join(_list_due(variant, rulebook, state, language))


def _list_due(variant: Variant, rulebook: Rulebook, state: GameState, language: Language) -> list[str]:
    return [f"  {line}" for line in list_due_actions(variant, rulebook, state, language)]


def draw_theatres(
    variant: Variant,
    rulebook: Rulebook,
    state: GameState,
    *,
    power: PowerId | None = None,
    theatre: str = "",
    language: Language = ENGLISH,
) -> str:
    """The board as text: a small one as one table, a large one (or one theatre of it) by theatre."""
    if not theatre and not is_big(variant):
        return draw_position(variant, rulebook, state, language)
    lines = [word_phase(state.shown_phase, language), f"  {word_standings(variant, rulebook, state, power, language)}"]
    for name in [theatre] if theatre else list_theatres(variant):
        told = list(_draw_theatre(variant, rulebook, state, name, language))
        if told:
            lines += [name, *told]
    goals = word_goals(variant, rulebook, state.position, power, language) if power else ""
    told = [*list_aboard(state, language), *([language.fill("board.goals", goals=goals)] if goals else [])]
    told += word_marks(variant, rulebook, state.position, language)
    return "\n".join([*lines, *(f"  {line}" for line in told), *_list_due(variant, rulebook, state, language)])


def word_standings(
    variant: Variant, rulebook: Rulebook, state: GameState, power: PowerId | None = None, language: Language = ENGLISH
) -> str:
    """Every power's number of centres, the largest first; the reader's own is marked."""
    counts = {other: count_centres(variant.board, state.position, other, rulebook) for other in variant.powers}
    ranked = sorted(counts, key=lambda other: (-counts[other], other))
    return language.list_all(
        [
            language.fill(
                "standings.you" if other == power else "standings.other",
                power=variant.powers[other].name,
                count=counts[other],
            )
            for other in ranked
        ]
    )


def _draw_theatre(
    variant: Variant, rulebook: Rulebook, state: GameState, theatre: str, language: Language
) -> Iterator[str]:
    """A line for each power there: its units, and after a bar its centres without one of these units."""
    position = state.position
    spaces = [space for space in variant.board.spaces.values() if space.theatre == theatre]
    width = max(len(power.name) for power in variant.powers.values())
    for power in variant.powers.values():
        units = [position.units[space.id] for space in spaces if space.id in position.units]
        own = [str(unit) for unit in units if unit.power == power.id]
        standing = {unit.space for unit in units if unit.power == power.id}
        empty = [
            str(space.id) for space in spaces if position.owners.get(space.id) == power.id and space.id not in standing
        ]
        if own or empty:
            tail = f" | {' '.join(empty)}" if empty else ""
            yield f"  {power.name:<{width}}  {', '.join(own) or '-'}{tail}"
    here = {space.id for space in spaces}
    free = [space for space in list_free_centres(variant, rulebook, state) if space in here]
    if free:
        yield f"  {language.texts['board.free_centres']:<{width}}  {' '.join(free)}"
