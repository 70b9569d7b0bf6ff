"""What ``legation draw`` is to show: the start of a variant, a judge request, or a phase of a game."""

from dataclasses import replace
from pathlib import Path

from legation.contract import read_request
from legation.errors import RequestError, UnknownNameError
from legation.game import is_game_folder, load_json, parse_phase
from legation.library import Game
from legation.render.picture import Situation, list_last_held, show_position, show_request, show_results


def choose_situation(
    variant: str, file: Path | None, phase: str | None, *, has_results: bool
) -> tuple[str, Situation | None]:
    """The board to draw, and what to show on it; nothing for the start of a variant."""
    if is_game_folder(Path(variant)):
        if file is not None:
            raise RequestError(variant, "is a game already; leave out --position")
        return _show_game(Game.load(variant), phase, has_results=has_results)
    if file is None:
        if phase or has_results:
            raise RequestError("orders", "there is nothing judged; name a game's folder, or a file with --position")
        return variant, None
    content = _read_file(file)
    data = load_json(content, str(file))
    if isinstance(data, dict) and "format" in data:
        return variant, _show_game(Game.import_json(content), phase, has_results=has_results)[1]
    if phase:
        raise RequestError("phase", "a judge request has one phase only; leave out --phase")
    return variant, show_request(read_request(data), has_results=has_results)


def _read_file(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise RequestError(str(file), error.strerror or "cannot be read") from None
    except UnicodeDecodeError:
        raise RequestError(str(file), "is no text") from None


def _show_game(game: Game, phase: str | None, *, has_results: bool) -> tuple[str, Situation]:
    """A game now, before a judged phase or, with its results, after one."""
    board, rulebook, records = game.variant.board, game.rulebook, game.records
    if phase is not None:
        wanted = parse_phase(phase)
        records = records[: 1 + max((place for place, one in enumerate(records) if one.phase == wanted), default=-1)]
        if not records:
            raise UnknownNameError("judged phase", phase, tuple(str(record.phase) for record in game.records[-3:]))
    if has_results and not records:
        raise RequestError("orders", "no phase of this game is judged yet")
    if has_results:
        situation = show_results(board, rulebook, records[-1])
    elif phase is not None:
        situation = show_position(board, rulebook, records[-1].before)
    else:
        situation = show_position(board, rulebook, game.state)
    seen = [game.history.setup.start.position, *(record.before.position for record in records), situation.position]
    return game.history.setup.variant, replace(situation, last_held=list_last_held(board, seen))
