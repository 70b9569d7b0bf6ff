"""The server: hosts games for people in their browsers.

Each feature has a folder, with the name that the pages use, for its routes, its service and its storage. A folder
imports only from folders below it in this list:

| folder | what |
| --- | --- |
| ``serving``, ``app``, ``routers``, ``worker``, ``stopping`` | starting, stopping, deadlines |
| ``health``, ``web``, ``demo`` | the server's health, the built pages, the game of ``make play`` |
| ``admin`` | administration of the host: accounts, games, bans, e-mails, sizes, expiry, backups |
| ``gm`` | the game master's page and actions |
| ``sandbox`` | any position with any rulebook, and the stateless judge |
| ``results`` | boards, results, explanations, centres and reports of judged phases |
| ``orders`` | writing, checking, saving and confirming orders |
| ``advice``, ``lessons`` | hints in games against bots, and reasons for bots' orders; a first game with a guide |
| ``solo``, ``importing`` | games of one person against bots; importing running games |
| ``people`` | profiles, reliability, ratings, waiting lists, invitations by name, rematches, blocks, reports |
| ``games`` | lists, one game, creating, starting, joining, invitations, choices of e-mails, briefing, log, export |
| ``boards`` | uploaded boards: checks, editions, the editor, the host's own folder |
| ``variants`` | the catalogue of variants, their rules, boards and pictures |
| ``live`` | changes to a game as they happen |
| ``press``, ``votes``, ``pace`` | letters between powers; proposals to end a game; vacations, and votes for more time |
| ``judging``, ``bots``, ``notices`` | judging a phase, correcting and going back; bots' orders; e-mails |
| ``game`` | the parts of a hosted game that every feature uses: terms, members, seats, deadlines, its rows |
| ``accounts``, ``identity`` | signing up and in, passwords, tokens; the sender of a request |
| ``mail``, ``http`` | the outbox and webhooks; errors, guards and the writing of responses |
| ``base``, ``store`` | clock, settings, refusals; the database and its tables |

``docs/concepts/server.md`` follows a request through them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from legation.server.admin import administration, backups, taking_in
    from legation.server.app import make_app
    from legation.server.base.services import Services, make_services
    from legation.server.base.settings import Settings, load_settings
    from legation.server.judging import integrity
    from legation.server.people.placing import place_all_anew
    from legation.server.serving import bind, make_served_app, open_services, prepare_demo, prepare_storage, serve

__all__ = [
    "Services",
    "Settings",
    "administration",
    "backups",
    "bind",
    "integrity",
    "load_settings",
    "make_app",
    "make_served_app",
    "make_services",
    "open_services",
    "place_all_anew",
    "prepare_demo",
    "prepare_storage",
    "serve",
    "taking_in",
]

_MODULES = {
    "administration": "admin.administration",
    "backups": "admin.backups",
    "integrity": "judging.integrity",
    "taking_in": "admin.taking_in",
}
_DEFINED_IN = {
    "Services": "base.services",
    "Settings": "base.settings",
    "bind": "serving",
    "load_settings": "base.settings",
    "make_app": "app",
    "make_served_app": "serving",
    "make_services": "base.services",
    "open_services": "serving",
    "place_all_anew": "people.placing",
    "prepare_demo": "serving",
    "prepare_storage": "serving",
    "serve": "serving",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import a public name when it is asked for.

        Every helper process imports this package before the module that it computes with. With the whole server in it
        that took three seconds of the processor.
        """
        if name in _MODULES:
            return import_module(f"{__name__}.{_MODULES[name]}")
        if name in _DEFINED_IN:
            return getattr(import_module(f"{__name__}.{_DEFINED_IN[name]}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
