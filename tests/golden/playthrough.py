"""A whole game as text: every order with its result, every state with its digest. It can be replayed from its text."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from legation.board import Position, PowerId
from legation.bots import GreedyBot, Patience, WhimBot, play_match
from legation.game import PhaseRecord, choose_rulebook, format_places, judge_phase
from legation.judge import Outcome, Rulebook
from legation.library import Game
from legation.orders import Submission, format_order, read_line
from legation.variants import Variant, list_editions, list_rulebooks, list_variants

FOLDER = Path(__file__).parent
SEEDS: Final[Mapping[str, int]] = {
    "cline-9-man-vii": 4,
    "colonia-i": 3,
    "colonia-iii": 2,
    "colonia-vii": 3,
    "colonial-variant": 3,
    "standard": 1,
    "standard+gigaton-bomb": 1,
}
"""The seed of each game: one that is not too long, with a vote or two, and where rulebooks differ if there is one."""
PHASE = "## "
RESULT = " | "
VOTE = "~ "


def list_kept() -> list[str]:
    """The games that are kept: one of each variant, and one with bombs."""
    return [*list_variants(), "standard+gigaton-bomb"]


def new_game(match: str) -> Game:
    """A game of ``standard`` or ``standard+gigaton-bomb``, on the first edition of its board: it was played on that."""
    variant, _, module = match.partition("+")
    first = next(iter(list_editions(variant)), variant)
    return Game.new(first, modules=(module,) if module else ())


def play_golden(match: str) -> Game:
    """The bots' game that is kept."""
    bot = WhimBot(GreedyBot(), 0.1)
    return play_match(new_game(match), bot, seed=SEEDS.get(match, 1), patience=Patience(years=40, whims=0.02))


def golden_file(match: str) -> Path:
    """Where the game is kept."""
    return FOLDER / f"{match}.txt"


def tell_game(game: Game) -> str:
    """The game as text."""
    variant = game.variant
    lines = [f"# {variant.id}, version {variant.version}, rulebook {variant.rulebook_id}"]
    for record in game.records:
        lines += [f"{PHASE}{record.phase}", *_tell_votes(record), *_tell_record(record)]
    ending = game.records[-1].after.ending
    lines.append(f"# {ending.kind}: {' '.join(ending.powers)}" if ending else "# not ended")
    return "\n".join(lines) + "\n"


def _tell_votes(record: PhaseRecord) -> Iterator[str]:
    for found in record.before.proposals:
        votes = " ".join(f"{power}:{'yes' if vote else 'no'}" for power, vote in sorted(found.votes.items()))
        yield f"{VOTE}{found.id}{RESULT}{found.by}{RESULT}{format_places(found.places)}{RESULT}{votes}"
    for tally in record.tallies:
        yield f"= {tally.proposal.id}: {tally.yes} yes, {tally.no} no, {tally.silent} silent, {tally.needed} needed"


def _tell_record(record: PhaseRecord) -> Iterator[str]:
    for power in sorted({outcome.power for outcome in record.outcomes}):
        yield power
        for outcome in record.outcomes:
            if outcome.power == power:
                yield f"  {format_order(outcome.order)}{RESULT}{tell_result(outcome)}"
    position = record.after.position
    counts: dict[PowerId, int] = {}
    for owner in position.owners.values():
        counts[owner] = counts.get(owner, 0) + 1
    owned = " ".join(f"{power} {counts[power]}" for power in sorted(counts))
    yield f"= {len(position.units)} units; {owned}; {digest(position)}"


def tell_result(outcome: Outcome) -> str:
    """``repelled by A MUN H, dislodged by A BUR - PAR``."""
    causes = ", ".join(format_order(order) for order in outcome.because_of)
    harm = outcome.harm
    by = f" by {format_order(harm.by)}" if harm and harm.by else ""
    return outcome.reason.value + (f" by {causes}" if causes else "") + (f"; {harm.fate.value}{by}" if harm else "")


def digest(position: Position) -> str:
    """A few letters that change when anything in a position does."""
    parts = [
        sorted(str(unit) + unit.power for unit in position.units.values() if not unit.is_aboard),
        sorted(position.owners.items()),
        sorted((str(found.unit), found.attacker_from or "", found.retreats) for found in position.dislodged),
        sorted(position.contested),
        sorted(position.in_disorder),
        sorted((army.space, str(army) + army.power) for army in position.armies_aboard),
        position.memory,
    ]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:12]


@dataclass(frozen=True)
class WrittenPhase:
    """A phase of a kept game: its name, and the orders of each power."""

    name: str
    orders: dict[PowerId, list[str]]
    votes: list[str]


def read_game(text: str) -> list[WrittenPhase]:
    """The orders of a kept game."""
    phases: list[WrittenPhase] = []
    power = PowerId("")
    for line in text.splitlines():
        if line.startswith(PHASE):
            phases.append(WrittenPhase(line.removeprefix(PHASE), {}, []))
        elif line.startswith(VOTE):
            phases[-1].votes.append(line.removeprefix(VOTE))
        elif line.startswith("  "):
            phases[-1].orders.setdefault(power, []).append(line.strip().partition(RESULT)[0])
        elif line[0] not in "#=":
            power = PowerId(line)
    return phases


def replay(match: str, phases: Sequence[WrittenPhase]) -> Game:
    """Judge the orders of a kept game anew."""
    game = new_game(match)
    for phase in phases:
        assert game.phase == phase.name
        for line in phase.votes:
            _vote_again(game, line)
        for power, texts in phase.orders.items():
            game.set_orders(power, texts)
        game.advance()
    return game


def _vote_again(game: Game, line: str) -> None:
    name, by, places, votes = line.split(RESULT)
    if name not in [found.id for found in game.state.proposals]:
        game.propose(by, places)
    for vote in votes.split():
        power, _, word = vote.partition(":")
        game.vote(power, word == "yes", name)


def other_rulebook(variant: Variant, rules: str, modules: Sequence[str]) -> Rulebook:
    """Another edition, with what the variant and the optional modules add."""
    return choose_rulebook(variant, rules, {}, modules)


def list_differences(game: Game, rules: str) -> Iterator[str]:
    """Where another rulebook would have judged a phase of the game differently."""
    variant = game.variant
    rulebook = other_rulebook(variant, rules, game.history.setup.modules)
    for record in game.records:
        lines = [
            Submission(power, text, read_line(text, variant.board.names))
            for power, texts in record.texts.items()
            for text in texts
        ]
        verdict, rejections, _ = judge_phase(variant.board, record.before, lines, rulebook)
        theirs = {outcome.order: outcome for outcome in verdict.outcomes}
        for outcome in record.outcomes:
            other = theirs.get(outcome.order)
            if other is None or tell_result(other) != tell_result(outcome):
                told = tell_result(other) if other else "not followed"
                yield f"{record.phase} {format_order(outcome.order)}: {tell_result(outcome)}; {rules}: {told}"
        for rejection in rejections[len(record.rejections) :]:
            yield f"{record.phase} {rejection.text}: refused by {rules} ({rejection.fault.value})"


def other_rulebooks(game: Game) -> list[str]:
    """The editions that the game does not use."""
    return [rules for rules in list_rulebooks() if rules != game.variant.rulebook_id]
