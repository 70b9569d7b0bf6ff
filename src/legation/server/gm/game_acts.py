"""Acts of the game master on the game itself: correcting the position, going back to a phase, changing the terms."""

from typing import Annotated, Any, Literal

from pydantic import Field

from legation.game import Change
from legation.render.words import ENGLISH, word_phase
from legation.server.base.refusals import HttpRefusal
from legation.server.game.membership import Act
from legation.server.game.records import GameStatus
from legation.server.game.terms import list_changed, merge_terms
from legation.server.games.changing import change_terms, word_changed_terms
from legation.server.gm.act import ActContext, ActResponse, GmAct, PlannedAct
from legation.server.judging.corrections import (
    MOST_CORRECTIONS,
    Correction,
    apply_corrections,
    read_corrections,
    word_corrections,
)
from legation.server.judging.rewind import apply_rewind, plan_rewind, word_rewind


class CorrectPosition(GmAct):
    """Correct the position: units, owners of centres, and what the variant counts."""

    act: Literal["correct"]
    changes: Annotated[list[Correction], Field(min_length=1, max_length=MOST_CORRECTIONS)]

    def plan(self, context: ActContext) -> PlannedAct:
        """Read the corrections; each correction needs a reason."""
        context.need_running()
        _need_note(context)
        corrections = read_corrections(context.game, self.changes)
        phase, facts = word_phase(context.game.state.phase), word_corrections(corrections)
        text = ENGLISH.fill("log.corrected", phase=phase, facts=facts)
        return PlannedAct(text, lambda: _correct(context, corrections), "judged")


def _correct(context: ActContext, corrections: list[Change]) -> None:
    apply_corrections(context.connection, context.services, context.game, corrections, context.note)


def _need_note(context: ActContext) -> None:
    if not context.note:
        raise HttpRefusal(422, "note_needed", field="note")


class GoBack(GmAct):
    """Go back to a phase, correct it, and judge it again."""

    act: Literal["back"]
    phase: str = Field(max_length=12)
    changes: Annotated[list[Correction], Field(max_length=MOST_CORRECTIONS)] = Field(default_factory=list)
    replay: bool = False
    """Whether the phases from there on are judged again with the same orders."""

    def plan(self, context: ActContext) -> PlannedAct:
        """Work out where going back leads."""
        context.need_running(GameStatus.RUNNING, GameStatus.PAUSED, GameStatus.ENDED)
        if self.changes:
            _need_note(context)
        rewind = plan_rewind(
            context.connection, context.game, self.phase, self.changes, note=context.note, replay=self.replay
        )

        def apply() -> ActResponse:
            apply_rewind(context.connection, context.services, context.game, rewind, context.note)
            phase = rewind.state.shown_phase
            return ActResponse(phase=str(phase), title=word_phase(phase))

        return PlannedAct(word_rewind(context.game, rewind), apply)


class ChangeTerms(GmAct):
    """Change the terms."""

    act: Literal["terms"]
    terms: Annotated[dict[str, Any], Field(max_length=40)]
    """The terms that change; those left out stay."""

    def plan(self, context: ActContext) -> PlannedAct:
        """Find out which terms change."""
        context.membership.need(Act.HOST)
        terms = context.game.terms
        changed = list_changed(terms, merge_terms(terms, self.terms, context.game.variant.powers))
        if not changed:
            raise HttpRefusal(409, "no_change", case="terms", field="terms")
        text = word_changed_terms(changed)

        def apply() -> None:
            change_terms(
                context.connection,
                context.services,
                context.game,
                self.terms,
                actor=context.account.name,
                note=context.note,
            )

        return PlannedAct(text, apply, writes_log=True)
