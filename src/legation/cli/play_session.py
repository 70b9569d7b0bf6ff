"""A person against bots: the dialogue of ``legation play``."""

import random
from collections.abc import Callable, Iterator

from legation.board import PowerId
from legation.bots import Bot
from legation.cli.ballot import Ballot
from legation.cli.hints import describe_open, describe_unit
from legation.cli.order_entry import OrderEntry
from legation.errors import LegationError
from legation.game import PhaseKind, PhaseRecord
from legation.library import Game
from legation.orders import write_submissions
from legation.render.words import (
    ENGLISH,
    Part,
    describe_space,
    draw_theatres,
    list_theatres,
    report_concerns,
    report_phase,
    word_placings,
    word_standings,
    word_tally,
    write_explanation,
    write_text,
)


class Leave(Exception):  # noqa: N818 - not an error: the player quits
    """The player quits, or there is no more input."""


class Terminal:
    """Input and output: a person at a keyboard, or a pipe whose lines are echoed."""

    def __init__(self, say: Callable[[str], None], *, lines: Iterator[str] | None = None) -> None:
        self.say = say
        self.lines = lines

    def ask(self, prompt: str) -> str:
        """The next line; raises ``Leave`` when there is none."""
        if self.lines is None:
            return self._ask_person(prompt)
        line = next(self.lines, None)
        if line is None:
            raise Leave
        self.say(f"{prompt}{line.strip()}")
        return line.strip()

    def _ask_person(self, prompt: str) -> str:
        try:
            return input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            self.say("")
            raise Leave from None


def word_welcome(game: Game, power: PowerId) -> str:
    """The welcome text: the player's power, and what wins."""
    variant = game.variant
    centres = sum(space.centre.is_counted for space in variant.board.spaces.values())
    needed = variant.victory_centres
    key = "play.goal.centres" if needed <= centres else "play.goal.own"
    return ENGLISH.fill(
        "play.welcome",
        variant=variant.name,
        description=variant.description,
        power=variant.powers[power].name,
        bots=len(variant.seats) - 1,
        goal=ENGLISH.fill(key, needed=needed, centres=centres),
    )


class PlaySession:
    """One game in which a person plays one power."""

    def __init__(self, game: Game, power: PowerId, terminal: Terminal, *, seed: int, bot: Bot) -> None:
        self.game = game
        self.power = power
        self.terminal = terminal
        self.rng = random.Random(seed)
        self.bot = bot
        self.entry = self._start_entry()
        self.ballot = Ballot(game, power)
        self.on_phase: Callable[[Game], None] = lambda game: None
        """Called before each phase and at the end: draws the picture."""

    def _start_entry(self) -> OrderEntry:
        return OrderEntry(self.game.variant, self.game.rulebook, self.game.state, self.power)

    def run(self, last_year: int) -> None:
        """Play until the game ends, the years are over or the player leaves."""
        variant = self.game.variant
        self.terminal.say(word_welcome(self.game, self.power))
        try:
            while self.game.state.ending is None and self.game.state.phase.year < last_year:
                self._play_phase()
        except Leave:
            self.terminal.say(ENGLISH.texts["play.left"])
        self.on_phase(self.game)
        standings = word_standings(variant, self.game.rulebook, self.game.state, self.power)
        self.terminal.say(ENGLISH.fill("play.at_the_end", standings=standings))
        if self.game.state.ending:
            self.terminal.say(word_placings(variant, self.game.places))

    def _play_phase(self) -> None:
        self.entry = self._start_entry()
        self.on_phase(self.game)
        if self.entry.still_open():
            self.terminal.say("")
            self.terminal.say(self._show_board(""))
            self.terminal.say(describe_open(self.entry))
            if self.game.state.open_proposals:
                self.terminal.say(self.ballot.list_open())
            self._take_lines()
        self.ballot.let_bots_vote()
        for power in self.game.variant.powers:
            if power != self.power:
                orders = self.bot.choose(self.game.variant, self.game.rulebook, self.game.state, power, self.rng)
                self.game.enter(write_submissions({power: orders}))
        self.game.enter(self.entry.lines)
        record = self.game.advance()
        self.terminal.say("")
        self.terminal.say(self._write_concerns(record))
        for tally in record.tallies:
            self.terminal.say(word_tally(self.game.variant, tally))

    def _write_concerns(self, record: PhaseRecord) -> str:
        report = report_concerns(self.game.variant, record, self.power)
        text = write_text(report, is_titled=False).rstrip()
        return f"{text}\n{ENGLISH.texts['play.more_results']}" if report.sections_about(Part.ELSEWHERE) else text

    def _take_lines(self) -> None:
        """Take lines until the player is done."""
        while True:
            waiting = len(self.entry.still_open()) if self.game.state.phase.kind is not PhaseKind.ADJUSTMENTS else 0
            key = "play.prompt.waiting" if waiting else "play.prompt.plain"
            line = self.terminal.ask(ENGLISH.fill(key, power=self.power, phase=self.game.phase, number=waiting))
            word, _, rest = line.partition(" ")
            if word.lower() in ("done", "go", "end"):
                return
            answer = self._answer(word.lower(), rest.strip(), line)
            if answer:
                self.terminal.say(answer)

    def _answer(self, word: str, rest: str, line: str) -> str:
        if word in ("quit", "exit", "q"):
            raise Leave
        if line.startswith("?"):
            rest = line[1:].strip()
            return describe_unit(self.entry, rest) if rest else describe_open(self.entry)
        commands: dict[str, Callable[[str], str]] = {
            "help": lambda _: ENGLISH.texts["play.help"].rstrip("\n"),
            "undo": self._undo,
            "orders": self._list_orders,
            "auto": self._fill,
            "board": self._show_board,
            "where": self._describe,
            "results": self._show_results,
            "explain": self._explain,
            "propose": self.ballot.propose,
            "vote": self.ballot.vote,
            "withdraw": self.ballot.withdraw,
        }
        if word in commands:
            return commands[word](rest)
        replies = self.entry.take(line)
        return "\n".join(f"  {'+' if reply.is_taken else '!'} {reply.text}" for reply in replies)

    def _undo(self, _: str) -> str:
        text = self.entry.undo()
        said = ENGLISH.fill("play.undone", order=text) if text else ENGLISH.texts["play.nothing_to_undo"]
        return f"  {said}"

    def _list_orders(self, _: str) -> str:
        written = [line.text for line in self.entry.lines] or [ENGLISH.texts["play.nothing_written"]]
        waiting = ENGLISH.list_all(self.entry.still_open())
        open_ones = ENGLISH.fill("play.open", what=waiting) if waiting else ENGLISH.texts["play.nothing_open"]
        return "\n".join(f"  {line}" for line in (*written, open_ones))

    def _fill(self, _: str) -> str:
        game = self.game
        orders = self.bot.choose(game.variant, game.rulebook, game.state, self.power, self.rng)
        added = self.entry.fill(orders)
        return "\n".join(f"  + {text}" for text in added) or f"  {ENGLISH.texts['play.nothing_left']}"

    def _show_board(self, rest: str) -> str:
        variant, state = self.game.variant, self.game.state
        theatres = {name.lower(): name for name in list_theatres(variant)}
        if rest and rest.lower() != "all" and rest.lower() not in theatres:
            return f"  {ENGLISH.fill('play.no_such_theatre', theatres=ENGLISH.list_all([*theatres.values()]))}"
        theatre = theatres.get(rest.lower(), "")
        return draw_theatres(variant, self.game.rulebook, state, power=self.power, theatre=theatre)

    def _describe(self, rest: str) -> str:
        try:
            return describe_space(self.game.variant, self.game.facts(rest))
        except LegationError as error:
            return f"  {error}"

    def _last_record(self) -> PhaseRecord | None:
        return self.game.records[-1] if self.game.records else None

    def _show_results(self, _: str) -> str:
        record = self._last_record()
        if record is None:
            return f"  {ENGLISH.texts['play.nothing_judged']}"
        return write_text(report_phase(self.game.variant, self.game.rulebook, record), is_titled=False).rstrip()

    def _explain(self, rest: str) -> str:
        if not self.game.records:
            return f"  {ENGLISH.texts['play.nothing_judged']}"
        try:
            return write_explanation(self.game.trace(rest))
        except LegationError as error:
            return f"  {error}"
