"""A person against bots: the dialogue of ``legation play``."""

import random
from collections.abc import Callable, Iterator

from legation.board import PowerId
from legation.bots import Bot
from legation.cli.ballot import Ballot
from legation.cli.hints import HELP, describe_open, describe_unit
from legation.cli.order_entry import OrderEntry
from legation.errors import LegationError
from legation.game import PhaseKind, PhaseRecord
from legation.library import Game
from legation.orders import write_submissions
from legation.render.words import (
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
    """Where lines come from and answers go: a person at a keyboard, or a pipe whose lines are repeated."""

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
    """Who plays, and what wins."""
    variant = game.variant
    centres = sum(space.centre.is_counted for space in variant.board.spaces.values())
    needed = variant.victory_centres
    goal = f"{needed} of {centres} centres win" if needed <= centres else "How to win is on the variant's page"
    return (
        f"{variant.name}: {variant.description}\n"
        f"You play {variant.powers[power].name} against {len(variant.powers) - 1} bots. {goal}. Type help for help."
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
            self.terminal.say("You leave the game.")
        self.on_phase(self.game)
        self.terminal.say(f"At the end: {word_standings(variant, self.game.rulebook, self.game.state, self.power)}.")
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
        return f"{text}\nType results to read them all." if report.find(Part.ELSEWHERE) else text

    def _take_lines(self) -> None:
        """Take lines until the player is done."""
        while True:
            waiting = len(self.entry.still_open()) if self.game.state.phase.kind is not PhaseKind.ADJUSTMENTS else 0
            count = f", {waiting} to order" if waiting else ""
            line = self.terminal.ask(f"{self.power} {self.game.phase}{count}> ")
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
            "help": lambda _: HELP,
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
        return f"  Taken back: {text}" if text else "  There is nothing to take back."

    def _list_orders(self, _: str) -> str:
        written = [f"  {line.text}" for line in self.entry.lines] or ["  Nothing written yet."]
        return "\n".join([*written, f"  Open: {', '.join(self.entry.still_open()) or 'nothing'}."])

    def _fill(self, _: str) -> str:
        game = self.game
        orders = self.bot.choose(game.variant, game.rulebook, game.state, self.power, self.rng)
        added = self.entry.fill(orders)
        return "\n".join(f"  + {text}" for text in added) or "  There was nothing left to order."

    def _show_board(self, rest: str) -> str:
        variant, state = self.game.variant, self.game.state
        theatres = {name.lower(): name for name in list_theatres(variant)}
        if rest and rest.lower() != "all" and rest.lower() not in theatres:
            return f"  No such theatre; there are {', '.join(theatres.values())}."
        theatre = theatres.get(rest.lower(), "")
        return draw_theatres(variant, self.game.rulebook, state, power=self.power, theatre=theatre)

    def _describe(self, rest: str) -> str:
        try:
            location = self.game.variant.board.parse_location(rest)
        except LegationError as error:
            return f"  {error}"
        return describe_space(self.game.variant, self.game.rulebook, self.game.state, location)

    def _last_record(self) -> PhaseRecord | None:
        return self.game.records[-1] if self.game.records else None

    def _show_results(self, _: str) -> str:
        record = self._last_record()
        if record is None:
            return "  Nothing has been judged yet."
        return write_text(report_phase(self.game.variant, self.game.rulebook, record), is_titled=False).rstrip()

    def _explain(self, rest: str) -> str:
        if not self.game.records:
            return "  Nothing has been judged yet."
        try:
            return write_explanation(self.game.trace(rest))
        except LegationError as error:
            return f"  {error}"
