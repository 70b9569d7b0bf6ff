"""Places of spaces on a board without a picture: from the points of a foreign map, or from the graph alone."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
from scipy.sparse.csgraph import connected_components, shortest_path  # type: ignore[import-untyped]
from scipy.spatial.distance import cdist  # type: ignore[import-untyped]

from legation.importing.model import Point

Points = NDArray[np.float64]
ROUNDS = 120
MARGIN = 0.06
"""The margin around the outermost spaces, as a share of the board's width."""


def lay_out(
    codes: list[str], edges: set[tuple[str, str]], known: Mapping[str, Point], size: tuple[float, float]
) -> Points:
    """A place on the board for every space, in the order of the codes."""
    given = np.array([known.get(code, (np.nan, np.nan)) for code in codes], np.float64).reshape(-1, 2)
    has_place = ~np.isnan(given[:, 0])
    number = {code: place for place, code in enumerate(codes)}
    links = np.array([(number[a], number[b]) for a, b in edges if a != b], np.int64).reshape(-1, 2)
    if has_place.sum() >= max(3, len(codes) // 2):
        spots = _fill_in(_fit(given, size, has_place), has_place, links)
    else:
        spots = _fit(spread_graph(len(codes), links), size, np.ones(len(codes), np.bool_))
    return _push_apart(spots, size)


def spread_graph(count: int, links: NDArray[np.int64]) -> Points:
    """A layout of a graph in which distances match the number of steps (stress majorisation)."""
    ones = np.ones(len(links))
    graph = (
        csr_matrix((ones, (links[:, 0], links[:, 1])), shape=(count, count))
        if len(links)
        else csr_matrix((count, count))
    )
    steps = np.asarray(shortest_path(graph, directed=False, unweighted=True))
    far = steps[np.isfinite(steps)].max(initial=1.0)
    steps[~np.isfinite(steps)] = far * 0.6  # place disconnected parts beside the rest
    parts, _ = connected_components(graph, directed=False)
    spots = _scale_classically(steps) if count > 2 else np.array([[float(place), 0.0] for place in range(count)])
    if parts > count // 2:  # almost no edges, so use a grid
        side = int(np.ceil(np.sqrt(count)))
        return np.array([(place % side, place // side) for place in range(count)], np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        weight = np.where(steps > 0, 1.0 / steps**2, 0.0)
    total = weight.sum(axis=1)
    for _ in range(ROUNDS):
        apart = cdist(spots, spots)
        with np.errstate(divide="ignore", invalid="ignore"):
            pull = np.where(apart > 1e-9, weight * steps / apart, 0.0)
        moved = (weight @ spots + pull.sum(axis=1)[:, None] * spots - pull @ spots) / total[:, None]
        if np.abs(moved - spots).max() < 1e-4:
            break
        spots = moved
    return np.asarray(spots)


def _scale_classically(steps: Points) -> Points:
    """Classical scaling to the plane: a good first guess, and the same on every machine."""
    count = len(steps)
    centring = np.eye(count) - 1.0 / count
    values, vectors = np.linalg.eigh(-0.5 * centring @ (steps**2) @ centring)
    best = vectors[:, -2:] * np.sqrt(np.maximum(values[-2:], 1e-6))
    best *= np.where(best[np.abs(best).argmax(axis=0), [0, 1]] < 0, -1.0, 1.0)  # an eigenvector's sign is arbitrary
    return np.asarray(best[:, ::-1]) + 1e-3 * np.stack([np.cos(np.arange(count)), np.sin(np.arange(count))], axis=1)


def _fit(points: Points, size: tuple[float, float], counts: NDArray[np.bool_]) -> Points:
    """Points stretched over the board, with a margin."""
    low, high = points[counts].min(axis=0), points[counts].max(axis=0)
    board = np.array(size)
    margin = MARGIN * board[0]
    return np.asarray(margin + (points - low) / np.maximum(high - low, 1e-9) * (board - 2 * margin))


def _fill_in(points: Points, has_place: NDArray[np.bool_], links: NDArray[np.int64]) -> Points:
    """Place spaces without a point in the middle of their neighbours."""
    spots = np.where(has_place[:, None], points, points[has_place].mean(axis=0))
    for _ in range(60):
        total, count = np.zeros_like(spots), np.zeros(len(spots))
        for here, there in ((0, 1), (1, 0)):
            np.add.at(total, links[:, here], spots[links[:, there]])
            np.add.at(count, links[:, here], 1)
        middle = total / np.maximum(count, 1)[:, None]
        spots = np.where(has_place[:, None] | (count == 0)[:, None], spots, middle)
    return spots


def _push_apart(spots: Points, size: tuple[float, float]) -> Points:
    """The same places, moved apart so that units do not overlap."""
    board = np.array(size)
    needed = 0.42 * float(np.sqrt(board[0] * board[1] / max(1, len(spots))))
    margin = MARGIN * board[0] / 2
    for _ in range(60):
        step = spots[:, None, :] - spots[None, :, :]
        apart = np.hypot(step[..., 0], step[..., 1])
        np.fill_diagonal(apart, np.inf)
        close = apart < needed
        if not close.any():
            break
        turn = np.arange(len(spots))[:, None] - np.arange(len(spots))[None, :]
        way = np.where(apart[..., None] > 1e-6, step / np.maximum(apart, 1e-6)[..., None],
                       np.stack([np.cos(turn), np.sin(turn)], axis=-1))  # fmt: skip
        push = way * np.where(close, (needed - apart) / 2, 0.0)[..., None]
        spots = np.clip(spots + push.sum(axis=1), margin, board - margin)
    return spots
