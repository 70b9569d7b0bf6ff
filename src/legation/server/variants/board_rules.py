"""The rules of a board without a page of its own: derived from its data, as HTML."""

from collections.abc import Iterable, Iterator
from html import escape

from legation.judge import SWITCHES
from legation.render.words import ENGLISH, Language, word_scheme
from legation.variants import PLAIN_DRAW, Variant, load_rulebook


def write_board_rules(variant: Variant, number: int, language: Language = ENGLISH) -> str:
    """The known facts about a board: its author, how it is won, and how it differs from its rulebook."""
    texts = language.texts
    parts = [_write_text([variant.description])] if variant.description else []
    for title, told in (("won", _tell_victory), ("rules", _tell_rules)):
        parts += [_write_title(texts[f"board_rules.titles.{title}"]), _write_text(told(variant, language))]
    credit = [text for text in _tell_credits(variant, language) if text]
    if credit:
        items = "".join(f"<li>{escape(text)}</li>" for text in credit)
        parts += [_write_title(texts["board_rules.titles.credits"]), f"<ul>{items}</ul>"]
    parts.append(_write_text([language.fill("board_rules.edition", number=number)]))
    return "".join(parts)


def _write_title(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def _write_text(sentences: Iterable[str]) -> str:
    return f"<p>{escape(' '.join(sentences))}</p>"


def _tell_victory(variant: Variant, language: Language) -> Iterator[str]:
    victory = variant.victory
    if variant.winning_count is not None:
        yield language.fill("board_rules.centres", number=victory.centres)
    for year, centres in sorted(victory.centres_from.items()):
        yield language.fill("board_rules.centres_from", year=year, number=centres)
    for holding in victory.holdings:
        key = "board_rules.holding_from" if holding.from_year else "board_rules.holding"
        names = language.join_and([variant.board.spaces[space].name for space in holding.spaces])
        yield language.fill(key, spaces=names, year=holding.from_year)
    if victory.last_year is not None:
        yield language.fill(f"board_rules.last_year.{victory.at_end.value}", year=victory.last_year)
    if victory.quiet_years is not None:
        yield language.count("board_rules.quiet_years", victory.quiet_years)
    is_plain = variant.votes is None or variant.votes == PLAIN_DRAW
    yield language.texts["board_rules.plain_draw"] if is_plain else word_scheme(variant.votes or PLAIN_DRAW, language)


def _tell_rules(variant: Variant, language: Language) -> Iterator[str]:
    yield language.fill("board_rules.rulebook", rulebook=variant.rulebook_id)
    usual = load_rulebook(variant.rulebook_id)
    changed = [
        language.fill("board_rules.switch", switch=switch.replace("_", " "), value=_word(value, language))
        for switch in SWITCHES
        if (value := getattr(variant.rulebook, switch)) != getattr(usual, switch)
    ]
    if changed:
        yield language.fill("board_rules.switches", switches="; ".join(changed))
    if modules := [module.name.replace("-", " ") for module in variant.rulebook.modules]:
        yield language.fill("board_rules.modules", modules=language.list_all(modules))
    if variant.calendar.round_years != 1:
        yield language.fill("board_rules.years", number=variant.calendar.round_years)
    if idle := [power.name for power in variant.powers.values() if not power.is_played]:
        yield language.fill("board_rules.unplayed", powers=language.join_and(idle))


def _word(value: object, language: Language) -> str:
    if isinstance(value, bool):
        return language.texts["board_rules.yes" if value else "board_rules.no"]
    return str(value)


def _tell_credits(variant: Variant, language: Language) -> Iterator[str]:
    found = variant.credits
    for key, text in (
        ("board_rules.author", found.author),
        ("board_rules.source", found.source),
        ("board_rules.licence", found.licence),
    ):
        yield language.fill(key, name=text) if text else ""
    yield found.note
    yield variant.board_note
