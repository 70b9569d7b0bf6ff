"""Words about votes: what is proposed, what the scheme asks for, what one vote would do."""

from legation.board import PowerId
from legation.game import Places, Tally
from legation.variants import Proposers, Subject, Variant, VoteScheme, Weight, When

ORDINALS = ("First", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
SUBJECTS = {Subject.WIN: "a win", Subject.DRAW: "a draw", Subject.PLACINGS: "places beyond the first"}


def tell_places(variant: Variant, places: Places) -> str:
    """``First Russia; second, drawn, Ottoman and China.``"""
    if not places:
        return "A draw among all who share by the rulebook."
    parts = []
    for number, group in enumerate(places):
        place = ORDINALS[number] if number < len(ORDINALS) else f"place {number + 1}"
        names = [variant.powers[power].name for power in group]
        parts.append(f"{place}, drawn, {join(names)}" if len(group) > 1 else f"{place} {names[0]}")
    return "; ".join(parts) + "."


def tell_scheme(scheme: VoteScheme) -> str:
    """Who may propose what, when votes are counted, and how many carry it."""
    what = join([words for subject, words in SUBJECTS.items() if subject in scheme.subjects])
    who = "Any power" if scheme.proposers is Proposers.ANYBODY else "Any power still in the game"
    when = " in Winter" if scheme.proposed is When.WINTER else ""
    of = "the centres that are owned" if scheme.weight is Weight.CENTRES else "the powers that share"
    share = "all" if scheme.threshold == 1 else f"{scheme.threshold.numerator}/{scheme.threshold.denominator}"
    counted = "when the Winter is judged" if scheme.counted is When.WINTER else "when the phase is judged"
    seen = "Votes are secret until then." if scheme.secret else "Votes are open."
    return f"{who} may propose {what}{when}. Votes are counted {counted}; {share} of {of} carry it. {seen}"


def tell_with_yours(scheme: VoteScheme, tally: Tally, power: PowerId, weight: int) -> str | None:
    """What a power's vote would do for a proposal on which it has not said yes."""
    if weight == 0 or tally.proposal.votes.get(power) is True:
        return None
    yours = f"Your {weight} centre{'s' if weight > 1 else ''}" if scheme.weight is Weight.CENTRES else "Your vote"
    left = tally.needed - tally.yes - weight
    return f"{yours} would leave it {left} short." if left > 0 else f"{yours} would carry it."


def join(names: list[str]) -> str:
    """``a, b and c``."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
