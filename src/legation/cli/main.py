"""The command ``legation``: reads arguments, calls one function, prints."""

import sys

import typer

from legation.cli import (
    admin,
    balance,
    check,
    draw,
    explain,
    forge,
    game,
    judge,
    play,
    report,
    serve,
    simulate,
    verify,
    watch,
)
from legation.errors import LegationError

app = typer.Typer(
    help="Plays, judges and explains the great postal Diplomacy variants.",
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
app.add_typer(game.app, name="game")
app.command("verify")(verify.verify)
app.command("report")(report.report)
app.command("serve")(serve.serve)
app.add_typer(admin.app, name="admin")
app.command("simulate")(simulate.simulate)
app.command("balance")(balance.balance)


def run() -> None:
    """Run the command line; what is wrong with the input is said in one line, without a traceback."""
    try:
        app()
    except LegationError as error:
        sys.stderr.write(f"error: {error}\n")
        raise SystemExit(2) from None
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(1) from None
