"""The command ``legation``: reads arguments, calls one function, prints."""

import errno
import os
import sys
from contextlib import suppress
from typing import Annotated

import typer

from legation import __version__
from legation.cli import (
    admin,
    balance,
    check,
    compare,
    draw,
    explain,
    forge,
    game,
    import_foreign,
    judge,
    play,
    report,
    serve,
    simulate,
    tournament,
    train,
    verify,
    watch,
)
from legation.errors import LegationError, printable

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors that only writing can have. They name no file if the output was redirected to one."""


def _show_version(is_wanted: bool) -> None:
    if is_wanted:
        print(f"legation {__version__}")
        raise typer.Exit


app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("judge")(judge.judge)
app.command("explain")(explain.explain)
app.command("watch")(watch.watch)
app.command("play")(play.play)
app.command("check")(check.check)
app.command("draw")(draw.draw)
app.command("forge")(forge.forge)
app.command("audit")(forge.audit)
app.command("import")(import_foreign.import_foreign)
app.add_typer(game.app, name="game")
app.command("verify")(verify.verify)
app.command("report")(report.report)
app.command("serve")(serve.serve)
app.add_typer(admin.app, name="admin")
app.command("simulate")(simulate.simulate)
app.command("tournament")(tournament.tournament)
app.command("train")(train.train)
app.command("balance")(balance.balance)
app.command("compare")(compare.compare)


@app.callback()
def start(
    *,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Print the version.")
    ] = False,
) -> None:
    """Plays, judges and explains the great postal Diplomacy variants."""


def run() -> None:
    """Run the command line; errors in the input are reported in one line, without a traceback."""
    try:
        try:
            app()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()  # here, where it can be said that the disk is full
    except LegationError as error:
        lines = str(error).splitlines()  # names and contents of files must not control the terminal
        sys.stderr.write("error: " + "\n".join(map(printable, lines)) + "\n")
        raise SystemExit(2) from None
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(1) from None
    except OSError as error:
        what = error.filename or ("standard output" if error.errno in FULL else "")
        where = f"{printable(str(what))}: " if what else ""
        sys.stderr.write(f"error: {where}{error.strerror or 'something cannot be read or written'}\n")
        _drop_output()
        raise SystemExit(2) from None


def _drop_output() -> None:
    """What could not be written is not written again when Python ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
