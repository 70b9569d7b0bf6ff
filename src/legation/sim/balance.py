"""Statistics of a variant from many games: rates, courses, contacts, use of the board, stalemates, special rules."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from legation.board import CentreKind, PowerId, SpaceId, Terrain
from legation.errors import DataError
from legation.orders import Clause, ClauseId
from legation.sim.charts import Course
from legation.sim.results_table import Results, Row, load_results
from legation.sim.simulate import Commission, load_commission, start_game
from legation.sim.statistics import Equality, Interval, check_equality, quantile, wilson
from legation.variants import Variant, open_variant


@dataclass(frozen=True, slots=True)
class PowerFigures:
    """The results of one power."""

    power: PowerId
    wins: int
    draws: int
    eliminated: int
    centres: float
    """The mean at the end."""
    win_interval: Interval


@dataclass(frozen=True, slots=True)
class Use:
    """The use of one space in all games."""

    space: SpaceId
    share: float
    """The share of movement phases with a unit in it."""
    contests: int
    captures: int
    is_centre: bool


@dataclass(frozen=True, slots=True)
class Balance:
    """The figures of a report."""

    variant: Variant
    commission: Commission
    games: int
    victories: int
    draws: int
    unfinished: int
    years: tuple[float, float, float]
    """The first quartile, the median and the last quartile of the lengths."""
    seconds: float
    """Processor time per game."""
    by_power: tuple[PowerFigures, ...]
    equality: Equality
    courses: tuple[Course, ...]
    contacts: dict[tuple[PowerId, PowerId], tuple[float, float]]
    """For each pair that met: the median year of first contact, counted from 1, and the share of games."""
    uses: tuple[Use, ...]
    stalemates: tuple[int, int, int]
    """The number of games with a stalemate that passed, of games that ended in one, and the longest in years."""
    rules: tuple[tuple[str, int, int], ...]
    """Each special rule: how often it was used in total, and in how many games."""
    clauses: Mapping[ClauseId, Clause]
    """The clauses that may be cited: the variant's, and those of optional modules."""

    @property
    def unvisited(self) -> tuple[SpaceId, ...]:
        """Spaces that no unit ever entered."""
        return tuple(use.space for use in self.uses if use.share == 0)

    @property
    def uncontested(self) -> tuple[SpaceId, ...]:
        """Spaces with units, but never wanted by two powers at once."""
        return tuple(use.space for use in self.uses if use.share and not use.contests)

    @property
    def untaken(self) -> tuple[SpaceId, ...]:
        """Centres that never changed hands."""
        return tuple(use.space for use in self.uses if use.is_centre and not use.captures)


def load_balance(folder: Path) -> Balance:
    """The figures of the games in a folder. Raises if there are none."""
    commission, results = load_commission(folder), load_results(folder)
    if not results.games:
        raise DataError("there are no games in it yet", file=str(folder / "games.parquet"))
    return make_balance(open_variant(commission.variant), commission, results)


def make_balance(variant: Variant, commission: Commission, results: Results) -> Balance:
    """The figures of some games."""
    games = results.games
    endings = Counter(str(game["ending"]) for game in games)
    lengths = [float(game["years"]) for game in games]
    by_power = _make_figures(variant, results)
    return Balance(
        variant=variant,
        commission=commission,
        games=len(games),
        victories=endings["victory"],
        draws=endings["draw"],
        unfinished=endings["unfinished"],
        years=(quantile(lengths, 0.25), quantile(lengths, 0.5), quantile(lengths, 0.75)),
        seconds=sum(float(game["seconds"]) for game in games) / len(games),
        by_power=by_power,
        equality=check_equality([figures.wins for figures in by_power]),
        courses=_make_courses(variant, results),
        contacts=_make_contacts(variant, results),
        uses=_make_uses(variant, results),
        stalemates=_count_stalemates(results.stalemates),
        rules=_count_rules(results.rules),
        clauses=start_game(commission).rulebook.clauses.listed,
    )


def _make_figures(variant: Variant, results: Results) -> tuple[PowerFigures, ...]:
    by_power: dict[str, list[Row]] = defaultdict(list)
    for seat in results.seats:
        by_power[str(seat["power"])].append(seat)
    return tuple(_make_power_figures(power, by_power[power]) for power in variant.powers)


def _make_power_figures(power: PowerId, seats: Sequence[Row]) -> PowerFigures:
    results = Counter(str(seat["result"]) for seat in seats)
    centres = sum(int(seat["centres"]) for seat in seats) / max(1, len(seats))
    won = results["won"]
    return PowerFigures(power, won, results["drew"], results["eliminated"], centres, wilson(won, len(seats)))


def _make_courses(variant: Variant, results: Results) -> tuple[Course, ...]:
    """A finished game keeps its last counts, so that every year is a mean of all games."""
    last = max(int(game["last_year"]) for game in results.games)
    counts: dict[tuple[str, int], dict[int, int]] = defaultdict(dict)
    for row in results.centres:
        counts[str(row["power"]), int(row["game"])][int(row["year"])] = int(row["centres"])
    tables: dict[str, list[list[int]]] = defaultdict(list)
    for (power, _), by_year in counts.items():
        tables[power].append(_carry(by_year, variant.first_year - 1, last))
    return tuple(_make_course(power, tables[power]) for power in variant.powers)


def _carry(by_year: dict[int, int], first: int, last: int) -> list[int]:
    carried: list[int] = []
    for year in range(first, last + 1):
        carried.append(by_year.get(year, carried[-1] if carried else 0))
    return carried


def _make_course(power: PowerId, table: Sequence[Sequence[int]]) -> Course:
    years = list(zip(*table, strict=True))
    return Course(
        power,
        [sum(year) / len(year) for year in years],
        [quantile(year, 0.25) for year in years],
        [quantile(year, 0.75) for year in years],
    )


def _make_contacts(variant: Variant, results: Results) -> dict[tuple[PowerId, PowerId], tuple[float, float]]:
    met: dict[tuple[PowerId, PowerId], list[float]] = defaultdict(list)
    for row in results.contacts:
        pair = PowerId(str(row["power"])), PowerId(str(row["other"]))
        met[pair].append(int(row["year"]) - variant.first_year + 1)
    return {pair: (quantile(years, 0.5), len(years) / len(results.games)) for pair, years in met.items()}


def _make_uses(variant: Variant, results: Results) -> tuple[Use, ...]:
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    for row in results.spaces:
        sums[str(row["space"])].update({name: int(row[name]) for name in ("visits", "contests", "captures")})
    # A year has two movement phases, and no game ends between them: centres change hands after Fall.
    phases = sum(2 * int(game["years"]) for game in results.games)
    return tuple(
        Use(
            space,
            sums[space]["visits"] / phases,
            sums[space]["contests"],
            sums[space]["captures"],
            variant.board.spaces[space].centre is not CentreKind.NONE,
        )
        for space in variant.board.order
        if variant.board.spaces[space].terrain is not Terrain.IMPASSABLE
    )


def _count_stalemates(rows: Sequence[Row]) -> tuple[int, int, int]:
    passed = {row["game"] for row in rows if not row["is_last"]}
    ended = {row["game"] for row in rows if row["is_last"]}
    return len(passed), len(ended), max((int(row["years"]) for row in rows), default=0)


def _count_rules(rows: Sequence[Row]) -> tuple[tuple[str, int, int], ...]:
    fired: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for row in rows:
        fired[str(row["rule"])] += int(row["fired"])
        games[str(row["rule"])] += int(row["fired"]) > 0
    return tuple((rule, fired[rule], games[rule]) for rule in fired)
