"""A game for users of the library: hand in orders, judge phases, and ask for results in words."""

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from legation.board import PowerId, space_of
from legation.errors import RequestError, UnknownNameError
from legation.game import (
    Change,
    Explanation,
    GameState,
    History,
    Holdings,
    Inbox,
    Judged,
    Message,
    PhaseFacts,
    PhaseRecord,
    Places,
    Problem,
    Proposal,
    Reach,
    Replay,
    Review,
    Revision,
    SavedGame,
    SetDisorder,
    SetPlayer,
    SpaceFacts,
    Statistics,
    Tally,
    TurningPoint,
    View,
    VoteRefusal,
    advance,
    amend_orders_of,
    cast_vote,
    check_folder,
    check_given_position,
    choose_rulebook,
    count_votes,
    empty_inbox,
    explain_order_text,
    export_game,
    foresee_position,
    gather_facts,
    import_game,
    list_due,
    list_entry_names,
    list_legal_orders,
    list_turning_points,
    load_folder,
    lock_folder,
    make_folder,
    make_receipt,
    make_setup,
    make_statistics,
    make_view,
    open_setup,
    parse_phase,
    parse_places,
    propose,
    rank_places,
    read_facts,
    read_holdings,
    replay_phases,
    review_lines,
    save_folder,
    start_state,
    verify_history,
    withdraw_proposal,
)
from legation.judge import Rulebook
from legation.orders import Order, Submission, format_order, read_submissions, settle_letter
from legation.variants import Variant, name_edition, open_variant

if TYPE_CHECKING:
    from legation.interchange import Replayed
    from legation.zine import TurnText

# Modules for other programs' games and for wording results are loaded on demand: most programs that import the
# library want a board and a judge, and quickly.


class Game:
    """One game over time. Every state is kept; judging again gives the same records."""

    def __init__(
        self, variant: Variant, rulebook: Rulebook, state: GameState, *, history: History | None = None
    ) -> None:
        self.variant = variant
        self.rulebook = rulebook
        self.state = state
        self.history = history or History(make_setup(variant, rulebook, state))
        self.press: tuple[Message, ...] = ()
        """Letters that came with the game."""
        self._orders: dict[PowerId, list[Submission]] = {}

    @classmethod
    def new(
        cls,
        variant: str = "standard",
        rules: str | None = None,
        *,
        modules: Sequence[str] = (),
        players: Mapping[str, str] | None = None,
        position: str = "",
        phase: str = "",
        turns: "Sequence[TurnText]" = (),
        **options: object,
    ) -> Self:
        """A game by the variant's rulebook or another, with single switches changed.

        It begins at its first Spring, or with a position as zines print it, or in the judge's JSON; ``phase`` is for a
        position that names none. ``turns`` are judged at once. Raises if the text cannot be used.
        """
        loaded = open_variant(variant)
        rulebook = choose_rulebook(loaded, rules, options, modules)
        seats = {loaded.parse_power(power): player for power, player in (players or {}).items()}
        if not (position.strip() or phase or turns):
            setup = make_setup(loaded, rulebook, start_state(loaded), rules=rules or "", source=variant)
            return cls.unpack(SavedGame(History(replace(setup, players=seats)).sign()))
        from legation.zine import need_game, read_game  # noqa: PLC0415 - only printed games need it

        read = read_game(
            loaded, rulebook, position, turns, phase=phase, rules=rules or "", source=variant, players=seats
        )  # fmt: skip
        return cls.unpack(need_game(read))

    @classmethod
    def load(cls, folder: str | Path) -> Self:
        """The game of a folder."""
        return cls.unpack(load_folder(Path(folder)))

    @classmethod
    def import_json(cls, text: str) -> Self:
        """The game of a text from ``export_json``."""
        return cls.unpack(import_game(text, open_variant))

    @classmethod
    def unpack(cls, saved: SavedGame) -> Self:
        """The game as it was saved."""
        variant, rulebook = open_setup(saved.history.setup, open_variant)
        state = replace(saved.history.state, proposals=saved.inbox.proposals)
        game = cls(variant, rulebook, state, history=saved.history)
        game.press = saved.press
        game._lay_out(saved.inbox.orders)
        return game

    @classmethod
    @contextmanager
    def edit(cls, folder: str | Path) -> Iterator[Self]:
        """The game of a folder, to be changed while no other process can; it is saved if nothing goes wrong.

        Raises if another process has taken the game on while this one waited for it.
        """
        check_folder(Path(folder))
        begun = list_entry_names(Path(folder))
        with lock_folder(Path(folder)):
            if list_entry_names(Path(folder)) != begun:  # who asks twice to judge a phase does not mean the next one
                raise RequestError(str(folder), "the game in this folder has advanced meanwhile; nothing was changed")
            game = cls.load(folder)
            yield game
            save_folder(game.pack(), Path(folder))

    def save(self, folder: str | Path) -> None:
        """Write what is new to a folder; raises if another process has taken the game on in the meantime."""
        make_folder(Path(folder))
        with lock_folder(Path(folder)):
            save_folder(self.pack(), Path(folder))

    def export_json(self) -> str:
        """Everything as one JSON text; with the orders and votes of all powers, so for the game master only."""
        return export_game(self.pack())

    @classmethod
    def import_foreign(cls, data: str | bytes, board: str = "") -> "tuple[Self, Replayed]":
        """A game of another program, judged again, and where that program judged differently.

        ``board`` is its variant, or the folder of one, where it is not the regular board.
        """
        from legation.interchange import choose_board, read_game_file, replay_game  # noqa: PLC0415 - as for zines

        read = read_game_file(data.encode() if isinstance(data, str) else data, "game")
        source = choose_board(read, board)
        replayed = replay_game(read, open_variant(source), source=source)
        return cls.unpack(replayed.saved), replayed

    def export_saved_game(self, name: str = "legation") -> str:
        """The game as the JSON line that the PyPI package ``diplomacy`` loads, with its press."""
        from legation.interchange import dump_saved_game  # noqa: PLC0415 - as for zines

        return dump_saved_game(self.pack(), self.variant, self.rulebook, name)

    def pack(self) -> SavedGame:
        """The complete game as a value."""
        settled = replace(self.state, proposals=self.history.state.proposals)
        if settled != self.history.state:
            if self.history.events:
                raise RequestError("state", "was set by hand in the middle of the game; correct facts instead")
            self.history = History(replace(self.history.setup, start=replace(self.state, proposals=())))
        self.history = self.history.sign()
        return SavedGame(self.history, Inbox(self.orders, self.state.proposals), self.press)

    def verify(self) -> tuple[Problem, ...]:
        """Judge everything again; return what does not match the records."""
        return verify_history(self.pack().history, self.variant, self.rulebook)

    def view(self, power: str | None = None) -> View:
        """What a power may see, or the public."""
        viewer = None if power is None else self.variant.parse_power(power)
        return make_view(self.pack(), self.variant, self.rulebook, viewer)

    @property
    def records(self) -> list[PhaseRecord]:
        """The phases judged, without those undone."""
        return list(self.history.records)

    def get_record(self, phase: str) -> PhaseRecord:
        """The record of a phase that was judged; raises for any other."""
        return self.history.record_of(self.history.locate(parse_phase(phase)))

    @property
    def orders(self) -> dict[PowerId, tuple[str, ...]]:
        """The orders for this phase, as written."""
        return {power: tuple(line.text for line in self._orders[power]) for power in sorted(self._orders)}

    @property
    def due(self) -> tuple[PowerId, ...]:
        """The powers that must order something now."""
        return () if self.state.ending else list_due(self.variant, self.state, self.rulebook)

    @property
    def board_name(self) -> str:
        """The board to draw it on: the variant, an edition such as ``colonia-i@1``, or a folder."""
        is_own = self.history.setup.variant != self.variant.id
        return self.history.setup.variant if is_own else name_edition(self.variant)

    @property
    def phase(self) -> str:
        """The phase now, such as ``S1901M``; after the end, the phase that ended the game."""
        return str(self.state.shown_phase)

    @property
    def units(self) -> dict[PowerId, list[str]]:
        """The units of every power, as text."""
        position = self.state.position
        return {power: [str(unit) for unit in position.units_of(power)] for power in self.variant.powers}

    @property
    def centres(self) -> dict[PowerId, list[str]]:
        """The centres of every power."""
        position = self.state.position
        return {power: [str(space) for space in position.centres_of(power)] for power in self.variant.powers}

    def set_orders(self, power: str, texts: Sequence[str]) -> Review:
        """Hand in a power's orders for this phase; a later call replaces them. Returns how each line is understood."""
        name = self._check_writer(power)
        return self._hand_in(name, self._read(name, texts))

    def add_orders(self, power: str, texts: Sequence[str]) -> Review:
        """Hand in more orders; each that is not refused replaces an earlier one for its unit. Returns the review."""
        name = self._check_writer(power)
        later = self._read(name, texts)
        earlier = self._orders.get(name, ())
        amended = amend_orders_of(self.variant.board, self.rulebook, self.state, name, earlier=earlier, later=later)
        return self._hand_in(name, amended)

    def withdraw_orders(self, power: str) -> None:
        """Remove all orders of a power for this phase."""
        self._orders.pop(self.variant.parse_power(power), None)

    def review(self, power: str, texts: Sequence[str] | None = None) -> Review:
        """How lines of a power would be understood now; by default its current orders. Nothing is changed."""
        name = self.variant.parse_power(power)
        given = self._review(name, self._orders.get(name, ()))
        if texts is None:
            return given
        return self._review(name, self._read(name, texts), given.orders)

    def legal_orders(self, power: str) -> tuple[str, ...]:
        """Every order that a power may give in this phase, in standard form."""
        if self.state.ending:
            return ()
        orders = list_legal_orders(self.variant.board, self.rulebook, self.state, self.variant.parse_power(power))
        return tuple(format_order(order) for order in orders)

    def facts(self, space: str) -> SpaceFacts:
        """The facts about a space now: neighbours, reach, attackers, its owner and since when."""
        found = space_of(self.variant.board.parse_location(space))
        states = [
            (event.record.phase, event.record.after) if isinstance(event, Judged) else (event.after.phase, event.after)
            for _, event in self.history.line
        ]
        owners = [(phase, after.position.owners.get(found)) for phase, after in states]
        first = self.history.setup.start.position.owners.get(found)
        return gather_facts(self.reach(), found, first=first, owners=owners)

    def reach(self) -> Reach:
        """Which units could go where in the next movement phase, and with what strength."""
        return Reach(self.variant.board, self.rulebook, self.state.position)

    def _check_writer(self, power: str) -> PowerId:
        """The power, if it may send orders now."""
        name = self.variant.parse_power(power)
        self._check_open()
        if name in self.state.position.in_disorder:
            raise RequestError("power", f"{name} is in civil disorder and gives no orders")
        return name

    def _read(self, power: PowerId, texts: Sequence[str]) -> list[Submission]:
        """The orders in a power's texts; a single text is one of them, and not its letters one by one."""
        lines = [texts] if isinstance(texts, str) else texts
        settled = settle_letter(self.variant.board, power, lines, str(self.state.phase))
        return read_submissions(self.variant.board, {power: settled})

    def _hand_in(self, power: PowerId, lines: list[Submission]) -> Review:
        self._orders[power] = lines
        return self._review(power, lines)

    def _review(self, power: PowerId, lines: Sequence[Submission], earlier: Sequence[Order] = ()) -> Review:
        return review_lines(self.variant.board, self.rulebook, self.state, power, lines, earlier=earlier)

    def receipt(self, power: str) -> str:
        """The code that identifies exactly the current orders of a power."""
        name = self.variant.parse_power(power)
        return make_receipt(self.pack().history.genesis, self.state.phase, name, self.orders.get(name, ()))

    def _lay_out(self, texts: Mapping[PowerId, Sequence[str]]) -> None:
        board = self.variant.board
        self._orders = {power: read_submissions(board, {power: lines}) for power, lines in texts.items()}

    def _check_open(self) -> None:
        if self.state.ending:
            raise RequestError("phase", "the game is over")

    def enter(self, submissions: Iterable[Submission]) -> None:
        """Hand in orders that were read already; each power named has its earlier ones replaced."""
        lines = list(submissions)
        for power in {line.power for line in lines}:
            self._orders[power] = [line for line in lines if line.power == power]

    def advance(self) -> PhaseRecord:
        """Judge the phase with the current orders."""
        self._check_open()
        lines = [line for power in sorted(self._orders) for line in self._orders[power]]
        record = advance(self.variant, self.state, lines, self.rulebook)
        if not self.history.events:
            self.history = self.pack().history
        self.history = self.history.add_record(record)
        self.state = record.after
        self._lay_out(empty_inbox(self.history, self.variant, self.rulebook).orders)
        return record

    def back(
        self,
        phase: str | None = None,
        *,
        orders: Mapping[PowerId, Sequence[str]] | None = None,
        changes: Sequence[Change] = (),
        whole_sheets: bool = False,
        replay: bool = False,
        until: str | None = None,
        holds: bool = False,
        note: str = "",
        dry_run: bool = False,
    ) -> Replay:
        """Go back to before a phase was judged, or the last one; its orders are handed in again.

        Each line of ``orders`` changes the order of one unit; with ``whole_sheets`` the lines of a power replace all
        its orders. ``changes`` sets facts right in that phase. With ``replay`` the phase and those after it are judged
        again as far as their orders suffice: the game then stands in the first phase in which a player must decide
        something again, or in ``until``. With ``holds`` units without an order hold, and it continues. With ``dry_run``
        nothing changes.
        """
        if not self.records:
            raise RequestError("phase", "nothing was judged yet")
        if changes and not note.strip():
            raise RequestError("note", "a correction needs a note that says why")
        first = self.history.locate(parse_phase(phase) if phase else self.records[-1].phase)
        revision = Revision(
            changes=tuple(changes),
            orders={self.variant.parse_power(power): tuple(lines) for power, lines in (orders or {}).items()},
            whole_sheets=whole_sheets,
            replay=replay,
            until=parse_phase(until) if until else None,
            holds=holds,
            note=note,
        )
        past = [event for number, event in self.history.line if number >= first]
        found = replay_phases(self.variant, self.rulebook, past, revision, self.state)
        if not dry_run:
            self._go_back(found, note)
        return found

    def _go_back(self, found: Replay, note: str) -> None:
        is_same_phase = found.state.phase == self.state.phase and not found.state.ending and not self.state.ending
        kept = self.orders if is_same_phase else found.orders
        self.history = self.history.go_back(found.first.phase, found.events, note)
        self.state = found.state
        self._lay_out(kept)

    def correct(self, changes: Sequence[Change], note: str) -> None:
        """Set facts right; the note says why."""
        if not note.strip():
            raise RequestError("note", "a correction needs a note that says why")
        if not changes:
            raise RequestError("changes", "there is nothing to change")
        history = self.pack().history.change(self.state, changes, note)
        check_given_position(self.variant, history.state.position, self.rulebook, "position")
        self.history, self.state = history, history.state

    def set_disorder(self, power: str, is_on: bool, note: str = "") -> None:
        """Put a power into civil disorder, or take it out."""
        name = self.variant.parse_power(power)
        self.correct([SetDisorder(name, is_on)], note or f"civil disorder {'begins' if is_on else 'ends'}")
        self._orders.pop(name, None)

    def seat(self, power: str, player: str, note: str = "") -> None:
        """Give a power to a player, such as a substitute."""
        name = self.variant.parse_power(power)
        self.correct([SetPlayer(name, player)], note or ("a player takes the seat" if player else "the seat is empty"))

    def propose(self, power: str, text: str) -> Proposal | VoteRefusal:
        """Propose an ending: ``draw``, ``FRANCE``, ``FRANCE + SPAIN > RUSSIA``. It is not a vote."""
        places = parse_places(self.variant, text)
        done = propose(self.variant, self.state, self.variant.parse_power(power), places, self.rulebook)
        if isinstance(done, VoteRefusal):
            return done
        self.state = done
        return done.proposals[-1]

    def withdraw_proposal(self, power: str, proposal: str | None = None) -> Proposal | VoteRefusal:
        """Withdraw a power's own proposal, by default its only one; the votes on it are dropped."""
        name = self.variant.parse_power(power)
        wanted = proposal or _find_only([one for one in self.state.open_proposals if one.by == name])
        return self._keep_proposal(withdraw_proposal(self.state, name, wanted), wanted)

    def vote(self, power: str, is_yes: bool | None, proposal: str | None = None) -> Proposal | VoteRefusal:
        """Vote on a proposal, or on the only one; it replaces an earlier vote, and ``None`` takes that back."""
        wanted = proposal or _find_only(self.state.open_proposals)
        done = cast_vote(self.variant, self.state, self.variant.parse_power(power), wanted, vote=is_yes)
        return self._keep_proposal(done, wanted)

    def _keep_proposal(self, done: GameState | VoteRefusal, proposal: str) -> Proposal | VoteRefusal:
        if isinstance(done, VoteRefusal):
            return done
        self.state = done
        return next(found for found in done.proposals if found.id == proposal.strip().upper())

    def tally(self, proposal: Proposal) -> Tally:
        """The current tally of a proposal: for the game master, since votes may be secret."""
        return count_votes(self.variant, foresee_position(self.variant.board, self.state), proposal)

    @property
    def places(self) -> Places:
        """The current or final places of all powers, best first."""
        return rank_places(self.variant, self.history, self.rulebook)

    @property
    def phase_facts(self) -> list[PhaseFacts]:
        """The facts from each judged phase for statistics."""
        return [read_facts(self.variant, self.rulebook, record) for record in self.records]

    @property
    def statistics(self) -> Statistics:
        """The figures of all judged phases of the game."""
        return make_statistics(self.variant, self._start, self.phase_facts)

    @property
    def turning_points(self) -> tuple[TurningPoint, ...]:
        """The turning points of the game, in the order in which they came."""
        return list_turning_points(self.variant, self._start, self.phase_facts)

    @property
    def _start(self) -> Holdings:
        return read_holdings(self.variant, self.rulebook, self.history.setup.start.position)

    def trace(self, text: str, phase: str | None = None) -> Explanation:
        """The chain of outcomes behind an order's, found by the order or just its unit, and what would have helped."""
        judged = [*reversed(self.records)] if phase is None else [self.get_record(phase)]
        for record in judged:
            found = explain_order_text(self.variant.board, record, text, self.rulebook)
            if found:
                return found
        known = [format_order(outcome.order) for record in judged[:1] for outcome in record.outcomes]
        raise UnknownNameError("order", text, tuple(difflib.get_close_matches(text.upper(), known, cutoff=0.3)))

    def explain(self, text: str, phase: str | None = None) -> str:
        """Why an order succeeded or failed, and which single orders would have changed that."""
        from legation.render.words import write_explanation  # noqa: PLC0415 - a game that is only judged needs no words

        return write_explanation(self.trace(text, phase))

    def draw(self) -> str:
        """The board as text."""
        from legation.render.words import draw_position  # noqa: PLC0415 - a game that is only judged needs no words

        return draw_position(self.variant, self.rulebook, self.state)


def _find_only(proposals: Sequence[Proposal]) -> str:
    """The id of the only proposal; nothing if there are several."""
    return proposals[0].id if len(proposals) == 1 else ""
