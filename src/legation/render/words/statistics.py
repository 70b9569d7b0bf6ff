"""Turning points and figures of a game in words."""

from collections.abc import Iterator

from legation.board import LocationId, PowerId, SpaceId
from legation.game import Ending, Statistics, TurningPoint, TurnKind
from legation.render.words.language import ENGLISH, Language, capitalize
from legation.render.words.phrases import name_place, word_phase
from legation.render.words.report import Part, Report, Section
from legation.render.words.votes import word_ending
from legation.variants import Variant

MOST_GROUNDS = 10
"""The most fought-over spaces that a report names."""


def word_turning_point(
    variant: Variant, point: TurningPoint, ending: Ending | None, language: Language = ENGLISH
) -> str:
    """A turning point in a sentence, without its phase."""
    key = f"turning_points.{point.kind.value}"
    power = variant.powers[point.power].name if point.power else ""
    others = language.join_and([variant.powers[other].name for other in point.others])
    places = language.join_and([name_place(variant.board, LocationId(space), language) for space in point.spaces])
    match point.kind:
        case TurnKind.END:
            return language.fill(key, ending=word_ending(variant, ending, language) if ending else "")
        case TurnKind.GAIN:
            key += ".from" if others else ".free"
        case TurnKind.LOSS | TurnKind.HOMES_LOST:
            key += ".to" if others else ".alone"
        case TurnKind.LEAD | TurnKind.LEAD_KEPT:
            key += ".from" if others else ".first"
        case TurnKind.FALL:
            key += ".by" if others else ".alone"
        case _:
            pass
    return capitalize(language.fill(key, power=power, others=others, places=places, number=point.number))


def word_dated_point(variant: Variant, point: TurningPoint, ending: Ending | None, language: Language = ENGLISH) -> str:
    """A turning point in a sentence, with its phase before it."""
    text = word_turning_point(variant, point, ending, language)
    return language.fill("statistics.dated", phase=word_phase(point.phase, language), text=text)


def report_statistics(
    variant: Variant,
    statistics: Statistics,
    points: tuple[TurningPoint, ...],
    ending: Ending | None,
    language: Language = ENGLISH,
) -> Report:
    """The turning points and the figures of a game, for print."""
    texts = language.texts
    parts = {
        "turning_points": [word_dated_point(variant, point, ending, language) for point in points],
        "orders": _list_orders(variant, statistics, language),
        "supports": _list_supports(variant, statistics, language),
        "stabs": _list_stabs(variant, statistics, language),
        "fronts": _list_fronts(variant, statistics, language),
        "grounds": _list_grounds(variant, statistics, language),
        "idle": _list_idle(variant, statistics, language),
        "centres": _list_centres(variant, statistics, language),
    }
    sections = [
        Section(Part.STATISTICS, texts[f"statistics.headings.{name}"], level=2, items=tuple(items))
        for name, items in ((name, list(items)) for name, items in parts.items())
        if items
    ]
    return Report(variant.name, tuple(sections))


def _list_orders(variant: Variant, statistics: Statistics, language: Language) -> Iterator[str]:
    for power in variant.powers.values():
        kinds = [
            language.fill(
                "statistics.order_count",
                kind=language.texts[f"statistics.kinds.{count.kind.value}"],
                good=count.succeeded,
                number=count.number,
            )
            for count in statistics.orders
            if count.power == power.id
        ]
        refused = statistics.refused.get(power.id, 0)
        if refused:
            kinds.append(language.fill("statistics.refused_count", number=refused))
        if kinds:
            yield language.fill("statistics.row", name=power.name, text=language.list_all(kinds))


def _list_supports(variant: Variant, statistics: Statistics, language: Language) -> Iterator[str]:
    for power in variant.powers.values():
        cells = [
            language.fill(
                "statistics.own_support" if count.helped == power.id else "statistics.support",
                helped=variant.powers[count.helped].name,
                number=count.ordered,
                given=count.given,
            )
            for count in statistics.supports
            if count.giver == power.id
        ]
        if cells:
            yield language.fill("statistics.row", name=power.name, text=language.list_all(cells))


def _list_stabs(variant: Variant, statistics: Statistics, language: Language) -> Iterator[str]:
    for stab in statistics.stabs:
        text = language.fill(
            "statistics.stab",
            by=variant.powers[stab.by].name,
            against=variant.powers[stab.against].name,
            places=_name_places(variant, stab.spaces, language),
        )
        yield language.fill("statistics.dated", phase=word_phase(stab.phase, language), text=text)


def _name_places(variant: Variant, spaces: tuple[SpaceId, ...], language: Language) -> str:
    return language.join_and(
        [name_place(variant.board, LocationId(space), language) for space in dict.fromkeys(spaces)]
    )


def _list_fronts(variant: Variant, statistics: Statistics, language: Language) -> Iterator[str]:
    for front in statistics.fronts:
        years = [
            language.fill("statistics.front_year", year=year.year, spaces=" ".join(year.spaces)) for year in front.years
        ]
        names = language.join_and([variant.powers[power].name for power in front.powers])
        yield language.fill("statistics.front", names=names, number=front.fights, years=language.list_all(years))


def _list_grounds(variant: Variant, statistics: Statistics, language: Language) -> Iterator[str]:
    for space, number in statistics.battlegrounds[:MOST_GROUNDS]:
        place = capitalize(name_place(variant.board, LocationId(space), language))
        yield language.fill("statistics.row", name=place, text=number)


def _list_idle(variant: Variant, statistics: Statistics, language: Language) -> Iterator[str]:
    for power in variant.powers.values():
        years = [
            language.fill("statistics.idle_year", year=year.year, idle=year.idle, units=year.units)
            for year in statistics.idle[power.id]
        ]
        if years:
            yield language.fill("statistics.row", name=power.name, text=language.list_all(years))


def _list_centres(variant: Variant, statistics: Statistics, language: Language) -> Iterator[str]:
    """Centres that changed hands; the others are not interesting."""
    for story in statistics.centres:
        if len(story.tenures) < 2:
            continue
        tenures = [
            language.fill("statistics.tenure", owner=_name_owner(variant, tenure.owner, language), since=tenure.since)
            if tenure.since
            else _name_owner(variant, tenure.owner, language)
            for tenure in story.tenures
        ]
        name = variant.board.spaces[story.space].name
        yield language.fill("statistics.row", name=name, text=language.list_all(tenures))


def _name_owner(variant: Variant, owner: PowerId | None, language: Language) -> str:
    return variant.powers[owner].name if owner else language.texts["lists.nobody"]
