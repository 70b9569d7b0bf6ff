"""Proposals, votes and endings in words."""

from collections.abc import Iterable, Sequence

from legation.board import PowerId
from legation.game import Ending, Phase, Places, Tally, VoteFault, VoteRefusal, format_places, number_places, scheme_of
from legation.render.words.language import ENGLISH, Language
from legation.render.words.phrases import word_phase
from legation.render.words.refusals import cite_in
from legation.variants import LeftOut, Proposers, Subject, Variant, VoteScheme, Weight, When

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def word_vote_fault(fault: VoteFault, language: Language = ENGLISH) -> str:
    """Why a proposal or a vote is refused."""
    return language.texts[f"votes.{fault.value}"]


def word_vote_refusal(refusal: VoteRefusal, language: Language = ENGLISH) -> str:
    """Why a proposal or a vote is refused, and which proposals are concerned."""
    sentence = word_vote_fault(refusal.fault, language)
    key = f"votes.hints.{refusal.fault.value}"
    if not refusal.choices or key not in language.texts:
        return sentence
    return f"{sentence} {language.fill(key, choices=language.list_all(refusal.choices))}"


def word_tally(variant: Variant, tally: Tally, language: Language = ENGLISH) -> str:
    """``S1756M.1 FRANCE > SPAIN: 93 of 139 centres for it, 93 needed: carried.``, for commands, which take its id."""
    places = f"{tally.proposal.id} {format_places(tally.proposal.places)}"
    return _fill_tally(variant, tally, ("tallies.centres", "tallies.powers"), places, language)


def word_tally_in_full(variant: Variant, tally: Tally, language: Language = ENGLISH) -> str:
    """``First France; second Spain. 93 of 139 centres for it, 93 needed: carried.``"""
    places = word_places(variant, tally.proposal.places, language)
    return _fill_tally(variant, tally, ("tallies.told.centres", "tallies.told.powers"), places, language)


def _fill_tally(variant: Variant, tally: Tally, keys: tuple[str, str], places: str, language: Language) -> str:
    result = "tallies.carried" if tally.is_carried else "tallies.lapsed" if tally.lapsed else "tallies.short"
    is_by_centres = scheme_of(variant).weight is Weight.CENTRES and not tally.agreement
    return language.fill(
        keys[0] if is_by_centres else keys[1],
        places=places,
        yes=tally.yes,
        whole=tally.whole,
        needed=tally.needed,
        result=language.fill(result, short=tally.short),
    )


def word_votes_cast(variant: Variant, tally: Tally, language: Language = ENGLISH) -> str:
    """``Votes: France yes and Spain no.``"""
    votes = [
        language.fill("tallies.yes" if is_yes else "tallies.no", power=variant.powers[power].name)
        for power, is_yes in sorted(tally.proposal.votes.items())
    ]
    return (
        language.fill("tallies.votes", votes=language.join_and(votes)) if votes else language.texts["tallies.no_votes"]
    )


def word_places(variant: Variant, places: Places, language: Language = ENGLISH) -> str:
    """``First Russia; second, drawn, Ottoman and China.``"""
    if not places:
        return language.texts["places_voted.draw"]
    parts = []
    for number, group in enumerate(places):
        key = "places_voted.later" if number else "places_voted.first"
        ordinal = _word_ordinal(number, language) if number else ""
        powers = _join_names(variant, group, language)
        parts.append(language.fill(f"{key}_drawn" if len(group) > 1 else key, ordinal=ordinal, powers=powers))
    return language.fill("places_voted.all", places=language.texts["places_voted.between"].join(parts))


def word_placings(variant: Variant, places: Places, language: Language = ENGLISH) -> str:
    """``Final places: 1 France; 2 Russia and Spain; 4 England.``"""
    parts = [
        language.fill(
            "placings.place",
            number=number,
            powers=language.join_and([variant.powers[power].name for power in group]),
        )
        for number, group in number_places(places)
    ]
    return language.fill("placings.all", places=language.texts["placings.between"].join(parts))


def word_scheme(scheme: VoteScheme, language: Language = ENGLISH) -> str:
    """Who may propose what, when votes are counted, and how many votes are needed."""
    texts = language.texts
    subjects = [texts[f"schemes.{subject.value}"] for subject in Subject if subject in scheme.subjects]
    share = texts["schemes.all"]
    if scheme.threshold != 1:
        numbers = scheme.threshold
        share = language.fill("schemes.fraction", numerator=numbers.numerator, denominator=numbers.denominator)
    more = ""
    if scheme.full_board:
        more += language.fill("schemes.full_board", number=scheme.full_board)
    if scheme.weight is Weight.CENTRES and scheme.draw_by_all:
        more += texts["schemes.draw_by_all"]
    return language.fill(
        "schemes.text",
        who=texts["schemes.anybody" if scheme.proposers is Proposers.ANYBODY else "schemes.survivors"],
        what=language.join_and(subjects),
        when=texts["schemes.in_winter" if scheme.proposed is When.WINTER else "schemes.any_time"],
        counted=texts["schemes.counted_in_winter" if scheme.counted is When.WINTER else "schemes.counted_any_time"],
        share=share,
        of=_word_whole(scheme, language),
        more=more,
        seen=texts["schemes.secret" if scheme.secret else "schemes.open"],
    )


def _word_whole(scheme: VoteScheme, language: Language) -> str:
    """The whole of which the threshold is a fraction."""
    if scheme.weight is Weight.POWERS:
        return language.texts["schemes.powers"]
    centres = language.texts["schemes.centres" if LeftOut.NEUTRAL in scheme.left_out else "schemes.all_centres"]
    if LeftOut.DISORDER not in scheme.left_out:
        return centres
    return language.fill("schemes.without_disorder", centres=centres)


def word_count(scheme: VoteScheme, phase: Phase, language: Language = ENGLISH) -> str:
    """The phase in which votes are counted: ``Winter 1756``, or the current phase."""
    if scheme.counted is not When.WINTER:
        return word_phase(phase, language)
    return language.fill("schemes.winter", season=language.texts["phases.W"], year=phase.year)


def word_with_yours(
    scheme: VoteScheme, tally: Tally, power: PowerId, weight: int, language: Language = ENGLISH
) -> str | None:
    """The effect of a power's vote on a proposal for which it has not voted yes."""
    if weight == 0 or tally.lapsed or tally.proposal.votes.get(power) is True:
        return None
    yours = language.texts["your_vote.vote"]
    if scheme.weight is Weight.CENTRES:
        yours = language.count("your_vote.centres", weight)
    left = tally.needed - tally.yes - weight
    return language.fill("your_vote.short" if left > 0 else "your_vote.carry", yours=yours, left=left)


def word_ending(variant: Variant, ending: Ending, language: Language = ENGLISH) -> str:
    """``Spain wins (C3-7a).``, with the clause of the sheet that ended the game.

    If more than the first place was voted on, all places: ``Russia wins; China and Ottoman draw second place.``
    """
    sentence = language.fill("endings.all", places=head_ending(variant, ending, language))
    return cite_in(sentence, ending.clause, language) if ending.clause else sentence


def head_ending(variant: Variant, ending: Ending, language: Language = ENGLISH) -> str:
    """``Spain wins``: the ending as a heading, without full stop and clause."""
    first = _word_first(variant, ending, language)
    later = [_word_later(variant, number, group, language) for number, group in enumerate(ending.places) if number]
    return language.texts["endings.between"].join([first, *later])


def _word_first(variant: Variant, ending: Ending, language: Language) -> str:
    is_shared = len(ending.powers) > 1
    if ending.kind == "victory":
        key = "endings.shared_victory" if is_shared else "endings.victory"
    elif len(ending.places) > 1 and is_shared:
        key = "endings.first_drawn"
    else:
        key = "endings.draw" if is_shared else "endings.lone_draw"
    return language.fill(key, powers=_join_names(variant, ending.powers, language))


def _word_later(variant: Variant, number: int, group: Sequence[PowerId], language: Language) -> str:
    key = "endings.later_drawn" if len(group) > 1 else "endings.later"
    return language.fill(key, powers=_join_names(variant, group, language), ordinal=_word_ordinal(number, language))


def _join_names(variant: Variant, powers: Iterable[PowerId], language: Language) -> str:
    return language.join_and([variant.powers[power].name for power in powers])


def _word_ordinal(number: int, language: Language) -> str:
    """The ordinal of a place below the first, counted from 0."""
    if number < len(ORDINALS):
        return language.texts[f"places_voted.{ORDINALS[number]}"]
    return language.fill("places_voted.nth", number=number + 1)
