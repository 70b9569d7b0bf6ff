"""What ``legation draw`` shows: the start of a variant, a judge request, or a phase of a game."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from legation.board import Position
from legation.contract import read_request
from legation.errors import RequestError, UnknownNameError
from legation.game import Judged, PhaseRecord, is_game_folder, load_json, parse_phase
from legation.library import Game
from legation.render.picture import (
    Shown,
    Situation,
    WatchedPhase,
    list_last_held,
    show_phase,
    show_position,
    show_request,
    watch_phase,
    watch_request,
)


def choose_situation(
    variant: str, file: Path | None, phase: str | None, *, shown: Shown, power: str | None = None
) -> tuple[str, Situation | None]:
    """The board to draw, and the situation to show; None for the start of a variant."""
    if is_game_folder(Path(variant)):
        if file is not None:
            raise RequestError(variant, "is a game already; leave out --position")
        return show_game(Game.load(variant), phase, shown=shown, power=power)
    has_results = shown is not Shown.POSITION
    if file is None:
        if phase or power or has_results:
            asked = "phase" if phase else "power" if power else "orders"
            raise RequestError(asked, "there is nothing judged; name a game's folder, or a file with --position")
        return variant, None
    content = _read_file(file)
    data = load_json(content, str(file))
    if isinstance(data, dict) and "format" in data:
        return variant, show_game(Game.import_json(content), phase, shown=shown, power=power)[1]
    if phase or power:
        raise RequestError("phase", "a judge request has one phase only; leave out --phase and --power")
    return variant, show_request(read_request(data), has_results=has_results)


def choose_watched(
    variant: str, file: Path | None, phase: str | None, *, power: str | None = None
) -> tuple[str, WatchedPhase]:
    """The board to draw, and the phase to show in motion on it."""
    if is_game_folder(Path(variant)):
        if file is not None:
            raise RequestError(variant, "is a game already; leave out --position")
        game = Game.load(variant)
        return game.board_name, watch_game(game, phase, power=power)
    if file is None:
        raise RequestError("animate", "there is nothing judged; name a game's folder, or a file with --position")
    content = _read_file(file)
    data = load_json(content, str(file))
    if isinstance(data, dict) and "format" in data:
        return variant, watch_game(Game.import_json(content), phase, power=power)
    if phase or power:
        raise RequestError("phase", "a judge request has one phase only; leave out --phase and --power")
    return variant, watch_request(read_request(data))


def watch_game(game: Game, phase: str | None, *, power: str | None = None) -> WatchedPhase:
    """A judged phase of a game in motion, the last if none is named."""
    records = list_until(game, phase)
    if not records:
        raise RequestError("animate", "no phase of this game is judged yet")
    viewer = game.variant.parse_power(power) if power else None
    board, record = game.variant.board, records[-1]
    held = list_last_held(board, list_positions(game, record))
    return watch_phase(board, game.rulebook, record, power=viewer, held=held)


def _read_file(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise RequestError(str(file), error.strerror or "cannot be read") from None
    except UnicodeDecodeError:
        raise RequestError(str(file), "is not text") from None


def list_until(game: Game, phase: str | None) -> list[PhaseRecord]:
    """The judged phases of a game up to one, or up to the last."""
    records = game.records
    if phase is None:
        return records
    wanted = parse_phase(phase)
    found = records[: 1 + max((place for place, one in enumerate(records) if one.phase == wanted), default=-1)]
    if not found:
        raise UnknownNameError("judged phase", phase, tuple(str(record.phase) for record in records[-3:]))
    return found


def show_game(game: Game, phase: str | None, *, shown: Shown, power: str | None = None) -> tuple[str, Situation]:
    """A game now, before a judged phase or, with its results, after one."""
    board, rulebook, records = game.variant.board, game.rulebook, list_until(game, phase)
    viewer = game.variant.parse_power(power) if power else None
    if shown is not Shown.POSITION and not records:
        raise RequestError("orders", "no phase of this game is judged yet")
    is_now = phase is None and shown is Shown.POSITION
    held = list_last_held(board, list_positions(game, None if is_now else records[-1]))
    if is_now:
        situation = replace(show_position(board, rulebook, game.state), last_held=held)
    else:
        situation = show_phase(board, rulebook, records[-1], shown, power=viewer, held=held)
    return game.board_name, situation


def list_positions(game: Game, until: PhaseRecord | None) -> Iterator[Position]:
    """The positions of a game from its start, corrections included, up to where a phase was judged, or up to now."""
    yield game.history.setup.start.position
    for _, event in game.history.line:
        if isinstance(event, Judged) and event.record is until:
            return
        yield event.record.after.position if isinstance(event, Judged) else event.after.position
