"""Actions of the game master on the game itself: correcting the position, going back to a phase, changing the terms."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import Connection

from legation.game import Change
from legation.render.words import ENGLISH, word_phase
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.game.loaded_game import LoadedGame
from legation.server.game.membership import Act
from legation.server.game.plans import MOST_LINES
from legation.server.game.records import GameStatus
from legation.server.game.terms import Level, list_changed, merge_terms
from legation.server.games.changing import change_terms, word_changed_terms
from legation.server.games.starting import begin_hosted_game
from legation.server.gm.act import ActContext, ActResponse, GmAct, PlannedAct, PowerName
from legation.server.gm.back_preview import describe_rewind
from legation.server.judging.corrections import (
    MOST_CORRECTIONS,
    Correction,
    apply_corrections,
    read_corrections,
    word_corrections,
)
from legation.server.judging.rewind import (
    Rewind,
    RewindRequest,
    apply_rewind,
    check_head,
    load_past,
    plan_rewind,
    word_rewind,
)
from legation.server.mail.notice_kinds import NoticeKind

OrderTexts = Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=MOST_LINES)]


class CorrectPosition(GmAct):
    """Correct the position: units, owners of centres, and what the variant counts."""

    act: Literal["correct"]
    changes: Annotated[list[Correction], Field(min_length=1, max_length=MOST_CORRECTIONS)]

    def plan(self, context: ActContext) -> PlannedAct:
        """Read the corrections; each correction needs a reason."""
        context.need_running()
        _need_note(context)
        corrections = read_corrections(context.game, self.changes)
        phase, facts = word_phase(context.game.state.phase), word_corrections(context.game.variant, corrections)
        text = ENGLISH.fill("log.corrected", phase=phase, facts=facts)
        return PlannedAct(text, lambda: _correct(context, corrections), "judged", tells=NoticeKind.CORRECTED)


def _correct(context: ActContext, corrections: list[Change]) -> None:
    apply_corrections(context.connection, context.services, context.game, corrections, context.note)


def _need_note(context: ActContext) -> None:
    if not context.note:
        raise HttpRefusal(422, "note_needed", field="note")


class GoBack(GmAct):
    """Go back to a phase with changed orders or facts, and judge it and the later ones again."""

    act: Literal["back"]
    phase: str = Field(max_length=12)
    changes: Annotated[list[Correction], Field(max_length=MOST_CORRECTIONS)] = Field(default_factory=list)
    orders: Annotated[dict[PowerName, OrderTexts], Field(max_length=40)] = Field(default_factory=dict)
    """Orders of that phase by power: each line changes the order of one unit."""
    whole_sheets: bool = False
    """True if the lines of a power replace all its orders instead."""
    replay: bool = False
    """True if the later phases are judged again."""
    until: str | None = Field(default=None, max_length=12)
    """The phase at which to stop; null: as far as the game had come."""
    holds: bool = False
    """True if units without an order hold. Otherwise the game stops where a player has a new decision to make."""
    head: str | None = Field(default=None, max_length=64)
    """From the preview; the action is refused if anything has been judged or corrected since."""

    def prepare(
        self, connection: Connection, services: Services, game: LoadedGame, note: str, count: Callable[[int], None]
    ) -> Callable[[], Rewind]:
        """Read what was judged; the result is computed before the game is locked."""
        request = RewindRequest(
            self.phase, self.changes, self.orders, self.whole_sheets, self.replay, self.until, self.holds, note
        )
        past, now = load_past(connection, game, self.phase), services.clock.now()
        count(len(past.rows) if self.replay else 1)
        return lambda: plan_rewind(past, request, now)

    def plan(self, context: ActContext) -> PlannedAct:
        """Check that nothing has happened since the computation."""
        context.need_running(GameStatus.RUNNING, GameStatus.PAUSED, GameStatus.ENDED)
        if self.changes or self.orders:
            _need_note(context)
        rewind = self._check(context)

        def apply() -> ActResponse:
            apply_rewind(context.connection, context.services, context.game, rewind)
            phase = rewind.state.shown_phase
            return ActResponse(phase=str(phase), title=word_phase(phase))

        return PlannedAct(word_rewind(context.game, rewind), apply, tells=NoticeKind.REWOUND)

    def preview(self, context: ActContext) -> ActResponse:
        """The line of the log, and all differences; the note may be added later."""
        context.need_running(GameStatus.RUNNING, GameStatus.PAUSED, GameStatus.ENDED)
        rewind = self._check(context)
        return ActResponse(log=word_rewind(context.game, rewind), back=describe_rewind(context.game, rewind))

    def _check(self, context: ActContext) -> Rewind:
        rewind = context.prepared
        assert isinstance(rewind, Rewind)
        check_head(context.game, rewind)
        if self.head is not None and self.head != rewind.head:
            phase = word_phase(context.game.state.shown_phase)
            raise HttpRefusal(409, "judged_already", case="gone_on", field="head", phase=phase)
        return rewind


class ChangeTerms(GmAct):
    """Change the terms."""

    act: Literal["terms"]
    terms: Annotated[dict[str, Any], Field(max_length=40)]
    """The changed terms; omitted ones stay."""

    def plan(self, context: ActContext) -> PlannedAct:
        """Find the terms that change."""
        context.membership.need(Act.HOST)
        terms = context.game.terms
        wanted = merge_terms(terms, self.terms, context.game.variant.seats)
        changed = list_changed(terms, wanted)
        if not changed:
            raise HttpRefusal(409, "no_change", case="terms", field="terms")
        text = word_changed_terms(terms, wanted)

        def apply() -> None:
            change_terms(
                context.connection,
                context.services,
                context.game,
                self.terms,
                actor=context.account,
                note=context.note,
            )

        return PlannedAct(text, apply, writes_log=True)


class StartGame(GmAct):
    """Seat the players and begin; free seats can be given to bots."""

    act: Literal["start"]
    bots: Level | None = None

    def plan(self, context: ActContext) -> PlannedAct:
        """Allow only a game that waits for players to begin."""
        context.membership.need(Act.HOST)
        if not context.game.row.is_open:
            raise HttpRefusal(409, "begun", case="start")

        def apply() -> None:
            begin_hosted_game(
                context.connection, context.services, context.game, actor=context.account.name, fill=self.bots
            )

        return PlannedAct(ENGLISH.texts["log.begins"], apply, "members", writes_log=True)
